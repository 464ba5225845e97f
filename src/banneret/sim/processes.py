"""Workers on this machine: processes, each at the end of a line of its own, renewed when one of them is killed.

The pools of other packages were not made for workers that are killed: that of `concurrent.futures` can be broken in the
very moment in which work is handed out, and others start a process that cannot run again and again.
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

_SPAWN: Final = multiprocessing.get_context("spawn")  # a fork would copy threads' locks, such as a progress bar's
_STILLBORN: Final = 3
"""So many processes may end one after the other without having begun."""
_QUICK: Final = 1.0
"""Seconds. Whoever plays a chunk faster gets the next one ahead; of slow ones none shall wait for its worker."""
_NO_START: Final = (
    "the processes that are to play do not start; what they said stands above. In a script, what plays with several "
    'jobs must stand under `if __name__ == "__main__":`'
)


class _Worker:
    """A process, the line to it, and the chunks that it was handed: it plays the first."""

    def __init__(self, play: Play, plan: Any) -> None:
        self.line, self._theirs = _SPAWN.Pipe()
        self.chunks: deque[tuple[int, Sequence[int]]] = deque()
        self.has_begun = False
        self.is_quick = False
        self._since = 0.0
        self.process = _SPAWN.Process(target=_work, args=(self._theirs, play, plan))

    def start(self) -> None:
        """Start the process."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # it inherits that Ctrl-C is not meant for it
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        self._theirs.close()

    def hand(self, chunk: int, seeds: Sequence[int]) -> None:
        """Hand out a chunk. If the process has ended, reading from the line tells."""
        if not self.chunks:
            self._since = monotonic()
        self.chunks.append((chunk, seeds))
        with suppress(OSError):
            self.line.send((chunk, seeds))

    def handed_over(self) -> None:
        """Take note that the first chunk is finished."""
        self.chunks.popleft()
        now = monotonic()
        self.is_quick = now - self._since < _QUICK
        self._since = now

    def dismiss(self) -> None:
        """Send the process home, or break off what it plays."""
        self.line.close()
        if self.process.pid is None:
            return
        if self.chunks:
            self.process.terminate()
        self.process.join()


class Processes:
    """Some processes that play games by a plan."""

    def __init__(self, plan: Any, play: Play, jobs: int) -> None:
        self._plan = plan
        self._play = play
        self._jobs = jobs
        self._waiting: deque[tuple[int, Sequence[int]]] = deque()
        self._workers: list[_Worker] = []
        self._stillborn = 0

    @property
    def count(self) -> int:
        """How many play at the same time."""
        return self._jobs

    def begin(self, chunk: int, seeds: Sequence[int]) -> None:
        """Hand out a chunk."""
        self._waiting.append((chunk, seeds))
        self._hand_out()

    def wait(self) -> tuple[dict[int, list[Played]], list[int]]:
        """Wait until something has changed; return the chunks that are finished, and those that were lost.

        Raises WorkersError if several processes have ended without having begun.
        """
        done: dict[int, list[Played]] = {}
        lost: list[int] = []
        while not done and not lost:
            ready = wait([worker.line for worker in self._workers])
            for worker in [one for one in self._workers if one.line in ready]:
                try:
                    said = worker.line.recv()
                except (EOFError, OSError):
                    lost += self._bury(worker)
                    continue
                if isinstance(said, Exception):
                    raise said
                if said is None:
                    worker.has_begun = True
                    self._stillborn = 0
                else:
                    worker.handed_over()
                    done[said[0]] = said[1]
            self._hand_out()
        return done, lost

    def close(self) -> None:
        """Send the processes home; what they play is broken off."""
        self._waiting.clear()
        while self._workers:
            self._workers.pop().dismiss()

    def _hand_out(self) -> None:
        while self._waiting:
            idle = [worker for worker in self._workers if not worker.chunks]
            if not idle and len(self._workers) < self._jobs:
                idle = [_Worker(self._play, self._plan)]
                self._workers += idle  # before it starts, so that an interruption finds it
                idle[0].start()
            free = idle or [worker for worker in self._workers if worker.is_quick and len(worker.chunks) == 1]
            if not free:
                return
            free[0].hand(*self._waiting.popleft())

    def _bury(self, worker: _Worker) -> list[int]:
        """Forget a process that has ended; return the chunk that it played, if any."""
        self._workers.remove(worker)
        worker.dismiss()
        lost = [worker.chunks.popleft()[0]] if worker.has_begun and worker.chunks else []
        self._waiting.extendleft(reversed(worker.chunks))
        if not worker.has_begun:  # it was no game that ended it
            self._stillborn += 1
            if self._stillborn == _STILLBORN:
                raise WorkersError(_NO_START)
        return lost


def _work(line: Connection, play: Play, plan: Any) -> None:
    """Play chunks as they come, until the line is closed."""
    _settle_in()
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            chunk, seeds = line.recv()
            line.send(_played(chunk, seeds, play, plan))


def _played(chunk: int, seeds: Sequence[int], play: Play, plan: Any) -> tuple[int, list[Played]] | Exception:
    try:
        return chunk, play(plan, seeds)
    except Exception as error:  # it is the fault of the caller, who is told where it was
        error.add_note("".join(traceback.format_exception(error)))
        return error


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
