"""Tactics cards that effects take from deck and discard pile."""

from __future__ import annotations

import pytest

from banneret.games.icefire.abilities.card_search import take_back, take_from_deck
from banneret.kernel.pile import PUBLIC
from tests.games.icefire.ability_table import A, B, table

rule = pytest.mark.rule

FIRST, SECOND, THIRD = "40201", "40202", "40203"


@rule("icefire:ruling.104")
def test_a_card_that_is_taken_from_the_deck_is_shown_and_the_deck_shuffled() -> None:
    game = table(A, B, decks={"a": [FIRST, SECOND, THIRD]})
    state = game.state
    state.decks[0].known = [1, 1, 1]
    take_from_deck(game, 0, SECOND)
    assert (state.hands[0].cards, state.hands[0].known) == ([SECOND], [PUBLIC])
    assert (sorted(state.decks[0].cards), state.decks[0].known) == ([FIRST, THIRD], [0, 0])


@rule("icefire:ruling.104")
def test_a_card_that_is_taken_back_from_the_discard_pile_is_shown() -> None:
    game = table(A, B)
    state = game.state
    state.discards[0] = [FIRST, SECOND]
    take_back(game, 0, FIRST)
    assert (state.hands[0].cards, state.hands[0].known) == ([FIRST], [PUBLIC])
    assert state.discards[0] == [SECOND]
