"""Announcements through PostgreSQL: NOTIFY on one channel, to which all processes listen."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # it has no types
import msgspec

from banneret.server.live.announcements import Carried, Change

CHANNEL: Final = "banneret"


class Announced(msgspec.Struct, frozen=True):
    """A notification: a table, what has changed, and the announcing process."""

    table: str
    by: str
    what: str


_DECODER: Final = msgspec.json.Decoder(Announced)


class PostgresNotify(Carried):
    """Announcements by LISTEN and NOTIFY, on two persistent connections."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._followed: set[str] = set()
        self._came: asyncio.Queue[str | None] = asyncio.Queue()
        self._ears: Any = None  # connections of asyncpg
        self._mouth: Any = None

    def follow(self, table: str) -> None:
        """Start receiving announcements of a table."""
        self._followed.add(table)

    def leave(self, table: str) -> None:
        """Stop receiving announcements of a table."""
        self._followed.discard(table)

    async def _open(self) -> None:
        came: asyncio.Queue[str | None] = asyncio.Queue()
        self._came = came
        self._ears = await asyncpg.connect(self._address)
        self._ears.add_termination_listener(lambda _: came.put_nowait(None))
        self._mouth = await asyncpg.connect(self._address)
        self._mouth.add_termination_listener(lambda _: came.put_nowait(None))
        await self._ears.add_listener(CHANNEL, lambda *said: came.put_nowait(str(said[-1])))
        for table in list(self._followed):  # earlier announcements are not repeated
            self.heard(table, None)

    async def _close(self) -> None:
        for one in (self._ears, self._mouth):
            if one is not None and not one.is_closed():
                await one.close(timeout=2)
        self._ears = self._mouth = None

    async def _read(self) -> None:
        while (raw := await self._came.get()) is not None:
            try:
                said = _DECODER.decode(raw)
            except msgspec.DecodeError:  # from another user of the channel
                continue
            if said.by != self.name and said.table in self._followed:
                self.heard(said.table, said.what)
        raise ConnectionError("the connection to PostgreSQL was lost")

    async def _send(self, changes: Sequence[Change]) -> None:
        if changes:
            said = [msgspec.json.encode(Announced(table, self.name, what)).decode() for table, what in changes]
            await self._mouth.execute("SELECT pg_notify($1, one) FROM unnest($2::text[]) one", CHANNEL, said)
