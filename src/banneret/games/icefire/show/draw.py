"""The table as a picture: a complete SVG of a view, with the near edge of the table at the bottom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.games.icefire.content.tabletop import pieces
from banneret.games.icefire.show.drawing.field import deployments, field, objectives, stocked, terrain, units, walls
from banneret.games.icefire.show.drawing.layout import HEIGHT, MARGIN, SHEET, wide
from banneret.games.icefire.show.drawing.preview import fight
from banneret.games.icefire.show.drawing.style import ROOT, patterns, stylesheet
from banneret.games.icefire.show.drawing.words import words_in
from banneret.games.icefire.view import IcefireView
from banneret.show.svg import box, sheet, tag
from banneret.show.tabletop.figures import FIGURES
from banneret.show.tabletop.ground import stock

__all__ = ["draw", "ground_of", "grounds", "things"]

DESK: Final = 600.0
"""How far the desk under the table continues beyond the sheet."""


def draw(view: IcefireView, language: str = "en") -> str:
    """Return the whole table, labelled in a language."""
    name = f"{words_in(language)('title')}: {words_in(language).name(view.mode)}"
    return _sheet(name, wide(view), things(view, language))


def ground_of(view: IcefireView) -> str:
    """Return the ground of a match."""
    return ground(wide(view))


def ground(across: float) -> str:
    """Return the background, which is the same in all matches on a table of this width and in every language."""
    return _sheet(words_in("en")("title"), across)


def grounds() -> Iterator[str]:
    """Yield the grounds of all tables."""
    table = pieces().table
    for inches in (table.width, table.wide):
        yield ground(inches * SHEET.inch)


def _sheet(name: str, across: float, *layers: str) -> str:
    width = across + 2 * MARGIN
    return sheet(
        name,
        stylesheet(),
        tag("defs", patterns(), stock(ROOT, FIGURES, stocked())),
        box(-DESK, -DESK, width + 2 * DESK, HEIGHT + 2 * DESK, "desk"),
        field(across),
        *layers,
        size=(width, HEIGHT),
        focus=(0, 0, width, HEIGHT),
        root=ROOT,
        unit=SHEET.inch,
    )


def things(view: IcefireView, language: str = "en") -> str:
    """Return the parts that change: everything on the table."""
    words = words_in(language)
    return tag(
        "g",
        deployments(view, words),
        terrain(view, words),
        walls(view, words),
        units(view, words),
        objectives(view, words),
        fight(view),
        id="things",
    )
