"""Replays of matches in a worker process, with limits of time and memory.

Users can upload any record, and a long match takes seconds to replay; neither may block the server.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import TimeoutError as TooLate
from typing import Any, Final, ParamSpec, TypeVar

import structlog
from pebble import ProcessExpired, ProcessPool

from banneret.kernel.match import Match
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.replay_work import limit, replayed
from banneret.server.problems import Problem
from banneret.server.settings import Settings

log = structlog.get_logger()

P = ParamSpec("P")
T = TypeVar("T")

MEBIBYTE: Final = 1 << 20
WAITING: Final = 20
"""Maximum number of replays in progress or queued."""
AGAIN_MS: Final = 5000
NEAR: Final = 50
"""Maximum number of entries replayed without the worker."""


class Replays:
    """Runs replays one after the other in a worker process, which is started when first needed."""

    def __init__(self, settings: Settings, seconds: float | None = None, *, nice: int = 0) -> None:
        """Limit each replay to `seconds`, by default `replay_seconds`; with `nice`, yield to other processes."""
        self.settings = settings
        self.seconds = settings.replay_seconds if seconds is None else seconds
        self.nice = nice
        self._pool: ProcessPool | None = None
        self._waiting = 0

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the worker and return its result.

        Raises whatever the function raises, Problem "invalid" if it exceeds the limits, and "too-many" if the queue is
        full.
        """
        if self._waiting >= WAITING:
            raise Problem("too-many", "Too many matches are being replayed; try again later.", retry_ms=AGAIN_MS)
        self._waiting += 1
        try:
            return await self._run(work, *args, **kwargs)
        finally:
            self._waiting -= 1

    async def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._pool is None or not self._pool.active:
            self._pool = ProcessPool(
                max_workers=1,
                context=multiprocessing.get_context("spawn"),  # not a fork of this process, which holds all secrets
                initializer=limit,
                initargs=[self.settings.replay_mebibytes * MEBIBYTE, self.nice],
            )
        future = self._pool.schedule(work, args=args, kwargs=kwargs, timeout=self.seconds)
        try:
            found: T = await asyncio.wrap_future(future)
        except (TimeoutError, TooLate):
            raise self._refused(f"takes more than {self.seconds:g} seconds") from None
        except (ProcessExpired, MemoryError):
            raise self._refused(f"takes more than {self.settings.replay_mebibytes} MiB of memory") from None
        return found

    def _refused(self, why: str) -> Problem:
        log.warning("replay stopped", why=why)
        return Problem("invalid", f"Replaying this match {why}, which this server does not allow.")

    async def at(self, hosted: Hosted, entry: int) -> Match[Any]:
        """Return the match after an entry, like `Hosted.at`. Raises Gone, Problem."""
        since, begin = hosted.replayed_from(entry)
        if entry - since <= NEAR:
            return hosted.at(entry)
        match = await self.run(replayed, begin, hosted.entries[since:entry])
        hosted.cache_position(entry, match)
        return match

    async def stop(self) -> None:
        """End the worker."""
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]  # pebble types most of itself
            await asyncio.to_thread(self._pool.join)
