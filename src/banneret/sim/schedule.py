"""Who sits where in an arena: every bot in every seat equally often."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from banneret.kernel.stream import derive_key
from banneret.sim.games import Plan
from banneret.sim.guests import Limits


class ArenaPlan(NamedTuple):
    """What an arena plays. It goes to other processes."""

    rulebook: str
    seats: int
    bots: tuple[str, ...]
    """The entries: one name may stand here several times."""
    seed: int
    options: dict[str, Any] | None = None
    limits: Limits = Limits()
    """For bots of somebody else's code; ours have none."""
    code: Mapping[str, bytes] | None = None
    """The files of such bots."""

    def line_up(self, game: int) -> tuple[str, ...]:
        """Return who plays a game, seat by seat."""
        return tuple(self.bots[entry] for entry in line_up(len(self.bots), self.seats, game, self.seed))

    def of_game(self, game: int) -> Plan:
        """Return what is played in a game."""
        return Plan(self.rulebook, self.seats, self.line_up(game), self.options, self.limits, self.code)


def line_up(entries: int, seats: int, game: int, seed: int) -> tuple[int, ...]:
    """Return which entry sits in each seat in a game of an arena.

    Games go in blocks, of as many games as there are entries. In a block every entry sits in every seat exactly once,
    and takes part equally often (with fewer entries than seats it sits in several of them at once). The order of the
    entries and of the seats is drawn anew for every block, so that neighbours change.
    """
    block, turn = divmod(game, entries)
    draw = Random(int.from_bytes(derive_key("arena-block", seed, block), "little"))
    order = _shuffled(entries, draw)
    places = _shuffled(seats, draw)
    return tuple(order[(places[seat] + turn) % entries] for seat in range(seats))


def match_seed(plan: ArenaPlan, game: int) -> int:
    """Return the seed of the match of a game."""
    return plan.seed + game


def _shuffled(count: int, draw: Random) -> list[int]:
    """Shuffle 0, 1, ...; by `random` alone, which is the same in every version of Python."""
    numbers = list(range(count))
    for last in range(count - 1, 0, -1):
        other = int(draw.random() * (last + 1))
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers
