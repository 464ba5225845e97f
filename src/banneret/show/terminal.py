"""How a game looks in a terminal: lines and tables as data, whatever library prints them.

A rulebook offers a `Terminal` as its attribute `terminal`. A terminal may also be a `CardLister` or have commands of
its own (`CommandGroup`). None of them prints: that is the command line's part.
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
    """A line of text in one or several styles."""

    spans: tuple[Span, ...]


class Column(NamedTuple):
    """The heading of a column, and whether it holds numbers, which are aligned to the right."""

    heading: str
    numbers: bool = False


Cell: TypeAlias = str | Span


class Table(msgspec.Struct, frozen=True):
    """A table with a heading over each column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


Part: TypeAlias = Line | Table


@runtime_checkable
class Terminal(Protocol):
    """How one game looks in a terminal. Views are the game's own."""

    def board(self, view: Any, texts: Catalogue) -> Iterable[Part]:
        """Return the whole table as text."""
        ...

    def standings(self, view: Any, texts: Catalogue) -> Part:
        """Return the score of each seat and what it has, in a few lines."""
        ...

    def heading(self, event: msgspec.Struct) -> bool:
        """Return whether the event begins a new section of the narration, such as a round."""
        ...

    def depth(self, event: msgspec.Struct) -> int:
        """Return how far the event is indented: 0 for an action, 1 for its consequences."""
        ...

    def style(self, seat: str) -> str:
        """Return the colour of a seat."""
        ...


class CardList(NamedTuple):
    """The cards of a game: as data for JSON, as lines, and a summary that is no part of the list."""

    cards: Sequence[Any]
    lines: Sequence[str]
    summary: str = ""


@runtime_checkable
class CardLister(Protocol):
    """A terminal of a game whose cards can be listed."""

    def cards(self, language: str, *, coverage: bool) -> CardList:
        """Return the cards; with `coverage`, also the code and the tests of each. Raises OSError without a checkout."""
        ...


class Report(NamedTuple):
    """The result of a command: lines of output, or faults and the sentence that sums them up."""

    lines: Sequence[str] = ()
    faults: Sequence[str] = ()
    error: str = ""


class FileCommand(NamedTuple):
    """A command of a game that reads a file: `banneret GAME NAME FILE`."""

    name: str
    summary: str
    file: str
    """What the file is."""
    run: Callable[[Path], Report]


class CommandGroup(NamedTuple):
    """The commands of a game."""

    summary: str
    commands: Sequence[FileCommand]


@runtime_checkable
class HasCommands(Protocol):
    """A terminal of a game with commands of its own."""

    @property
    def commands(self) -> CommandGroup:
        """The commands."""
        ...


def terminal_of(book: Rulebook[Any]) -> Terminal | None:
    """Return how the game of a rulebook looks in a terminal, if it offers that."""
    return offered(book, "terminal", Terminal)  # type: ignore[type-abstract]  # it is not called


def card_lister_of(book: Rulebook[Any]) -> CardLister | None:
    """Return what lists the cards of a game, if its terminal does."""
    found: object = terminal_of(book)
    return found if isinstance(found, CardLister) else None


def commands_of(book: Rulebook[Any]) -> CommandGroup | None:
    """Return the commands of a game, if its terminal has any."""
    found: object = terminal_of(book)
    return found.commands if isinstance(found, HasCommands) else None


def text_line(text: str, style: str = "") -> Line:
    """Return a line in one style."""
    return Line((Span(text, style),))


def highlighted(text: str, word: str, style: str) -> Line:
    """Return a line in which a word has a style wherever it occurs."""
    if not word:
        return text_line(text)
    before, *after = text.split(word)
    spans = [Span(before)]
    for rest in after:
        spans += [Span(word, style), Span(rest)]
    return Line(tuple(span for span in spans if span.text))
