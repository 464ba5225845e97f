"""Taking back: at once what nobody has seen anything of; beyond that by consent of the seats concerned."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest
from sqlalchemy import select

from banneret.kernel import notation, registry
from banneret.server.matches.stream import FINAL_RULES, standing, undo_refusal
from banneret.server.matches.takeback import Consent, given
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.entries import Entry
from banneret.server.tables.table import Table, TableSettings
from tests.kernel.toy import SkirlRulebook
from tests.server.conftest import Client
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _skirl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.REGISTRY.books, "skirl", SkirlRulebook())


async def begun(services: Services, *bots: str, undo: bool = True) -> tuple[Table, list[Person]]:
    people = await guests(services, 3 - len(bots))
    settings = TableSettings(undo=undo, stand_in="random")
    options = {"rounds": 40, "goal": 100_000}
    return await table_of(services, [*people, *bots], rulebook="skirl", settings=settings, options=options), people


async def until_consent(services: Services, table: Table, seat: int, *, together: bool = False) -> None:
    """Play until a seat's last answer can be taken back by consent alone."""
    random = Random(seat)
    while True:
        hosted = await services.host.hosted(table.id)
        refusal = undo_refusal(hosted.match, seat)
        if refusal is not None and refusal.rule not in FINAL_RULES and hosted.match.together >= together:
            return
        assert await play_on(services, table.id, random, answers=1) == 1


async def asked(services: Services, table: Table, person: Person, seat: int) -> Consent:
    """Ask for consent."""
    consent = await services.undoing.undo(table, person, seat)
    assert consent is not None
    return consent


async def answer(services: Services, table: Table, seat: int, option: int = 0) -> None:
    hosted = await services.host.hosted(table.id)
    do = notation.write(hosted.match.asking[seat].options.listed[option])
    await services.host.answer(table.id, seat, hosted.asks()[seat], do)


async def taken_back(services: Services, table: Table) -> list[Entry]:
    """Return the entries with which something was taken back."""
    return [entry for entry in (await services.host.hosted(table.id)).entries if "take_back" in entry]


async def statuses(services: Services) -> list[str]:
    async with services.database.reading() as connection:
        rows = await connection.execute(select(schema.consents.c.status).order_by(schema.consents.c.created_at))
        return list(rows.scalars())


async def test_a_player_of_several_seats_learns_which_of_them_answered_last(services: Services) -> None:
    table, _ = await begun(services)

    async def latest(*viewers: int) -> int | None:
        return standing((await services.host.hosted(table.id)).match, 0, frozenset(viewers)).latest

    assert await latest(0, 1, 2) is None
    await answer(services, table, 1)
    assert [await latest(0, 1), await latest(0), await latest()] == [1, None, None]
    await answer(services, table, 0)
    assert [await latest(0, 1), await latest(1), await latest(2)] == [0, 1, None]


async def test_what_nobody_has_seen_is_taken_back_at_once_and_answered_otherwise(services: Services) -> None:
    table, people = await begun(services)
    before = await services.host.hosted(table.id)
    ask, stood = before.asks()[0], before.match.digest()
    await answer(services, table, 0, 1)
    await answer(services, table, 1)
    assert await services.undoing.undo(table, people[0], 0) is None
    await services.host.enter(table.id, lambda _: {"take_back": 1})
    after = await services.host.hosted(table.id)
    assert after.match.digest() == stood
    assert after.asks()[0] == ask  # a sealed answer was changed: the questions of others are unchanged
    await answer(services, table, 0, 2)


async def test_beyond_that_every_other_person_has_to_agree_and_chance_is_drawn_anew(both_services: Services) -> None:
    services = both_services
    table, people = await begun(services)
    await until_consent(services, table, 0)
    hosted = await services.host.hosted(table.id)
    head, answers, asks = hosted.head, given(hosted.match, 0), set(hosted.asks().values())
    consent = await asked(services, table, people[0], 0)
    assert consent.asked == (1, 2)
    await services.undoing.answer(table, people[1], consent.id, agree=True)
    assert [one.agreed for one in await services.undoing.standing(table)] == [(1,)]
    assert (await services.host.hosted(table.id)).head == head
    await services.undoing.answer(table, people[2], consent.id, agree=True)
    after = await services.host.hosted(table.id)
    assert given(after.match, 0) == answers - 1
    entry = after.entries[-1]
    assert (entry["take_back"], entry["consent"], len(entry["salt"])) == (0, [1, 2], 32)
    assert await services.undoing.standing(table) == []
    assert not set(after.asks().values()) & asks  # all get new questions
    services.host.forget(table.id)
    again = await services.host.hosted(table.id)  # what was taken back is revived as it was
    assert again.match.digest() == after.match.digest()


