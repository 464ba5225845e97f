"""Luck: how much a chance outcome changed everybody's chance to win, compared with its expectation.

The expectation is the mean over worlds where the same answer is given, but dice are rolled again and everything that no
seat can know is dealt again.
"""

from __future__ import annotations

from statistics import fmean, variance
from typing import Any, NamedTuple

from banneret.bots.judging import Judging
from banneret.bots.playouts import number
from banneret.bots.review.worlds import Budget, finish_turn
from banneret.kernel.match import Match


class Stroke(NamedTuple):
    """A chance outcome: the entry that led to it, and for each seat the change and the variance of its estimate."""

    entry: int
    answer: object
    """The answer in the journal, by which it is recognized if it is undone later."""
    changes: tuple[float, ...]
    variances: tuple[float, ...]


class Uncertain:
    """A match before an answer that leads to a chance outcome."""

    def __init__(self, match: Match[Any], judge: Judging[Any], seed: int, worlds: int, budget: Budget) -> None:
        self.everybody = range(match.seats)
        self.judge = judge
        self.seed = seed
        self.worlds = worlds
        self.budget = budget
        self.mark = match.mark
        self.before = match.imagine(self.everybody, seed)

    def stroke(self, entry: int, seat: int, done: str, after: Match[Any]) -> Stroke:
        """Return the luck in the outcome of an answer, after which the match is as given."""
        expected = [self._played(self.before, turn, (seat, done)) for turn in range(self.worlds)]
        if after.outcome is not None or after.mark != self.mark:
            found = [finish_turn(after, self.mark, self.judge, 0, self.budget)]
        else:  # the turn goes on; its rest is imagined, so that what happened later does not count here
            known = after.imagine(self.everybody, self.seed)
            found = [self._played(known, turn, None) for turn in range(self.worlds)]
        changes = tuple(
            fmean(a) - fmean(b) for a, b in zip(zip(*found, strict=True), zip(*expected, strict=True), strict=True)
        )
        variances = tuple(
            _error(a) + _error(b) for a, b in zip(zip(*found, strict=True), zip(*expected, strict=True), strict=True)
        )
        return Stroke(entry, after.answers[-1], changes, variances)

    def _played(self, match: Match[Any], turn: int, answer: tuple[int, str] | None) -> list[float]:
        """Play an answer, if there is one, and the rest of the turn in the world with this number."""
        luck = number("luck", self.seed, turn)
        world = match.imagine(self.everybody, luck)
        mark = world.mark
        if answer is not None:
            world.play(*answer)
        self.budget.count(world, 0)
        return finish_turn(world, mark, self.judge, luck, self.budget, noise=0.0)


def _error(values: tuple[float, ...]) -> float:
    """Return the variance of the mean of some values."""
    return variance(values) / len(values) if len(values) > 1 else 0.0
