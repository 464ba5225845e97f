"""Nobody notices what others have answered in advance, nor where they want to be asked.

Neither the content of messages nor their time depends on it.
"""

from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from banneret.kernel import registry
from banneret.server.api.matches import play
from banneret.server.matches import windows
from banneret.server.matches.bots import Thinking
from banneret.server.matches.hosted import Hosted
from banneret.server.services import Services
from banneret.server.tables.table import Table
from banneret.text.message import msg
from tests.commands import PATIENCE
from tests.kernel.toy import SkirlRulebook
from tests.kernel.toy_actions import TossChooser
from tests.server.api.test_live import token
from tests.server.matches.test_drafts_secrecy import Prepare, Twins, one_match, settings
from tests.server.matches.test_windows import until_window
from tests.server.playing import Moment, guests, table_of

pytestmark = pytest.mark.anyio

__all__ = ["one_match", "settings"]
OPTIONS = {"rounds": 40, "goal": 100_000}


@pytest.fixture(autouse=True)
def _window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give skirl a reaction window."""
    monkeypatch.setattr(TossChooser, "window", lambda _: "toss")
    monkeypatch.setattr(SkirlRulebook, "windows", {"toss": msg("ask.toss")})
    monkeypatch.setitem(registry.REGISTRY.books, "skirl", SkirlRulebook())


async def hosted_at(services: Services, table: Table) -> Hosted:
    return await services.host.hosted(table.id)


@pytest.mark.slow
async def test_stops_and_standing_answers_are_noticed_by_nobody(
    services: Services, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them is passed over in the window, the other answers: the same is sent to all others."""
    monkeypatch.setattr(windows, "STOP_SECONDS", 0.0)
    people = await guests(services, 3)
    twins = Twins(services, server, people, "skirl", **OPTIONS)
    twins.looker = 0
    twins.without = ("replay", "story", "recap")  # they show what was answered, in processes that do not know this game
    asked: dict[str, tuple[int, str]] = {}

    async def to_window(table: Table) -> None:
        services.thinking._stopping = True
        seat, ask, _ = await until_window(services, table, choice=True)
        assert seat != twins.looker, "that is the seat of an onlooker"
        asked[table.id] = seat, ask

    def preparing(how: str, standing: dict[str, list[str]]) -> Prepare:
        async def prepare(table: Table) -> None:
            hosted, (seat, _) = await hosted_at(services, table), asked[table.id]
            await services.unasked.set_stop(hosted, people[seat].id, seat, "toss", how)  # type: ignore[arg-type]
            for kind, answers in standing.items():
                await services.unasked.set_standing(hosted, people[seat].id, seat, kind, answers)

        return prepare

    async def passed(table: Table) -> None:
        seat, ask = asked[table.id]
        hosted = await hosted_at(services, table)
        if await services.unasked.answer(hosted, seat) is None:
            await services.host.answer(table.id, seat, ask, "stay")
            return
        services.thinking._stopping = False
        services.thinking.look(hosted, hosted.kept.table)
        services.thinking._stopping = True
        async with asyncio.timeout(PATIENCE):
            while (await hosted_at(services, table)).asks().get(seat) == ask:
                await asyncio.sleep(0.01)

    worlds = [
        preparing("always", {}),
        preparing("never", {}),
        preparing("holding", {"toss": ["stay"], "bid": ["bid 1"]}),
    ]
    received = [await twins.receive(one, passed, before=to_window) for one in worlds]
    assert received[0] == received[1] == received[2]
    assert received[0][2] != received[0][1]


@pytest.mark.parametrize(("how", "choice"), [("always", True), ("holding", True), ("holding", False), ("never", True)])
async def test_the_next_event_comes_at_the_same_moment_whether_a_seat_was_asked_or_not(
    services: Services, server: str, moment: Moment, monkeypatch: pytest.MonkeyPatch, how: Any, choice: bool
) -> None:
    """The clock of the test only moves on while an answer is held."""

    async def hold(seconds: float) -> None:
        moment.pass_seconds(seconds)

    monkeypatch.setattr(Thinking, "_hold", lambda _, seconds: hold(seconds))
    monkeypatch.setattr(play, "asyncio", SimpleNamespace(sleep=hold))
    people = await guests(services, 3)
    services.thinking._stopping = True
    table = await table_of(services, [*people], rulebook="skirl", options=OPTIONS)
    seat, ask, _ = await until_window(services, table, choice=choice)
    hosted = await hosted_at(services, table)
    await services.unasked.set_stop(hosted, people[seat].id, seat, "toss", how)
    begun, told = moment.now, list[int]()

    async def heard(now: Hosted, _turn: object) -> None:
        if now.stored.id == table.id:
            told.append(moment.now)

    services.host.listeners.append(heard)
    moment.pass_seconds(Random(how).choice((0.25, 0.5, 1.0)))  # a person is never as quick as a machine
    if await services.unasked.answer(hosted, seat) is None:
        headers = {"authorization": f"Bearer {await token(services, people[seat])}"}
        async with httpx.AsyncClient(base_url=f"{server}/api/v1", headers=headers, timeout=PATIENCE) as client:
            body = {"seat": seat, "ask": ask, "do": "stay"}
            answered = await client.post(f"/tables/{table.id}/answers", json=body)
            assert answered.status_code == 200, answered.text
    else:
        services.thinking._stopping = False
        services.thinking.look(hosted, hosted.kept.table)
        services.thinking._stopping = True
        async with asyncio.timeout(PATIENCE):
            while (await hosted_at(services, table)).asks().get(seat) == ask:
                await asyncio.sleep(0.01)
    await services.host.settle()
    assert [one - begun for one in told[:1]] == [windows.STOP_SECONDS * windows.SECOND]
