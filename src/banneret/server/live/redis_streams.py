"""Announcements through Redis: each table has a stream, which is read by every process that follows the table.

A process reads each stream from the last announcement that it has seen, so it misses nothing after a lost connection.
Streams are trimmed, expire, and are lost if Redis is flushed or restarted. To detect that, the process checks that the
last announcement seen still exists, which proves that all later ones do; and that its marker, a stream of its own, has
not been flushed. Otherwise, anything may have changed at the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from banneret.server.live.announcements import Carried, Change

LENGTH: Final = 100
"""Approximate maximum length of a stream."""
KEPT_SECONDS: Final = 3600
"""Seconds after the last announcement until a stream expires."""
BLOCK_MS: Final = 5000
"""Milliseconds for which Redis waits for an announcement before the marker is checked."""
REPLY_SECONDS: Final = 10.0
"""Timeout of replies in seconds; must exceed `BLOCK_MS`."""
PAUSE_SECONDS: Final = 20e-6
"""Seconds to pause between two reads per followed table, because reading many streams at once is expensive."""
BEGINNING: Final = b"0-0"

Entries = list[tuple[bytes, dict[bytes, bytes]]]


class RedisStreams(Carried):
    """Announcements through Redis streams, one per table."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._reader: Any = None  # clients of Redis, whose types are wider than what they return
        self._writer: Any = None
        self._server = ""
        """Run id of the Redis server to which the positions belong."""
        self._seen: dict[str, bytes | None] = {}
        """Last announcement seen of each followed table; None if unknown."""
        self._marker = f"banneret:process:{self.name}"
        self._marked = BEGINNING
        self._wake = False
        """Whether the reader must be woken because it does not yet wait for a followed table."""

    def follow(self, table: str) -> None:
        """Start receiving announcements of a table; the first one says that anything may have changed."""
        self._seen[table] = None
        self._wake = True
        self._to_do.set()

    def leave(self, table: str) -> None:
        """Stop receiving announcements of a table."""
        self._seen.pop(table, None)

    async def _open(self) -> None:
        # Commands are not retried silently: a lost connection must be noticed.
        options: dict[str, Any] = {
            "protocol": 2,
            "socket_connect_timeout": 5,
            "socket_timeout": REPLY_SECONDS,
            "retry": Retry(NoBackoff(), 0),
        }
        self._reader = Redis.from_url(self._address, single_connection_client=True, **options)
        self._writer = Redis.from_url(self._address, single_connection_client=True, **options)
        server = (await self._writer.info("server"))["run_id"]
        if server == self._server and await self._touch_marker():
            await self._prove()
        else:
            self._server = server
            self._doubt(self._seen)
            await self._mark(self._writer)

    async def _close(self) -> None:
        for one in (self._reader, self._writer):
            if one is not None:
                await one.aclose()
        self._reader = self._writer = None

    async def _read(self) -> None:
        while True:
            await self._begin(self._reader)
            streams = {_key(table): seen for table, seen in self._seen.items() if seen is not None}
            found = await self._reader.xread({self._marker: self._marked} | streams, count=LENGTH, block=BLOCK_MS)
            await self._take(self._reader, {name.decode(): entries for name, entries in found or ()})
            await asyncio.sleep(PAUSE_SECONDS * len(streams))

    async def _begin(self, redis: Any) -> None:
        """Find the ends of streams that are new or in doubt, and report that anything may have changed there."""
        new = [table for table, seen in self._seen.items() if seen is None]
        if not new:
            return
        async with redis.pipeline(transaction=False) as pipeline:
            for table in new:
                pipeline.xrevrange(_key(table), count=1)
            ends: list[Entries] = await pipeline.execute()
        for table, last in zip(new, ends, strict=True):
            if table in self._seen:
                self._seen[table] = last[0][0] if last else BEGINNING
                self.heard(table, None)

    async def _take(self, redis: Any, found: dict[str, Entries]) -> None:
        """Report what was read, unless something before it may be missing."""
        for id_, _ in found.pop(self._marker, []):
            self._marked = id_
        tables = {name.rpartition(":")[2]: entries for name, entries in found.items()}
        async with redis.pipeline(transaction=False) as pipeline:
            pipeline.expire(self._marker, KEPT_SECONDS)
            followed = [table for table in tables if self._seen.get(table) is not None]
            for table in followed:
                pipeline.xrange(_key(table), self._seen[table], self._seen[table], count=1)
            marked, *proofs = await pipeline.execute()
        if not marked:  # Redis was flushed
            self._doubt(self._seen)
            await self._mark(redis)
        for table, proof in zip(followed, proofs, strict=True):
            seen = self._seen.get(table)
            if seen is None:
                continue
            if seen != BEGINNING and not proof:
                self._seen[table] = None
                continue
            self._seen[table] = tables[table][-1][0]
            for what in {said[b"what"]: None for _, said in tables[table] if said[b"by"] != self.name.encode()}:
                self.heard(table, what.decode())

    async def _prove(self) -> None:
        """Put tables in doubt whose last announcement seen no longer exists."""
        known = [table for table, seen in self._seen.items() if seen is not None]
        async with self._writer.pipeline(transaction=False) as pipeline:
            for table in known:
                pipeline.xrange(_key(table), self._seen[table], self._seen[table], count=1)
            proofs = await pipeline.execute()
        self._doubt([table for table, proof in zip(known, proofs, strict=True) if not proof])

    def _doubt(self, tables: Iterable[str]) -> None:
        for table in tables:
            if table in self._seen:
                self._seen[table] = None

    async def _mark(self, redis: Any) -> None:  # a client
        """Create the marker."""
        async with redis.pipeline(transaction=False) as pipeline:
            pipeline.xadd(self._marker, {"by": self.name}, maxlen=1, approximate=False)
            pipeline.expire(self._marker, KEPT_SECONDS)
            await pipeline.execute()

    async def _touch_marker(self) -> bool:
        """Append to the marker, which wakes the reader; return whether the marker still existed."""
        added = await self._writer.xadd(self._marker, {"by": self.name}, maxlen=1, approximate=False, nomkstream=True)
        return added is not None

    async def _send(self, changes: Sequence[Change]) -> None:
        wake, self._wake = self._wake, False
        async with self._writer.pipeline(transaction=False) as pipeline:
            for table, what in changes:
                pipeline.xadd(_key(table), {"by": self.name, "what": what}, maxlen=LENGTH, approximate=True)
            for table in {table: None for table, _ in changes}:
                pipeline.expire(_key(table), KEPT_SECONDS)
            await pipeline.execute()
        if wake and not await self._touch_marker():
            raise ConnectionError("Redis was flushed")


def _key(table: str) -> str:
    return f"banneret:table:{table}"
