"""The board as SVG: the static background, and the layer of everything that depends on the match."""

from __future__ import annotations

from banneret.games.thrones.show.drawing.ground import ground
from banneret.games.thrones.show.drawing.layout import MAP_HEIGHT, MAP_WIDTH
from banneret.games.thrones.show.drawing.names import names
from banneret.games.thrones.show.drawing.pieces import areas, combat, pieces
from banneret.games.thrones.show.drawing.style import ROOT
from banneret.games.thrones.show.drawing.words import words_in
from banneret.games.thrones.view import ThronesView
from banneret.show.svg import sheet, tag, use

__all__ = ["draw", "ground", "things", "whole_ground"]


def draw(view: ThronesView, language: str = "en") -> str:
    """Return the whole board as an SVG document, with its texts in a language."""
    return _sheet(language, ground(), things(view, language))


def whole_ground() -> str:
    """Return the background as an SVG document; it does not depend on the match, the language or the viewer."""
    return _sheet("en", ground())


def _sheet(language: str, *layers: str) -> str:
    return sheet(
        words_in(language)("title"),
        *layers,
        size=(MAP_WIDTH, MAP_HEIGHT),
        focus=(0, 0, MAP_WIDTH, MAP_HEIGHT),
        root=ROOT,
    )


def things(view: ThronesView, language: str = "en") -> str:
    """Return the layer above the background: control, names, pieces and combat."""
    words = words_in(language)
    return tag(
        "g",
        areas(view, words),
        use("print", "", pointer_events="none"),  # the printed map is above the colours of the houses
        combat(view.combat),
        names(words),
        pieces(view, words),
        id="things",
    )
