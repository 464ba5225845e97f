"""The publisher's FAQ 2021-S02, an option of the edition of 2021: no idleness, and a full board holds units back."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, rule_index
from banneret.games.icefire.content.law import law_of
from banneret.kernel.match import Match
from banneret.testing.conformance import random_match
from tests.games.icefire.scene import BOOKS, GUARDSMEN, SWORDS, asked, offered, play, refused, scene

rule = pytest.mark.rule

FAQ: Final[dict[str, Any]] = {"faq": True}
A, B = f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180"
FAR = f"a {SWORDS} 10 10 0"
ZONES = ("crown", "wealth", "tactics", "combat", "maneuver")


def with_faq(*units: str, **more: Any) -> Match[Any]:  # columns of a scene
    return scene(*units, edition=EDITION_2021, options=FAQ, **more)


@rule("icefire:idleness.1", "icefire:idleness.4", "icefire:retreat.8")
def test_an_engaged_unit_attacks_or_retreats_and_breaks_contact_if_it_can() -> None:
    match = with_faq(A, B, chance=(3,))
    assert refused(match, "a: take forgo").rule == "icefire:idleness.1"
    play(match, "a: take retreat")
    assert asked(match) == ("a", "retreat")
    assert refused(match, "a: withdraw back 0 0").rule == "icefire:idleness.4"


@rule("icefire:board.7")
def test_nobody_is_activated_for_a_full_board() -> None:
    taken = [f"b 30105 {zone}" for zone in ZONES]
    match = with_faq(FAR, f"b {GUARDSMEN} 24 40 180", ncus=[*taken, "a 30202"])
    while asked(match)[1].startswith("window"):
        play(match, f"{asked(match)[0]}: pass")
    assert asked(match)[1] != "activation" or "activate-ncu an1" not in offered(match)


def test_every_rule_that_either_kind_of_match_names_stands_in_the_index_in_the_order_of_the_book() -> None:
    index = BOOKS[EDITION_2021].rules()
    there = [one.id for one in index]
    for faq in (False, True):
        kind = [one.id for one in rule_index(EDITION_2021, faq=faq)]
        assert [id for id in there if id in set(kind)] == kind
    assert len(set(there)) == len(there)
    pages = [one.page for one in index if one.page is not None]
    assert all(one <= other for one, other in pairwise(pages))
    assert law_of(EDITION_2021, faq=True).idleness


@pytest.mark.slow
def test_a_match_with_the_faq_is_played_to_its_end() -> None:
    """Every rule that forbids or asks something in it stands in the index."""
    index = BOOKS[EDITION_2021].rules()
    asked_by: set[str] = set()

    def look(match: Match[Any]) -> None:
        wrong = match.rulebook.audit(match.state)
        assert not wrong, wrong
        asked_by.update(ask.rule for ask in match.asking.values())

    match = random_match(EDITION_2021, 2, 4, {**FAQ, "terrain": "pool"}, on_question=look, events=False, most=4000)
    assert match.outcome is not None
    assert {id for id in asked_by if index.get(id) is None} == set()
