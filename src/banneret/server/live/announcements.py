"""Announcements: what one process says to the others has changed, and how it is carried.

An announcement names a table and whether its match, its seats, its chat or a draft changed; the contents are in the
database. So it does no harm if one is repeated. A process hears those of the tables that it follows. If some may have
been lost, it hears that anything may have changed at a table, and reads everything again.
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
"""The wait before a lost connection is tried again."""
LAST_SECONDS: Final = 2.0
"""How long a process that stops tries to send its last announcements."""

CANCEL_SECONDS: Final = 0.1
"""The wait before a task that goes on is cancelled again."""

Change = tuple[str, str]
"""A table, and what changed there: `match`, `table`, `chat` or `draft`."""
Heard = Callable[[str, str | None], None]
"""Called with a table and what another process changed there; None: anything may have changed."""


class Announcements:
    """The announcements of a process that is alone: there is nobody to hear them."""

    def __init__(self) -> None:
        self.heard: Heard = lambda *_: None

    @property
    def away(self) -> bool:
        """Whether nothing can be announced at the moment."""
        return False

    @property
    def waiting(self) -> int:
        """The number of announcements that are not yet sent."""
        return 0

    async def start(self) -> None:
        """Begin to send and to hear announcements."""

    async def stop(self) -> None:
        """Send what is left, and end."""

    async def check(self) -> None:
        """Raise whatever keeps announcements from being sent."""

    def announce(self, table: str, what: str) -> None:
        """Announce a change to the other processes."""

    def follow(self, table: str) -> None:
        """Begin to hear of a table."""

    def leave(self, table: str) -> None:
        """No longer hear of a table."""


class Carried(Announcements, ABC):
    """Announcements that are carried by a server, which may be away: they are sent when it is back."""

    def __init__(self) -> None:
        super().__init__()
        self.name = new_id()
        """The name of this process in what it announces."""
        self._unsent: dict[Change, None] = {}
        self._sending: dict[Change, None] = {}
        self._to_do = asyncio.Event()
        """Something is to be sent."""
        self._sent = asyncio.Event()
        self._ending = asyncio.Event()
        self._connected = False
        self._task: asyncio.Task[None] | None = None

    @property
    def away(self) -> bool:
        """Whether nothing can be announced at the moment."""
        return not self._connected

    @property
    def waiting(self) -> int:
        """The number of announcements that are not yet sent."""
        return len(self._unsent) + len(self._sending)

    async def start(self) -> None:
        """Begin to connect."""
        self._ending.clear()
        self._task = asyncio.ensure_future(self._run())

    async def stop(self) -> None:
        """Send what is left, and close the connections."""
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
        """Connect and disconnect."""
        try:
            await self._open()
        finally:
            await self._close()

    def announce(self, table: str, what: str) -> None:
        """Announce a change to the other processes; the same change once, however often it waits to be sent."""
        self._unsent[table, what] = None
        self._to_do.set()

    async def _run(self) -> None:
        reported = False  # that it is away
        while not self._ending.is_set():
            try:
                await self._unless_ending(self._open())
                if self._ending.is_set():
                    return
                if reported:
                    log.info("announcements are back")
                reported, self._connected = False, True
                await self._unless_ending(self._read(), self._send_all())
            except Exception as error:  # each carrier has exceptions of its own
                if not reported:
                    log.warning("announcements are away", error=f"{type(error).__name__}: {error}"[:200])
                reported = True
            finally:
                self._connected = False
                self._sent.set()
                with suppress(Exception):  # it may be gone already
                    await self._close()
            await self._unless_ending(asyncio.sleep(AGAIN_SECONDS))

    async def _unless_ending(self, *works: Coroutine[Any, Any, None]) -> None:
        """Work until one of these ends, or this process does; raise the exception with which one ended."""
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
                self._unsent = self._sending | self._unsent  # perhaps some were sent: they are repeated
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
        """Call `heard` for what comes, until the connection is lost; raise what tells so."""

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
