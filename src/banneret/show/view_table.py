"""Display of any view as a table: field names on the left, values on the right, nested values indented."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from textwrap import wrap
from typing import Any, Final, NamedTuple

import msgspec

from banneret.show.stylesheet import LETTERS, STRONG, Colour, coloured, rules
from banneret.show.stylesheet import sheet as style
from banneret.show.svg import box, group, tag, text, title
from banneret.text.catalogue import Catalogue

ROOT: Final = "plain"
"""CSS class of the drawing."""
SIZE: Final = 1000
"""Size of the square sheet; a longer table is split into several columns in smaller type."""
_COLOURS: Final = (
    Colour(id="paper", light="#fdf8ea", dark="#1d1a15"),
    Colour(id="ink", light="#2a2318", dark="#e9e0cc"),
    Colour(id="soft", light="#6b604c", dark="#a89d87"),
)
_LEFT: Final = 24
_INDENT: Final = 26
_VALUES: Final = 340
"""Horizontal position of the values."""
_LINE: Final = 26
_LETTERS: Final = 18
_COLUMNS: Final = 64
"""Number of characters per line of values."""
_UNKNOWN: Final = "?"


class Row(NamedTuple):
    """A line of the table; a heading has no value."""

    depth: int
    label: str
    value: str = ""


def rows(label: str, value: Any, texts: Catalogue, depth: int = 0) -> Iterator[Row]:  # builtin types, as in JSON
    """Yield the rows of a value: up to two lines, or a heading and the rows of its parts."""
    if isinstance(value, Mapping) and depth and len(inline := _inline(value, texts)) <= 2 * _COLUMNS and inline:
        yield from _wrapped(depth, label, inline)
    elif isinstance(value, Mapping) and value:
        yield Row(depth, label)
        for name, part in value.items():
            yield from rows(_name(str(name), texts), part, texts, depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, str) and not all(_simple(part) for part in value):
        yield Row(depth, label)
        for number, part in enumerate(value, 1):
            yield from rows(str(number), part, texts, depth + 1)
    else:
        yield from _wrapped(depth, label, _said(value, texts))


def table(view: Any, texts: Catalogue) -> str:  # the view of any game
    """Return the things of the drawing: a group for each field of a view."""
    fields = msgspec.to_builtins(view, str_keys=True)
    parts = {name: list(rows(_name(name, texts), value, texts)) for name, value in fields.items()}
    total = sum(len(one) for one in parts.values())
    columns = next(n for n in count(1) if n * _lines(n) >= total)
    drawn = []
    above = 0
    for name, lines in parts.items():
        drawn.append(
            group(
                title(f"{lines[0].label} {lines[0].value}".strip()),
                *(_line(row, *divmod(number, _lines(columns))) for number, row in enumerate(lines, above)),
                scale=1 / columns,
                id=f"view-{name}",
                aria_label=lines[0].label,
            )
        )
        above += len(lines)
    return tag("g", *drawn, id="things")


def sheet(heading: str, *layers: str) -> str:
    """Return a complete drawing: an empty sheet with layers on top."""
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


def _lines(columns: int) -> int:
    """Return the number of lines per column: the narrower the columns, the smaller the type."""
    return columns * SIZE // _LINE - 1


def _line(row: Row, column: int, number: int) -> str:
    y, left = (number + 1) * _LINE, column * SIZE
    classes = "ink strong" if not row.value else "soft"
    label = (
        text(left + _LEFT + _INDENT * row.depth, y, row.label, _LETTERS, classes, anchor="start") if row.label else ""
    )
    return label + (text(left + _VALUES, y, row.value, _LETTERS, "ink", anchor="start") if row.value else "")


def _wrapped(depth: int, label: str, value: str) -> Iterator[Row]:
    lines = wrap(value, _COLUMNS) or [""]
    yield Row(depth, label, lines[0])
    for line in lines[1:]:
        yield Row(depth, "", line)


def _inline(value: Mapping[str, Any], texts: Catalogue) -> str:
    """Return the non-empty fields of a thing on one line; "" if it has nested parts."""
    if not all(_short(part) for part in value.values()):
        return ""
    there = {name: part for name, part in value.items() if part or type(part) in (int, float)}
    return "; ".join(f"{_name(name, texts)}: {_said(part, texts)}" for name, part in there.items())


def _short(part: Any) -> bool:  # builtin types
    return not isinstance(part, Mapping) and (_simple(part) or all(_simple(one) for one in part))


def _name(field: str, texts: Catalogue) -> str:
    """Return the name of a field or key from the catalogue, or its id made readable."""
    return texts.text(f"name.{field}") or field.replace("_", " ").replace("-", " ")


def _simple(value: Any) -> bool:  # builtin types
    return not isinstance(value, Mapping | list | tuple) or not value


def _said(value: Any, texts: Catalogue) -> str:  # builtin types
    if value is None:
        return _UNKNOWN
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, Mapping | list | tuple):
        return ", ".join(_said(part, texts) for part in value) or "–"
    return texts.name(value) or "–" if isinstance(value, str) else str(value)
