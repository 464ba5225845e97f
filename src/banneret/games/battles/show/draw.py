"""The board as a picture: a complete SVG of the hexes with everything that a view shows on them."""

from __future__ import annotations

from banneret.games.battles.content.scenario import Scenario
from banneret.games.battles.show.drawing.field import hexes, markers, tokens, units, zones
from banneret.games.battles.show.drawing.ground import ground
from banneret.games.battles.show.drawing.layout import Places, places_of
from banneret.games.battles.show.drawing.preview import way
from banneret.games.battles.show.drawing.style import ROOT
from banneret.games.battles.show.drawing.words import words_in
from banneret.games.battles.view import BattlesView, FightView
from banneret.show.svg import group, sheet, tag

__all__ = ["draw", "ground", "things", "whole_ground"]


def draw(view: BattlesView, language: str = "en") -> str:
    """Return the whole board, with texts in a language."""
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
        focus=(0, 0, places.width, places.height),
        root=ROOT,
    )


def things(view: BattlesView, language: str = "en") -> str:
    """Return everything on the ground, which changes during the match."""
    places, words = places_of(view.plan), words_in(language)
    attack = view.fight
    house = view.turn.house if view.turn is not None else view.first
    return tag(
        "g",
        tokens(view, places, words),
        zones(view, places, words),
        units(view, places, words),
        markers(view, places, words),
        group(_attack(places, attack, house), data_attention=""),
        hexes(view, places, words),
        id="things",
    )


def _attack(places: Places, attack: FightView | None, house: str) -> str:
    """Return the arrow of the current attack."""
    if attack is None or not attack.attacker or not attack.target:
        return ""
    return way(places, attack.attacker, attack.target, house)
