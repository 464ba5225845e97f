"""Evaluation of a position for a player: named terms in points, with weights in `data/evaluation.toml`.

It uses the complete state, so it also works on worlds imagined by a player. It evaluates the current position without
playing on. An advantage for one player is an equal disadvantage for the other, except in a style of play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum, hypot
from typing import Final, NamedTuple

from msgspec import Struct

from banneret.bots.judging import Evaluation
from banneret.bots.styles import read_styles
from banneret.games.icefire.bot.goals import (
    FIRST_SCORED,
    Outlook,
    Trip,
    arrivals,
    future,
    future_from,
    is_barred,
    lead,
    next_trip,
    race,
    scorings,
)
from banneret.games.icefire.content.components import Components
from banneret.games.icefire.content.datafile import DataFile
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.modes.fire_and_blood import TOKEN
from banneret.games.icefire.modes.here_we_stand import holder_of, sent_to, unit_points
from banneret.games.icefire.rules.table.control import ZONES, controls
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, center, pose_of, shape_of
from banneret.games.icefire.rules.table.sides import friendly, opponents
from banneret.games.icefire.rules.table.units import (
    commander_unit,
    is_wall,
    ncu_card,
    on_table,
    ranks_left,
    walls,
    walls_against,
)
from banneret.games.icefire.rules.victory import needed, standing
from banneret.games.icefire.state import NO_UNIT, NOBODY, PANICKED, VULNERABLE, WEAKENED, State
from banneret.plane import Point, Pose, Shape, Side, heading_towards

_MARKED_POINTS: Final = 2
"""Victory Points for a marked unit: icefire:fire-and-blood.8."""


class Weights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weights of the terms; the data file documents each of them."""

    point: float
    brink: float
    prospect: float
    standing: float
    cost: float
    rank: float
    unit: float
    ncu: float
    commander: float
    panicked: float
    vulnerable: float
    weakened: float
    flank: float
    rear: float
    hold: float
    objective: float
    siege: float
    breach: float
    enemy: float
    facing: float
    ready: float
    zone: float
    card: float
    prey: float
    menace: float
    win: float
    due: float = 0.0
    finish: float = 0.0


_DATA: Final = DataFile.read("evaluation.toml")
WEIGHTS: Final = _DATA.table("weights", Weights)
FORMER: Final = _DATA.table("former", Weights)
"""The weights of the first release."""
STYLES: Final = read_styles(_DATA, WEIGHTS)
"""The weights of each style of play."""


class Post(NamedTuple):
    """What a unit can score by staying in place."""

    worth: float
    """The value of an objective's future points, weighted like prospects."""
    free: tuple[Point, ...]
    """The objectives that no other unit has claimed."""
    trip: Trip | None = None
    """How the unit gets to other objectives."""
    places: tuple[Point, ...] = ()
    """The objectives that it may go to."""
    shares: tuple[float, ...] = ()
    """What a Victory Point of the next round is worth at each of them."""
    now: int = 0
    """The round."""
    rounds: int = 0
    """The last one."""


NO_POST: Final = Post(0.0, ())


