"""Deadlines of CPU time for the decisions of bots."""

from __future__ import annotations

from math import inf
from time import thread_time
from typing import Final


class TimeUp(Exception):
    """Raised within a search at its deadline, so that the answer tried last is left unfinished."""


class Deadline:
    """The CPU time of a decision of this thread, from its creation on; without seconds, it never passes."""

    __slots__ = ("begun", "seconds")

    def __init__(self, seconds: float | None = None) -> None:
        self.begun: Final = thread_time()
        self.seconds: Final = inf if seconds is None else seconds

    @property
    def used(self) -> float:
        """The seconds used so far."""
        return thread_time() - self.begun

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed."""
        return self.seconds is not inf and thread_time() - self.begun >= self.seconds

    def check(self) -> None:
        """Raise TimeUp if the deadline has passed."""
        if self.is_over:
            raise TimeUp
