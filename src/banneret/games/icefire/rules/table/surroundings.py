"""Obstacles that a unit may meet as it moves, collected once for all paths and ends examined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.rules.table.ground import GIVE, INCH, shape_of, table_of, terrain_with, tray_of
from banneret.games.icefire.rules.table.sides import allied
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.state import State
from banneret.plane import Placed, Shape, place, point_distance
from banneret.plane.distance import is_far

SURE: Final = 1.0
"""Lengths that differ by less, in thousandths of an inch, are measured exactly."""


class Around(NamedTuple):
    """Trays, terrain and walls that a move can meet or end near."""

    trays: list[tuple[int, bool, Placed]]
    """Other units: number, whether friendly, tray."""
    rough: list[Placed]
    """Rough terrain that slows it."""
    impassable: list[tuple[int, Placed]]
    """Impassable terrain by number."""
    barriers: Sequence[Placed]
    """Other obstacles of the mode that no tray may cross: castle walls and the ground behind them."""

    def lets_pass(self, x: float, y: float, radius: float, dx: float, dy: float) -> bool:
        """Return whether circles already prove that nothing stops or slows a tray at (x, y) that moves by (dx, dy)."""
        square = dx * dx + dy * dy
        for _, is_friend, theirs in self.trays:  # `passes_far` without a call, as it runs for every move examined
            if is_friend:
                continue
            wx, wy, reach = theirs.x - x, theirs.y - y, radius + theirs.radius
            part = (wx * dx + wy * dy) / square if square > 0 else 0.0
            if part > 0:
                part = min(part, 1.0)
                wx, wy = wx - dx * part, wy - dy * part
            if wx * wx + wy * wy <= reach * reach:
                return False
        for piece in (*self.rough, *[piece for _, piece in self.impassable]):
            wx, wy, reach = piece.x - x, piece.y - y, radius + piece.radius
            part = min(max(0.0, (wx * dx + wy * dy) / square), 1.0) if square > 0 else 0.0
            wx, wy = wx - dx * part, wy - dy * part
            if wx * wx + wy * wy <= reach * reach:
                return False
        return not self.barriers

    def along(self, tray: Placed, dx: float, dy: float) -> Around:
        """Return what a tray can meet, or end within 1 inch of, if it moves by at most (dx, dy), in whatever facing."""
        x, y, reach, square = tray.x, tray.y, tray.radius + INCH + 2 * SURE, dx * dx + dy * dy
        trays = []
        for one in self.trays:
            theirs = one[2]
            wx, wy = theirs.x - x, theirs.y - y
            part = min(max(0.0, (wx * dx + wy * dy) / square), 1.0) if square > 0 else 0.0
            wx, wy = wx - dx * part, wy - dy * part
            if wx * wx + wy * wy < (reach + theirs.radius) * (reach + theirs.radius):
                trays.append(one)
        return self._replace(trays=trays)

    def keeps_off(self, tray: Placed) -> bool:
        """Return whether bounding circles already prove that a tray overlaps no enemy, whatever its facing."""
        for _, is_friend, theirs in self.trays:  # noqa: SIM110  # quicker, as it runs for every heading examined
            if not is_friend and not is_far(tray, theirs, 0):
                return False
        return True

    def beside(self, x: int, y: int, shape: Shape, *, has_moved: bool) -> Around | None:
        """Return what a tray of that shape at (x, y) may end its move too near to, in whatever facing.

        Return None if circles already prove that it may end its move there with any facing, and CROWDED if they prove
        that it may do so with none. A tray that has not moved may stay near an enemy.
        """
        radius, half, is_clear = shape.radius, shape.half, True
        trays = []
        for one in self.trays:  # `is_far` without a call, as it runs for every end examined
            _, is_friend, theirs = one
            dx, dy, reach = x - theirs.x, y - theirs.y, radius + theirs.radius + INCH
            square = dx * dx + dy * dy
            if square >= reach * reach:
                continue
            other = theirs.shape.half
            if half is not None and other is not None:
                gap = INCH if has_moved and not is_friend else -GIVE
                reach = min(half) + min(other) + gap - SURE
                if reach > 0 and square < reach * reach:
                    return CROWDED
            trays.append(one)
            reach = radius + theirs.radius
            if is_clear and (not is_friend or square < reach * reach):
                is_clear = False
        impassable = []
        for still in self.impassable:
            piece = still[1]
            dx, dy, reach = x - piece.x, y - piece.y, radius + piece.radius
            if dx * dx + dy * dy < reach * reach:
                impassable.append(still)
                is_clear = False
        if is_clear:
            for barrier in self.barriers:
                if point_distance(barrier, (x, y)) < radius + INCH:
                    is_clear = False
        return None if is_clear else Around(trays, self.rough, impassable, self.barriers)


CROWDED: Final = Around([], [], [], ())
"""What is beside a place where a tray may not end its move with any facing."""


def everything(state: State, unit: int) -> Around:
    """Return everything on the table."""
    allies = [allied(state, seat, state.seat[unit]) for seat in range(state.seats)]
    trays = [
        (other, allies[state.seat[other]], place(shape_of(state, other), pose))
        for other, pose in enumerate(state.pose)
        if pose is not None and other != unit
    ]
    return Around(trays, rough_for(state, unit), terrain_with(state, "impassable"), mode_of(state).barriers(state))


def nearby(state: State, unit: int, length: int) -> Around:
    """Return what a unit can meet, or end within 1 inch of, in a move of at most `length`."""
    tray, there = tray_of(state, unit), everything(state, unit)
    gap = max(0, length) + INCH + 1  # rounding never takes it farther
    x, y, near = tray.x, tray.y, tray.radius
    trays = []
    for one in there.trays:  # `is_far` without a call
        theirs = one[2]
        dx, dy, reach = x - theirs.x, y - theirs.y, near + theirs.radius + gap
        if dx * dx + dy * dy < reach * reach:
            trays.append(one)
    return Around(
        trays,
        [piece for piece in there.rough if not is_far(tray, piece, gap)],
        [one for one in there.impassable if not is_far(tray, one[1], gap)],
        [still for still in there.barriers if not _is_beyond(tray, still, gap)],
    )


class Strides:
    """The moves of a unit straight forward from where it is, in whatever direction, judged by circles alone."""

    __slots__ = ("_around", "_radius", "_table", "_x", "_y", "are_open")

    def __init__(self, state: State, unit: int, around: Around) -> None:
        tray = tray_of(state, unit)
        self._around, self._table = around, table_of(state)
        self._x, self._y, self._radius = tray.x, tray.y, tray.radius
        lets_turn = state.law.overlap_within_move or around.keeps_off(tray)
        self.are_open = lets_turn and self._table.surrounds(tray.x, tray.y, tray.radius)
        """Whether nothing speaks against any of them at their beginning."""

    def are_legal(self, dx: float, dy: float) -> bool:
        """Return whether circles already prove that `stride_fault` has nothing against a move within the limit."""
        x, y, radius = self._x, self._y, self._radius
        return (
            self.are_open
            and self._table.surrounds(x + dx, y + dy, radius)
            and self._around.lets_pass(x, y, radius, dx, dy)
        )


def rough_for(state: State, unit: int) -> list[Placed]:
    """List the Rough terrain that a unit does not ignore: icefire:keyword.rough."""
    return [] if ignores(state, unit, "rough") else [piece for _, piece in terrain_with(state, "rough")]


def ignores(state: State, unit: int, keyword: str) -> bool:
    """Return whether a unit ignores a keyword of terrain by an ability."""
    return has_flag(state, unit, f"ignores-{keyword}")


def _is_beyond(tray: Placed, still: Placed, gap: float) -> bool:
    """Return whether the bounding circle of a tray is entirely a gap away from something long, such as a wall."""
    return point_distance(still, (tray.x, tray.y)) >= tray.radius + gap
