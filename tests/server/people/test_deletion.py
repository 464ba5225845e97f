"""Deletion: whatever a person could write is afterwards nowhere in the files of the database."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import LargeBinary, String, select

from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.server.people.accounts import Notices, Person
from banneret.server.services import Services
from banneret.server.store import schema
from banneret.server.tables.table import NewTable, TableSettings
from tests.server.conftest import Client
from tests.server.playing import guests, table_of

pytestmark = pytest.mark.anyio

MARK = "zqxmark"
PASSWORD = f"{MARK} correct horse"
"""Checked by its hash alone."""

WRITTEN = {
    "people.name",
    "people.login",
    "people.settings",
    "people.preferences",
    "sessions.agent",
    "tables.title",
    "tables.settings",
    "entries.idempotency",
    "chat.text",
    "notices.target",
    "reports.text",
    "reports.reporter",
    "reports.person",
    "reports.quote",
    "lists.name",
    "lists.folder",
    "lists.draft",
}
"""Columns that hold what people write."""


async def marked(services: Services) -> set[str]:
    """Return the columns in which the mark is found, wherever in the schema."""
    found = set()
    async with services.database.reading() as connection:
        for table in schema.metadata.sorted_tables:
            for column in table.c:
                if isinstance(column.type, String | LargeBinary):
                    values = await connection.scalars(select(column).where(column.is_not(None)))
                    if any(MARK in (one if isinstance(one, str) else one.decode(errors="replace")) for one in values):
                        found.add(f"{table.name}.{column.name}")
    return found


async def writing(client: Client, person: Person, others: list[Person]) -> dict[str, str]:
    """Let a person write everywhere; return the headers of the person's session."""
    services: Services = client.app.state.services
    token = await services.people.open_session(person, f"{MARK} browser", services.now())
    headers = {"authorization": f"Bearer {token}"}
    notices = Notices(webhook=f"https://example.org/{MARK}-own", email=f"{MARK}@example.org", chat=True)
    changes = [
        {"name": f"{MARK} before"},
        {
            "name": f"{MARK} Ann",
            "notices": msgspec.to_builtins(notices),
            "preferences": {"theme": MARK},
        },
    ]
    for change in changes:
        assert (await client.patch("/api/v1/me", json=change, headers=headers)).status_code == 200
    account = {"login": f"{MARK}@example.org", "password": PASSWORD}
    assert (await client.post("/api/v1/accounts", json=account, headers=headers)).status_code == 201
    client.cookies.clear()
    token = await services.people.open_session(person, f"{MARK} browser", services.now())
    headers = {"authorization": f"Bearer {token}"}
    hook = TableSettings(webhook=f"https://example.org/{MARK}-secret", stand_in="random")
    shared = await table_of(services, [person, *others], settings=hook, title=f"{MARK} shared")
    alone = await table_of(services, [person, "random", "random"], settings=hook, title=f"{MARK} alone")
    waiting = NewTable(rulebook="thrones", seats=3, title=f"{MARK} waiting", settings=hook)
    await services.tables.create(person, waiting, services.now())
    for table in (shared, alone):
        path = f"/api/v1/tables/{table.id}"
        for number in range(12):
            said = {"text": f"{number} {MARK} " * 20}
            assert (await client.post(f"{path}/chat", json=said, headers=headers)).status_code == 204
        hosted = await services.host.hosted(table.id)
        ask = hosted.match.asking[0]
        answer = {"seat": 0, "ask": hosted.asks()[0], "do": ask_first(ask)}
        key = {"idempotency-key": f"{MARK}-key"}
        assert (await client.post(f"{path}/answers", json=answer, headers=headers | key)).status_code == 200
        assert (await client.post(f"{path}/undo", json={"seat": 0}, headers=headers | key)).status_code == 200
    draft = {"faction": "stark", "points": 40, "name": f"{MARK} host"}
    saved = {"rulebook": "icefire-s6", "draft": draft, "folder": f"{MARK} folder", "visibility": "public"}
    assert (await client.post("/api/v1/lists", json=saved, headers=headers)).status_code == 201
    report = {"table": shared.id, "seat": 1, "text": f"{MARK} cheats"}
    assert (await client.post("/api/v1/reports", json=report, headers=headers)).status_code == 201
    other = {"authorization": f"Bearer {await services.people.open_session(others[0], 'x', services.now())}"}
    quoting = {"table": shared.id, "message": 1, "text": "look"}
    assert (await client.post("/api/v1/reports", json=quoting, headers=other)).status_code == 201
    return headers


