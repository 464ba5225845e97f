"""Guided first rounds: each is played to its end on the engine, and has words for every question in every language."""

from __future__ import annotations

from random import Random

import pytest

from banneret.bots.judging import judging_of
from banneret.bots.playouts import pick
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook, rulebooks
from banneret.show.guide import Guide, GuideStep, guide_of, recommended, said
from banneret.show.showing import showing_of
from banneret.text.catalogue import LANGUAGES

GAMES = [one.id for one in rulebooks()]
LONGEST = 600
SELDOM = {"condition", "pivot", "place"}
"""Kinds of questions that need no words of their own: the question says enough."""


def guide(game: str) -> Guide:
    found = guide_of(rulebook(game))
    assert found is not None
    return found


def begun(game: str, seed: int) -> Match[object]:
    told = guide(game)
    return new_match(game, seats=told.seats, seed=seed, options=told.options)


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_round_is_played_to_its_end(game: str) -> None:
    told, match = guide(game), begun(game, 0)
    judge, random = judging_of(match.rulebook), Random(0).random
    answered = 0
    for _ in range(LONGEST):
        if told.over(match):
            break
        seat, ask = next(iter(match.asking.items()))
        do = ""
        if seat == told.seat:
            answered += 1
            step = told.step(match, seat)
            assert (step is None) == (ask.kind in SELDOM), ask.kind
            do = recommended(match, seat, step)
            assert step is None or bool(do) == bool(step.answer), f"{step} is refused"
            if step is not None and step.points:
                drawn = showing_of(match.rulebook).board(match.view({seat}).game)
                assert all(f'data-id="{thing}"' in drawn for thing in step.points)
        match.play(seat, do or pick(match, ask, judge, random, 0.5))
    assert told.over(match)
    assert answered > 5


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_said_has_words_in_every_language(game: str) -> None:
    book, told = rulebook(game), guide(game)
    texts = {"begin", "end", *(step.text for step in told.steps)}
    for language in LANGUAGES:
        catalogue = book.catalogue(language)
        assert {said(book, text).id for text in texts} <= set(catalogue.ids())


def test_steps_of_a_kind_follow_each_other_and_the_last_one_stays() -> None:
    told = Guide(3, "round 2", tuple(GuideStep("order", text) for text in ("first", "second")))
    match = new_match("thrones", seats=3, seed=1)
    said_at = []
    while 0 in match.asking:
        step = told.step(match, 0)
        assert step is not None
        said_at.append(step.text)
        match.play(0, match.asking[0].options[0])
    assert said_at == ["first", "second", "second"]
    assert told.step(match, 0) is None


def test_an_answer_that_the_rules_forbid_is_not_recommended() -> None:
    match = new_match("thrones", seats=3, seed=1)
    assert recommended(match, 0, GuideStep("order", "x", answer="order winterfell raid")) == ""
    assert recommended(match, 0, GuideStep("order", "x", answer="order dragonstone raid")) == "order dragonstone raid"
    assert recommended(match, 0, None) == ""


@pytest.mark.parametrize(
    ("label", "over"), [("round 1", False), ("round 2", True), ("round 3", True), ("setup", False)]
)
def test_a_guide_is_over_from_its_last_label_on(label: str, over: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("thrones", seats=3, seed=1)
    monkeypatch.setattr(type(match), "label", label)
    assert Guide(3, "round 2", ()).over(match) is over
