"""Colours as CSS classes in light and dark mode, and the patterns of the houses."""

from __future__ import annotations

from functools import cache

from banneret.games.thrones.show.drawing.layout import COLOURS, HOUSE_STYLES, TINT
from banneret.show.stylesheet import LETTERS, LINES, STRONG, coloured, inked, rule, rules, sheet, weaves
from banneret.show.svg import path, pattern, tag

ROOT = "thrones"
"""Class of the whole drawing, so that its rules affect nothing else on a page that includes it inline."""

_RULES = (
    *LETTERS,
    "text.sea-name{font-style:italic}",
    STRONG,
    ".halo{paint-order:stroke;stroke-width:3.5px;stroke-linejoin:round}",
    *LINES,
    ".faint{opacity:.55}",
    ".over{opacity:.38}",
    ".weave{opacity:.24}",
    # Tokens are visible on any colour: a dark edge within a light one.
    ".token{stroke:#1a150b;stroke-width:1.4px;stroke-linejoin:round}",
    ".lift{stroke:#fdf8ea;stroke-width:4.5px}",
)


@cache
def stylesheet() -> str:
    """Return the style element."""
    houses = inked(ROOT, "h", HOUSE_STYLES.values())
    fixed = rules(ROOT, _RULES) + rule(ROOT, ".tint", f"fill-opacity:{TINT[0]}")
    night = coloured(ROOT, COLOURS, night=True, changed=True) + rule(ROOT, ".tint", f"fill-opacity:{TINT[1]}")
    return sheet(coloured(ROOT, COLOURS, night=False) + houses + fixed, night)


@cache
def patterns() -> str:
    """Return the fill of each house, the hatching of blocked areas, and the waves of the sea."""
    hatch = path("M-2 2L2 -2M0 12L12 0M10 14L14 10", "line s-stone", stroke_width=2)
    swell = path("M4 14Q9 9 14 14T24 14M34 34Q39 29 44 34T54 34", "line s-swell", stroke_width=1, opacity=0.45)
    sea = tag("pattern", swell, id="swell", width=60, height=40, patternUnits="userSpaceOnUse")
    return "".join([*weaves("weave-", HOUSE_STYLES.values(), 1.2), pattern("hatch", 12, hatch), sea])
