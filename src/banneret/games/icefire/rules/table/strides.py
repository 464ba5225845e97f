"""Quick checks of straight moves and of their ends; what they leave undecided is measured exactly.

All trays and pieces of terrain are rectangles. What a tray sweeps in a straight move is one too, so that a direction in
which two of them are apart proves that they never meet.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from banneret.games.icefire.rules.table.ground import GIVE, INCH, pose_of, shape_of, table_of
from banneret.games.icefire.rules.table.paths import end_fault
from banneret.games.icefire.rules.table.surroundings import SURE, Around
from banneret.games.icefire.state import State
from banneret.plane import Placed, Pose, point_distance
from banneret.plane.angles import direction
from banneret.plane.distance import SLACK

_LENIENT: Final = GIVE - SURE
"""Overlap of trays that certainly counts as touching."""

_Still: TypeAlias = tuple[float, float, float, float, float, float, float]
"""Offset from a tray, radius, direction of the right side, half the width and half the depth of an obstacle."""


class Strides:
    """The straight moves of a unit from its place, in any direction."""

    __slots__ = ("_depth", "_half", "_is_open", "_radius", "_stills", "_width", "_x", "_y")

    def __init__(self, state: State, unit: int, around: Around) -> None:
        at, shape, table = pose_of(state, unit), shape_of(state, unit), table_of(state)
        self._x, self._y, self._radius = at.x, at.y, shape.radius
        self._width, self._depth = table.width, table.depth
        stills = [theirs for _, is_friend, theirs in around.trays if not is_friend]
        stills += around.rough
        stills += [piece for _, piece in around.impassable]
        found: list[_Still] = []
        for one in stills:
            half = one.shape.half
            if half is not None:
                found.append((one.x - at.x, one.y - at.y, one.radius, one.c, one.s, half[0], half[1]))
        self._stills = found
        self._half = shape.half or (0.0, 0.0)
        self._is_open = shape.half is not None and len(found) == len(stills) and not around.barriers

    def are_legal(self, heading: int, length: int) -> bool:
        """Return whether a move within the limit is certainly legal, so that `stride_fault` is not needed."""
        if not self._is_open:
            return False
        (c, s), (width, depth) = direction(heading), self._half
        dx, dy, radius = -s * length, c * length, self._radius
        across, along = abs(width * c) + abs(depth * s) - _LENIENT, abs(width * s) + abs(depth * c) - _LENIENT
        x, y = self._x + dx, self._y + dy
        if not (across <= x <= self._width - across and along <= y <= self._depth - along):
            return False  # one that hangs over an edge at the start, after its turn, may move back
        square, depth = dx * dx + dy * dy, depth + length / 2  # the depth of what it sweeps
        for wx, wy, other_radius, vx, vy, other_width, other_depth in self._stills:
            part = (wx * dx + wy * dy) / square if square > 0 else 0.0
            part = 0.0 if part < 0 else min(part, 1.0)
            mx, my, reach = wx - dx * part, wy - dy * part, other_radius + radius
            if mx * mx + my * my > reach * reach:
                continue
            mx, my = wx - dx / 2, wy - dy / 2
            cosine, sine = abs(c * vx + s * vy), abs(c * vy - s * vx)
            if (
                abs(mx * c + my * s) + _LENIENT < width + other_width * cosine + other_depth * sine
                and abs(my * c - mx * s) + _LENIENT < depth + other_width * sine + other_depth * cosine
                and abs(mx * vx + my * vy) + _LENIENT < other_width + width * cosine + depth * sine
                and abs(my * vx - mx * vy) + _LENIENT < other_depth + width * sine + depth * cosine
            ):
                return False
        return True


class _Neighbor(NamedTuple):
    """Another tray, with the squares of the distances between the middles from which on circles decide."""

    x: float
    y: float
    clear: float
    """No end is too near."""
    crowded: float
    """Below this, every end after a move is too near; 0 if this is unknown."""
    apart: float
    """A friend: no end overlaps it."""
    one: tuple[int, bool, Placed]


class Ends:
    """The poses in which a unit may end a move."""

    __slots__ = ("_around", "_impassable", "_neighbors", "_shape", "_state", "_unit")

    def __init__(self, state: State, unit: int, around: Around) -> None:
        self._state, self._unit, self._around = state, unit, around
        self._shape = shape_of(state, unit)
        radius, half = self._shape.radius, self._shape.half
        self._neighbors = []
        for one in around.trays:
            _, is_friend, theirs = one
            apart, other, crowded = radius + theirs.radius, theirs.shape.half, 0.0
            if half is not None and other is not None:
                crowded = max(0.0, min(half) + min(other) + (-GIVE if is_friend else INCH) - SURE)
            clear = (apart + INCH) * (apart + INCH)
            self._neighbors.append(_Neighbor(theirs.x, theirs.y, clear, crowded * crowded, apart * apart, one))
        self._impassable = [
            (piece.x, piece.y, (radius + piece.radius) * (radius + piece.radius), (number, piece))
            for number, piece in around.impassable
        ]

    def beside(self, x: int, y: int) -> Around | None:
        """Return the surroundings that may forbid an end at (x, y), depending on the facing.

        Return None if circles already prove that it may end there with any facing, and CROWDED if they prove that it
        may do so with none, which a unit that only turns may still do.
        """
        is_clear, trays = True, []
        for theirs_x, theirs_y, clear, crowded, apart, one in self._neighbors:
            dx, dy = x - theirs_x, y - theirs_y
            square = dx * dx + dy * dy
            if square < clear:
                if square < crowded:
                    return CROWDED
                trays.append(one)
                if is_clear and (square < apart or not one[1]):
                    is_clear = False
        impassable = []
        for theirs_x, theirs_y, apart, still in self._impassable:
            dx, dy = x - theirs_x, y - theirs_y
            if dx * dx + dy * dy < apart:
                impassable.append(still)
                is_clear = False
        if is_clear:
            for barrier in self._around.barriers:
                if point_distance(barrier, (x, y)) < self._shape.radius + INCH:
                    is_clear = False
        return None if is_clear else Around(trays, self._around.rough, impassable, self._around.barriers)

    def is_legal(self, end: Pose, beside: Around, before: Pose | None = None) -> bool:
        """Return whether `end_fault` has nothing against an end; `beside` is what is beside it.

        `before` is the pose of a unit that only turned in place.
        """
        half = self._shape.half
        if half is None or beside.impassable or beside.barriers:
            return end_fault(self._state, self._unit, end, before=before, around=beside) is None
        (x, y, heading), (width, depth), doubtful = end, half, False
        c, s = direction(heading)
        for _, is_friend, theirs in beside.trays:  # `least_separation`, as far as it is needed
            other = theirs.shape.half
            if other is None:
                doubtful = True
                continue
            (other_width, other_depth), vx, vy = other, theirs.c, theirs.s
            dx, dy, gap = theirs.x - x, theirs.y - y, _TOUCHING if is_friend else _NEAR
            cosine, sine = abs(c * vx + s * vy), abs(c * vy - s * vx)
            first = abs(dx * c + dy * s) - width - (other_width * cosine + other_depth * sine)
            if first >= gap:
                continue
            second = abs(dy * c - dx * s) - depth - (other_width * sine + other_depth * cosine)
            if second >= gap:
                continue
            third = abs(dx * vx + dy * vy) - other_width - (width * cosine + depth * sine)
            if third >= gap:
                continue
            fourth = abs(dy * vx - dx * vy) - other_depth - (width * sine + depth * cosine)
            if fourth >= gap:
                continue
            if is_friend or (before is None and max(first, second, third, fourth) <= 0):
                return False
            doubtful = True  # it is measured from corner to corner
        return not doubtful or end_fault(self._state, self._unit, end, before=before, around=beside) is None


_TOUCHING: Final = -GIVE - SLACK
"""Separation from which on trays do not overlap."""
_NEAR: Final = INCH - SLACK
"""Separation from which on an enemy is certainly not within 1 inch."""
CROWDED: Final = Around([], [], [], ())
"""What is beside a place where a tray may not end a move with any facing."""
