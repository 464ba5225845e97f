"""Previews of actions, drawn over the table: ghosts of trays, paths, arcs of sight."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from banneret.games.icefire.actions import (
    ActivateUnit,
    Charge,
    ChooseUnit,
    Deploy,
    LayPiece,
    Maneuver,
    March,
    Pivot,
    Place,
    Shift,
    Withdraw,
)
from banneret.games.icefire.rules.table.ground import piece_card
from banneret.games.icefire.show.drawing.field import tray
from banneret.games.icefire.show.drawing.layout import Point, long, sides, spot, turn_of
from banneret.games.icefire.view import IcefireView, PlaceView, UnitView, WallView
from banneret.kernel.choosers import Action
from banneret.show.svg import box, group, number, path
from banneret.show.tabletop.arrows import attack_arrow

ARC: Final = 6000
"""Length of the front arc drawn for a ghost: Short Range, in thousandths of an inch."""
_TURNS: Final = {"forward": 0, "left": 9000, "back": 18000, "right": 27000}


def preview(view: IcefireView, actions: Sequence[Action], mover: str | None = None) -> str:
    """Return a preview of the actions; nothing for actions that have no visible effect on the table.

    `mover` is the unit that a question is about; by default, the unit whose turn or move it is.
    """
    units = {unit.id: unit for unit in view.units}
    return group(*(_drawn(view, units, action, mover) for action in actions), id="preview", class_="preview")


def _drawn(view: IcefireView, units: dict[str, UnitView], action: Action, mover: str | None) -> str:
    there, turn = _there(view), view.turn
    moving = units.get(mover or (turn and turn.moving) or "")
    charger = units.get(mover or (turn and turn.unit) or "")
    match action:
        case Deploy(unit, x, y, heading) if unit in units:
            return ghost(view, units[unit], PlaceView(x, y, heading))
        case LayPiece(piece, x, y, heading):
            return piece_ghost(piece, PlaceView(x, y, heading))
        case Charge(target) if charger is not None and target in there:
            return _towards(view, charger, there[target]) + _ring(there[target])
        case ActivateUnit(unit) | ChooseUnit(unit) if unit in there:
            return _ring(there[unit])
        case _:
            return "" if moving is None or moving.place is None else _moved(view, moving, moving.place, action)


def _moved(view: IcefireView, unit: UnitView, at: PlaceView, action: Action) -> str:
    match action:
        case Maneuver(heading, distance, facing):
            return _way(view, unit, at, heading, distance, facing)
        case March(distance, facing):
            return _way(view, unit, at, at.heading, distance, facing)
        case Withdraw(bearing, distance, facing):
            return _way(view, unit, at, at.heading + _TURNS[bearing], distance, facing)
        case Shift(bearing, distance):
            return _way(view, unit, at, at.heading + _TURNS[bearing], distance, at.heading)
        case Pivot(heading):
            return ghost(view, unit, PlaceView(at.x, at.y, heading))
        case Place(x, y, heading):
            end = PlaceView(x, y, heading)
            return attack_arrow(spot(at.x, at.y), spot(x, y), sides(view)[unit.player]) + ghost(view, unit, end)
        case _:
            return ""


def _way(view: IcefireView, unit: UnitView, at: PlaceView, heading: int, distance: int, facing: int) -> str:
    x, y = _moved_by((at.x, at.y), heading, distance)
    end = PlaceView(round(x), round(y), facing)
    lane = _lane(unit, at, end, heading) if distance else ""
    return lane + ghost(view, unit, end) + attack_arrow(spot(at.x, at.y), spot(x, y), sides(view)[unit.player])


def _moved_by(point: Point, heading: float, distance: float) -> Point:
    """Return a point at a distance along a heading: 0 points to the far edge, headings grow counter-clockwise."""
    angle = math.radians(heading / 100)
    return point[0] - math.sin(angle) * distance, point[1] + math.cos(angle) * distance


def ghost(view: IcefireView, unit: UnitView, place: PlaceView) -> str:
    """Return the tray at a place, with its arc of sight."""
    return group(
        arc(unit),
        group(tray(view.edition, unit, sides(view)[unit.player]), opacity=0.55),
        box(-long(unit.width) / 2, -long(unit.depth) / 2, long(unit.width), long(unit.depth), "line s-sight", r=3,
            stroke_width=2.5, stroke_dasharray="6 4"),
        at=spot(place.x, place.y),
        turn=turn_of(place),
    )  # fmt: skip  # several to a line


def piece_ghost(id: str, place: PlaceView) -> str:
    """Return a piece of terrain at a place."""
    piece = piece_card(id)
    wide, deep = long(round(piece.width * 1000)), long(round(piece.depth * 1000))
    return group(
        box(-wide / 2, -deep / 2, wide, deep, "line s-sight", r=min(wide, deep) / 4, stroke_width=2.5,
            stroke_dasharray="6 4"),
        at=spot(place.x, place.y),
        turn=turn_of(place),
    )  # fmt: skip  # several to a line


def arc(unit: UnitView) -> str:
    """Return the front arc of a tray around its center: outwards from its front corners at 45 degrees."""
    wide, top, far = long(unit.width) / 2, -long(unit.depth) / 2, long(ARC) * math.sqrt(0.5)
    left = f"M{number(-wide)} {number(top)}L{number(-wide - far)} {number(top - far)}"
    right = f"M{number(wide)} {number(top)}L{number(wide + far)} {number(top - far)}"
    return path(left + right, "line s-sight", stroke_width=2, stroke_dasharray="3 5")


def _lane(unit: UnitView, at: PlaceView, end: PlaceView, heading: int) -> str:
    """Return the sides of the lane that the tray passes through on its straight path."""
    edges = []
    for side in (-1, 1):
        start = _moved_by((at.x, at.y), heading - 9000 * side, unit.width / 2)
        stop = _moved_by((end.x, end.y), heading - 9000 * side, unit.width / 2)
        (ax, ay), (bx, by) = spot(*start), spot(*stop)
        edges.append(f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}")
    return path("".join(edges), "line s-sight", stroke_width=1.5, opacity=0.7)


def _there(view: IcefireView) -> dict[str, UnitView | WallView]:
    """Return everything that can be attacked, by label."""
    found: dict[str, UnitView | WallView] = {unit.id: unit for unit in view.units}
    return found | {wall.id: wall for wall in view.walls}


def _towards(view: IcefireView, unit: UnitView | WallView, target: UnitView | WallView) -> str:
    if unit.place is None or target.place is None:
        return ""
    return attack_arrow(
        spot(unit.place.x, unit.place.y), spot(target.place.x, target.place.y), sides(view)[unit.player]
    )


def _ring(unit: UnitView | WallView) -> str:
    if unit.place is None:
        return ""
    wide, deep = long(unit.width) + 12, long(unit.depth) + 12
    ring = box(-wide / 2, -deep / 2, wide, deep, "line s-sight", r=6, stroke_width=4, stroke_dasharray="9 5")
    return group(ring, at=spot(unit.place.x, unit.place.y), turn=turn_of(unit.place))


def fight(view: IcefireView) -> str:
    """Return an arrow from the attacker to the defender of the current attack."""
    if view.turn is None or not view.turn.fights:
        return ""
    there = _there(view)
    now = view.turn.fights[-1]
    return group(
        _towards(view, there[now.attacker], there[now.defender]), id="fight", pointer_events="none", data_attention=""
    )
