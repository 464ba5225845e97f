"""Saved army lists: folders, copies, who can read them, quotas."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from banneret.armies import Draft
from banneret.cli.army_saved import TOKEN
from banneret.client import Client as ProgramClient
from banneret.client import Refused
from banneret.server.people.accounts import Person
from banneret.server.people.saved_lists import ListContent
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.store import schema
from tests.armies.builders import GAMES, built, random_draft
from tests.commands import Done, run
from tests.server.conftest import Client
from tests.server.playing import guests

pytestmark = pytest.mark.anyio

LISTS = "/api/v1/lists"
STARK: dict[str, Any] = {"faction": "stark", "points": 40, "name": "Winter"}


async def headers_of(services: Services, person: Person) -> dict[str, str]:
    return {"authorization": f"Bearer {await services.people.open_session(person, '', services.now())}"}


async def saved(client: Client, mine: dict[str, str], **more: Any) -> Any:
    body = {"rulebook": "icefire-s6", "draft": STARK, **more}
    answer = await client.post(LISTS, json=body, headers=mine)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_lists_are_saved_changed_copied_and_deleted(client: Client) -> None:
    services: Services = client.app.state.services
    (ann,) = await guests(services, 1)
    mine = await headers_of(services, ann)
    for game in GAMES:
        builder = built(game)
        draft = random_draft(builder, 3)
        body = {"rulebook": game, "draft": {**vars_of(draft), "name": "Second"}, "folder": " Club "}
        one = (await client.post(LISTS, json=body, headers=mine)).json()
        assert (one["name"], one["folder"], one["legal"], one["mine"]) == ("Second", "Club", True, True)
        assert builder.maker.write(builder.building.army(draft), "short").strip() == one["code"]
        changed = {"rulebook": game, "draft": {"faction": draft.faction, "points": draft.points}}
        again = (await client.put(f"{LISTS}/{one['id']}", json=changed, headers=mine)).json()
        assert (again["folder"], again["legal"], again["cost"], again["name"]) == ("", False, 0, "")
        copy = (await client.post(f"{LISTS}/{one['id']}/copies", json={"folder": "Old"}, headers=mine)).json()
        assert (copy["folder"], copy["visibility"], copy["draft"]) == ("Old", "private", again["draft"])
        of_game = (await client.get(LISTS, params={"rulebook": game}, headers=mine)).json()["lists"]
        assert {entry["id"] for entry in of_game} == {one["id"], copy["id"]}
        assert (await client.delete(f"{LISTS}/{one['id']}", headers=mine)).status_code == 204
        assert (await client.get(f"{LISTS}/{one['id']}", headers=mine)).status_code == 404
    first = (await client.get(LISTS, params={"limit": 2}, headers=mine)).json()
    rest = (await client.get(LISTS, params={"limit": 2, "after": first["next"]}, headers=mine)).json()
    assert len({entry["id"] for entry in first["lists"] + rest["lists"]}) == len(GAMES)
    assert rest["next"] is None


def vars_of(draft: Draft) -> dict[str, Any]:
    return dict(msgspec.to_builtins(draft))


async def test_who_can_read_and_change_a_list(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea = await guests(services, 2)
    mine, other = await headers_of(services, ann), await headers_of(services, bea)
    made = {seen: await saved(client, mine, visibility=seen, folder="Mine") for seen in ("private", "link", "public")}
    for seen, status in (("private", 404), ("link", 200), ("public", 200)):
        path = f"{LISTS}/{made[seen]['id']}"
        for headers in (other, {}):
            answer = await client.get(path, headers=headers)
            assert answer.status_code == status
            assert status == 404 or (answer.json()["folder"], answer.json()["mine"]) == ("", False)
        copied = await client.post(f"{path}/copies", json={}, headers=other)
        assert copied.status_code == (404 if seen == "private" else 201)
        refused = 404 if seen == "private" else 403
        body = {"rulebook": "icefire-s6", "draft": STARK}
        assert (await client.put(path, json=body, headers=other)).status_code == refused
        assert (await client.delete(path, headers=other)).status_code == refused
    listed = (await client.get(LISTS, params={"public": True})).json()["lists"]
    assert [one["id"] for one in listed] == [made["public"]["id"]]
    await services.blocks.add(bea, ann.id, services.now())
    assert (await client.get(LISTS, params={"public": True}, headers=other)).json()["lists"] == []
    assert (await client.get(LISTS)).status_code == 401


async def test_nothing_shows_others_what_a_private_list_contains(client: Client) -> None:
    """Twin worlds: whatever a private list contains, everybody else receives the same."""
    services: Services = client.app.state.services
    ann, bea = await guests(services, 2)
    mine, other = await headers_of(services, ann), await headers_of(services, bea)
    shared = await saved(client, mine, visibility="public")
    secret = (await saved(client, mine))["id"]
    received = []
    for name, faction in (("Winter", "stark"), ("Gold", "lannister")):
        body = {"rulebook": "icefire-s6", "draft": {**STARK, "name": name, "faction": faction}, "folder": name}
        assert (await client.put(f"{LISTS}/{secret}", json=body, headers=mine)).status_code == 200
        world = []
        for headers in (other, {}):
            paths = (f"{LISTS}/{secret}", f"{LISTS}?public=true", f"{LISTS}/{shared['id']}", LISTS, "/api/v1/me/export")
            world += [await client.get(path, headers=headers) for path in paths]
            world += [
                await client.put(f"{LISTS}/{secret}", json=body, headers=headers),
                await client.delete(f"{LISTS}/{secret}", headers=headers),
                await client.post(f"{LISTS}/{secret}/copies", json={}, headers=headers),
            ]
        received.append([(answer.status_code, answer.text) for answer in world])
    assert received[0] == received[1]
    assert [status for status, _ in received[0][:3]] == [404, 200, 200]


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"rulebook": "thrones"}, "rulebook: thrones: has no army lists"),
        ({"rulebook": "nothing"}, "rulebook:"),
        ({"draft": {"faction": "elves", "points": 40}}, "draft:"),
        ({"draft": {**STARK, "entries": [{"card": "x"}] * 101}}, "draft.entries"),
        ({"folder": "a\nb"}, "folder"),
        ({"visibility": "friends"}, "visibility"),
    ],
)
async def test_what_cannot_be_saved_is_named(client: Client, more: dict[str, Any], problem: str) -> None:
    services: Services = client.app.state.services
    (ann,) = await guests(services, 1)
    body = {"rulebook": "icefire-s6", "draft": STARK, **more}
    answer = await client.post(LISTS, json=body, headers=await headers_of(services, ann))
    assert answer.status_code in (400, 422)
    assert problem in answer.text.replace("$.", "")


async def test_saved_lists_on_every_kind_of_database(both_services: Services) -> None:
    services = both_services
    ann, bea = await guests(services, 2)
    services.saved_lists.quota = 2
    content = ListContent(
        rulebook="runewars",
        folder="",
        visibility="public",
        draft=Draft(faction="daqan-lords", points=200),
        cost=0,
        code="",
    )
    ids = [await services.saved_lists.save(ann, content, services.now()) for _ in range(2)]
    with pytest.raises(Problem, match="quota_lists: 2 of 2 saved lists are used") as caught:
        await services.saved_lists.save(ann, content, services.now())
    assert (caught.value.kind, caught.value.more["quota"]) == ("quota", "quota_lists")
    first = await services.saved_lists.public(bea, "runewars", None, 1)
    after = f"{first[0].changed_at}.{first[0].id}"
    second = await services.saved_lists.public(bea, "runewars", after, 5)
    assert {one.id for one in (*first, *second)} == set(ids)
    other = msgspec.structs.replace(content, rulebook="icefire-s6")
    with pytest.raises(Problem, match="its game cannot be changed"):
        await services.saved_lists.change(ann, ids[0], other, services.now())
    await services.delete_person(ann)
    async with services.database.reading() as connection:
        assert (await connection.scalars(select(schema.lists.c.id))).all() == []


async def test_the_python_client_saves_and_reads_lists(server: str) -> None:
    async with ProgramClient(server) as client:
        await client.enter("Ann")
        one = await client.save_list("icefire-s6", Draft(faction="stark", points=40, name="Winter"), folder="Club")
        two = await client.save_list("icefire-s6", one.draft or STARK, visibility="public", replacing=one.id)
        copy = await client.copy_list(one.id, "Old")
        assert two.id == one.id
        assert {(found.id, found.folder) async for found in client.lists()} == {(one.id, ""), (copy.id, "Old")}
        assert [found.id async for found in client.lists(public=True, rulebook="icefire-s6")] == [one.id]
        assert (await client.saved_list(copy.id)).draft == STARK
        await client.delete_list(one.id)
        with pytest.raises(Refused, match="There is no list"):
            await client.saved_list(one.id)


async def test_the_command_line_saves_lists_fetches_and_discards_them(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def army(name: str, *arguments: object) -> Done:
        return await asyncio.to_thread(run, "army", name, server, *arguments)

    async with ProgramClient(server) as client:
        token = (await client.enter("Ann"))["token"]
    file = tmp_path / "north.txt"
    file.write_text("Army: The North\nFaction: stark\nPoints: 40\nStark Bowmen\n", "utf-8")
    monkeypatch.setenv(TOKEN, token)
    kept = await army("save", "icefire-s6", file, "--folder", "Club", "--visibility", "link")
    id_ = kept.out.strip()
    assert "The list is not legal" in kept.err
    listed = (await army("saved", "--game", "icefire-s6")).out
    assert listed == f"{id_}  Club/The North: icefire-s6, stark, 6 of 40 points, link, not legal\n"
    monkeypatch.delenv(TOKEN)
    assert (await army("saved", "--public")).out == ""
    assert (await army("fetch", id_)).out.startswith("Army: The North\n")
    assert "sign in first" in (await army("saved")).err
    monkeypatch.setenv(TOKEN, token)
    assert (await army("discard", id_)).code == 0
    assert "There is no list" in (await army("fetch", id_)).err
