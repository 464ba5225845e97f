"""The texts of the drawing in a language."""

from __future__ import annotations

from functools import lru_cache

from banneret.games.battles.content import languages
from banneret.games.battles.content.scenario import Scenario
from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message


class Words:
    """The drawing's texts: names, and the catalogue entries `drawing.<id>`."""

    def __init__(self, texts: Catalogue) -> None:
        self._texts = texts

    def __call__(self, id: str, **fields: Field) -> str:
        """Return the text `drawing.<id>`; ids among its fields are shown by their names."""
        return self._texts.render(Message(f"drawing.{id}", fields))

    def name(self, id: str) -> str:
        """Return the name of an id."""
        return self._texts.name(id)

    def person(self, id: str) -> str:
        """Return the name of a commander without the title."""
        return self._texts.name(id).partition(",")[0]

    def plan(self, plan: Scenario) -> str:
        """Return the name of a battle plan; plans that are not bundled give their own."""
        return self._texts.text(f"name.{plan.id}", plan.name)


@lru_cache(maxsize=8)
def words_in(language: str) -> Words:
    """Return the texts in a language."""
    return Words(languages.catalogue(language))
