"""Workers that play games: the common interface of local processes and clusters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from banneret.sim.games import Played

Play: TypeAlias = Callable[[Any, Sequence[int]], list[Played]]
"""Plays the games of seeds by a plan; a module-level function, so that other processes can import it."""


class WorkersError(RuntimeError):
    """Worker processes end before they start to play."""


class Workers(Protocol):
    """Workers that play chunks of games. A worker that ends is replaced."""

    @property
    def count(self) -> int:
        """The number of workers."""
        ...

    def begin(self, chunk: int, seeds: Sequence[int]) -> None:
        """Assign a chunk to a worker."""
        ...

    def wait(self) -> tuple[dict[int, list[Played]], list[int]]:
        """Wait for a change; return the finished chunks and those that were lost.

        Raises WorkersError if there are no workers.
        """
        ...

    def close(self) -> None:
        """Stop the workers."""
        ...
