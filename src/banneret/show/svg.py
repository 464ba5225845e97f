"""SVG elements as strings, escaped, with numbers in one uniform format."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

_LETTER, _CAPITAL = 0.58, 0.68
_WIDTHS: Final = dict.fromkeys("fijlrtI.,:;'()- ", 0.36) | dict.fromkeys("mwMW~", 0.88)
"""Approximate widths of letters relative to the font size; the actual font is unknown."""

Value = str | float | int | None


class Group(str):
    """The markup of a group with an id. It keeps its children, to save parsing the markup."""

    __slots__ = ("children", "id")

    def __new__(cls, markup: str, id: str, children: tuple[str, ...]) -> Group:
        """Create a group from its markup; children are kept if one of them is a `Group`."""
        made = super().__new__(cls, markup)
        made.id = id
        made.children = children if any(isinstance(one, Group) for one in children) else ()
        return made

    id: str
    children: tuple[str, ...]
    """The children in order, if a group with an id is among them; else empty, to save memory."""


def number(value: float) -> str:
    """Format a number with at most two decimals, identically on every platform."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def tag(element: str, *children: str, **attributes: Value) -> str:
    """Return an element. `class_` becomes `class`, `stroke_width` `stroke-width`; None attributes are omitted."""
    written = "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    markup = f"<{element}{written}>{''.join(children)}</{element}>" if children else f"<{element}{written}/>"
    if element == "g" and (id_ := attributes.get("id")) is not None:
        return Group(markup, str(id_), children)
    return markup


@lru_cache(maxsize=1 << 15)  # a board is redrawn on every change, and most of it stays the same
def _attribute(key: str, value: str | float) -> str:
    written = value if isinstance(value, str) else number(value)
    return f" {key.rstrip('_').replace('_', '-')}={quoteattr(written)}"


def title(text: str) -> str:
    """Return a title, shown on hover and read by screen readers."""
    return tag("title", escape(text))


def sheet(
    name: str,
    *layers: str,
    size: tuple[float, float],
    focus: tuple[float, float, float, float],
    root: str,
    unit: float | None = None,
) -> str:
    """Return a complete drawing with a title and the class `root`.

    `focus` is its most important part: x, y, width and height. `unit` is the grid length used when dragging things
    on a field without spaces.
    """
    width, height = size
    return tag(
        "svg",
        title(name),
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        class_=root,
        role="graphics-document",
        data_unit=None if unit is None else number(unit),
        data_focus=" ".join(map(number, focus)),
    )


def text(x: float, y: float, content: str, size: float, classes: str = "ink", *, anchor: str = "middle") -> str:
    """Return a line of text, vertically centred at `y`."""
    # Capital letters are centred a third of the size above the baseline; `dominant-baseline` is not always supported.
    return tag("text", escape(content), class_=classes, x=x, y=y + size * 0.35, font_size=size, text_anchor=anchor)


def named(kind: str, *names: str) -> str:
    """Return the id by which clients find a part of the drawing, such as `unit:g5`."""
    return ":".join((kind, *names))


def group(
    *children: str,
    at: tuple[float, float] | None = None,
    turn: float = 0,
    scale: float = 1,
    part: str | None = None,
    **attributes: Value,
) -> str:
    """Return a group, translated, rotated and scaled; an empty string if it has no children."""
    if not any(children):
        return ""
    moves = []
    if at is not None:
        moves.append(f"translate({number(at[0])} {number(at[1])})")
    if turn:
        moves.append(f"rotate({number(turn)})")
    if scale != 1:
        moves.append(f"scale({number(scale)})")
    if part is not None:
        attributes = {"id": part, "data-id": part, **attributes}
    return tag("g", *children, **attributes, transform=" ".join(moves) or None)


def pattern(id: str, size: float, *children: str) -> str:
    """Return a pattern that tiles areas with squares of the given size."""
    return tag("pattern", *children, id=id, width=size, height=size, patternUnits="userSpaceOnUse")


def circle(x: float, y: float, r: float, classes: str, **more: Value) -> str:
    """Return a circle."""
    return tag("circle", class_=classes, cx=x, cy=y, r=r, **more)


def box(x: float, y: float, width: float, height: float, classes: str, r: float = 0, **more: Value) -> str:
    """Return a rectangle with optionally rounded corners."""
    return tag("rect", class_=classes, x=x, y=y, width=width, height=height, rx=r or None, **more)


def path(d: str, classes: str, **more: Value) -> str:
    """Return a path."""
    return tag("path", class_=classes, d=d, **more)


def use(shape: str, classes: str, **more: Value) -> str:
    """Return a reference to a shape defined in the ground."""
    return tag("use", class_=classes, href=f"#{shape}", **more)


@lru_cache(maxsize=1 << 12)
def width_of(content: str, size: float) -> float:
    """Return the approximate width of a line of text."""
    return size * sum(_WIDTHS.get(letter, _CAPITAL if letter.isupper() else _LETTER) for letter in content)


def fitting(content: str, size: float, width: float) -> float:
    """Return the font size, at most `size`, at which a line fits into a width."""
    wide = width_of(content, 1)
    return min(size, round(width / wide, 1)) if wide else size
