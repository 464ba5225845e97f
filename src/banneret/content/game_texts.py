"""The texts and the rule index of a game, in every language, from the `text` and `data` folders of its package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Final

from banneret.text.catalogue import LANGUAGES, Catalogue
from banneret.text.pseudo import PSEUDO
from banneret.text.rules_index import RuleIndex

_SHARED: Final = "banneret.kernel"
"""The package with the texts shared by all games."""


class GameTexts:
    """The texts of one game, loaded on first use and cached."""

    def __init__(
        self,
        package: str,
        *,
        english: Callable[[], Mapping[str, str]] | None = None,
        composed: Callable[[Catalogue], Mapping[str, str]] | None = None,
    ) -> None:
        """Load the texts of a game's package.

        `english` returns the texts by id whose English source is in the data files, if there are more than those of
        `data/rules.toml`; `composed` returns texts composed from others.
        """
        self._package = package
        self._english = english
        self._composed = composed
        self._rules: RuleIndex | None = None
        self._translated: dict[str, RuleIndex] = {}
        self._catalogues: dict[str, Catalogue] = {}

    def catalogue(self, language: str) -> Catalogue:
        """Return the catalogue of a language, or the English one if the language is not available."""
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
        """Return the English rules of `data/rules.toml`."""
        if self._rules is None:
            text = files(self._package).joinpath("data", "rules.toml").read_text("utf-8")
            self._rules = RuleIndex.load(text, "rules.toml")
        return self._rules

    def rule_index(self, language: str = "en") -> RuleIndex:
        """Return the rules of `data/rules.toml` in a language, or in English if the language is not available."""
        known = _known(language)
        if known not in self._translated:
            self._translated[known] = self.translated(self.english_rules(), known)
        return self._translated[known]

    def translated(self, english: RuleIndex, language: str) -> RuleIndex:
        """Return a rule index in a language, or in English if the language is not available."""
        known = _known(language)
        return english if known == "en" else english.translated(self.catalogue(known))


def _known(language: str) -> str:
    return language if language in (*LANGUAGES, PSEUDO) else "en"
