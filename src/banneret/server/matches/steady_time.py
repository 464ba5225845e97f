"""The server's time: that of the system clock at the start, continued by the monotonic clock."""

from __future__ import annotations

import time
from collections.abc import Callable


def _wall() -> int:
    return int(time.time() * 1000)


class SteadyTime:
    """Milliseconds since 1970, which advance evenly even if the system clock is set or the machine sleeps."""

    def __init__(self, wall: Callable[[], int] = _wall, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.wall = wall
        self._monotonic = monotonic
        self._begun = monotonic()
        self._base = wall()

    def now(self) -> int:
        """Return the current time."""
        return self._base + round((self._monotonic() - self._begun) * 1000)

    def jump(self) -> int:
        """Return the number of milliseconds by which the system clock is ahead of the server's time."""
        return self.wall() - self.now()

    def move(self, by: int) -> None:
        """Move the time forward; the caller must also shift players' clocks."""
        self._base += by