class Judge:
    """Evaluates states with one set of weights, or, with `legacy`, as in the first release."""

    __slots__ = ("_conditions", "_even", "_parts", "legacy", "weights")

    def __init__(self, weights: Weights = WEIGHTS, *, legacy: bool = False) -> None:
        self.weights = weights
        self.legacy = legacy
        self._conditions = (
            (PANICKED, weights.panicked),
            (VULNERABLE, weights.vulnerable),
            (WEAKENED, weights.weakened),
        )
        self._parts = {"forces": weights.prey, "places": weights.menace, "contacts": weights.menace}
        self._even = weights.prey == weights.menace == 1
        """Whether what is good for one side is equally bad for the others."""

    def evaluate(self, state: State, seat: int) -> Evaluation:
        """Return the value of a state for a seat, term by term."""
        own = state.sides[seat]
        terms = {name: _lead(worth, own, self._parts.get(name, 1.0)) for name, worth in self.terms(state).items()}
        return Evaluation(fsum(terms.values()), terms)

    def totals(self, state: State) -> list[float]:
        """Return the value of a state for each seat."""
        terms = self.terms(state)
        sums = [fsum(worth) for worth in zip(*terms.values(), strict=True)]
        if self._even:
            return [_lead(sums, side) for side in state.sides]
        return [
            fsum([_lead(worth, side, self._parts.get(name, 1.0)) for name, worth in terms.items()])
            for side in state.sides
        ]

    def wound_worth(self, state: State, unit: int) -> float:
        """Return the value of one remaining Wound of a unit, excluding ranks; for a wall, its share of the points."""
        if is_wall(state, unit):
            wall = state.table.wall
            return self.weights.point * wall.victory_points / wall.wounds
        cost, wounds = _cost_and_wounds(state.cards, state.card[unit], state.attachments[unit])
        return self.weights.cost * cost / wounds

    def fall_worth(self, state: State, unit: int) -> float:
        """Return the loss from a unit's destruction besides its Wounds: the unit itself, and the opponent's points."""
        mode = mode_of(state)
        scores = any(mode.may_score(state, one) for one in opponents(state, state.seat[unit]))
        points = (mode.destroyed_points if scores else 0) + state.counters[unit].get(TOKEN, 0)
        points += _MARKED_POINTS if unit in state.marks.get("marked", ()) else 0
        return self.weights.unit + self.weights.point * points

    def conditions_worth(self, conditions: int) -> float:
        """Return the value of a unit's Condition tokens to its enemy."""
        return fsum(weight for bit, weight in self._conditions if conditions & bit)

    def terms(self, state: State) -> dict[str, list[float]]:
        """Return each term's value for each side on its own."""
        weights = self.weights
        sides = range(len(set(state.sides)))  # the first seats belong to different sides
        points = state.victory_points[: len(sides)]
        wanted = needed(state)
        terms = {
            "points": [weights.point * one + weights.brink * min(1.0, one / wanted) ** 2 for one in points],
            "prospects": self._prospects(state),
            "standing": self._standing(state),
            "resources": [0.0 for _ in sides],
            "contacts": self._contacts(state),
        }
        for seat, side in enumerate(state.sides):
            terms["resources"][side] += self._resources(state, seat)
        terms.update(self._units(state))
        won = NOBODY if state.winner == NOBODY else state.sides[state.winner]
        terms["end"] = [0.0 if won == NOBODY else weights.win / (2 if side == won else -2) for side in sides]
        return terms

    def _standing(self, state: State) -> list[float]:
        """Evaluate who would win after the last round, by Victory Points, then by what is left: icefire:victory.6."""
        sides = range(len(set(state.sides)))
        late = state.round / state.table.table.rounds
        ranking = [standing(state, seat) for seat in sides]
        if walls(state) or ranking.count(max(ranking)) > 1:  # in a siege the defender wins by time alone
            return [0.0 for _ in sides]
        return [self.weights.standing * late * late / (2 if one == max(ranking) else -2) for one in ranking]

    def _prospects(self, state: State) -> list[float]:
        """Evaluate the Victory Points of the coming rounds, and who would win the race for them."""
        weights, sides, times = self.weights, len(set(state.sides)), self._times(state)
        mode = mode_of(state)
        total, held = [0.0] * sides, [0] * sides
        for unit in on_table(state):
            count = len(mode.controlled(state, unit))
            if count:
                count *= lead(state, unit)
                held[state.sides[state.seat[unit]]] += count
                total[state.sides[state.seat[unit]]] += count
        for counts in quadrant_points(state):
            holder = holder_of(counts)
            if holder != NOBODY:
                held[holder] += 1
                total[holder] += 1
            for side, points in enumerate(counts):
                total[side] += 0.3 * points / (5 + sum(counts))  # still contested
        total = [weights.prospect * (times * one) for one in total]
        if self.legacy:
            return total
        due = self._due(state)
        total = [one + due * more for one, more in zip(total, held, strict=True)]
        if mode.held_by_standing:
            total = [one + weights.prospect * more for one, more in zip(total, Outlook(state).worth, strict=True)]
        return [one + weights.finish * more for one, more in zip(total, race(state, held), strict=True)]

    def _times(self, state: State) -> float:
        """Return how often something held scores, less what is uncertain."""
        return rounds_left(state) if self.legacy else future(scorings(state))

    def _due(self, state: State) -> float:
        """Return what a Victory Point of the end of this round is worth beyond later ones: more towards its end."""
        if self.legacy or state.round < FIRST_SCORED:
            return 0.0
        return self.weights.due * progress(state)

    def _resources(self, state: State, seat: int) -> float:
        """Evaluate non-combat units, zones and cards."""
        weights = self.weights
        ncus = sum(
            ncu_card(state, ncu).cost
            for ncu, owner in enumerate(state.ncu_seat)
            if owner == seat and state.ncu_alive[ncu]
        )
        zones = sum(controls(state, seat, zone) for zone in ZONES)
        return weights.ncu * ncus + weights.zone * zones + weights.card * len(state.hands[seat])

    def _contacts(self, state: State) -> list[float]:
        """Evaluate contacts with an enemy's flank or rear."""
        total = [0.0 for _ in set(state.sides)]
        for one in state.contacts:
            total[state.sides[state.seat[one.one]]] += self._side(one.side_of_other)
            total[state.sides[state.seat[one.other]]] += self._side(one.side_of_one)
        return total

    def _side(self, side: int) -> float:
        if side == Side.FRONT:
            return 0.0
        return self.weights.rear if side == Side.REAR else self.weights.flank

    def _units(self, state: State) -> dict[str, list[float]]:
        """Evaluate combat units and Commanders, their burdens, and their positions."""
        weights = self.weights
        forces, leaders, burdens, places, ready = ([0.0 for _ in set(state.sides)] for _ in range(5))
        look = Look(state)
        for unit, health in enumerate(state.health):
            if not health:
                continue
            side, pose = state.sides[state.seat[unit]], state.pose[unit]
            if is_wall(state, unit):
                forces[side] += self.wound_worth(state, unit) * health
                continue
            forces[side] += self.wound_worth(state, unit) * health + weights.rank * ranks_left(state, unit)
            forces[side] += weights.unit
            burdens[side] -= self.conditions_worth(state.conditions[unit])
            burdens[side] -= weights.point * 0.3 * state.counters[unit].get(TOKEN, 0)
            if not state.activated[unit]:
                ready[side] += weights.ready
            if pose is not None:
                places[side] += self.place_worth(state, unit, pose, look)
        for ncu, seat in enumerate(state.ncu_seat):
            if state.ncu_alive[ncu] and not state.ncu_activated[ncu]:
                ready[state.sides[seat]] += weights.ready
        for seat, side in enumerate(state.sides):
            leaders[side] += weights.commander * (commander_unit(state, seat) != NO_UNIT)
        return {
            "forces": forces,
            "commanders": leaders,
            "conditions": burdens,
            "places": places,
            "ready": ready,
        }

    def post(self, state: State, unit: int, look: Look | None = None) -> Post:
        """Return the objectives that a unit may hold and the value of the points that it would score there.

        With a `look`, also those that it may go to later.
        """
        if not mode_of(state).held_by_standing:
            return NO_POST
        places = zip(state.tokens, state.claims, strict=True)
        free = tuple([place for place, holder in places if holder in (NO_UNIT, unit)])
        first = lead(state, unit)
        worth = (self.weights.prospect * self._times(state) + self._due(state)) * first
        if self.legacy or look is None:
            return Post(worth, free)
        each = self.weights.prospect * first
        goals = look.outlook.goals(unit)
        ends, shares = tuple([goal.at for goal in goals]), tuple([each * goal.share for goal in goals])
        return Post(worth, free, next_trip(state, unit), ends, shares, state.round, state.table.table.rounds)

    def place_worth(self, state: State, unit: int, pose: Pose, look: Look, post: Post = NO_POST) -> float:
        """Return the value of a unit's pose to its player; with `post`, including the points it will score."""
        shape, aims = shape_of(state, unit), look.aims[state.seat[unit]]
        key = (self, state.seat[unit], shape, pose.x, pose.y)
        spot = look.spots.get(key)
        if spot is None:
            spot = look.spots[key] = self.spot(shape, pose.x, pose.y, aims)
        return self.stand_worth(shape, pose, aims, spot, post)

    def stand_worth(self, shape: Shape, pose: Pose, aims: Aims, spot: Spot, post: Post = NO_POST) -> float:
        """Return the value of a tray's pose on a spot."""
        weights = self.weights
        total = spot.objective
        for token in spot.tokens:
            if _covers(shape, pose, token, aims.radius):
                total = weights.hold + (post.worth if token in post.free else 0.0)
                break
        else:
            if post.places:
                total += _way_worth(post, pose)
        if spot.wall is not None:
            total += spot.siege
            right, ahead = pose.to_local(spot.wall)
            total += weights.breach if ahead >= abs(right) else 0.0
        if spot.foe is not None:
            total += spot.enemy
            right, ahead = pose.to_local(spot.foe)
            total += weights.facing if ahead >= abs(right) else 0.0
        return total

    def spot(self, shape: Shape, x: int, y: int, aims: Aims) -> Spot:
        """Return what is within reach of a tray at a spot, regardless of its heading."""
        weights, most = self.weights, (shape.width + shape.depth) / 2
        tokens = [token for token in aims.tokens if abs(token[0] - x) <= most and abs(token[1] - y) <= most]
        objective = siege = enemy = 0.0
        wall = foe = None
        if aims.wanted and (self.legacy or not aims.standing):
            objective = weights.objective * closeness(min([hypot(tx - x, ty - y) for tx, ty in aims.wanted]))
        if aims.walls:
            wall, far = _nearest(x, y, aims.walls)
            siege = weights.siege * max(0.0, 1 - far / DEPTH)
        if aims.enemies:
            foe, far = _nearest(x, y, aims.enemies)
            enemy = weights.enemy * closeness(far)
        return Spot(tokens, objective, wall, siege, foe, enemy)

    def straight_gain(self, shape: Shape, at: Pose, speed: int, aims: Aims, post: Post = NO_POST) -> float:
        """Return the gain of a tray that moves straight towards the best aim, up to its Speed."""
        here = self.stand_worth(shape, at, aims, self.spot(shape, at.x, at.y, aims), post)
        most = 0.0
        wanted = aims.wanted if self.legacy or not aims.standing else post.places
        for x, y in (*wanted, *aims.walls, *aims.enemies):
            far = int(hypot(x - at.x, y - at.y))
            if not far:
                continue
            end = at.facing(heading_towards(x - at.x, y - at.y)).moved(min(far, speed))
            if post.trip is not None and is_barred(post.trip, at, (end.x, end.y)):
                continue
            most = max(most, self.stand_worth(shape, end, aims, self.spot(shape, end.x, end.y, aims), post) - here)
        return most


