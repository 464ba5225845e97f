"""Any process thinks for the bots of another one that has no worker free; each question is answered once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select, text, update

from banneret.kernel import notation
from banneret.server.matches import bot_queue
from banneret.server.matches.hosted import Hosted
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.bot_questions import BotQuestions, Question, Result
from banneret.server.store.database import Clash
from banneret.server.tables.table import Table
from tests.commands import PATIENCE
from tests.server.playing import Moment, guests, table_of
from tests.server.processes import serving

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("steady_leases")]

log = logging.getLogger(__name__)


class Worker:
    """Bots of a process that think as long as a test wants, and may fail."""

    def __init__(self, services: Services) -> None:
        self.asked: list[tuple[str, int]] = []
        self.begun = asyncio.Event()
        self.go = asyncio.Event()
        self.error: Exception | None = None
        services.thinking.queue.think = self.think

    async def think(self, bot: str, seed: int, hosted: Hosted, seat: int) -> str:
        self.asked.append((bot, seat))
        self.begun.set()
        await self.go.wait()
        if self.error is not None:
            raise self.error
        return notation.write(Random(seed).choice(hosted.match.asking[seat].options.listed))


class Cluster:
    """Processes on one database."""

    def __init__(self, stack: AsyncExitStack, url: str) -> None:
        self._stack = stack
        self._url = url

    async def process(self, name: str, *, older: bool = False) -> tuple[Services, Worker]:
        """Start a process that has one worker, perhaps one that knows older rules only."""
        made = Services(Settings(database=self._url), clock=Moment(), address=f"http://{name}.test")
        worker = Worker(made)
        self._stack.push_async_callback(made.stop)
        self._stack.callback(worker.go.set)
        if older:
            made.host.hosted = _older  # type: ignore[method-assign]
        await made.start()
        return made, worker


async def _older(*_: object, **__: object) -> Hosted:
    raise Problem("conflict", "Newer rules.")


@pytest.fixture
async def cluster(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Cluster]:
    monkeypatch.setattr(bot_queue, "CLAIM_SECONDS", 0.02)
    monkeypatch.setattr(bot_queue, "RESULT_SECONDS", 0.02)
    async with AsyncExitStack() as stack:
        yield Cluster(stack, postgres_url)


async def until(ready: Callable[[], Awaitable[Any]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await ready():
            await asyncio.sleep(0.01)


async def asked_elsewhere(services: Services, table: Table, seat: int, ask: str) -> bool:
    return (await services.host.hosted(table.id)).asks().get(seat) != ask


async def rows(services: Services) -> list[Any]:
    async with services.database.reading() as connection:
        return list((await connection.execute(select(schema.bot_questions))).all())


class Busy(NamedTuple):
    """A match in which two bots are asked at once: the one worker thinks about one question, and the other waits."""

    table: Table
    asks: dict[int, str]
    mine: int
    other: int


async def busy(here: Services, ours: Worker) -> Busy:
    (ann,) = await guests(here, 1)
    table = await table_of(here, [ann, "greedy", "greedy"])
    asks = dict((await here.host.hosted(table.id)).asks())
    await asyncio.wait_for(ours.begun.wait(), PATIENCE)
    ((_, mine),) = ours.asked
    await until(lambda: rows(here))
    return Busy(table, asks, mine, 3 - mine)


async def test_another_process_thinks_for_one_that_has_no_worker_free(cluster: Cluster) -> None:
    here, ours = await cluster.process("here")
    table, asks, mine, other = await busy(here, ours)
    there, theirs = await cluster.process("there")
    helped: list[None] = []
    there.thinking.queue.helped.append(lambda: helped.append(None))
    theirs.go.set()
    await until(lambda: asked_elsewhere(here, table, other, asks[other]))
    assert (ours.asked, theirs.asked, len(helped)) == ([("greedy", mine)], [("greedy", other)], 1)
    assert there.leases.count() == 0  # it followed the match, and stored nothing of it
    assert (await here.host.hosted(table.id)).asks()[mine] == asks[mine]
    ours.go.set()
    await until(lambda: asked_elsewhere(here, table, mine, asks[mine]))
    await until(lambda: _empty(here))
    assert here.thinking.queue.count() == 0


async def _empty(services: Services) -> bool:
    return not await rows(services)


async def test_a_process_that_is_alone_answers_what_waits_when_a_worker_is_free(cluster: Cluster) -> None:
    here, ours = await cluster.process("here")
    table, asks, mine, other = await busy(here, ours)
    assert here.thinking.queue.count() == 1
    ours.go.set()
    for seat in (mine, other):
        await until(lambda seat=seat: asked_elsewhere(here, table, seat, asks[seat]))  # type: ignore[misc]  # a default
    assert ours.asked[:2] == [("greedy", mine), ("greedy", other)]


async def test_the_claim_of_a_killed_process_expires(cluster: Cluster) -> None:
    here, ours = await cluster.process("here")
    table, asks, mine, other = await busy(here, ours)
    there, theirs = await cluster.process("there")
    await theirs.begun.wait()
    here.thinking._stopping = True  # nobody thinks about what is asked next
    there.leases._task.cancel()  # type: ignore[union-attr]  # it says no longer that it is alive
    async with here.database.writing() as connection:
        await connection.execute(text("UPDATE processes SET expires_at = 0 WHERE id = :id"), {"id": there.leases.me.id})
    ours.go.set()
    for seat in (mine, other):
        await until(lambda seat=seat: asked_elsewhere(here, table, seat, asks[seat]))  # type: ignore[misc]  # a default
    assert ours.asked[:2] == [("greedy", mine), ("greedy", other)]
    theirs.go.set()  # as if it had been suspended: what it has found out is too late
    await asyncio.wait_for(asyncio.gather(*there.thinking.queue._helping), PATIENCE)
    assert (await here.host.hosted(table.id)).head == 2
    assert await here.thinking.troubles(table.id) == []


@pytest.mark.slow
async def test_what_a_bot_of_a_killed_process_thought_about_is_answered_elsewhere(
    cluster: Cluster, postgres_url: str, tmp_path: Path
) -> None:
    here, ours = await cluster.process("here")
    table, asks, mine, other = await busy(here, ours)

    async def claimed() -> bool:
        return [row.process_id for row in await rows(here)] != [None]

    with serving(tmp_path, env={"BANNERET_DATABASE": postgres_url, "BANNERET_LIVE": "postgresql"}) as there:
        await until(claimed)
        there.process.kill()
        begun = time.monotonic()
        there.process.wait()
    assert (await here.host.hosted(table.id)).asks()[other] == asks[other]
    ours.go.set()
    for seat in (mine, other):
        await until(lambda seat=seat: asked_elsewhere(here, table, seat, asks[seat]))  # type: ignore[misc]  # a default
    log.info("the question was answered after %.1f s", time.monotonic() - begun)
    assert ("greedy", other) in ours.asked
    assert await here.thinking.troubles(table.id) == []


@pytest.mark.parametrize(("error", "kind"), [(ValueError("no idea"), "raised"), (TimeoutError(), "late")])
async def test_the_failure_of_a_bot_elsewhere_is_reported_here(cluster: Cluster, error: Exception, kind: str) -> None:
    here, ours = await cluster.process("here")
    table, asks, _mine, other = await busy(here, ours)
    there, theirs = await cluster.process("there")
    theirs.error = error
    theirs.go.set()
    await until(lambda: asked_elsewhere(here, table, other, asks[other]))  # the random bot makes this decision
    troubles = await here.thinking.troubles(table.id)
    assert [(one.seat, one.bot, one.kind) for one in troubles] == [(other, "greedy", kind)]
    assert await there.thinking.troubles(table.id) == troubles


async def test_what_another_process_cannot_play_is_given_back(cluster: Cluster) -> None:
    here, ours = await cluster.process("here")
    table, asks, _mine, other = await busy(here, ours)
    _, theirs = await cluster.process("there", older=True)
    await until(lambda: _asked(ours, 2))
    assert theirs.asked == []
    ours.go.set()
    await until(lambda: asked_elsewhere(here, table, other, asks[other]))


async def _asked(worker: Worker, times: int) -> bool:
    return len(worker.asked) == times


async def test_a_question_that_is_no_longer_asked_is_withdrawn(cluster: Cluster) -> None:
    here, ours = await cluster.process("here")
    table, asks, _mine, other = await busy(here, ours)
    here.thinking._stopping = True  # nobody thinks about what is asked next
    await here.host.enter(table.id, lambda _: {"forfeit": other})
    assert (await here.host.hosted(table.id)).asks().get(other) != asks[other]
    await until(lambda: _empty(here))
    assert await here.thinking.troubles(table.id) == []


@pytest.mark.slow
async def test_a_process_that_has_begun_anew_offers_again(cluster: Cluster) -> None:
    here, ours = await cluster.process("here")
    await busy(here, ours)
    before = here.leases.me.id
    async with here.database.writing() as connection:
        await connection.execute(text("DELETE FROM processes WHERE id = :id"), {"id": before})
    await here.leases.renew()
    assert await here.host.adopt() == 1

    async def offered() -> bool:
        await here.thinking.sweep()
        return {row.owner_id for row in await rows(here)} == {here.leases.me.id}

    await until(offered)
    assert here.leases.me.id != before


@pytest.mark.slow
async def test_the_question_that_has_waited_longest_is_claimed_by_one(cluster: Cluster) -> None:
    here, _ = await cluster.process("here")
    there, _ = await cluster.process("there")
    for services in (here, there):
        await services.thinking.queue.stop()
    people: list[Person | str] = [*await guests(here, 3)]
    questions = BotQuestions(here.database)
    offered = [Question((await table_of(here, people)).id, 0, "1", "hard") for _ in range(3)]
    me, other = here.leases.me.id, there.leases.me.id
    for number, one in enumerate(offered):
        await questions.offer(one, me)
        async with here.database.writing() as connection:
            where = schema.bot_questions.c.table_id == one.table
            await connection.execute(update(schema.bot_questions).where(where).values(asked_at=number))
    assert set(await asyncio.gather(questions.claim(me), questions.claim(other))) == set(offered[:2])
    assert await questions.claim(other) == offered[2]
    assert await questions.claim(me) is None
    for one in offered:
        await questions.finish(one, other, Result("do"))
    found = await questions.offered(me)
    assert found[offered[2]] == Result("do")
    assert sorted(found.values(), key=str) == sorted([None, Result("do"), Result("do")], key=str)  # one was ours
    await questions.offer(offered[2], other)  # which has taken the table over
    assert (await questions.offered(other))[offered[2]] == Result("do")
    await questions.withdraw(offered[2], me)
    assert offered[2] in await questions.offered(other)
    with pytest.raises(Clash):
        await questions.offer(offered[0], "nobody")
    async with here.database.writing() as connection:
        await connection.execute(text("UPDATE bot_questions SET answer = NULL, process_id = NULL"))
        await connection.execute(text("UPDATE processes SET expires_at = 0 WHERE id = :id"), {"id": me})
    assert await questions.claim(other) == offered[2]
    assert await questions.claim(other) is None  # those of a dead process wait for who takes the table over
    async with here.database.writing() as connection:
        await connection.execute(text("DELETE FROM bot_questions"))


async def test_a_process_without_others_keeps_its_questions(both_services: Services) -> None:
    worker = Worker(both_services)
    worker.go.set()
    (ann,) = await guests(both_services, 1)
    table = await table_of(both_services, [ann, "greedy", "greedy"])
    asks = dict((await both_services.host.hosted(table.id)).asks())
    for seat in (1, 2):
        await until(lambda seat=seat: asked_elsewhere(both_services, table, seat, asks[seat]))  # type: ignore[misc]
    assert both_services.thinking.queue._task is None
    assert await rows(both_services) == []
    assert "bot_questions" in schema.PASSING  # it is in no backup
