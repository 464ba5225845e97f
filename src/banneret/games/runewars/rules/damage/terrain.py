"""Terrain in play: its effect on units that collide with it, and entering, occupying and leaving it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from typing import Final

from banneret.games.runewars.actions import Place
from banneret.games.runewars.content.components import Action
from banneret.games.runewars.content.tabletop import TRAY, side_of
from banneret.games.runewars.effects.held_cards import ENTERED
from banneret.games.runewars.effects.numbers import has_flag
from banneret.games.runewars.effects.questions import may
from banneret.games.runewars.events.moves import ActionCanceled, TerrainEntered, TerrainLeft, TerrainMet
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, ground_of, label
from banneret.games.runewars.rules.damage.wounds import suffer_damage
from banneret.games.runewars.rules.ground.areas import table_of_match
from banneret.games.runewars.rules.ground.surroundings import (
    engaged_with,
    forget_partings,
    obstacles_of,
    outline_of,
)
from banneret.games.runewars.rules.ground.terrain_keywords import keyword_of
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.games.runewars.state import NO_PIECE, cells_of, set_mark
from banneret.games.runewars.units.engagement import GIVE, TOUCH, touches
from banneret.games.runewars.units.formation import shape_of
from banneret.games.runewars.units.movement import Obstacle
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.plane import (
    QUARTER,
    TURN,
    Placed,
    Point,
    Pose,
    Shape,
    Side,
    distance,
    find_point,
    flush,
    heading_out,
    is_below,
    overlaps,
    penetration,
    place,
    segment_distance,
    turned_between,
    turned_by,
)
from banneret.plane.distance import is_beside
from banneret.plane.extents import DOUBT
from banneret.text.message import Message, msg

_LEAVING: Final[dict[str, tuple[Side, ...]]] = {
    "march": (Side.REAR,),
    "shift": (Side.FRONT, Side.RIGHT, Side.LEFT),
}
"""The edges of a unit that may touch the terrain it leaves, by its action."""
_ALONG: Final = 4
"""The number of parts into which an edge is divided for suggestions."""
_TRIES: Final = 20


# Colliding ---------------------------------------------------------------------------------------------------------


def meet_terrain(game: Runewars, unit: int, pieces: Sequence[int]) -> Flow[None]:
    """Apply the effects of the terrain that a unit has collided with: damage first, then panic."""
    # rules rw:41.9b, rw:41.9f, rw:91.0, rw:ruling.21
    state = game.state
    for piece in pieces:
        game.emit(TerrainMet(unit=label(state, unit), piece=state.pieces[piece]))
        yield from suffer_damage(game, unit, keyword_of(state, piece, "deadly"))
        yield from gain_banes(game, unit, "panic", keyword_of(state, piece, "taxing"), "rw:41.9f")


# Entering ----------------------------------------------------------------------------------------------------------


def can_enter(state: MatchState, unit: int, piece: int) -> bool:
    """Whether a unit that has collided with a terrain piece may enter it: it is unoccupied and large enough."""
    # rules rw:41.1, rw:41.1a
    trays = len(cells_of(state, unit))
    return 0 < trays <= side_of(state.pieces[piece]).capacity and piece not in state.inside


def may_enter(game: Runewars, unit: int, piece: int) -> Flow[bool]:
    """Ask whether a unit enters terrain, if it can."""
    # rule rw:41.1
    state = game.state
    if not can_enter(state, unit, piece):
        return False
    return (yield from may(state, unit, state.pieces[piece], rule="rw:41.1", question="enter"))


def enter(game: Runewars, unit: int, piece: int) -> Flow[list[int]]:
    """Let a unit occupy terrain; return the enemies that touch it, with which the unit thereby collides."""
    # rules rw:41.2, rw:41.2b, rw:41.8c
    yield from ()
    state = game.state
    state.inside[unit] = piece
    state.poses[unit] = state.piece_poses[piece]
    forget_partings(state, unit)
    if state.active == unit and state.shown[unit]:
        set_mark(state, unit, ENTERED, 1)
    game.emit(TerrainEntered(unit=label(state, unit), piece=state.pieces[piece]))
    return engaged_with(state, unit)


# Leaving -----------------------------------------------------------------------------------------------------------


class LeaveSpace(Space[Place]):
    """Where is a unit placed that leaves terrain? Suggested.

    Along the terrain's edges, flush with an edge of the unit.
    """

    __slots__ = ("action", "piece", "pose", "state", "unit")
    kind = "leave"
    rule = "rw:41.4"
    answers = (Place,)

    def __init__(self, state: MatchState, unit: int, action: Action) -> None:
        self.state = state
        self.unit = unit
        self.action: Action = action
        self.piece = state.inside[unit]
        pose = state.piece_poses[self.piece]
        if pose is None:
            raise ValueError(f"{state.pieces[self.piece]} is not on the table")
        self.pose = Pose(*pose)

    def prompt(self) -> Message:
        """Return the question with the unit and the terrain."""
        return msg("ask.leave", unit=label(self.state, self.unit), piece=self.state.pieces[self.piece])

    def refusal(self, action: Place) -> Refusal | None:
        """Refuse places that do not touch the terrain with an allowed edge, or touch anything else."""
        return self._refusal(action, self._around())

    def _refusal(self, action: Place, around: Sequence[Obstacle]) -> Refusal | None:
        # rules rw:41.4, rw:41.4a, rw:41.4b, rw:41.4c
        name, shape = label(self.state, self.unit), shape_of(cells_of(self.state, self.unit))
        if not 0 <= action.heading < TURN:
            return Refusal("rw:41.4", msg("refuse.heading", heading=action.heading))
        there = place(shape, Pose(action.x, action.y, action.heading))
        if not table_of_match(self.state).holds(there) or overlaps(there, self._terrain, GIVE):
            return Refusal("rw:41.4c", msg("refuse.leave.overlap", unit=name))
        if not any(_lies_at(there, side, self._terrain) for side in _LEAVING[self.action]):
            rule = "rw:41.4a" if self.action == "march" else "rw:41.4b"
            return Refusal(rule, msg("refuse.leave.edge", unit=name))
        if any(touches(there, other.placed) for other in around):
            return Refusal("rw:41.4c", msg("refuse.leave.overlap", unit=name))
        return None

    @property
    def _terrain(self) -> Placed:
        return place(outline_of(self.state.pieces[self.piece]), self.pose)

    def _around(self) -> list[Obstacle]:
        """Return everything the unit may not touch; the terrain it occupies is not among it."""
        return obstacles_of(self.state, self.unit)

    def suggest(self) -> list[Place]:
        """List places edge by edge counter-clockwise, each with the allowed edges of the unit."""
        return list(self._free())

    def has_place(self) -> bool:
        """Whether there is a place."""
        key = "leave", self.unit, self.action
        return ground_of(self.state).places.get(key, lambda: any(True for _ in self._free()))

    def _free(self) -> Iterator[Place]:
        shape, found = shape_of(cells_of(self.state, self.unit)), False
        reach = 2 * shape.radius + TOUCH + DOUBT
        around = [one for one in self._around() if not is_beside(self._terrain.bounds, one.placed.bounds, reach)]
        for option in self._flush(range(_ALONG + 1)):
            if self._refusal(option, around) is None:
                found = True
                yield option
        if not found:  # there may still be a place between those, or one turned
            yield from self._anywhere(around)

    def _anywhere(self, around: Sequence[Obstacle]) -> Iterator[Place]:
        """Yield a place searched among all at the terrain, turned anyhow, if there is any.

        A fitting edge of the unit touches the terrain with one of its ends, or with any of its points a corner of it.
        """
        shape = shape_of(cells_of(self.state, self.unit))
        own = [edge for side in _LEAVING[self.action] for edge in place(shape, Pose(0, 0, 0)).edges_of(side)]
        ends = [(edge.start, edge.start) for edge in own] + [(edge.end, edge.end) for edge in own]
        for _, start, end in self._terrain.edges:
            for touching, fixed in ((ends, (start, end)), ([(one.start, one.end) for one in own], (start, start))):
                for moving in touching:
                    found = self._at(shape, moving, fixed, around)
                    if found is not None:
                        yield found
                        return

    def _at(
        self, shape: Shape, moving: tuple[Point, Point], fixed: tuple[Point, Point], around: Sequence[Obstacle]
    ) -> Place | None:
        """Return a place in which a point of the unit lies on one of the terrain, one of which slides, or None."""
        (ax, ay), (bx, by) = moving
        (cx, cy), (dx, dy) = fixed
        length = int(max(hypot(bx - ax, by - ay), hypot(dx - cx, dy - cy)))

        def spot(point: tuple[int, ...]) -> Place:
            part, heading = point[1] / length, point[0] % TURN
            x, y = Pose(0, 0, heading).to_world((ax + (bx - ax) * part, ay + (by - ay) * part))
            return Place(round(cx + (dx - cx) * part - x), round(cy + (dy - cy) * part - y), heading)

        def rules_out(point: tuple[int, ...], offs: Sequence[float]) -> bool:
            one, off = spot(point), math.fsum(offs) + 1
            there = place(shape, Pose(one.x, one.y, one.heading))
            if penetration(there, self._terrain) > GIVE + off or not table_of_match(self.state).holds(there, off):
                return True
            return any(
                distance(there, other.placed) < TOUCH - off or penetration(there, other.placed) > off
                for other in around
            )

        steps = turned_by(2 * shape.radius, 1), 1.0
        found = find_point(
            ((0, TURN), (0, length)), steps, lambda one: self._refusal(spot(one), around) is None, rules_out
        )
        return None if found is None else spot(found)

    def _flush(self, parts: Sequence[int]) -> list[Place]:
        shape = shape_of(cells_of(self.state, self.unit))
        found = []
        for edge in self._terrain.edges:
            (ax, ay), (bx, by) = edge.start, edge.end
            length = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
            for part in parts:
                for side in _LEAVING[self.action]:
                    end = flush(shape, side, edge, heading_out(edge, self.pose), length * (part / _ALONG - 0.5))
                    found.append(Place(end.x, end.y, end.heading))
        return list(dict.fromkeys(found))

    def nearest(self, wanted: Pose) -> Place:
        """Return the place flush with the terrain that is nearest to a pose, allowed or not."""
        shape = shape_of(cells_of(self.state, self.unit))
        found: list[tuple[float, Place]] = []
        for edge in self._terrain.edges:
            (ax, ay), (bx, by) = edge.start, edge.end
            out, half = heading_out(edge, self.pose), sqrt((bx - ax) ** 2 + (by - ay) ** 2) / 2
            for side in _LEAVING[self.action]:
                middle = flush(shape, side, edge, out, 0.0)
                _, along = Pose(middle.x, middle.y, (out + QUARTER) % TURN).to_local((wanted.x, wanted.y))
                end = flush(shape, side, edge, out, max(-half, min(half, along)))
                turned = abs(turned_between(end.heading, wanted.heading)) * TRAY / QUARTER
                gap = sqrt((end.x - wanted.x) ** 2 + (end.y - wanted.y) ** 2)
                found.append((gap + turned, Place(end.x, end.y, end.heading)))
        return min(found, key=lambda one: one[0])[1]

    def sample(self, stream: Stream) -> Place:
        """Draw a suggestion, at first varied by a few thousandths of a tray."""
        places, around = self.suggest(), self._around()
        for _ in range(_TRIES):
            drawn = stream.choice(places)
            turned = (drawn.heading + stream.below(41) - 20) % TURN
            moved = Place(drawn.x + stream.below(5) - 2, drawn.y + stream.below(5) - 2, turned)
            if self._refusal(moved, around) is None:
                return moved
        return stream.choice(places)

    def check(self, action: Place) -> Refusal | Message:
        """Return a message that the unit can be placed there, or the refusal."""
        unit = label(self.state, self.unit)
        return self.refusal(action) or msg("check.place", unit=unit, x=action.x, y=action.y)


def _lies_at(unit: Placed, side: Side, terrain: Placed) -> bool:
    """Whether any part of an edge of a unit touches terrain."""
    return any(not is_below(TOUCH, segment_distance(terrain, edge.start, edge.end)) for edge in unit.edges_of(side))


def leave(game: Runewars, unit: int, action: Action) -> Flow[bool]:
    """Let a unit leave terrain with a march or shift, which does not move it any farther; return whether it could."""
    # rules rw:41.3, rw:41.4, rw:41.5, rw:41.8d
    state = game.state
    name, piece = label(state, unit), state.inside[unit]
    space = LeaveSpace(state, unit, action)
    if not space.has_place():
        game.emit(ActionCanceled(unit=name, rule="rw:41.5"))
        return False
    left = len(engaged_with(state, unit))
    answer = yield from ask(state.seat[unit], space)
    state.inside[unit] = NO_PIECE
    state.poses[unit] = (answer.x, answer.y, answer.heading)
    forget_partings(state, unit)
    game.emit(TerrainLeft(unit=name, piece=state.pieces[piece], x=answer.x, y=answer.y, heading=answer.heading))
    if not has_flag(state, unit, "no-panic-disengaging"):
        yield from gain_banes(game, unit, "panic", left, "rw:41.8d")
    return True
