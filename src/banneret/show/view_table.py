"""Any view as a table: the names of its fields on the left, their values on the right, nested things set in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final, NamedTuple

import msgspec

from banneret.show.stylesheet import LETTERS, STRONG, Colour, coloured, rules
from banneret.show.stylesheet import sheet as style
from banneret.show.svg import box, group, tag, text, title
from banneret.text.catalogue import Catalogue

ROOT: Final = "plain"
"""The class of the whole drawing."""
SIZE: Final = 1000
"""The sheet is a square of this size; a longer table is scaled down to fit."""
_COLOURS: Final = (
    Colour(id="paper", light="#fdf8ea", dark="#1d1a15"),
    Colour(id="ink", light="#2a2318", dark="#e9e0cc"),
    Colour(id="soft", light="#6b604c", dark="#a89d87"),
)
_LEFT: Final = 24
_INDENT: Final = 26
_VALUES: Final = 340
"""Where the values begin."""
_LINE: Final = 26
_LETTERS: Final = 18
_COLUMNS: Final = 64
"""The number of letters that fit into a line of values."""
_UNKNOWN: Final = "?"


class Row(NamedTuple):
    """A line of the table; a heading has no value."""

    depth: int
    label: str
    value: str = ""


def rows(label: str, value: Any, texts: Catalogue, depth: int = 0) -> Iterator[Row]:  # builtins, as JSON would have it
    """Return the rows of a value: one for what fits into a line, else a heading and the rows of its parts."""
    if isinstance(value, Mapping) and value:
        yield Row(depth, label)
        for name, part in value.items():
            yield from rows(_name(str(name), texts), part, texts, depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, str) and not all(_simple(part) for part in value):
        yield Row(depth, label)
        for number, part in enumerate(value, 1):
            yield from rows(str(number), part, texts, depth + 1)
    else:
        lines = wrap(_said(value, texts), _COLUMNS) or [""]
        yield Row(depth, label, lines[0])
        for line in lines[1:]:
            yield Row(depth, "", line)


def table(view: Any, texts: Catalogue) -> str:  # the view of whatever game it is
    """Return the things of the drawing: a group for each field of a view."""
    fields = msgspec.to_builtins(view, str_keys=True)
    parts = {name: list(rows(_name(name, texts), value, texts)) for name, value in fields.items()}
    tall = _LINE * (sum(len(one) for one in parts.values()) + 1)
    scale = min(1.0, SIZE / tall)
    drawn = []
    y = 0.0
    for name, lines in parts.items():
        drawn.append(
            group(
                title(f"{lines[0].label} {lines[0].value}".strip()),
                *(_line(row, number) for number, row in enumerate(lines, 1)),
                at=(0, y * scale),
                scale=scale,
                id=f"view-{name}",
                aria_label=lines[0].label,
            )
        )
        y += _LINE * len(lines)
    return tag("g", *drawn, id="things")


def sheet(heading: str, *layers: str) -> str:
    """Return a whole drawing: the empty sheet, and layers upon it."""
    day, night = (coloured(ROOT, _COLOURS, night=dark) for dark in (False, True))
    return tag(
        "svg",
        title(heading),
        style(day + rules(ROOT, (*LETTERS, STRONG)), night),
        box(0, 0, SIZE, SIZE, "paper"),
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE} {SIZE}",
        width=SIZE,
        height=SIZE,
        class_=ROOT,
        role="graphics-document",
    )


def _line(row: Row, number: int) -> str:
    y = number * _LINE
    classes = "ink strong" if not row.value else "soft"
    label = text(_LEFT + _INDENT * row.depth, y, row.label, _LETTERS, classes, anchor="start") if row.label else ""
    return label + (text(_VALUES, y, row.value, _LETTERS, "ink", anchor="start") if row.value else "")


def _name(field: str, texts: Catalogue) -> str:
    """Return the name of a field or a key: from the catalogue, or made readable."""
    return texts.text(f"name.{field}") or field.replace("_", " ").replace("-", " ")


def _simple(value: Any) -> bool:  # builtins
    return not isinstance(value, Mapping | list | tuple) or not value


def _said(value: Any, texts: Catalogue) -> str:  # builtins
    if value is None:
        return _UNKNOWN
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, Mapping | list | tuple):
        return ", ".join(_said(part, texts) for part in value) or "–"
    return texts.name(value) or "–" if isinstance(value, str) else str(value)
