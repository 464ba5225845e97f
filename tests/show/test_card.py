"""The cards of every game: whole, in every language, and as many as the documentation says."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from banneret.kernel.registry import rulebook, rulebooks
from banneret.kernel.rulebook import Rulebook
from banneret.show.card import Card, Selection, cards, cards_of, messages
from banneret.text.catalogue import LANGUAGES
from tools.cards import DOCUMENTED, ROW, counts, updated

GAMES = [one.id for one in rulebooks() if cards_of(rulebook(one.id))]
NOTATION = re.compile(r"[a-z]:[a-z]|\b[a-z]+_[a-z]+|[{}<>]|\b[a-z]+\.[a-z]|\b\d{5}\b")
"""Ids of rules and cards, fields and messages without a text."""


@cache
def book_of(game: str) -> Rulebook[Any]:
    return rulebook(game)


@cache
def cards_by_id(game: str) -> dict[str, Card]:
    return {card.id: card for card in cards(game)}


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_unique(game: str) -> None:
    assert not [id for id, number in Counter(card.id for card in cards(game)).items() if number > 1]


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_cards_referred_to_exist(game: str) -> None:
    known, found = {rule.id for rule in book_of(game).rules()}, cards_by_id(game)
    for card in found.values():
        rules = {*card.rules, *(keyword.rule for keyword in card.keywords)} - {""}
        assert rules <= known, card.id
        of_parts = {*(keyword.card for keyword in card.keywords), *(ability.card for ability in card.abilities)}
        assert {*card.related, *of_parts} - {""} <= set(found), card.id


@pytest.mark.parametrize("game", GAMES)
def test_every_card_can_be_read(game: str) -> None:
    for card in cards_by_id(game).values():
        assert card.texts or card.abilities or card.stats or card.faces, card.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_texts_are_whole_sentences_without_ids(game: str, language: str) -> None:
    texts = book_of(game).catalogue(language)
    for card in cards_by_id(game).values():
        assert f"card.kind.{card.kind}" in texts
        assert not card.faction or texts.name(card.faction) != card.faction
        assert not card.provenance or f"provenance.{card.provenance}" in texts
        for message in messages(card):
            assert message.id in texts, message.id
            written = texts.render(message)
            assert written.strip(), message.id
            assert not NOTATION.search(written), (card.id, written)
            named = [
                one for value in message.fields.values() for one in (value if isinstance(value, tuple) else [value])
            ]
            assert not [one for one in named if isinstance(one, str) and texts.name(one) == one and "-" in one], card.id


@pytest.mark.parametrize("game", GAMES)
def test_there_are_as_many_cards_as_documented(game: str) -> None:
    """The table is updated by `python tools/cards.py`."""
    documented = {id: tuple(map(int, counts)) for id, *counts in ROW.findall(DOCUMENTED.read_text("utf-8"))}
    assert all(there >= wanted for there, wanted in zip(counts(game), documented[game], strict=True)), counts(game)
    assert updated(f"| `{game}` | 1 | 2 | 3 |") == f"| `{game}` | {' | '.join(map(str, counts(game)))} |"


def test_cards_are_selected_by_every_field() -> None:
    game = "icefire-s6"
    all_cards = cards(game)
    one = next(card for card in all_cards if card.cost is not None)
    assert cards(game, kind="no such kind") == ()
    assert one in cards(game, kind=one.kind, cost_from=one.cost, cost_to=one.cost)
    assert one not in cards(game, cost_from=(one.cost or 0) + 1)
    assert Selection().of(all_cards, book_of(game).catalogue()) == all_cards
