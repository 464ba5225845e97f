"""Read marks: the last entry and message that a person has seen at a table, for the recap."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import insert, select, update

from banneret.server.store import schema
from banneret.server.store.database import Clash, Database


class Read(NamedTuple):
    """The last entry and chat message seen, and when; 0 for none."""

    seq: int = 0
    chat: int = 0
    at: int = 0


class Reading:
    """Stores read marks."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def last(self, table: str, person: str) -> Read:
        """Return a person's read mark."""
        reading = schema.reading
        async with self.database.reading() as connection:
            row = (
                await connection.execute(
                    select(reading).where(reading.c.table_id == table, reading.c.person_id == person)
                )
            ).one_or_none()
        return Read() if row is None else Read(row.seq, row.chat, row.at)

    async def seen(self, table: str, person: str, read: Read) -> None:
        """Store a person's read mark."""
        reading = schema.reading
        where = (reading.c.table_id == table) & (reading.c.person_id == person)
        try:
            async with self.database.writing() as connection:
                done = await connection.execute(update(reading).where(where).values(**read._asdict()))
                if not done.rowcount:
                    await connection.execute(insert(reading).values(table_id=table, person_id=person, **read._asdict()))
        except Clash:
            return  # the same person, in another window, at the same time
