"""Export of all data stored about a person, as database rows.

Omitted are secrets, and anything that would reveal that others have answered secretly, such as entry numbers.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.store import schema

Rows = list[dict[str, Any]]  # rows as JSON


async def export_of(connection: AsyncConnection, person: str) -> dict[str, Any]:  # rows as JSON, by table
    """Return all data stored about a person, as rows by table."""
    made = schema.tables.c.creator_id == person
    notices = schema.notices
    hooks = notices.c.person_id.is_(None) & notices.c.table_id.in_(select(schema.tables.c.id).where(made))
    return {
        "person": (await _all(connection, schema.people, schema.people.c.id == person, "password"))[0],
        "sessions": await _of(connection, schema.sessions, person, "token"),
        "mail_links": await _of(connection, schema.mail_links, person, "token"),
        "passkeys": await _of(connection, schema.passkeys, person, "credential", "public_key"),
        "subscriptions": await _of(connection, schema.subscriptions, person, "p256dh", "auth"),
        "blocks": await _of(connection, schema.blocks, person),
        "lists": await _of(connection, schema.lists, person),
        "seats": await _seats(connection, person),
        "tenures": await _of(connection, schema.tenures, person, "seq", "chat"),
        "handovers": await _of(connection, schema.handovers, person, "token"),
        "tables": await _all(
            connection,
            schema.tables,
            made,
            *("key", "salt", "head", "hash", "checkpoint", "checkpoint_seq", "stamp", "label", "touched_at"),
        ),
        "answers": await _of(connection, schema.entries, person, "seq", "body", "hash"),
        "chat": await _of(connection, schema.chat, person, "seq"),
        "reading": await _of(connection, schema.reading, person, "seq"),
        "drafts": await _of(connection, schema.drafts, person),
        "standing_answers": await _of(connection, schema.standing_answers, person),
        "stops": await _of(connection, schema.stops, person),
        "usage": await _of(connection, schema.usage, person),
        "reports": await _all(connection, schema.reports, schema.reports.c.reporter_id == person),
        "notices": await _all(connection, notices, (notices.c.person_id == person) | hooks, "once", "body"),
    }


async def _seats(connection: AsyncConnection, person: str) -> Rows:
    """Return the rows of a person's seats; of those now played by somebody else, only table and seat."""
    seats = schema.seats
    mine = await _of(connection, seats, person, "seen_seq", "ask")
    left = or_(seats.c.person_id.is_(None), seats.c.person_id != person)
    others = [column.name for column in seats.c if column.name not in ("table_id", "seat")]
    return mine + await _all(connection, seats, (seats.c.owner_id == person) & left, *others)


async def _of(connection: AsyncConnection, table: Table, person: str, *but: str) -> Rows:
    return await _all(connection, table, table.c.person_id == person, *but)


async def _all(connection: AsyncConnection, table: Table, where: Any, *but: str) -> Rows:  # a condition
    columns = [column for column in table.c if column.name not in but]
    return [dict(row) for row in (await connection.execute(select(*columns).where(where))).mappings()]
