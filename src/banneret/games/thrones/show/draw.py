"""The board as a picture: a complete SVG of the map with everything that a view shows on it."""

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
    """Return the whole board, with its words in a language."""
    return _sheet(language, ground(), things(view, language))


def whole_ground() -> str:
    """Return the board without anything that depends on the match, the language or the viewer."""
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
    """Return everything that changes: the pieces on the board."""
    words = words_in(language)
    return tag(
        "g",
        areas(view, words),
        use("print", "", pointer_events="none"),  # above the colours of the houses
        combat(view.combat),
        names(words),
        pieces(view, words),
        id="things",
    )