async def test_two_matches_taken_back_alike_draw_other_chance(services: Services) -> None:
    """The salt is drawn by the server: who takes back cannot choose what chance gives."""
    table, people = await begun(services, "random", "random")
    salts: set[str] = set()
    for _ in range(2):
        await until_consent(services, table, 0)
        assert await services.undoing.undo(table, people[0], 0) is None  # bots agree
        salts.update(entry["salt"] for entry in await taken_back(services, table))
    assert len(salts) == 2


async def test_one_refusal_or_a_change_of_mind_ends_it(services: Services) -> None:
    table, people = await begun(services)
    await until_consent(services, table, 0)
    head = (await services.host.hosted(table.id)).head
    first = await asked(services, table, people[0], 0)
    with pytest.raises(Problem, match="not asked"):
        await services.undoing.answer(table, people[0], first.id, agree=True)
    await services.undoing.answer(table, people[1], first.id, agree=False)
    second = await asked(services, table, people[0], 0)
    await services.undoing.answer(table, people[0], second.id, agree=False)
    third = await asked(services, table, people[0], 0)
    fourth = await asked(services, table, people[0], 0)  # the request before ends
    assert sorted(await statuses(services)) == ["asked", "over", "over", "refused"]
    for ended in (first, second, third):
        with pytest.raises(Problem, match="is no longer open") as caught:
            await services.undoing.answer(table, people[2], ended.id, agree=True)
        assert caught.value.kind == "not-found"
    assert [one.id for one in await services.undoing.standing(table)] == [fourth.id]
    assert (await services.host.hosted(table.id)).head == head


async def test_what_all_can_see_ends_a_request(services: Services) -> None:
    table, people = await begun(services)
    await until_consent(services, table, 0)
    consent = await asked(services, table, people[0], 0)
    while (await services.undoing.standing(table)) and await play_on(services, table.id, Random(1), answers=1):
        pass
    assert await statuses(services) == ["over"]
    with pytest.raises(Problem, match="is no longer open"):
        await services.undoing.answer(table, people[1], consent.id, agree=True)


@pytest.mark.slow
async def test_what_is_answered_in_secret_meanwhile_does_not_show_in_the_request(services: Services) -> None:
    table, people = await begun(services)
    await until_consent(services, table, 0, together=True)
    hosted = await services.host.hosted(table.id)
    answers = given(hosted.match, 0)
    assert hosted.match.asking.keys() == {0, 1, 2}
    consent = await asked(services, table, people[0], 0)
    for seat in (1, 0):  # each has one more to give, so nobody is ready
        await answer(services, table, seat)
        assert [one.id for one in await services.undoing.standing(table)] == [consent.id]
    for person in people[1:]:
        await services.undoing.answer(table, person, consent.id, agree=True)
    after = await services.host.hosted(table.id)
    assert given(after.match, 0) == answers - 1  # what was asked for, not only what was sealed since
    assert await statuses(services) == ["over"]


