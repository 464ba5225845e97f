"""Seats that were left in a running match: who may take them over, and what stays closed to a successor."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from websockets.asyncio.client import connect

from banneret.kernel.registry import rulebook
from banneret.server.notify.wording import Happened, texts
from banneret.server.people.accounts import Notices, Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.store import schema
from banneret.server.tables.chat import Reader
from banneret.server.tables.table import Clock, NewTable, Table, TableSettings, seat_names
from tests.server.conftest import Client
from tests.server.playing import Moment, guests, table_of

pytestmark = pytest.mark.anyio

PRIVATE = "Let us betray Ann at dawn"


async def left(services: Services, people: list[Person], succession: str, **more: Any) -> Table:
    """Return a running open table whose second player has left."""
    settings = TableSettings(stand_in="random", succession=succession, **more)  # type: ignore[arg-type]  # any of them
    table = await table_of(services, [*people], settings=settings)
    await services.chatting.write(table, people[2], PRIVATE, frozenset({1}), 0, services.now())
    table = await services.tables.leave(table, people[1], 1)
    await services.changed(table)
    return table


async def headers_of(services: Services, person: Person) -> dict[str, str]:
    return {"authorization": f"Bearer {await services.people.open_session(person, '', services.now())}"}


# Who may not


@pytest.mark.parametrize("succession", ["nobody", "bot", "invited", "consent"])
async def test_neither_a_stranger_nor_an_opponent_just_takes_a_seat_that_was_left(
    client: Client, succession: str
) -> None:
    services: Services = client.app.state.services
    ann, bea, cid, stranger = await guests(services, 4)
    table = await left(services, [ann, bea, cid], succession)
    path = f"/api/v1/tables/{table.id}"
    for person in (stranger, ann, cid):
        headers = await headers_of(services, person)
        for body in ({"seat": 1}, {"seat": 1, "offer": "x" * 43}, {"seat": 1, "invite": table.invite}):
            assert (await client.post(f"{path}/join", json=body, headers=headers)).status_code == 403
        assert (await client.post(f"{path}/seats/1/take-back", headers=headers)).status_code == 403
        for reading in ("view", "events", "chat", "recap", "replay", "replay/0"):
            assert (await client.get(f"{path}/{reading}?seats=1", headers=headers)).status_code == 403, reading
    assert (await services.tables.get(table.id)).seats[1].person_id is None


@pytest.mark.parametrize("succession", ["invited", "consent"])
async def test_nobody_takes_over_who_holds_or_held_another_seat(services: Services, succession: str) -> None:
    ann, bea, cid, dan = await guests(services, 4)
    table = await left(services, [ann, bea, cid], succession)
    table = await services.tables.leave(table, cid, 2)  # Cid's seat is left as well
    offer = await services.handovers.offer(table, bea, 1, services.now()) if succession == "invited" else ""
    for person in (ann, cid):
        tried = (
            services.tables.join(table, person, 1, services.now(), offer)
            if offer
            else services.handovers.request(table, person, 1, services.now())
        )
        with pytest.raises(Problem, match="held another seat"):
            await tried
    assert dan.id not in {one.person_id for one in (await services.tables.get(table.id)).seats}


async def test_a_former_successor_who_lost_the_seat_has_no_other(services: Services) -> None:
    ann, bea, cid, dan = await guests(services, 4)
    table = await left(services, [ann, bea, cid], "invited")
    offer = await services.handovers.offer(table, bea, 1, services.now())
    table = await services.tables.join(table, dan, 1, services.now(), offer)
    table = await services.tables.take_back(table, bea, 1, services.now())  # the player who left may always return
    table = await services.tables.leave(table, cid, 2)
    other = await services.handovers.offer(table, cid, 2, services.now())
    with pytest.raises(Problem, match="held another seat"):
        await services.tables.join(table, dan, 2, services.now(), other)


# Those who may


async def test_a_seat_is_given_with_the_consent_of_all_and_of_whom_it_was(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea, cid, dan = await guests(services, 4)
    table = await left(services, [ann, bea, cid], "consent")
    path = f"/api/v1/tables/{table.id}"
    mine = {one.id: await headers_of(services, one) for one in (ann, bea, cid, dan)}
    asked = (await client.post(f"{path}/seats/1/request", json={}, headers=mine[dan.id])).json()["requests"]
    assert [(one["person"]["id"], set(one["asked"])) for one in asked] == [(dan.id, {ann.id, cid.id, bea.id})]
    assert (await client.get(path)).json()["requests"] == []
    answers = f"{path}/requests/{asked[0]['id']}"
    assert (await client.post(answers, json={"agree": True}, headers=mine[dan.id])).status_code == 403
    for person in (ann, cid):
        told = (await client.post(answers, json={"agree": True}, headers=mine[person.id])).json()
        assert told["seats"][1]["person"] is None
    told = (await client.post(answers, json={"agree": True}, headers=mine[bea.id])).json()
    assert (told["seats"][1]["person"]["id"], told["requests"]) == (dan.id, [])
    assert (await client.post(answers, json={"agree": True}, headers=mine[ann.id])).status_code == 404


async def test_a_request_ends_when_somebody_refuses_or_the_player_comes_back(services: Services) -> None:
    ann, bea, cid, dan = await guests(services, 4)
    table = await left(services, [ann, bea, cid], "consent")
    await services.handovers.request(table, dan, 1, services.now())
    (request,) = await services.handovers.open(table)
    await services.handovers.answer(table, cid, request.id, agree=False, now=services.now())
    assert await services.handovers.open(table) == []
    await services.handovers.request(table, dan, 1, services.now())
    (request,) = await services.handovers.open(table)
    table = await services.tables.take_back(table, bea, 1, services.now())
    with pytest.raises(Problem, match="no longer open"):
        await services.handovers.answer(table, ann, request.id, agree=True, now=services.now())


async def test_the_seat_of_a_deleted_person_stays_with_the_bot(services: Services) -> None:
    ann, bea, dan = await guests(services, 3)
    table = await table_of(services, [ann, bea, "random"])
    await services.delete_person(ann)
    table = await services.tables.get(table.id)
    with pytest.raises(Problem, match="belongs to a bot"):
        await services.handovers.request(table, dan, 0, services.now())


async def test_a_seat_is_offered_by_link_only_by_its_player_and_by_the_maker(services: Services) -> None:
    ann, bea, cid, dan = await guests(services, 4)
    table = await left(services, [ann, bea, cid], "invited")
    for person in (cid, dan):
        with pytest.raises(Problem, match="Only the player who left the seat"):
            await services.handovers.offer(table, person, 1, services.now())
    first = await services.handovers.offer(table, ann, 1, services.now())
    second = await services.handovers.offer(table, bea, 1, services.now())
    for seat, offer in ((1, first), (0, second), (2, second)):
        with pytest.raises(Problem):
            await services.tables.join(table, dan, seat, services.now(), offer)
    table = await services.tables.join(table, dan, 1, services.now(), second)
    assert table.of(dan) == {1}
    table = await services.tables.leave(table, dan, 1)
    with pytest.raises(Problem, match="with an invitation"):
        await services.tables.join(table, (await guests(services, 1))[0], 1, services.now(), second)  # used up


async def test_a_seat_that_waits_has_no_bot_and_its_clock_runs(services: Services, moment: Moment) -> None:
    ann, bea, cid = await guests(services, 3)
    clock = Clock(kind="live", bank=60, increment=0)
    table = await left(services, [ann, bea, cid], "nobody", clock=clock)
    assert (table.seats[1].person_id, table.seats[1].bot, table.seats[1].owner_id) == (None, None, bea.id)
    with pytest.raises(Problem, match="waits for the player"):
        await services.tables.seat(table, ann, 1, bot="random", now=services.now())
    moment.pass_seconds(61)
    assert await services.clocks.due() == 3
    assert (await services.tables.get(table.id)).seats[1].bot == "random"


# What stays closed to a successor


async def test_private_talk_is_read_by_those_who_held_the_seat_when_it_was_written(
    client: Client, services: Services
) -> None:
    """Over HTTP, the socket, the recap and the export."""
    services = client.app.state.services
    ann, bea, cid, dan = await guests(services, 4)
    table = await left(services, [ann, bea, cid], "invited")
    path = f"/api/v1/tables/{table.id}"
    offer = await services.handovers.offer(table, bea, 1, services.now())
    table = await services.tables.join(table, dan, 1, services.now(), offer)
    await services.chatting.write(table, cid, "Who are you?", frozenset({1}), 0, services.now())
    headers = await headers_of(services, dan)
    assert [one["text"] for one in (await client.get(f"{path}/chat?seats=1", headers=headers)).json()] == [
        "Who are you?"
    ]
    assert (await client.get(f"{path}/recap?seats=1", headers=headers)).json()["chat"] == 1
    for reading in ("view?seats=1", "events?seats=1", "replay?seats=1", "replay/0?seats=1", "chat?seats=1", ""):
        assert PRIVATE not in (await client.get(f"{path}/{reading}", headers=headers)).text
    assert PRIVATE not in (await client.get("/api/v1/me/export", headers=headers)).text

    table = await services.tables.take_back(table, bea, 1, services.now())
    headers = await headers_of(services, bea)
    assert [one["text"] for one in (await client.get(f"{path}/chat?seats=1", headers=headers)).json()] == [PRIVATE]
    stale = await services.tables.get(table.id)
    await services.tables.leave(stale, bea, 1)
    with pytest.raises(Problem, match="Another person holds the seat"):  # Cid's page still shows Bea there
        await services.chatting.write(stale, cid, "Only for you", frozenset({1}), 0, services.now())


async def test_talk_before_the_match_is_closed_to_the_next_in_the_seat(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await services.tables.create(ann, NewTable(rulebook="thrones", seats=3), services.now())
    table = await services.tables.join(table, bea, 1, services.now())
    await services.chatting.write(table, ann, PRIVATE, frozenset({1}), 0, services.now())
    table = await services.tables.leave(table, bea, 1)
    table = await services.tables.join(table, cid, 1, services.now())
    assert await services.chatting.read(table, Reader(cid.id, frozenset({1})), 0) == []


async def test_the_socket_of_a_successor_begins_without_the_talk_of_the_predecessor(
    services: Services, server: str
) -> None:
    ann, bea, cid, dan = await guests(services, 4)
    table = await left(services, [ann, bea, cid], "invited")
    offer = await services.handovers.offer(table, bea, 1, services.now())
    table = await services.tables.join(table, dan, 1, services.now(), offer)
    await services.chatting.write(table, cid, "Who are you?", frozenset({1}), 0, services.now())
    address = f"ws{server.removeprefix('http')}/api/v1/tables/{table.id}/live?seats=1"
    async with connect(address, additional_headers=await headers_of(services, dan), proxy=None) as socket:
        came: list[str] = []
        while not came or '"type":"chat"' not in came[-1]:
            came.append(str(await socket.recv()))
    assert "Who are you?" in came[-1]
    assert not any(PRIVATE in one for one in came)


async def test_an_export_says_nothing_of_a_seat_in_which_somebody_else_plays(client: Client) -> None:
    """Neither when a successor answered in secret, nor that anybody has: the table's own rows would show it."""
    services: Services = client.app.state.services
    ann, bea, cid, dan = await guests(services, 4)
    table = await left(services, [ann, bea, cid], "invited", clock=Clock(kind="live"))
    offer = await services.handovers.offer(table, bea, 1, services.now())
    await services.tables.join(table, dan, 1, services.now(), offer)
    kept = (await client.get("/api/v1/me/export", headers=await headers_of(services, bea))).json()
    assert [set(one) for one in kept["seats"]] == [{"table_id", "seat"}]
    made = (await client.get("/api/v1/me/export", headers=await headers_of(services, ann))).json()["tables"]
    assert [set(one) & {"touched_at", "label", "stamp", "head"} for one in made] == [set()]


