"""Value of positions and options, for bots."""

from __future__ import annotations

from functools import cached_property

from banneret.bots.judging import Evaluation, Glance, Judging
from banneret.games.thrones.bot.chances import chances
from banneret.games.thrones.bot.evaluation import Judge
from banneret.games.thrones.bot.glance import Eye
from banneret.games.thrones.bot.weights import LEGACY, STYLES, WEIGHTS, Weights
from banneret.games.thrones.state import State
from banneret.kernel.asks import Ask


class ThronesJudging(Judging[State]):
    """Evaluates with the weights of the data file, or others."""

    playouts = 120
    plan_playouts = 70

    def __init__(self, weights: Weights = WEIGHTS, *, legacy: bool = False) -> None:
        self.judge = Judge(weights, legacy=legacy)
        self.eye = Eye(self.judge)

    @cached_property
    def former(self) -> ThronesJudging:
        return ThronesJudging(LEGACY, legacy=True)

    @property
    def resolute(self) -> bool:
        return not self.judge.legacy

    @cached_property
    def styles(self) -> dict[str, ThronesJudging]:
        return {name: ThronesJudging(weights) for name, weights in STYLES.items()}

    def evaluate(self, state: State, seat: int) -> Evaluation:
        return self.judge.evaluate(state, seat)

    def totals(self, state: State) -> list[float]:
        return self.judge.totals(state)

    def chances(self, state: State) -> list[float]:
        return chances(self.judge, state)

    def glance(self, state: State, ask: Ask) -> Glance | None:
        return self.eye.glance(state, ask)
