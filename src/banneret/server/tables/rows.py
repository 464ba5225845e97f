"""The database rows of tables and their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import BindParameter, and_, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.kernel.registry import rulebook
from banneret.server.people.accounts import Person
from banneret.server.people.credentials import new_id
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.stamps import stamp_table
from banneret.server.tables.table import NewTable, Place, Sitting, Table, TableSettings
from banneret.server.tables.tenures import begin_tenures


async def insert_table(
    connection: AsyncConnection, person: Person, new: NewTable, now: int, origin: Mapping[str, Any] | None = None
) -> str:
    """Insert a validated new table with its seats, without starting it; return its id."""
    id_, book = new_id(), rulebook(new.rulebook)
    places = new.places or (Place(me=True), *[Place()] * (new.seats - 1))
    await connection.execute(
        insert(schema.tables).values(
            id=id_,
            title=_title(new.title),
            rulebook=book.id,
            version=book.version,
            options=msgspec.json.encode(new.options).decode(),
            seat_count=new.seats,
            settings=msgspec.json.encode(new.settings).decode(),
            visibility=new.visibility,
            invite=new_id(16),
            status="open",
            creator_id=person.id,
            origin=None if origin is None else origin_text(origin),
            created_at=now,
            touched_at=now,
        )
    )
    rows = [
        {
            "table_id": id_,
            "seat": seat,
            "person_id": person.id if place.me else None,
            "owner_id": person.id if place.me else None,
            "bot": place.bot,
            "lists": msgspec.json.encode(place.lists).decode() if place.lists else None,
        }
        for seat, place in enumerate(places)
    ]
    await connection.execute(insert(schema.seats), rows)
    mine = {seat: person.id for seat, place in enumerate(places) if place.me}
    await begin_tenures(connection, id_, mine, now)
    return id_


def origin_text(origin: Mapping[str, Any]) -> str:
    """Return a table's origin in its stored form."""
    return msgspec.json.encode(origin).decode()


def _title(title: str) -> str:
    return " ".join("".join(char for char in title if char.isprintable()).split())


async def sit(connection: AsyncConnection, table: str, seat: int, **values: Any) -> None:  # columns of `seats`
    """Update a seat's row, and raise the table's stamp."""
    seats = schema.seats
    if "bot" in values:
        values["failures"] = 0
    await stamp_table(connection, table)
    await connection.execute(
        update(seats).where(and_(seats.c.table_id == table, seats.c.seat == seat)).values(**values)
    )


async def get_table(connection: AsyncConnection, table: str, *, lock: bool = False) -> Table:
    """Return a table; `lock` prevents changes until the end of the transaction. Raises Problem not-found."""
    if lock:
        await connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table).with_for_update())
    found = await get_tables(connection, [table])
    if not found:
        raise Problem("not-found", f"There is no table {table!r}.")
    return found[0]


# Executed several times for every answer, so the statements are built once, and omit columns that `Table` lacks.
_KEPT: Final = frozenset({"key", "salt", "head", "hash", "checkpoint", "checkpoint_seq", "touched_at", "stamp"})
_IDS: Final[BindParameter[list[str]]] = bindparam("ids", expanding=True)
_TABLES: Final = select(*(one for one in schema.tables.c if one.name not in _KEPT)).where(schema.tables.c.id.in_(_IDS))
_SEATS: Final = (
    select(schema.seats).where(schema.seats.c.table_id.in_(_IDS)).order_by(schema.seats.c.table_id, schema.seats.c.seat)
)


async def get_tables(connection: AsyncConnection, ids: Sequence[str]) -> list[Table]:
    """Return those of the tables that exist, in the order of the ids."""
    if not ids:
        return []
    wanted = {"ids": list(ids)}
    rows = {row.id: row for row in await connection.execute(_TABLES, wanted)}
    sitting: dict[str, list[Sitting]] = {}
    for row in await connection.execute(_SEATS, wanted):
        one = Sitting(
            row.seat,
            row.person_id,
            row.bot,
            row.owner_id,
            row.ask,
            row.asked_at,
            row.bank,
            row.deadline,
            row.failures,
            None if row.lists is None else msgspec.json.decode(row.lists, type=tuple[str, ...]),
            row.chosen,
            row.place,
        )
        sitting.setdefault(row.table_id, []).append(one)
    return [_table(rows[id_], sitting.get(id_, [])) for id_ in ids if id_ in rows]


def _table(row: Any, seats: Sequence[Sitting]) -> Table:  # a row of the table `tables`
    return Table(
        id=row.id,
        title=row.title,
        rulebook=row.rulebook,
        version=row.version,
        options=msgspec.json.decode(row.options),
        seat_count=row.seat_count,
        settings=msgspec.json.decode(row.settings, type=TableSettings),
        visibility=row.visibility,
        invite=row.invite,
        status=row.status,
        creator_id=row.creator_id,
        origin=None if row.origin is None else msgspec.json.decode(row.origin),
        commitment=row.commitment,
        label=row.label,
        halted=row.halted,
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        seats=tuple(seats),
    )


async def names_of(database: Database, ids: Sequence[str | None]) -> dict[str, str]:
    """Return the names of people by id; None is ignored."""
    wanted = sorted({one for one in ids if one is not None})
    if not wanted:
        return {}
    people = schema.people
    async with database.reading() as connection:
        rows = await connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(wanted)))
        return {row.id: row.name for row in rows}
