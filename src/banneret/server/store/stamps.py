"""Stamps: a table's `stamp` is raised by every change, other than entries, to what processes cache of the table.

That is its seats, requests for consent, and settings of the people seated there. An entry is stored only if the stamp
is still the one with which its process has read the table.
"""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.store import schema


async def stamp_table(connection: AsyncConnection, table: str) -> None:
    """Raise the stamp of a table: all processes must read it again before they store another entry."""
    tables = schema.tables
    await connection.execute(update(tables).where(tables.c.id == table).values(stamp=tables.c.stamp + 1))


async def stamp_tables_of(connection: AsyncConnection, person: str) -> None:
    """Raise the stamps of all running tables at which a person plays."""
    tables, seats = schema.tables, schema.seats
    sits = select(seats.c.table_id).where(seats.c.person_id == person)
    playing = (tables.c.id.in_(sits)) & (tables.c.status == "running")
    await connection.execute(update(tables).where(playing).values(stamp=tables.c.stamp + 1))
