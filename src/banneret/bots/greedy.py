"""The bot that looks one decision ahead: to what each answer leads by the end of the turn."""

from __future__ import annotations

from random import Random
from typing import Final

from banneret.bots.playing import Sense, Stop, Weighed, best_first, best_of, number, play_on
from banneret.kernel.choosing import Action
from banneret.kernel.player import Player

WORLDS: Final = 4
MOST_OPTIONS: Final = 16
_TURN: Final = Stop(turns=1)


class GreedyBot:
    """Plays every answer in a few imagined worlds to the end of the turn, and compares what the game says of them.

    The same worlds, and the same luck in them, serve every answer. Where the game says that looking ahead shows no
    more than the first glance, it goes by that.
    """

    __slots__ = ("_asked", "_most", "_seed", "_sense", "_worlds")

    def __init__(
        self, seed: int, *, worlds: int = WORLDS, most_options: int = MOST_OPTIONS, sense: Sense | None = None
    ) -> None:
        self._seed = seed
        self._asked = 0
        self._worlds = worlds
        self._most = most_options
        self._sense = sense

    def choose(self, player: Player) -> Action:
        """Return the answer that was worth most."""
        return best_of(self.weigh(player)).action

    def weigh(self, player: Player) -> list[Weighed]:
        """Return what each answer is worth, in points of the game's evaluation."""
        self._asked += 1
        seed = number("greedy", self._seed, self._asked)
        world = player.imagine(seed)
        sense = self._sense or world.rulebook
        seat = player.seat
        ask = world.asking[seat]
        glance = sense.glance(world.state, ask)
        listed: list[Action] = ask.options.listed
        if glance is not None and glance.enough:
            return [Weighed(option, points, 0) for option, points in zip(listed, glance.points, strict=True)]
        options = best_first(listed, glance, self._most, Random(seed))
        sums = [0.0] * len(options)
        for turn in range(self._worlds):
            luck = number("luck", seed, turn)
            world = player.imagine(luck)
            for at, option in enumerate(options):
                twin = world.clone()
                twin.play(seat, option)
                play_on(twin, _TURN, sense, Random(luck).random)
                sums[at] += sense.totals(twin.state)[seat]
        return [Weighed(option, s / self._worlds, self._worlds) for option, s in zip(options, sums, strict=True)]
