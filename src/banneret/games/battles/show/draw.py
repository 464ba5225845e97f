"""A battle as a picture: a complete SVG of exactly what a view shows."""

from __future__ import annotations

from banneret.games.battles.show.drawing.field import hexes, markers, tokens, units, zones
from banneret.games.battles.show.drawing.ground import ground
from banneret.games.battles.show.drawing.houses import STEP, TOP, houses, turn
from banneret.games.battles.show.drawing.layout import places_of
from banneret.games.battles.show.drawing.legend import legend
from banneret.games.battles.show.drawing.preview import way
from banneret.games.battles.show.drawing.style import ROOT
from banneret.games.battles.show.drawing.tracks import aims, head, morale
from banneret.games.battles.show.drawing.words import words_in
from banneret.games.battles.view import BattlesView
from banneret.show.svg import group, sheet

__all__ = ["draw", "ground_of", "things", "whole_ground"]


def draw(view: BattlesView, language: str = "en") -> str:
    """Return the whole drawing, with texts in a language."""
    return _sheet(view, language, ground_of(view, language), things(view, language))


def whole_ground(view: BattlesView, language: str = "en") -> str:
    """Return the drawing without the things on the ground."""
    return _sheet(view, language, ground_of(view, language))


def _sheet(view: BattlesView, language: str, *layers: str) -> str:
    places, words = places_of(view.plan), words_in(language)
    return sheet(
        f"{words('title')}: {words.plan(view.plan)}",
        *layers,
        size=(places.width, places.height),
        focus=(0, 0, places.map_width, places.map_height),
        root=ROOT,
    )


def ground_of(view: BattlesView, language: str = "en") -> str:
    """Return the ground of this match: the board of its plan."""
    return ground(view.plan, language)


def things(view: BattlesView, language: str = "en") -> str:
    """Return everything on the ground, which changes during the match."""
    places, words = places_of(view.plan), words_in(language)
    below = TOP + STEP * len(view.houses)
    attack = view.fight
    house = view.turn.house if view.turn is not None else view.first
    return group(
        tokens(view, places, words),
        zones(view, places, words),
        units(view, places, words),
        markers(view, places, words),
        way(places, attack.attacker, attack.target, house) if attack and attack.attacker and attack.target else "",
        hexes(view, places, words),
        head(view, places, words),
        morale(view, places, words),
        houses(view, places, words),
        turn(view, places, words, below),
        aims(places, words),
        legend(places, words),
        id="things",
    )
