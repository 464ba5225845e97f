"""The odds of answers that were given: what could be known before the dice fell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog

from banneret.kernel.match import Match
from banneret.odds import Odds, has_odds, imagined

log = structlog.get_logger()


def odds_of_entry(match: Match[Any], entry: dict[str, Any]) -> tuple[Odds, ...]:
    """Return the odds of the answer of an entry, from the match before it; empty if it has none."""
    return imagined_odds(match, entry)()


def imagined_odds(match: Match[Any], entry: dict[str, Any]) -> Callable[[], tuple[Odds, ...]]:
    """Return what computes `odds_of_entry`, so that the match may go on in another thread."""
    ask = match.asking.get(entry.get("seat", -1))
    if ask is None or "do" not in entry or not has_odds(match.rulebook, ask):
        return tuple
    compute = imagined(match, ask.seat, entry["do"])

    def guarded() -> tuple[Odds, ...]:
        try:
            return compute()
        except Exception:  # what only explains ends no replay
            log.exception("odds fail", rulebook=match.rulebook.id, answer=entry["do"])
            return ()

    return guarded