def ask_first(ask: Ask) -> str:
    return notation.write(ask.options.listed[0])


@pytest.mark.slow
async def test_what_a_deleted_person_wrote_is_nowhere_in_the_database(client: Client, tmp_path: Path) -> None:
    services: Services = client.app.state.services
    ann, bea, cid = await guests(services, 3)
    headers = await writing(client, ann, [bea, cid])
    assert await marked(services) >= WRITTEN
    files = [tmp_path / f"banneret.sqlite3{end}" for end in ("", "-wal")]
    assert any(MARK.encode() in file.read_bytes() for file in files)
    body = {"password": PASSWORD}
    assert (await client.post("/api/v1/me/deletion", json=body, headers=headers)).status_code == 204
    assert await marked(services) == set()
    assert not services.database.to_purge
    for file in files:
        at = file.read_bytes().find(MARK.encode())
        assert at < 0, (file.name, file.read_bytes()[max(0, at - 60) : at + 60])


@pytest.mark.slow
async def test_deletion_on_every_kind_of_database(both_services: Services) -> None:
    services = both_services
    ann, bea, cid = await guests(services, 3)
    ann = await services.people.change(ann, {"name": f"{MARK} Ann", "preferences": {"theme": MARK}})
    hook = TableSettings(webhook=f"https://example.org/{MARK}", stand_in="random")
    tables: list[list[Person | str]] = [[ann, bea, cid], [ann, "random", "random"]]
    for people in tables:
        table = await table_of(services, people, settings=hook, title=MARK)
        await services.chatting.write(table, ann, MARK, None, 0, services.now())
    await services.blocks.add(bea, ann.id, services.now())
    assert await marked(services) >= {"people.name", "tables.title", "tables.settings", "chat.text"}
    await services.delete_person(ann)
    assert await marked(services) == set()
    assert [one.id for one in (await services.tables.list())[0]] != []


@pytest.mark.slow
async def test_a_table_that_others_play_at_goes_on_without_its_makers_webhook(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea, cid = await guests(services, 3)
    headers = await writing(client, ann, [bea, cid])
    tables, _ = await services.tables.list(person=bea)
    await services.host.hosted(tables[0].id)
    assert (await client.post("/api/v1/me/deletion", json={"password": PASSWORD}, headers=headers)).status_code == 204
    hosted = await services.host.hosted(tables[0].id)
    await services.host.answer(tables[0].id, 1, hosted.asks()[1], ask_first(hosted.match.asking[1]))
    async with services.database.reading() as connection:
        targets = set(await connection.scalars(select(schema.notices.c.target)))
    assert targets == set()
    left = await services.tables.get(tables[0].id)
    assert (left.status, left.title, left.settings.webhook) == ("running", "", "")


async def test_what_readers_keep_in_the_log_is_emptied_later(services: Services) -> None:
    (ann,) = await guests(services, 1)
    async with services.database.reading() as reading:
        await reading.execute(select(schema.people))
        await services.people.delete(ann, services.now())
        assert services.database.to_purge
    assert await services.database.purge()
    assert not services.database.to_purge


@pytest.mark.slow
async def test_an_export_holds_everything_that_deletion_removes(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea, cid = await guests(services, 3)
    headers = await writing(client, ann, [bea, cid])
    kept = (await client.get("/api/v1/me/export", headers=headers)).json()
    texts = json.dumps(kept)
    for written in (
        "browser",
        "own",
        "secret",
        "shared",
        "alone",
        "waiting",
        "11 zqxmark",
        "cheats",
        "-key",
        "host",
        "folder",
    ):
        assert written in texts, written
