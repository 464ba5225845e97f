"""A race of candidates: played out in the same worlds, and those that fall behind drop out.

Sequential halving: by the end of the budget about two are left, which were looked at oftenest. One that is clearly
behind the best, or never does anything else than it, drops out before; when one alone is left, the rest is saved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

L = TypeVar("L")

SURE: Final = 2.0
"""Who is behind, even if it is by so many standard errors better than it was, is behind for good."""
SEEN: Final = 8
"""Before so many worlds nothing is clear."""

Playout: TypeAlias = Callable[[Any], float]
"""Plays a candidate out in one world and says what came of it."""


class Racer(Generic[L]):
    """A candidate and what came of it in each world so far."""

    __slots__ = ("line", "start", "total", "values")

    def __init__(self, line: L, start: float = 0.0) -> None:
        self.line = line
        self.start = start
        """How far ahead it begins: as if it had been so much better in one world."""
        self.values: list[float] = []
        self.total = 0.0

    @property
    def tried(self) -> int:
        """In how many worlds it was played out."""
        return len(self.values)

    @property
    def worth(self) -> float:
        """The mean of what came of it."""
        return self.total / len(self.values) if self.values else -math.inf

    @property
    def place(self) -> tuple[int, float]:
        """What racers are compared by: who stayed longer, then what came of it, with the start."""
        return self.tried, self.worth + self.start / max(1, self.tried)

    def add(self, value: float) -> None:
        """Note what came of it in one world more."""
        self.values.append(value)
        self.total += value


def race(
    lines: Sequence[L],
    world: Callable[[int], Playout],
    spent: Callable[[int], float],
    starts: Sequence[float] | None = None,
    near: float = 0.0,
) -> list[Racer[L]]:
    """Let candidates race; return all of them, in their order.

    `world` makes the world of a number, `spent` says which share of the budget so many playouts have used up. The
    first candidates are played out even if there is no budget for all. `starts` says how far ahead each begins, from
    what is known before; it fades as playouts tell more. Who can hardly be more than `near` better than the best
    drops out as well.
    """
    racers = [Racer(line, start) for line, start in zip(lines, starts or [0.0] * len(lines), strict=True)]
    left = racers
    stages = max(1, math.ceil(math.log2(len(lines))))
    done, share = 0, 0.0
    for number in range(1_000_000):
        playout = world(number)
        for racer in left:
            racer.add(playout(racer.line))
            done += 1
            share = spent(done)
            if share >= 1:
                return racers
        most = max(2, math.ceil(len(lines) * 0.5 ** int(share * stages)))
        left = _kept(left, most, near)
        if len(left) == 1:
            break
    return racers


def _kept(racers: list[Racer[L]], most: int, near: float) -> list[Racer[L]]:
    """Return who stays in the race: at most so many, the best first; of equal ones the first."""
    order = sorted(racers, key=lambda racer: racer.place, reverse=True)
    best = order[0]
    kept = order[:most]
    if best.tried < SEEN:
        return kept
    return [best, *(racer for racer in kept[1:] if not _beaten(racer, best, near))]


def _beaten(racer: Racer[L], best: Racer[L], near: float) -> bool:
    """Tell whether a candidate is surely no better than the best one, world by world."""
    n = best.tried
    behind = [a - b for a, b in zip(best.values, racer.values, strict=True)]
    mean = math.fsum(behind) / n
    spread = math.fsum([(one - mean) ** 2 for one in behind]) / (n - 1)
    return mean + near >= SURE * math.sqrt(spread / n)


def winner(racers: Sequence[Racer[L]]) -> Racer[L]:
    """Return who stayed longest; of those who stayed as long the best."""
    return max(racers, key=lambda racer: racer.place)
