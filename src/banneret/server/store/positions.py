"""What is stored of a match's position besides its entries: ids of open questions, the last checkpoint, events."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.kernel.match import Match
from banneret.server.store import schema


def checkpointed(match: Match[Any], seq: int) -> dict[str, Any]:
    """Return the columns of the last checkpoint, from which a match continues under newer rules."""
    position = match.position() | {"told": match.events_before}
    return {"checkpoint": msgspec.json.encode(position), "checkpoint_seq": seq}


async def write_events(connection: AsyncConnection, table: str, match: Match[Any]) -> None:
    """Store the events of a match that begins, which show it when its rules have changed."""
    rows = event_rows(table, 0, match, 0)
    if rows:
        await connection.execute(insert(schema.told), rows)


def event_rows(table: str, seq: int, match: Match[Any], since: int) -> list[dict[str, Any]]:
    """Return the rows of the events from number `since` on."""
    return [
        {"table_id": table, "number": one.number, "seq": seq, "seen": one.seen, "body": msgspec.json.encode(one.event)}
        for one in match.events[since:]
    ]


def rewrite_events(connection: Connection, table: str, match: Match[Any], upto: int) -> None:
    """Rewrite the stored events before number `upto` in the format of newer rules."""
    stored = schema.told
    rows = connection.execute(
        select(stored.c.number, stored.c.body).where(stored.c.table_id == table, stored.c.number < upto)
    )
    bodies = {row.number: row.body for row in rows}
    for one in match.events[:upto]:
        body = msgspec.json.encode(one.event)
        if body != bodies[one.number]:
            where = (stored.c.table_id == table) & (stored.c.number == one.number)
            connection.execute(update(stored).where(where).values(body=body))