async def test_those_who_have_to_agree_are_told_of_a_request_wherever_they_are(services: Services) -> None:
    ann, bea, cid, dan = await guests(services, 4)
    for person in (ann, bea):
        await services.people.change(person, {"notices": Notices(webhook=f"https://example.org/{person.id}")})
    hook = {"webhook": "https://example.org/table"}
    table = await left(services, [ann, bea, cid], "consent", **hook)
    request = await services.handovers.request(table, dan, 1, services.now())
    await services.notices.requested(table, request)
    again = await services.handovers.request(table, dan, 1, services.now())  # told once a day
    await services.notices.requested(table, again)
    notices = schema.notices
    wanted = select(notices).where(notices.c.kind == "request")
    async with services.database.reading() as connection:
        told = (await connection.execute(wanted)).all()
    assert {(one.person_id, one.target) for one in told} == {
        (one.id, f"https://example.org/{one.id}") for one in (ann, bea)
    }
    assert len(told) == 2
    happened = msgspec.json.decode(told[0].body, type=Happened)
    names = {one.id: one.name for one in (ann, bea, cid, dan)}
    seats = seat_names(table)
    said = texts(happened, table, rulebook("thrones").catalogue("en"), seats, names, to_all=False, until=None)
    assert said.text.startswith("Guest 3 asks to take over Lannister")
