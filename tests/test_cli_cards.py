"""`banneret cards`: how far the cards of a game are."""

import pytest
import typer

from banneret.cli.cards import cards
from banneret.games.runewars.coverage import coverage
from tests.commands import run


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
    assert told[0] == "unit: 27 of 34 played, 27 of them tried by tests, 1 in part"


def test_a_game_without_cards_here_is_refused() -> None:
    with pytest.raises(typer.BadParameter, match="'chess' has no cards here"):
        cards("chess")
