"""Notation: every action is written and read back."""

from __future__ import annotations

import itertools
from typing import Any, get_args

import msgspec
import pytest

from banneret.kernel.answer_types import union_of
from banneret.kernel.choosers import Action
from banneret.kernel.notation import NotationError, check_domains, fields, read, write
from tests.kernel.helpers import begin, until_asked
from tests.kernel.toy import SkirlRulebook
from tests.kernel.toy_actions import Bid, Peek, Plant, Stay, Toss
from tests.kernel.toy_state import KINDS, LINE


def test_every_action_of_the_toy_is_read_back(skirl: SkirlRulebook) -> None:
    met: dict[str, Action] = {}
    for type_ in skirl.actions:
        sets: list[Any] = []
        for shape, domain in fields(type_).values():
            values = skirl.domains[domain] if domain else range(-2, LINE + 2)
            tuples = [t for n in (1, 2, 3) for t in itertools.product(values, repeat=n)] if shape == "ids" else values
            sets.append(tuples)
        for combination in itertools.product(*sets):
            action = type_(*combination)
            text = write(action)
            assert read(text, skirl.actions) == action
            assert met.setdefault(text, action) == action, "two actions of one notation"
    assert len(met) > 2000


def test_the_type_of_an_answer_is_one_of_all_its_actions() -> None:
    assert union_of((Bid,)) is Bid
    for kinds in ((Bid, Stay), (Bid, Peek, Stay)):
        assert get_args(union_of(kinds)) == kinds


def test_notation_is_what_the_form_says() -> None:
    assert write(Plant(7, "north")) == "plant 7 from north"
    assert write(Toss(("axe", "axe"))) == "toss axe axe"
    assert write(Stay()) == "stay"


def test_blanks_do_not_matter(skirl: SkirlRulebook) -> None:
    assert read("  plant   -7 from  north ", skirl.actions) == Plant(-7, "north")


@pytest.mark.parametrize(
    "text",
    ["", "bid", "bid x", "bid 1 2", "bid ٣", "bid " + "9" * 5000, "Bid 1", "toss", "toss Axe", "stay\x00", "bid 1.0"],
)
def test_what_is_no_action_is_refused_with_its_text(text: str, skirl: SkirlRulebook) -> None:
    with pytest.raises(NotationError) as caught:
        read(text, skirl.actions)
    assert caught.value.refusal.rule == "kernel:notation"
    refusal = begin().refusal(0, text)
    assert refusal is not None
    assert refusal.reason.id == "refuse.kernel.notation"


def test_fields_stay_within_their_domains(skirl: SkirlRulebook) -> None:
    domains = {name: frozenset(values) for name, values in skirl.domains.items()}
    wrong: list[Any] = [(Bid, 99), (Bid, True), (Bid, "1"), (Bid, 1.0), (Peek, "moon")]
    wrong += [(Toss, cards) for cards in ((), ["axe"], ("axe", "x"), "axe")]
    for type_, value in wrong:
        action = type_(value)
        refusal = check_domains(action, domains)
        assert refusal is not None
        assert refusal.rule == "kernel:domain"
    several = check_domains(Toss(("axe", "x")), domains)
    assert several is not None
    assert several.reason.fields["value"] == "axe x"
    for action in (Bid(0), Peek("deck"), Toss(KINDS), Plant(10**9, "south")):
        assert check_domains(action, domains) is None


def test_an_answer_is_taken_as_action_notation_or_json() -> None:
    digests = set()
    for answer in (Bid(2), "bid 2", {"do": "bid", "coins": 2}, msgspec.json.decode(msgspec.json.encode(Bid(2)))):
        match = begin()
        match.play(1, answer)
        digests.add(match.digest())
    assert len(digests) == 1


@pytest.mark.parametrize(
    "data", [{}, {"do": "fly"}, {"do": "bid"}, {"do": "bid", "coins": "2"}, {"do": "bid", "coins": None}]
)
def test_json_that_is_no_action_is_refused(data: dict[str, Any]) -> None:
    refusal = begin().refusal(0, data)
    assert refusal is not None
    assert refusal.reason.id == "refuse.kernel.form"


def test_an_action_of_another_question_is_refused() -> None:
    refusal = begin().refusal(0, "stay")
    assert refusal is not None
    assert refusal.reason.id == "refuse.kernel.other-question"
    assert until_asked("scout").refusal(0, "bid 1") is not None
