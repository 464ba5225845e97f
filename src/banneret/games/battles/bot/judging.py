"""The worth of positions and options of the game, for bots."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from banneret.bots.judging import Evaluation, Glance, Judging
from banneret.games.battles.bot.chances import chances
from banneret.games.battles.bot.evaluation import STYLES, WEIGHTS, Judge, Weights
from banneret.games.battles.bot.former import FormerEye
from banneret.games.battles.bot.glance import Eye
from banneret.games.battles.state import State
from banneret.kernel.asks import Ask

_EVEN: Final = Judge(legacy=True)
"""Judges without a style of play, as when the network for chances was fitted."""

FAITH: Final = 8.0
"""The best of 0, 4, 8 and 16 where answers were compared by playouts to the end of the round."""


class BattlesJudging(Judging[State]):
    """Evaluates with the weights of the data file, or others."""

    foresight = 12

    playouts = 100
    plan_playouts = 100
    by_chances = False
    trust = 1.0

    def __init__(self, weights: Weights = WEIGHTS, *, legacy: bool = False) -> None:
        self.judge = Judge(weights, legacy=legacy)
        self.eye: Eye = FormerEye(self.judge) if legacy else Eye(self.judge)

    @cached_property
    def former(self) -> BattlesJudging:
        return BattlesJudging(legacy=True)

    @property
    def resolute(self) -> bool:
        return not self.judge.legacy

    @property
    def faith(self) -> float:
        return 0.0 if self.judge.legacy else FAITH

    @cached_property
    def styles(self) -> dict[str, BattlesJudging]:
        return {name: BattlesJudging(weights) for name, weights in STYLES.items()}

    def evaluate(self, state: State, seat: int) -> Evaluation:
        return self.judge.evaluate(state, seat)

    def totals(self, state: State) -> list[float]:
        return self.judge.totals(state)

    def chances(self, state: State) -> list[float]:
        return chances(_EVEN, state)

    def glance(self, state: State, ask: Ask) -> Glance | None:
        return self.eye.glance(state, ask)
