"""The rule index of Runewars and its page of rulings."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from banneret.games.runewars.languages import rule_index
from banneret.text.catalogue import LANGUAGES

RULES = rule_index()
PAGE = (Path(__file__).parents[3] / "docs" / "rulings" / "runewars.md").read_text("utf-8")
CASE = re.compile(
    r"### `(rw:ruling\.\d+)`\n\n"
    r"- \*\*Question:\*\* (.+)\n- \*\*Decision:\*\* (.+)\n- \*\*Why:\*\* (.+)\n"
    r"- \*\*Rule:\*\* `(.+)`\n- \*\*From:\*\* (\w+)\n"
)


SAME = ("47 Initiative", "51 Mana", "76 Timing")
"""Names that another language has in common with English."""


def entry(id: str) -> str:
    return id.partition(":")[2].partition(".")[0]


def test_all_92_entries_with_their_263_paragraphs_are_there() -> None:
    numbered = [rule.id for rule in RULES if entry(rule.id).isdecimal()]
    assert sorted({int(entry(id)) for id in numbered}) == list(range(1, 93))
    assert sum(bool(re.fullmatch(r"rw:\d+\.[1-9]\d*", id)) for id in numbered) == 263


def test_paragraphs_and_bullets_follow_each_other() -> None:
    for name in dict.fromkeys(entry(rule.id) for rule in RULES):
        numbers = [rule.id.rpartition(".")[2] for rule in RULES if entry(rule.id) == name]
        for before, number in pairwise(numbers):
            paragraph, bullet = re.fullmatch(r"(\d+)([a-z]?)", number).groups()  # type: ignore[union-attr]  # it is one
            if bullet:
                previous = before.removeprefix(paragraph) or chr(ord("a") - 1)
                assert ord(bullet) == ord(previous) + 1, f"{name}.{number}"
            else:
                assert int(paragraph) == int(before.rstrip("abcdefg")) + 1, f"{name}.{number}"


def test_a_section_is_the_number_and_name_of_its_entry() -> None:
    for rule in RULES:
        if entry(rule.id).isdecimal():
            assert rule.section.startswith(f"{entry(rule.id)} "), rule.id
    assert RULES.citation("rw:19.5") == "19 Squaring Up, rule 5"
    assert RULES.citation("rw:19.5a") == "19 Squaring Up, rule 5a"
    assert RULES.citation("rw:army.13") == "Army Building, rule 13 (p. 3)"


def test_no_summary_is_told_twice_in_an_entry() -> None:
    told = Counter((rule.section, rule.summary) for rule in RULES)
    assert [one for one, times in told.items() if times > 1] == []


def test_the_page_of_rulings_says_what_the_index_says() -> None:
    cases = CASE.findall(PAGE)
    assert len(cases) == PAGE.count("### ")
    assert [case[0] for case in cases] == [rule.id for rule in RULES if rule.ruling]
    for id, _, decision, _, rule, source in cases:
        assert (decision, source) == (RULES[id].summary, RULES[id].provenance), id
        assert rule in RULES, id


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_rule_is_told_in_the_language(language: str) -> None:
    for rule in rule_index(language):
        english = RULES[rule.id]
        assert rule.summary != english.summary, rule.id
        assert rule.section != english.section or english.section in SAME, rule.id
        assert (rule.reason is None) == (english.reason is None), rule.id
        assert rule.reason is None or rule.reason != english.reason, rule.id
        assert sorted(re.findall(r"\d+", rule.summary)) == sorted(
            re.findall(r"\d+", english.summary.replace("1.575", "1 575").replace("63.5", "63 5"))
        ), rule.id


def test_an_unknown_language_is_english() -> None:
    assert {rule.summary for rule in rule_index("xx")} == {rule.summary for rule in RULES}
