"""The coverage of cards by the rules that they refer to: a card is as well tested as these."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import banneret
from banneret.cli.study.rules import asserted_rules, rule_tests
from banneret.kernel.rulebook import Rulebook
from banneret.show.card import Card
from banneret.show.terminal import CardList
from banneret.testing.rule_coverage import cited_rules


class CardCoverage(msgspec.Struct, frozen=True, kw_only=True):
    """A card in the output of `--json`, with the played rules that it refers to."""

    id: str
    name: str
    kind: str
    asserted: tuple[str, ...]
    """Rules of which a test fails if a fault is planted in their code."""
    touched: tuple[str, ...]
    """Other rules whose code is run by a test that names them."""
    untested: tuple[str, ...]
    """Rules without code or without a test."""


def card_coverage(book: Rulebook[Any], cards: tuple[Card, ...], language: str) -> CardList:
    """Return the cards of a game that refer to rules, and what is known of these."""
    found = [one for one in _covered(book, cards, language) if one.asserted or one.touched or one.untested]
    lines = [f"{one.id}  {one.name} ({one.kind}): {_status(one)}" for one in found]
    asserted = {id for one in found for id in one.asserted}
    touched = {id for one in found for id in one.touched}
    untested = {id for one in found for id in one.untested}
    summary = (
        f"{len(found)} of {len(cards)} cards refer to {len(asserted | touched | untested)} rules: {len(asserted)} are "
        f"asserted (a test fails if a fault is planted in the code), {len(touched)} touched (a test runs the code), "
        f"{len(untested)} not"
    )
    return CardList(found, lines, summary)


def _status(one: CardCoverage) -> str:
    parts = (("asserted", one.asserted), ("touched", one.touched), ("NOT TESTED", one.untested))
    return "; ".join(f"{word} {', '.join(rules)}" for word, rules in parts if rules)


def _covered(book: Rulebook[Any], cards: tuple[Card, ...], language: str) -> Iterator[CardCoverage]:
    index, texts = book.rules(language), book.catalogue(language)
    played = {rule.id for rule in index if rule.status == "played"}
    code, tests = cited_rules(Path(str(banneret.__file__)).parent, index), rule_tests(book)
    asserted = asserted_rules(book)
    for card in cards:
        rules = [id for id in dict.fromkeys(card.rules) if id in played]
        tested = [id for id in rules if code.get(id) and tests.get(id)]
        yield CardCoverage(
            id=card.id,
            name=texts.render(card.title),
            kind=texts.text(f"card.kind.{card.kind}", card.kind),
            asserted=tuple(id for id in tested if id in asserted),
            touched=tuple(id for id in tested if id not in asserted),
            untested=tuple(id for id in rules if id not in tested),
        )
