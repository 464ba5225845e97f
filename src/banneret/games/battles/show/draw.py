"""A battle as a picture: a complete SVG of exactly what a view shows."""

from __future__ import annotations

from banneret.games.battles.content.scenario import Scenario
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
from banneret.show.svg import box, group, sheet

__all__ = ["draw", "ground", "things", "whole_ground"]


def draw(view: BattlesView, language: str = "en") -> str:
    """Return the whole drawing, with texts in a language."""
    return _sheet(view.plan, language, ground(view.plan), things(view, language))


def whole_ground(plan: Scenario) -> str:
    """Return the drawing of a plan without anything that depends on the match, the language or the viewer."""
    return _sheet(plan, "en", ground(plan))


def _sheet(plan: Scenario, language: str, *layers: str) -> str:
    places, words = places_of(plan), words_in(language)
    return sheet(
        f"{words('title')}: {words.plan(plan)}",
        *layers,
        size=(places.width, places.height),
        focus=(0, 0, places.map_width, places.map_height),
        root=ROOT,
    )


def things(view: BattlesView, language: str = "en") -> str:
    """Return everything on the ground, which changes during the match."""
    places, words = places_of(view.plan), words_in(language)
    below = TOP + STEP * len(view.houses)
    attack = view.fight
    house = view.turn.house if view.turn is not None else view.first
    return group(
        box(places.map_width, 0, places.width - places.map_width, places.height, "page"),
        box(0, places.map_height, places.map_width, places.height - places.map_height, "page"),
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
