"""The audit log: who performed which administrative action, on what, when and why. Entries are never changed."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.admin.rights import Act, Actor
from banneret.server.store import schema
from banneret.server.store.database import Database

PAGE: Final = 200
"""Maximum number of entries per response."""


class AuditEntry(msgspec.Struct, frozen=True):
    """An administrative action."""

    number: int
    """Consecutive number of the entry."""
    at: int
    actor_id: str | None
    """Null for the command line."""
    actor: str
    """Name of the actor at that time."""
    act: str
    person_id: str | None
    person: str | None
    """Current name of the person."""
    table_id: str | None
    table: str | None
    """Title of the table; null if it no longer exists."""
    reason: str
    detail: str


async def note(
    connection: AsyncConnection,
    actor: Actor,
    act: Act,
    now: int,
    reason: str,
    *,
    person: str | None = None,
    table: str | None = None,
    detail: str = "",
) -> None:
    """Add an entry, in the transaction of the act itself."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        await connection.execute(text("LOCK TABLE audit IN SHARE ROW EXCLUSIVE MODE"))
    last = await connection.scalar(select(func.max(schema.audit.c.number)))
    await connection.execute(
        insert(schema.audit).values(
            number=int(last or 0) + 1,
            at=now,
            actor_id=actor.id,
            actor=actor.name,
            act=act,
            person_id=person,
            table_id=table,
            reason=reason,
            detail=detail,
        )
    )


async def entries(database: Database, limit: int = PAGE) -> list[AuditEntry]:
    """Return the latest entries, the newest first."""
    audit, people, tables = schema.audit, schema.people, schema.tables
    wanted = (
        select(audit, people.c.name.label("person"), tables.c.title.label("table"))
        .outerjoin(people, people.c.id == audit.c.person_id)
        .outerjoin(tables, tables.c.id == audit.c.table_id)
        .order_by(audit.c.number.desc())
        .limit(limit)
    )
    async with database.reading() as connection:
        rows = await connection.execute(wanted)
        return [AuditEntry(**row._mapping) for row in rows]  # public despite its name