def _lead(worth: Sequence[float], side: int, part: float = 1.0) -> float:
    """Return a side's lead over the average of the other sides, or over a part of it."""
    others = [one for other, one in enumerate(worth) if other != side]
    return worth[side] - part * fsum(others) / len(others)


def _way_worth(post: Post, pose: Pose) -> float:
    """Return the value of a pose on the way to an objective."""
    if post.trip is None:
        return 0.0
    most = 0.0
    for when, worth in zip(arrivals(post.trip, pose, post.places), post.shares, strict=True):
        worth *= future_from(post.now, when, post.rounds)  # noqa: PLW2901  # of a later round
        most = max(most, worth)
    return most


class Aims(NamedTuple):
    """The points on the table that attract a seat's units."""

    enemies: tuple[Point, ...]
    """Centers of the enemy trays."""
    wanted: tuple[Point, ...]
    """Objectives that the seat has not claimed; a held objective is at its holder."""
    walls: tuple[Point, ...]
    """Intact castle walls of the enemy."""
    tokens: tuple[Point, ...]
    """All objectives."""
    radius: float
    """Radius of an objective token."""
    standing: bool
    """Whether units hold objectives by covering them."""


class Spot(NamedTuple):
    """The surroundings of a tray whose center is at a spot."""

    tokens: list[Point]
    """Objectives that the tray may cover."""
    objective: float
    """Value of the nearness to objectives."""
    wall: Point | None
    """The nearest wall."""
    siege: float
    """Value of the nearness to that wall."""
    foe: Point | None
    """The nearest enemy."""
    enemy: float
    """Value of the nearness to that enemy."""


