"""The bot queue: a process without a free worker lets others compute the answers of the bots at its tables.

Only the process that plays a table uses the answer: it queues a question, waits for the result, and applies it like one
of its own workers. Other processes load the match only to compute the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import structlog

from banneret.kernel.stream import derive_key
from banneret.server.matches.host import Host
from banneret.server.matches.hosted import Hosted
from banneret.server.problems import Problem
from banneret.server.store.bot_questions import BotQuestions, Question, Result
from banneret.server.store.database import Clash
from banneret.server.traces import root_span, span

log = structlog.get_logger()

CLAIM_SECONDS: Final = 0.5
"""Interval in seconds at which a process with a free worker polls for questions."""
RESULT_SECONDS: Final = 0.2
"""Interval in seconds at which a process polls for results of its queued questions."""
LAST_SECONDS: Final = 2.0
"""Maximum number of seconds that a stopping process waits for its work for others."""
RETURNED: Final = "returned"
"""Kind of failure of a process that could not ask the bot; the table's process then does so itself."""

MOST: Final = 500
"""Maximum length of a detail in characters."""

Think = Callable[[str, int, Hosted, int], Awaitable[str]]
"""Computes a bot's answer in a worker of this process, from bot, seed, match and seat."""


class Overtaken(Exception):
    """A question to a bot is no longer open, or another process now plays the table."""


class BotFailed(Exception):
    """A bot failed in another process."""


class BotQueue:
    """Distributes questions to bots among the workers of this and other processes."""

    def __init__(self, host: Host, workers: int, think: Think) -> None:
        self.host = host
        self.think = think
        self.helped: list[Callable[[], None]] = []
        """Called after a question of another process was answered."""
        self._questions = BotQuestions(host.database)
        self._free = workers
        self._offered: dict[Question, asyncio.Future[Result]] = {}
        self._helping: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._ending = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def count(self) -> int:
        """Return the number of queued questions of this process that are not answered yet."""
        return len(self._offered)

    def start(self) -> None:
        """Start sharing work with other processes, if there may be any."""
        if self.host.leases.used:
            self._task = asyncio.ensure_future(self._share())

    async def stop(self) -> None:
        """Stop waiting for others, and computing answers for them."""
        self._ending.set()
        self._wake.set()
        for waiting in self._offered.values():
            waiting.cancel()
        if self._task is not None:
            await self._task
        if self._helping:
            await asyncio.wait(self._helping, timeout=LAST_SECONDS)

    async def decide(self, question: Question, hosted: Hosted) -> str:
        """Return a bot's answer. Raises Overtaken, BotFailed, TimeoutError, and whatever the bot raises."""
        if not self.host.leases.used or (self._free > 0 and not self._offered) or self._ending.is_set():
            return await self._think(question, hosted)
        me = self.host.leases.me.id
        try:
            await self._questions.offer(question, me)
        except (Problem, Clash):
            return await self._think(question, hosted)
        waiting: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._offered[question] = waiting
        self._wake.set()
        try:
            if self._ending.is_set():
                waiting.cancel()
            result = await waiting
        finally:
            self._offered.pop(question, None)
            with suppress(Problem):  # it is deleted with the process
                await self._questions.withdraw(question, self.host.leases.me.id)
        if result.trouble == RETURNED:
            if hosted.asks().get(question.seat) != question.ask:
                raise Overtaken
            return await self._think(question, hosted)
        if result.answer is None:
            raise TimeoutError(result.detail) if result.trouble == "late" else BotFailed(result.detail)
        return result.answer

    async def _think(self, question: Question, hosted: Hosted) -> str:
        self._free -= 1
        try:
            return await self.think(question.bot, seed_of(hosted, question.seat, question.ask), hosted, question.seat)
        finally:
            self._release()

    def _release(self) -> None:
        self._free += 1
        if self._offered:
            self._wake.set()

    # Other processes

    async def _share(self) -> None:
        while not self._ending.is_set():
            try:
                if self._offered:
                    await self._collect()
                await self._help()
            except Problem as problem:
                log.warning("bot queue unavailable", problem=problem.detail)
            except Exception:
                log.exception("bot queue failed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), RESULT_SECONDS if self._offered else CLAIM_SECONDS)
            self._wake.clear()

    async def _collect(self) -> None:
        """Fetch the results of this process's queued questions."""
        me = self.host.leases.me.id
        found = await self._questions.offered(me)
        for question, waiting in list(self._offered.items()):
            hosted = self.host.standing(question.table)
            asked = hosted is not None and hosted.asks().get(question.seat) == question.ask
            if waiting.done():
                continue
            if not asked or not self.host.plays(question.table):
                waiting.set_exception(Overtaken())
            elif question not in found:  # this process was given up for dead, and has a new id
                with suppress(Clash):
                    await self._questions.offer(question, me)
            elif (result := found[question]) is not None and not waiting.done():
                waiting.set_result(result)

    async def _help(self) -> None:
        """Claim questions while workers are free."""
        while self._free > 0 and not self._ending.is_set():
            me, question = self.host.leases.me.id, None
            with suppress(Clash):  # this process was given up for dead
                question = await self._questions.claim(me)
            if question is None:
                return
            self._free -= 1  # only now, so that meanwhile its own questions need not be queued
            task = asyncio.ensure_future(self._answer(question, me))
            self._helping.add(task)
            task.add_done_callback(self._helped)

    def _helped(self, task: asyncio.Task[None]) -> None:
        self._helping.discard(task)
        self._release()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("bot answer failed", exc_info=error)

    async def _answer(self, question: Question, me: str) -> None:
        """Compute and store the answer to a claimed question."""
        with root_span("bot answer", table=question.table):
            result = await self._result(question)
        waiting = self._offered.get(question)
        if waiting is not None:
            if not waiting.done():
                waiting.set_result(result)
            return
        for helped in self.helped:
            helped()
        try:
            await self._questions.finish(question, me, result)
        except Problem as problem:  # no other process claims it while this one is alive
            log.warning("bot answer not stored", table=question.table, problem=problem.detail)

    async def _result(self, question: Question) -> Result:
        try:
            hosted = await self.host.hosted(question.table)
        except Problem as problem:
            return Result(trouble=RETURNED, detail=problem.detail)
        if hosted.asks().get(question.seat) != question.ask:
            return Result(trouble=RETURNED, detail="the question is no longer open")
        try:
            seed = seed_of(hosted, question.seat, question.ask)
            with span("think"):
                return Result(await self.think(question.bot, seed, hosted, question.seat))
        except Exception as error:
            return failure(error)


def seed_of(hosted: Hosted, seat: int, ask: str) -> int:
    """Return the seed for a bot's answer, which is the same in every process."""
    return int.from_bytes(derive_key("bot", hosted.stored.key, seat, ask), "little")


def failure(error: Exception) -> Result:
    """Return the result that reports the failure of a bot."""
    detail = str(error) if isinstance(error, BotFailed) else f"{type(error).__name__}: {error}"
    return Result(trouble="late" if isinstance(error, TimeoutError) else "raised", detail=detail[:MOST])
