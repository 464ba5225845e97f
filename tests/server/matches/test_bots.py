"""Bots think in processes of their own, with what they may know; whatever they do, the match goes on."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

import msgspec
import pytest
from sqlalchemy import select, update

from banneret.bots.player import Player
from banneret.kernel import notation, registry
from banneret.kernel.stream import derive_key
from banneret.server.matches.bot_answers import think
from banneret.server.matches.bots import GIVEN_UP, Thinking, Trouble, plays
from banneret.server.matches.hosted import Hosted
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.tables.table import Table, TableSettings
from tests.commands import PATIENCE
from tests.kernel.toy import SkirlRulebook
from tests.server.playing import Moment, guests, play_on, table_of

pytestmark = pytest.mark.anyio

SEARCH = "search:20"

FAULTS = {
    "raises": ("raised", "raise KeyError('a mistake')"),
    "ends": ("raised", "import os; os._exit(3)"),
    "stalls": ("late", "import time; time.sleep(1000)"),
    "cheats": ("illegal", "return 'order winterfell march-zero'"),
    "babbles": ("illegal", "return 'fly'"),
    "numbers": ("raised", "return 7"),
}


async def asked(services: Services, table: str, seat: int, seconds: float = PATIENCE) -> None:
    """Wait until a bot's seat has answered all that it was asked."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        hosted = await services.host.hosted(table)
        if seat not in hosted.match.asking:
            return
        await asyncio.sleep(0.02)
    pytest.fail(f"seat {seat} of {table} has not answered in {seconds} seconds")


@pytest.mark.slow
async def test_a_bot_answers_in_its_process_as_it_would_here(services: Services) -> None:
    (ann,) = await guests(services, 1)
    table = await table_of(services, [ann, "random", "random"])
    hosted = await services.host.hosted(table.id)
    for name in ("greedy", SEARCH):
        there = await services.thinking._think(name, 5, hosted, 0)
        here = think(name, 5, Player(hosted.match, 0, derive_key("player", 5)))
        assert there == here


async def failing(services: Services, folder: Path, fault: str) -> Table:
    """Return a table in whose seat 1 a bot sits that fails so."""
    file = folder / "b.py"
    file.write_text(f"def choose(player):\n    {FAULTS[fault][1]}\n", encoding="utf-8")
    ann, bea = await guests(services, 2)
    table = await table_of(services, [ann, bea, "random"])
    seats = schema.seats
    async with services.database.writing() as connection:
        where = (seats.c.table_id == table.id) & (seats.c.seat == 1)
        await connection.execute(update(seats).where(where).values(bot=str(file), person_id=None))
    return table


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
async def test_a_bot_that_fails_is_reported_and_keeps_its_seat(settings: Settings, tmp_path: Path, fault: str) -> None:
    seconds = 1.0 if fault == "stalls" else PATIENCE
    services = Services(Settings(database=settings.database, bot_seconds=seconds))
    await services.start()
    told: list[tuple[int, str]] = []

    async def reported(_: str, seat: int, kind: str) -> None:
        told.append((seat, kind))

    services.thinking.reported.append(reported)
    try:
        table = await failing(services, tmp_path, fault)
        await services.host.wake(table.id)
        await asked(services, table.id, 1)
        sitting = (await services.tables.get(table.id)).seats[1]
        bot = str(tmp_path / "b.py")
        assert (sitting.bot, sitting.failures) == (bot, GIVEN_UP)
        async with services.database.reading() as connection:
            rows = (await connection.execute(select(schema.troubles))).all()
        assert [(row.seat, row.kind) for row in rows] == [(1, FAULTS[fault][0])] * GIVEN_UP
        assert await services.thinking.troubles(table.id) == [Trouble(1, bot, FAULTS[fault][0])] * GIVEN_UP
        assert told == [(1, FAULTS[fault][0])] * GIVEN_UP
    finally:
        await services.stop()


class Scripted:
    """Bots that answer at random and are late as long as they are in `late`."""

    def __init__(self) -> None:
        self.late: set[str] = set()
        self.tried: list[str] = []

    async def think(self, bot: str, seed: int, hosted: Hosted, seat: int) -> str:
        self.tried.append(bot)
        if bot in self.late:
            raise TimeoutError
        return notation.write(Random(seed).choice(hosted.match.asking[seat].options.listed))


