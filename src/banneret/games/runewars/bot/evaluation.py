"""The value of a position for a player: named terms in points, with weights in `data/evaluation.toml`.

The evaluation sees a whole state, so it can be used on worlds that a player has sampled. It counts what is on the table
and does not look ahead. The evaluation is zero-sum, except in a style of play.
"""

from __future__ import annotations

from functools import cache
from math import fsum, hypot
from typing import Final

from msgspec import Struct

from banneret.bots.judging import Evaluation
from banneret.bots.styles import read_styles
from banneret.games.runewars.bot.ways import barred
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.datafile import DataFile
from banneret.games.runewars.content.tabletop import TRAY, tabletop
from banneret.games.runewars.match_state import NOBODY, ROUNDS, SIDES, MatchState, ground_of
from banneret.games.runewars.rules.ground.areas import areas_of, table_of_match
from banneret.games.runewars.rules.scoring import COUNTED, army_points, objective_points
from banneret.games.runewars.rules.turns import hidden
from banneret.games.runewars.state import cells_of, placed_of
from banneret.games.runewars.units.engagement import contacts
from banneret.games.runewars.units.score import worth
from banneret.plane import Placed, Point, Pose, Side, point_distance

SIGNS: Final = (1, -1)
"""The sign with which terms of each seat count for seat 0."""
FARTHEST: Final = 20 * TRAY
"""The distance beyond which nearness is worth nothing."""
FLANKS: Final = (Side.LEFT, Side.RIGHT, Side.REAR)
"""The edges of a unit other than its front."""


