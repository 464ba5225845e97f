"""Stylesheet of the drawing in light and dark mode, and the patterns of the houses."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.games.thrones.show.drawing.layout import COLOURS, HOUSE_STYLES, MAP_COLOURS, TINT
from banneret.show.stylesheet import (
    KEEPING,
    LETTERS,
    LIFTED,
    LINES,
    STRONG,
    coloured,
    inked,
    rule,
    rules,
    sheet,
    stops,
    weaves,
)
from banneret.show.svg import box, path, pattern, tag

ROOT = "thrones"
"""Class of the root element; scopes the CSS rules on a page that includes the drawing inline."""

_DEPTHS: Final = ("sea", "deep")
_RULES: Final = (
    *LETTERS,
    *LIFTED,
    *LINES,
    *KEEPING,
    STRONG,
    "text.sea-name{font-family:'EB Garamond',Garamond,Georgia,serif;font-style:italic;font-weight:600;"
    "letter-spacing:1.2px}",
    ".halo{paint-order:stroke;stroke-width:3.5px;stroke-linejoin:round}",
    ".faint{opacity:.55}",
    ".over{opacity:.38}",
    ".weave{opacity:.3}",
    ".half{fill-opacity:.5}",
    ".glyph{stroke-width:1.1px;stroke-opacity:.62}",
    ".rim{stroke-opacity:.85;stroke-width:5px}",
)
_ASKED: Final = "#areas.offers>:not(.can,.chosen)>.veil{{fill:{};fill-opacity:{}}}"
"""Dims the other areas while the page marks those that can be chosen with `can`, the chosen ones with `chosen`, and
their group with `offers`.

Only classes are selected, because a change of a class restyles all elements that a tag name in such a rule matches.
"""
_DAY: Final = (
    _ASKED.format("#20303a", 0.13),
    f".tint{{fill-opacity:{TINT[0]}}}",
    ".band{stroke-opacity:.5}",
)
_NIGHT: Final = (
    _ASKED.format("#04080b", 0.34),
    f".tint{{fill-opacity:{TINT[1]}}}",
    ".band{stroke-opacity:.62}",
    ".relief{opacity:.5}",
)


@cache
def stylesheet() -> str:
    """Return the style element."""
    houses = inked(ROOT, "h", HOUSE_STYLES.values())
    houses += "".join(rule(ROOT, f".h-{style.id}", f"color:{style.ink}") for style in HOUSE_STYLES.values())
    colours = (*COLOURS, *MAP_COLOURS)
    depths = [colour for colour in COLOURS if colour.id in _DEPTHS]
    day = coloured(ROOT, colours, night=False) + stops(ROOT, depths, night=False) + houses + rules(ROOT, _RULES + _DAY)
    night = coloured(ROOT, colours, night=True, changed=True) + stops(ROOT, depths, night=True) + rules(ROOT, _NIGHT)
    return sheet(day, night)


@cache
def patterns() -> str:
    """Return the SVG patterns: fills of each house, hatching of blocked areas, waves and gradient of the sea."""
    hatch = path("M-2 2L2 -2M0 12L12 0M10 14L14 10", "line s-stone", stroke_width=2)
    waves = path("M6 10q5 -4 10 0t10 0t10 0M48 28q5 -4 10 0t10 0", "line s-swell", stroke_width=0.9, opacity=0.42)
    swell = tag("pattern", waves, id="swell", width=84, height=36, patternUnits="userSpaceOnUse")
    depths = tag(
        "radialGradient",
        tag("stop", class_="stop-sea", offset=0.35),
        tag("stop", class_="stop-deep", offset=1),
        id="depths",
        gradientUnits="userSpaceOnUse",
        cx=520,
        cy=850,
        r=980,
    )
    houses = [*weaves("weave-", HOUSE_STYLES.values(), 1.2), *map(_band, HOUSE_STYLES)]
    return "".join([*houses, pattern("hatch", 12, hatch), swell, depths])


def _band(house: str) -> str:
    """Return the pattern of the band along the border of an area that a house controls."""
    lines = path(HOUSE_STYLES[house].pattern, f"line s-m-{house}", stroke_width=1.8, transform="scale(1.25)")
    return pattern(f"band-{house}", 10, box(0, 0, 10, 10, f"m-{house}", fill_opacity=0.55), lines)
