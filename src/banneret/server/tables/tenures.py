"""Tenures: which people have held each seat of a table, and since which entry and chat message.

A tenure lasts until another person takes the seat: while a bot stands in for a player, it is still that player's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.store import schema


class Tenure(NamedTuple):
    """A person who held a seat."""

    seat: int
    person: str
    seq: int
    """The last entry of the match when the tenure began."""
    chat: int
    """The id of the last chat message when the tenure began."""


class Span(NamedTuple):
    """Chat messages written while a person held a seat: ids after `first`, up to `last`, or all later ones if None."""

    seat: int
    first: int
    last: int | None


async def tenures_of(connection: AsyncConnection, table: str) -> list[Tenure]:
    """Return the tenures of a table, in order of seats and time."""
    tenures = schema.tenures
    rows = await connection.execute(
        select(tenures).where(tenures.c.table_id == table).order_by(tenures.c.seat, tenures.c.number)
    )
    return [Tenure(row.seat, row.person_id, row.seq, row.chat) for row in rows]


async def begin_tenures(connection: AsyncConnection, table: str, seats: Mapping[int, str], now: int) -> None:
    """Record that people take seats; a seat that returns to its last holder keeps its tenure."""
    count: dict[int, int] = {}
    last: dict[int, str] = {}
    for one in await tenures_of(connection, table):
        count[one.seat] = count.get(one.seat, 0) + 1
        last[one.seat] = one.person
    new = {seat: person for seat, person in seats.items() if last.get(seat) != person}
    if not new:
        return
    head = await connection.scalar(select(schema.tables.c.head).where(schema.tables.c.id == table))
    chat = await connection.scalar(select(func.max(schema.chat.c.id)).where(schema.chat.c.table_id == table))
    rows = [
        {
            "table_id": table,
            "seat": seat,
            "number": count.get(seat, 0),
            "person_id": person,
            "seq": head or 0,
            "chat": chat or 0,
            "at": now,
        }
        for seat, person in new.items()
    ]
    await connection.execute(insert(schema.tenures), rows)


def spans_of(tenures: Sequence[Tenure], person: str, seats: Iterable[int]) -> list[Span]:
    """Return the spans during which a person held some of the seats."""
    found = []
    for seat in seats:
        held = [one for one in tenures if one.seat == seat]
        ends = [*(one.chat for one in held[1:]), None]
        found += [Span(seat, one.chat, end) for one, end in zip(held, ends, strict=False) if one.person == person]
    return found
