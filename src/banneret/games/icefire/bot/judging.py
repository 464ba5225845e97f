"""Evaluation of positions and options, for bots."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from banneret.bots.judging import Evaluation, Glance, Judging
from banneret.games.icefire.bot.chances import chances
from banneret.games.icefire.bot.evaluation import FORMER, STYLES, WEIGHTS, Judge, Weights
from banneret.games.icefire.bot.glance import Eye
from banneret.games.icefire.state import State
from banneret.kernel.asks import Ask

_EVEN: Final = Judge(FORMER, legacy=True)
"""Judges as when the network of chances was fitted, whatever the style of play."""

FAITH: Final = 4.0
"""Tried in matches, together with `resolute`, against 0; larger values are not clearly different in positions."""


class IcefireJudging(Judging[State]):
    """Evaluates with the weights of the data file, or with others."""

    foresight = 18
    """One or two enemy turns; playing to the end of the round costs three times as much."""

    playouts = 400
    plan_playouts = 100
    by_chances = False
    trust = 1.0

    def __init__(self, weights: Weights = WEIGHTS, *, legacy: bool = False) -> None:
        self.judge = Judge(weights, legacy=legacy)
        self.eye = Eye(self.judge, legacy=legacy)

    @cached_property
    def former(self) -> IcefireJudging:
        return IcefireJudging(FORMER, legacy=True)

    @property
    def resolute(self) -> bool:
        return not self.eye.legacy

    @property
    def faith(self) -> float:
        return 0.0 if self.eye.legacy else FAITH

    @cached_property
    def styles(self) -> dict[str, IcefireJudging]:
        return {name: IcefireJudging(weights) for name, weights in STYLES.items()}

    def evaluate(self, state: State, seat: int) -> Evaluation:
        return self.judge.evaluate(state, seat)

    def totals(self, state: State) -> list[float]:
        return self.judge.totals(state)

    def chances(self, state: State) -> list[float]:
        return chances(_EVEN, state)

    def glance(self, state: State, ask: Ask) -> Glance | None:
        return self.eye.glance(state, ask)
