"""Where a unit can move, charge and shoot if nothing is in the way."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from banneret.games.icefire.rules.actions.charge_headings import best_distance
from banneret.games.icefire.rules.combat.attack import attack_of
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.ground import DEPTH, in_inches, pose_of, range_of, tray_of, width
from banneret.games.icefire.rules.table.paths import speed_of
from banneret.games.icefire.rules.table.units import is_wall, unit_of
from banneret.games.icefire.show.drawing.layout import spot
from banneret.games.icefire.state import NO_UNIT, State
from banneret.plane import Point, Side, around, on_table, within_arc
from banneret.show.threats import Reach, ThreatSource, outline
from banneret.text.message import msg


class IcefireThreats(ThreatSource[State]):
    """Computes the threat ranges of combat units."""

    kinds = frozenset(("unit",))

    def of(self, state: State, thing: str) -> tuple[Reach, ...]:
        unit = unit_of(state, thing.partition(":")[2])
        if unit == NO_UNIT or is_wall(state, unit) or state.pose[unit] is None or is_engaged(state, unit):
            return ()
        return tuple(one for one in (_charge(state, unit), _shot(state, unit), _move(state, unit)) if one is not None)


def _move(state: State, unit: int) -> Reach:
    """Return the places of any part of a tray after a maneuver or march: icefire:maneuver.3, icefire:march.2."""
    tray, speed = tray_of(state, unit), speed_of(state, unit)
    half, front = tray.shape.width / 2, tray.shape.depth / 2
    middle = (tray.x, tray.y)
    turned = around(middle, middle, speed + tray.radius)
    ahead = [
        tray.to_world(one) for one in ((-half, 0), (half, 0), (half, front + 2 * speed), (-half, front + 2 * speed))
    ]
    what = msg("threat.move", speed=in_inches(speed), march=in_inches(2 * speed))
    return Reach("move", what, _drawn(state, turned, ahead))


def _charge(state: State, unit: int) -> Reach | None:
    """Return where the target of a charge with the best roll may be: icefire:charge.3, icefire:charge.12."""
    if attack_of(state, unit, "melee") is None:
        return None
    tray, far = tray_of(state, unit), best_distance(state, unit)
    middle = (tray.x, tray.y)
    area = around(middle, middle, hypot(tray.shape.depth / 2 + far, tray.shape.width / 2))
    return Reach(
        "charge", msg("threat.charge", distance=in_inches(far)), _drawn(state, within_arc(tray, Side.FRONT, area))
    )


def _shot(state: State, unit: int) -> Reach | None:
    """Return the area in range and in the front arc: icefire:ranged.6, icefire:ranged.7, icefire:ranged.8."""
    weapon = attack_of(state, unit, "ranged")
    if weapon is None:
        return None
    tray, far = tray_of(state, unit), range_of(state, weapon.kind)
    arrow = pose_of(state, unit).to_world((0.0, tray.shape.depth / 2))
    area = within_arc(tray, Side.FRONT, around(arrow, arrow, far))
    return Reach("shoot", msg("threat.shoot", distance=in_inches(far)), _drawn(state, area))


def _drawn(state: State, *areas: Sequence[Point]) -> str:
    there = [on_table(area, width(state), DEPTH) for area in areas]
    return outline([spot(x, y) for x, y in area] for area in there)
