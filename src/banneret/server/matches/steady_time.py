"""The time of the server: that of the machine's clock when the process began, and then without jumps."""

from __future__ import annotations

import time
from collections.abc import Callable


def _wall() -> int:
    return int(time.time() * 1000)


class SteadyTime:
    """Milliseconds since 1970, which go on evenly even if the clock of the machine is set or the machine sleeps."""

    def __init__(self, wall: Callable[[], int] = _wall, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.wall = wall
        self._monotonic = monotonic
        self._begun = monotonic()
        self._base = wall()

    def now(self) -> int:
        """Return the time."""
        return self._base + round((self._monotonic() - self._begun) * 1000)

    def jump(self) -> int:
        """Return by how many milliseconds the clock of the machine is ahead of the server's time."""
        return self.wall() - self.now()

    def move(self, by: int) -> None:
        """Move the time forward; clocks of players are to be moved with it."""
        self._base += by
