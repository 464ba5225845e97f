"""A match is revived from its last snapshot, and as it was; without a usable one it is replayed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from structlog.testing import capture_logs

from banneret.kernel.record import Record
from banneret.server.matches.hosted import Hosted
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.entries import enter_again
from banneret.server.store.snapshots import EVERY
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    made = Services(Settings(database=database_url), clock=Moment())
    await made.start()
    yield made
    await made.stop()


async def running(services: Services, answers: int, rulebook: str = "thrones") -> str:
    """Return a table at which this number of answers was given."""
    ann, bea = await guests(services, 2)
    table = (await table_of(services, [ann, bea, *([ann] if rulebook == "thrones" else [])], rulebook=rulebook)).id
    await play_on(services, table, Random(7), answers)
    return table


def entered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the numbers of the entries that are entered again from now on."""
    seqs: list[int] = []

    def counted(match: Any, seq: int, entry: Any) -> None:
        seqs.append(seq)
        enter_again(match, seq, entry)

    monkeypatch.setattr("banneret.server.matches.host.enter_again", counted)
    return seqs


def check_same(one: Hosted, other: Hosted) -> None:
    assert one.match.digest() == other.match.digest()
    assert one.match.events == other.match.events
    assert Record.of(one.match).hash() == Record.of(other.match).hash()
    for name in ("hash", "head", "base", "entries", "steps", "rewinds", "rewound", "rounds", "keys", "kept"):
        assert getattr(one, name) == getattr(other, name), name
    assert one.asks() == other.asks()


async def saved_at(services: Services, table: str) -> int | None:
    async with services.database.reading() as connection:
        snapshots = schema.snapshots.c
        return await connection.scalar(select(snapshots.seq).where(snapshots.table_id == table))


async def take_back(services: Services, table: str) -> None:
    """Take back the last answer of the first seat with everybody's consent."""
    match = (await services.host.hosted(table)).match
    others = list(range(1, match.seats))
    await services.host.enter(table, lambda _: {"take_back": 0, "consent": others, "salt": "00" * 16})


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", ["thrones", "battles"])
async def test_a_match_is_revived_from_its_last_snapshot(
    services: Services, monkeypatch: pytest.MonkeyPatch, rulebook: str
) -> None:
    table = await running(services, 2 * EVERY + 5, rulebook)
    before = await services.host.hosted(table)
    assert (before.saved, await saved_at(services, table)) == (2 * EVERY, 2 * EVERY)
    services.host.forget(table)
    seqs = entered(monkeypatch)
    after = await services.host.hosted(table)
    assert seqs == list(range(2 * EVERY + 1, before.head + 1))
    check_same(before, after)
    assert after.at(3).digest() == before.at(3).digest()
    await take_back(services, table)
    await play_on(services, table, Random(8), EVERY)
    await play_on(services, table, Random(8))
    ended = await services.host.hosted(table)
    services.host.forget(table)
    check_same(ended, await services.host.hosted(table))


async def test_an_entry_that_takes_a_match_back_stores_a_snapshot(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running(services, EVERY)
    await take_back(services, table)
    before = await services.host.hosted(table)
    assert await saved_at(services, table) == before.head == EVERY + 1
    services.host.forget(table)
    seqs = entered(monkeypatch)
    check_same(before, await services.host.hosted(table))
    assert not seqs


@pytest.mark.parametrize("what", ["missing", "unreadable", "other version", "other events", "ahead"])
async def test_a_match_without_a_usable_snapshot_is_replayed(
    services: Services, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    table = await running(services, EVERY + 2)
    before = await services.host.hosted(table)
    snapshots, told = schema.snapshots, schema.told
    async with services.database.writing() as connection:
        if what == "missing":
            await connection.execute(delete(snapshots))
        elif what == "other events":
            await connection.execute(update(told).where(told.c.number == 0).values(seq=EVERY + 1))
        elif what == "ahead":
            await connection.execute(update(snapshots).values(seq=EVERY + 1))
        elif what == "unreadable":
            await connection.execute(update(snapshots).values(body=b"half"))
    if what == "other version":
        monkeypatch.setattr("banneret.server.store.snapshots.FORMAT", 2)
    services.host.forget(table)
    seqs = entered(monkeypatch)
    with capture_logs() as logs:
        after = await services.host.hosted(table)
    assert seqs == list(range(1, EVERY + 3))
    assert [one["event"] for one in logs] == [] if what == "missing" else ["snapshot not used"]
    check_same(before, after)
    await play_on(services, table, Random(1), 1)  # a new one is stored with the next entry
    assert await saved_at(services, table) == EVERY + 3
