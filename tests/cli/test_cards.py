"""`banneret cards`: every card with its abilities, and what code and tests there are for each."""

import json

import pytest

from banneret.games.runewars.coverage import coverage
from banneret.kernel import registry
from tests.commands import run
from tests.kernel.toy import SkirlRulebook


def test_cards_are_listed_with_their_abilities() -> None:
    lines = run("cards", "icefire-2021").out.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("10102  "))
    assert lines[at] == "10102  Lannister Halberdiers (unit, lannister)"
    assert lines[at + 1].startswith("       ")


@pytest.mark.slow
def test_code_and_tests_of_cards_are_told() -> None:
    """Whatever a card of Season 6 can do has code; the tests that name it are those of this folder."""
    found = json.loads(run("cards", "icefire-s6", "--coverage", "--json").out)
    parts = [one for card in found for one in (*card["abilities"], card) if "code" in one]
    assert len(parts) > 300
    assert all(one["code"] for one in parts)
    assert any(one["tests"] for one in parts)
    named = next(card for card in found if card["id"] == "10201")["tests"]
    assert all(test.startswith("tests/games/icefire/") for test in named)


def test_every_card_is_listed_with_what_it_does() -> None:
    done = run("cards", "runewars", "--coverage")
    assert done.code == 0
    lines = {line.split()[0]: line for line in done.out.splitlines()}
    assert set(lines) >= {one.id for one in coverage()}
    assert "inspiring-strike" in lines["spearmen"]
    assert "not played" in lines["prince-faolan"]
    assert "does nothing" in lines["lord-vorunthul"]


def test_the_sums_are_told_alone_without_the_option() -> None:
    told = run("cards", "runewars").out.splitlines()
    assert [line.split(":")[0] for line in told] == ["unit", "upgrade", "condition"]
    assert told[0] == "unit: 27 of 34 played, 27 of them tried by tests (27 asserted), 1 in part"


def test_rows_are_written_as_json() -> None:
    rows = json.loads(run("cards", "runewars", "--json").out)
    assert {row["card"] for row in rows} == {one.id for one in coverage()}


def test_a_game_without_cards_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.REGISTRY.books, "skirl", SkirlRulebook())
    done = run("cards", "skirl")
    assert done.code != 0
    assert "icefire-s6" in done.err
    assert "thrones" in done.err


def test_described_cards_are_shown_with_numbers_and_texts() -> None:
    lines = run("cards", "thrones", "STANNIS").out.splitlines()
    at = lines.index("Stannis Baratheon (Baratheon)")
    assert lines[at + 1] == "House card"
    assert lines[at + 2] == "Strength 4"
    assert lines[at + 3]


def test_cards_are_selected_by_filters() -> None:
    wolves = run("cards", "icefire-s6", "--kind", "unit", "--faction", "stark", "--cost-to", "3", "--json")
    assert {card["id"] for card in json.loads(wolves.out)} == {"10204", "10207", "10210"}
    vicious = run("cards", "icefire-s6", "--kind", "unit", "--keyword", "vicious", "--cost-from", "7").out
    assert "House Umber Greataxes (House Stark)\nCombat unit, Cost 7\n" in vicious
    assert "Executioner's Fury 3+: 3 ranks 6, 2 ranks 5, 1 rank 4\n" in vicious


def test_described_cards_are_shown_in_other_languages() -> None:
    assert "Belagerungsmaschine" in run("cards", "thrones", "belagerungsmaschine", "--language", "de").out


def test_words_that_no_card_has_are_refused() -> None:
    done = run("cards", "thrones", "xylophone")
    assert done.code == 1
    assert "no card matches" in done.err


def test_unknown_kinds_and_factions_are_refused_with_those_there_are() -> None:
    done = run("cards", "battles", "--kind", "dragon")
    assert done.code == 1
    assert "leadership-card" in done.err
    assert "lannister, stark" in run("cards", "battles", "--faction", "tully").err


def test_found_cards_are_written_as_json() -> None:
    found = json.loads(run("cards", "thrones", "siege", "engine", "--json").out)
    assert "siege-engine" in {card["id"] for card in found}


@pytest.mark.parametrize("game", ["thrones", "battles"])
def test_cards_are_covered_as_their_rules_are(game: str) -> None:
    cards = json.loads(run("cards", game, "--coverage", "--json").out)
    rules = {one["id"]: one for one in json.loads(run("rules", game, "--coverage", "--json").out)}
    assert len(cards) > 100
    for card in cards:
        assert all("asserted" in rules[id] for id in card["asserted"])
        assert not any("asserted" in rules[id] for id in card["touched"])
        assert card["untested"] == []
