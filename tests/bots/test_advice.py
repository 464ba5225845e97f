"""Advice: an answer that a bot would give, and the terms that speak for it."""

from __future__ import annotations

import pytest

from banneret.bots.advice import advise
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.kernel.creation import new_match
from banneret.kernel.registry import rulebook, rulebooks
from banneret.text.catalogue import LANGUAGES


def test_advice_is_an_answer_that_the_rules_allow_with_reasons_by_weight() -> None:
    match = new_match("battles", seats=2, seed=3, options={"scenario": "waystone"})
    seat = min(match.asking)
    before = match.digest()
    advice = advise(Player(match, seat, 1), 1)
    assert match.refusal(seat, advice.do) is None
    weights = [abs(one.points) for one in advice.reasons]
    assert weights == sorted(weights, reverse=True)
    assert advice == advise(Player(match, seat, 1), 1)
    assert match.digest() == before


@pytest.mark.parametrize("game", [one.id for one in rulebooks()])
def test_every_term_of_an_evaluation_has_a_name_in_every_language(game: str) -> None:
    book = rulebook(game)
    match = new_match(game, seats=book.seats_at_first(), seed=1)
    terms = judging_of(book).evaluate(match.state, 0).terms
    for language in LANGUAGES:
        assert {f"term.{term}" for term in terms} <= set(book.catalogue(language).ids())
