"""Many games on one machine: in the order of their seeds, whatever the number of processes."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeAlias

from banneret.sim.games import Played, play_games

CHUNK: Final = 4
"""Games a process plays before it hands over what it has."""
AHEAD: Final = 4
"""Chunks for each process that may lie finished or begun while an earlier one is missing."""
ATTEMPTS: Final = 2
"""How often a process may end under a game that it plays alone, before the game is given up."""

Play: TypeAlias = Callable[[Any, Sequence[int]], list[Played]]
"""What plays the games of some seeds by a plan; a function of a module, so that other processes find it."""

LOST = f"the process that played it was ended {ATTEMPTS} times"


def simulate(plan: Any, seeds: Sequence[int], jobs: int = 1, play: Play | None = None) -> Generator[Played, None, None]:
    """Play the game of every seed and return them in this order, each as soon as those before it are there.

    The plan is whatever `play` takes: a `Plan`, if `play` is not given.

    A process that is killed takes nothing along: what it had not handed over is played again.
    """
    play = play_games if play is None else play
    if jobs <= 1:
        for seed in seeds:
            yield from play(plan, [seed])
        return
    chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    crew = _Crew(plan, play, chunks, min(jobs, max(len(chunks), 1)))
    try:
        for number in range(len(chunks)):
            yield from crew.take(number)
    finally:
        crew.close()


class _Crew:
    """Processes at work on chunks, renewed when one of them is killed."""

    def __init__(self, plan: Any, play: Play, chunks: Sequence[Sequence[int]], jobs: int) -> None:
        self.plan = plan
        self.play = play
        self.chunks = chunks
        self.jobs = jobs
        self.waiting = deque(range(len(chunks)))
        self.running: dict[Future[list[Played]], int] = {}
        self.done: dict[int, list[Played]] = {}
        self.pool = _processes(jobs)

    def take(self, number: int) -> list[Played]:
        """Return the games of a chunk, waiting for it while others go on."""
        while number not in self.done:
            self._hand_out(number)
            lost = self._collect()
            if lost:
                self._renew(lost)
        return self.done.pop(number)

    def close(self) -> None:
        """Send the processes home; what they have begun they finish."""
        self.pool.shutdown(wait=True, cancel_futures=True)

    def _hand_out(self, number: int) -> None:
        while self.waiting and len(self.running) < 2 * self.jobs and self.waiting[0] < number + AHEAD * self.jobs:
            chunk = self.waiting[0]
            try:
                future = _submit(self.pool, self.play, self.plan, self.chunks[chunk])
            except BrokenProcessPool:  # it ended before anything was begun
                self._renew([])
                continue
            self.running[future] = chunk
            self.waiting.popleft()

    def _collect(self) -> list[int]:
        """Take what is finished; return the chunks that were lost."""
        lost = []
        for future in wait(self.running, return_when=FIRST_COMPLETED).done:
            chunk = self.running.pop(future)
            try:
                self.done[chunk] = future.result()
            except BrokenProcessPool:
                lost.append(chunk)
        return lost

    def _renew(self, lost: list[int]) -> None:
        while self.running:  # the whole pool is broken: the others are finished, or lost as well
            lost += self._collect()
        self.pool.shutdown(wait=True, cancel_futures=True)
        for chunk in sorted(lost):
            self.done[chunk] = _one_by_one(self.play, self.plan, self.chunks[chunk])
        self.pool = _processes(self.jobs)


def _one_by_one(play: Play, plan: Any, seeds: Sequence[int]) -> list[Played]:
    """Play games each alone in a process: if that ends, it was this game."""
    games: list[Played] = []
    pool = _processes(1)
    try:
        for seed in seeds:
            for _ in range(ATTEMPTS):
                try:
                    games += _submit(pool, play, plan, [seed]).result()
                    break
                except BrokenProcessPool:
                    pool.shutdown()
                    pool = _processes(1)
            else:
                games.append(Played(seed, None, LOST))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return games


def _processes(jobs: int) -> ProcessPoolExecutor:
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
