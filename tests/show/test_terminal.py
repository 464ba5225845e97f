"""Lines and tables of a game in a terminal, as data and printed; optional parts of a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from banneret.cli.tables import plain, printable
from banneret.kernel.rulebook import Rulebook
from banneret.show.terminal import (
    CardList,
    Column,
    CommandGroup,
    FileCommand,
    Line,
    Part,
    Report,
    Span,
    Table,
    Terminal,
    card_lister_of,
    commands_of,
    highlighted,
    terminal_of,
    text_line,
)
from banneret.text.catalogue import Catalogue


class Coin(msgspec.Struct):
    """The view of a game of a coin."""

    side: str


class CoinTerminal(Terminal):
    """It offers nothing but a board."""

    def board(self, view: Coin, texts: Catalogue) -> Iterable[Part]:
        yield text_line(view.side, "bold")

    def standings(self, view: Coin, texts: Catalogue) -> Table:
        return Table((Column("seat"), Column("wins", True)), (("ann", "3"), (Span("bob", "red"), "12")))

    def heading(self, event: msgspec.Struct) -> bool:
        return False

    def depth(self, event: msgspec.Struct) -> int:
        return 0

    def style(self, seat: str) -> str:
        return ""


class FullTerminal(CoinTerminal):
    """It also lists cards and has a command."""

    commands = CommandGroup("Coins.", [FileCommand("weigh", "Weigh a coin.", "The coin.", lambda _: Report())])

    def cards(self, language: str, *, coverage: bool) -> CardList:
        return CardList([], [])


class Book(Rulebook[Any]):
    def __init__(self, terminal: object = None) -> None:
        self.terminal = terminal


def shown(part: Part) -> str:
    console = Console(file=io.StringIO(), width=80, color_system="standard", force_terminal=True)
    console.print(printable(part))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_line_has_its_styles() -> None:
    assert shown(Line((Span("a "), Span("b", "red")))) == "a \x1b[31mb\x1b[0m\n"


def test_markup_in_a_text_is_text() -> None:
    assert "[red]x" in shown(text_line("[red]x"))
    assert "[red]x" in shown(Table((Column("[red]x"),), ()))


def test_numbers_of_a_table_are_aligned_to_the_right() -> None:
    lines = [line.rstrip() for line in shown(CoinTerminal().standings(Coin("heads"), Catalogue("en", []))).splitlines()]
    assert any(line.endswith("  3") for line in lines)
    assert any(line.endswith(" 12") for line in lines)
    assert any("\x1b[31mbob" in line for line in lines)


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("Stark holds Stark", ["Stark", " holds ", "Stark"]),
        ("nobody", ["nobody"]),
        ("House Stark", ["House ", "Stark"]),
    ],
)
def test_a_word_is_highlighted_wherever_it_occurs(text: str, texts: list[str]) -> None:
    spans = highlighted(text, "Stark", "red").spans
    assert [span.text for span in spans] == texts
    assert all(span.style == ("red" if span.text == "Stark" else "") for span in spans)


def test_the_optional_parts_of_a_terminal_are_found() -> None:
    without, coin, full = Book(None), Book(CoinTerminal()), Book(FullTerminal())
    assert (terminal_of(Rulebook()), terminal_of(without)) == (None, None)
    assert terminal_of(coin) is coin.terminal
    assert (card_lister_of(without), card_lister_of(coin)) == (None, None)
    assert (commands_of(without), commands_of(coin)) == (None, None)
    lister: object = card_lister_of(full)
    assert lister is full.terminal
    found = commands_of(full)
    assert found is not None
    assert found.commands[0].run(Path("coin")) == Report()


def test_a_view_without_a_terminal_is_shown_as_json() -> None:
    assert plain(Coin("heads")).plain == '{\n  "side": "heads"\n}'
