"""Perft: counts the distinct states that a position leads to. Changes of the rules show in the counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from banneret.kernel import notation
from banneret.kernel.choosers import Space
from banneret.kernel.match import Match


class Perft(msgspec.Struct, frozen=True, kw_only=True):
    """The counts down to a depth."""

    depth: int
    states: int
    """Distinct states after exactly `depth` turns, including matches that ended in the last one."""
    ended: int
    """Number of `states` in which the match is over."""
    decisions: int
    """Number of answers tried."""
    divided: dict[str, int] = {}
    """First answer ("stark: march ...") -> number of distinct states; the sum may exceed `states`."""


class TooManyAnswers(ValueError):
    """Raised if a count would try too many answers."""


class _Tried:
    """The number of answers tried, and its limit."""

    def __init__(self, most: int | None) -> None:
        self.answers = 0
        self.most = most

    def count(self) -> None:
        """Count an answer. Raises TooManyAnswers."""
        self.answers += 1
        if self.most is not None and self.answers > self.most:
            raise TooManyAnswers(f"perft: more than {self.most} answers")


def perft(match: Match[Any], depth: int, *, divide: bool = False, most: int | None = None) -> Perft:
    """Count the distinct states after `depth` turns, trying every answer of every seat.

    A turn ends when a checkpoint was passed and a seat has a choice again, or the match is over; a turn without a
    choice belongs to the previous one. Seats that decide simultaneously answer in seat order; chance comes from the
    match's key. Raises ValueError if the answers cannot be listed, and TooManyAnswers if more than `most` are tried.
    """
    if depth < 0:
        raise ValueError(f"depth: {depth} is below 0")
    tried = _Tried(most)
    if not divide or depth == 0:
        found = _levels({match.digest(): match}, depth, tried)
        return _count(found, depth, tried)
    divided: dict[str, int] = {}
    all_found: dict[str, Match[Any]] = {}
    name = match.rulebook.seat_names(match.state)
    for seat, action, child in _children(match, tried):
        first = {child.digest(): child} if child.mark > match.mark or not child.asking else _turn(child, tried)
        found = _levels(first, depth - 1, tried)
        divided[f"{name[seat]}: {notation.write(action)}"] = len(found)
        all_found.update(found)
    return msgspec.structs.replace(_count(all_found, depth, tried), divided=divided)


def _count(found: dict[str, Match[Any]], depth: int, tried: _Tried) -> Perft:
    ended = sum(match.outcome is not None for match in found.values())
    return Perft(depth=depth, states=len(found), ended=ended, decisions=tried.answers)


def _levels(frontier: dict[str, Match[Any]], depth: int, tried: _Tried) -> dict[str, Match[Any]]:
    """Advance `depth` turns, breadth first: digest -> match for every distinct state there."""
    for _ in range(depth):
        reached: dict[str, Match[Any]] = {}
        for match in frontier.values():
            reached.update(_turn(match, tried))
        frontier = reached
    return frontier


def _turn(match: Match[Any], tried: _Tried) -> dict[str, Match[Any]]:
    """Return every distinct state in which the current turn can end."""
    reached: dict[str, Match[Any]] = {}
    midway = [match]
    while midway:
        standing = midway.pop()
        for _, _, child in _children(standing, tried):
            if child.mark > standing.mark or not child.asking:
                reached.setdefault(child.digest(), child)
            else:
                midway.append(child)
    return reached


def _children(match: Match[Any], tried: _Tried) -> Iterator[tuple[int, Any, Match[Any]]]:
    """Try every answer of the first seat that is asked; yield nothing if the match is over."""
    asking = match.asking
    if not asking:
        return
    seat = min(asking)
    ask = asking[seat]
    if isinstance(ask.chooser, Space):
        raise ValueError(f"perft: the answers to {ask.kind!r} cannot be listed")
    for action in ask.options:
        child = match.clone()
        child.play(seat, action)
        tried.count()
        yield seat, action, child


__all__ = ["Perft", "TooManyAnswers", "perft"]
