"""The words of the drawing in a language."""

from __future__ import annotations

from functools import cache

from banneret.games.battles.content import languages
from banneret.games.battles.content.scenario import Scenario
from banneret.text.catalogue import Catalogue
from banneret.text.message import Field, Message


class Words:
    """What the drawing says: names of things, and the entries `drawing.<id>` of a catalogue."""

    def __init__(self, texts: Catalogue) -> None:
        self._texts = texts

    def __call__(self, id: str, **fields: Field) -> str:
        """Return `drawing.<id>`; ids of things among its fields are shown by their names."""
        return self._texts.render(Message(f"drawing.{id}", fields))

    def text(self, id: str) -> str:
        """Return a text without fields."""
        return self._texts.text(id, id)

    def message(self, id: str, **fields: Field) -> str:
        """Return the text of an id with its fields."""
        return self._texts.render(Message(id, fields))

    def render(self, message: Message) -> str:
        """Return the sentence for a message."""
        return self._texts.render(message)

    def name(self, id: str) -> str:
        """Return the name of a thing."""
        return self._texts.name(id)

    def person(self, id: str) -> str:
        """Return the name of a commander without the title."""
        return self._texts.name(id).partition(",")[0]

    def plan(self, plan: Scenario) -> str:
        """Return the name of a battle plan: its own, where it is none that comes with the game."""
        return self._texts.text(f"name.{plan.id}", plan.name)

    def step(self, step: str) -> str:
        """Return what is done in a step of the round."""
        return self._texts.text(f"step.{step}", step)

    def says(self, rule: str) -> str:
        """Return what a rule (of a card) says, or nothing if there is no such rule."""
        return self._texts.text(f"rule.battles:{rule}")


@cache
def words_in(language: str) -> Words:
    """Return the words in a language."""
    return Words(languages.catalogue(language))
