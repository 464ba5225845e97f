"""Local worker processes, each connected by a pipe and replaced if it is killed.

Existing pools break as a whole: `concurrent.futures` if any worker is killed, and pebble if one ends while none is
playing, which may be idle or not have begun.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any, Final

from banneret.sim.games import Played
from banneret.sim.workers import Play, WorkersError

_SPAWN: Final = multiprocessing.get_context("spawn")  # a fork would copy locks of threads, such as a progress bar's
_STILLBORN: Final = 3
"""Give up after this many consecutive processes that end before starting work."""
_QUICK: Final = 1.0
"""Seconds. Workers with faster chunks get the next one in advance; slow chunks should not wait for a busy worker."""
_NO_START: Final = (
    "the worker processes do not start; see their output above. In a script, calls with several "
    'jobs must be guarded by `if __name__ == "__main__":`'
)


class _Worker:
    """A process, its pipe, and its assigned chunks, of which it plays the first."""

    def __init__(self, play: Play, plan: Any) -> None:
        self.line, self._theirs = _SPAWN.Pipe()
        self.chunks: deque[tuple[int, Sequence[int]]] = deque()
        self.has_begun = False
        self.is_quick = False
        self._since = 0.0
        self.process = _SPAWN.Process(target=_work, args=(self._theirs, play, plan))

    def start(self) -> None:
        """Start the process."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # inherited: Ctrl-C must not reach the worker
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        self._theirs.close()

    def hand(self, chunk: int, seeds: Sequence[int]) -> None:
        """Assign a chunk. If the process has ended, reading from the pipe reveals it."""
        if not self.chunks:
            self._since = monotonic()
        self.chunks.append((chunk, seeds))
        with suppress(OSError):
            self.line.send((chunk, seeds))

    def handed_over(self) -> None:
        """Record that the first chunk is finished."""
        self.chunks.popleft()
        now = monotonic()
        self.is_quick = now - self._since < _QUICK
        self._since = now

    def dismiss(self) -> None:
        """Let the process exit, or kill it if it is busy."""
        self.line.close()
        if self.process.pid is None:
            return
        if self.chunks:
            self.process.terminate()
        self.process.join()


class Processes:
    """A group of processes that play the games of a plan."""

    def __init__(self, plan: Any, play: Play, jobs: int) -> None:
        self._plan = plan
        self._play = play
        self._jobs = jobs
        self._waiting: deque[tuple[int, Sequence[int]]] = deque()
        self._workers: list[_Worker] = []
        self._stillborn = 0

    @property
    def count(self) -> int:
        """The number of workers."""
        return self._jobs

    def begin(self, chunk: int, seeds: Sequence[int]) -> None:
        """Assign a chunk to a worker."""
        self._waiting.append((chunk, seeds))
        self._hand_out()

    def wait(self) -> tuple[dict[int, list[Played]], list[int]]:
        """Wait for a change; return the finished chunks and those that were lost.

        Raises WorkersError if several processes have ended before starting work.
        """
        done: dict[int, list[Played]] = {}
        lost: list[int] = []
        while not done and not lost:
            ready = wait([worker.line for worker in self._workers])
            for worker in [one for one in self._workers if one.line in ready]:
                try:
                    received = worker.line.recv()
                except (EOFError, OSError):
                    lost += self._bury(worker)
                    continue
                if isinstance(received, Exception):
                    raise received
                if received is None:
                    worker.has_begun = True
                    self._stillborn = 0
                else:
                    worker.handed_over()
                    done[received[0]] = received[1]
            self._hand_out()
        return done, lost

    def close(self) -> None:
        """Stop the processes; unfinished chunks are discarded."""
        self._waiting.clear()
        while self._workers:
            self._workers.pop().dismiss()

    def _hand_out(self) -> None:
        while self._waiting:
            idle = [worker for worker in self._workers if not worker.chunks]
            if not idle and len(self._workers) < self._jobs:
                idle = [_Worker(self._play, self._plan)]
                self._workers += idle  # added before the start, so that it is cleaned up on an interruption
                idle[0].start()
            free = idle or [worker for worker in self._workers if worker.is_quick and len(worker.chunks) == 1]
            if not free:
                return
            free[0].hand(*self._waiting.popleft())

    def _bury(self, worker: _Worker) -> list[int]:
        """Remove an ended process; return the chunk that it was playing, if any."""
        self._workers.remove(worker)
        worker.dismiss()
        lost = [worker.chunks.popleft()[0]] if worker.has_begun and worker.chunks else []
        self._waiting.extendleft(reversed(worker.chunks))
        if not worker.has_begun:  # no game can be the cause
            self._stillborn += 1
            if self._stillborn == _STILLBORN:
                raise WorkersError(_NO_START)
        return lost


def _work(line: Connection, play: Play, plan: Any) -> None:
    """Play chunks as they arrive until the pipe is closed."""
    _settle_in()
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            chunk, seeds = line.recv()
            line.send(_played(chunk, seeds, play, plan))


def _played(chunk: int, seeds: Sequence[int], play: Play, plan: Any) -> tuple[int, list[Played]] | Exception:
    try:
        return chunk, play(plan, seeds)
    except Exception as error:  # an error of the caller, reported with its traceback
        error.add_note("".join(traceback.format_exception(error)))
        return error


def _settle_in() -> None:
    """Leave Ctrl-C to the parent, exit with it, and collect garbage less often."""
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
