"""A match as a picture: a complete SVG of exactly what a view shows."""

from __future__ import annotations

from banneret.games.thrones.show.drawing.ground import ground
from banneret.games.thrones.show.drawing.houses import combat_panel, houses
from banneret.games.thrones.show.drawing.layout import MAP_HEIGHT, MAP_WIDTH, PANEL_WIDTH
from banneret.games.thrones.show.drawing.legend import legend
from banneret.games.thrones.show.drawing.names import names
from banneret.games.thrones.show.drawing.pieces import areas, combat, pieces
from banneret.games.thrones.show.drawing.style import ROOT
from banneret.games.thrones.show.drawing.tracks import tracks, wildlings
from banneret.games.thrones.show.drawing.words import words_in
from banneret.games.thrones.view import ThronesView
from banneret.show.svg import box, group, sheet, use

__all__ = ["draw", "ground", "things", "whole_ground"]


def draw(view: ThronesView, language: str = "en") -> str:
    """Return the whole drawing, with its words in a language."""
    return _sheet(language, ground(), things(view, language))


def whole_ground() -> str:
    """Return the drawing without anything that depends on the match, the language or the viewer."""
    return _sheet("en", ground())


def _sheet(language: str, *layers: str) -> str:
    return sheet(
        words_in(language)("title"),
        *layers,
        size=(MAP_WIDTH + PANEL_WIDTH, MAP_HEIGHT),
        focus=(0, 0, MAP_WIDTH, MAP_HEIGHT),
        root=ROOT,
    )


def things(view: ThronesView, language: str = "en") -> str:
    """Return everything that changes: the pieces on the board."""
    words = words_in(language)
    return group(
        areas(view, words),
        use("print", "", pointer_events="none"),  # above the colours of the houses
        combat(view.combat),
        names(words),
        pieces(view, words),
        wildlings(view, words),
        box(MAP_WIDTH, 0, PANEL_WIDTH, MAP_HEIGHT, "page"),
        tracks(view, words),
        houses(view, words),
        legend(words),
        combat_panel(view.combat, view.tides_of_battle, words),
        id="things",
    )
