"""Tables: who sits down where, when a match begins, who takes over, what comes after; what a lobby shows."""

from __future__ import annotations

import asyncio
import hashlib
from functools import partial
from random import Random

import pytest
from sqlalchemy import select, update

from banneret.server.matches.hosted import Hosted
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.store import schema
from banneret.server.store.entries import Entry
from banneret.server.tables.table import Clock, NewTable, Place, Table, TableSettings
from tests.server.conftest import Client
from tests.server.playing import Moment, ended, guests, play_on, table_of

pytestmark = pytest.mark.anyio

CALM = TableSettings(stand_in="random")
TABLES = "/api/v1/tables"


async def made(services: Services, person: Person, *places: Place, **more: object) -> Table:
    new = NewTable(rulebook="thrones", seats=3, places=places, settings=CALM, **more)  # type: ignore[arg-type]  # what is given varies
    return await services.tables.create(person, new, services.now())


async def signed_in(client: Client, person: Person) -> dict[str, str]:
    services: Services = client.app.state.services
    return {"authorization": f"Bearer {await services.people.open_session(person, '', services.now())}"}


def sitting(table: Table) -> list[str | None]:
    return [one.person_id or one.bot for one in table.seats]


# Making a table


async def test_without_places_one_sits_in_the_first_seat_and_the_others_are_free(services: Services) -> None:
    (ann,) = await guests(services, 1)
    table = await made(services, ann)
    assert sitting(table) == [ann.id, None, None]
    assert (table.status, table.commitment) == ("open", None)


async def test_a_match_starts_with_the_last_seat_and_commits_to_its_key(services: Services) -> None:
    ann, bea = await guests(services, 2)
    table = await made(services, ann, Place(me=True), Place(), Place(bot="random"))
    assert table.status == "open"
    table = await services.tables.join(table, bea, None, services.now())
    assert (table.status, sitting(table)) == ("running", [ann.id, bea.id, "random"])
    async with services.database.reading() as connection:
        row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table.id))).one()
    assert len(row.key) == 16
    assert table.commitment == hashlib.sha256(row.salt + row.key).hexdigest()
    assert await services.tables.secrets(table) == (None, None)


async def test_no_two_matches_have_the_same_key(services: Services) -> None:
    (ann,) = await guests(services, 1)
    tables = [await made(services, ann, *[Place(me=True)] * 3) for _ in range(5)]
    assert len({one.commitment for one in tables}) == 5
    async with services.database.reading() as connection:
        keys = (await connection.execute(select(schema.tables.c.key))).scalars().all()
    assert len(set(keys)) == 5


async def test_one_person_may_have_several_seats(services: Services) -> None:
    ann, bea = await guests(services, 2)
    table = await made(services, ann, Place(me=True), Place(me=True), Place())
    table = await services.tables.join(table, bea, 2, services.now())
    assert table.of(ann) == {0, 1}
    assert table.of(bea) == {2}
    assert table.of(None) == frozenset()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rulebook": "chess"}, "rulebook: "),
        ({"seats": 7}, "options: seats: 7"),
        ({"options": {"no_such": True}}, "no_such"),
        ({"options": {"tides": "perhaps"}}, "tides"),
        ({"places": (Place(me=True),)}, "places: 1; the table has 3 seats"),
        ({"places": (Place(me=True, bot="random"), Place(), Place())}, "places[0]: either me or a bot"),
        ({"places": (Place(me=True), Place(bot="nobody"), Place())}, "places[1].bot"),
        ({"places": (Place(me=True), Place(bot="bots/mine.py"), Place())}, "places[1].bot"),
        ({"settings": TableSettings(stand_in="nobody")}, "settings.stand_in"),
    ],
)
async def test_what_no_table_can_be_made_from_is_refused_by_name(
    services: Services, change: dict[str, object], why: str
) -> None:
    (ann,) = await guests(services, 1)
    given: dict[str, object] = {"rulebook": "thrones", "seats": 3} | change
    with pytest.raises(Problem) as caught:
        await services.tables.create(ann, NewTable(**given), services.now())  # type: ignore[arg-type]  # what is given varies
    assert caught.value.kind == "invalid"
    assert why in caught.value.detail
    assert await services.tables.list(person=ann) == ([], None)


# Sitting down


