"""A bot that looks one decision ahead, evaluating each action at the end of the turn."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from banneret.bots.deadline import Deadline
from banneret.bots.judging import Glance, Judging, judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import NEVER, NO_SEAT, Stop, Weighed, best_first, drawn, leads, number, play_on
from banneret.bots.race import Playout, Racer, race, winner
from banneret.compiled import mypyc_attr
from banneret.kernel.choosers import Action

WORLDS: Final = 3
MOST_OPTIONS: Final = 16
VARIETY: Final = 0.1
"""Where a glance decides or has a head start, actions that differ by fewer points than this are nearly equal."""
_TURN: Final = Stop(turns=1)


class _Look(NamedTuple):
    """A question at first sight."""

    seed: int
    judge: Judging[Any]
    listed: list[Action]
    glance: Glance | None


@mypyc_attr(allow_interpreted_subclasses=True)  # pickled, and users' bots may inherit from it
class GreedyBot:
    """Plays each action in a few imagined worlds to the end of the turn and compares the game's evaluations.

    All actions are tried in the same worlds with the same random numbers; better ones are tried in more worlds. Where
    the game says that looking ahead shows no more than a glance, the glance decides. At the deadline, the best answer
    so far is given.
    """

    __slots__ = ("_asked", "_judge", "_legacy", "_most", "_seconds", "_seed", "_worlds")

    def __init__(
        self,
        seed: int,
        *,
        worlds: int = WORLDS,
        most_options: int = MOST_OPTIONS,
        judge: Judging[Any] | None = None,
        seconds: float | None = None,
        legacy: bool = False,
    ) -> None:
        """Try at most `most_options` actions, each in `worlds` worlds on average, for at most `seconds` of CPU time.

        With `legacy`, judge as in the first release.
        """
        self._legacy = legacy
        self._seconds = seconds
        self._seed = seed
        self._asked = 0
        self._worlds = worlds
        self._most = most_options
        self._judge = judge

    def choose(self, player: Player, deadline: Deadline | None = None) -> Action:
        """Return the action with the highest value among those tried most often; at the latest at a deadline.

        Where being predictable is a disadvantage, the action is drawn; where the glance decides, one of nearly equal
        actions is chosen by the seed, so that openings vary.
        """
        look = self._look(player)
        if look.glance is not None and look.glance.mixed is not None:
            return drawn(look.listed, look.glance.mixed, Random(look.seed).random())
        if look.glance is not None and look.glance.enough:
            luck = Random(look.seed)
            variety = 0.0 if self._legacy else VARIETY
            seen = [points + variety * luck.random() for points in look.glance.points]
            return look.listed[max(range(len(seen)), key=seen.__getitem__)]
        return winner(self._race(player, look, deadline)).line

    def weigh(self, player: Player, deadline: Deadline | None = None) -> list[Weighed]:
        """Return the value of each action in points of the game's evaluation; at the latest at a deadline."""
        return self._weigh(player, self._look(player), deadline)

    def _look(self, player: Player) -> _Look:
        self._asked += 1
        seed = number("greedy", self._seed, self._asked)
        first = player.imagine(seed)
        judge = self._judge or judging_of(first.rulebook, legacy=self._legacy)
        ask = first.asking[player.seat]
        return _Look(seed, judge, ask.options.listed, judge.glance(first.state, ask))

    def _weigh(self, player: Player, look: _Look, deadline: Deadline | None) -> list[Weighed]:
        glance = look.glance
        if glance is not None and (glance.enough or glance.mixed is not None):
            return [Weighed(option, points, 0) for option, points in zip(look.listed, glance.points, strict=True)]
        return [Weighed(racer.line, racer.worth, racer.tried) for racer in self._race(player, look, deadline)]

    def _race(self, player: Player, look: _Look, deadline: Deadline | None) -> list[Racer[Action]]:
        """Race actions to the end of the turn."""
        if deadline is None:
            deadline = NEVER if self._seconds is None else Deadline(self._seconds)
        seed, judge, listed, glance = look
        seat = player.seat
        own = seat if judge.resolute else NO_SEAT

        def world(turn: int) -> Playout:
            deadline.check()
            luck = number("luck", seed, turn)
            match = player.imagine(luck)

            def play_out(option: Action) -> float:
                twin = match.clone()
                twin.play(seat, option)
                if twin.mark == match.mark or not judge.resolute:
                    play_on(twin, _TURN, judge, Random(luck).random, deadline=deadline, resolute=own)
                return judge.totals(twin.state)[seat]

            return play_out

        options = best_first(listed, glance, self._most, Random(seed))
        budget = self._worlds * len(options)
        starts = leads(judge, listed, glance, options)
        if starts is not None:
            luck = Random(number("variety", seed)).random
            starts = [start + judge.faith * VARIETY * luck() for start in starts]
        return race(options, world, lambda done: done / budget, starts)
