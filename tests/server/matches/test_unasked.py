"""Stops and standing answers: what is answered unasked, and that its timing tells nothing of the hand."""

from __future__ import annotations

import asyncio

import pytest

from banneret.kernel import notation, registry
from banneret.server.matches import windows
from banneret.server.matches.hosted import Hosted
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.tables.table import Table
from banneret.text.message import msg
from tests.commands import PATIENCE
from tests.kernel.toy import SkirlRulebook
from tests.kernel.toy_actions import TossChooser
from tests.server.matches.test_windows import until_window
from tests.server.playing import guests, table_of

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _skirl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TossChooser, "window", lambda _: "toss")
    monkeypatch.setattr(SkirlRulebook, "windows", {"toss": msg("ask.toss")})
    monkeypatch.setitem(registry.REGISTRY.books, "skirl", SkirlRulebook())


async def begun(services: Services) -> tuple[Table, list[Person]]:
    people = await guests(services, 3)
    services.thinking._stopping = True  # nothing is answered by itself while a window is looked for
    options = {"rounds": 40, "goal": 100_000}
    return await table_of(services, [*people], rulebook="skirl", options=options), people


async def answered(services: Services, table: Table, seat: int, ask: str) -> str:
    """Wait until an ask is answered unasked; return the answer."""
    services.thinking._stopping = False
    hosted = await services.host.hosted(table.id)
    services.thinking.look(hosted, hosted.kept.table)
    async with asyncio.timeout(PATIENCE):
        while hosted.asks().get(seat) == ask:
            await asyncio.sleep(0.01)
            hosted = await services.host.hosted(table.id)
    services.thinking._stopping = True
    return next(str(one["do"]) for one in reversed(hosted.entries) if one.get("seat") == seat)


async def hosted_at(services: Services, table: Table) -> Hosted:
    return await services.host.hosted(table.id)


@pytest.mark.slow
async def test_a_seat_is_asked_where_it_wants_to_be(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "STOP_SECONDS", 0.0)
    table, people = await begun(services)
    unasked = services.unasked
    seat, ask, _ = await until_window(services, table, choice=True)
    person = people[seat].id
    assert await unasked.answer(await hosted_at(services, table), seat) is None  # it holds something
    await unasked.set_stop(await hosted_at(services, table), person, seat, "toss", "never")
    assert await answered(services, table, seat, ask) == "stay"
    seat, ask, _ = await until_window(services, table, choice=False)
    person = people[seat].id
    await unasked.set_stop(await hosted_at(services, table), person, seat, "toss", "always")
    assert await unasked.answer(await hosted_at(services, table), seat) is None
    await unasked.set_stop(await hosted_at(services, table), person, seat, "toss", "holding")
    assert await answered(services, table, seat, ask) == "stay"
    with pytest.raises(Problem, match="no window"):
        await unasked.set_stop(await hosted_at(services, table), person, seat, "parley", "never")


@pytest.mark.slow
async def test_a_window_is_open_equally_long_with_and_without_something_to_react_with(services: Services) -> None:
    """The clock of the test stands still: what is left is what an answer is held."""
    table, people = await begun(services)
    held = []
    for choice in (True, False):
        seat, ask, do = await until_window(services, table, choice=choice)
        now = (await hosted_at(services, table)).kept.table
        held.append(await services.windows.left(now, seat, ask, do))
        held.append(await services.windows.unasked_left(now, seat, ask))
        await services.unasked.set_stop(await hosted_at(services, table), people[seat].id, seat, "toss", "never")
        held.append(await services.windows.left(now, seat, ask, do))  # otherwise the time would show the stop
        await services.unasked.set_stop(await hosted_at(services, table), people[seat].id, seat, "toss", "holding")
    assert all(one == pytest.approx(windows.STOP_SECONDS, abs=1.0) for one in held)


async def test_a_standing_answer_holds_for_the_round_and_for_its_person(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "STOP_SECONDS", 0.0)
    table, people = await begun(services)
    hosted = await hosted_at(services, table)
    ask = hosted.asks()[0]
    bids = [notation.write(one) for one in hosted.match.asking[0].options.listed]
    await services.unasked.set_standing(hosted, people[0].id, 0, "bid", ["bid 900", bids[2]])
    assert await services.unasked.standing(hosted, people[1].id, 0) == []
    assert await answered(services, table, 0, ask) == bids[2]
    hosted = await hosted_at(services, table)
    assert hosted.match.asking[0].kind == "stake"  # which was not answered in advance
    await services.unasked.set_standing(hosted, people[0].id, 0, "stake", [])
    assert len(await services.unasked.standing(hosted, people[0].id, 0)) == 1
    await services.undoing.undo(hosted.kept.table, people[0], 0)
    await services.unasked.set_standing(await hosted_at(services, table), people[0].id, 0, "bid", ["bid 900"])
    assert await services.unasked.answer(await hosted_at(services, table), 0) is None  # nothing of it is allowed
    monkeypatch.setattr("banneret.kernel.match.Match.label", property(lambda _: "another round"))
    assert await services.unasked.standing(hosted, people[0].id, 0) == []
