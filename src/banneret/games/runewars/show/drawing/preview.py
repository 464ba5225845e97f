"""Effects of answers, drawn over the table before they are given: templates, ghosts of units, arcs and ranges.

Before a move only its template is shown, at the chosen corner, because players may not test where a unit would end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

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
    SetDials,
)
from banneret.games.runewars.attack_actions import Target, tray_name
from banneret.games.runewars.content.tabletop import TRAY, TemplateId, piece_of, tabletop
from banneret.games.runewars.match_state import NO_UNIT
from banneret.games.runewars.rules.ground.directions import TOWARDS
from banneret.games.runewars.show.drawing import dials
from banneret.games.runewars.show.drawing.field import TOKEN, cells_of, outline_of, trays
from banneret.games.runewars.show.drawing.layout import Point, Sheet, sheet_of, sides, turn_of
from banneret.games.runewars.units.formation import shape_of
from banneret.games.runewars.units.movement import Obstacle, Way, inner_corner, motion_of, reformed, table_of
from banneret.games.runewars.units.movement import move as carry
from banneret.games.runewars.view import DialsView, PlaceView, RunewarsView, UnitView
from banneret.kernel.choosers import Action
from banneret.plane import Motion, Placed, Pose, Side, Straight, Turn, place, polygon
from banneret.show.svg import circle, group, number, path

WIDTH: Final = 420
"""The width of a template in the drawing, in thousandths of a tray."""
_PIECES: Final = 24
"""The number of straight segments with which a bent template is drawn."""


def preview(view: RunewarsView, actions: Sequence[Action]) -> str:
    """Return a preview of the actions; actions without a visible effect on the table have none."""
    sheet = sheet_of(view)
    units = {unit.id: unit for unit in view.units}
    return group(*(_drawn(view, sheet, units, action) for action in actions), id="preview", class_="preview")


def _drawn(view: RunewarsView, sheet: Sheet, units: dict[str, UnitView], action: Action) -> str:
    active = units.get(view.active or "")
    match action:
        case Deploy(unit, x, y, heading) if unit in units:
            return ghost(view, units[unit], PlaceView(x, y, heading), sheet, arc=True)
        case Move() if active is not None:
            return template(active, action, sheet) + (_end(view, sheet, active, action) if view.free_templates else "")
        case Reform(heading, about) if active is not None:
            return _reformed(view, active, heading, about, sheet)
        case Place(x, y, heading) if active is not None:
            return ghost(view, active, PlaceView(x, y, heading), sheet)
        case Target(unit) if unit in units:
            return (firing_arc(active, sheet) if active is not None else "") + _ring(units[unit], sheet)
        case Activate(unit) | ChooseUnit(unit) | ChangeDials(unit) if unit in units:
            return _ring(units[unit], sheet)
        case SetDials(unit, turned, modifier) if unit in units:
            return _turned(sheet, units[unit], DialsView(turned, modifier))
        case PlaceTerrain(piece, x, y, heading):
            outline = path(outline_of(piece, sheet), "line s-sight", stroke_width=3, stroke_dasharray="6 4")
            return group(outline, at=sheet.spot(x, y), turn=-heading / 100)
        case PlaceToken(x, y):
            return circle(*sheet.spot(x, y), TOKEN, "line s-sight", stroke_width=3, stroke_dasharray="6 4")
        case _:
            return ""


def _turned(sheet: Sheet, unit: UnitView, shown: DialsView) -> str:
    """Draw dials that are set but not sealed yet, face up on their unit, for the player who sets them."""
    if unit.place is None:
        return ""
    return dials.faces(unit.card, shown, sheet.spot(unit.place.x, unit.place.y)) + _ring(unit, sheet)


def _reformed(view: RunewarsView, unit: UnitView, heading: int, about: str, sheet: Sheet) -> str:
    """Draw a unit turned about its centre, or about one of its trays."""
    if unit.place is None:
        return ""
    cells = cells_of(unit)
    tray = next((cell for cell in cells if tray_name(cell) == about), None)
    end = reformed(cells, Pose(unit.place.x, unit.place.y, unit.place.heading), heading, tray)
    return ghost(view, unit, PlaceView(end.x, end.y, end.heading), sheet, arc=True)


# Templates -----------------------------------------------------------------------------------------------------------


def template(unit: UnitView, move: Move, sheet: Sheet) -> str:
    """Return the template of a move at the corner at which it begins."""
    # rules rw:22.3a, rw:62.2
    if unit.place is None or not unit.figures:
        return ""
    shape = shape_of(cells_of(unit))
    pose = Pose(unit.place.x, unit.place.y, unit.place.heading)
    side, left = TOWARDS[move.towards], move.hand == "left"
    motion = _motion(unit, pose, move)
    if motion is None:
        return ""
    placed = place(shape, pose)
    if isinstance(motion, Straight):
        return _strip(_straight(placed, side, pose.heading + motion.bearing, motion.distance), int(move.speed), sheet)
    return _strip(_bent(inner_corner(placed, side, left=left), motion), int(move.speed), sheet)


def _motion(unit: UnitView, pose: Pose, move: Move) -> Motion | None:
    """Return the motion of a move; None if there is no such template."""
    kinds: dict[str, TemplateId] = {id: id for id in tabletop().templates}
    try:
        way = Way(kinds[move.template], int(move.speed), TOWARDS[move.towards], move.hand == "left")
        return motion_of(shape_of(cells_of(unit)), pose, way)
    except (KeyError, ValueError):
        return None


def _end(view: RunewarsView, sheet: Sheet, unit: UnitView, move: Move) -> str:
    """Draw where a move would end, for matches with free templates."""
    # rules rw:62.2, rw:ruling.13
    if unit.place is None or not unit.figures:
        return ""
    pose = Pose(unit.place.x, unit.place.y, unit.place.heading)
    motion = _motion(unit, pose, move)
    if motion is None:
        return ""
    end = carry(shape_of(cells_of(unit)), pose, motion, _obstacles(view, unit)).pose
    return ghost(view, unit, PlaceView(end.x, end.y, end.heading), sheet, arc=True)


def _obstacles(view: RunewarsView, unit: UnitView) -> list[Obstacle]:
    """Return the visible obstacles of a unit."""
    size: Literal["standard", "skirmish"] = "skirmish" if view.size == "skirmish" else "standard"
    found = [Obstacle(NO_UNIT, wall) for wall in table_of(size).walls]
    for piece in view.terrain:
        if piece.place is not None and piece.unit is None:
            there = Pose(piece.place.x, piece.place.y, piece.place.heading)
            found.append(Obstacle(NO_UNIT, place(polygon(piece_of(piece.piece).outline), there)))
    for place_of, other in enumerate(view.units):
        if other.id != unit.id and other.place is not None and other.figures:
            there = Pose(other.place.x, other.place.y, other.place.heading)
            found.append(Obstacle(place_of, place(shape_of(cells_of(other)), there), other.player == unit.player))
    return found


def _straight(placed: Placed, side: Side, bearing: int, length: float) -> list[tuple[Point, Point]]:
    """Return both edges of a straight template, placed at the middle of an edge."""
    angle = math.radians(bearing / 100)
    ahead, across = (-math.sin(angle), math.cos(angle)), (math.cos(angle), math.sin(angle))
    far = [placed.to_world(point) for edge in placed.shape.edges_of(side) for point in (edge.start, edge.end)]
    most = max(x * ahead[0] + y * ahead[1] for x, y in far)
    outer = [(x, y) for x, y in far if most - (x * ahead[0] + y * ahead[1]) < TRAY / 2]
    x, y = sum(one[0] for one in outer) / len(outer), sum(one[1] for one in outer) / len(outer)
    return [
        (
            (x + ahead[0] * part - across[0] * WIDTH / 2, y + ahead[1] * part - across[1] * WIDTH / 2),
            (x + ahead[0] * part + across[0] * WIDTH / 2, y + ahead[1] * part + across[1] * WIDTH / 2),
        )
        for part in (length * step / _PIECES for step in range(_PIECES + 1))
    ]


def _bent(corner: Point, motion: Turn) -> list[tuple[Point, Point]]:
    """Return both edges of a bent template: the outer one, along which the corner moves, and the inner one."""
    dx, dy = corner[0] - motion.x, corner[1] - motion.y
    radius, start = math.hypot(dx, dy), math.atan2(dy, dx)
    whole = math.radians(motion.angle / 100)
    inner = max(0.0, radius - WIDTH)
    found = []
    for step in range(_PIECES + 1):
        angle = start + whole * step / _PIECES
        c, s = math.cos(angle), math.sin(angle)
        found.append(((motion.x + c * radius, motion.y + s * radius), (motion.x + c * inner, motion.y + s * inner)))
    return found


def _strip(edges: list[tuple[Point, Point]], speed: int, sheet: Sheet) -> str:
    """Draw a template of a speed: its outline, a line across after each step, and the point at its end."""
    one, two = [sheet.spot(*a) for a, _ in edges], [sheet.spot(*b) for _, b in edges]
    outline = f"{_line(one)}L{_line(two[::-1])[1:]}Z"
    steps = [round(_PIECES * step / speed) for step in range(1, speed)]
    across = "".join(_line([one[step], two[step]]) for step in steps)
    (ax, ay), (bx, by) = one[-1], two[-1]
    (cx, cy), (dx, dy) = one[-2], two[-2]
    mx, my = (ax + bx) / 2, (ay + by) / 2
    way = mx - (cx + dx) / 2, my - (cy + dy) / 2
    long = math.hypot(*way) or 1.0
    tip = mx + way[0] / long * 12, my + way[1] / long * 12
    return group(
        path(outline, "sight", fill_opacity=0.28),
        path(outline + across, "line s-sight", stroke_width=2.5),
        path(f"{_line([one[-1], tip, two[-1]])}Z", "sight"),
        circle(*one[0], 4, "sight"),
    )


def _line(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


# Units ---------------------------------------------------------------------------------------------------------------


def ghost(view: RunewarsView, unit: UnitView, at: PlaceView, sheet: Sheet, *, arc: bool = False) -> str:
    """Return the unit at a place, with its firing arc on request."""
    if not unit.figures:
        return ""
    outline = path(_trays_outline(unit, sheet), "line s-sight", stroke_width=2.5, stroke_dasharray="6 4")
    return group(
        group(trays(unit, sides(view)[unit.player], sheet), opacity=0.55),
        outline,
        _arc(unit, sheet, bands=0) if arc else "",
        at=sheet.spot(at.x, at.y),
        turn=turn_of(at),
    )


def firing_arc(unit: UnitView, sheet: Sheet) -> str:
    """Return the firing arc of a unit on the table with the bands of the ruler."""
    # rules rw:63.1, rw:69.0, rw:69.1
    if unit.place is None or not unit.figures:
        return ""
    at = sheet.spot(unit.place.x, unit.place.y)
    return group(_arc(unit, sheet, bands=tabletop().ruler.bands), at=at, turn=turn_of(unit.place))


def _arc(unit: UnitView, sheet: Sheet, *, bands: int) -> str:
    """Draw the lines of the firing arc from the front corners, and a line at the end of each range band."""
    box = shape_of(cells_of(unit))
    xs = [x for edge in box.edges for x in (edge.start[0], edge.end[0])]
    ys = [y for edge in box.edges for y in (edge.start[1], edge.end[1])]
    left, right, top = sheet.long(min(xs)), sheet.long(max(xs)), -sheet.long(max(ys))
    band = sheet.long(tabletop().ruler.band)
    far = band * max(1, bands) * math.sqrt(0.5)
    lines = (
        f"M{number(left)} {number(top)}l{number(-far)} {number(-far)}"
        f"M{number(right)} {number(top)}l{number(far)} {number(-far)}"
    )
    for step in range(1, bands + 1):
        radius = band * step
        out = radius * math.sqrt(0.5)
        lines += (
            f"M{number(left - out)} {number(top - out)}"
            f"A{number(radius)} {number(radius)} 0 0 1 {number(left)} {number(top - radius)}"
            f"H{number(right)}"
            f"A{number(radius)} {number(radius)} 0 0 1 {number(right + out)} {number(top - out)}"
        )
    return path(lines, "line s-sight", stroke_width=1.8, stroke_dasharray="3 5")


def _trays_outline(unit: UnitView, sheet: Sheet, margin: float = 0.0) -> str:
    edges = shape_of(cells_of(unit)).edges
    xs = [sheet.long(edge.start[0]) for edge in edges]
    ys = [-sheet.long(edge.start[1]) for edge in edges]
    left, top, right, low = min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin
    return f"M{number(left)} {number(top)}H{number(right)}V{number(low)}H{number(left)}Z"


def _ring(unit: UnitView, sheet: Sheet) -> str:
    if unit.place is None or not unit.figures:
        return ""
    ring = path(_trays_outline(unit, sheet, 6), "line s-sight", stroke_width=4, stroke_dasharray="9 5")
    return group(ring, at=sheet.spot(unit.place.x, unit.place.y), turn=turn_of(unit.place))
