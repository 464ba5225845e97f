"""A match as a picture: a complete SVG of exactly what a view shows, the red edge of the table below."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.show.drawing.field import areas, field, terrain, tokens, units
from banneret.games.runewars.show.drawing.head import head, legend, turn
from banneret.games.runewars.show.drawing.layout import sheet_of
from banneret.games.runewars.show.drawing.sides import sides
from banneret.games.runewars.show.drawing.style import ROOT, patterns, stylesheet
from banneret.games.runewars.show.drawing.words import words_in
from banneret.games.runewars.view import RunewarsView
from banneret.show.svg import box, group, number, tag, title

__all__ = ["draw", "ground", "things"]

INCH: Final = 400
"""By what hands hold things on the table: about an inch, in thousandths of a tray."""


def draw(view: RunewarsView, language: str = "en") -> str:
    """Return the whole drawing, with its words in a language."""
    return _sheet(view, language, things(view, language))


def ground(view: RunewarsView, language: str = "en") -> str:
    """Return what never changes in a match: the sheet, the field and the legend."""
    return _sheet(view, language)


def _sheet(view: RunewarsView, language: str, *layers: str) -> str:
    words, sheet = words_in(language), sheet_of(view)
    x, y, width, height = sheet.table
    return tag(
        "svg",
        title(words("title")),
        stylesheet(),
        tag("defs", patterns()),
        box(0, 0, sheet.width, sheet.height, "page"),
        field(view, sheet, words),
        legend(sheet, words),
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(sheet.width)} {number(sheet.height)}",
        width=sheet.width,
        height=sheet.height,
        class_=ROOT,
        role="graphics-document",
        data_unit=number(sheet.long(INCH)),
        data_focus=f"{number(x - 8)} {number(y - 8)} {number(width + 16)} {number(height + 16)}",
    )


def things(view: RunewarsView, language: str = "en") -> str:
    """Return what changes: everything that lies on the table and beside it."""
    words, sheet = words_in(language), sheet_of(view)
    return group(
        areas(view, sheet, words),
        terrain(view, sheet, words),
        units(view, sheet, words),
        tokens(view, sheet, words),
        head(view, sheet, words),
        turn(view, sheet, words),
        sides(view, sheet, words),
        id="things",
    )
