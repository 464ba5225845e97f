"""The rule index of A Song of Ice & Fire in both editions."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from banneret.games.icefire.content import editions
from banneret.games.icefire.content.datafile import DataError, DataFile
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition, changes, rule_index
from banneret.text.rules_index import RuleIndex

S6 = rule_index(SEASON_6)
DE = rule_index(EDITION_2021)
WITH_FAQ = rule_index(EDITION_2021, faq=True)


def chapter(id: str) -> str:
    return id.partition(":")[2].partition(".")[0]


@pytest.mark.parametrize("index", [S6, DE, WITH_FAQ], ids=["s6", "2021", "2021-faq"])
def test_chapters_stand_together_in_the_order_of_the_book(index: RuleIndex) -> None:
    chapters = [chapter(rule.id).removesuffix("-2021") for rule in index]
    changed = [new for old, new in pairwise(["", *chapters]) if new != old]
    assert len(changed) == len(set(changed))
    pages = [rule.page for rule in index if rule.page is not None]
    assert pages == sorted(pages)
    assert set(pages) >= set(range(4, 35))


def test_numbers_of_a_chapter_follow_each_other() -> None:
    for name in {chapter(rule.id) for rule in S6}:
        numbers = [rule.id.rpartition(".")[2] for rule in S6 if chapter(rule.id) == name]
        if numbers[0].isdecimal():
            assert numbers == [str(n) for n in range(1, len(numbers) + 1)], name


def test_pages_are_those_of_the_book_and_nothing_else_has_one() -> None:
    for index in (S6, DE):
        for rule in index:
            assert (rule.page is not None) == (rule.provenance == "rulebook" and not rule.ruling), rule.id
    assert {rule.provenance for rule in S6} == {"rulebook", "sourced", "inferred", "project"}


def test_the_edition_of_2021_is_season_6_with_its_changes_and_nothing_else() -> None:
    dropped = {id for change in changes() for id in change.drops}
    added = {id for change in changes() for id in change.adds}
    assert {rule.id for rule in S6} - {rule.id for rule in DE} == dropped
    assert {rule.id for rule in DE} - {rule.id for rule in S6} == added
    assert all(DE[rule.id] == rule for rule in S6 if rule.id in DE)


def test_every_one_of_the_26_differences_is_a_change_under_its_number() -> None:
    numbers = Counter(change.switch for change in changes() if change.switch is not None)
    assert numbers == Counter(range(1, 27))


def test_the_faq_takes_two_changes_back() -> None:
    back = [change for change in changes() if change.faq is not None]
    assert [(change.switch, change.faq) for change in back] == [(5, "2021-S02"), (7, "2021-S02")]
    assert {rule.id for rule in WITH_FAQ} - {rule.id for rule in DE} == {id for one in back for id in one.drops}
    assert {rule.id for rule in DE} - {rule.id for rule in WITH_FAQ} == {id for one in back for id in one.adds}
    with pytest.raises(ValueError, match="Season 6 already includes it"):
        rule_index(SEASON_6, faq=True)


def test_a_rule_of_2021_stands_where_the_one_stood_that_it_replaces() -> None:
    order = [rule.id for rule in DE]
    assert order[order.index("icefire:army-2021.2") - 1] == "icefire:army.11"
    assert order[order.index("icefire:clash-of-kings-2021.5") + 1] == "icefire:clash-of-kings.12"
    assert order[order.index("icefire:game-of-thrones-2021.2") - 1] == "icefire:game-of-thrones.9"


@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_no_summary_is_told_twice_in_a_chapter(edition: Edition) -> None:
    told = Counter((chapter(rule.id).removesuffix("-2021"), rule.summary) for rule in rule_index(edition))
    assert [one for one, times in told.items() if times > 1] == []


CHANGE = '[[change]]\nname = "{name}"\n{rest}\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (CHANGE.format(name="a", rest='drops = ["icefire:nothing.1"]'), "a: drops: 'icefire:nothing.1' is unknown"),
        (CHANGE.format(name="a", rest='adds = ["icefire:army.12"]'), "a: adds: 'icefire:army.12' is unknown"),
        (
            CHANGE.format(name="a", rest='drops = ["icefire:army.12"]')
            + CHANGE.format(name="b", rest='drops = ["icefire:army.12"]'),
            "b: drops: 'icefire:army.12' is already in another change",
        ),
        (CHANGE.format(name="a", rest="switch = 27"), "a: switch: "),
        (
            CHANGE.format(name="a", rest=""),
            "whole file: adds: 'icefire:terms-2021.1' is a 2021 rule that no change adds",
        ),
        (CHANGE.format(name="A a", rest=""), "A a: name: "),
        ("[other]\n", "whole file: other: is unknown; allowed: change"),
    ],
)
def test_a_mistake_in_the_changes_is_told_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(DataError, match=f"^changes.toml: {re.escape(fault)}"):
        editions._read(DataFile.parse("changes.toml", text))


PAGE = (Path(__file__).parents[3] / "docs" / "rulings" / "icefire.md").read_text("utf-8")
CASE = re.compile(
    r"### `(icefire:ruling\.\d+)`\n\n"
    r"- \*\*Question:\*\* (.+)\n- \*\*Decision:\*\* (.+)\n- \*\*Why:\*\* (.+)\n"
    r"- \*\*Rule:\*\* `(.+)`\n- \*\*From:\*\* (\w+)\n"
)


def test_the_page_of_rulings_says_what_the_index_says() -> None:
    cases = CASE.findall(PAGE)
    assert len(cases) == PAGE.count("### ")
    assert [case[0] for case in cases] == [rule.id for rule in S6 if rule.ruling]
    for id, _, decision, _, rule, source in cases:
        assert (decision, source) == (S6[id].summary, S6[id].provenance), id
        assert rule in S6 or rule in DE, id


def test_the_page_of_rulings_lists_every_change_of_2021() -> None:
    for change in changes():
        assert f"| {change.switch} | `{change.name}` |" in PAGE or (
            change.switch is None and f"`{change.name}`" in PAGE
        )
