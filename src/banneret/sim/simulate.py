"""Many games in the order of their seeds, played by this process, worker processes or a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from typing import Any, Final

from banneret.sim.games import Played, play_games
from banneret.sim.workers import Play, Workers

CHUNK: Final = 4
"""The number of games per chunk."""
AHEAD: Final = 4
"""Chunks per worker that may be finished or in progress while an earlier one is missing."""
ATTEMPTS: Final = 2
"""How often a worker may die while playing a game alone before the game is abandoned."""

LOST: Final = f"the process playing it died {ATTEMPTS} times"
_ALONE: Final = -1


def simulate(
    plan: Any, seeds: Sequence[int], jobs: int = 1, play: Play | None = None, cluster: str | None = None
) -> Generator[Played, None, None]:
    """Yield the games of all seeds in order, each as soon as it and those before it are finished.

    `plan` is passed to `play`; it is a `Plan` by default. `cluster` is the address of a Ray cluster, or `local` for one
    with `jobs` workers on this machine.

    If a worker is killed, its unfinished games are played again. Raises ClusterError if there is no cluster, and
    WorkersError if no process starts to play.
    """
    play = play_games if play is None else play
    if cluster is None and jobs <= 1:
        for seed in seeds:
            yield from play(plan, [seed])
        return
    chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    if not chunks:
        return
    crew = _Crew(_workers(plan, play, min(jobs, len(chunks)), cluster), chunks)
    try:
        for number in range(len(chunks)):
            yield from crew.take(number)
    finally:
        crew.workers.close()


def _workers(plan: Any, play: Play, jobs: int, cluster: str | None) -> Workers:
    if cluster is None:
        from banneret.sim.processes import Processes  # noqa: PLC0415  # only one of the two is needed

        return Processes(plan, play, jobs)
    from banneret.sim.cluster import Cluster  # noqa: PLC0415  # optional dependency

    return Cluster(plan, play, jobs, cluster)


class _Crew:
    """Assigns chunks to workers and collects the results in any order."""

    def __init__(self, workers: Workers, chunks: Sequence[Sequence[int]]) -> None:
        self.workers = workers
        self.chunks = chunks
        self.waiting = deque(range(len(chunks)))
        self.running: set[int] = set()
        self.done: dict[int, list[Played]] = {}

    def take(self, number: int) -> list[Played]:
        """Return the games of a chunk, waiting for it while others are played."""
        while number not in self.done:
            self._hand_out(number)
            lost = self._collect()
            if lost:
                self._play_again(lost)
        return self.done.pop(number)

    def _hand_out(self, number: int) -> None:
        count = self.workers.count
        while self.waiting and len(self.running) < 2 * count and self.waiting[0] < number + AHEAD * count:
            chunk = self.waiting.popleft()
            self.running.add(chunk)
            self.workers.begin(chunk, self.chunks[chunk])

    def _collect(self) -> list[int]:
        """Collect finished chunks; return those that were lost."""
        done, lost = self.workers.wait()
        self.done |= done
        self.running -= {*done, *lost}
        return lost

    def _play_again(self, lost: list[int]) -> None:
        while self.running:  # do not blame one game for another
            lost += self._collect()
        for chunk in sorted(lost):
            self.done[chunk] = [game for seed in self.chunks[chunk] for game in self._alone(seed)]

    def _alone(self, seed: int) -> list[Played]:
        """Play a game with nothing else running: if a worker dies, this game is the cause."""
        for _ in range(ATTEMPTS):
            self.workers.begin(_ALONE, [seed])
            done: dict[int, list[Played]] = {}
            lost: list[int] = []
            while not done and not lost:
                done, lost = self.workers.wait()
            if done:
                return done[_ALONE]
        return [Played(seed, None, LOST)]
