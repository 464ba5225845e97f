"""The table of a match as plain text, for programs and for people without colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from banneret.kernel.match import Match, Seats
from banneret.show.terminal import Cell, Line, Table, terminal_of


def table_text(match: Match[Any], viewers: Seats, language: str = "en") -> str:
    """Return the table as these seats see it: as a terminal displays it, or the view as JSON without a terminal."""
    book = match.rulebook
    view = match.view(viewers).game
    terminal = terminal_of(book)
    if terminal is None:
        return msgspec.json.format(msgspec.json.encode(view, order="deterministic"), indent=2).decode()
    lines: list[str] = []
    for part in terminal.board(view, book.catalogue(language)):
        lines += ["".join(span.text for span in part.spans)] if isinstance(part, Line) else _table(part)
    return "\n".join(lines)


def _table(table: Table) -> list[str]:
    """Return a table as lines with aligned columns."""
    rows = [[column.heading for column in table.columns], *([_text(cell) for cell in row] for row in table.rows)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(table.columns))]

    def line(row: Sequence[str]) -> str:
        cells = zip(table.columns, row, widths, strict=True)
        return "  ".join(text.rjust(w) if column.numbers else text.ljust(w) for column, text, w in cells).rstrip()

    return [line(row) for row in rows]


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell.text
