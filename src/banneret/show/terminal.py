"""How a game is displayed in a terminal: lines and tables as data, independent of the library that prints them.

A rulebook offers a `Terminal` as its attribute `terminal`. A terminal may also be a `CardLister` or have its own
commands (`HasCommands`). None of them prints; that is the job of the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import msgspec

from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook
from banneret.text.catalogue import Catalogue


class Span(NamedTuple):
    """Text in one style: a colour such as "red", "bold" or "dim"; "" is plain."""

    text: str
    style: str = ""


class Line(msgspec.Struct, frozen=True):
    """A line of text in one or more styles."""

    spans: tuple[Span, ...]


class Column(NamedTuple):
    """A column heading, and whether the column contains numbers, which are right-aligned."""

    heading: str
    numbers: bool = False


Cell: TypeAlias = str | Span


class Table(msgspec.Struct, frozen=True):
    """A table with a heading above each column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


Part: TypeAlias = Line | Table


@runtime_checkable
class Terminal(Protocol):
    """Displays one game in a terminal. Views are the game's own."""

    def board(self, view: Any, texts: Catalogue) -> Iterable[Part]:
        """Return the whole table as text."""
        ...

    def standings(self, view: Any, texts: Catalogue) -> Part:
        """Return the score and resources of each seat in a few lines."""
        ...

    def heading(self, event: msgspec.Struct) -> bool:
        """Return whether the event starts a new section of the narration, such as a round."""
        ...

    def depth(self, event: msgspec.Struct) -> int:
        """Return the indentation of the event: 0 for an action, 1 for its consequences."""
        ...

    def style(self, seat: str) -> str:
        """Return the colour of a seat."""
        ...


class CardList(NamedTuple):
    """The cards of a game as data for JSON and as lines, and a summary shown after the list."""

    cards: Sequence[Any]
    lines: Sequence[str]
    summary: str = ""


@runtime_checkable
class CardLister(Protocol):
    """A terminal whose game can list its cards."""

    def cards(self, language: str, *, coverage: bool) -> CardList:
        """Return the cards; with `coverage`, also code and tests of each. Raises OSError without a source checkout."""
        ...


class Report(NamedTuple):
    """The result of a command: lines of output, or faults and a sentence that summarizes them."""

    lines: Sequence[str] = ()
    faults: Sequence[str] = ()
    error: str = ""


class FileCommand(NamedTuple):
    """A game's command that reads a file: `banneret GAME NAME FILE`."""

    name: str
    summary: str
    file: str
    """Description of the file."""
    run: Callable[[Path], Report]


class CommandGroup(NamedTuple):
    """The commands of a game."""

    summary: str
    commands: Sequence[FileCommand]


@runtime_checkable
class HasCommands(Protocol):
    """A terminal whose game has its own commands."""

    @property
    def commands(self) -> CommandGroup:
        """The commands."""
        ...


def terminal_of(book: Rulebook[Any]) -> Terminal | None:
    """Return the terminal display of a rulebook's game, or None."""
    return offered(book, "terminal", Terminal)  # type: ignore[type-abstract]  # not instantiated


def card_lister_of(book: Rulebook[Any]) -> CardLister | None:
    """Return the card lister of a game, or None."""
    found: object = terminal_of(book)
    return found if isinstance(found, CardLister) else None


def commands_of(book: Rulebook[Any]) -> CommandGroup | None:
    """Return the commands of a game, or None."""
    found: object = terminal_of(book)
    return found.commands if isinstance(found, HasCommands) else None


def text_line(text: str, style: str = "") -> Line:
    """Return a line in one style."""
    return Line((Span(text, style),))


def highlighted(text: str, word: str, style: str) -> Line:
    """Return a line in which every occurrence of a word has a style."""
    if not word:
        return text_line(text)
    before, *after = text.split(word)
    spans = [Span(before)]
    for rest in after:
        spans += [Span(word, style), Span(rest)]
    return Line(tuple(span for span in spans if span.text))
