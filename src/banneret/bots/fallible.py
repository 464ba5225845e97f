"""A bot that plays like a person: sensible at first sight, often without looking ahead, and sometimes wrong."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from banneret.bots.greedy import GreedyBot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import drawn, number
from banneret.compiled import mypyc_attr
from banneret.kernel.choosers import Action

COMPARED: Final = 5
"""Number of answers that it plays out once where a game has no estimate at first sight."""


@mypyc_attr(allow_interpreted_subclasses=True)  # pickled, and users' bots may inherit from it
class FallibleBot:
    """Looks ahead in a share of its answers, and gives the others by estimates at first sight, which it misjudges.

    Where there are no estimates, it plays a few answers to the end of the turn in one imagined world.
    """

    __slots__ = ("_ahead", "_asked", "_error", "_seed", "_slip", "_slips")

    def __init__(
        self, seed: int, *, ahead: float = 0.0, error: float = 2.5, slips: float = 0.15, slip: float = 8.0
    ) -> None:
        """Look one decision ahead in a share `ahead` of all answers, and slip in a share `slips`.

        `error` and `slip` are the standard deviations, in points, of its estimates usually and when it slips.
        """
        self._seed = seed
        self._asked = 0
        self._ahead = ahead
        self._error = error
        self._slips = slips
        self._slip = slip

    def choose(self, player: Player) -> Action:
        """Return the answer that looks best to it."""
        self._asked += 1
        seed = number("fallible", self._seed, self._asked)
        random = Random(seed)
        luck = random.random()
        match = player.imagine(seed)
        ask = match.asking[player.seat]
        judge: Any = judging_of(match.rulebook)
        glance = judge.glance(match.state, ask)
        listed: list[Action] = ask.options.listed
        if glance is not None and glance.mixed is not None:
            return drawn(listed, glance.mixed, random.random())
        if luck >= self._slips and luck < self._slips + self._ahead:
            return GreedyBot(seed).choose(player)
        if glance is None:
            return GreedyBot(seed, worlds=1, most_options=COMPARED).choose(player)
        error = self._slip if luck < self._slips else self._error
        seen = [points + random.gauss(0.0, error) for points in glance.points]
        return listed[max(range(len(listed)), key=seen.__getitem__)]
