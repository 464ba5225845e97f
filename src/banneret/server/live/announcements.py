"""Announcements of changes between the processes of a server.

An announcement names a table and whether its match, its seats, its chat or a draft has changed; the contents are in the
database, so repeating one does no harm. A process receives announcements of the tables that it follows. If some may
have been lost, it assumes that anything may have changed at a table, and reads everything again.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final

import structlog

from banneret.server.people.credentials import new_id

log = structlog.get_logger()

AGAIN_SECONDS: Final = 1.0
"""Seconds to wait before reconnecting."""
LAST_SECONDS: Final = 2.0
"""Maximum number of seconds that a stopping process spends on sending its last announcements."""

CANCEL_SECONDS: Final = 0.1
"""Seconds to wait before cancelling a task again."""

Change = tuple[str, str]
"""A table's id, and what has changed: `match`, `table`, `chat` or `draft`."""
Heard = Callable[[str, str | None], None]
"""Called with a table's id and what another process has changed; None if anything may have changed."""


class Announcements:
    """Announcements of the only process of a server, which go nowhere; also the interface of the others."""

    def __init__(self) -> None:
        self.heard: Heard = lambda *_: None

    @property
    def away(self) -> bool:
        """Whether announcements cannot currently be sent."""
        return False

    @property
    def waiting(self) -> int:
        """Number of announcements to be sent."""
        return 0

    async def start(self) -> None:
        """Start sending and receiving announcements."""

    async def stop(self) -> None:
        """Send the remaining announcements, and stop."""

    async def check(self) -> None:
        """Raise the exception that keeps announcements from being sent, if any."""

    def announce(self, table: str, what: str) -> None:
        """Announce a change to the other processes."""

    def follow(self, table: str) -> None:
        """Start receiving announcements of a table."""

    def leave(self, table: str) -> None:
        """Stop receiving announcements of a table."""


class Carried(Announcements, ABC):
    """Announcements through a server that may be unavailable; they are sent after reconnecting."""

    def __init__(self) -> None:
        super().__init__()
        self.name = new_id()
        """The name of this process in its announcements."""
        self._unsent: dict[Change, None] = {}
        self._sending: dict[Change, None] = {}
        self._to_do = asyncio.Event()
        """Set if there is something to send."""
        self._sent = asyncio.Event()
        self._ending = asyncio.Event()
        self._connected = False
        self._task: asyncio.Task[None] | None = None

    @property
    def away(self) -> bool:
        """Whether announcements cannot currently be sent."""
        return not self._connected

    @property
    def waiting(self) -> int:
        """Number of announcements to be sent."""
        return len(self._unsent) + len(self._sending)

    async def start(self) -> None:
        """Start connecting."""
        self._ending.clear()
        self._task = asyncio.ensure_future(self._run())

    async def stop(self) -> None:
        """Send the remaining announcements, and close the connections."""
        if self._task is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                while self.waiting and self._connected:
                    self._sent.clear()
                    await self._sent.wait()
        self._ending.set()
        await self._task
        self._task = None

    async def check(self) -> None:
        """Connect and disconnect. Raises if that fails."""
        try:
            await self._open()
        finally:
            await self._close()

    def announce(self, table: str, what: str) -> None:
        """Announce a change to the other processes; repeated changes in the queue are merged."""
        self._unsent[table, what] = None
        self._to_do.set()

    async def _run(self) -> None:
        reported = False  # whether the failure has been logged
        while not self._ending.is_set():
            try:
                await self._unless_ending(self._open())
                if self._ending.is_set():
                    return
                if reported:
                    log.info("announcements work again")
                reported, self._connected = False, True
                await self._unless_ending(self._read(), self._send_all())
            except Exception as error:  # each implementation has its own exceptions
                if not reported:
                    log.warning("announcements cannot be sent", error=f"{type(error).__name__}: {error}"[:200])
                reported = True
            finally:
                self._connected = False
                self._sent.set()
                with suppress(Exception):  # it may already be closed
                    await self._close()
            await self._unless_ending(asyncio.sleep(AGAIN_SECONDS))

    async def _unless_ending(self, *works: Coroutine[Any, Any, None]) -> None:
        """Run until one of the coroutines ends or this process stops; propagate the exception if one fails."""
        tasks = [asyncio.ensure_future(work) for work in (*works, self._end())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            await _cancelled(*tasks)

    async def _end(self) -> None:
        await self._ending.wait()

    async def _send_all(self) -> None:
        self._to_do.set()
        while True:
            await self._to_do.wait()
            self._to_do.clear()
            self._sending, self._unsent = self._unsent, {}
            try:
                await self._send(list(self._sending))
            except BaseException:
                self._unsent = self._sending | self._unsent  # some may have been sent, and are repeated
                raise
            finally:
                self._sending = {}
            self._sent.set()

    @abstractmethod
    async def _open(self) -> None:
        """Connect, and find out what may have been missed since the last connection."""

    @abstractmethod
    async def _close(self) -> None:
        """Close what `_open` has opened, even if it failed halfway."""

    @abstractmethod
    async def _read(self) -> None:
        """Call `heard` for every announcement, until the connection is lost; then raise an exception."""

    @abstractmethod
    async def _send(self, changes: Sequence[Change]) -> None:
        """Send announcements."""


async def _cancelled(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks and wait until they have ended.

    Before Python 3.12, `asyncio.wait_for`, which clients of Redis use, may swallow a cancellation.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=CANCEL_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)