async def test_a_request_outlives_what_cannot_be_stored(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table, people = await begun(services, "random")
    await until_consent(services, table, 0)
    consent = await asked(services, table, people[0], 0)

    async def full(*_: object) -> None:
        raise Problem("storage", "no room")

    with monkeypatch.context() as patch:
        patch.setattr(services.host, "_write", full)
        with pytest.raises(Problem, match="no room"):
            await services.undoing.answer(table, people[1], consent.id, agree=True)
    await services.undoing.answer(table, people[1], consent.id, agree=True)
    assert [entry["take_back"] for entry in await taken_back(services, table)] == [0]


async def test_no_consent_is_asked_for_what_lies_before_a_forfeit(services: Services) -> None:
    table, people = await begun(services)
    await until_consent(services, table, 0, together=True)
    await services.host.enter(table.id, lambda _: {"forfeit": 2})
    match = (await services.host.hosted(table.id)).match
    assert match.opened_at is not None  # what others answer is still secret
    with pytest.raises(Problem, match=r"kernel:undo\.4"):
        await services.undoing.undo(table, people[0], 0)
    assert await statuses(services) == []


async def test_where_nothing_can_be_taken_back_it_is_said_why(services: Services) -> None:
    table, people = await begun(services)
    with pytest.raises(Problem, match=r"kernel:undo\.1"):
        await services.undoing.undo(table, people[0], 0)
    strict, people = await begun(services, undo=False)
    await answer(services, strict, 0)
    with pytest.raises(Problem, match="answers cannot be undone") as caught:
        await services.undoing.undo(strict, people[0], 0)
    assert caught.value.kind == "not-allowed"


@pytest.fixture
async def two(postgres_url: str, redis_url: str, moment: Moment) -> AsyncIterator[tuple[Services, Services]]:
    made = [Services(Settings(database=postgres_url, live=redis_url), clock=moment) for _ in range(2)]
    for one in made:
        await one.start()
    yield made[0], made[1]
    for one in made:
        await one.stop()


@pytest.mark.slow
async def test_consent_is_given_through_another_process(two: tuple[Services, Services]) -> None:
    here, there = two
    table, people = await begun(here)
    await until_consent(here, table, 0)
    consent = await asked(here, table, people[0], 0)
    await there.host.hosted(table.id)
    assert [one.asked for one in await there.undoing.standing(table)] == [(1, 2)]
    await there.undoing.answer(table, people[1], consent.id, agree=True)
    await here.undoing.answer(table, people[2], consent.id, agree=True)
    ours, theirs = await here.host.hosted(table.id), await there.host.hosted(table.id)
    assert ours.hash == theirs.hash
    assert "take_back" in ours.entries[-1]


@pytest.mark.slow
async def test_over_http_the_request_is_shown_to_all_and_answered_by_those_who_are_asked(
    client: Client,
) -> None:
    services: Services = client.app.state.services
    table, people = await begun(services)
    await until_consent(services, table, 0)
    keys = [
        {"authorization": f"Bearer {await services.people.open_session(one, '', services.now())}"} for one in people
    ]
    path = f"/api/v1/tables/{table.id}"
    assert (await client.post(f"{path}/undo", json={"seat": 0}, headers=keys[1])).status_code == 403
    done = (await client.post(f"{path}/undo", json={"seat": 0}, headers=keys[0])).json()
    assert (done["done"], done["consent"]["asked"]) == (False, [1, 2])
    shown = (await client.get(path, headers=keys[2])).json()["consents"]
    assert shown == [done["consent"]]
    answered = f"{path}/consents/{done['consent']['id']}"
    assert (await client.post(answered, json={"agree": True}, headers=keys[0])).status_code == 403
    for key in keys[1:]:
        assert (await client.post(answered, json={"agree": True}, headers=key)).status_code == 200
    assert (await client.get(path, headers=keys[2])).json()["consents"] == []
    assert (await services.host.hosted(table.id)).entries[-1]["take_back"] == 0


async def test_a_key_makes_taking_back_and_giving_up_harmless_to_ask_for_twice(
    client: Client,
) -> None:
    services: Services = client.app.state.services
    table, people = await begun(services)
    token = await services.people.open_session(people[0], "", services.now())
    await answer(services, table, 0)
    await answer(services, table, 0)
    for path, again in (("undo", {"done": True, "consent": None}), ("forfeit", {"seat": 0, "again": True})):
        headers = {"authorization": f"Bearer {token}", "idempotency-key": f"key of {path}"}
        done = [
            await client.post(f"/api/v1/tables/{table.id}/{path}", json={"seat": 0}, headers=headers) for _ in range(2)
        ]
        assert [one.status_code for one in done] == [200, 200]
        assert done[1].json() == again
    hosted = await services.host.hosted(table.id)
    assert given(hosted.match, 0) == 1
    assert sum("forfeit" in entry for entry in hosted.entries) == 1