async def test_a_seat_is_taken_once(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await made(services, ann)
    table = await services.tables.join(table, bea, 1, services.now())
    for seat in (0, 1):
        with pytest.raises(Problem, match=f"Seat {seat} is not free"):
            await services.tables.join(table, cid, seat, services.now())
    with pytest.raises(Problem, match="seats 0 to 2"):
        await services.tables.join(table, cid, 9, services.now())


@pytest.mark.slow
async def test_of_many_who_want_the_last_seat_one_gets_it(both_services: Services) -> None:
    services = both_services
    ann, *others = await guests(services, 7)
    table = await made(services, ann, Place(me=True), Place(bot="random"), Place())
    tries = [services.tables.join(table, one, 2, services.now()) for one in others]
    done = await asyncio.gather(*tries, return_exceptions=True)
    joined = [one for one in done if isinstance(one, Table)]
    assert len(joined) == 1
    assert all(isinstance(one, Problem) and one.kind == "conflict" for one in done if not isinstance(one, Table))
    table = await services.tables.get(table.id)
    assert table.status == "running"
    assert [one.id for one in others if table.of(one)] == [others[done.index(joined[0])].id]


async def test_only_who_has_the_link_finds_a_private_table(services: Services) -> None:
    ann, bea = await guests(services, 2)
    table = await made(services, ann)
    for person, invite in ((bea, None), (bea, "x" * 16), (None, None)):
        with pytest.raises(Problem) as caught:
            await services.tables.visible(table.id, person, invite)
        assert caught.value.kind == "not-found"
    assert (await services.tables.visible(table.id, bea, table.invite)).id == table.id
    assert (await services.tables.visible(table.id, ann)).id == table.id
    assert await services.tables.list() == ([], None)
    shared = await made(services, ann, visibility="open")
    assert [one.id for one in (await services.tables.list())[0]] == [shared.id]


async def test_who_made_the_table_sets_bots_and_frees_seats_in_which_nobody_sits(services: Services) -> None:
    ann, bea = await guests(services, 2)
    table = await services.tables.join(await made(services, ann), bea, 1, services.now())
    table = await services.tables.seat(table, ann, 2, bot=None, now=services.now())
    with pytest.raises(Problem, match="Only the creator"):
        await services.tables.seat(table, bea, 2, bot="random", now=services.now())
    with pytest.raises(Problem, match="is taken"):
        await services.tables.seat(table, ann, 1, bot="random", now=services.now())
    with pytest.raises(Problem, match="bot: "):
        await services.tables.seat(table, ann, 2, bot="nobody", now=services.now())
    table = await services.tables.seat(table, ann, 2, bot="random", now=services.now())
    assert table.status == "running"


async def test_a_table_is_closed_by_who_made_it_before_its_match(services: Services) -> None:
    ann, bea = await guests(services, 2)
    table = await made(services, ann, visibility="open")
    with pytest.raises(Problem, match="Only the creator"):
        await services.tables.close(table, bea)
    assert (await services.tables.close(table, ann)).status == "closed"
    with pytest.raises(Problem, match="closed"):
        await services.tables.join(table, bea, 1, services.now())
    assert (await services.tables.list())[0] == (await services.tables.list(person=ann))[0] == []
    running = await made(services, ann, *[Place(me=True)] * 3)
    with pytest.raises(Problem, match="has begun"):
        await services.tables.close(running, ann)


# Leaving and coming back


async def test_who_leaves_before_the_match_leaves_a_free_seat(services: Services) -> None:
    ann, bea = await guests(services, 2)
    table = await services.tables.join(await made(services, ann), bea, 1, services.now())
    table = await services.tables.leave(table, bea, 1)
    assert sitting(table) == [ann.id, None, None]
    with pytest.raises(Problem, match="was not yours"):
        await services.tables.take_back(table, bea, 1, services.now())


async def test_who_left_a_match_is_stood_in_for_by_a_bot_and_may_come_back(services: Services) -> None:
    ann, bea, cid, dan = await guests(services, 4)
    table = await table_of(services, [ann, bea, cid], settings=CALM)
    table = await services.tables.leave(table, bea, 1)
    assert (sitting(table), table.seats[1].owner_id) == ([ann.id, "random", cid.id], bea.id)
    with pytest.raises(Problem, match="No seat is free"):
        await services.tables.join(table, dan, None, services.now())  # such a seat is taken on purpose only
    with pytest.raises(Problem, match="was not yours"):
        await services.tables.take_back(table, dan, 1, services.now())
    table = await services.tables.take_back(table, bea, 1, services.now())
    assert sitting(table) == [ann.id, bea.id, cid.id]
    with pytest.raises(Problem, match="not yours"):
        await services.tables.leave(table, dan, 1)


async def test_no_opponent_frees_a_seat_of_a_running_match_for_somebody_else(services: Services) -> None:
    ann, bea, cid, _ = await guests(services, 4)
    table = await table_of(services, [ann, bea, cid], settings=CALM)
    table = await services.tables.leave(table, bea, 1)
    with pytest.raises(Problem, match="stays with its player or a bot"):
        await services.tables.seat(table, ann, 1, bot=None, now=services.now())
    table = await services.tables.take_back(table, bea, 1, services.now())
    assert sitting(table)[1] == bea.id


async def test_coming_back_late_leaves_the_increment_to_think(services: Services, moment: Moment) -> None:
    ann, bea, cid = await guests(services, 3)
    clock = Clock(kind="live", bank=60, increment=20)
    table = await table_of(services, [ann, bea, cid], settings=TableSettings(stand_in="random", clock=clock))
    asked = next(one for one in table.seats if one.ask)
    person = next(one for one in (ann, bea, cid) if one.id == asked.person_id)
    await services.tables.leave(table, person, asked.seat)
    moment.pass_seconds(3600)
    back = (await services.tables.take_back(table, person, asked.seat, services.now())).seats[asked.seat]
    assert back.deadline == services.now() + 20_000


# Afterwards


async def test_a_rematch_is_one_table_on_which_each_finds_his_seat(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, "random"], settings=CALM)
    with pytest.raises(Problem, match="not over"):
        await services.branching.rematch(table, ann, services.now())
    await ended(services, table.id, Random(1))
    table = await services.tables.get(table.id)
    with pytest.raises(Problem, match="did not play"):
        await services.branching.rematch(table, cid, services.now())
    first = await services.branching.rematch(table, bea, services.now())
    assert (sitting(first), first.status) == ([None, bea.id, "random"], "open")
    assert (first.origin, first.settings, first.options) == ({"rematch": table.id}, table.settings, table.options)
    second = await services.branching.rematch(table, ann, services.now())
    assert (second.id, sitting(second), second.status) == (first.id, [ann.id, bea.id, "random"], "running")
    assert second.commitment != table.commitment


