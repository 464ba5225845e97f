"""Answers as places on the sheet, and places on the sheet as answers; distances between places.

A requested place is converted to the nearest answer; the question decides whether it is allowed. The place of a move is
that of its template, never where the unit would end, which players may not test.
"""

from __future__ import annotations

import math
from typing import Final

from banneret.games.runewars.actions import (
    Activate,
    ChangeDials,
    ChooseUnit,
    Deploy,
    Move,
    Place,
    PlaceTerrain,
    PlaceToken,
    Reform,
    SpendSurges,
    Stop,
)
from banneret.games.runewars.attack_actions import TakeFigure, TakeTray, Target, WoundFigure, WoundUpgrade
from banneret.games.runewars.content.tabletop import TRAY
from banneret.games.runewars.rules.damage.terrain import LeaveSpace
from banneret.games.runewars.rules.ground.directions import TOWARDS
from banneret.games.runewars.rules.ground.squaring_up import PlaceChooser
from banneret.games.runewars.rules.movement.marches import WHOLE, StopSpace, way_of
from banneret.games.runewars.rules.movement.reforms import ReformChooser
from banneret.games.runewars.show.drawing.field import cells_of
from banneret.games.runewars.show.drawing.layout import Sheet, sheet_of
from banneret.games.runewars.units.formation import Cell, centre_of, shape_of
from banneret.games.runewars.units.movement import inner_corner, motion_of
from banneret.games.runewars.units.ranges import band_of
from banneret.games.runewars.view import PlaceView, RunewarsView, UnitView
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.plane import (
    HALF,
    TURN,
    Placed,
    Point,
    Pose,
    Straight,
    distance,
    place,
    point_distance,
)
from banneret.show.placement import Placing
from banneret.text.message import Message, msg

NEAREST: Final = 3
"""The number of enemies whose distance is shown."""
ARROWS: Final = "↑↖←↙↓↘→↗"
"""Arrows on the sheet for the headings 0, 45, 90 degrees and so on."""
_MOVED: Final = ("move", "close-in", "stop", "reform", "place", "leave")
"""Questions whose answer moves a unit that is already on the table."""
_STEPS: Final = 200
"""The number of parts into which a template is divided to find the nearest point."""


def unit_asked(view: RunewarsView, ask: Ask) -> UnitView | None:
    """Return the unit that a question is about."""
    chooser: object = ask.chooser.chooser if isinstance(ask.chooser, StopSpace) else ask.chooser
    found: object = getattr(chooser, "unit", None)  # its number or label
    if isinstance(found, int) and 0 <= found < len(view.units):
        return view.units[found]
    return next((unit for unit in view.units if unit.id == found), None)


def moving(view: RunewarsView, ask: Ask) -> str:
    """Return the unit that the answer moves, as options refer to it."""
    unit = unit_asked(view, ask) if ask.kind in _MOVED else None
    return "" if unit is None else f"unit:{unit.id}"


