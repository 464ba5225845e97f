"""Texts of the drawing in a language, and line breaking."""

from __future__ import annotations

from functools import lru_cache

from banneret.games.thrones.content import languages
from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message


class Words:
    """Texts of the drawing: names, and the entries `drawing.<id>` of a catalogue."""

    def __init__(self, texts: Catalogue) -> None:
        self._texts = texts

    def __call__(self, id: str, **fields: Field) -> str:
        """Return the text `drawing.<id>`, with ids in the fields replaced by names."""
        return self._texts.render(Message(f"drawing.{id}", fields))

    def name(self, id: str) -> str:
        """Return the name of a component by id."""
        return self._texts.name(id)


@lru_cache(maxsize=8)
def words_in(language: str) -> Words:
    """Return the texts in a language."""
    return Words(languages.catalogue(language))


def in_two(name: str) -> tuple[str, ...]:
    """Return a name in one or two lines, broken at the space or hyphen that makes the longer line shortest."""
    breaks = [(name[: k + (c == "-")], name[k + 1 :]) for k, c in enumerate(name) if c in " -"]
    return min(breaks, key=lambda lines: max(map(len, lines)), default=(name,))
