"""The rule index of Battles of Westeros: its marks, its texts in every language, and the page of its rulings."""

import re
from collections import Counter
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from banneret.text.catalogue import Catalogue
from banneret.text.rules_index import RuleIndex

GAME = files("banneret").joinpath("games", "battles")
INDEX = RuleIndex.load(GAME.joinpath("data", "rules.toml").read_text("utf-8"), "rules.toml")
PAGE = (Path(__file__).parents[3] / "docs" / "rulings" / "battles.md").read_text("utf-8")
PRINTED = 20
"""The last page of the rulebook that is there."""


def chapter(id: str) -> str:
    return id.partition(":")[2].partition(".")[0]


def test_chapters_stand_together_and_their_numbers_follow_each_other() -> None:
    chapters = [chapter(rule.id) for rule in INDEX]
    changes = [new for old, new in pairwise(["", *chapters]) if new != old]
    assert len(changes) == len(set(changes))
    for one in changes:
        numbers = [id.rpartition(".")[2] for id in (rule.id for rule in INDEX) if chapter(id) == one]
        if numbers[0].isdecimal():
            assert numbers == [str(n) for n in range(1, len(numbers) + 1)]


def test_every_rule_says_where_it_is_from() -> None:
    assert {rule.provenance for rule in INDEX} == {"rulebook", "sourced", "inferred", "project"}
    for rule in INDEX:
        if rule.page is not None:
            assert (rule.page <= PRINTED, rule.provenance) == (True, "rulebook"), rule.id
        elif not rule.ruling and re.fullmatch(r"c\d+", chapter(rule.id)) is None:
            assert rule.provenance != "rulebook", rule.id
    pages = [rule.page for rule in INDEX if rule.page is not None]
    assert set(pages) == {3, *range(4, PRINTED + 1)}


@pytest.mark.parametrize("language", ["de", "hu"])
def test_every_rule_is_told_in_the_language(language: str) -> None:
    texts = Catalogue.load([GAME.joinpath("text")], language)
    assert {id for id in texts.ids() if re.match(r"(rule|reason|section|cited)\.", id)} == set(INDEX.texts())
    other = INDEX.translated(texts)
    for rule in other:
        english = INDEX[rule.id]
        assert rule.summary != english.summary, rule.id
        assert rule.section != english.section, rule.id
        assert rule.reason is None or rule.reason != english.reason, rule.id
    sections = Counter({rule.section: other[rule.id].section for rule in INDEX}.values())
    assert [name for name, times in sections.items() if times > 1] == []


def test_the_page_of_rulings_has_every_ruling_and_every_guess() -> None:
    rulings = re.findall(
        r"^### `(battles:ruling\.\d+)`\n\n- \*\*Question:\*\* .+\n- \*\*Decision:\*\* (.+)\n- \*\*Why:\*\* .+\n"
        r"- \*\*Rule:\*\* `(.+)`\n- \*\*From:\*\* (.+)$",
        PAGE,
        flags=re.MULTILINE,
    )
    assert [(id, said, mark) for id, said, _, mark in rulings] == [
        (rule.id, rule.summary, rule.provenance) for rule in INDEX if rule.ruling
    ]
    assert [rule for _, _, rule, _ in rulings if rule not in INDEX] == []
    guesses = re.findall(r"^\| `(battles:c\d+\.\d+)` \| (\w+) \| (.+) \| .+ \|$", PAGE, flags=re.MULTILINE)
    assert guesses == [
        (rule.id, rule.provenance, rule.summary)
        for rule in INDEX
        if re.fullmatch(r"c\d+", chapter(rule.id)) and rule.provenance in ("inferred", "project")
    ]
