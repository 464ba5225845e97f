"""Rich renderables of the lines and tables of games."""

from __future__ import annotations

import msgspec
from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from banneret.show.terminal import Cell, Line, Part


def printable(part: Part) -> RenderableType:
    """Return a line or a table as a renderable."""
    if isinstance(part, Line):
        return Text.assemble(*part.spans)
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for column in part.columns:
        table.add_column(Text(column.heading), justify="right" if column.numbers else "left")
    for row in part.rows:
        table.add_row(*map(_text, row))
    return table


def plain(view: msgspec.Struct) -> Text:
    """Return a view as indented JSON, for games without a terminal display."""
    return Text(msgspec.json.format(msgspec.json.encode(view), indent=2).decode())


def _text(cell: Cell) -> Text:
    return Text(cell) if isinstance(cell, str) else Text(*cell)
