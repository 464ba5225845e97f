"""The workers that play games: what a process of this machine and a cluster have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from banneret.sim.games import Played

Play: TypeAlias = Callable[[Any, Sequence[int]], list[Played]]
"""What plays the games of some seeds by a plan; a function of a module, so that other processes find it."""


class WorkersError(RuntimeError):
    """Processes that are to play end before they begin."""


class Workers(Protocol):
    """Who plays chunks of games. A worker that ends is replaced."""

    @property
    def count(self) -> int:
        """How many play at the same time."""
        ...

    def begin(self, chunk: int, seeds: Sequence[int]) -> None:
        """Hand out a chunk."""
        ...

    def wait(self) -> tuple[dict[int, list[Played]], list[int]]:
        """Wait until something has changed; return the chunks that are finished, and those that were lost.

        Raises WorkersError if no worker can be had.
        """
        ...

    def close(self) -> None:
        """Send the workers home."""
        ...