class Weights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weights of the terms; the data file describes each of them."""

    score: float
    lead: float
    strength: float
    bane: float
    boon: float
    flank: float
    engaged: float
    near: float
    range: float
    facing: float
    way: float
    prospect: float
    urgent: float
    ready: float
    prey: float
    menace: float
    win: float


DATA: Final = DataFile.read("evaluation.toml")
WEIGHTS: Final = DATA.table("weights", Weights)
STYLES: Final = read_styles(DATA, WEIGHTS)
"""The weights of each style of play."""


class Judge:
    """Evaluates states with one set of weights."""

    __slots__ = ("_even", "weights")

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self._even = weights.prey == weights.menace == 1
        """Whether what is good for one side is equally bad for the other."""

    def evaluate(self, state: MatchState, seat: int) -> Evaluation:
        """Return the value of a state for a seat, term by term."""
        terms = {name: SIGNS[seat] * worth for name, worth in self._terms(state, seat).items()}
        return Evaluation(fsum(terms.values()), terms)

    def totals(self, state: MatchState) -> list[float]:
        """Return the value of a state for each seat."""
        total = fsum(self._terms(state, 0).values())
        return [total, -total if self._even else -fsum(self._terms(state, 1).values())]

    def wound_worth(self, state: MatchState, unit: int) -> float:
        """Return the value of each wound that a unit can still take, as the first release estimated it."""
        weights, health = self.weights, max(1, health_of(state, unit))
        return (weights.strength + weights.score) * cost_of(state, unit) / health

    def loss(self, state: MatchState, unit: int, wounds: float) -> float:
        """Return the points that a unit loses by wounds, in strength and in the score that its trays count for."""
        weights, found = self.weights, components()
        card, figures = found.units[state.unit[unit]], state.figures[unit]
        trays, health = len({(column, row) for column, row, _, _ in figures}), max(1, health_of(state, unit))
        each, upgrades = card.figures * card.wounds, sum([found.upgrades[id].cost or 0 for id in state.upgrades[unit]])
        now = worth(card, trays)
        cost = now * min(1.0, health / (trays * each) if trays else 0.0) + upgrades

        def lost(suffered: int) -> float:
            left = max(0, health - suffered)
            score = now - worth(card, min(trays, -(-left // each))) + (0 if left else upgrades)
            return weights.strength * cost * (1 - left / health) + weights.score * score

        whole = int(wounds)
        part = wounds - whole
        at_least = lost(whole)
        return at_least + part * (lost(whole + 1) - at_least) if part else at_least

    def _terms(self, state: MatchState, own: int) -> dict[str, float]:
        """Return each term: the value for seat 0 minus that for seat 1, as one of them sees it."""
        return {**self._units(state, own), **self.score_terms(state)}

    def score_terms(self, state: MatchState) -> dict[str, float]:
        """Return the terms that depend on the score and the course of the match, for seat 0."""
        weights = self.weights
        terms = {"score": 0.0, "lead": 0.0, "objective": 0.0}
        if state.step not in ("commanders", "first", "cards", "terrain", "tokens", "deploy"):
            tokens = objective_points(state)
            one, other = (army_points(state, seat) + tokens[seat] for seat in range(SIDES))
            terms["score"] = weights.score * (one - other)
            late = state.round / ROUNDS
            terms["lead"] = 0.0 if one == other else weights.lead * late * late * (1 if one > other else -1)
            terms["objective"] = weights.prospect * self._prospect(state)
        waiting = [state.seat[unit] for unit in hidden(state)]
        terms["ready"] = weights.ready * (waiting.count(0) - waiting.count(1))
        terms["end"] = 0.0 if state.winner == NOBODY else weights.win * SIGNS[state.winner]
        return terms

    def _units(self, state: MatchState, own: int) -> dict[str, float]:
        """Return the terms for surviving units, their tokens, positions and contacts."""
        weights = self.weights
        strength, tokens, places, touch = 0.0, 0.0, 0.0, 0.0
        look = Look(state)
        for unit, seat in enumerate(state.seat):
            if not state.figures[unit]:
                continue
            sign = SIGNS[seat]
            strength += sign * weights.strength * cost_of(state, unit) * (1.0 if seat == own else weights.prey)
            tokens -= sign * weights.bane * len(state.banes[unit])
            tokens += sign * weights.boon * (state.inspiration[unit] + state.vitality[unit])
            pose, menace = state.poses[unit], 1.0 if seat == own else weights.menace
            if pose is not None:
                places += sign * self.place_worth(state, unit, Pose(*pose), look) * menace
            touch += sign * self._touch(state, unit, look) * menace
        return {"strength": strength, "tokens": tokens, "places": places, "contacts": touch, "objective": 0.0}

    def _touch(self, state: MatchState, unit: int, look: Look) -> float:
        """Return the value of the contacts of a unit's front edge."""
        placed = look.placed[unit]
        if placed is None:
            return 0.0
        total = 0.0
        for enemy, there in enumerate(look.placed):
            if there is None or state.seat[enemy] == state.seat[unit]:
                continue
            for one in contacts(placed, there):
                if one.own == Side.FRONT:
                    total += self.weights.flank if one.other in FLANKS else 0.0
                    total += self.weights.engaged if fights(state, unit) else -self.weights.engaged
        return total

    def place_worth(self, state: MatchState, unit: int, pose: Pose, look: Look) -> float:
        """Return the value of a pose of a unit for its player."""
        # all else that it follows from is on the table, or on the card of the unit
        goal = state.objective, state.round, state.red, state.deployment, state.data_pack, *state.token_places
        key = self, unit, state.unit[unit], pose, goal
        return ground_of(state).worths.get(key, lambda: self._place_worth(state, unit, pose, look))

    def _place_worth(self, state: MatchState, unit: int, pose: Pose, look: Look) -> float:
        weights = self.weights
        enemies = look.standing[1 - state.seat[unit]]
        if not enemies:
            return 0.0
        nearest = min(enemies, key=lambda enemy: _far(pose, enemy))
        right, ahead = pose.to_local(nearest)
        far = hypot(right, ahead)
        total = weights.facing * facing(right, ahead) - weights.way * barred(state, unit, pose)
        if fights(state, unit):
            total += weights.near * closeness(far)
        if shoots(state, unit):
            ruler = tabletop().ruler
            within = far <= ruler.band * ruler.bands and ahead >= abs(right)
            total += weights.range if within else weights.range * 0.5 * closeness(far - ruler.band * ruler.bands)
        return total + self._towards_goal(state, unit, pose)

    def _towards_goal(self, state: MatchState, unit: int, pose: Pose) -> float:
        """Return the value of being near where the objective scores."""
        far = goal_distance(state, unit, (pose.x, pose.y))
        if far is None:
            return 0.0
        points = tabletop().objectives[state.objective].points
        urgent = 1.0 + self.weights.urgent * state.round / ROUNDS if state.objective in COUNTED else 1.0
        return self.weights.prospect * points * urgent * closeness(far)

    def _prospect(self, state: MatchState) -> float:
        """Return the value of tokens not yet scored, by how near units are to them; carried ones count in the score."""
        if state.objective != "hold-the-crossroads":
            return 0.0
        table = table_of_match(state)
        middle, total = (table.width / 2, table.depth / 2), 0.0
        for unit, seat in enumerate(state.seat):
            placed = placed_of(state, unit)
            if placed is not None:
                total += SIGNS[seat] * len(cells_of(state, unit)) * closeness(point_distance(placed, middle))
        return total


