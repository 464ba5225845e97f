"""The texts and the rule index of Thrones in every language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from banneret.text.catalogue import LANGUAGES, Catalogue
from banneret.text.pseudo import PSEUDO
from banneret.text.rules_index import RuleIndex

_HERE = files("banneret.games.thrones")


def catalogue(language: str) -> Catalogue:
    """Return the texts in a language; English, if it is none of those there are."""
    return _catalogue(_known(language))


def rule_index(language: str) -> RuleIndex:
    """Return the rule index in a language; English, if it is none of those there are."""
    return _translated(_known(language))


def _known(language: str) -> str:
    return language if language in (*LANGUAGES, PSEUDO) else "en"


@cache
def _translated(language: str) -> RuleIndex:
    return _english() if language == "en" else _english().translated(_catalogue(language))


@cache
def _english() -> RuleIndex:
    return RuleIndex.load(_HERE.joinpath("data", "rules.toml").read_text("utf-8"), "rules.toml")


@cache
def _catalogue(language: str) -> Catalogue:
    kernel = files("banneret.kernel").joinpath("text")
    return Catalogue.load([kernel, _HERE.joinpath("text")], language, _english().texts())
