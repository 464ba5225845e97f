"""Rewards: for the result of a match, and shaping rewards for changes of the evaluation."""

from __future__ import annotations

from typing import Any

from banneret.bots.judging import judging_of
from banneret.kernel.match import Match
from banneret.kernel.rulebook import Outcome
from banneret.rl.task import Task


def returns(outcome: Outcome, seats: int, kind: str) -> list[float]:
    """Return the final reward of each seat, as described at `Task.reward`. With `place` they sum to 0."""
    worth = [0.0] * seats
    if kind == "win":
        for seat in outcome.places[0] if outcome.places else ():
            worth[seat] = 1.0 / len(outcome.places[0])
        return worth
    at = 0
    for place in outcome.places:
        middle = at + (len(place) - 1) / 2
        for seat in place:
            worth[seat] = 1.0 - 2.0 * middle / max(seats - 1, 1)
        at += len(place)
    return worth


class Rewards:
    """Computes the rewards of all seats of a match step by step.

    The shaping reward is the change of the weighted terms since the last evaluation, which takes place at checkpoints
    and at the end. Its sum over a match is therefore the final evaluation minus the initial one. It is based on the
    complete state, including hidden information: use it for training, not for comparison.
    """

    def __init__(self, task: Task, match: Match[Any]) -> None:
        self._task = task
        self._match = match
        self._judging = judging_of(match.rulebook)
        self._worth = self._evaluated() if task.shaping else []
        self._paid = False

    def step(self) -> list[float]:
        """Return the rewards of all seats since the last call."""
        match = self._match
        found = [0.0] * match.seats
        outcome = match.outcome if not self._paid else None
        if outcome is not None:
            found = returns(outcome, match.seats, self._task.reward)
            self._paid = True
        if self._task.shaping and (outcome is not None or match.mark == len(match.answers)):
            now = self._evaluated()
            found = [reward + new - old for reward, new, old in zip(found, now, self._worth, strict=True)]
            self._worth = now
        return found

    def _evaluated(self) -> list[float]:
        worth = []
        for seat in range(self._match.seats):
            evaluation = self._judging.evaluate(self._match.state, seat)
            terms = {**evaluation.terms, "total": evaluation.total}
            worth.append(sum(weight * terms.get(term, 0.0) for term, weight in self._task.shaping.items()))
        return worth
