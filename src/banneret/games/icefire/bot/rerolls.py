"""Quick estimates of re-rolls: which dice a player rolls again is certain, only whether to do so may not be."""

from __future__ import annotations

import math
from typing import Final

from banneret.bots.judging import Glance
from banneret.games.icefire.actions import Reroll
from banneret.games.icefire.bot.dice import chance_of, chance_of_failure
from banneret.games.icefire.bot.evaluation import Judge
from banneret.games.icefire.rules.combat.attack import BONUS, attack_of, defense_modifier, hits_on
from banneret.games.icefire.rules.combat.rerolls import RerollChooser
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.sight import ARC_NAMES
from banneret.games.icefire.rules.table.sources import number_of
from banneret.games.icefire.rules.table.units import unit_card
from banneret.games.icefire.state import Fight, State
from banneret.kernel.asks import Ask
from banneret.kernel.questions import Pass
from banneret.plane import Side

_ATTACKS: Final = ("attack", "weakened")
_SUCCESSES: Final = ("attack", "weakened", "defense", "vulnerable")
_FREE: Final = ("attack", "defense")
_D3: Final = 2
"""Mean of a D3."""


def reroll_glance(judge: Judge, state: State, ask: Ask) -> Glance | None:
    """Return an estimate of each choice of dice, or None if it is not known what they are for.

    Only the best choice is considered, and rolling none where a Condition token is spent for it or a test may have
    passed: others would win a race of playouts by luck alone.
    """
    chooser = ask.chooser
    fight = state.turn.fights[-1] if state.turn is not None and state.turn.fights else None
    if fight is None or not isinstance(chooser, RerollChooser):
        return None
    if chooser.what in _SUCCESSES:
        points = _successes(state, chooser, fight, ask)
    elif chooser.what in ("test", "panicked") and chooser.roll.d3 >= 0 and state.health[fight.defender]:
        points = _tests(judge, state, chooser, fight, ask)
    else:
        return None
    if points is None:
        return None
    free = chooser.what in _FREE
    rolling = [at for at, option in enumerate(ask.options.listed) if free or isinstance(option, Reroll)]
    best = max(rolling, key=points.__getitem__)
    for at in rolling:
        if at != best:
            points[at] = -math.inf
    return Glance(points, enough=free)


def former_reroll_glance(state: State, ask: Ask) -> Glance | None:
    """Return an estimate of each choice of dice as in the first release: all of them, and none for Panic Tests."""
    chooser = ask.chooser
    fight = state.turn.fights[-1] if state.turn is not None and state.turn.fights else None
    if fight is None or not isinstance(chooser, RerollChooser) or chooser.what not in _SUCCESSES:
        return None
    points = _successes(state, chooser, fight, ask)
    return None if points is None else Glance(points, enough=chooser.what in _FREE)


def _successes(state: State, chooser: RerollChooser, fight: Fight, ask: Ask) -> list[float] | None:
    """Prefer re-rolling the player's own failures and the enemy's successes."""
    if chooser.what in _ATTACKS:
        weapon = attack_of(state, fight.attacker, "melee" if fight.kind == "melee" else "ranged")
        if weapon is None:
            return None
        needed = hits_on(weapon, fight.hit_modifier + number_of(state, "hit", fight.attacker))
    else:
        needed = unit_card(state, fight.defender).defense - defense_modifier(state, fight)
    chance, least = chance_of(needed), min(6, max(2, needed))
    wanted = chooser.what in _FREE
    points = []
    for option in ask.options.listed:
        gain = 0.0 if wanted or isinstance(option, Pass) else -1.0  # it costs the Condition token
        if isinstance(option, Reroll):
            good = sum(int(face) >= least for face in option.dice)
            more = len(option.dice) * chance - good
            gain += more if wanted else -more
        points.append(gain)
    return points


def _tests(judge: Judge, state: State, chooser: RerollChooser, fight: Fight, ask: Ask) -> list[float]:
    """Estimate the Wounds that a Panic Test costs the defender: icefire:panic.4."""
    unit = fight.defender
    own = friendly(state, unit, ask.seat)
    modifier = number_of(state, "morale", unit)
    if fight.flank_bonus:
        modifier += BONUS[ARC_NAMES[Side(fight.arc)]]
    needed = unit_card(state, unit).morale - modifier
    dice, d3 = chooser.roll.dice[:2], chooser.roll.dice[chooser.roll.d3]
    worth = judge.wound_worth(state, unit)
    points = []
    for option in ask.options.listed:
        again = list(option.dice) if isinstance(option, Reroll) else []
        left = list(dice)
        for die in dice:
            if str(die) in again:
                again.remove(str(die))
                left.remove(die)
        fails = chance_of_failure(needed - sum(left), 2 - len(left))
        wounds = min(state.health[unit], _D3 if again else d3)
        cost = judge.weights.panicked if chooser.what == "panicked" and isinstance(option, Reroll) else 0.0
        points.append(fails * wounds * worth * (-1 if own else 1) - cost)
    return points
