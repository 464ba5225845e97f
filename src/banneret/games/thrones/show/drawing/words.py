"""Words of the drawing in a language, and line breaking."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.games.thrones.content import languages
from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message

TRACKS: Final = ("iron-throne", "fiefdoms", "kings-court")
WESTEROS: Final = ("I", "II", "III")
NO_CARD: Final = "\u2014"


class Words:
    """Texts of the drawing: names of things, and the entries `drawing.<id>` of a catalogue."""

    def __init__(self, texts: Catalogue) -> None:
        self._texts = texts

    def __call__(self, id: str, **fields: Field) -> str:
        """Return `drawing.<id>`, with ids among the fields replaced by names."""
        return self._texts.render(Message(f"drawing.{id}", fields))

    def lines(self, id: str) -> list[str]:
        """Return a label as its lines."""
        return self(id).split("\n")

    def name(self, id: str) -> str:
        """Return the name of a thing."""
        return self._texts.name(id)

    def step(self, step: str) -> str:
        """Return the description of a step of the round."""
        return self._texts.text(f"step.{step}", step)

    def says(self, rule: str) -> str:
        """Return the summary of a card's rule, or nothing if there is no such rule."""
        return self._texts.text(f"rule.thrones:{rule}")


@lru_cache(maxsize=8)
def words_in(language: str) -> Words:
    """Return the words in a language."""
    return Words(languages.catalogue(language))


def in_two(name: str) -> tuple[str, ...]:
    """Return a name in one or two lines, broken at the space or hyphen that makes the longer line shortest."""
    breaks = [(name[: k + (c == "-")], name[k + 1 :]) for k, c in enumerate(name) if c in " -"]
    return min(breaks, key=lambda lines: max(map(len, lines)), default=(name,))
