"""Clocks: expired time, and vacations. The remaining time is computed in `banks`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import ColumnElement, case, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.matches.host import Host
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.steady_time import SteadyTime
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.stamps import stamp_table, stamp_tables_of
from banneret.server.tables.lifecycle import Tables
from banneret.server.tables.table import TableSettings

log = structlog.get_logger()

GAP_MS: Final = 15_000
"""Gaps of up to this many milliseconds, three intervals between heartbeats, are not compensated."""

OTHERS_SECONDS: Final = 7.5
"""Seconds to wait for the heartbeat of another serving process."""

Listener = Callable[[str], Awaitable[None]]


class Clocks:
    """Handles expired clocks; `due` must be called regularly."""

    def __init__(self, database: Database, host: Host, tables: Tables, time: SteadyTime, *, alone: bool) -> None:
        self.database = database
        self.host = host
        self.tables = tables
        self.time = time
        self.clock = time.now
        self.alone = alone
        """Whether this is the only serving process."""
        self.listeners: list[Listener] = []
        """Called with a table's id after a clock has run out there."""
        self._beating = asyncio.Lock()

    # Downtime

    async def resume(self) -> None:
        """Resume clocks with the time left when a server last ran. Must be called before serving.

        Neither downtime nor a changed system clock costs players any time.
        """
        now = self.clock()
        seats, beats = schema.seats, schema.heartbeat
        async with self.database.reading() as connection:
            last = await connection.scalar(select(beats.c.at))
        if last is None or abs(now - last) <= GAP_MS:
            return
        if not self.alone:
            await asyncio.sleep(OTHERS_SECONDS)
            async with self.database.reading() as connection:
                later = await connection.scalar(select(beats.c.at))
            if later is not None and later != last:  # another process serves: adopt its time
                self.time.move(later - self.clock())
                return
        ran = case((seats.c.asked_at > last, seats.c.asked_at), else_=last)
        async with self.database.writing() as connection:
            moved = await self._shift(connection, now - ran, max(now, last))
            await connection.execute(update(beats).values(at=now))
        if moved:
            log.warning("clocks resumed", seconds=round((now - last) / 1000), tables=len(moved))

    async def beat(self) -> None:
        """Store a heartbeat, and follow the system clock if it has been set forward.

        If it has been set back, the server's time stays ahead until the next start.
        """
        async with self._beating:  # a jump that two heartbeats saw would be followed twice
            await self._beat()

    async def _beat(self) -> None:
        seats, beats = schema.seats, schema.heartbeat
        async with self.database.reading() as connection:
            last = await connection.scalar(select(beats.c.at))
            running = await connection.scalar(select(seats.c.seat).where(seats.c.deadline.is_not(None)).limit(1))
        if last is not None and last > self.clock() + GAP_MS:  # another process has already moved all clocks
            self.time.move(last - self.clock())
        jump = self.time.jump()
        if jump <= GAP_MS:  # ordinary drift
            jump = 0
        moved: Sequence[str] = ()
        if jump or running is not None:
            at = self.clock() + jump
            async with self.database.writing() as connection:
                if jump:
                    moved = await self._shift(connection, literal(jump), self.clock())
                done = await connection.execute(update(beats).where(beats.c.at < at).values(at=at))
                if not done.rowcount and last is None:
                    await connection.execute(self.database.insert_or_replace(beats, "id"), {"id": 1, "at": at})
            self.time.move(jump)
        if jump:
            log.warning("system clock set forward", seconds=round(jump / 1000), tables=len(moved))
        for table in moved:
            for listener in self.listeners:
                await listener(table)

    async def _shift(self, connection: AsyncConnection, by: ColumnElement[int], now: int) -> Sequence[str]:
        """Shift all running clocks and return their tables, except clocks that start after a vacation."""
        seats, tables = schema.seats, schema.tables
        runs = seats.c.bank.is_not(None) & (seats.c.asked_at <= now + GAP_MS)
        played = select(seats.c.table_id).where(runs).distinct()
        found = (await connection.execute(played)).scalars().all()
        await connection.execute(update(tables).where(tables.c.id.in_(played)).values(stamp=tables.c.stamp + 1))
        await connection.execute(
            update(seats).where(runs).values(deadline=seats.c.deadline + by, asked_at=seats.c.asked_at + by)
        )
        return found

    # Expired clocks

    async def due(self) -> int:
        """Handle all expired clocks; return their number."""
        now = self.clock()
        seats, people = schema.seats, schema.people
        async with self.database.reading() as connection:
            rows = (
                await connection.execute(
                    select(seats, people.c.vacation_until)
                    .join(people, people.c.id == seats.c.person_id, isouter=True)
                    .where(seats.c.deadline.is_not(None), seats.c.deadline <= now, seats.c.bot.is_(None))
                    .order_by(seats.c.deadline)
                    .limit(100)
                )
            ).all()
        done = 0
        for row in rows:
            table = await self.tables.get(row.table_id)
            if table.status != "running":
                await self._move(row.table_id, row.seat, row.deadline, None)
            elif table.settings.clock.kind == "days" and (row.vacation_until or 0) > now:
                await self._move(row.table_id, row.seat, row.deadline, row.vacation_until + (row.bank or 0))
            else:
                done += await self._over(row, table.settings)
        return done

    async def _over(self, row: Any, settings: TableSettings) -> int:  # a row of `seats`
        if await self.host.leases.take(row.table_id) is not None:
            return 0  # left to the process that plays the table
        seats = schema.seats
        ask: str = row.ask
        if settings.at_zero == "forfeit":

            def entry(hosted: Hosted) -> dict[str, Any]:
                if hosted.asks().get(row.seat) != ask:
                    raise Problem("stale-ask", "It was answered in time.")
                return {"forfeit": row.seat}

            try:
                await self.host.enter(row.table_id, entry)
            except Problem as problem:
                if problem.kind in ("stale-ask", "refused"):  # answered in time, or already forfeited
                    await self._move(row.table_id, row.seat, row.deadline, None)
                return 0  # other problems may be temporary: retry in the next round
        async with self.database.writing() as connection:
            await stamp_table(connection, row.table_id)
            done = await connection.execute(
                update(seats)
                .where(seats.c.table_id == row.table_id, seats.c.seat == row.seat, seats.c.ask == ask)
                .values(person_id=None, bot=settings.stand_in, deadline=None)
                if settings.at_zero == "bot"
                else update(seats)
                .where(seats.c.table_id == row.table_id, seats.c.seat == row.seat)
                .values(deadline=None)
            )
        await self.host.wake(row.table_id)
        for listener in self.listeners:
            await listener(row.table_id)
        return int(done.rowcount > 0)

    async def _move(self, table: str, seat: int, old: int, new: int | None) -> None:
        """Change a deadline, unless it has changed because the seat was asked again."""
        seats = schema.seats
        where = (seats.c.table_id == table) & (seats.c.seat == seat) & (seats.c.deadline == old)
        async with self.database.writing() as connection:
            await stamp_table(connection, table)
            await connection.execute(update(seats).where(where).values(deadline=new))

    async def vacation(self, person: Person, until: int | None) -> None:
        """Move the deadlines of a person's day clocks to the end of a vacation, or back."""
        now = self.clock()
        seats, tables = schema.seats, schema.tables
        async with self.database.writing() as connection:
            await stamp_tables_of(connection, person.id)
            rows = (
                await connection.execute(
                    select(seats.c.table_id, seats.c.seat, seats.c.bank, tables.c.settings)
                    .join(tables, tables.c.id == seats.c.table_id)
                    .where(seats.c.person_id == person.id, seats.c.deadline.is_not(None))
                )
            ).all()
            for row in rows:
                if msgspec.json.decode(row.settings, type=TableSettings).clock.kind != "days":
                    continue
                # Time spent before the vacation is given back: the simplest rule that is never unfair to the player.
                await connection.execute(
                    update(seats)
                    .where(seats.c.table_id == row.table_id, seats.c.seat == row.seat)
                    .values(deadline=(until or now) + row.bank, asked_at=until or now)
                )