async def test_a_bot_that_is_late_is_substituted_for_one_decision_only(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = Scripted()
    monkeypatch.setattr(services.thinking.queue, "think", bots.think)
    announced: list[str] = []

    async def announce(_: str, what: str) -> None:
        announced.append(what)

    monkeypatch.setattr(services.live, "announce", announce)
    bots.late = {"hard"}
    services.thinking.reported.append(lambda *_: _end(bots))
    (ann,) = await guests(services, 1)
    table = await table_of(services, [ann, "hard", "random"])
    await asked(services, table.id, 1)
    assert bots.tried[:3] == ["hard", "greedy", "hard"]
    assert set(bots.tried[3:]) == {"hard"}
    assert [one.bot for one in await services.thinking.troubles(table.id)] == ["hard"]
    shown = (await services.summaries.describe_one(await services.tables.get(table.id), ann)).seats[1]
    assert (shown.bot, shown.failures, shown.given_up) == ("hard", 0, False)
    assert announced.count("table") >= 2  # when it failed, and when it had answered again


async def _end(bots: Scripted) -> None:
    bots.late = set()


async def test_a_bot_that_fails_again_and_again_waits_until_somebody_at_the_table_decides(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = Scripted()
    bots.late = {"hard", "greedy"}
    monkeypatch.setattr(services.thinking.queue, "think", bots.think)
    ann, bea = await guests(services, 2)
    table = await table_of(services, [ann, "hard", "random"])
    await asked(services, table.id, 1)
    while len(bots.tried) <= 2 * GIVEN_UP:
        await play_on(services, table.id, Random(1), seats={0})
        await asked(services, table.id, 1)
        await asked(services, table.id, 2)
    assert bots.tried[: 2 * GIVEN_UP] == ["hard", "greedy"] * GIVEN_UP
    assert set(bots.tried[2 * GIVEN_UP :]) == {"greedy"}  # and the random bot answers for both
    found = await services.tables.get(table.id)
    for person, failures in ((ann, GIVEN_UP), (bea, 0)):
        shown = (await services.summaries.describe_one(found, person)).seats[1]
        assert (shown.failures, shown.given_up) == (failures, failures > 0)
    with pytest.raises(Problem, match="Only the players and the creator") as caught:
        await services.tables.retry_bot(found, bea, 1)
    assert caught.value.kind == "not-allowed"
    with pytest.raises(Problem, match="No bot plays seat 0"):
        await services.tables.retry_bot(found, ann, 0)
    assert (await services.tables.retry_bot(found, ann, 1)).seats[1].failures == 0


async def test_a_decision_at_which_a_bot_fails_in_two_processes_counts_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Thinking, "look", lambda *_: None)  # nobody thinks by itself
    both = [Services(Settings(database=database_url), clock=Moment()) for _ in range(2)]
    for one in both:
        await one.start()
    try:
        (ann,) = await guests(both[0], 1)
        table = await table_of(both[0], [ann, "hard", "random"])
        ask = (await both[0].host.hosted(table.id)).asks()[1]
        for one in both:
            await one.thinking._failed(table.id, 1, ask, "hard", "hard", "late", "")
        assert (await both[0].tables.get(table.id)).seats[1].failures == 1
        await play_on(both[0], table.id, Random(1), answers=1, seats={1})
        await both[1].thinking._failed(table.id, 1, ask, "hard", "hard", "late", "")  # after the other one's substitute
        assert (await both[0].tables.get(table.id)).seats[1].failures == 1
    finally:
        for one in both:
            await one.stop()


async def test_nobody_waits_for_a_bot_that_stalls(settings: Settings, tmp_path: Path) -> None:
    services = Services(Settings(database=settings.database, bot_seconds=PATIENCE))
    await services.start()
    try:
        table = await failing(services, tmp_path, "stalls")
        await services.host.wake(table.id)
        assert await play_on(services, table.id, Random(1), answers=1, seats={0}) == 1
        assert 1 in (await services.host.hosted(table.id)).match.asking
        assert await services.thinking.troubles(table.id) == []
    finally:
        await services.stop()


@pytest.mark.slow
async def test_who_sits_down_while_a_bot_thinks_answers_for_himself(services: Services, tmp_path: Path) -> None:
    file, sign = tmp_path / "b.py", tmp_path / "sign"
    file.write_text(
        "import os, time\n\ndef choose(player):\n"
        f"    while not os.path.exists({str(sign)!r}): time.sleep(0.01)\n"
        "    return player.ask.options[0]\n"
    )
    ann, bea = await guests(services, 2)
    table = await table_of(services, [ann, bea, "random"])
    seats = schema.seats
    async with services.database.writing() as connection:
        where = (seats.c.table_id == table.id) & (seats.c.seat == 1)
        await connection.execute(update(seats).where(where).values(bot=str(file), person_id=None))
    await services.host.wake(table.id)
    ask = (await services.host.hosted(table.id)).asks()[1]
    _, thinking = services.thinking._tasks[table.id, 1]
    await services.changed(await services.tables.take_back(await services.tables.get(table.id), bea, 1, services.now()))
    sign.touch()  # only now does the bot answer
    await asyncio.wait_for(thinking, PATIENCE)
    assert (await services.host.hosted(table.id)).asks()[1] == ask
    assert await services.thinking.troubles(table.id) == []


async def test_a_bot_whose_seat_was_taken_back_elsewhere_stores_no_answer(services: Services) -> None:
    services.thinking._stopping = True
    ann, bea = await guests(services, 2)
    table = await table_of(services, [ann, bea, "random"])
    await services.tables.leave(table, bea, 1)
    await services.host.wake(table.id)
    hosted = await services.host.present(table.id)
    bot, ask = hosted.kept.table.seats[1].bot, hosted.asks()[1]
    assert bot is not None
    await services.tables.take_back(
        table, bea, 1, services.now()
    )  # through another process, without a notification here
    do = notation.write(hosted.match.asking[1].options.listed[0])
    with pytest.raises(Problem, match="no longer played by"):
        await services.host.answer(table.id, 1, ask, do, check=plays(bot, 1))
    assert (await services.host.hosted(table.id)).asks()[1] == ask


@pytest.mark.slow
async def test_bots_think_again_after_a_restart(settings: Settings) -> None:
    first = Services(settings, clock=Moment())
    await first.start()
    (ann,) = await guests(first, 1)
    first.thinking._stopping = True  # as if it had been killed before it thought
    table = await table_of(first, [ann, "random", "greedy"])
    await first.stop()
    second = Services(settings, clock=Moment())
    await second.start()
    try:
        await asked(second, table.id, 1)
        await asked(second, table.id, 2)
    finally:
        await second.stop()


async def test_two_servers_think_about_the_same_and_nothing_is_answered_twice(database_url: str) -> None:
    both = [Services(Settings(database=database_url), clock=Moment()) for _ in range(2)]
    for one in both:
        await one.start()
    try:
        (ann,) = await guests(both[0], 1)
        table = await table_of(both[0], [ann, "random", "random"])
        await both[1].thinking.sweep()
        for seat in (1, 2):
            await asked(both[0], table.id, seat)
            await asked(both[1], table.id, seat)
        digests = [(await one.host.hosted(table.id)).match.digest() for one in both]
        assert digests[0] == digests[1]
        async with both[0].database.reading() as connection:
            assert (await connection.execute(select(schema.troubles))).all() == []
    finally:
        for one in both:
            await one.stop()


@pytest.mark.slow
async def test_a_choice_of_one_is_answered_by_itself_where_the_table_wants_it(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.REGISTRY.books, "skirl", SkirlRulebook())
    held: list[float] = []

    async def hold(seconds: float) -> None:
        held.append(seconds)

    monkeypatch.setattr(services.thinking, "_hold", hold)
    for auto, even in ((False, False), (True, False), (True, True)):
        people = await guests(services, 3)
        table = await table_of(services, list(people), rulebook="skirl", options={"rounds": 40, "goal": 100_000})
        seat, ask = await single(services, table.id)
        held.clear()
        wanted = msgspec.json.encode(TableSettings(auto_single=auto, even_windows=even, window_seconds=9)).decode()
        async with services.database.writing() as connection:
            where = schema.tables.c.id == table.id
            await connection.execute(update(schema.tables).where(where).values(settings=wanted))
        await services.host.wake(table.id)
        if auto:
            _, answering = services.thinking._tasks[table.id, seat]
            await answering
        assert ((await services.host.hosted(table.id)).asks().get(seat) != ask) == auto
        assert held == {(False, False): [], (True, False): [0], (True, True): [9]}[auto, even]
        assert (table.id, seat) not in services.thinking._tasks


async def single(services: Services, table: str) -> tuple[int, str]:
    """Play until somebody has a single choice; return who, and the ask."""
    random = Random(2)
    while True:
        hosted = await services.host.hosted(table)
        for seat, ask in hosted.match.asking.items():
            if len(ask.options.listed) == 1:
                return seat, hosted.asks()[seat]
        seat = random.choice(list(hosted.match.asking))
        do = notation.write(random.choice(hosted.match.asking[seat].options.listed))
        await services.host.answer(table, seat, hosted.asks()[seat], do)
