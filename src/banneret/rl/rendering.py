"""The table as text or as a drawing, as some seats see it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from banneret.kernel.match import Match, Seats
from banneret.show.showing import showing_of
from banneret.show.terminal import Cell, Line, Table, terminal_of

MODES: Final = ("human", "ansi", "svg")
"""Modes of `render`: printed, returned as text, returned as an SVG drawing."""


def rendered(match: Match[Any], mode: str | None, viewers: Seats) -> str | None:
    """Print or return the table in one of `MODES`; None if there is no mode, or it is printed."""
    if mode is None:
        return None
    if mode == "svg":
        return as_drawing(match, viewers)
    text = as_text(match, viewers)
    if mode != "human":
        return text
    sys.stdout.write(text + "\n")
    return None


def as_text(match: Match[Any], viewers: Seats, language: str = "en") -> str:
    """Return the table as plain text: as a terminal displays it, or the view as JSON if the game has no terminal."""
    book = match.rulebook
    view = match.view(viewers).game
    terminal = terminal_of(book)
    if terminal is None:
        return msgspec.json.format(msgspec.json.encode(view, order="deterministic"), indent=2).decode()
    lines: list[str] = []
    for part in terminal.board(view, book.catalogue(language)):
        lines += ["".join(span.text for span in part.spans)] if isinstance(part, Line) else table_lines(part)
    return "\n".join(lines)


def table_lines(table: Table) -> list[str]:
    """Return a table as lines with aligned columns."""
    rows = [[column.heading for column in table.columns], *([_text(cell) for cell in row] for row in table.rows)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(table.columns))]

    def line(row: Sequence[str]) -> str:
        cells = zip(table.columns, row, widths, strict=True)
        return "  ".join(text.rjust(w) if column.numbers else text.ljust(w) for column, text, w in cells).rstrip()

    return [line(row) for row in rows]


def as_drawing(match: Match[Any], viewers: Seats) -> str:
    """Return the table as an SVG drawing; a table of the view if the game has no drawing."""
    return showing_of(match.rulebook).draw(match.view(viewers).game)


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell.text
