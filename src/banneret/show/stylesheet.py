"""The style sheet of a drawing: light and dark colours as CSS classes, and the patterns that distinguish players.

Every rule starts with the class of the whole drawing, so that it affects nothing else on a page that inlines it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

import msgspec

from banneret.show.svg import path, pattern, tag

LETTERS: Final = (
    "text{font-family:'Source Sans 3','Gill Sans','Gill Sans MT',Candara,'DejaVu Sans Condensed',"
    "'Segoe UI',sans-serif;forced-color-adjust:none}",  # words have contrast with what is drawn, whatever the system's
    "text.name{font-family:Alegreya,'Iowan Old Style',Palatino,'Palatino Linotype',Georgia,"
    "'DejaVu Serif Condensed',serif;font-weight:700;"
    "font-variant-numeric:lining-nums}",
)
"""Fonts: those of the page, and similar ones where a drawing is shown without it."""
STRONG: Final = "text.strong{font-weight:700}"
LINES: Final = (".line{stroke-linejoin:round;stroke-linecap:round;fill:none}", ".clear{fill:transparent}")
LIFTED: Final = (
    # Tokens need contrast on any ground: a dark edge within a light one.
    ".token{stroke:#17120a;stroke-width:1.4px;stroke-linejoin:round}",
    ".lift{stroke:#fffbef;stroke-width:5px;stroke-linejoin:round;fill:none}",
    ".mark{fill:none;stroke:currentColor;stroke-width:1.5px;stroke-linecap:round}",
    ".marked{fill:currentColor}",
    ".shadow{fill:#000;fill-opacity:.3}",
)
"""Rules for tokens and figures; `mark` and `marked` are drawn in the ink of their player."""
KEEPING: Final = (
    # A page sets `--zoom` to pixels per unit, so that names and tokens keep their size on the screen near that of 1:1,
    # and `data-zoom` to `far` where details are too small to be seen.
    ".keep,.kept{transform:scale(calc(.95 / clamp(.75, var(--zoom, .95), 1.6)))}",
    ".kept{transform-box:fill-box;transform-origin:center}",
    ".near:is([data-zoom=far] *){display:none}",
    ".far:not([data-zoom=far] *){display:none}",
)
"""Rules for the level of detail: `keep` is a group around its origin, `kept` a text around its middle."""
TRAYS: Final = (
    *LETTERS,
    STRONG,
    *LINES,
    *LIFTED,
    *KEEPING,
    ".faint{opacity:.5}",
    ".weave{opacity:.3}",
)
"""Rules shared by all drawings of a measured table."""


class Colour(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A colour in the light and the dark theme."""

    id: str
    light: str
    dark: str


class PlayerStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a player is marked: never by colour alone."""

    id: str
    letter: str
    fill: str
    ink: str
    pattern: str


class Weave(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pattern of a faction."""

    id: str
    pattern: str


class TerrainStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The colour and pattern of a kind of terrain, or of a side of a piece."""

    id: str
    colour: str
    pattern: str


class Patterned(Protocol):
    """A style with a colour and a pattern."""

    @property
    def id(self) -> str:
        """Return its id."""

    @property
    def colour(self) -> str:
        """Return the id of its colour."""

    @property
    def pattern(self) -> str:
        """Return the path of its pattern."""


class Inked(Protocol):
    """A style with a fill colour and a contrasting ink colour."""

    @property
    def id(self) -> str:
        """Return its id."""

    @property
    def fill(self) -> str:
        """Return its fill colour."""

    @property
    def ink(self) -> str:
        """Return the colour of text and lines on it."""


class Woven(Inked, Protocol):
    """A style that also has a pattern."""

    @property
    def pattern(self) -> str:
        """Return the path of the 8 by 8 pattern."""


def rule(root: str, selector: str, body: str) -> str:
    """Return a CSS rule for a part of the drawing with the class `root`."""
    return f".{root} {selector}{{{body}}}"


def rules(root: str, written: Iterable[str]) -> str:
    """Return given CSS rules scoped to the drawing with the class `root`."""
    return "".join(f".{root} {one}" for one in written)


def coloured(
    root: str, colours: Iterable[Colour], *, night: bool, changed: bool = False, halo: str = "", page: str = ""
) -> str:
    """Return the CSS classes of colours: `x` fills, `s-x` strokes.

    With `changed`, the dark theme omits colours equal to the light ones. `halo` is the id of the colour around text of
    the class `halo`, which keeps it legible on patterns; `page` is the id of the colour around the sheet.
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


def stops(root: str, colours: Iterable[Colour], *, night: bool) -> str:
    """Return the CSS classes of colours in gradients: `stop-x`."""
    return "".join(
        rule(root, f".stop-{colour.id}", f"stop-color:{colour.dark if night else colour.light}") for colour in colours
    )


def inked(root: str, kind: str, styles: Iterable[Inked]) -> str:
    """Return the CSS classes of styles: `k-x` fills, `ks-x` strokes; `ki-x` and `kis-x` do so in the ink colour."""
    return "".join(
        rule(root, f".{kind}-{style.id}", f"fill:{style.fill}")
        + rule(root, f".{kind}s-{style.id}", f"stroke:{style.fill}")
        + rule(root, f".{kind}i-{style.id}", f"fill:{style.ink}")
        + rule(root, f".{kind}is-{style.id}", f"stroke:{style.ink}")
        for style in styles
    )


def sheet(day: str, night: str) -> str:
    """Return the style element: the rules, followed by those of the dark theme."""
    return tag("style", f"{day}@media screen and (prefers-color-scheme:dark){{{night}}}")


def weaves(prefix: str, styles: Iterable[Woven], width: float) -> list[str]:
    """Return the pattern of each style with lines of the given width; ids are the prefix and the style's id."""
    return [
        pattern(f"{prefix}{style.id}", 8, path(style.pattern, "line", stroke=style.ink, stroke_width=width))
        for style in styles
    ]


def grounds(prefix: str, styles: Iterable[Patterned]) -> list[str]:
    """Return the pattern of each kind of terrain; ids are the prefix and the style's id."""
    return [
        pattern(f"{prefix}{style.id}", 15, path(style.pattern, f"line s-{style.colour}", stroke_width=1.5))
        for style in styles
    ]


def hatching(id: str, classes: str, width: float) -> str:
    """Return the hatching of units that have acted or are inactive."""
    return pattern(id, 6, path("M-1 1L1 -1M0 6L6 0M5 7L7 5", classes, stroke_width=width))
