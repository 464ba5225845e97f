"""A person's results by army list, in finished matches."""

from __future__ import annotations

import msgspec
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.people.accounts import Person
from banneret.server.store import schema
from banneret.server.store.database import Database


class ListResult(msgspec.Struct, frozen=True, kw_only=True):
    """A person's results with one army list. Lists with the same cards count as one, whatever their names.

    A match is drawn if all seats share the first place. `list` and `name` are those of the most recently changed saved
    list, if any. `last_at` is the time at which the latest of the matches ended.
    """

    rulebook: str
    code: str
    list: str | None
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    last_at: int


class ListResults:
    """Results by army list."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, person: Person, rulebook: str | None) -> list[ListResult]:
        """Return a person's results, the most recently played list first. Only seats played to the end count."""
        seats, tables = schema.seats.c, schema.tables.c
        last = (
            select(schema.seats.c.table_id, func.max(schema.seats.c.place).label("last"))
            .group_by(schema.seats.c.table_id)
            .subquery()
        )
        wanted = (
            select(tables.rulebook, seats.army, seats.place, last.c.last, tables.ended_at)
            .join(schema.tables, tables.id == seats.table_id)
            .join(last, last.c.table_id == seats.table_id)
            .where(seats.person_id == person.id, seats.army.is_not(None), seats.place.is_not(None))
            .where(tables.status == "finished")
            .order_by(tables.ended_at.desc(), tables.id)
        )
        if rulebook is not None:
            wanted = wanted.where(tables.rulebook == rulebook)
        found: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
        async with self.database.reading() as connection:
            for row in await connection.execute(wanted):
                found.setdefault((row.rulebook, row.army), []).append((row.place, row.last, row.ended_at))
            names = await _names(connection, person.id)
        return [_result(key, ends, names.get(key)) for key, ends in found.items()]


async def _names(connection: AsyncConnection, person: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return id and name of a person's saved lists, by game and code."""
    lists = schema.lists.c
    mine = select(lists.rulebook, lists.code, lists.id, lists.name).where(lists.person_id == person, lists.code != "")
    rows = await connection.execute(mine.order_by(lists.changed_at, lists.id))
    return {(row.rulebook, row.code): (row.id, row.name) for row in rows}


def _result(key: tuple[str, str], ends: list[tuple[int, int, int]], saved: tuple[str, str] | None) -> ListResult:
    drawn = sum(last == 1 for _, last, _ in ends)
    won = sum(place == 1 for place, _, _ in ends) - drawn
    return ListResult(
        rulebook=key[0],
        code=key[1],
        list=None if saved is None else saved[0],
        name="" if saved is None else saved[1],
        played=len(ends),
        won=won,
        drawn=drawn,
        lost=len(ends) - won - drawn,
        last_at=ends[0][2],
    )
