"""Colours as CSS classes by day and by night, and the patterns that distinguish Houses."""

from __future__ import annotations

from functools import cache

from banneret.games.battles.show.drawing.layout import COLOURS, HOUSE_STYLES, RANK_TINTS, ZONE_TINTS
from banneret.show.stylesheet import LETTERS, LINES, STRONG, coloured, hatching, inked, rules, sheet, weaves

ROOT = "battles"
"""The class of the whole drawing, which keeps its rules from affecting a page that contains it inline."""

_RULES = (
    *LETTERS,
    STRONG,
    *LINES,
    ".faint{opacity:.55}",
    ".over{opacity:.38}",
    ".weave{opacity:.24}",
    # Tokens appear on any colour: a dark edge within a light one.
    ".token{stroke:#1a150b;stroke-width:1.4px;stroke-linejoin:round}",
    ".lift{stroke:#fdf8ea;stroke-width:4px;stroke-linejoin:round;fill:none}",
)


@cache
def stylesheet() -> str:
    """Return the style element."""
    made = inked(ROOT, "h", HOUSE_STYLES.values())
    made += inked(ROOT, "r", RANK_TINTS.values()) + inked(ROOT, "z", ZONE_TINTS.values())
    day = coloured(ROOT, COLOURS, night=False) + made + rules(ROOT, _RULES)
    return sheet(day, coloured(ROOT, COLOURS, night=True, changed=True))


@cache
def patterns() -> str:
    """Return the pattern of each House, and the hatching of inactive things."""
    return "".join([*weaves("weave-", HOUSE_STYLES.values(), 1.2), hatching("hatch", "line s-token-ink", 1.3)])
