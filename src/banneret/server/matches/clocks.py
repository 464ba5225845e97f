"""Clocks: what happens when no time is left, and vacations. How much is left is in `banks`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from sqlalchemy import select, update

from banneret.server.matches.host import Host
from banneret.server.matches.hosted import Hosted
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.stamps import stamp_table, stamp_tables_of
from banneret.server.tables.lifecycle import Tables
from banneret.server.tables.table import TableSettings

Listener = Callable[[str], Awaitable[None]]


class Clocks:
    """Carries out what happens when time is over; `due` is called from time to time."""

    def __init__(self, database: Database, host: Host, tables: Tables, clock: Callable[[], int]) -> None:
        self.database = database
        self.host = host
        self.tables = tables
        self.clock = clock
        self.listeners: list[Listener] = []
        """Called with a table's id when somebody's time was over."""

    async def due(self) -> int:
        """Carry out what happens to those whose time is over; return how many there were."""
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
            return 0  # the process that plays the table sees to it
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
                if problem.kind in ("stale-ask", "refused"):  # answered in time, or given up already
                    await self._move(row.table_id, row.seat, row.deadline, None)
                return 0  # whatever else it is may be mended: the next round tries again
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
        """Set a deadline, if it still is the old one: who was asked anew meanwhile has another."""
        seats = schema.seats
        where = (seats.c.table_id == table) & (seats.c.seat == seat) & (seats.c.deadline == old)
        async with self.database.writing() as connection:
            await stamp_table(connection, table)
            await connection.execute(update(seats).where(where).values(deadline=new))

    async def vacation(self, person: Person, until: int | None) -> None:
        """Move the deadlines of a person's day clocks to the end of a vacation, or back from it."""
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
                # Time spent before the vacation is given back: it is the simplest that is never unfair to its taker.
                await connection.execute(
                    update(seats)
                    .where(seats.c.table_id == row.table_id, seats.c.seat == row.seat)
                    .values(deadline=(until or now) + row.bank, asked_at=until or now)
                )
