"""A match as a picture: a complete SVG of exactly what a view shows, with the red edge of the table at the bottom."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.show.drawing.field import areas, field, terrain, tokens, units
from banneret.games.runewars.show.drawing.head import head, legend, turn
from banneret.games.runewars.show.drawing.layout import sheet_of
from banneret.games.runewars.show.drawing.sides import sides
from banneret.games.runewars.show.drawing.style import ROOT, patterns, stylesheet
from banneret.games.runewars.show.drawing.words import words_in
from banneret.games.runewars.view import RunewarsView
from banneret.show.svg import box, group, sheet, tag

__all__ = ["draw", "ground", "things"]

INCH: Final = 400
"""The hit radius for things on the table: about an inch, in thousandths of a tray."""


def draw(view: RunewarsView, language: str = "en") -> str:
    """Return the whole drawing, with its texts in a language."""
    return _sheet(view, language, things(view, language))


def ground(view: RunewarsView, language: str = "en") -> str:
    """Return the parts that never change in a match: the sheet, the field and the legend."""
    return _sheet(view, language)


def _sheet(view: RunewarsView, language: str, *layers: str) -> str:
    words, places = words_in(language), sheet_of(view)
    x, y, width, height = places.table
    return sheet(
        words("title"),
        stylesheet(),
        tag("defs", patterns()),
        box(0, 0, places.width, places.height, "page"),
        field(view, places, words),
        legend(places, words),
        *layers,
        size=(places.width, places.height),
        focus=(x - 8, y - 8, width + 16, height + 16),
        root=ROOT,
        unit=places.long(INCH),
    )


def things(view: RunewarsView, language: str = "en") -> str:
    """Return the parts that change: everything on the table and beside it."""
    words, places = words_in(language), sheet_of(view)
    return group(
        areas(view, places, words),
        terrain(view, places, words),
        units(view, places, words),
        tokens(view, places, words),
        head(view, places, words),
        turn(view, places, words),
        sides(view, places, words),
        id="things",
    )
