"""Stamps: a table's `stamp` goes up with every change of what processes keep of it in memory, beside its entries.

That is who sits at it, requests for consent, and what the people there have set. An entry is stored only under the
stamp with which its process has read the table.
"""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.store import schema


async def stamp_table(connection: AsyncConnection, table: str) -> None:
    """Let all processes read a table again before they store an entry of it."""
    tables = schema.tables
    await connection.execute(update(tables).where(tables.c.id == table).values(stamp=tables.c.stamp + 1))


async def stamp_tables_of(connection: AsyncConnection, person: str) -> None:
    """Do so for the tables at which a person plays."""
    tables, seats = schema.tables, schema.seats
    sits = select(seats.c.table_id).where(seats.c.person_id == person)
    playing = (tables.c.id.in_(sits)) & (tables.c.status == "running")
    await connection.execute(update(tables).where(playing).values(stamp=tables.c.stamp + 1))
