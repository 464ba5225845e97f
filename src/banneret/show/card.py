"""Cards: descriptions of a game's components that can be read without owning the game.

A rulebook offers its cards as its attribute `cards`. Texts are messages of the game's catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from banneret.kernel.offers import offered
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import Rulebook
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message

Provenance: TypeAlias = Literal["", "rulebook", "sourced", "inferred", "project", "later", "unsettled"]
"""The origin of a card's data.

As printed (empty), the rulebook, another public source, inferred from these, or decided by this project; `later` if
only values of a later edition are known, `unsettled` if the sources differ.
"""


class Stat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number printed on a card: its glyph, its label and its value."""

    glyph: str
    label: Message
    value: str


class Keyword(msgspec.Struct, frozen=True, omit_defaults=True):
    """A keyword of a card, with its rule and its card if it has any."""

    id: str
    name: Message
    rule: str = ""
    card: str = ""


class DicePool(msgspec.Struct, frozen=True, omit_defaults=True):
    """The numbers of dice of an attack by glyph; `label` is the case in which they are rolled, such as a rank.

    `color` is green, blue or red if the case is a color; by default, pools are colored from the best to the worst.
    """

    dice: dict[str, int]
    label: Message | None = None
    color: str = ""


class Attack(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An attack: name, kind (melee, short or long range, ranged), the roll needed to hit, and dice."""

    name: Message
    kind: str
    hit: int | None = None
    range: str = ""
    pools: tuple[DicePool, ...]


class Ability(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named ability on a card; `card` is the ability's own card."""

    title: Message
    texts: tuple[Message, ...]
    card: str = ""


class Face(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A face of a die or a dial: glyphs, meaning and color; `number` is an initiative or a count."""

    glyphs: tuple[str, ...] = ()
    text: Message
    color: str = ""
    number: int | None = None


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The description of one kind of component.

    `tint` holds background and text color of the header, such as "#a8172a" and "#ffffff", if the faction has colors.
    `pictured` is true if the game draws a picture of it, see `picture_of`. `rules` are the ids of the rules that it
    refers to, `related` the ids of associated cards, such as the Tactics cards of a Commander.
    """

    id: str
    title: Message
    kind: str
    subtitle: Message | None = None
    faction: str = ""
    tint: tuple[str, str] | None = None
    pictured: bool = False
    cost: int | None = None
    stats: tuple[Stat, ...] = ()
    attacks: tuple[Attack, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    abilities: tuple[Ability, ...] = ()
    faces: tuple[Face, ...] = ()
    texts: tuple[Message, ...] = ()
    rules: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    provenance: Provenance = ""
    note: Message | None = None


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """A filter for cards; empty fields match all. `words` must all occur in the title or texts, ignoring case."""

    kind: str = ""
    faction: str = ""
    keyword: str = ""
    cost_from: int | None = None
    cost_to: int | None = None
    words: str = ""

    def of(self, cards: tuple[Card, ...], texts: Catalogue) -> tuple[Card, ...]:
        """Return the selected cards; words are searched in the language of the texts."""
        return tuple(card for card in cards if self._takes(card) and mentions(card, self.words, texts))

    def _takes(self, card: Card) -> bool:
        return (
            self.kind in ("", card.kind)
            and self.faction in ("", card.faction)
            and (not self.keyword or any(one.id == self.keyword for one in card.keywords))
            and (self.cost_from is None or (card.cost is not None and card.cost >= self.cost_from))
            and (self.cost_to is None or (card.cost is not None and card.cost <= self.cost_to))
        )


@runtime_checkable
class CardSource(Protocol):
    """Interface of the optional attribute `cards` of a rulebook."""

    def all(self) -> tuple[Card, ...]:
        """Return all cards, in the order of the game's data; their ids are unique."""
        ...


@runtime_checkable
class CardPictures(Protocol):
    """Interface of card sources that draw pictures of cards."""

    def picture(self, card: Card) -> str:
        """Return the picture of a card with `pictured`, as a complete SVG."""
        ...


def picture_of(book: Rulebook[Any], card: Card) -> str:
    """Return the picture of a card as SVG; empty if the game draws none."""
    found: object = offered(book, "cards", object)
    return found.picture(card) if card.pictured and isinstance(found, CardPictures) else ""


def cards_of(book: Rulebook[Any]) -> tuple[Card, ...]:
    """Return the cards of a game; empty if it describes none."""
    found: CardSource | None = offered(book, "cards", CardSource)  # type: ignore[type-abstract]  # not instantiated
    return () if found is None else found.all()


def cards(  # the fields of a selection
    game: str,
    words: str = "",
    *,
    kind: str = "",
    faction: str = "",
    keyword: str = "",
    cost_from: int | None = None,
    cost_to: int | None = None,
    language: str = "en",
) -> tuple[Card, ...]:
    """Return the cards of a game that match a filter.

    `words` must all occur in the title or the texts of a card in this language, ignoring case.
    """
    book = rulebook(game)
    chosen = Selection(kind=kind, faction=faction, keyword=keyword, cost_from=cost_from, cost_to=cost_to, words=words)
    return chosen.of(cards_of(book), book.catalogue(language))


def reason_of(book: Rulebook[Any], id: str, texts: Catalogue) -> list[str]:
    """Return the title and texts of the card that asks a question, one per line; none if it has no card or no text."""
    card = next((one for one in cards_of(book) if one.id == id), None) if id else None
    if card is None or not (card.abilities or card.texts):
        return []
    lines = [texts.render(card.title)]
    for ability in card.abilities:
        title = texts.render(ability.title)
        said = " ".join(texts.render(one) for one in ability.texts)
        lines.append(said if title == lines[0] else f"{title}. {said}")
    return [*lines, *(texts.render(one) for one in card.texts)]


def mentions(card: Card, words: str, texts: Catalogue) -> bool:
    """Return True if every word occurs in the title or the texts of a card, ignoring case."""
    if not words:
        return True
    written = " ".join(texts.render(message) for message in messages(card)).casefold()
    return all(word in written for word in words.casefold().split())


def messages(card: Card) -> Iterator[Message]:
    """Return every message of a card, title and note included."""
    yield card.title
    if card.subtitle is not None:
        yield card.subtitle
    yield from card.texts
    yield from (stat.label for stat in card.stats)
    yield from (keyword.name for keyword in card.keywords)
    yield from (face.text for face in card.faces)
    for attack in card.attacks:
        yield attack.name
        yield from (pool.label for pool in attack.pools if pool.label is not None)
    for ability in card.abilities:
        yield ability.title
        yield from ability.texts
    if card.note is not None:
        yield card.note