def placing(view: RunewarsView, ask: Ask, action: Action) -> Placing | None:
    """Return where an answer places a unit, a terrain piece or a token; for a move, the middle of its template."""
    # rule rw:62.2
    sheet, unit = sheet_of(view), unit_asked(view, ask)
    match action:
        case Deploy(name, x, y, heading):
            return _placing(sheet, Pose(x, y, heading), f"unit:{name}")
        case PlaceTerrain(piece, x, y, heading):
            return _placing(sheet, Pose(x, y, heading), f"piece:{piece}")
        case PlaceToken(x, y):
            return _placing(sheet, Pose(x, y, 0), "")
        case Place(x, y, heading):
            return _placing(sheet, Pose(x, y, heading), moving(view, ask))
        case Reform() if isinstance(ask.chooser, ReformChooser):
            return _placing(sheet, ask.chooser.end(action), moving(view, ask))
        case WoundFigure() | WoundUpgrade() | TakeFigure() | TakeTray() if unit is not None:
            return assigned(sheet, unit, action)
        case Move() if unit is not None and unit.place is not None:
            return _placing(sheet, on_template(unit, unit.place, action, WHOLE // 2), moving(view, ask))
        case Stop(part) if unit is not None and unit.place is not None and isinstance(ask.chooser, StopSpace):
            return _placing(sheet, on_template(unit, unit.place, ask.chooser.move, part), moving(view, ask))
    return None


def _placing(sheet: Sheet, pose: Pose, thing: str) -> Placing:
    x, y = sheet.spot(pose.x, pose.y)
    return Placing(round(x, 3), round(y, 3), -pose.heading % TURN / 100, thing)


def _cell(tray: str) -> Cell:
    """Return the tray of a name, as answers name it."""
    file, _, rank = tray.partition("-")
    return int(file) - 1, int(rank) - 1


def assigned(
    sheet: Sheet, unit: UnitView, answer: WoundFigure | WoundUpgrade | TakeFigure | TakeTray
) -> Placing | None:
    """Return where a figure or a tray of a unit is chosen; figures of a tray that differ are beside each other."""
    match answer:
        case WoundFigure(tray, wounds) | TakeFigure(tray, wounds):
            return _on_tray(sheet, unit, _cell(tray), min(int(wounds), 2))
        case TakeTray(tray):
            return _on_tray(sheet, unit, _cell(tray), 0)
        case WoundUpgrade(upgrade):
            there = next(((one.column, one.row) for one in unit.figures if one.upgrade == upgrade), None)
            return None if there is None else _on_tray(sheet, unit, there, -1)


def _on_tray(sheet: Sheet, unit: UnitView, cell: Cell, thirds: int) -> Placing | None:
    """Return a point on a tray, thirds of it to the right of its middle; None if the unit is not on the table."""
    if unit.place is None:
        return None
    x, y = centre_of(cell, cells_of(unit))
    x += thirds * TRAY / 3
    angle = math.radians(unit.place.heading / 100)
    turned = (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))
    return _placing(
        sheet, Pose(unit.place.x + round(turned[0]), unit.place.y + round(turned[1]), unit.place.heading), ""
    )


def on_template(unit: UnitView, at: PlaceView, move: Move, part: int) -> Pose:
    """Return a pose on the template of a move, given in thousandths along it, with the direction of travel there."""
    # rules rw:22.3a, rw:62.2
    shape, pose, way = shape_of(cells_of(unit)), Pose(at.x, at.y, at.heading), way_of(move)
    placed, motion = place(shape, pose), motion_of(shape, pose, way)
    if isinstance(motion, Straight):
        corners = [inner_corner(placed, TOWARDS[move.towards], left=left) for left in (True, False)]
        x, y = (math.fsum(corner[axis] for corner in corners) / 2 for axis in (0, 1))
        heading = (pose.heading + motion.bearing) % TURN
        ahead = Pose(0, 0, heading).to_world((0.0, float(motion.distance * part // WHOLE)))
        return Pose(round(x + ahead[0]), round(y + ahead[1]), heading)
    corner = inner_corner(placed, TOWARDS[move.towards], left=move.hand == "left")
    turned = motion.angle * part // WHOLE
    from_middle = Pose(0, 0, turned % TURN).to_world((corner[0] - motion.x, corner[1] - motion.y))
    start = round(math.degrees(math.atan2(corner[1] - motion.y, corner[0] - motion.x)) * 100)
    heading = (start + turned + (0 if motion.angle > 0 else HALF)) % TURN
    return Pose(round(motion.x + from_middle[0]), round(motion.y + from_middle[1]), heading)


# Descriptions -------------------------------------------------------------------------------------------------------


def in_trays(length: float) -> str:
    """Format a length in thousandths of a tray as in texts, such as "2.5"."""
    return f"{length / TRAY:.1f}"


def arrow(heading: int) -> str:
    """Return an arrow that points along a heading on the sheet."""
    return ARROWS[(heading + 2250) % TURN // 4500]


def _moved(at: PlaceView, to: Place) -> Message:
    """Describe where a unit that is on the table would be placed, from where it is."""
    right, up = to.x - at.x, to.y - at.y
    far, facing = in_trays(math.hypot(right, up)), arrow(to.heading)
    if float(far) == 0:
        return msg("said.turned", facing=facing)
    return msg("said.moved", distance=far, way=arrow(round(math.degrees(math.atan2(-right, up)) * 100)), facing=facing)


def label(view: RunewarsView, ask: Ask, action: Action) -> Message | None:
    """Describe what the names in an answer leave open: numbers, and the kind of unit."""
    match action:
        case Place() if (unit := unit_asked(view, ask)) is not None and unit.place is not None:
            return _moved(unit.place, action)
        case Deploy(_, x, y, heading) | PlaceTerrain(_, x, y, heading) | Place(x, y, heading):
            return msg("said.place", x=in_trays(x), y=in_trays(y), facing=arrow(heading))
        case PlaceToken(x, y):
            return msg("said.token", x=in_trays(x), y=in_trays(y))
        case Reform(heading):
            return msg("said.turn", facing=arrow(heading), degrees=heading // 100)
        case Move(speed=speed):
            return msg("said.speed", speed=int(speed))
        case Stop(part):
            return msg("said.stop", percent=(part * 100 + WHOLE // 2) // WHOLE)
        case WoundFigure(wounds=wounds):
            return msg("said.wounds", count=int(wounds))
        case SpendSurges(surges=surges):
            return msg("said.surges", count=surges)
        case Activate(name) | ChangeDials(name) | ChooseUnit(name) | Target(name):
            card = next((unit.card for unit in view.units if unit.id == name), None)
            return None if card is None else msg("said.card", card=card)
    return None


# From the sheet ------------------------------------------------------------------------------------------------------


def pose_at(sheet: Sheet, wanted: Placing) -> Pose:
    """Convert a place on the sheet to a pose on the table."""
    x = (wanted.x - sheet.table.x) * TRAY / sheet.tray
    y = (sheet.table.y + sheet.table.height - wanted.y) * TRAY / sheet.tray
    return Pose(round(x), round(y), round(-wanted.turn * 100) % TURN)


def placed(view: RunewarsView, ask: Ask, wanted: Placing) -> Action | None:
    """Return the answer nearest to a requested place."""
    pose, chooser = pose_at(sheet_of(view), wanted), ask.chooser
    kinds: tuple[type[Action], ...] = chooser.answers
    listed = ask.options.listed
    if Deploy in kinds:
        waiting = [one.unit for one in listed if isinstance(one, Deploy)]
        return Deploy(_thing(wanted, waiting), pose.x, pose.y, pose.heading)
    if PlaceTerrain in kinds:
        pieces = [one.piece for one in listed if isinstance(one, PlaceTerrain)]
        return PlaceTerrain(_thing(wanted, pieces), pose.x, pose.y, pose.heading)
    if PlaceToken in kinds:
        return PlaceToken(pose.x, pose.y)
    match chooser:
        case ReformChooser():
            return _reform(chooser, pose)
        case LeaveSpace():
            return chooser.nearest(pose)
        case PlaceChooser():
            return min(chooser.places, key=lambda one: (math.dist((one.x, one.y), pose[:2]), _turned(one, pose)))
        case StopSpace():
            unit = unit_asked(view, ask)
            return None if unit is None or unit.place is None else _stop(unit, unit.place, chooser.move, pose)
    return None


def _turned(place: Place, pose: Pose) -> int:
    """Return the angle between two headings, at most half a turn."""
    angle = (place.heading - pose.heading) % TURN
    return min(angle, TURN - angle)


def _thing(wanted: Placing, names: list[str]) -> str:
    """Return the name of the thing to place.

    That of the request if the question offers it, else the first one offered.
    """
    return wanted.thing.partition(":")[2] or names[0]


def _reform(chooser: ReformChooser, pose: Pose) -> Reform:
    """Return the reform to that heading, about the tray that brings the unit nearest."""
    turns = [Reform(pose.heading, about) for about in chooser.pivots()]
    return min(turns, key=lambda turn: math.dist(chooser.end(turn)[:2], pose[:2]))


def _stop(unit: UnitView, at: PlaceView, move: Move, pose: Pose) -> Stop:
    parts = [WHOLE * step // _STEPS for step in range(1, _STEPS + 1)]
    return Stop(min(parts, key=lambda part: math.dist(on_template(unit, at, move, part)[:2], pose[:2])))


# Facts about a place -------------------------------------------------------------------------------------------------


def facts(view: RunewarsView, ask: Ask, action: Action) -> tuple[Message, ...]:
    """Return the distances of the nearest enemies from a unit to be placed; the ruler may always be used."""
    # rules rw:62.1, rw:62.2
    end = _end(view, ask, action)
    if end is None:
        return ()
    unit, there = end
    bodies = [(other, _body(other)) for other in view.units if other.player != unit.player]
    apart = sorted((distance(there, body), other.id) for other, body in bodies if body is not None)
    return tuple(_range("fact.range-of", gap, unit=name) for gap, name in apart[:NEAREST])


def _end(view: RunewarsView, ask: Ask, action: Action) -> tuple[UnitView, Placed] | None:
    unit = unit_asked(view, ask)
    match action:
        case Deploy(name, x, y, heading):
            unit, pose = next((one for one in view.units if one.id == name), None), Pose(x, y, heading)
        case Place(x, y, heading):
            pose = Pose(x, y, heading)
        case Reform() if isinstance(ask.chooser, ReformChooser):
            pose = ask.chooser.end(action)
        case _:
            return None
    return None if unit is None else (unit, place(shape_of(cells_of(unit)), pose))


def _range(id: str, gap: float, **fields: str) -> Message:
    """Return a distance in range bands and in trays."""
    band = band_of(gap)
    if band is None:
        return msg(f"{id}-beyond", trays=in_trays(gap), **fields)
    return msg(id, range=band, trays=in_trays(gap), **fields)


# The ruler -----------------------------------------------------------------------------------------------------------


def measured(view: RunewarsView, one: Placing, other: Placing) -> tuple[Message, ...]:
    """Return the distance of two things or points, between their nearest edges."""
    # rules rw:62.1, rw:63.0
    first, second = _measured_body(view, one), _measured_body(view, other)
    if isinstance(first, Placed) and isinstance(second, Placed):
        names = {"one": one.thing.partition(":")[2], "other": other.thing.partition(":")[2]}
        return (_range("fact.range-between", distance(first, second), **names),)
    if isinstance(first, Placed):
        gap = point_distance(first, second)  # type: ignore[arg-type]  # a point: not both are things
    elif isinstance(second, Placed):
        gap = point_distance(second, first)
    else:
        gap = math.dist(first, second)
    return (_range("fact.range", gap),)


def _measured_body(view: RunewarsView, at: Placing) -> Placed | Point:
    """Return the trays of a unit on the table, or a point."""
    unit = next((one for one in view.units if f"unit:{one.id}" == at.thing), None)
    body = None if unit is None else _body(unit)
    pose = pose_at(sheet_of(view), at)
    return (float(pose.x), float(pose.y)) if body is None else body


def _body(unit: UnitView) -> Placed | None:
    if unit.place is None or not unit.figures:
        return None
    return place(shape_of(cells_of(unit)), Pose(unit.place.x, unit.place.y, unit.place.heading))
