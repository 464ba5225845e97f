"""Matches of older rules continue under newer ones from their last checkpoint; earlier events are kept as text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from banneret.kernel import registry
from banneret.kernel.choosers import Refusal
from banneret.kernel.record import Record
from banneret.server.matches.hosted import Gone
from banneret.server.matches.revival import is_older
from banneret.server.matches.stream import count
from banneret.server.ops.doctor import verify_all
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.backup import restore
from banneret.server.store.database import Database
from banneret.server.tables.chat import Reader
from banneret.text.message import msg
from tests.kernel.toy import SkirlRulebook
from tests.kernel.toy_actions import Bid, BidChooser
from tests.kernel.toy_state import State
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = pytest.mark.anyio

EARLIER = Path(__file__).parents[1] / "data" / "earlier.backup"


class Older(SkirlRulebook):
    """The rules before: coins were kept under another name."""

    version = "0.9"

    def encode(self, state: State) -> dict[str, Any]:
        data = super().encode(state)
        return {("purses" if name == "coins" else name): value for name, value in data.items()}


class Newer(SkirlRulebook):
    """The rules after: they read what was stored before."""

    version = "0.10"

    def migrate(self, data: Mapping[str, Any], version: str) -> Mapping[str, Any]:
        assert version == "0.9"
        return {("coins" if name == "purses" else name): value for name, value in data.items()}

    def migrate_event(self, data: Mapping[str, Any], version: str) -> Mapping[str, Any]:
        return {**data, "weather": data["weather"] + 10} if data["event"] == "round-began" else data


def install(monkeypatch: pytest.MonkeyPatch, book: SkirlRulebook) -> None:
    monkeypatch.setitem(registry.REGISTRY.books, "skirl", book)


async def running(settings: Settings) -> Services:
    services = Services(settings, clock=Moment())
    await services.start()
    return services


async def stored(services: Services, table: str) -> Any:  # the row of a table
    async with services.database.reading() as connection:
        return (await connection.execute(select(schema.tables).where(schema.tables.c.id == table))).one()


@pytest.mark.slow
@pytest.mark.parametrize("answers", [0, 1, 7, 20])
async def test_a_match_goes_on_under_newer_rules(
    database_url: str, monkeypatch: pytest.MonkeyPatch, answers: int
) -> None:
    settings = Settings(database=database_url)
    install(monkeypatch, Older())
    services = await running(settings)
    people = await guests(services, 3)
    table = (await table_of(services, list(people), rulebook="skirl", options={"rounds": 6})).id
    await play_on(services, table, Random(answers), answers=answers)
    before = await services.host.hosted(table)
    seqs = [count(before.steps, frozenset(seats)) for seats in ((), (0,), (0, 1, 2))]
    asks = set(before.asks().values())
    await services.stop()

    install(monkeypatch, Newer())
    services = await running(settings)
    try:
        after = await services.host.hosted(table)
        assert (await stored(services, table)).version == "0.10"
        assert after.match.asking.keys() == before.match.asking.keys()  # these rules take all that was answered
        assert after.match.view([0, 1, 2]) == before.match.view([0, 1, 2])
        assert (after.base, after.head) == (answers + 1, answers + 1)
        assert not asks & set(after.asks().values())
        assert [len(after.match.events), after.rounds] == [len(before.match.events), before.rounds]
        base = before.match.events_before
        old, new = (one.match.events_for([0, 1, 2]) for one in (before, after))
        assert old[base:] == new[base:]  # what the match tells itself
        for (number, event), (again, told) in zip(old[:base], new[:base], strict=True):
            shown = msgspec.to_builtins(event)
            if shown["event"] == "round-began":  # earlier events are converted to the new form
                shown["weather"] += 10
            assert (number, shown) == (again, msgspec.to_builtins(told))
        assert [count(after.steps, frozenset(seats)) for seats in ((), (0,), (0, 1, 2))] == [one + 1 for one in seqs]
        if answers:
            with pytest.raises(Gone, match="newer rules"):
                after.at(answers - 1)

        # It is revived as it stands, now and later, and is played to its end.
        for more in (0, 9, 10_000):
            await play_on(services, table, Random(5), answers=more)
            hosted = await services.host.hosted(table)
            services.host.forget(table)
            again_ = await services.host.hosted(table)
            assert again_.match.digest() == hosted.match.digest()
            assert again_.match.events == hosted.match.events
            assert (again_.hash, again_.asks(), again_.steps) == (hosted.hash, hosted.asks(), hosted.steps)
            assert (again_.rewound, again_.rounds) == (hosted.rewound, hosted.rounds)
        ended = (await services.host.hosted(table)).match
        assert ended.outcome is not None
        raw = b"".join(Record.of(ended).lines())
        assert Record.parse(raw).replay().digest() == ended.digest()
        assert await verify_all(settings, replay=True) == (1, [])
    finally:
        await services.stop()


async def test_answers_that_newer_rules_do_not_take_are_asked_for_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Poorer(BidChooser):
        """Nobody bids more than one any longer."""

        def refusal(self, action: Bid) -> Refusal | None:
            return Refusal("skirl:bid", msg("skirl.purse")) if action.coins > 1 else super().refusal(action)

        def options(self) -> list[Bid]:
            return [bid for bid in super().options() if bid.coins <= 1]

    install(monkeypatch, SkirlRulebook())
    services = await running(settings)
    people = await guests(services, 3)
    table = (await table_of(services, list(people), rulebook="skirl")).id
    for seat, do in ((0, "bid 1"), (1, "bid 3"), (2, "bid 0")):
        hosted = await services.host.hosted(table)
        await services.host.answer(table, seat, hosted.asks()[seat], do)
    await services.stop()

    monkeypatch.setattr("tests.kernel.toy.BidChooser", Poorer)
    install(monkeypatch, Newer())
    monkeypatch.setattr(Newer, "migrate", lambda _self, data, _version: data)
    monkeypatch.setattr(SkirlRulebook, "version", "0.1")
    async with (again := Services(settings, clock=Moment())).database.writing() as connection:
        await connection.execute(update(schema.tables).values(version="0.1"))
    await again.start()
    try:
        hosted = await again.host.hosted(table)
        assert hosted.entries[-1]["kept"] == 1
        assert {seat: ask.kind for seat, ask in hosted.match.asking.items()} == {0: "stake", 1: "bid", 2: "bid"}
        rows = (await again.tables.get(table)).seats
        assert {one.seat: one.ask for one in rows} == hosted.asks()  # the clocks know too
    finally:
        await again.stop()


@pytest.mark.slow
async def test_a_state_that_newer_rules_cannot_read_halts_its_table_alone(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, Older())
    services = await running(settings)
    people = await guests(services, 3)
    table = (await table_of(services, list(people), rulebook="skirl")).id
    other = (await table_of(services, list(people))).id
    await services.stop()
    install(monkeypatch, Newer())
    monkeypatch.setattr(Newer, "migrate", lambda _self, data, _version: data)
    services = await running(settings)
    try:
        with pytest.raises(Problem, match=r"`(coins|purses)`") as caught:
            await services.host.hosted(table)
        assert caught.value.kind == "halted"
        assert (await stored(services, table)).status == "halted"
        assert await play_on(services, other, Random(1), answers=3) == 3
    finally:
        await services.stop()


async def test_a_server_of_older_rules_leaves_a_newer_table_alone(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, Newer())
    services = await running(settings)
    people = await guests(services, 3)
    table = (await table_of(services, list(people), rulebook="skirl")).id
    services.host.forget(table)
    install(monkeypatch, Older())
    try:
        with pytest.raises(Problem, match="newer rules") as caught:
            await services.host.hosted(table)
        assert caught.value.kind == "conflict"
        assert (await stored(services, table)).status == "running"
    finally:
        await services.stop()


@pytest.mark.slow
async def test_of_two_servers_one_lets_the_match_go_on(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Older())
    old = await running(settings)
    people = await guests(old, 3)
    table = (await table_of(old, list(people), rulebook="skirl")).id
    await play_on(old, table, Random(4), answers=5)
    install(monkeypatch, Newer())
    here, there = await running(settings), await running(settings)
    try:
        ours, theirs = await here.host.hosted(table), await there.host.hosted(table)
        assert (ours.hash, ours.head) == (theirs.hash, theirs.head) == (ours.hash, 6)
        # The one of older rules, in which the match still stands, takes nothing any more.
        with pytest.raises(Problem, match="newer rules"):
            await play_on(old, table, Random(4), answers=1)
    finally:
        for one in (old, here, there):
            await one.stop()


@pytest.mark.slow
async def test_a_match_stored_by_an_earlier_server_goes_on(database_url: str) -> None:
    """The file is a backup of a server of November 2026: a match in its eighth round, with something taken back.

    Whatever has changed in the rules since, and in what is stored, the match goes on and is played to its end.
    """
    settings = Settings(database=database_url)
    database = Database(settings.database_url)
    assert await restore(database, EARLIER) == 376
    async with database.writing() as connection:  # whatever version the rules have today, these are older
        await connection.execute(update(schema.tables).values(version="0"))
    await database.close()
    services = await running(settings)
    try:
        async with services.database.reading() as connection:
            row = (await connection.execute(select(schema.tables))).one()
            told = (await connection.execute(select(schema.told.c.number))).scalars().all()
        hosted = await services.host.hosted(row.id)
        assert (await stored(services, row.id)).version == hosted.match.rulebook.version
        assert (hosted.base, hosted.match.label) == (row.head + 1, "round 8")
        assert hosted.match.outcome is None
        before = hosted.match.events_before
        assert 150 < before <= len(told)
        assert [number for number, _ in hosted.match.events_for(None)][:before] == sorted(told)[:before]
        steps = await services.chatting.read(await services.tables.get(row.id), Reader(None, frozenset()), hosted.head)
        assert [one.text for one in steps] == ["until next week"]
        await play_on(services, row.id, Random(2))
        assert (await stored(services, row.id)).status == "finished"
        assert await verify_all(settings, replay=True) == (1, [])
    finally:
        await services.stop()


def test_versions_are_compared_by_their_numbers() -> None:
    assert is_older("0.9", "0.10")
    assert is_older("1", "1.1")
    assert not is_older("2", "1.9")
    assert not is_older("1", "1")
