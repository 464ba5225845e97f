"""Bots: they answer in worker processes, and know only what their seats may know.

A bot receives a `Player`, which is based on an imagined world. If it raises, returns an illegal answer or takes too
long, this is reported, a substitute makes that one decision, and the bot is tried again for the next one. After several
consecutive failures it is no longer tried, and the people at the table can decide what to do. Two servers may both
compute an answer to the same question: the second one is stale, and silently dropped.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, ParamSpec, TypeVar

import msgspec
import structlog
from pebble import ProcessPool
from sqlalchemy import insert, select, update

from banneret.bots.advice import Advice
from banneret.bots.player import Player
from banneret.kernel import notation
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.server.matches.bot_answers import advise_timed, think_timed
from banneret.server.matches.bot_queue import BotQueue, Overtaken, failure, seed_of
from banneret.server.matches.host import Host
from banneret.server.matches.hosted import Hosted, Turn
from banneret.server.matches.windows import Windows
from banneret.server.people.credentials import new_id
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.bot_questions import Question
from banneret.server.store.database import Database
from banneret.server.store.stamps import stamp_table
from banneret.server.tables.lifecycle import Tables
from banneret.server.tables.table import Table
from banneret.server.traces import root_span, span

log = structlog.get_logger()

RANDOM: Final = "random"
SUBSTITUTES: Final = ("greedy", RANDOM)
"""Bots that are tried in order for one decision if the seat's bot fails."""
GIVEN_UP: Final = 3
"""Number of consecutive failures after which a bot is only tried again on request."""

P = ParamSpec("P")
T = TypeVar("T")
Reported = Callable[[str, int, str], Awaitable[None]]


class Trouble(msgspec.Struct, frozen=True):
    """A decision that a bot failed to make: it raised an exception, returned an illegal answer, or was late."""

    seat: int
    bot: str
    kind: str


def plays(bot: str, seat: int) -> Callable[[Table], None]:
    """Return a check that raises Problem stale-ask unless this bot still plays that seat."""

    def check(table: Table) -> None:
        if table.seats[seat].bot != bot:
            raise Problem("stale-ask", f"Seat {seat} is no longer played by {bot}.")

    return check


