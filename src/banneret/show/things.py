"""Things: what can be seen or chosen in a match, with a name, a glyph and a card, and options as words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from banneret.kernel import notation
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.rulebook import Rulebook
from banneret.show.card import cards_of
from banneret.show.showing import Showing, showing_of
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message

NUMBER: Final = "number"
"""The role of a number."""


class Thing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that can be seen or chosen; `id` is as in options, such as "unit:a3".

    `role` is the kind of thing in its id, or "number". `glyph` is the id of an icon, `card` the id of its card, empty
    for things without one, such as an edge of the table.
    """

    id: str
    role: str
    name: Message
    glyph: str
    card: str = ""

    def words(self, texts: Catalogue) -> str:
        """Return the name in a language; numbers are written in digits."""
        return self.id.partition(":")[2] if self.role == NUMBER else texts.render(self.name)


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An answer as people read it: what it does, the things it refers to, and what is said of its numbers."""

    verb: Message
    things: tuple[Thing, ...]
    label: Message | None = None

    def words(self, texts: Catalogue) -> tuple[str, ...]:
        """Return the parts of the answer in a language, in order: the label alone if it refers to nothing.

        Names of things that the label contains are omitted.
        """
        if self.label is not None and not self.things:
            return (texts.render(self.label),)
        verb, things = texts.render(self.verb), [one.words(texts) for one in self.things]
        if self.label is None:
            return (verb, *things)
        label = texts.render(self.label)
        named = (words for words, one in zip(things, self.things, strict=True) if one.role != NUMBER)
        return (verb, *(words for words in named if words not in label), label)

    def line(self, texts: Catalogue) -> str:
        """Return the answer in a language as a line: "Place an order: Winterfell, Raid"."""
        verb, *things = self.words(texts)
        return f"{verb}: {', '.join(things)}" if things else verb


class UnresolvedError(LookupError):
    """Raised for a part of an option that nothing names; its argument is the part."""


class Things:
    """The things of a match as one view shows them."""

    def __init__(self, book: Rulebook[Any], view: Any, showing: Showing[Any] | None = None) -> None:  # any game's view
        self.book = book
        self.view = view
        self.showing = showing_of(book) if showing is None else showing
        self._texts = book.catalogue()
        self._kinds = {card.id: card.kind for card in cards_of(book)}
        listed = (row for roster in self.showing.rosters(view) for row in roster.rows)
        by_id = {row.thing: (row.name, row.card) for row in listed}
        # some answers give a unit another kind than rosters do: "choice:a3" is "unit:a3"
        self._listed = {id.partition(":")[2]: found for id, found in by_id.items()} | by_id
        self._places = self.showing.places(view)

    def __getitem__(self, id: str) -> Thing:
        """Return a thing by its id, such as "area:winterfell". Raises UnresolvedError if nothing names it."""
        role, _, name = id.partition(":")
        message, listed = self._listed.get(id, (None, ""))
        if message is None and f"name.{name}" in self._texts:
            message = Message(f"name.{name}", {})
        elif message is None:
            message, listed = self._listed.get(name, (None, ""))
        card = self._card(id, listed)
        if _is_number(name) and not card:
            return Thing(id=id, role=NUMBER, name=Message(f"name.{name}", {}), glyph=NUMBER)
        if message is None:
            raise UnresolvedError(id)
        return Thing(id=id, role=role, name=message, glyph=self._kinds.get(card, role), card=card)

    def option(self, ask: Ask | None, action: Action) -> Option:
        """Return an answer to a question as people read it; without the question, numbers are not described.

        Raises UnresolvedError if nothing names a part of it.
        """
        label = None if ask is None else self.showing.label(self.view, ask, action)
        things = tuple(self._part(id, label) for id in refers(action))
        return Option(verb=Message(f"do.{type(action).__struct_config__.tag}", {}), things=things, label=label)

    def names(self, texts: Catalogue) -> dict[str, str]:
        """Return names for the ids of this match that the texts do not name: "name.a3" -> "A3 Archers"."""
        named = ((id, name) for id, (name, _) in self._listed.items() if ":" not in id)
        return {f"name.{id}": texts.render(name) for id, name in named if f"name.{id}" not in texts}

    def _part(self, id: str, label: Message | None) -> Thing:
        """Return a part of an option; the label of the option describes its numbers."""
        if label is None or not _is_number(id.partition(":")[2]):
            return self[id]
        return Thing(id=id, role=NUMBER, name=label, glyph=NUMBER, card=self._card(id))

    def _card(self, id: str, listed: str = "") -> str:
        """Return the id of the card of a thing: the one that is listed, or of its id with or without its kind."""
        name = id.partition(":")[2]
        candidates = (listed, self._places.get(id, ""), id, name, name.rpartition(":")[2])
        return next((one for one in candidates if one in self._kinds), "")


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def refers(action: Action) -> tuple[str, ...]:
    """Return the things an answer refers to: "area:hill". A number is written as "number:2"."""
    return tuple(_refers(action))


def _refers(action: Action) -> Iterator[str]:
    shapes = notation.fields(type(action))
    for name in notation.order(type(action)):
        shape, domain = shapes[name]
        value = getattr(action, name)
        for one in value if shape == "ids" else (value,):
            yield f"{domain or name}:{one}"
