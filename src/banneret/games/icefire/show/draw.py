"""The drawing of a match as a complete SVG of a view, with the near edge of the table at the bottom."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.show.drawing.board import head, legend, turn, zones
from banneret.games.icefire.show.drawing.field import deployments, field, objectives, stocked, terrain, units, walls
from banneret.games.icefire.show.drawing.layout import DEEP, HEIGHT, MARGIN, SHEET, left, panels_wide, wide
from banneret.games.icefire.show.drawing.preview import fight
from banneret.games.icefire.show.drawing.sides import sides
from banneret.games.icefire.show.drawing.style import ROOT, patterns, stylesheet
from banneret.games.icefire.show.drawing.words import words_in
from banneret.games.icefire.view import IcefireView
from banneret.show.svg import box, group, sheet, tag
from banneret.show.tabletop.figures import FIGURES
from banneret.show.tabletop.ground import stock

__all__ = ["draw", "ground", "things"]

DESK: Final = 600.0
"""How far the desk under the table continues beyond the sheet."""


def draw(view: IcefireView, language: str = "en") -> str:
    """Return the whole drawing, labelled in a language."""
    return _sheet(view, language, things(view, language))


def ground(view: IcefireView, language: str = "en") -> str:
    """Return the parts that never change in a match: the sheet, the field and the legend."""
    return _sheet(view, language)


def _sheet(view: IcefireView, language: str, *layers: str) -> str:
    words = words_in(language)
    width = left(view) + panels_wide(view) + MARGIN
    return sheet(
        f"{words('title')}: {words.name(view.mode)}",
        stylesheet(),
        tag("defs", patterns(), stock(ROOT, FIGURES, stocked())),
        box(0, 0, width, HEIGHT, "page"),
        box(-DESK, -DESK, left(view) + DESK, DEEP + 2 * MARGIN + DESK, "desk"),
        field(wide(view)),
        *layers,
        size=(width, HEIGHT),
        focus=(0, 0, left(view), DEEP + 2 * MARGIN),
        root=ROOT,
        unit=SHEET.inch,
    )


def things(view: IcefireView, language: str = "en") -> str:
    """Return the parts that change: everything on the table and beside it."""
    words = words_in(language)
    return group(
        deployments(view, words),
        terrain(view, words),
        walls(view, words),
        units(view, words),
        objectives(view, words),
        fight(view),
        head(view, words),
        zones(view, words),
        sides(view, words),
        turn(view, words),
        legend(view, words),
        id="things",
    )
