"""Workers on this machine: processes, renewed when one of them is killed."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any

from banneret.sim.games import Played
from banneret.sim.simulate import Play


class Processes:
    """Some processes that play games by a plan."""

    def __init__(self, plan: Any, play: Play, jobs: int) -> None:
        self._plan = plan
        self._play = play
        self._jobs = jobs
        self._running: dict[Future[list[Played]], int] = {}
        self._pool = _pool(jobs)
        self._broken = False

    @property
    def count(self) -> int:
        """How many play at the same time."""
        return self._jobs

    def begin(self, chunk: int, seeds: Sequence[int]) -> None:
        """Hand out a chunk."""
        if self._broken and not self._running:
            self._renew()
        try:
            future = _submit(self._pool, self._play, self._plan, seeds)
        except BrokenProcessPool:
            self._broken = True
            if self._running:  # they are finished or lost, as this one is
                future = Future()
                future.set_exception(BrokenProcessPool())
            else:
                self._renew()
                future = _submit(self._pool, self._play, self._plan, seeds)
        self._running[future] = chunk

    def wait(self) -> tuple[dict[int, list[Played]], list[int]]:
        """Wait until something has changed; return the chunks that are finished, and those that were lost."""
        done, lost = {}, []
        for future in wait(self._running, return_when=FIRST_COMPLETED).done:
            chunk = self._running.pop(future)
            try:
                done[chunk] = future.result()
            except BrokenProcessPool:
                lost.append(chunk)
                self._broken = True
        return done, lost

    def close(self) -> None:
        """Send the processes home; what they have begun they finish."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _renew(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = _pool(self._jobs)
        self._broken = False


def _pool(jobs: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")  # a fork would copy threads' locks, such as a progress bar's
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_settle_in)


def _submit(pool: ProcessPoolExecutor, play: Play, plan: Any, seeds: Sequence[int]) -> Future[list[Played]]:
    """Hand out work. A process that starts here inherits that Ctrl-C is not meant for it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(play, plan, seeds)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _settle_in() -> None:
    """Leave Ctrl-C to the parent, end with it however it ends, and look for garbage less often."""
    gc.freeze()
    gc.set_threshold(100_000)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
