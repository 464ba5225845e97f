"""Conversion between actions and places on the sheet, and distances between two places.

A place the user points at becomes the nearest action: as far as the unit may go, straight ahead where it must, along
its edges when it shifts. Nothing else is snapped; the question itself determines whether the action is allowed.
"""

from __future__ import annotations

from math import hypot
from typing import Final

from banneret.games.icefire.actions import (
    Deploy,
    LayPiece,
    LayToken,
    Maneuver,
    March,
    Pivot,
    Place,
    Shift,
    Withdraw,
)
from banneret.games.icefire.rules.table.answers import end_of, limit_of, piece_asked, state_of, unit_asked, units_asked
from banneret.games.icefire.rules.table.ground import in_inches, pose_of, tray_at, tray_of
from banneret.games.icefire.rules.table.sight import ARC_NAMES, arcs, sees
from banneret.games.icefire.rules.table.units import enemies_on_table, label, unit_of
from banneret.games.icefire.show.drawing.layout import DEEP, MARGIN, SHEET, spot
from banneret.games.icefire.state import State
from banneret.games.icefire.view import IcefireView, UnitView
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.plane import (
    TURN,
    Placed,
    Pose,
    distance,
    heading_towards,
    place,
    point_distance,
    rectangle,
    turned_between,
)
from banneret.show.placement import Placing
from banneret.text.message import Message, msg

NEAREST: Final = 3
"""Number of nearest enemies whose relation to a tray is described."""
ARROWS: Final = "↑↖←↙↓↘→↗"
"""Arrows on the sheet for the headings 0, 45, 90 degrees and so on."""
LEFT: Final = "↺"
RIGHT: Final = "↻"
OBJECTIVE: Final = "◎"
"""The sign of an objective, written before its number."""
AIMED: Final = 5
"""Maximum deviation at which a heading points at a thing, in hundredths of a degree."""
_STILL: Final = 40
"""Distance in thousandths of an inch within which a place counts as the unit's own."""
_POSES: Final = (Maneuver, March, Withdraw, Shift, Pivot, Deploy, Place)


def moving(ask: Ask) -> str:
    """Return the unit the question is about, as options refer to it, if it is on the table."""
    state, unit = state_of(ask), unit_asked(ask)
    if state is None or not 0 <= unit < len(state.pose) or state.pose[unit] is None:
        return ""
    return f"unit:{label(state, unit)}"


def placing(ask: Ask, action: Action) -> Placing | None:
    """Return the place to which an action moves a tray or token."""
    if isinstance(action, LayToken):
        return Placing(*_rounded(spot(action.x, action.y)))
    if isinstance(action, LayPiece):
        return _placing(Pose(action.x, action.y, action.heading), "")
    if isinstance(action, Place):
        return _placing(Pose(action.x, action.y, action.heading), moving(ask))
    state = state_of(ask)
    if state is None or not isinstance(action, _POSES):
        return None
    pose = end_of(state, unit_asked(ask), action)
    if pose is None:
        return None
    return _placing(pose, f"unit:{action.unit}" if isinstance(action, Deploy) else moving(ask))


def _placing(pose: Pose, thing: str) -> Placing:
    return Placing(*_rounded(spot(pose.x, pose.y)), -pose.heading % TURN / 100, thing)


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 3), round(point[1], 3)


def describe(ask: Ask, action: Action) -> Message | None:
    """Describe an action made of numbers: distance, direction, final facing."""
    match action:
        case Deploy(_, x, y, heading) | LayPiece(_, x, y, heading) | Place(x, y, heading):
            return msg("said.place", x=in_inches(x), y=in_inches(y), facing=arrow(heading))
        case LayToken(x, y):
            return msg("said.token", x=in_inches(x), y=in_inches(y))
        case Withdraw(bearing, far, facing):
            return msg("said.ahead", bearing=bearing, distance=in_inches(far), facing=arrow(facing))
        case Shift(bearing, far):
            return msg("said.shift", bearing=bearing, distance=in_inches(far))
        case March(far, facing):
            return msg("said.ahead", bearing="forward", distance=in_inches(far), facing=_towards(ask, action, facing))
        case Maneuver(heading, 0, facing):
            return msg("said.turn", facing=_towards(ask, Pivot(heading), facing))
        case Maneuver(heading, far, facing):
            way, then = _towards(ask, Pivot(heading), heading), _towards(ask, action, facing)
            if facing == heading:
                return msg("said.straight", distance=in_inches(far), way=way)
            return msg("said.move", distance=in_inches(far), way=way, facing=then)
        case Pivot(heading):
            return msg("said.turn", facing=_towards(ask, action, heading))
    return None


