"""The seating of an arena: every bot plays every seat equally often."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from banneret.kernel.stream import derive_key
from banneret.sim.games import Plan
from banneret.sim.guests import Limits


class ArenaPlan(NamedTuple):
    """The settings of an arena. Sent to other processes."""

    rulebook: str
    seats: int
    bots: tuple[str, ...]
    """The entries; a name may occur several times."""
    seed: int
    options: dict[str, Any] | None = None
    limits: Limits = Limits()
    """Limits for third-party bots; built-in bots have none."""
    code: Mapping[str, bytes] | None = None
    """The files of such bots."""

    def line_up(self, game: int) -> tuple[str, ...]:
        """Return the bots of a game, seat by seat."""
        return tuple(self.bots[entry] for entry in line_up(len(self.bots), self.seats, game, self.seed))

    def of_game(self, game: int) -> Plan:
        """Return the plan of a game."""
        return Plan(self.rulebook, self.seats, self.line_up(game), self.options, self.limits, self.code)


def line_up(entries: int, seats: int, game: int, seed: int) -> tuple[int, ...]:
    """Return which entry plays each seat in a game of an arena.

    Games are grouped in blocks of as many games as entries. In a block every entry plays every seat exactly once, and
    takes part equally often (with fewer entries than seats, an entry plays several seats at once). The order of entries
    and seats is shuffled for every block, so that neighbours vary.
    """
    block, turn = divmod(game, entries)
    draw = Random(int.from_bytes(derive_key("arena-block", seed, block), "little"))
    order = _shuffled(entries, draw)
    places = _shuffled(seats, draw)
    return tuple(order[(places[seat] + turn) % entries] for seat in range(seats))


def halves(seats: int, deal: int, seed: int) -> tuple[int, ...]:
    """Return for each seat which of two sides plays it: half of the seats each, drawn for each deal.

    With an odd number of seats, one side has a seat more.
    """
    draw = Random(int.from_bytes(derive_key("halves", seed, deal), "little"))
    return tuple(number % 2 for number in _shuffled(seats, draw))


def match_seed(plan: ArenaPlan, game: int) -> int:
    """Return the seed of a game's match."""
    return plan.seed + game


def _shuffled(count: int, draw: Random) -> list[int]:
    """Shuffle 0, 1, ... using only `random`, which is stable across Python versions."""
    numbers = list(range(count))
    for last in range(count - 1, 0, -1):
        other = int(draw.random() * (last + 1))
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers
