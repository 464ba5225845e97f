"""The texts and the rule index in every language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from banneret.games.runewars.composed_names import composed_names
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import tabletop
from banneret.text.catalogue import LANGUAGES, Catalogue
from banneret.text.pseudo import PSEUDO
from banneret.text.rules_index import RuleIndex


def catalogue(language: str) -> Catalogue:
    """Return the texts in a language; English, if it is none of those there are."""
    return _catalogue(_known(language))


def rule_index(language: str = "en") -> RuleIndex:
    """Return the rules in a language; English, if it is none of those there are."""
    return _rule_index(_known(language))


@cache
def _rule_index(language: str) -> RuleIndex:
    if language == "en":
        text = files("banneret.games.runewars").joinpath("data", "rules.toml").read_text("utf-8")
        return RuleIndex.load(text, "rules.toml")
    return _rule_index("en").translated(_catalogue(language))


@cache
def english_texts() -> dict[str, str]:
    """The texts whose English stands in the data: rules, and names of cards and terrain, by id."""
    texts = rule_index("en").texts()
    found, table = components(), tabletop()
    for things in (found.units, found.upgrades, found.morale, found.conditions, table.deployments, table.objectives):
        texts |= {f"name.{thing.id}": thing.name for thing in things.values()}
    for piece in table.pieces.values():
        texts |= {f"name.{side.id}": side.name for side in (piece.defensive, piece.dangerous)}
    return texts


def _known(language: str) -> str:
    return language if language in (*LANGUAGES, PSEUDO) else "en"


@cache
def _catalogue(language: str) -> Catalogue:
    kernel = files("banneret.kernel").joinpath("text")
    texts = Catalogue.load([kernel, files("banneret.games.runewars").joinpath("text")], language, english_texts())
    texts.add({f"name.{id}": told for id, told in composed_names(texts)})
    return texts