def arrow(heading: int) -> str:
    """Return an arrow in the direction of a heading on the sheet."""
    return ARROWS[(heading + 2250) % TURN // 4500]


def _towards(ask: Ask, action: Action, heading: int) -> str:
    """Return an arrow for a heading, and the enemy or objective it points at from the unit's place after an action.

    If it points at nothing, the angle to the unit's current heading is given instead.
    """
    state, unit = state_of(ask), unit_asked(ask)
    pose = None if state is None else end_of(state, unit, action)
    if state is None or pose is None:
        return arrow(heading)
    aims = [(label(state, enemy).upper(), pose_of(state, enemy)) for enemy in enemies_on_table(state, state.seat[unit])]
    aims += [(f"{OBJECTIVE}{number + 1}", Pose(x, y, 0)) for number, (x, y) in enumerate(state.tokens)]
    for name, there in aims:
        if (there.x, there.y) != (pose.x, pose.y):
            off = turned_between(heading, heading_towards(there.x - pose.x, there.y - pose.y))
            if abs(off) <= AIMED:
                return f"{arrow(heading)} {name}"
    off = round(turned_between(pose_of(state, unit).heading, heading) / 100)
    return f"{arrow(heading)} {LEFT if off > 0 else RIGHT}{abs(off)}°" if off else arrow(heading)


def pose_at(wanted: Placing) -> Pose:
    """Convert a place on the sheet to a pose on the table."""
    x = round((wanted.x - MARGIN) * 1000 / SHEET.inch)
    y = round((MARGIN + DEEP - wanted.y) * 1000 / SHEET.inch)
    return Pose(x, y, round(-wanted.turn * 100) % TURN)


def placed(ask: Ask, wanted: Placing) -> Action | None:
    """Return the action nearest to a place on the sheet."""
    state, unit, pose = state_of(ask), unit_asked(ask), pose_at(wanted)
    kinds: tuple[type[Action], ...] = ask.chooser.answers
    if LayToken in kinds:
        return LayToken(pose.x, pose.y)
    if LayPiece in kinds:
        return LayPiece(piece_asked(ask), pose.x, pose.y, pose.heading)
    if Place in kinds:
        return Place(pose.x, pose.y, pose.heading)
    if state is None:
        return None
    if Deploy in kinds:
        return Deploy(_to_deploy(ask, state, wanted.thing), pose.x, pose.y, pose.heading)
    if not 0 <= unit < len(state.pose) or state.pose[unit] is None:
        return None
    return _moved(kinds, pose_of(state, unit), pose, limit_of(ask))


def _to_deploy(ask: Ask, state: State, thing: str) -> str:
    chosen = thing.removeprefix("unit:")
    if chosen:
        return chosen
    return label(state, units_asked(ask)[0])


def _moved(kinds: tuple[type[Action], ...], at: Pose, to: Pose, limit: int) -> Action | None:
    right, ahead = at.to_local((to.x, to.y))
    if Maneuver in kinds:
        far = hypot(to.x - at.x, to.y - at.y)
        if far < _STILL:
            return Maneuver(to.heading, 0, to.heading)
        return Maneuver(heading_towards(to.x - at.x, to.y - at.y), min(round(far), limit), to.heading)
    if March in kinds:
        return March(max(0, min(round(ahead), limit)), to.heading)
    if Pivot in kinds:
        return Pivot(to.heading)
    if abs(ahead) >= abs(right):
        bearing, far = ("forward" if ahead >= 0 else "back"), abs(ahead)
    else:
        bearing, far = ("right" if right >= 0 else "left"), abs(right)
    if Shift in kinds:
        return Shift(bearing, min(round(far), limit))
    return Withdraw(bearing, min(round(far), limit), to.heading) if Withdraw in kinds else None


# Facts about a place -------------------------------------------------------------------------------------------------


def facts_of_end(ask: Ask, action: Action) -> tuple[Message, ...]:
    """Describe the nearest enemies from where an action moves a tray: distance, visibility, arc."""
    state = state_of(ask)
    if state is None or not isinstance(action, _POSES):
        return ()
    unit = unit_of(state, action.unit) if isinstance(action, Deploy) else unit_asked(ask)
    pose = end_of(state, unit, action)
    if pose is None:
        return ()
    there = state.copy()
    there.pose[unit] = pose
    tray = tray_at(there, unit, pose)
    enemies = enemies_on_table(there, there.seat[unit])
    apart = sorted((distance(tray, tray_of(there, enemy)), enemy) for enemy in enemies)
    return tuple(_lies(there, unit, enemy, gap) for gap, enemy in apart[:NEAREST])


def _lies(state: State, unit: int, enemy: int, gap: float) -> Message:
    arc = ARC_NAMES[arcs(state, enemy, unit)[0]]
    kind = "fact.sees" if sees(state, unit, enemy) else "fact.blind"
    return msg(kind, unit=label(state, enemy), distance=in_inches(int(gap)), arc=arc)


# The ruler -----------------------------------------------------------------------------------------------------------


def measured(view: IcefireView, one: Placing, other: Placing) -> tuple[Message, ...]:
    """Return the distance between two things or points, edge to edge."""
    first, second = _body(view, one), _body(view, other)
    if isinstance(first, Placed) and isinstance(second, Placed):
        apart = distance(first, second)
    elif isinstance(first, Placed) and not isinstance(second, Placed):
        apart = point_distance(first, second)
    elif isinstance(second, Placed) and not isinstance(first, Placed):
        apart = point_distance(second, first)
    else:
        (ax, ay), (bx, by) = _point(first), _point(second)
        apart = hypot(bx - ax, by - ay)
    facts = [msg("fact.apart", distance=in_inches(int(apart + 0.5)))]
    if isinstance(first, Placed) and isinstance(second, Placed):
        facts[0] = msg(
            "fact.apart-things",
            one=one.thing.partition(":")[2],
            other=other.thing.partition(":")[2],
            distance=in_inches(int(apart + 0.5)),
        )
    return tuple(facts)


def _point(body: Placed | tuple[float, float]) -> tuple[float, float]:
    return (body.x, body.y) if isinstance(body, Placed) else body


def _body(view: IcefireView, at: Placing) -> Placed | tuple[float, float]:
    """Return the tray of a unit that is on the table, else the point."""
    name = at.thing.removeprefix("unit:")
    unit: UnitView | None = next((one for one in view.units if one.id == name), None)
    if unit is not None and unit.place is not None:
        return place(rectangle(unit.width, unit.depth), Pose(unit.place.x, unit.place.y, unit.place.heading))
    pose = pose_at(at)
    return float(pose.x), float(pose.y)
