"""All checks together, on random matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from banneret.kernel.choosers import Action, IllegalAction
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance.copies import (
    check_audit,
    check_clone,
    check_copies,
    check_interleaving,
    check_record,
    check_restart,
    check_undo,
)
from banneret.testing.conformance.locks import lock_imagine, lock_public, lock_redeal, lock_twins
from banneret.testing.conformance.offers import check_options
from banneret.testing.conformance.random_play import ConformanceError, compare, random_match
from banneret.testing.conformance.snapshot import check_overlay, stand

CHECKS: Final[dict[str, Callable[[Match[Any], Stream], object]]] = {
    "options": lambda match, stream: check_options(match, stream=stream, candidates=300),
    "clone": lambda match, stream: check_clone(match, stream=stream),
    "copies": lambda match, stream: check_copies(match, stream=stream),
    "undo": lambda match, stream: check_undo(match, stream=stream),
    "restart": lambda match, _: check_restart(match),
    "audit": lambda match, _: check_audit(match),
    "overlay": lambda match, stream: check_overlay(match, _viewers(match, stream)),
    "redeal": lambda match, stream: lock_redeal(match, _viewers(match, stream), stream=stream, worlds=1),
    "imagine": lambda match, stream: lock_imagine(match, _viewers(match, stream), stream=stream),
    "public": lambda match, stream: lock_public(match, _viewers(match, stream), stream=stream),
    "twins": lambda match, stream: lock_twins(match, _viewers(match, stream), stream=stream, most=12),
}
"""The checks that `check_match` makes at questions, by name."""


def _viewers(match: Match[Any], stream: Stream) -> frozenset[int]:
    """Draw the viewers: usually one seat, half of the time the asked one, sometimes two seats or a spectator."""
    draw = stream.below(10)
    if draw == 0:
        return frozenset()
    seats = frozenset({stream.below(match.seats)})
    if draw == 1:
        return seats | {stream.below(match.seats)}
    return frozenset({stream.choice(list(match.asking))}) if draw < 6 and match.asking else seats


def watch(checks: Mapping[str, int], stream: Stream) -> Callable[[Match[Any]], None]:
    """Return a function for `random_match(on_question=...)` that makes some of `CHECKS`.

    `checks` gives a rate for each check, which is made at one in that many questions, drawn from `stream`.
    """

    def look(match: Match[Any]) -> None:
        for name, rate in checks.items():
            if stream.below(rate) == 0:
                try:
                    CHECKS[name](match, stream)
                except Exception as error:
                    error.add_note(f"the check: {name}")
                    raise

    return look


def check_match(
    book_id: str,
    seats: int,
    seed: int | str,
    options: Mapping[str, Any] | None = None,
    *,
    checks: Mapping[str, int] | None = None,
    events: bool = True,
) -> Match[Any]:
    """Play a match at random and check it on the way and at its end.

    `checks` gives the rate of each of `CHECKS`, which is made at one in that many questions, drawn at random.
    """
    stream = Stream(derive_key("checks", seed))
    look = watch(dict.fromkeys(CHECKS, 20) if checks is None else checks, stream)
    try:
        match = random_match(book_id, seats, seed, options, on_question=look, events=events)
    except Exception as error:
        error.add_note(f"check_match({book_id!r}, {seats}, {seed!r}, {options!r}, checks={checks!r})")
        raise
    check_audit(match)
    check_clone(match)
    check_record(match)
    check_interleaving(match, stream=stream)
    return match


def check_illegal(match: Match[Any], seat: int, action: Action | str) -> None:
    """An illegal answer raises with its refusal and leaves the match unchanged."""
    before = stand(match)
    try:
        match.play(seat, action)
    except IllegalAction:
        compare(match, before, stand(match), "a refused answer changed the match", seat)
        return
    raise ConformanceError(match, f"{action!r} should be refused", seat)
