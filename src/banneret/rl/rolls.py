"""Matches in which the caller decides every roll, for explicit chance nodes."""

from __future__ import annotations

from typing import Any

from banneret.kernel.choosers import Action
from banneret.kernel.creation import new_origin
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import derive_key
from banneret.rl.task import Task


class Undecided(BaseException):
    """Raised to interrupt an answer that needs an undecided roll; the match is unchanged. Not an error."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count
        """Number of equally likely results."""


class RolledMatch:
    """A match whose rolls are decided one by one. Shuffles and deals are determined by the seed.

    An answer that leads to rolls is retried with each further result, and played once all are decided. If `explicit`
    is False, rolls are determined by the seed too.
    """

    def __init__(self, task: Task, seed: int, *, explicit: bool = True, events: bool = False) -> None:
        self.task = task
        self._seed = seed
        self._explicit = explicit
        self._events = events
        self._answer: tuple[int, Action] | None = None
        self._results: list[int] = []
        self._next = 0
        self.waiting = 0
        """Number of equally likely results of the pending roll; 0 if there is none."""
        self.match: Match[Any] | None = None
        """The match; None until the rolls before the first question are decided."""
        self._try()

    def play(self, seat: int, action: Action) -> None:
        """Answer for a seat. The answer stays pending if it needs a roll. Raises IllegalAction."""
        if self.waiting:
            raise ValueError("a roll must be decided first")
        self._answer = (seat, action)
        self._try()

    def decide(self, result: int) -> None:
        """Decide the pending roll. Raises ValueError for an impossible result, or if there is no pending roll."""
        if not 0 <= result < self.waiting:
            raise ValueError(f"{result} is not a result of a roll with {self.waiting}")
        self._results.append(result)
        self._try()

    def _roll(self, count: int) -> int:
        """Return the next decided result. Raises Undecided if there is none."""
        if self._next == len(self._results):
            raise Undecided(count)
        self._next += 1
        return self._results[self._next - 1]

    def _try(self) -> None:
        decide = self._roll if self._explicit else None
        self._next = 0
        try:
            if self.match is None:
                key = derive_key("seed", self._seed)
                origin = new_origin(self.task.game, self.task.seat_count, self.task.options, key)
                self.match = Match(rulebook(self.task.game), origin, events=self._events, decide=decide)
            elif self._answer is not None:
                if decide is not None:
                    self.match.roll_with(decide)
                self.match.play(*self._answer)
        except Undecided as roll:
            self.waiting = roll.count
            return
        self.waiting = 0
        self._answer = None
        self._results = []

    def clone(self) -> RolledMatch:
        """Return an independent match in the same position."""
        twin = RolledMatch.__new__(RolledMatch)
        twin.__dict__.update(self.__dict__)
        twin._results = self._results[:]
        twin.match = None if self.match is None else self.match.clone()
        return twin
