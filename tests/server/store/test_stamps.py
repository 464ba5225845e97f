"""Stamps: which tables are raised by a change, and by how much."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from banneret.server.store import schema
from banneret.server.store.stamps import stamp_table, stamp_tables_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def connection() -> AsyncIterator[AsyncConnection]:
    """Return a connection to a database with the tables "ann", "both", "bea" and "over", and those who play there."""
    engine = create_async_engine("sqlite+aiosqlite:///:memory:")
    tables = {"ann": ["ann"], "both": ["ann", "bea"], "bea": ["bea"], "over": ["ann"]}
    async with engine.begin() as made:
        for one in (schema.tables, schema.seats):
            await made.run_sync(one.create)
        for number, (name, people) in enumerate(tables.items()):
            row = {
                "id": name, "title": "", "rulebook": "", "version": "", "options": "", "seat_count": 2, "settings": "",
                "visibility": "", "invite": name, "creator_id": "", "created_at": 0, "touched_at": 0, "stamp": number,
                "status": "finished" if name == "over" else "running",
            }  # fmt: skip  # several to a line
            await made.execute(schema.tables.insert(), row)
            seats = [{"table_id": name, "seat": seat, "person_id": one} for seat, one in enumerate(people)]
            await made.execute(schema.seats.insert(), seats)
        yield made
    await engine.dispose()


async def stamps(connection: AsyncConnection) -> dict[str, int]:
    found = await connection.execute(select(schema.tables.c.id, schema.tables.c.stamp))
    return {row.id: row.stamp for row in found}


async def test_a_stamp_is_raised_by_one(connection: AsyncConnection) -> None:
    await stamp_table(connection, "both")
    assert await stamps(connection) == {"ann": 0, "both": 2, "bea": 2, "over": 3}
    await stamp_table(connection, "over")
    assert await stamps(connection) == {"ann": 0, "both": 2, "bea": 2, "over": 4}


async def test_the_stamps_of_the_running_tables_of_a_person_are_raised_by_one(connection: AsyncConnection) -> None:
    await stamp_tables_of(connection, "ann")
    assert await stamps(connection) == {"ann": 1, "both": 2, "bea": 2, "over": 3}
