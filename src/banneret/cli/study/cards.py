"""`banneret cards`: the cards of a game, their texts, effects, code and tests."""

from __future__ import annotations

from typing import Any, Final

from banneret.cli.consoles import fail, note, out, reported
from banneret.cli.study.card_coverage import card_coverage
from banneret.cli.study.info import write_json
from banneret.cli.wording import chosen_book, offering
from banneret.kernel.rulebook import Rulebook
from banneret.show.card import Attack, Card, DicePool, Selection, cards_of
from banneret.show.terminal import card_lister_of
from banneret.text.catalogue import Catalogue
from banneret.text.message import msg

_DIE: Final = "die"
"""The dice of a game that has dice of one kind only."""


def cards(
    game: str, chosen: Selection | None = None, *, coverage: bool = False, as_json: bool = False, language: str = "en"
) -> None:
    """Show the selected cards of a game; without a selection, list its cards."""
    book = chosen_book(game)
    described, lister = cards_of(book), card_lister_of(book)
    if described and not coverage and (chosen is not None or lister is None):
        texts, selection = book.catalogue(language), chosen or Selection()
        _check(selection, described)
        _show(selection.of(described, texts), texts, as_json=as_json)
        return
    if not described and lister is None:
        fail(f"{game!r} has no list of cards; choose from {', '.join(offering(_cards_or_list))}")
    if chosen is not None:
        fail(f"the cards of {game!r} cannot be searched")
    with reported():
        found = (
            card_coverage(book, described, language) if lister is None else lister.cards(language, coverage=coverage)
        )
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


def _check(selection: Selection, described: tuple[Card, ...]) -> None:
    """Refuse a kind or faction that no card has, and list those there are."""
    for name, given, there in (
        ("kind", selection.kind, {card.kind for card in described}),
        ("faction", selection.faction, {card.faction for card in described} - {""}),
    ):
        if given and given not in there:
            fail(f"no card has the {name} {given!r}; choose from {', '.join(sorted(there))}")


def _show(found: tuple[Card, ...], texts: Catalogue, *, as_json: bool) -> None:
    if not found:
        fail("no card matches")
    if as_json:
        write_json(found)
        return
    console = out()
    for card in found:
        for line in _lines(card, texts):
            console.print(line, soft_wrap=True, markup=False)
        console.print()


def _lines(card: Card, texts: Catalogue) -> list[str]:
    """Return a card as its title, its kind and cost, its numbers, its attacks, its abilities and its texts."""
    say = texts.render
    title = say(card.title) if card.subtitle is None else f"{say(card.title)}, {say(card.subtitle)}"
    faction = f" ({texts.name(card.faction)})" if card.faction else ""
    cost = () if card.cost is None else (say(msg("card.price", cost=card.cost)),)
    origin = (texts.text(f"provenance.{card.provenance}"),) if card.provenance else ()
    note = () if card.note is None else (card.note,)
    lines = [
        title + faction,
        ", ".join((texts.text(f"card.kind.{card.kind}", card.kind), *cost, *origin)),
        ", ".join(f"{say(stat.label)} {stat.value}" for stat in card.stats),
        ", ".join(say(keyword.name) for keyword in card.keywords),
        *(_attack(attack, texts) for attack in card.attacks),
        *(f"{say(part.title)}. {' '.join(map(say, part.texts))}" for part in card.abilities),
        *map(say, card.texts),
        *(f"- {say(face.text)}" for face in card.faces),
        *map(say, note),
    ]
    return [line for line in lines if line]


def _attack(attack: Attack, texts: Catalogue) -> str:
    needed = "" if attack.hit is None else f" {attack.hit}+"
    return f"{texts.render(attack.name)}{needed}: {', '.join(_pool(pool, texts) for pool in attack.pools)}"


def _pool(pool: DicePool, texts: Catalogue) -> str:
    dice = " ".join(f"{number}" if die == _DIE else f"{number} {texts.name(die)}" for die, number in pool.dice.items())
    return dice if pool.label is None else f"{texts.render(pool.label)} {dice}".rstrip()
