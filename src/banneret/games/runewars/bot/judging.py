"""Evaluation of positions and options of the game, for bots."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from banneret.bots.judging import Evaluation, Glance, Judging
from banneret.games.runewars.bot.chances import chances
from banneret.games.runewars.bot.evaluation import STYLES, WEIGHTS, Judge, Weights
from banneret.games.runewars.bot.glance import Eye
from banneret.games.runewars.bot.outlook import Outlook
from banneret.games.runewars.match_state import MatchState
from banneret.kernel.asks import Ask

_EVEN: Final = Judge()
"""Judges without a style of play, on which chances do not depend."""


PLAN_WORK: Final = 1200
"""Playouts for a race of plans, multiplied by the units on the table, whose number determines how long one takes."""


class RunewarsJudging(Judging[MatchState]):
    """Evaluates with the weights of the data file, or with others."""

    playouts = 300
    plan_playouts = 300
    plans = 16
    stray = 3.0
    trust = 1.0
    by_chances = False

    def __init__(self, weights: Weights = WEIGHTS, *, legacy: bool = False) -> None:
        self.judge = Judge(weights)
        self.eye = Eye(self.judge, legacy=legacy)
        self.outlook = self.judge if legacy else Outlook(self.judge, self.eye)

    @cached_property
    def former(self) -> FormerJudging:
        return FormerJudging(legacy=True)

    @cached_property
    def styles(self) -> dict[str, RunewarsJudging]:
        return {name: RunewarsJudging(weights) for name, weights in STYLES.items()}

    def plan_budget(self, state: MatchState) -> int:
        units = sum(pose is not None for pose in state.poses)
        return min(self.plan_playouts, PLAN_WORK // max(1, units))

    def evaluate(self, state: MatchState, seat: int) -> Evaluation:
        return self.outlook.evaluate(state, state.teams[seat])

    def totals(self, state: MatchState) -> list[float]:
        totals = self.outlook.totals(state)
        return [totals[side] for side in state.teams]

    def chances(self, state: MatchState) -> list[float]:
        return chances(_EVEN, state)

    def glance(self, state: MatchState, ask: Ask) -> Glance | None:
        return self.eye.glance(state, ask)


class FormerJudging(RunewarsJudging):
    """Estimates and settings of the first release."""

    plans = Judging.plans
    stray = Judging.stray