@pytest.mark.slow
async def test_a_branch_stands_where_the_match_stood_and_draws_chance_anew(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid], settings=CALM)
    with pytest.raises(Problem, match="Only finished matches"):
        await services.branching.branch(table, ann, 3, (), services.now())
    await ended(services, table.id, Random(1), answers=60)
    table, hosted = await services.tables.get(table.id), await services.host.hosted(table.id)
    places = (Place(me=True),) * 3
    twins = [await services.branching.branch(table, bea, 50, places, services.now()) for _ in range(2)]
    for twin in twins:
        there = await services.host.hosted(twin.id)
        assert twin.origin == {"branch": table.id, "at": 50}
        assert there.match.events == hosted.at(50).events
        assert {s: a.kind for s, a in there.match.asking.items()} == {
            s: a.kind for s, a in hosted.at(50).asking.items()
        }
        assert {one.seat: one.ask for one in twin.seats if one.ask} == there.asks()
        # the events are stored as if they had been played here
        async with services.database.reading() as connection:
            told = schema.told.c
            rows = (await connection.execute(select(told.number, told.seq).where(told.table_id == twin.id))).all()
        assert sorted(row.number for row in rows) == [one.number for one in there.match.events]
        assert all(0 <= row.seq <= 51 for row in rows)
    # From there on chance is drawn from the key and a salt of its own: dice and cards are others.
    salts = {(await services.host.hosted(one.id)).entries[-1]["salt"] for one in twins}
    assert len(salts) == 2
    for twin in twins:
        assert await play_on(services, twin.id, Random(7), answers=5) == 5

    services.host.forget(twins[0].id)
    again = await services.host.hosted(twins[0].id)
    assert again.match.label  # what was stored revives


@pytest.mark.slow
async def test_a_branch_goes_on_from_a_match_in_which_something_was_taken_back(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid], settings=CALM)
    random = Random(1)
    for _ in range(100):  # until something was taken back that others had seen
        await play_on(services, table.id, random, answers=10)
        hosted = await services.host.hosted(table.id)
        seat = next((one for one in range(3) if any(a.seat == one for a in hosted.match.answers)), None)
        if seat is not None:
            entry = {"take_back": seat, "consent": [one for one in range(3) if one != seat], "salt": "00" * 16}
            await services.host.enter(table.id, partial(_entry, entry))
        if (await services.host.hosted(table.id)).rewinds:
            break
    await ended(services, table.id, Random(2))
    hosted = await services.host.hosted(table.id)
    assert hosted.rewinds
    table = await services.tables.get(table.id)
    last = sum(1 for _ in hosted.steps) - 2
    twin = await services.branching.branch(table, ann, last, (Place(me=True),) * 3, services.now())
    there = await services.host.hosted(twin.id)
    assert {one.seat: one.ask for one in twin.seats if one.ask} == there.asks()
    assert await play_on(services, twin.id, Random(3), answers=5) == 5


