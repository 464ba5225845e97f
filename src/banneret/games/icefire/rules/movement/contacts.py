"""Other enemies that a charger would touch besides its target: aligned by half, or moved away."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from banneret.games.icefire.actions import Place
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.moves import UnitMoved
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.movement.movement import danger, terrain_entered
from banneret.games.icefire.rules.table.engagement import TOUCHING, sides_in_contact, write_contacts
from banneret.games.icefire.rules.table.ground import (
    GIVE,
    INCH,
    pose_of,
    shape_of,
    table_of,
    terrain_with,
    tray_at,
    tray_of,
)
from banneret.games.icefire.rules.table.move_spaces import TRIES, end_message
from banneret.games.icefire.rules.table.room import SURE
from banneret.games.icefire.rules.table.units import enemies_on_table, label, on_table
from banneret.games.icefire.state import State
from banneret.kernel.choosers import Chooser, Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.plane import (
    TURN,
    Placed,
    Pose,
    Side,
    Straight,
    distance,
    find_point,
    flush,
    heading_out,
    is_below,
    offset_of,
    overlaps,
    penetration,
    place,
    shrunk,
)
from banneret.plane.sweep import enters, overlap_span
from banneret.text.message import Message, msg

SIDES: Final = 16
"""Number of directions around an enemy in which places at 1 inch are searched."""
CLEAR: Final = 50
"""Distance that is clearly out of contact, in thousandths of an inch; smaller ones only if it is impossible."""
SLACK: Final = 20.0
"""Maximum excess over 1 inch that still counts as 1 inch, in thousandths."""


def part_others(game: War, unit: int, target: int, pose: Pose) -> Flow[None]:
    """Align or move away the other enemies that a charger would touch at a pose, before the charger is placed there.

    In the defender's arc they engage it by half (icefire:charge.20); elsewhere, or if that is impossible, they are
    moved to 1 inch, or the shortest distance that ends the contact: icefire:charge.21, icefire:charge.22. In the 2021
    edition all are aligned if possible: icefire:charge-2021.2, icefire:charge-2021.3, icefire:charge-2021.4. Their
    owner chooses the places.
    """
    state = game.state
    tray = tray_at(state, unit, pose)
    for enemy in enemies_on_table(state, state.seat[unit]):
        sides = sides_in_contact(tray, tray_of(state, enemy)) if enemy != target else None
        if sides is None:
            continue
        halves: list[Pose] = []
        if sides[0] == Side.FRONT or state.law.aligns_all:
            halves = list(_halves(state, enemy, sides[1], tray, sides[0], pose))
        halves = [half for half in halves if _free(state, unit, enemy, half, tray)]
        end = yield from _chosen(game, unit, enemy, tray, halves, sides[0], pose)
        if end is not None:
            entered = terrain_entered(state, enemy, pose_of(state, enemy), end, Straight(0), end)
            state.pose[enemy] = end
            write_contacts(state, enemy)
            mode_of(state).moved(game, enemy)
            name, rule = label(state, enemy), state.law.rule("icefire:charge.21")
            game.emit(UnitMoved(unit=name, how="parted", x=end.x, y=end.y, heading=end.heading, rule=rule))
            for _ in entered:  # icefire:ruling.142
                yield from danger(game, enemy)


def _chosen(  # what touches what, and how
    game: War, unit: int, enemy: int, tray: Placed, halves: list[Pose], own: Side, pose: Pose
) -> Flow[Pose | None]:
    """Ask an enemy's owner where to align it by half, else where at 1 inch to move it; return None if nowhere.

    In the 2021 edition it is aligned with as little movement as possible: icefire:charge-2021.2.
    """
    state = game.state
    if halves and state.law.aligns_all:
        halves = [half for half in halves if _moved(state, enemy, half) == _moved(state, enemy, halves[0])]
    if halves:
        answer = yield from ask(state.seat[enemy], HalfChooser(state, enemy, halves))
        return Pose(answer.x, answer.y, answer.heading)
    space = PartSpace(state, unit, enemy, tray)
    if space.suggest():
        answer = yield from ask(state.seat[enemy], space)
        return Pose(answer.x, answer.y, answer.heading)
    return next((at for at in _off(state, enemy, tray, own, pose) if _free(state, unit, enemy, at, tray)), None)


class HalfChooser(Chooser[Place]):
    """Where does an enemy that a charger touches engage it by half? Options: the free places, the nearer one first."""

    __slots__ = ("halves", "rule", "state", "unit")
    kind = "half"
    answers = (Place,)

    def __init__(self, state: State, unit: int, halves: list[Pose]) -> None:
        self.rule = state.law.rule("icefire:charge.20")  # each edition has its own
        self.state = state
        self.unit = unit
        """The enemy that is moved."""
        self.halves = halves

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.half", unit=label(self.state, self.unit))

    def options(self) -> list[Place]:
        """List the places."""
        return [Place(half.x, half.y, half.heading) for half in self.halves]

    def refusal(self, action: Place) -> Refusal | None:
        """Refuse any other place."""
        if action in self.options():
            return None
        return Refusal(self.rule, msg("refuse.half", unit=label(self.state, self.unit)))


class PartSpace(Space[Place]):
    """Where at 1 inch from a charger is a touched enemy moved? Suggestions: away from it in sixteen directions.

    The enemy does not turn.
    """

    __slots__ = ("charger", "rule", "state", "tray", "unit")
    kind = "parted"
    answers = (Place,)

    def __init__(self, state: State, charger: int, unit: int, tray: Placed) -> None:
        self.rule = state.law.rule("icefire:charge.21")  # each edition has its own
        self.state = state
        self.charger = charger
        self.unit = unit
        """The enemy that is moved."""
        self.tray = tray

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.parted", unit=label(self.state, self.unit))

    def refusal(self, action: Place) -> Refusal | None:
        """Refuse turning, places beyond the charger or not at 1 inch, and occupied places: icefire:charge.21.

        icefire:ruling.115.
        """
        state, name = self.state, label(self.state, self.unit)
        pose, at = Pose(action.x, action.y, action.heading), pose_of(state, self.unit)
        if pose.heading != at.heading:
            return Refusal(self.rule, msg("refuse.parted.turn", unit=name))
        shape = shape_of(state, self.unit)
        apart = distance(place(shape, pose), self.tray)
        if is_below(apart, INCH) or apart > INCH + SLACK or self._is_beyond(at, pose):
            return Refusal(self.rule, msg("refuse.parted.far", unit=name))
        if not _free(state, self.charger, self.unit, pose, self.tray):
            return Refusal(self.rule, msg("refuse.parted.room", unit=name))
        return None

    def suggest(self) -> list[Place]:
        """List the legal places in sixteen directions, the nearer ones first."""
        state = self.state
        at = pose_of(state, self.unit)
        found = [self._off(at, side * TURN // SIDES) for side in range(SIDES)]
        found.sort(key=lambda one: (one.x - at.x) * (one.x - at.x) + (one.y - at.y) * (one.y - at.y))
        return [one for one in dict.fromkeys(found) if self.refusal(one) is None] or self._anywhere(at)

    def _anywhere(self, at: Pose) -> list[Place]:
        """List one free place found by a search everywhere at 1 inch, and one found from the other side, if any."""
        reach = int(2 * (place(shape_of(self.state, self.unit), at).radius + self.tray.radius) + INCH)
        others = _others(self.state, self.charger, self.unit)
        found = []
        for sign in (1, -1):

            def spot(point: tuple[int, ...], sign: int = sign) -> Place:
                x, y = self.tray.to_world((sign * point[0], point[1]))
                return Place(round(x), round(y), at.heading)

            point = find_point(
                [(-reach, reach)] * 2,
                (1.0, 1.0),
                lambda one, spot=spot: self.refusal(spot(one)) is None,  # type: ignore[misc]  # of this side
                lambda one, offs, spot=spot: self._is_no_place(spot(one), math.fsum(offs) + SURE, others),  # type: ignore[misc]  # as above
            )
            found += [] if point is None else [spot(point)]
        return list(dict.fromkeys(found))

    def _is_no_place(self, one: Place, off: float, others: Sequence[Placed]) -> bool:
        """Return whether no place within `off` of a place, itself included, is legal."""
        shape, at = shape_of(self.state, self.unit), pose_of(self.state, self.unit)
        before, tray = place(shape, at), place(shape, Pose(one.x, one.y, one.heading))
        apart = distance(tray, self.tray)
        if apart - off > INCH + SLACK or apart + off < INCH:
            return True
        if any(penetration(tray, other) > GIVE + off for other in others):
            return True
        return any(  # it passes through the charger
            (span := overlap_span(piece, still, one.x - at.x, one.y - at.y)) is not None
            and span.enter < 1
            and span.leave > 0
            for piece in before.pieces
            for still in shrunk(self.tray, GIVE + off)
        )

    def sample(self, stream: Stream) -> Place:
        """Draw a legal place in any direction."""
        at = pose_of(self.state, self.unit)
        for _ in range(TRIES):
            one = self._off(at, stream.below(TURN))
            if self.refusal(one) is None:
                return one
        return stream.choice(self.suggest())

    def check(self, action: Place) -> Refusal | Message:
        """Return where the enemy would be, or why not."""
        fault = self.refusal(action)
        return fault or end_message(self.state, self.unit, Pose(action.x, action.y, action.heading), action.heading)

    def _is_beyond(self, at: Pose, end: Pose) -> bool:
        """Return whether the straight path to a place leads through the charger."""
        dx, dy = end.x - at.x, end.y - at.y
        return any(
            enters(piece, still, dx, dy, GIVE)
            for piece in place(shape_of(self.state, self.unit), at).pieces
            for still in self.tray.pieces
        )

    def _off(self, at: Pose, heading: int) -> Place:
        """Return the nearest place along a heading that is 1 inch away, by bisection."""
        shape = shape_of(self.state, self.unit)
        low, high = 0, 16 * INCH
        while high - low > 1:
            middle = (low + high) // 2
            end = at.facing(heading).moved(middle)
            if is_below(distance(place(shape, Pose(end.x, end.y, at.heading)), self.tray), INCH + 1):
                low = middle
            else:
                high = middle
        end = at.facing(heading).moved(high)
        return Place(end.x, end.y, at.heading)


def _moved(state: State, enemy: int, end: Pose) -> int:
    """Return the square of the distance by which an enemy is moved."""
    at = pose_of(state, enemy)
    return (end.x - at.x) * (end.x - at.x) + (end.y - at.y) * (end.y - at.y)


def _halves(state: State, enemy: int, side: Side, tray: Placed, own: Side, pose: Pose) -> Iterator[Pose]:
    """Yield the places of an enemy aligned by half with an edge of the charger, the nearer one first."""
    shape = shape_of(state, enemy)
    edge = tray.edges_of(own)[0]
    out = heading_out(edge, pose)
    length = shape.width if side in (Side.FRONT, Side.REAR) else shape.depth
    limit = offset_of(length, tray.shape.width if own in (Side.FRONT, Side.REAR) else tray.shape.depth, length / 2)
    if limit is None:
        return
    places = [flush(shape, side, edge, out, offset) for offset in (limit, -limit)]
    yield from sorted(places, key=lambda one: _moved(state, enemy, one))


def _off(state: State, enemy: int, tray: Placed, own: Side, pose: Pose) -> Iterator[Pose]:
    """Yield places straight away from the charger's edge, those just out of contact first: icefire:charge.22."""
    at = pose_of(state, enemy)
    away = (heading_out(tray.edges_of(own)[0], pose) - at.heading) % TURN
    for length in (*range(CLEAR, INCH), *range(int(TOUCHING) + 1, CLEAR)):
        yield at.moved(length, away)


def _free(state: State, unit: int, enemy: int, at: Pose, tray: Placed) -> bool:
    moved = place(shape_of(state, enemy), at)
    return not any(overlaps(moved, one, GIVE) for one in (*_others(state, unit, enemy), tray))


def _others(state: State, unit: int, enemy: int) -> list[Placed]:
    """List everything except the charger that an enemy of the charger may not overlap."""
    return [
        *(tray_of(state, one) for one in on_table(state) if one not in (unit, enemy)),
        *table_of(state).walls,
        *mode_of(state).barriers(state),
        *(piece for _, piece in terrain_with(state, "impassable")),
    ]
