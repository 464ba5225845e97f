"""Administrative actions on tables."""

from __future__ import annotations

from typing import Final

from sqlalchemy import or_, select, update

from banneret.server.admin.audit import note
from banneret.server.admin.people import HOUR_MS
from banneret.server.admin.rights import Actor, TableAct, demand
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.stamps import stamp_table
from banneret.server.tables.rows import get_table, get_tables
from banneret.server.tables.table import Table

PAGE: Final = 100
"""Maximum number of tables per response."""


class TablesAdministration:
    """Finds tables, and carries out acts on them.

    Only the database is changed. Processes that have the match in memory notice its new stamp and status.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    async def list(self, status: str | None = None, search: str = "", limit: int = PAGE) -> list[Table]:
        """Return tables, even private ones, by part of the title or by id, the most recently used first."""
        tables = schema.tables
        wanted = select(tables.c.id).order_by(tables.c.touched_at.desc(), tables.c.id).limit(limit)
        if status is not None:
            wanted = wanted.where(tables.c.status == status)
        if search:
            wanted = wanted.where(or_(tables.c.title.icontains(search, autoescape=True), tables.c.id == search))
        async with self.database.reading() as connection:
            ids = [row.id for row in await connection.execute(wanted)]
            return await get_tables(connection, ids)

    async def act(
        self, actor: Actor, act: TableAct, table: str, reason: str, now: int, hours: int | None = None
    ) -> Table:
        """Carry out an act; return the changed table. Raises Problem."""
        async with self.database.writing() as connection:
            demand(actor, act, await get_table(connection, table, lock=True))
            await stamp_table(connection, table)
            tables, seats = schema.tables, schema.seats
            this = tables.c.id == table
            if act == "close":
                await connection.execute(
                    update(tables).where(this).values(status="closed", halted=reason, ended_at=now)
                )
                await connection.execute(update(seats).where(seats.c.table_id == table).values(ask="", deadline=None))
            elif act == "unhalt":
                await connection.execute(update(tables).where(this).values(status="running", halted=None))
            else:
                more = (hours or 0) * HOUR_MS
                if more <= 0:
                    raise Problem("invalid", "hours: 1 or more.")
                timed = (seats.c.table_id == table) & seats.c.bank.is_not(None)
                await connection.execute(
                    update(seats).where(timed).values(bank=seats.c.bank + more, deadline=seats.c.deadline + more)
                )
            detail = f"{hours} h" if act == "extend" else ""
            await note(connection, actor, act, now, reason, table=table, detail=detail)
            return await get_table(connection, table)
