"""Odds of past answers: the probabilities before the dice were rolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog

from banneret.kernel.match import Match
from banneret.odds import Odds, has_odds, imagined

log = structlog.get_logger()


def odds_of_entry(match: Match[Any], entry: dict[str, Any]) -> tuple[Odds, ...]:
    """Return the odds of an entry's answer, given the match before it; empty if it has none."""
    return imagined_odds(match, entry)()


def imagined_odds(match: Match[Any], entry: dict[str, Any]) -> Callable[[], tuple[Odds, ...]]:
    """Return a function that computes `odds_of_entry`, in another thread if needed while the match continues."""
    ask = match.asking.get(entry.get("seat", -1))
    if ask is None or "do" not in entry or not has_odds(match.rulebook, ask):
        return tuple
    compute = imagined(match, ask.seat, entry["do"])

    def guarded() -> tuple[Odds, ...]:
        try:
            return compute()
        except Exception:  # a failed explanation must not end the replay
            log.exception("odds failed", rulebook=match.rulebook.id, answer=entry["do"])
            return ()

    return guarded
