"""Fixed tasks for benchmarking agents, declared by the optional attribute `benchmark` of a rulebook."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from banneret.content.datafile import DataFile
from banneret.kernel.offers import offered
from banneret.kernel.registry import rulebook, rulebook_ids
from banneret.kernel.rulebook import Rulebook

VERSION: Final = 1
"""Increases if a task changes, because results of different versions cannot be compared."""


class BenchmarkTask(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game with its options, opponents, seeds and budget. An agent plays each seed once from each seat."""

    id: str
    game: str
    seats: int = 0
    """The number of seats; 0 means the usual one of the game."""
    options: dict[str, Any] = {}
    """The options of a match."""
    opponents: str = "random"
    """The bot in the other seats."""
    first_seed: int = 1
    seeds: int = 50
    """The number of seeds; each is one higher than the one before."""
    seconds: float = 60.0
    """CPU time in which the agent must play a match."""

    @property
    def seat_count(self) -> int:
        """The number of seats of a match."""
        return self.seats or rulebook(self.game).seats_at_first()

    @property
    def games(self) -> int:
        """The number of matches."""
        return self.seeds * self.seat_count

    def match(self, number: int) -> tuple[int, int]:
        """Return the seed of a match and the seat of the agent in it."""
        seed, seat = divmod(number, self.seat_count)
        return self.first_seed + seed, seat


def read_tasks(file: DataFile, game: str) -> tuple[BenchmarkTask, ...]:
    """Return the tasks of a game from its data file. Raises DataError."""
    return tuple(task for task in file.entries("task", BenchmarkTask) if task.game == game)


def tasks_of(book: Rulebook[Any]) -> tuple[BenchmarkTask, ...]:
    """Return the tasks of a game; for a game that offers none, one against each of two bots."""
    found = offered(book, "benchmark", tuple)
    if found is not None:
        return found
    return tuple(
        BenchmarkTask(id=f"{book.id}-{bot}", game=book.id, opponents=bot, seeds=50) for bot in ("random", "greedy")
    )


def all_tasks() -> dict[str, BenchmarkTask]:
    """Return the tasks of all games by id."""
    return {task.id: task for game in rulebook_ids() for task in tasks_of(rulebook(game))}
