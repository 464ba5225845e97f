"""Battles of Westeros in a terminal."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from banneret.cli.tables import printable
from banneret.games.battles.rulebook import BattlesRulebook
from banneret.games.battles.terminal import BattlesTerminal
from banneret.games.battles.view import BattlesView
from banneret.hexes import parse_label
from banneret.kernel.asks import MatchView

BOOK = BattlesRulebook()
TERMINAL = BattlesTerminal()


def seen(scenario: str, seats: tuple[int, ...] = (0,)) -> MatchView[BattlesView]:
    state = BOOK.setup(2, BOOK.options({"scenario": scenario}, 2), bytes(16))
    return MatchView(
        rulebook="battles",
        viewers=seats,
        label="round 1",
        game=BOOK.view(state, frozenset(seats)),
        waiting={},
        asks=(),
        sealed={},
        outcome=None,
    )


def told(view: MatchView[BattlesView], language: str) -> str:
    console = Console(file=io.StringIO(), width=140, highlight=False)
    for part in TERMINAL.board(view.game, BOOK.catalogue(language)):
        console.print(printable(part))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_map_shows_each_unit_in_its_hex() -> None:
    view = seen("ambush-in-the-wolfswood")
    lines = told(view, "en").splitlines()
    assert lines[0].split() == list("abcdefghijklm")
    assert [line.split()[0] for line in lines[1:10]] == list("123456789")
    marks = re.findall(r"[SL][gbr]\d", "\n".join(lines[1:10]))
    assert len(marks) == len(view.game.units)
    for unit in view.game.units:
        column, row = parse_label(unit.hex)
        start = 4 + 2 * (row % 2) + 4 * column  # every second row is set in
        mark = f"{unit.house[0].upper()}{unit.rank[0]}{unit.figures}"
        assert lines[row + 1][start : start + 3] == mark


@pytest.mark.parametrize("language", ["en", "de", "hu"])
@pytest.mark.parametrize("scenario", ["waystone", "siege-of-the-holdfast", "burning-harvest"])
def test_every_word_is_there_in_every_language(scenario: str, language: str) -> None:
    assert not re.search(r"(terminal|name)\.[a-z]", told(seen(scenario), language))


def test_a_hand_is_told_to_its_own_seat_alone() -> None:
    own, other = told(seen("waystone", (0,)), "en"), told(seen("waystone", (1,)), "en")
    assert not re.search(r"Lannister holds", own)
    assert not re.search(r"Stark holds", other)


def test_the_houses_differ_in_colour() -> None:
    assert isinstance(BOOK.terminal, BattlesTerminal)
    assert TERMINAL.style("stark") != TERMINAL.style("lannister")
