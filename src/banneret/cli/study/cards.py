"""`banneret cards`: the cards of a game, their texts, effects, code and tests."""

from __future__ import annotations

from typing import Any

from banneret.cli.consoles import fail, note, out, reported
from banneret.cli.study.info import write_json
from banneret.cli.wording import chosen_book, offering
from banneret.kernel.rulebook import Rulebook
from banneret.show.card import Card, cards_of, mentions
from banneret.show.terminal import card_lister_of
from banneret.text.catalogue import Catalogue


def cards(game: str, words: str = "", *, coverage: bool = False, as_json: bool = False, language: str = "en") -> None:
    """Show the described cards of a game that contain the words; without words, list its cards."""
    book = chosen_book(game)
    described, lister = cards_of(book), card_lister_of(book)
    if described and not coverage and (words or lister is None):
        _show(described, words, book.catalogue(language), as_json=as_json)
        return
    if lister is None:
        fail(f"{game!r} has no list of cards; choose from {', '.join(offering(_cards_or_list))}")
    if words:
        fail(f"the cards of {game!r} cannot be searched")
    with reported():
        found = lister.cards(language, coverage=coverage)
    if as_json:
        write_json(found.cards)
        return
    console = out()
    for line in found.lines:
        console.print(line, soft_wrap=True)
    if found.summary:
        note(found.summary)


def _cards_or_list(book: Rulebook[Any]) -> object:
    return cards_of(book) or card_lister_of(book)


def _show(described: tuple[Card, ...], words: str, texts: Catalogue, *, as_json: bool) -> None:
    found = [card for card in described if mentions(card, words, texts)]
    if not found:
        fail(f"no card mentions {words!r}")
    if as_json:
        write_json(found)
        return
    console = out()
    for card in found:
        for line in _lines(card, texts):
            console.print(line, soft_wrap=True, markup=False)
        console.print()


def _lines(card: Card, texts: Catalogue) -> list[str]:
    """Return a card as its title, its numbers and its texts."""
    faction = f" ({texts.name(card.faction)})" if card.faction else ""
    numbers = ", ".join(f"{texts.render(stat.label)} {stat.value}" for stat in card.stats)
    lines = [texts.render(card.title) + faction, numbers, *map(texts.render, card.texts)]
    return [line for line in lines if line]
