"""Cards: the components of a game, described as data that can be read without owning the game.

A rulebook offers its cards as its attribute `cards`. Texts are messages of the game's catalogue.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import msgspec

from banneret.kernel.offers import offered
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import Rulebook
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message


class Stat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number printed on a card: its glyph, its label and its value."""

    glyph: str
    label: Message
    value: str


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The description of one kind of component; `rules` are the ids of the rules that it refers to."""

    id: str
    title: Message
    kind: str
    faction: str = ""
    cost: int | None = None
    stats: tuple[Stat, ...] = ()
    texts: tuple[Message, ...] = ()
    rules: tuple[str, ...] = ()


@runtime_checkable
class CardSource(Protocol):
    """The optional part of a rulebook that describes its components."""

    def all(self) -> tuple[Card, ...]:
        """Return all cards, in the order of the game's data; their ids are unique."""
        ...


def cards_of(book: Rulebook[Any]) -> tuple[Card, ...]:
    """Return the cards of a game; empty if it describes none."""
    found: CardSource | None = offered(book, "cards", CardSource)  # type: ignore[type-abstract]  # not instantiated
    return () if found is None else found.all()


def cards(game: str) -> tuple[Card, ...]:
    """Return the cards of the game with this id."""
    return cards_of(rulebook(game))


def mentions(card: Card, words: str, texts: Catalogue) -> bool:
    """Return whether every word occurs in the title or the texts of a card, in any letter case."""
    written = " ".join(texts.render(message) for message in (card.title, *card.texts)).casefold()
    return all(word in written for word in words.casefold().split())