def _entry(entry: Entry, _: Hosted) -> Entry:
    return entry


async def test_a_branch_begins_before_the_end_and_at_a_step_that_there_is(services: Services) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid], settings=CALM)
    await ended(services, table.id, Random(1))
    table = await services.tables.get(table.id)
    head = (await services.host.hosted(table.id)).head
    for at, why in ((head, "the match ends with"), (head + 1, "no step")):
        with pytest.raises(Problem, match=why):
            await services.branching.branch(table, ann, at, (), services.now())
    with pytest.raises(Problem, match="places: 1"):
        await services.branching.branch(table, ann, 1, (Place(me=True),), services.now())


# The lobby


async def test_a_list_comes_in_pages_that_miss_nothing_and_repeat_nothing(services: Services, moment: Moment) -> None:
    ann, bea = await guests(services, 2)
    ids = []
    for number in range(7):
        ids.append((await made(services, ann, visibility="open", title=f"Table {number}")).id)
        moment.now += number % 2  # some were made at the same moment
    seen: list[str] = []
    after = None
    while True:
        page, after = await services.tables.list(limit=3, after=after)
        seen += [one.id for one in page]
        if after is None:
            break
    assert sorted(seen) == sorted(ids)
    assert (await services.tables.list(person=bea)) == ([], None)
    for bad in ("x", "1.2", "1.2.3.4", "-1.2.a", f"0.{2**70}.a"):
        with pytest.raises(Problem, match="after"):
            await services.tables.list(after=bad)


async def test_of_ones_own_tables_those_come_first_where_it_is_ones_turn(services: Services, moment: Moment) -> None:
    ann, bea, cid = await guests(services, 3)
    table = await table_of(services, [ann, bea, cid])
    moment.pass_seconds(60)
    await made(services, ann)
    asked = {one.person_id for one in (await services.tables.get(table.id)).seats if one.ask}
    assert ann.id in asked
    assert (await services.tables.list(person=ann))[0][0].id == table.id
    await play_on(services, table.id, Random(1), seats={0})  # until Ann is asked nothing
    assert (await services.tables.list(person=ann))[0][-1].id == table.id


@pytest.mark.slow
async def test_whoever_sees_a_table_late_sees_whose_turn_and_which_round_late(
    client: Client,
) -> None:
    services: Services = client.app.state.services
    ann, bea, cid, dan = await guests(services, 4)
    settings = TableSettings(delay_rounds=1, clock=Clock(kind="live"))
    table = await table_of(services, [ann, bea, cid], settings=settings)
    player, spectator = await signed_in(client, ann), await signed_in(client, dan)
    random, shown = Random(1), []
    for _ in range(40):
        await play_on(services, table.id, random, answers=5)
        hosted = await services.host.hosted(table.id)
        if hosted.match.outcome is not None:
            break
        upto = services.live.upto(hosted, await services.tables.get(table.id), frozenset())
        then = hosted.at(upto)
        late = (await client.get(f"{TABLES}/{table.id}", headers=spectator)).json()
        listed = (await client.get(f"{TABLES}?status=running", headers=spectator)).json()["tables"][0]
        for info in (late, listed):
            assert info["label"] == then.label
            assert [one["asked"] for one in info["seats"]] == [seat in then.asking for seat in range(3)]
            assert all(one["deadline"] is None and one["bank"] is None for one in info["seats"])
        now = (await client.get(f"{TABLES}/{table.id}", headers=player)).json()
        assert now["label"] == hosted.match.label
        shown.append((late["label"], now["label"]))
    assert any(late != now for late, now in shown)


