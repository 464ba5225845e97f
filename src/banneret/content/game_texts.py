"""The texts and the rule index of a game, in every language, from the folders `text` and `data` of its package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Final

from banneret.text.catalogue import LANGUAGES, Catalogue
from banneret.text.pseudo import PSEUDO
from banneret.text.rules_index import RuleIndex

_SHARED: Final = "banneret.kernel"
"""The package with the texts that all games have."""


class GameTexts:
    """The texts of a game: loaded when first asked for, and kept."""

    def __init__(
        self,
        package: str,
        *,
        english: Callable[[], Mapping[str, str]] | None = None,
        composed: Callable[[Catalogue], Mapping[str, str]] | None = None,
    ) -> None:
        """Take the package of the game.

        `english` returns the texts whose English is in the data, by id, if there are more than those of the rules in
        `data/rules.toml`; `composed` returns texts that are made of others.
        """
        self._package = package
        self._english = english
        self._composed = composed
        self._rules: RuleIndex | None = None
        self._translated: dict[str, RuleIndex] = {}
        self._catalogues: dict[str, Catalogue] = {}

    def catalogue(self, language: str) -> Catalogue:
        """Return the texts in a language; in English if there are none in that language."""
        known = _known(language)
        if known not in self._catalogues:
            folders = [files(package).joinpath("text") for package in (_SHARED, self._package)]
            english = self.english_rules().texts() if self._english is None else self._english()
            texts = Catalogue.load(folders, known, english)
            if self._composed is not None:
                texts.add(self._composed(texts))
            self._catalogues[known] = texts
        return self._catalogues[known]

    def english_rules(self) -> RuleIndex:
        """Return the rules of `data/rules.toml` in English."""
        if self._rules is None:
            text = files(self._package).joinpath("data", "rules.toml").read_text("utf-8")
            self._rules = RuleIndex.load(text, "rules.toml")
        return self._rules

    def rule_index(self, language: str = "en") -> RuleIndex:
        """Return the rules of `data/rules.toml` in a language; in English if there are none in that language."""
        known = _known(language)
        if known not in self._translated:
            self._translated[known] = self.translated(self.english_rules(), known)
        return self._translated[known]

    def translated(self, english: RuleIndex, language: str) -> RuleIndex:
        """Return rules in a language; in English if there are none in that language."""
        known = _known(language)
        return english if known == "en" else english.translated(self.catalogue(known))


def _known(language: str) -> str:
    return language if language in (*LANGUAGES, PSEUDO) else "en"
