"""The style sheet of a drawing: colours by day and by night as CSS classes, and the weave that tells players apart.

Every rule begins with the class of the whole drawing, so that it touches nothing else on a page that shows it inline.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

import msgspec

from banneret.show.svg import path, pattern, tag

LETTERS: Final = (
    "text{font-family:'Gill Sans','Gill Sans MT',Candara,'DejaVu Sans Condensed','Segoe UI',sans-serif}",
    "text.name{font-family:'Iowan Old Style',Palatino,'Palatino Linotype',Georgia,'DejaVu Serif Condensed',serif;"
    "font-weight:600}",
)
STRONG: Final = "text.strong{font-weight:700}"
LINES: Final = (".line{stroke-linejoin:round;stroke-linecap:round;fill:none}", ".clear{fill:transparent}")
TRAYS: Final = (
    *LETTERS,
    STRONG,
    *LINES,
    ".faint{opacity:.5}",
    ".weave{opacity:.3}",
    # Trays and tokens stand on any ground: a dark edge within a light one.
    ".token{stroke:#1a150b;stroke-width:1.3px;stroke-linejoin:round}",
    ".lift{stroke:#fdf8ea;stroke-width:4px;stroke-linejoin:round;fill:none}",
)
"""What all drawings of a measured table begin with."""


class Colour(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A colour by day and by night."""

    id: str
    light: str
    dark: str


class PlayerStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a player is shown: never by colour alone."""

    id: str
    letter: str
    fill: str
    ink: str
    pattern: str


class TerrainStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The colour and the pattern of a kind of terrain, or of a side of a piece."""

    id: str
    colour: str
    pattern: str


class Inked(Protocol):
    """A style with a colour, and one to write on it."""

    @property
    def id(self) -> str:
        """Return its id."""

    @property
    def fill(self) -> str:
        """Return its colour."""

    @property
    def ink(self) -> str:
        """Return the colour of what is written on it."""


class Woven(Inked, Protocol):
    """A style with a pattern, too."""

    @property
    def pattern(self) -> str:
        """Return the path of the pattern, 8 by 8."""


def rule(root: str, selector: str, body: str) -> str:
    """Return a rule for a part of the drawing of a class."""
    return f".{root} {selector}{{{body}}}"


def rules(root: str, written: Iterable[str]) -> str:
    """Return rules that are written out, for the drawing of a class."""
    return "".join(f".{root} {one}" for one in written)


def coloured(
    root: str, colours: Iterable[Colour], *, night: bool, changed: bool = False, halo: str = "", page: str = ""
) -> str:
    """Return the classes of colours: `x` fills, `s-x` draws lines.

    With `changed`, those are left out at night that are as by day. Words of the class `halo` stand out from patterns
    by an edge of the colour of that id; `page` is the id of the colour around the sheet.
    """
    made = []
    for colour in colours:
        if night and changed and colour.dark == colour.light:
            continue
        value = colour.dark if night else colour.light
        made.append(rule(root, f".{colour.id}", f"fill:{value}"))
        made.append(rule(root, f".s-{colour.id}", f"stroke:{value}"))
        if colour.id == page:
            made.append(f".{root}{{background:{value}}}")
        if colour.id == halo:
            made.append(
                rule(root, ".halo", f"paint-order:stroke;stroke:{value};stroke-width:4px;stroke-linejoin:round")
            )
    return "".join(made)


def inked(root: str, kind: str, styles: Iterable[Inked]) -> str:
    """Return the classes of styles: `k-x` fills, `ks-x` draws lines; `ki-x` and `kis-x` do so upon them."""
    return "".join(
        rule(root, f".{kind}-{style.id}", f"fill:{style.fill}")
        + rule(root, f".{kind}s-{style.id}", f"stroke:{style.fill}")
        + rule(root, f".{kind}i-{style.id}", f"fill:{style.ink}")
        + rule(root, f".{kind}is-{style.id}", f"stroke:{style.ink}")
        for style in styles
    )


def sheet(day: str, night: str) -> str:
    """Return the style element: rules, and those that follow them by night."""
    return tag("style", f"{day}@media screen and (prefers-color-scheme:dark){{{night}}}")


def weaves(prefix: str, styles: Iterable[Woven], width: float) -> list[str]:
    """Return the pattern of each style, named by a prefix and its id, in lines of a width."""
    return [
        pattern(f"{prefix}{style.id}", 8, path(style.pattern, "line", stroke=style.ink, stroke_width=width))
        for style in styles
    ]


def grounds(prefix: str, styles: Iterable[TerrainStyle]) -> list[str]:
    """Return the pattern of each kind of terrain, named by a prefix and its id."""
    return [
        pattern(f"{prefix}{style.id}", 15, path(style.pattern, f"line s-{style.colour}", stroke_width=1.5))
        for style in styles
    ]


def hatching(id: str, classes: str, width: float) -> str:
    """Return the hatching of what has acted or does nothing now."""
    return pattern(id, 6, path("M-1 1L1 -1M0 6L6 0M5 7L7 5", classes, stroke_width=width))
