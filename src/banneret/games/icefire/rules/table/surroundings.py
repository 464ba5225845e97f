"""Obstacles that a unit may meet as it moves, collected once for all paths and ends examined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.rules.table.ground import INCH, shape_of, terrain_with, tray_of
from banneret.games.icefire.rules.table.sides import allied
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.state import State
from banneret.plane import Placed, place, point_distance
from banneret.plane.distance import is_far

SURE: Final = 1.0
"""Lengths that differ by less, in thousandths of an inch, are measured exactly."""


class Around(NamedTuple):
    """Trays, terrain and walls that a move can meet or end near."""

    trays: list[tuple[int, bool, Placed]]
    """Other units: number, whether friendly, tray."""
    rough: list[Placed]
    """Rough terrain that slows it."""
    impassable: Sequence[tuple[int, Placed]]
    """Impassable terrain by number."""
    barriers: Sequence[Placed]
    """Other obstacles of the mode that no tray may cross: castle walls and the ground behind them."""

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


def rough_for(state: State, unit: int) -> list[Placed]:
    """List the Rough terrain that a unit does not ignore: icefire:keyword.rough."""
    return [] if ignores(state, unit, "rough") else [piece for _, piece in terrain_with(state, "rough")]


def ignores(state: State, unit: int, keyword: str) -> bool:
    """Return whether a unit ignores a keyword of terrain by an ability."""
    return has_flag(state, unit, f"ignores-{keyword}")


def _is_beyond(tray: Placed, still: Placed, gap: float) -> bool:
    """Return whether the bounding circle of a tray is entirely a gap away from something long, such as a wall."""
    return point_distance(still, (tray.x, tray.y)) >= tray.radius + gap
