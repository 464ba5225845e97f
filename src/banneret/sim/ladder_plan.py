"""The settings of a ladder, and the order of its games."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any, NamedTuple

from banneret.sim.games import Plan
from banneret.sim.guests import Limits
from banneret.sim.schedule import halves

MIRRORED = 2
"""Matches of each deal: a pair of bots exchanges its seats."""


class LadderPlan(NamedTuple):
    """The settings of a ladder. Sent to other processes."""

    rulebook: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    options: dict[str, Any] | None = None
    limits: Limits = Limits()
    """Limits for third-party bots; built-in bots have none."""
    code: Mapping[str, bytes] | None = None
    """The files of such bots."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of bots that meet, in the order in which they do so in each round of the ladder."""
        return list(combinations(self.bots, 2))

    def deal(self, game: int) -> int:
        """Return the number of the deal of a game; the games of a deal have the same seed."""
        return game // (MIRRORED * len(self.pairs))

    def line_up(self, game: int) -> tuple[str, ...]:
        """Return the bots of a game, seat by seat. The next game, if this number is even, has them exchanged."""
        pairs = self.pairs
        pair = pairs[game // MIRRORED % len(pairs)]
        swapped = game % MIRRORED
        return tuple(pair[side ^ swapped] for side in halves(self.seats, self.deal(game), self.seed))

    def of_game(self, game: int) -> Plan:
        """Return the plan of a game."""
        return Plan(self.rulebook, self.seats, self.line_up(game), self.options, self.limits, self.code)