class Look:
    """The positions of the units of both seats in one state."""

    __slots__ = ("placed", "standing")

    def __init__(self, state: MatchState) -> None:
        self.placed: list[Placed | None] = [placed_of(state, unit) for unit in range(len(state.seat))]
        self.standing: tuple[list[Point], list[Point]] = ([], [])
        """For each seat, the centres of its units."""
        for seat, placed in zip(state.seat, self.placed, strict=True):
            if placed is not None:
                self.standing[seat].append((placed.x, placed.y))


def goal_distance(state: MatchState, unit: int, at: Point) -> float | None:
    """Return the distance of a point from where a unit would score for the objective; None if no place scores."""
    table = table_of_match(state)
    if state.objective == "hold-the-crossroads":
        return hypot(at[0] - table.width / 2, at[1] - table.depth / 2)
    if state.objective == "break-their-defenses" and state.red != NOBODY:
        far = min(point_distance(area, at) for area in areas_of(state, 1 - state.seat[unit]))
        return max(0.0, far - tabletop().ruler.band)
    if state.objective in ("supply-raid", "confluence-of-magic"):
        free = [place for place in state.token_places if place is not None]
        return min((hypot(at[0] - x, at[1] - y) for x, y in free), default=None)
    return None


def cost_of(state: MatchState, unit: int) -> float:
    """Return the cost of a unit's trays, scaled by its remaining figures."""
    card = components().units[state.unit[unit]]
    cells = len({(column, row) for column, row, _, _ in state.figures[unit]})
    full = cells * card.figures * card.wounds
    upgrades = sum(components().upgrades[id].cost or 0 for id in state.upgrades[unit])
    return worth(card, cells) * min(1.0, health_of(state, unit) / full if full else 0.0) + upgrades


def health_of(state: MatchState, unit: int) -> int:
    """Return the number of wounds a unit can take before it is destroyed."""
    found = components()
    card, total = found.units[state.unit[unit]], 0
    for _, _, wounds, id in state.figures[unit]:
        figure = found.upgrades[id].figure if id else None
        total += (card.wounds if figure is None else figure.wounds) - wounds
    return total


def shoots(state: MatchState, unit: int) -> bool:
    """Whether a unit has a ranged attack."""
    return _shoots(state.unit[unit])


@cache
def _shoots(unit: str) -> bool:
    return any(profile.kind == "ranged" for profile in components().units[unit].attacks)


def fights(state: MatchState, unit: int) -> bool:
    """Whether a unit is built for melee: it has no ranged attack."""
    return not shoots(state, unit)


def closeness(length: float) -> float:
    """Return the weight of a distance in thousandths of a tray: 1 at distance 0, 0 at twenty trays and beyond."""
    return 1.0 - min(1.0, max(0.0, length) / FARTHEST)


def facing(right: float, ahead: float) -> float:
    """Return how directly a point is in front: 1 straight ahead, 0 to the side and behind."""
    far = hypot(right, ahead)
    return max(0.0, ahead / far) if far else 0.0


def _far(pose: Pose, point: Point) -> float:
    return hypot(point[0] - pose.x, point[1] - pose.y)
