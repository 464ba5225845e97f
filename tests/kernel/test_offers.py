"""What a game offers beyond its rules is found in one way, and a game that offers nothing plays all the same."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import pytest

from banneret.bots.greedy import GreedyBot
from banneret.bots.judging import Judging, judging_of
from banneret.bots.player import Bot
from banneret.bots.search import SearchBot
from banneret.bots.seated import play_for
from banneret.content.army_lists import armies_of
from banneret.kernel.creation import new_match
from banneret.kernel.offers import offered
from banneret.kernel.pile import mask_of
from banneret.kernel.record import Record
from banneret.kernel.stream import Stream, derive_key
from banneret.show.showing import PlainShowing, showing_of
from banneret.testing.conformance import stand
from banneret.testing.twins import twin_of
from tests.kernel.toy import SkirlRulebook


class Bare(SkirlRulebook):
    twins = None  # type: ignore[assignment]  # it offers none


class Drawn(SkirlRulebook):
    @cached_property
    def showing(self) -> PlainShowing:
        return PlainShowing(self)


class Broken(SkirlRulebook):
    @cached_property
    def judging(self) -> Judging[Any]:
        raise AttributeError("a mistake")


class Wrong(SkirlRulebook):
    judging = "no judge"


def test_a_game_that_offers_nothing_has_what_serves_every_game() -> None:
    book = Bare()
    state = new_match("skirl", seats=3, seed=1).state
    assert isinstance(showing_of(book), PlainShowing)
    assert judging_of(book).totals(state) == [0.0] * 3
    assert judging_of(book).chances(state) is None
    assert armies_of(book) is None
    assert twin_of(book, state, mask_of({0}), Stream(derive_key("twin"))) is None


def test_a_part_of_the_wrong_type_and_one_that_fails_are_not_passed_over() -> None:
    assert offered(SkirlRulebook(), "judging", Judging) is None
    with pytest.raises(TypeError, match="skirl: judging is a str, not a Judging"):
        judging_of(Wrong())
    with pytest.raises(AttributeError, match="a mistake"):
        judging_of(Broken())


def test_a_match_of_a_game_that_draws_nothing_draws_nothing_in_a_notebook() -> None:
    match = new_match("skirl", seats=2, seed=1)
    assert match._repr_svg_() is None
    match.rulebook = Drawn()
    assert match._repr_svg_() == Drawn().showing.draw(match.view(None).game)


def test_bots_play_a_game_without_a_judge_to_its_end_and_it_is_recorded() -> None:
    match = new_match("skirl", seats=2, seed=3, options={"rounds": 1})
    bots: dict[int, Bot] = {0: GreedyBot(1), 1: SearchBot(2, iterations=20)}
    while match.asking:
        play_for(bots, match, next(iter(match.asking)), seed=1)
    assert match.outcome is not None
    assert stand(Record.of(match).replay()) == stand(match)