class Thinking:
    """Answers for the bots of all tables, and gives automatic answers."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        host: Host,
        tables: Tables,
        windows: Windows,
        clock: Callable[[], int],
    ) -> None:
        self.settings = settings
        self.database = database
        self.host = host
        self.tables = tables
        self.windows = windows
        self.clock = clock
        self.reported: list[Reported] = []
        """Called with table, seat and kind of failure after a bot has failed."""
        self.recovered: list[Callable[[str], Awaitable[None]]] = []
        """Called with the table of a bot that has answered again after failures."""
        self.timed: list[Callable[[float], None]] = []
        """Called with the seconds that a bot took to answer."""
        self.used: list[Callable[[str, float], None]] = []
        """Called with a table, and the seconds of CPU time used by a bot there."""
        self.queue = BotQueue(host, settings.bot_workers, self._think)
        self._pool: ProcessPool | None = None
        self._tasks: dict[tuple[str, int], tuple[str, asyncio.Task[None]]] = {}
        self._waiting: set[asyncio.Future[Any]] = set()
        """Futures that can be cancelled at once when stopping: computations, but not reads or writes."""
        self._stopping = False
        host.listeners.append(self._heard)

    async def _heard(self, hosted: Hosted, turn: Turn) -> None:
        if turn.after and not self._stopping:
            self.look(hosted, hosted.kept.table)

    def look(self, hosted: Hosted, table: Table) -> None:
        """Start answering all open questions to bots, and those that can be answered automatically."""
        if not self.host.plays(table.id):
            return
        asks = hosted.asks()
        for seat, ask in asks.items():
            one = table.seats[seat]
            if one.bot is not None:
                self._begin(table.id, seat, ask, self._answer(table, seat, ask, one.bot))
            elif table.settings.auto_single and self._single(hosted, seat):
                self._begin(table.id, seat, ask, self._give_single(table, seat, ask))
            elif self.windows.unasked.may_answer(hosted, seat):
                self._begin(table.id, seat, ask, self._give_unasked(table, seat, ask))

    async def sweep(self) -> int:
        """Check all running tables of this process with an open question to a bot; return their number."""
        seats, tables = schema.seats, schema.tables
        async with self.database.reading() as connection:
            ids = (
                await connection.execute(
                    select(seats.c.table_id)
                    .join(tables, tables.c.id == seats.c.table_id)
                    .where(tables.c.status == "running", seats.c.bot.is_not(None), seats.c.ask != "")
                    .distinct()
                )
            ).scalars()
        await self.windows.unasked.look()
        found = 0
        for id_ in filter(self.host.plays, ids):
            try:
                self.look(await self.host.hosted(id_), await self.tables.get(id_))
                found += 1
            except Problem as problem:
                log.warning("table cannot be played", table=id_, problem=str(problem))
        return found

    async def troubles(self, table: str) -> list[Trouble]:
        """Return the failures of bots at a table, without their answers, which might reveal secrets of their seats."""
        rows = schema.troubles
        async with self.database.reading() as connection:
            found = await connection.execute(select(rows).where(rows.c.table_id == table).order_by(rows.c.at))
            return [Trouble(row.seat, row.bot, row.kind) for row in found]

    def count(self) -> int:
        """Return the number of questions in progress."""
        return len(self._tasks)

    def start(self) -> None:
        """Start sharing questions with other processes, if there may be any."""
        self.queue.start()

    async def stop(self) -> None:
        """Stop all bots; unanswered questions are started again after the next start."""
        self._stopping = True
        for waiting in list(self._waiting):
            waiting.cancel()
        await self.queue.stop()
        tasks = [task for _, task in self._tasks.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=self.settings.stop_seconds / 4)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]  # pebble types most of itself
            await asyncio.to_thread(self._pool.join)

    # One question

    def _begin(self, table: str, seat: int, ask: str, work: Awaitable[None]) -> None:
        standing = self._tasks.get((table, seat))
        if standing is not None and standing[0] == ask and not standing[1].done():
            work.close()  # type: ignore[attr-defined]  # a coroutine; the question is already in progress
            return
        task = asyncio.ensure_future(work)
        self._tasks[table, seat] = (ask, task)
        task.add_done_callback(lambda done: self._ended(table, seat, done))

    def _ended(self, table: str, seat: int, task: asyncio.Task[None]) -> None:
        standing = self._tasks.get((table, seat))
        if standing is not None and standing[1] is task:
            del self._tasks[table, seat]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("bot answer failed", table=table, seat=seat, exc_info=error)

    async def _answer(self, at: Table, seat: int, ask: str, bot: str) -> None:
        """Answer with the seat's bot or, if it fails or was given up, with a substitute."""
        table = at.id
        failures = at.seats[seat].failures
        substitutes = [one for one in SUBSTITUTES if one != bot]
        for one in substitutes if failures >= GIVEN_UP else (bot, *substitutes):
            with root_span("bot answer", table=table):  # own traces: bots may play on endlessly
                hosted = await self.host.hosted(table)
                if hosted.asks().get(seat) != ask:
                    return
                trouble = await self._try(at, hosted, seat, ask, bot, one)
            if trouble is None:
                if one == bot and failures:
                    await self._succeeded(table, seat, bot)
                return
            await self._failed(table, seat, ask, bot, one, *trouble)

    async def _try(
        self, at: Table, hosted: Hosted, seat: int, ask: str, bot: str, substitute: str
    ) -> tuple[str, str] | None:
        """Let a bot or its substitute answer; return kind and detail of a failure."""
        try:
            with span("think"):
                if substitute == RANDOM:
                    do = self._at_random(hosted, seat, seed_of(hosted, seat, ask))
                else:
                    do = await self.queue.decide(Question(at.id, seat, ask, substitute), hosted)
        except Overtaken:
            return None
        except Exception as error:
            failed = failure(error)
            return failed.trouble or "", failed.detail
        await self._hold(await self.windows.left(at, seat, ask, do))
        try:
            await self.host.answer(at.id, seat, ask, do, check=plays(bot, seat))
        except Problem as problem:
            if problem.kind in ("refused", "invalid"):
                return "illegal", f"{do!r}: {problem.detail}"
            if problem.kind not in ("stale-ask", "conflict", "halted"):
                raise
        return None

    async def _think(self, bot: str, seed: int, hosted: Hosted, seat: int) -> str:
        player = Player(hosted.match, seat, derive_key("player", seed))
        begun = time.perf_counter()
        try:
            answer, seconds = await self._in_process(think_timed, bot, seed, player)
        except BrokenProcessPool:  # the worker could not start, which is not the bot's fault: retry once
            answer, seconds = await self._in_process(think_timed, bot, seed, player)
        except TimeoutError:
            self._has_used(hosted, self.settings.bot_seconds)
            raise
        finally:
            for timed in self.timed:
                timed(time.perf_counter() - begun)
        self._has_used(hosted, seconds)
        return answer

    async def advise(self, hosted: Hosted, match: Match[Any], seat: int) -> Advice:
        """Return a bot's advice for a seat; `match` includes the answers of the seat's draft."""
        player = Player(match, seat, derive_key("advice", hosted.head, seat))
        advice, seconds = await self._in_process(advise_timed, hosted.head, player)
        self._has_used(hosted, seconds)
        return advice

    def _has_used(self, hosted: Hosted, seconds: float) -> None:
        for used in self.used:
            used(hosted.stored.id, seconds)

    async def _in_process(self, work: Callable[P, T], *args: P.args, **_: P.kwargs) -> T:
        if self._pool is None or not self._pool.active:
            # Workers are spawned, not forked, because this process holds the secrets of all tables.
            self._pool = ProcessPool(
                max_workers=self.settings.bot_workers, context=multiprocessing.get_context("spawn")
            )
        future = self._pool.schedule(work, args=args, timeout=self.settings.bot_seconds)
        found: T = await self._wait(asyncio.wrap_future(future))
        return found

    async def _wait(self, waiting: asyncio.Future[T]) -> T:
        if self._stopping:
            waiting.cancel()
        self._waiting.add(waiting)
        try:
            return await waiting
        finally:
            self._waiting.discard(waiting)

    def _at_random(self, hosted: Hosted, seat: int, seed: int) -> str:
        ask = hosted.match.asking[seat]
        return notation.write(ask.chooser.draw(ask.options, Stream(derive_key("random", seed))))

    async def _failed(self, table: str, seat: int, ask: str, bot: str, tried: str, kind: str, detail: str) -> None:
        """Report that a bot, or its substitute `tried`, failed to make a decision.

        A failure that another process reports as well counts once.
        """
        log.warning("bot failed", table=table, seat=seat, bot=tried, kind=kind, detail=detail[:300])
        seats, troubles = schema.seats, schema.troubles
        hosted = await self.host.hosted(table)
        if hosted.asks().get(seat) != ask:
            return
        this = (troubles.c.table_id == table, troubles.c.seat == seat, troubles.c.seq == hosted.head)
        async with self.database.writing() as connection:
            await stamp_table(connection, table)  # and lock its row
            if await connection.scalar(select(troubles.c.id).where(*this, troubles.c.bot == tried)) is not None:
                return
            await connection.execute(
                insert(schema.troubles).values(
                    id=new_id(),
                    table_id=table,
                    seat=seat,
                    seq=hosted.head,
                    bot=tried,
                    kind=kind,
                    detail=detail[:500],
                    at=self.clock(),
                )
            )
            if tried == bot:
                await connection.execute(
                    update(seats)
                    .where(seats.c.table_id == table, seats.c.seat == seat, seats.c.bot == bot)
                    .values(failures=seats.c.failures + 1)
                )
        for reported in self.reported:
            await reported(table, seat, kind)

    async def _succeeded(self, table: str, seat: int, bot: str) -> None:
        """Reset the failures of a bot that has answered."""
        seats = schema.seats
        async with self.database.writing() as connection:
            await stamp_table(connection, table)
            await connection.execute(
                update(seats)
                .where(seats.c.table_id == table, seats.c.seat == seat, seats.c.bot == bot)
                .values(failures=0)
            )
        for recovered in self.recovered:
            await recovered(table)

    def _single(self, hosted: Hosted, seat: int) -> bool:
        ask = hosted.match.asking[seat]
        return len(ask.options.listed) == 1

    async def _give_single(self, at: Table, seat: int, ask: str) -> None:
        table = at.id
        await self._hold(await self.windows.left(at, seat, ask, by_itself=True))
        hosted = await self.host.hosted(table)
        if hosted.asks().get(seat) != ask:
            return
        try:
            await self.host.answer(table, seat, ask, notation.write(hosted.match.asking[seat].options.listed[0]))
        except Problem as problem:
            if problem.kind not in ("stale-ask", "conflict", "halted"):
                raise

    async def _give_unasked(self, at: Table, seat: int, ask: str) -> None:
        """Give a seat's prepared answer; the player can change it until the window closes."""
        unasked, hosted = self.windows.unasked, await self.host.hosted(at.id)
        if hosted.asks().get(seat) != ask or await unasked.answer(hosted, seat) is None:
            return
        await self._hold(await self.windows.unasked_left(at, seat, ask))
        hosted = await self.host.hosted(at.id)
        do = await unasked.answer(hosted, seat) if hosted.asks().get(seat) == ask else None
        if do is None:
            return
        try:
            await self.host.answer(at.id, seat, ask, do)
        except Problem as problem:
            if problem.kind not in ("stale-ask", "conflict", "halted", "refused"):
                raise

    async def _hold(self, seconds: float) -> None:
        if seconds:
            await self._wait(asyncio.ensure_future(asyncio.sleep(seconds)))
