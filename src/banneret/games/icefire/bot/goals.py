"""Objectives that units can still reach: which unit goes to which, and when it will score there."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, tanh
from typing import Final, NamedTuple

from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.ground import INCH, shape_of, terrain_with
from banneret.games.icefire.rules.table.paths import speed_of
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.rules.table.units import commander_unit, is_wall
from banneret.games.icefire.rules.victory import needed
from banneret.games.icefire.state import NO_UNIT, State
from banneret.plane import Placed, Point, Pose
from banneret.plane.angles import direction

FIRST_SCORED: Final = 2
"""The first round at whose end objectives score."""
FADE: Final = 0.75
"""How much less than the next Victory Point of an objective the one after it counts."""
UNDERWAY: Final = 0.8
"""What a point counts for a unit on its way, compared with one that holds the objective."""
TAKEN: Final = 0.4
"""The share of it at an objective that an enemy holds or reaches sooner."""
MARGIN: Final = 1.5
"""A lead of this many Victory Points at the end of the race for them is fairly sure."""
TURNING: Final = 0.5
"""The activations by which going around terrain delays a unit."""
WHOLE: Final = 0.6
"""How much whole activations count, compared with the length of the way."""
PINNED: Final = 1.5
"""The activations by which an engagement delays a unit."""


def future(times: float) -> float:
    """Return what an objective is worth that scores some more times, in Victory Points of this round."""
    return (1 - FADE**times) / (1 - FADE) if times > 0 else 0.0


def scorings(state: State) -> int:
    """Return how often objectives will still score."""
    return state.table.table.rounds - max(state.round, FIRST_SCORED) + 1


def future_from(now: int, when: float, rounds: int) -> float:
    """Return the same for a unit that arrives in a round, seen from another one."""
    since = when if when > FIRST_SCORED else FIRST_SCORED  # comparisons, as this is asked for every place
    start = now if now > FIRST_SCORED else FIRST_SCORED
    times = rounds - since + 1
    if times <= 0:
        return 0.0
    return FADE ** (since - start if since > start else 0) * (1 - FADE**times) / (1 - FADE)


def race(state: State, held: Sequence[int]) -> list[float]:
    """Return who would win, and how surely and soon, if each side went on to score what it holds; 0 in sum."""
    points = [float(one) for one in state.victory_points[: len(held)]]
    rounds, wanted, end = state.table.table.rounds, needed(state), max(state.round, FIRST_SCORED)
    while True:
        points = [one + more for one, more in zip(points, held, strict=True)]
        most = max(points)
        if end >= rounds or (most >= wanted and points.count(most) == 1):
            break
        end += 1
    sure = 1 - (end - state.round) / rounds
    leads = [one - max(points[:side] + points[side + 1 :]) for side, one in enumerate(points)]
    return [sure * tanh(one / MARGIN) / 2 for one in leads]


class Trip(NamedTuple):
    """What determines when a unit arrives somewhere."""

    width: float
    """How far to its left or right it still covers an objective."""
    depth: float
    """How far before or behind it."""
    half: float
    """Half of its width."""
    impassable: tuple[Placed, ...]
    """The terrain that it goes around."""
    speed: int
    start: float
    """The round in which it can move next, and later if it is engaged."""


def trip_of(state: State, unit: int) -> Trip:
    """Return when and how fast a unit can move."""
    start = max(1, state.round) + state.activated[unit] + (PINNED if is_engaged(state, unit) else 0.0)
    return _trip(state, unit, start)


def next_trip(state: State, unit: int) -> Trip:
    """Return the same for the time after a move in this round; a unit that is deployed moves in the first round."""
    return _trip(state, unit, state.round + 1.0)


def _trip(state: State, unit: int, start: float) -> Trip:
    shape, radius = shape_of(state, unit), state.table.table.objective_diameter * INCH / 2
    return Trip(
        shape.width / 2 - radius,
        shape.depth / 2 - radius,
        shape.width / 2,
        tuple([piece for _, piece in terrain_with(state, "impassable")]),
        max(INCH, speed_of(state, unit)),
        start,
    )


def arrivals(trip: Trip, pose: Pose, places: Sequence[Point]) -> list[float]:
    """Return the round in which a unit covers each place: a march leads straight ahead, a maneuver anywhere."""
    c, s = direction(pose.heading)
    found = []
    for at in places:
        dx, dy = at[0] - pose.x, at[1] - pose.y
        length, right = hypot(dx, dy), dx * c + dy * s
        turns = 0.5 if dy * c < dx * s or right > trip.width or right < -trip.width else 0.0
        for piece in trip.impassable:
            around = _around(piece, trip, pose, at)
            if around > length:
                length, turns = around, 0.5 + TURNING
        activations = (length - trip.depth) / (2 * trip.speed) + turns if length > trip.depth else turns
        if activations < 1:
            activations = 1.0
        found.append(trip.start - WHOLE * (-activations // 1) + (1 - WHOLE) * activations - 1)
    return found


def is_barred(trip: Trip, pose: Pose, at: Point) -> bool:
    """Return whether impassable terrain is in the way."""
    return any(_around(piece, trip, pose, at) > 0 for piece in trip.impassable)


def _around(piece: Placed, trip: Trip, pose: Pose, at: Point) -> float:
    """Return the length of the way around impassable terrain, or 0 if it is not in the way."""
    half = piece.shape.half
    if half is None:
        return 0.0
    c, s = piece.c, piece.s
    dx, dy = pose.x - piece.x, pose.y - piece.y
    x, y = dx * c + dy * s, dy * c - dx * s
    dx, dy = at[0] - piece.x, at[1] - piece.y
    to_x, to_y = dx * c + dy * s, dy * c - dx * s
    wide, deep = half[0] + trip.half, half[1] + trip.half
    if abs(x) < wide and abs(y) < deep and x * (to_x - x) >= 0 and y * (to_y - y) >= 0:  # it leaves the piece
        return 0.0
    if not _passes(x, to_x - x, wide, y, to_y - y, deep):
        return 0.0
    return min([hypot(x - side, y) + hypot(to_x - side, to_y) for side in (-wide, wide)])


def _passes(x: float, dx: float, wide: float, y: float, dy: float, deep: float) -> bool:
    """Return whether a straight way enters a rectangle around the origin."""
    first, last = 0.0, 1.0
    for start, way, half in ((x, dx, wide), (y, dy, deep)):
        if abs(way) < 1:
            if abs(start) >= half:
                return False
            continue
        one, other = (-half - start) / way, (half - start) / way
        first, last = max(first, min(one, other)), min(last, max(one, other))
    return first < last


class Goal(NamedTuple):
    """An objective that a unit can go to."""

    at: Point
    share: float
    """What its points count for the unit."""


class Outlook:
    """Which objectives the units of each side go to: each unit to one at most, the most valuable first."""

    __slots__ = ("_goal", "_sooner", "_state", "worth")

    def __init__(self, state: State) -> None:
        self._state = state
        self._goal: dict[int, int] = {}
        """The objective that each unit goes to."""
        self.worth = [0.0 for _ in set(state.sides)]
        """What the units of each side will score where they go, in Victory Points of the next round."""
        able = [unit for unit in range(len(state.pose)) if _can_hold(state, unit)]
        rounds = {
            unit: arrivals(trip_of(state, unit), pose, state.tokens)
            for unit in able
            if (pose := state.pose[unit]) is not None
        }
        self._sooner = _first(state, rounds)
        """The round in which the first unit of each side can be at each objective."""
        found = []
        for unit, reached in rounds.items():
            if unit in state.claims:
                continue
            points = lead(state, unit)
            for token, when in enumerate(reached):
                if not self.is_held(token, state.seat[unit]):
                    later = future_from(state.round, when, state.table.table.rounds)
                    found.append((self.share(unit, token, when) * later * points, unit, token))
        found.sort(key=lambda one: (-one[0], one[1], one[2]))
        gone: set[tuple[int, int]] = set()
        for worth, unit, token in found:
            side = state.sides[state.seat[unit]]
            if unit not in self._goal and (side, token) not in gone:
                self._goal[unit] = token
                gone.add((side, token))
                self.worth[side] += worth

    def is_held(self, token: int, seat: int) -> bool:
        """Return whether a friendly unit has claimed an objective."""
        holder = self._state.claims[token]
        return holder != NO_UNIT and friendly(self._state, holder, seat)

    def share(self, unit: int, token: int, when: float) -> float:
        """Return what the points of an objective count for a unit that can be there in a round."""
        state = self._state
        side = state.sides[state.seat[unit]]
        if state.claims[token] != NO_UNIT:
            return UNDERWAY * TAKEN
        for other, reached in self._sooner.items():
            if other != side and reached[token] < when:
                return UNDERWAY * TAKEN
        return UNDERWAY

    def goals(self, unit: int) -> list[Goal]:
        """Return the objectives that a unit can go to, leaving out those of friendly units."""
        state, seat = self._state, self._state.seat[unit]
        if not _can_hold(state, unit, on_table=False):
            return []
        others = {token for one, token in self._goal.items() if one != unit and friendly(state, one, seat)}
        return [
            Goal(at, self.share(unit, token, state.round + 1))
            for token, at in enumerate(state.tokens)
            if token not in others and (state.claims[token] == unit or not self.is_held(token, seat))
        ]


def lead(state: State, unit: int) -> int:
    """Return the points for an objective that a unit controls: 2 for the Commander's in the edition of 2021."""
    return 2 if state.law.commander_objectives and unit == commander_unit(state, state.seat[unit]) else 1


def _can_hold(state: State, unit: int, *, on_table: bool = True) -> bool:
    """Return whether a unit can cover and claim an objective."""
    if is_wall(state, unit) or (on_table and state.pose[unit] is None) or not state.health[unit]:
        return False
    shape = shape_of(state, unit)
    least = state.table.table.objective_diameter * INCH
    return shape.width >= least and shape.depth >= least and not has_flag(state, unit, "no-objectives")


def _first(state: State, rounds: dict[int, list[float]]) -> dict[int, list[float]]:
    """Return the first round in which a unit of each side can be at each objective."""
    found: dict[int, list[float]] = {}
    for unit, reached in rounds.items():
        side = state.sides[state.seat[unit]]
        former = found.get(side, reached)
        found[side] = [one if one < other else other for one, other in zip(reached, former, strict=True)]
    return found
