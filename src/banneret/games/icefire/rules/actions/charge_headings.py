"""The headings of a charge: those to which a charger may pivot, and whether there are any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.rules.table.ground import (
    GIVE,
    INCH,
    pose_of,
    shape_of,
    table_of,
    terrain,
    terrain_with,
    tray_at,
    tray_of,
)
from banneret.games.icefire.rules.table.paths import slowed, speed_of, turn_fault
from banneret.games.icefire.rules.table.sight import is_off, may_see, sees
from banneret.games.icefire.rules.table.surroundings import rough_for
from banneret.games.icefire.rules.table.units import enemies_on_table, label, on_table
from banneret.games.icefire.state import State
from banneret.kernel.choosers import Refusal
from banneret.plane import (
    TURN,
    Placed,
    Pose,
    Straight,
    find_whole,
    may_leave,
    meets,
    overlaps,
    penetration,
    place,
    reach_bands,
    shrunk,
    turned_by,
)
from banneret.plane.distance import is_far
from banneret.plane.headings import reaches
from banneret.plane.memo import Memo
from banneret.plane.motion import way_of
from banneret.plane.sweep import overlap_span, passes_far
from banneret.text.message import msg

BEST_ROLL: Final = 6
TO_TOUCH: Final = 2
"""Extra length searched on a path: a tray that just touches at its very end is in contact."""
SURE: Final = 0.01
"""Safety margin over what is certain in theory, far above the rounding errors of doubles."""

PARTS: Final = 4
"""Number of points on a path at which the depth of a tray's overlap is examined."""


def best_distance(state: State, unit: int) -> int:
    """Return the longest charge distance that the die allows, without terrain: icefire:charge.12."""
    return speed_of(state, unit) + BEST_ROLL * INCH


def in_reach(state: State, unit: int, target: int, length: int) -> bool:
    """Return quickly whether some heading could reach a target if nothing were in the way."""
    if is_far(tray_of(state, unit), tray_of(state, target), length):
        return False
    return reaches(shape_of(state, unit), pose_of(state, unit), tray_of(state, target), length)


def find_heading(state: State, unit: int, target: int) -> int | None:
    """Return a heading from which a charge can make contact, or None if there is none: icefire:ruling.15.

    Examines the current heading first, then the centers of the ranges that could reach if nothing were in the way, and
    finally every heading that is not ruled out.
    """
    length = best_distance(state, unit)
    still = uncrossable(state, unit, target, tray_of(state, unit), length)
    key = (
        (tray_of(state, unit), pose_of(state, unit), tray_of(state, target), length),
        tuple(still),
        tuple(rough_for(state, unit)),
        state.law.overlap_within_move,
        tuple([tray_of(state, enemy) for enemy in enemies_on_table(state, state.seat[unit]) if enemy != target]),
        tuple([tray_of(state, other) for other in on_table(state) if other not in (unit, target)]),
        tuple([(piece.id, placed) for _, piece, placed in terrain(state)]),
    )
    return _HEADINGS.get(key, lambda: _found_heading(state, unit, target, length, still))


_HEADINGS: Final = Memo["int | None"]()


def _found_heading(state: State, unit: int, target: int, length: int, still: Sequence[Placed]) -> int | None:
    at = pose_of(state, unit)

    def accepts(heading: int) -> bool:
        return heading_fault(state, unit, target, at.facing(heading), still, length) is None

    if accepts(at.heading):
        return at.heading
    bands = reach_bands(shape_of(state, unit), at, tray_of(state, target), length)
    found = find_whole(bands, accepts, _Hindered(state, unit, target, still).rules_out)
    return None if found is None else found % TURN


