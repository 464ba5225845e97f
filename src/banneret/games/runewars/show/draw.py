"""The table as a picture: a complete SVG of what a view shows on it, with the red edge at the bottom."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.show.drawing.field import areas, field, stocked, terrain, tokens, units
from banneret.games.runewars.show.drawing.layout import Sheet, sheet_of, sides
from banneret.games.runewars.show.drawing.style import ROOT, patterns, stylesheet
from banneret.games.runewars.show.drawing.words import words_in
from banneret.games.runewars.view import RunewarsView
from banneret.show.svg import box, group, sheet, tag
from banneret.show.tabletop.arrows import attack_arrow
from banneret.show.tabletop.figures import FIGURES
from banneret.show.tabletop.ground import stock

__all__ = ["draw", "ground", "things"]

DESK: Final = 600.0
"""How far the desk under the table continues beyond the sheet."""
INCH: Final = 400
"""The hit radius for things on the table: about an inch, in thousandths of a tray."""


def draw(view: RunewarsView, language: str = "en") -> str:
    """Return the whole table, with its texts in a language."""
    return _sheet(sheet_of(view), language, things(view, language))


def ground(places: Sheet) -> str:
    """Return the background, which is the same in all matches on a table of this size and in every language."""
    return _sheet(places, "en")


def _sheet(places: Sheet, language: str, *layers: str) -> str:
    return sheet(
        words_in(language)("title"),
        stylesheet(),
        tag("defs", patterns(), stock(ROOT, FIGURES, stocked(places))),
        box(-DESK, -DESK, places.width + 2 * DESK, places.height + 2 * DESK, "desk"),
        field(places),
        *layers,
        size=(places.width, places.height),
        focus=(0, 0, places.width, places.height),
        root=ROOT,
        unit=places.long(INCH),
    )


def things(view: RunewarsView, language: str = "en") -> str:
    """Return the parts that change: everything on the table."""
    words, places = words_in(language), sheet_of(view)
    return tag(
        "g",
        areas(view, places, words),
        terrain(view, places, words),
        units(view, places, words),
        tokens(view, places, words),
        _fight(view, places),
        id="things",
    )


def _fight(view: RunewarsView, places: Sheet) -> str:
    """Return an arrow from the attacker to the defender of the attack in progress."""
    there = {unit.id: unit for unit in view.units}
    attacker, defender = (there[unit] for unit in view.fighting) if view.fighting is not None else (None, None)
    if attacker is None or defender is None or attacker.place is None or defender.place is None:
        return ""
    start, end = (places.spot(at.x, at.y) for at in (attacker.place, defender.place))
    arrow = attack_arrow(start, end, sides(view)[attacker.player])
    return group(arrow, id="fight", pointer_events="none", data_attention="")
