"""The security log: sign-ins, failed attempts, and changes to an account's credentials, with the address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import structlog

log = structlog.get_logger()

EVENTS: Final = {
    "signed in": False,
    "sign-in failed": True,
    "sign-in delayed": True,
    "signed out": False,
    "session ended": False,
    "account made": False,
    "login taken": True,
    "password changed": False,
    "new password asked for": False,
    "password reset": False,
    "address changed": False,
    "address confirmed": False,
    "passkey added": False,
    "passkey removed": False,
    "account deleted": False,
}
"""Security events, and whether each is logged as a warning because it may be an attack."""


class SecurityLog:
    """Logs security events with account and address, and notifies listeners."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[str], None]] = []
        """Called with each event."""

    def note(self, event: str, *, account: str | None, address: str) -> None:
        """Log an event; `account` is a person's id, or None if there is no such account."""
        write = log.warning if EVENTS[event] else log.info
        write(event, security=True, account=account, address=address)
        for listener in self.listeners:
            listener(event)