async def test_the_link_is_for_those_who_belong_to_a_table_and_the_webhook_for_its_maker(client: Client) -> None:
    """The owner of a webhook URL can post to it, so at an open table every player could."""
    services: Services = client.app.state.services
    ann, bea, cid = await guests(services, 3)
    new = NewTable(
        rulebook="thrones", seats=3, visibility="open", settings=TableSettings(webhook="https://example.org/hook")
    )
    table = await services.tables.create(ann, new, services.now())
    mine = (await client.get(f"{TABLES}/{table.id}", headers=await signed_in(client, ann))).json()
    assert (mine["invite"], mine["settings"]["webhook"]) == (table.invite, "https://example.org/hook")
    others = (await client.get(f"{TABLES}/{table.id}", headers=await signed_in(client, bea))).json()
    assert (others["invite"], others["settings"]["webhook"]) == (None, "")
    hers = await signed_in(client, cid)
    joined = (await client.post(f"{TABLES}/{table.id}/join", json={}, headers=hers)).json()
    assert (joined["invite"], joined["settings"]["webhook"]) == (table.invite, "")


@pytest.mark.slow
async def test_a_rematch_or_branch_by_somebody_else_has_no_webhook(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea, cid = await guests(services, 3)
    hook = TableSettings(webhook="https://example.org/secret", stand_in="random")
    table = await table_of(services, [ann, bea, "random"], settings=hook)
    async with services.database.writing() as connection:
        await connection.execute(update(schema.tables).values(visibility="open"))
    await ended(services, table.id, Random(1))
    for person, wanted in ((cid, ""), (bea, ""), (ann, "https://example.org/secret")):
        headers = await signed_in(client, person)
        made = await client.post(f"{TABLES}/{table.id}/branch", json={"at": 3}, headers=headers)
        assert made.json()["settings"]["webhook"] == wanted, made.text
    made = await client.post(f"{TABLES}/{table.id}/rematch", headers=await signed_in(client, bea))
    assert made.json()["creator"]["name"] == bea.name
    assert made.json()["settings"]["webhook"] == ""
    assert (await services.tables.get(made.json()["id"])).settings.webhook == ""


async def test_tables_are_made_filled_and_left_over_http(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea = await guests(services, 2)
    mine, hers = await signed_in(client, ann), await signed_in(client, bea)
    body = {"rulebook": "thrones", "seats": 3, "settings": {"stand_in": "random"}}
    assert (await client.post(TABLES, json=body)).status_code == 401
    info = (await client.post(TABLES, json=body, headers=mine)).json()
    path = f"{TABLES}/{info['id']}"
    assert (await client.post(f"{path}/join", json={}, headers=hers)).status_code == 404
    assert (await client.post(f"{path}/join", json={"invite": info["invite"]}, headers=hers)).status_code == 200
    assert (await client.post(f"{path}/join", json={"seat": 1}, headers=hers)).status_code == 409
    assert (await client.put(f"{path}/seats/2", json={"bot": "random"}, headers=hers)).status_code == 403
    started = (await client.put(f"{path}/seats/2", json={"bot": "random"}, headers=mine)).json()
    assert (started["status"], len(started["commitment"])) == ("running", 64)
    left = (await client.post(f"{path}/seats/1/leave", headers=hers)).json()
    assert (left["seats"][1]["bot"], left["seats"][1]["owner"]["name"]) == ("random", bea.name)
    back = (await client.post(f"{path}/seats/1/take-back", headers=hers)).json()
    assert back["seats"][1]["person"]["name"] == bea.name
    assert (await client.post(f"{path}/close", headers=mine)).status_code == 409
    assert (await client.post(f"{path}/rematch", headers=mine)).status_code == 409
    assert (await client.post(f"{path}/branch", json={"at": 0}, headers=mine)).status_code == 409
    listed = (await client.get(f"{TABLES}?mine=true", headers=hers)).json()["tables"]
    assert [one["id"] for one in listed] == [info["id"]]
    assert (await client.get(f"{TABLES}?mine=true")).status_code == 401


async def test_bots_that_failed_are_told_to_those_who_belong_to_the_table(client: Client) -> None:
    services: Services = client.app.state.services
    ann, bea = await guests(services, 2)
    table = await made(services, ann, Place(me=True), Place(me=True), Place(bot="fair"), visibility="open")
    ask = (await services.host.hosted(table.id)).asks()[2]
    await services.thinking._failed(table.id, 2, ask, "fair", "fair", "illegal", "'the hand of seat 2'")
    told = await client.get(f"{TABLES}/{table.id}/troubles", headers=await signed_in(client, ann))
    assert told.json() == [{"seat": 2, "bot": "fair", "kind": "illegal"}]
    assert (await client.get(f"{TABLES}/{table.id}/troubles", headers=await signed_in(client, bea))).status_code == 403
