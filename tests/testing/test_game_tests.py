"""The suite as a test class: the toy passes it, and each test catches a fault of its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import SkipTest

import pytest

from banneret.kernel.registry import register
from banneret.testing import ConformanceError, ConformanceTests, conformance_tests, game_tests
from banneret.text.catalogue import Catalogue
from tests.kernel.toy import SkirlRulebook, SkirlView
from tests.kernel.toy_actions import BidChooser
from tests.kernel.toy_state import State

TestSkirl = conformance_tests("skirl", seats=(2,), settings={"short": {"rounds": 1}}, seeds=1, languages=())


class ShowsAll(SkirlRulebook):
    def view(self, state: State, seats: frozenset[int]) -> SkirlView:
        return super().view(state, frozenset(range(state.seats)))


class Forgets(SkirlRulebook):
    def decode(self, data: Any) -> State:
        return super().decode({**data, "scores": [0] * data["seats"], "coins": [1] * data["seats"]})


class Unsound(SkirlRulebook):
    domains = {name: values for name, values in SkirlRulebook.domains.items() if name != "edge"}  # noqa: RUF012


class Wordy(SkirlRulebook):
    def catalogue(self, language: str = "en") -> Catalogue:
        return Catalogue(language, [], {"ask.bid": "Bid {money} coins"})


def suite(**more: Any) -> ConformanceTests:
    return conformance_tests("skirl", seats=(2,), rate=1, **more)()


def matches(name: str) -> Callable[[ConformanceTests], None]:
    def run(tests: ConformanceTests) -> None:
        for start in tests.starts():
            getattr(tests, name)(start)

    return run


@pytest.mark.parametrize(
    ("book", "test", "words"),
    [
        (ShowsAll, "test_secrets_redealt_are_not_seen", "a redeal changes what is received"),
        (ShowsAll, "test_twin_worlds_look_alike", "twin"),
        (Forgets, "test_copies_are_the_same_match", "created from its position"),
    ],
)
def test_a_fault_is_caught_by_the_test_of_its_kind(book: type[SkirlRulebook], test: str, words: str) -> None:
    register(book())
    with pytest.raises(ConformanceError, match=words):
        matches(test)(suite(seeds=6))


def test_an_offer_that_is_refused_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BidChooser, "refusal", lambda *_: None)
    with pytest.raises(ConformanceError, match="'bid' allows 'bid 6' and does not list it"):
        matches("test_offers_equal_refusals")(suite())


def test_a_field_without_a_domain_is_caught() -> None:
    register(Unsound())
    with pytest.raises(AssertionError, match=r"Plant\.edge has no domain 'edge'"):
        suite().test_declarations_are_sound()


def test_what_has_no_text_is_named_and_so_is_a_field_that_nothing_fills() -> None:
    register(Wordy())
    with pytest.raises(AssertionError) as caught:
        matches("test_every_message_has_a_text")(suite())
    said = str(caught.value)
    assert "'event.round-began'" in said
    assert "'ask.bid: a field that is not given'" in said
    assert "'do.bid'" in said


@pytest.mark.slow
def test_counts_are_compared_or_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError, match=r"depth 1: \d+ states"):
        suite(perft_counts={1: 1}).test_perft_counts(1)
    monkeypatch.setattr(game_tests, "_MOST_ANSWERS", 10)
    with pytest.raises(SkipTest, match="more than 10 answers"):
        suite().test_perft_counts(1)


def test_each_match_has_a_readable_name() -> None:
    tests = conformance_tests("skirl", settings={"": {}, "short": {"rounds": 1}}, seeds=1)()
    assert [str(start) for start in tests.starts()] == [
        f"{seats} seats{setting}, seed 0" for seats in (2, 3, 4) for setting in ("", ", short")
    ]
