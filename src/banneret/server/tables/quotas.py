"""Quotas: how much of the server one person may use.

What would exceed a quota is refused, with the amount used. Running matches are not affected.
"""

from __future__ import annotations

import math
from typing import Any, Final

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.tables.table import NewTable

DAY_MS: Final = 86_400_000
MEGABYTE: Final = 1_000_000
STANDING: Final = ("open", "running", "halted")
"""Statuses of tables that count as open."""
ENDED: Final = ("finished", "closed")
BATCH: Final = 100
"""Number of tables measured at a time."""


class Quotas:
    """The quotas of the settings, and their use."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings
        self._thought: dict[str, float] = {}

    async def check_table(self, connection: AsyncConnection, person: str, new: NewTable, now: int) -> None:
        """Check the quotas for a new table. Raises Problem quota."""
        tables = schema.tables.c
        mine = tables.creator_id == person
        standing = await _number(
            connection, select(func.count()).select_from(schema.tables).where(mine, tables.status.in_(STANDING))
        )
        _refuse_beyond("quota_tables", standing, self.settings.quota_tables, "open tables")
        stored = await _number(connection, select(func.sum(tables.size)).where(mine))
        _refuse_beyond("quota_megabytes", stored / MEGABYTE, self.settings.quota_megabytes, "MB in matches that ended")
        if any(place.bot for place in new.places):
            await self.check_bots(connection, person, now)

    async def check_bots(self, connection: AsyncConnection, person: str, now: int) -> None:
        """Check the quota for bots at a person's tables. Raises Problem quota."""
        used = await _used(connection, schema.usage.c.bot_ms, person, now)
        _refuse_beyond("quota_bot_minutes", used / 60_000, self.settings.quota_bot_minutes, _BOTS, now)

    async def count_chat(self, connection: AsyncConnection, person: str, now: int) -> None:
        """Count a chat message. Raises Problem quota if there were too many today."""
        used = await _used(connection, schema.usage.c.chat, person, now)
        _refuse_beyond("quota_chat", used, self.settings.quota_chat, "messages today", now)
        await self._add(connection, person, now, chat=1)

    def thought(self, table: str, seconds: float) -> None:
        """Record CPU time used by a bot at a table; `store_thinking` stores it."""
        self._thought[table] = self._thought.get(table, 0.0) + seconds

    async def store_thinking(self, now: int) -> None:
        """Store the recorded CPU time, charged to the creators of the tables."""
        if not self._thought:
            return
        seconds, self._thought = self._thought, {}
        tables = schema.tables.c
        async with self.database.writing() as connection:
            wanted = select(tables.id, tables.creator_id).where(tables.id.in_(seconds)).order_by(tables.creator_id)
            for table, person in (await connection.execute(wanted)).all():
                await self._add(connection, person, now, bot_ms=round(1000 * seconds[table]))

    async def measure_tables(self) -> None:
        """Store the sizes of some tables whose match has ended, which count for a quota."""
        tables = schema.tables
        ended = select(tables.c.id).where(tables.c.size.is_(None), tables.c.status.in_(ENDED)).limit(BATCH)
        async with self.database.reading() as connection:
            sizes = {id_: await _size(connection, id_) for id_ in (await connection.scalars(ended)).all()}
        if not sizes:
            return
        async with self.database.writing() as connection:
            for id_, size in sizes.items():
                await connection.execute(update(tables).where(tables.c.id == id_).values(size=size))

    async def _add(self, connection: AsyncConnection, person: str, now: int, **used: int) -> None:
        row: dict[str, Any] = {"person_id": person, "day": now // DAY_MS, **used}
        await connection.execute(self.database.insert_or_add(schema.usage, ("person_id", "day"), row))


async def _size(connection: AsyncConnection, table: str) -> int:
    total = 0.0
    for column in (schema.entries.c.body, schema.told.c.body, schema.snapshots.c.body, schema.chat.c.text):
        total += await _number(
            connection, select(func.sum(func.length(column))).where(column.table.c.table_id == table)
        )
    return int(total)


_BOTS: Final = "processor minutes of bots today"


async def _number(connection: AsyncConnection, wanted: Any) -> float:  # a select of one number
    return float(await connection.scalar(wanted) or 0)


async def _used(connection: AsyncConnection, column: Any, person: str, now: int) -> float:  # a column of `usage`
    usage = schema.usage.c
    return await _number(connection, select(column).where(usage.person_id == person, usage.day == now // DAY_MS))


def _refuse_beyond(quota: str, used: float, limit: int, of: str, now: int | None = None) -> None:
    if used < limit:
        return
    more: dict[str, Any] = {"quota": quota, "used": math.ceil(used), "limit": limit}
    if now is None:
        raise Problem("quota", f"{quota}: {math.ceil(used)} of {limit} {of} are used.", **more)
    left = DAY_MS - now % DAY_MS
    detail = f"{quota}: {math.ceil(used)} of {limit} {of} are used; the next day begins at midnight UTC."
    raise Problem("quota", detail, retry_ms=left, **more)
