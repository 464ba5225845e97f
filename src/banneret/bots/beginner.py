"""A friendly beginner: sensible at first sight, short-sighted, and sometimes wrong."""

from __future__ import annotations

from random import Random
from typing import Final

from banneret.bots.greedy import GreedyBot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import drawn, number
from banneret.compiled import mypyc_attr
from banneret.kernel.choosers import Action

ROUGH: Final = 2.0
"""Standard deviation, in points, of its error for each option."""
SLIPS: Final = 8
"""It slips once in this many answers."""
SLIP: Final = 8.0
"""Standard deviation of its error when it slips."""
COMPARED: Final = 5
"""Number of answers that it plays out once where a game has no estimate at first sight."""


@mypyc_attr(allow_interpreted_subclasses=True)  # pickled, and users' bots may inherit from it
class BeginnerBot:
    """Answers by the game's estimates at first sight, which it misjudges a little, and once in eight answers much.

    Where there are no estimates, it plays a few answers to the end of the turn in one imagined world.
    """

    __slots__ = ("_asked", "_seed")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._asked = 0

    def choose(self, player: Player) -> Action:
        """Return the answer that looks best to it."""
        self._asked += 1
        seed = number("beginner", self._seed, self._asked)
        match = player.imagine(seed)
        ask = match.asking[player.seat]
        glance = judging_of(match.rulebook).glance(match.state, ask)
        if glance is None:
            return GreedyBot(seed, worlds=1, most_options=COMPARED).choose(player)
        listed: list[Action] = ask.options.listed
        random = Random(seed)
        if glance.mixed is not None:
            return drawn(listed, glance.mixed, random.random())
        error = ROUGH if random.randrange(SLIPS) else SLIP
        seen = [points + random.gauss(0.0, error) for points in glance.points]
        return listed[max(range(len(listed)), key=seen.__getitem__)]
