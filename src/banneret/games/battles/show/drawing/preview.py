"""Previews of actions, drawn over the board: paths, lines of sight, target hexes."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.battles.actions import Attack, MoveUnit, OrderPair, OrderUnit, Pursue, RallyUnit, Retreat, Scorch
from banneret.games.battles.content.components import BOX
from banneret.games.battles.show.drawing.field import picture
from banneret.games.battles.show.drawing.layout import Places, places_of
from banneret.games.battles.show.drawing.words import Words, words_in
from banneret.games.battles.view import BattlesView, UnitView
from banneret.kernel.choosers import Action
from banneret.show.svg import circle, group, number, path


def preview(view: BattlesView, actions: Sequence[Action], language: str = "en") -> str:
    """Return a preview of the actions; empty for those without a visible effect on the board."""
    places, words = places_of(view.plan), words_in(language)
    units = {unit.hex: unit for unit in view.units}
    return group(*(_drawn(view, units, action, places, words) for action in actions), id="preview", class_="preview")


def _drawn(view: BattlesView, units: dict[str, UnitView], action: Action, places: Places, words: Words) -> str:
    match action:
        case MoveUnit(hex, target) if hex in units:
            return way(places, hex, target, units[hex].house) + _ghost(units[hex], target, places, words)
        case Attack(hex, target) if hex in units:
            unit = units[hex]
            ranged = BOX.units[BOX.unit_number[unit.unit]].ranged
            seen = sight(places, hex, target) if ranged else ""
            return seen + way(places, hex, target, unit.house) + _ring(places, target)
        case Scorch(hex, target) if hex in units:
            return way(places, hex, target, units[hex].house) + _ring(places, target)
        case Retreat(target) if view.fight is not None and view.fight.target in units:
            return way(places, view.fight.target, target, units[view.fight.target].house)
        case Pursue(target) if view.fight is not None and view.fight.attacker in units:
            return way(places, view.fight.attacker, target, units[view.fight.attacker].house)
        case OrderUnit(_, hex) | OrderPair(_, hex) | RallyUnit(hex):
            return _ring(places, hex)
        case _:
            return ""


def _ring(places: Places, hex: str) -> str:
    x, y = places.at(hex)
    return circle(x, y + 2, 38, "line s-blood", stroke_width=4, stroke_dasharray="8 5")


def _ghost(unit: UnitView, target: str, places: Places, words: Words) -> str:
    if target == unit.hex:
        return ""
    x, y = places.at(target)
    return group(circle(x, y + 2, 38, "card s-blood", stroke_width=2.5, stroke_dasharray="5 4"), opacity=0.75) + group(
        picture(unit, words, ghost=True), at=(x, y), opacity=0.85
    )


def sight(places: Places, hex: str, target: str) -> str:
    """Return a line of sight, and every hex that it crosses."""
    board = places.board
    left, right = board.between(board.place(hex), board.place(target))
    cut = [place for place in range(len(board)) if (left | right) >> place & 1]
    (ax, ay), (bx, by) = places.at(hex), places.at(target)
    return group(
        *(path(places.outline(place, 3), "line s-sight", stroke_width=3, stroke_dasharray="3 4") for place in cut),
        path(f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}", "line s-sight", stroke_width=2.5),
    )


def way(places: Places, hex: str, target: str, house: str) -> str:
    """Return an arrow between two hexes in the colour of a House, edged with its contrasting ink."""
    (ax, ay), (bx, by) = places.at(hex), places.at(target)
    length: float = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    if not length:
        return ""
    dx, dy = (bx - ax) / length, (by - ay) / length
    ax, ay, bx, by = ax + dx * 20, ay + dy * 20, bx - dx * 24, by - dy * 24
    head = ((bx - dx * 14 - dy * 8, by - dy * 14 + dx * 8), (bx - dx * 14 + dy * 8, by - dy * 14 - dx * 8))
    line = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}" + "".join(
        f"M{number(x)} {number(y)}L{number(bx)} {number(by)}" for x, y in head
    )
    return path(line, f"line his-{house}", stroke_width=9) + path(line, f"line hs-{house}", stroke_width=5)
