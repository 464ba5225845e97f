"""Attempts to sign in: after some failures, an account waits longer and longer before it may be tried again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from banneret.server.problems import Problem

FREE: Final = 5
"""Failures in a row that cost no delay."""
LONGEST_MS: Final = 60_000
"""Upper bound of the delay: whoever guesses passwords must not keep the owner out for long."""
FORGOTTEN_MS: Final = 3_600_000
"""Failures are forgotten if no attempt was made for an hour."""
COUNTED: Final = 100_000
"""Accounts with failures kept at once; those tried longest ago are forgotten first."""


class Attempts:
    """Failed attempts by login, counted by this process. Logins that do not exist are counted alike."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.clock = clock
        self._failed: OrderedDict[str, tuple[int, int]] = OrderedDict()
        """Login -> failures in a row, and when the next attempt is allowed."""

    def begin(self, login: str) -> None:
        """Count an attempt, as failed until `succeeded` is called. Raises Problem too-many during a delay.

        It is counted before the password is checked, so that attempts at the same time do not escape the delay.
        """
        now = self.clock()
        failures, allowed_at = self._failed.get(login, (0, 0))
        if now < allowed_at:
            wait = allowed_at - now
            raise Problem("too-many", f"Too many failed attempts; try again in {wait / 1000:.1f} s.", retry_ms=wait)
        if now - allowed_at > FORGOTTEN_MS:
            failures = 0
        failures += 1
        delay = min(LONGEST_MS, 1000 * 2 ** min(failures - FREE, 16)) if failures >= FREE else 0
        self._failed[login] = failures, now + delay
        self._failed.move_to_end(login)
        if len(self._failed) > COUNTED:
            self._failed.popitem(last=False)

    def succeeded(self, login: str) -> None:
        """Forget the failures of a login."""
        self._failed.pop(login, None)