def headings_that_reach(state: State, unit: int, target: int) -> list[int]:
    """List the legal ones among the centers of the ranges of headings that could reach if nothing were in the way.

    If none is legal, list those found by a search from the right and one from the left, if any heading is legal.
    """
    at, length = pose_of(state, unit), best_distance(state, unit)
    still = uncrossable(state, unit, target, tray_of(state, unit), length)
    bands = reach_bands(shape_of(state, unit), at, tray_of(state, target), length)

    def accepts(heading: int) -> bool:
        return heading_fault(state, unit, target, at.facing(heading), still, length) is None

    found = [(low + high) // 2 for low, high in bands if accepts((low + high) // 2)]
    if not found:
        hindered = _Hindered(state, unit, target, still)
        turned = sorted((-high % TURN, -high % TURN + high - low) for low, high in bands)
        right = find_whole(bands, accepts, hindered.rules_out)
        left = find_whole(turned, lambda one: accepts(-one), lambda low, high: hindered.rules_out(-high, -low))
        found = [] if right is None or left is None else [right, -left]
    return [heading % TURN for heading in found]


def heading_fault(
    state: State,
    unit: int,
    target: int,
    pose: Pose,
    still: Sequence[Placed] | None = None,
    length: int | None = None,
) -> Refusal | None:
    """Return why the charger may not pivot so: it must keep its target in sight and reach: icefire:charge.11.

    `still` is what it cannot cross, and `length` its best distance, if these are known.
    """
    fault = turn_fault(state, unit, pose, but=target) if pose != pose_of(state, unit) else None
    if fault is not None:
        return fault
    if contact_at(state, unit, target, pose, best_distance(state, unit) if length is None else length, still) is None:
        return Refusal("icefire:charge.11", msg("refuse.charge.heading", unit=label(state, target)))
    if not sees(state, unit, target, pose=pose):
        return Refusal("icefire:charge.11", msg("refuse.sight", unit=label(state, target)))
    return None


def contact_at(
    state: State, unit: int, target: int, pose: Pose, length: int, still: Sequence[Placed] | None = None
) -> int | None:
    """Return the distance at which a charger moving straight contacts its target, up to `length`, or None.

    Rough terrain on the way reduces the distance (icefire:keyword.rough); nothing it cannot cross may come first:
    icefire:charge.14, icefire:charge.15. As in every move, it may leave what its pivot overlaps: icefire:action.6,
    icefire:ruling.10. `still` is what it cannot cross, if already listed.
    """
    tray, motion = tray_at(state, unit, pose), Straight(length + TO_TOUCH)
    at = meets(tray, motion, tray_of(state, target).pieces, 0.0)
    if at is None:
        return None
    for one in uncrossable(state, unit, target, tray, length) if still is None else still:
        if bars(tray, motion, one, at):
            return None
    way = int(motion.distance * at + 0.5)
    return None if way + slowed(state, unit, pose, Straight(way)) > length else way


def bars(tray: Placed, motion: Straight, still: Placed, until: float = 1.0) -> bool:
    """Return whether something blocks a straight move before a fraction `until` of it is completed."""
    dx, dy = way_of(tray, motion)
    if passes_far(tray, still, dx, dy):
        return False
    if overlaps(tray, still, GIVE):
        return not may_leave(tray, still, dx * until, dy * until)
    first = meets(tray, motion, still.pieces, GIVE)
    return first is not None and first < until


def uncrossable(state: State, unit: int, target: int, tray: Placed, length: int) -> list[Placed]:
    """List what a charger can meet but not cross on a path of this length, except its target.

    Enemies, impassable terrain, castle walls, the edge of the table.
    """
    enemies = [enemy for enemy in enemies_on_table(state, state.seat[unit]) if enemy != target]
    found = [tray_of(state, enemy) for enemy in enemies]
    found += [piece for _, piece in terrain_with(state, "impassable")]
    found += mode_of(state).barriers(state, target)
    table = table_of(state)
    reach = length + 2 * TO_TOUCH
    edges = () if table.surrounds(tray.x, tray.y, tray.radius + reach) else table.walls
    return [*(one for one in found if not is_far(tray, one, reach)), *edges]


class _Hindered:
    """Proof that no heading of a range lets a charger see and contact its target.

    Between the center of the range and its ends the charger's points move by at most `off`. What is met from the center
    even when shrunk by that much is met from all headings; a target not met even when enlarged by it is met from none.
    """

    def __init__(self, state: State, unit: int, target: int, still: Sequence[Placed]) -> None:
        self.state = state
        self.unit = unit
        self.target = target
        self.at = pose_of(state, unit)
        self.shape = shape_of(state, unit)
        self.goal = tray_of(state, target)
        self.length = best_distance(state, unit)
        self.motion = Straight(self.length + TO_TOUCH)
        self.still = still
        self.rough = rough_for(state, unit)

    def rules_out(self, low: int, high: int) -> bool:
        """Return whether none of the headings from `low` to `high`, inclusive, can be legal."""
        middle = (low + high) // 2
        turn = max(middle - low, high - middle)
        tray = place(self.shape, self.at.facing(middle))
        off = turned_by(tray.radius + self.motion.distance, turn) + SURE
        way_x, way_y = way_of(tray, self.motion)
        first = self._first(tray, off, way_x, way_y)
        if first is None or self._is_hindered(tray, off, way_x, way_y, first):
            return True
        off = turned_by(tray.radius, turn) + SURE
        return not may_see(self.state, self.unit, self.target, tray, off, within_arc=False)

    def _first(self, tray: Placed, off: float, dx: float, dy: float) -> float | None:
        """Return the fraction of the path before which no heading meets the target, or None if none ever does."""
        spans = [
            span
            for one in tray.pieces
            for other in self.goal.pieces
            if (span := overlap_span(one, other.grown(off), dx, dy)) is not None and span.leave > 0 and span.enter < 1
        ]
        return max(0.0, min(span.enter for span in spans)) if spans else None

    def _is_hindered(self, tray: Placed, off: float, dx: float, dy: float, first: float) -> bool:
        """Return whether something blocks the path before that fraction, or Rough terrain makes it too long."""
        sooner = first - SURE / self.motion.distance
        for one in self.still:
            if (_goes_through if is_off(tray, one, off) else _goes_deeper)(tray, one, off, dx, dy, sooner):
                return True
        sooner = first - 1 / self.motion.distance  # distances are whole thousandths
        slow = sum(_goes_through(tray, one, off, dx, dy, sooner) for one in self.rough)
        return first * self.motion.distance + slow * INCH > self.length + 1 + SURE


def _goes_through(tray: Placed, still: Placed, off: float, dx: float, dy: float, until: float) -> bool:
    """Return whether a tray moving by (dx, dy) enters something before a fraction of the way, even shifted by `off`."""
    return any(
        (span := overlap_span(one, other, dx, dy)) is not None and span.leave > 0 and span.enter < until
        for one in tray.pieces
        for other in shrunk(still, GIVE + off)
    )


def _goes_deeper(tray: Placed, still: Placed, off: float, dx: float, dy: float, until: float) -> bool:
    """Return whether a tray overlapping something gets deeper into it on the path, even if shifted by `off`."""
    before = penetration(tray, still) + 2 * off
    parts = (until * number / PARTS for number in range(1, PARTS + 1))
    return until > 0 and any(penetration(tray.shifted(dx * part, dy * part), still) > before for part in parts)
