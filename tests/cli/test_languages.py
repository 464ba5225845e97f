"""`--language`: what the game says comes in it; the command line itself speaks English."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import run


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    file = tmp_path_factory.mktemp("demo") / "match.record"
    return run("demo", "thrones", "--seed", 3, "--seats", 3, "--out", file, "--language", "de").out, file


@pytest.mark.slow
def test_the_demo_tells_a_match_in_german(demo: tuple[str, Path]) -> None:
    told, file = demo
    assert told.startswith("Der Eiserne Thron: Das Brettspiel")
    assert "Runde 2 beginnt." in told
    assert "Burgen" in told
    assert "Played " in told
    assert "Versorgung" in (file.parent / "board.svg").read_text("utf-8")


@pytest.mark.slow
def test_a_record_is_told_in_the_language_whatever_it_was_played_in(demo: tuple[str, Path]) -> None:
    _, file = demo
    english, hungarian = run("replay", file, "--to", 60), run("replay", file, "--to", 60, "--language", "hu")
    assert (english.code, hungarian.code) == (0, 0)
    assert "Dragonstone" in english.out
    assert "Dragonstone" not in hungarian.out
    assert "Sárkánykő" in hungarian.out
    assert "order dragonstone" not in hungarian.out, "answers are in words, not in notation"


def test_a_moment_is_drawn_and_written_in_the_language(demo: tuple[str, Path]) -> None:
    _, file = demo
    assert "Királyvár" in run("show", file, "--to", 10, "--language", "hu").out
    table = run("show", file, "--to", 10, "--text", "--language", "hu").out
    assert "Gyalogosok" in table
    assert "2 hajó" in table


def test_rules_are_searched_and_told_in_the_language() -> None:
    found = run("rules", "thrones", "Rückzug", "--language", "de")
    assert found.code == 0
    assert "thrones:retreat.1" in found.out
    assert "Rückzug, Regel 1 (S. " in found.out
    as_json = json.loads(run("rules", "thrones", "thrones:blade.1", "--json", "--language", "hu").out)
    assert as_json[0]["citation"].startswith("A valyriai acélpenge, 1. szabály (")


def test_a_question_and_a_refusal_are_in_the_language(tmp_path: Path) -> None:
    answers = "?\norder the-eyrie raid\norder eyrie raid\nquit\n"
    file = tmp_path / "german.record"
    done = run("play", "thrones", "--you", "stark", "--seed", 1, "--save", file, "--language", "de", stdin=answers)
    assert "Stark, Runde 1: Gib jedem deiner Gebiete mit Einheiten einen Befehl." in done.out
    assert "Die Planungsphase, Regel 2 (S. 12)" in done.out
    assert "Eyrie: Du hast dort keine Einheiten" in done.out
    assert "--language de" in done.err


def test_an_analysis_names_its_terms_in_the_language(demo: tuple[str, Path]) -> None:
    _, file = demo
    done = run("analyse", file, "--to", 3, "--language", "de")
    assert done.code == 0
    assert "Burgen und Festungen" in done.out


def test_a_language_that_is_not_there_is_refused() -> None:
    done = run("rules", "thrones", "--language", "fr")
    assert done.code == 2
    assert "unknown language 'fr'; choose from en, de, hu" in done.err