@lru_cache(maxsize=1 << 6)
def _spots_for(_aims: tuple[Aims, ...]) -> dict[tuple[Judge, int, Shape, int, int], Spot]:
    """Return what is kept for these aims, which are the same in most worlds of a bot."""
    return {}


class Look:
    """What attracts the units of each seat in one state, with cached evaluations."""

    __slots__ = ("_aims", "_outlook", "_spots", "_state", "gains")

    def __init__(self, state: State) -> None:
        self._state = state
        self._outlook: Outlook | None = None
        self._aims: tuple[Aims, ...] = ()
        self._spots: dict[tuple[Judge, int, Shape, int, int], Spot] | None = None
        self.gains: dict[int, float] = {}
        """Gain of each unit from moving straight ahead towards an aim."""

    @property
    def aims(self) -> tuple[Aims, ...]:
        """By seat, collected at their first use: many questions need none."""
        if not self._aims:
            self._aims = _all_aims(self._state)
        return self._aims

    @property
    def outlook(self) -> Outlook:
        """The objectives that units go to."""
        if self._outlook is None:
            self._outlook = Outlook(self._state)
        return self._outlook

    @property
    def spots(self) -> dict[tuple[Judge, int, Shape, int, int], Spot]:
        """Surroundings of trays at the spots evaluated so far, by judge, seat, tray and spot."""
        if self._spots is None:
            self._spots = _spots_for(self.aims)
        return self._spots


