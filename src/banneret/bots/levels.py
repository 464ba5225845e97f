"""Levels of difficulty: five bots from a friendly beginner to the strongest one.

Each level is a mixture with a budget in playouts, so that it gives the same answers on every machine.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from banneret.bots.fallible import FallibleBot
from banneret.bots.greedy import GreedyBot
from banneret.bots.judging import Judging
from banneret.bots.player import Bot, Player
from banneret.bots.playouts import Weighed, number
from banneret.bots.search import OPTIONS, SearchBot
from banneret.bots.styles import judging_in
from banneret.bots.winning import judges
from banneret.compiled import mypyc_attr
from banneret.kernel.choosers import Action

SAFETY: Final = 2.8
"""Seconds of CPU time after which a level gives its best answer so far; its budget is usually used up before."""


class Level(NamedTuple):
    """A level: how often it looks ahead and how much it errs."""

    plays: str
    """How it plays, in English."""
    trials: int
    """Playouts per answer to the end of the match, in games without an evaluation."""
    ahead: float = 1.0
    """Share of answers that it plays to the end of the turn in imagined worlds before it chooses."""
    error: float = 0.0
    """Standard deviation, in points, of its error in the other answers, which it gives at first sight."""
    slips: float = 0.0
    """Share of answers in which it slips."""
    slip: float = 0.0
    """Standard deviation of its error when it slips."""
    searches: bool = False
    """Whether it plays on beyond the end of the turn, as often as the game says."""


LEVELS: Final = {
    "beginner": Level("decides at first sight and often errs", 1, ahead=0.0, error=2.5, slips=0.15, slip=8.0),
    "casual": Level("looks ahead now and then and errs sometimes", 2, ahead=0.15, error=1.8, slips=0.12, slip=7.0),
    "skilled": Level("looks ahead often and errs rarely", 4, ahead=0.3, error=1.2, slips=0.09, slip=7.0),
    "strong": Level("compares answers by what they gain by the end of the turn", 8),
    "expert": Level("plays many possible continuations of the best answers", 16, searches=True),
}
"""The levels, the weakest first."""
STYLED: Final = {name: level for name, level in LEVELS.items() if level.ahead >= 1}
"""The levels that can play in a style: the strongest ones, which never err."""
ALIASES: Final = {"easy": "beginner", "fair": "strong", "hard": "expert"}
"""Former names of levels."""


@mypyc_attr(allow_interpreted_subclasses=True)  # pickled
class LevelBot:
    """A bot of a level; what it does depends on what the game offers."""

    __slots__ = ("_asked", "_bot", "_level", "_seed", "_style")

    def __init__(self, seed: int, name: str, style: str = "") -> None:
        """Play at the level with a name, in a style if one is named; `choose` raises BotError if the game lacks it."""
        self._seed = seed
        self._asked = 0
        self._level = LEVELS[name]
        self._style = style
        self._bot: Any = None

    def choose(self, player: Player) -> Action:
        """Return the answer of the level."""
        chosen: Action = self._of(player).choose(player)
        return chosen

    def weigh(self, player: Player) -> list[Weighed]:
        """Return the value of each answer: what the level sees, without its errors."""
        bot = self._of(player)
        found: list[Weighed] = (GreedyBot(self._seed) if isinstance(bot, FallibleBot) else bot).weigh(player)
        return found

    def _of(self, player: Player) -> Any:
        self._asked += 1
        judge = judging_in(player.rulebook, self._style)
        if not judges(judge):
            seed = number("level", self._seed, self._asked)
            trials = self._level.trials * min(OPTIONS, len(player.ask.options.listed))
            return SearchBot(seed, iterations=trials, seconds=SAFETY)
        if self._bot is None:
            self._bot = self._made(judge)
        return self._bot

    def _made(self, judge: Judging[Any]) -> Bot:
        level, seed = self._level, self._seed
        if level.searches:
            return SearchBot(seed, iterations=judge.playouts, planned=judge.plan_budget, judge=judge, seconds=SAFETY)
        if level.ahead >= 1:
            return GreedyBot(seed, judge=judge, seconds=SAFETY)
        return FallibleBot(seed, ahead=level.ahead, error=level.error, slips=level.slips, slip=level.slip)
