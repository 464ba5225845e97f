"""The texts of the drawing in a language."""

from __future__ import annotations

from functools import lru_cache

from banneret.games.runewars import languages
from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message


class Words:
    """The texts of the drawing: names of things, and the entries `drawing.<id>` of a catalogue."""

    def __init__(self, texts: Catalogue) -> None:
        self._texts = texts
        self._plain: dict[str, str] = {}  # those without fields, by their ids

    def __call__(self, id: str, **fields: Field) -> str:
        """Return `drawing.<id>`; ids of things among its fields are replaced by their names."""
        if fields:
            return self._texts.render(Message(f"drawing.{id}", fields))
        if id not in self._plain:
            self._plain[id] = self._texts.render(Message(f"drawing.{id}", {}))
        return self._plain[id]

    def name(self, id: str) -> str:
        """Return the name of a thing."""
        return self._texts.name(id)


@lru_cache(maxsize=8)
def words_in(language: str) -> Words:
    """Return the texts in a language."""
    return Words(languages.catalogue(language))
