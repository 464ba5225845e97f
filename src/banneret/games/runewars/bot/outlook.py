"""The value of a position for a player, with what its units can still do: the attacks they can make, and how soon.

It replaces the places and contacts of `evaluation.py`: in matches of bots, they said little about the final score, as
three weak units near an enemy counted more than a strong one. It is zero-sum, except in a style of play.
"""

from __future__ import annotations

from functools import cache
from math import atan2, degrees, fsum, hypot
from typing import Final

from banneret.bots.judging import Evaluation
from banneret.games.runewars.bot.dials import DialEye
from banneret.games.runewars.bot.evaluation import (
    FLANKS,
    SIGNS,
    Judge,
    Look,
    closeness,
    cost_of,
    goal_distance,
    shoots,
)
from banneret.games.runewars.bot.outlook_weights import OUTLOOK, Outlooks
from banneret.games.runewars.bot.ways import barred
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import TRAY, tabletop
from banneret.games.runewars.match_state import ROUNDS, MatchState
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.units.engagement import contacts
from banneret.plane import Placed, Pose, Side

CLOSE: Final = 2.0 * TRAY
"""The distance between the centres of two units that fight, about."""
TURNING: Final = 60.0
"""The degrees by which a unit turns in a round, about."""
ARC: Final = 45.0
"""The degrees to each side of straight ahead within which a unit shoots."""
PATIENCE: Final = 0.7
"""The share of its value that an attack keeps for each round that a unit needs to make it possible."""
USUAL: Final = 2
"""The speed of marches that depend on runes."""
LASTING: Final = 4
"""The number of rounds for which tokens must be of use to count fully."""


class Outlook:
    """Evaluates states with one set of weights."""

    __slots__ = ("_even", "eye", "judge", "weights")

    def __init__(self, judge: Judge, eye: DialEye, weights: Outlooks = OUTLOOK) -> None:
        self.judge = judge
        self.eye = eye
        self.weights = weights
        self._even = judge.weights.prey == judge.weights.menace == 1

    def evaluate(self, state: MatchState, seat: int) -> Evaluation:
        """Return the value of a state for a seat, term by term."""
        terms = {name: SIGNS[seat] * worth for name, worth in self._terms(state, seat).items()}
        return Evaluation(fsum(terms.values()), terms)

    def totals(self, state: MatchState) -> list[float]:
        """Return the value of a state for each seat."""
        total = fsum(self._terms(state, 0).values())
        return [total, -total if self._even else -fsum(self._terms(state, 1).values())]

    def _terms(self, state: MatchState, own: int) -> dict[str, float]:
        """Return each term: the value for seat 0 minus that for seat 1, as one of them sees it."""
        return {**self.judge.score_terms(state), **self._units(state, own)}

    def _units(self, state: MatchState, own: int) -> dict[str, float]:
        """Return the terms for surviving units, their tokens, attacks, positions and contacts."""
        weights, judge = self.weights, self.judge.weights
        strength, tokens, attacks, places, touch = 0.0, 0.0, 0.0, 0.0, 0.0
        look = Look(state)
        for unit, seat in enumerate(state.seat):
            if not state.figures[unit]:
                continue
            sign, left = SIGNS[seat], ROUNDS - state.round + (not state.shown[unit])
            strength += sign * judge.strength * cost_of(state, unit) * (1.0 if seat == own else judge.prey)
            held = weights.boon * (state.inspiration[unit] + state.vitality[unit])
            tokens += sign * (held - weights.bane * len(state.banes[unit])) * min(1.0, left / LASTING)
            placed = look.placed[unit]
            if placed is None:
                continue
            menace = sign * (1.0 if seat == own else judge.menace)
            attacks += menace * self._attack(state, unit, look, left)
            places += menace * self._place(state, unit, placed, look)
            touch += menace * weights.flank * _flanked(state, unit, placed, look)
        return {"strength": strength, "tokens": tokens, "attacks": attacks, "places": places, "contacts": touch}

    def _attack(self, state: MatchState, unit: int, look: Look, left: int) -> float:
        """Return the value of the best attack that a unit can make in its `left` activations."""
        placed = look.placed[unit]
        if placed is None or left <= 0:
            return 0.0
        engaged = engaged_with(state, unit)
        if engaged:
            return self.weights.blow * max([self.eye.blow(state, unit, enemy, "melee") for enemy in engaged])
        pose, shooting = state.poses[unit], shoots(state, unit)
        at = Pose(round(placed.x), round(placed.y), 0) if pose is None else Pose(*pose)
        ruler, pace, best = tabletop().ruler, pace_of(state.unit[unit]), 0.0
        for enemy, there in enumerate(look.placed):
            if there is None or state.seat[enemy] == state.seat[unit]:
                continue
            right, ahead = at.to_local((there.x, there.y))
            away, aside = hypot(right, ahead), abs(degrees(atan2(right, ahead)))
            if shooting:
                wait = max(0.0, away - ruler.band * ruler.bands) / pace + max(0.0, aside - ARC) / TURNING
            else:
                wait = max(0.0, away - CLOSE) / pace + aside / TURNING
            if wait < left:
                worth = self.eye.blow(state, unit, enemy, "ranged" if shooting else "melee")
                best = max(best, worth * PATIENCE**wait)
        return (self.weights.shot if shooting else self.weights.reach) * best

    def _place(self, state: MatchState, unit: int, placed: Placed, look: Look) -> float:
        """Evaluate a place by its distance to enemies and to the objective, and by terrain in the way."""
        weights, enemies = self.weights, look.standing[1 - state.seat[unit]]
        if not enemies:
            return 0.0
        pose, total = state.poses[unit], 0.0
        if pose is not None:
            total -= weights.way * barred(state, unit, Pose(*pose))
        if not shoots(state, unit):
            total += weights.near * closeness(min([hypot(x - placed.x, y - placed.y) for x, y in enemies]))
        far = goal_distance(state, unit, (placed.x, placed.y))
        if far is not None:
            points = tabletop().objectives[state.objective].points
            total += weights.goal * points * closeness(far) * state.round / ROUNDS
        return total


def _flanked(state: MatchState, unit: int, placed: Placed, look: Look) -> int:
    """Return how many sides and rears of enemies a unit touches with its front."""
    count = 0
    for enemy in engaged_with(state, unit):
        there = look.placed[enemy]
        if there is not None:
            count += sum([one.own == Side.FRONT and one.other in FLANKS for one in contacts(placed, there)])
    return count


@cache
def pace_of(unit: str) -> float:
    """Return how far a unit marches in a round at most, about."""
    speeds = [one.speed for one in components().units[unit].actions if one.action == "march"]
    return TRAY * max([one if isinstance(one, int) else USUAL for one in speeds], default=1)