def _all_aims(state: State) -> tuple[Aims, ...]:
    """Return the aims of each seat."""
    trays = [(state.sides[state.seat[unit]], (p.x, p.y)) for unit, p in enumerate(state.pose) if p is not None]
    tokens = tuple(state.tokens)
    radius = state.table.table.objective_diameter * INCH / 2
    standing = mode_of(state).held_by_standing
    return tuple(
        [
            Aims(
                tuple([at for other, at in trays if other != side]),
                tuple(_wanted(state, seat)),
                tuple([(p.x, p.y) for p in [pose_of(state, wall) for wall in walls_against(state, seat)]]),
                tokens,
                radius,
                standing,
            )
            for seat, side in enumerate(state.sides)
        ]
    )


def _wanted(state: State, seat: int) -> Iterator[Point]:
    """Yield the positions of the objectives that a seat has not claimed."""
    for place, holder in zip(state.tokens, state.claims, strict=True):
        pose = state.pose[holder] if holder != NO_UNIT else None
        if pose is None:
            yield place
        elif not friendly(state, holder, seat):
            yield pose.x, pose.y


@lru_cache(maxsize=1 << 10)
def _cost_and_wounds(found: Components, unit: str, attachments: tuple[str, ...]) -> tuple[int, int]:
    """Return the cost of a combat unit with its attachments, and the Wounds of the full unit."""
    card = found.units[unit]
    return card.cost + sum(found.attachments[id].cost for id in attachments), full_health(card)


def rounds_left(state: State) -> int:
    """Return the number of rounds still to be scored, at most three."""
    return max(0, min(3, state.table.table.rounds - max(state.round, 2) + 1))


def progress(state: State) -> float:
    """Return the share of the combat and non-combat units in play that have been activated this round."""
    units = on_table(state)
    ncus = [ncu for ncu, alive in enumerate(state.ncu_alive) if alive]
    done = sum(state.activated[unit] for unit in units) + sum(state.ncu_activated[ncu] for ncu in ncus)
    return done / max(1, len(units) + len(ncus))


def quadrant_points(state: State) -> list[list[int]]:
    """Return the points of each side in each quadrant, assigned by tray centers; empty if the mode has no quadrants.

    icefire:here-we-stand.4.
    """
    if "quadrants" not in state.marks:
        return []
    found = [[0] * len(set(state.sides)) for _ in range(4)]
    for unit, pose in enumerate(state.pose):
        if pose is not None:
            found[_quadrant(state, pose)][state.sides[state.seat[unit]]] += unit_points(state, unit)
    for ncu, number in enumerate(sent_to(state)):
        if number >= 0 and state.ncu_alive[ncu]:
            found[number][state.sides[state.ncu_seat[ncu]]] += ncu_card(state, ncu).cost
    return found


def _quadrant(state: State, pose: Pose) -> int:
    """Return the quadrant of a center, numbered as in `modes.here_we_stand`: icefire:here-we-stand.3."""
    middle_x, middle_y = center(state)
    if pose.y >= middle_y:
        return 0 if pose.x >= middle_x else 1
    return 3 if pose.x >= middle_x else 2


def closeness(length: float) -> float:
    """Return the weight of a distance in thousandths of an inch, which is 1 at distance 0 and one half at 6 inches."""
    return 6 * INCH / (6 * INCH + length)


def _nearest(x: int, y: int, points: Sequence[Point]) -> tuple[Point, float]:
    """Return the nearest of some points (the first of equally near ones) and its distance."""
    away = [hypot(px - x, py - y) for px, py in points]
    least = min(away)
    return points[away.index(least)], least


def _covers(shape: Shape, pose: Pose, token: Point, radius: float) -> bool:
    """Return whether a tray covers a token completely, approximately."""
    right, ahead = pose.to_local(token)
    return abs(right) <= shape.width / 2 - radius and abs(ahead) <= shape.depth / 2 - radius
