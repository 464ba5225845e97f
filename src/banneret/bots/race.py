"""A race of candidates, tried in the same worlds; those that fall behind are eliminated.

Uses sequential halving: at the end of the budget about two candidates remain, which were tried most often. A candidate
that is clearly worse than the best one, or never differs from it, is eliminated earlier; if only one remains, the rest
of the budget is saved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

from banneret.bots.deadline import TimeUp

L = TypeVar("L")

SURE: Final = 2.0
"""A candidate that would be behind even with this many standard errors in its favour is eliminated."""
SEEN: Final = 8
"""Number of worlds before a candidate can be eliminated as clearly worse."""

LEAST: Final = 3
"""Number of worlds in which a candidate must be compared with the favourite to replace it."""

Playout: TypeAlias = Callable[[Any], float]
"""Plays a candidate in one world and returns the result."""


class Racer(Generic[L]):
    """A candidate and its result in each world so far."""

    __slots__ = ("line", "start", "total", "values")

    def __init__(self, line: L, start: float = 0.0) -> None:
        self.line = line
        self.start = start
        """Initial lead, as if it had been better by this much in one world."""
        self.values: list[float] = []
        self.total = 0.0

    @property
    def tried(self) -> int:
        """The number of worlds in which it was tried."""
        return len(self.values)

    @property
    def worth(self) -> float:
        """The mean of the results."""
        return self.total / len(self.values) if self.values else -math.inf

    @property
    def place(self) -> tuple[int, float]:
        """The ranking key: candidates that stayed longer first, then by mean result including the start."""
        return self.tried, self.worth + self.start / max(1, self.tried)

    def add(self, value: float) -> None:
        """Add the result of another world."""
        self.values.append(value)
        self.total += value


def race(
    lines: Sequence[L],
    world: Callable[[int], Playout],
    spent: Callable[[int], float],
    starts: Sequence[float] | None = None,
    near: float = 0.0,
    favourite: L | None = None,
) -> list[Racer[L]]:
    """Race candidates against each other and return all of them, in their order.

    `world` creates the world with a number; `spent` returns the share of the budget used after a number of playouts.
    The first candidates are tried even if the budget does not suffice for all; a playout or a world that raises TimeUp
    ends the race without a result. `starts` are initial leads based on
    prior knowledge; they lose weight with more playouts. Candidates that can hardly be more than `near` better than the
    best one are eliminated as well. The `favourite` is only eliminated if it is clearly worse than the best one.
    """
    racers = [Racer(line, start) for line, start in zip(lines, starts or [0.0] * len(lines), strict=True)]
    left = racers
    stages = max(1, math.ceil(math.log2(len(lines))))
    done, share = 0, 0.0
    for number in range(1_000_000):
        try:
            playout = world(number)
            for racer in left:
                racer.add(playout(racer.line))
                done += 1
                share = spent(done)
                if share >= 1:
                    return racers
        except TimeUp:
            return racers
        most = max(2, math.ceil(len(lines) * 0.5 ** int(share * stages)))
        left = _kept(left, most, near, favourite)
        if len(left) == 1:
            break
    return racers


def _kept(racers: list[Racer[L]], most: int, near: float, favourite: L | None) -> list[Racer[L]]:
    """Return at most `most` candidates that stay in the race and the favourite, the best first; ties in order."""
    order = sorted(racers, key=lambda racer: racer.place, reverse=True)
    best = order[0]
    kept = order[:most] + [racer for racer in order[most:] if favourite is not None and racer.line == favourite]
    if best.tried < SEEN:
        return kept
    return [best, *(racer for racer in kept[1:] if not _beaten(racer, best, near))]


def _beaten(racer: Racer[L], best: Racer[L], near: float) -> bool:
    """Return whether a candidate is certainly no better than the best one, compared world by world."""
    mean, error = _behind(racer, best)
    return mean + near >= SURE * error


def _behind(racer: Racer[L], best: Racer[L]) -> tuple[float, float]:
    """Return by how much a candidate is worse in the worlds in which both were tried, at least two; its error."""
    behind = [a - b for a, b in zip(best.values, racer.values, strict=False)]
    n = len(behind)
    mean = math.fsum(behind) / n
    spread = math.fsum([(one - mean) ** 2 for one in behind]) / (n - 1)
    return mean, math.sqrt(spread / n)


def winner(racers: Sequence[Racer[L]]) -> Racer[L]:
    """Return the candidate that stayed longest; the best one on a tie."""
    return max(racers, key=lambda racer: racer.place)


def trusted(racers: Sequence[Racer[L]], favourite: L, trust: float) -> Racer[L]:
    """Return the winner if it leads the favourite by more than `trust` standard errors, or else the favourite.

    The best of several candidates leads by one or two standard errors by chance.
    """
    best = winner(racers)
    own = next(racer for racer in racers if racer.line == favourite)
    if best is own:
        return best
    if min(best.tried, own.tried) < LEAST:
        return own
    mean, error = _behind(own, best)
    return best if mean > trust * error else own
