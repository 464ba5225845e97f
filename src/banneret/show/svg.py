"""Writing SVG: elements as strings, numbers and texts written alike, everything escaped."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

_LETTER, _CAPITAL = 0.58, 0.68
_WIDTHS: Final = dict.fromkeys("fijlrtI.,:;'()- ", 0.36) | dict.fromkeys("mwMW~", 0.88)
"""How wide letters are, as a part of their size: nearly, for no font is known here."""

Value = str | float | int | None


def number(value: float) -> str:
    """Write a number with at most two decimals, the same on every platform."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def tag(element: str, *children: str, **attributes: Value) -> str:
    """Return an element. `class_` is written `class`, `stroke_width` `stroke-width`; None is left out."""
    written = "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    return f"<{element}{written}>{''.join(children)}</{element}>" if children else f"<{element}{written}/>"


@lru_cache(maxsize=1 << 15)  # a board is drawn anew for every change, and most of it is as it was
def _attribute(key: str, value: str | float) -> str:
    written = value if isinstance(value, str) else number(value)
    return f" {key.rstrip('_').replace('_', '-')}={quoteattr(written)}"


def title(text: str) -> str:
    """Return a title: shown on hover and read aloud."""
    return tag("title", escape(text))


def sheet(
    name: str,
    *layers: str,
    size: tuple[float, float],
    focus: tuple[float, float, float, float],
    root: str,
    unit: float | None = None,
) -> str:
    """Return a whole drawing with its name, in a class of its own.

    `focus` is what matters most in it: x, y, width and height. `unit` is the length by which hands hold things on a
    field without spaces.
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
    """Return a line of text whose middle is at that height."""
    # A third of the size below the middle is where capital letters stand; `dominant-baseline` is not drawn everywhere.
    return tag("text", escape(content), class_=classes, x=x, y=y + size * 0.35, font_size=size, text_anchor=anchor)


def named(kind: str, *names: str) -> str:
    """Return the name by which clients find a part of the drawing, such as `unit:g5`."""
    return ":".join((kind, *names))


def group(
    *children: str,
    at: tuple[float, float] | None = None,
    turn: float = 0,
    scale: float = 1,
    part: str | None = None,
    **attributes: Value,
) -> str:
    """Return a group, moved to a place, turned and scaled there; nothing at all if it has no children."""
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
    """Return a pattern that fills areas with squares of a size, side by side."""
    return tag("pattern", *children, id=id, width=size, height=size, patternUnits="userSpaceOnUse")


def circle(x: float, y: float, r: float, classes: str, **more: Value) -> str:
    """Return a circle."""
    return tag("circle", class_=classes, cx=x, cy=y, r=r, **more)


def box(x: float, y: float, width: float, height: float, classes: str, r: float = 0, **more: Value) -> str:
    """Return a rectangle, its corners rounded."""
    return tag("rect", class_=classes, x=x, y=y, width=width, height=height, rx=r or None, **more)


def path(d: str, classes: str, **more: Value) -> str:
    """Return a path."""
    return tag("path", class_=classes, d=d, **more)


def use(shape: str, classes: str, **more: Value) -> str:
    """Return a reference to a shape of the ground."""
    return tag("use", class_=classes, href=f"#{shape}", **more)


def fitting(content: str, size: float, width: float) -> float:
    """Return the size at which a line fits into a width, at most the given one."""
    wide = sum(_WIDTHS.get(letter, _CAPITAL if letter.isupper() else _LETTER) for letter in content)
    return min(size, round(width / wide, 1)) if wide else size
