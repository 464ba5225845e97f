"""Data of a table that a process caches along with its match, so that answers are checked without the database.

They were read at the table's `stamp`; entries are stored only if it has not changed.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import BindParameter, bindparam, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.tables.rows import get_table
from banneret.server.tables.table import Table


class Known(NamedTuple):
    """Cached data of a player: the settings for notices as JSON, and the end of a vacation (0 if none)."""

    settings: str
    vacation_until: int


class Kept(NamedTuple):
    """A table as it was read, with related data."""

    stamp: int
    table: Table
    people: dict[str, Known]
    consents: bool
    """Whether a request for consent to an undo is open."""


class Head(NamedTuple):
    """A table's last entry, stamp and status in the database."""

    head: int
    stamp: int
    status: str
    halted: str | None


_TABLE: Final[BindParameter[str]] = bindparam("table")
_HEAD: Final = select(
    schema.tables.c.head, schema.tables.c.stamp, schema.tables.c.status, schema.tables.c.halted
).where(schema.tables.c.id == _TABLE)
_PEOPLE: Final = (
    select(schema.people.c.id, schema.people.c.settings, schema.people.c.vacation_until)
    .join(schema.seats, schema.seats.c.person_id == schema.people.c.id)
    .where(schema.seats.c.table_id == _TABLE)
)
_CONSENTS: Final = select(exists().where(schema.consents.c.table_id == _TABLE, schema.consents.c.status == "asked"))


async def read_head(connection: AsyncConnection, table: str) -> Head:
    """Return a table's last entry, stamp and status. Raises Problem not-found."""
    row: Any = (await connection.execute(_HEAD, {"table": table})).one_or_none()
    if row is None:
        raise Problem("not-found", f"There is no table {table!r}.")
    return Head(row.head, row.stamp, row.status, row.halted)


async def read_kept(connection: AsyncConnection, table: str, stamp: int) -> Kept:
    """Return the cached data of a table; the stamp must be read before. Raises Problem not-found."""
    found = await get_table(connection, table)
    rows = await connection.execute(_PEOPLE, {"table": table})
    people = {row.id: Known(row.settings, row.vacation_until or 0) for row in rows}
    asked = await connection.scalar(_CONSENTS, {"table": table})
    return Kept(stamp, found, people, bool(asked))
