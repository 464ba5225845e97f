"""Colours as CSS classes by day and by night, and the patterns that distinguish Houses."""

from __future__ import annotations

from functools import cache

from banneret.games.battles.show.drawing.layout import COLOURS, HOUSE_STYLES, RANK_TINTS, ZONE_TINTS
from banneret.show.stylesheet import (
    KEEPING,
    LETTERS,
    LIFTED,
    LINES,
    STRONG,
    coloured,
    hatching,
    inked,
    rule,
    rules,
    sheet,
    weaves,
)
from banneret.show.tabletop import trays
from banneret.show.tabletop.ground import styles

ROOT = "battles"
"""The class of the whole drawing, which keeps its rules from affecting a page that contains it inline."""

_RULES = (
    *LETTERS,
    STRONG,
    *LINES,
    ".faint{opacity:.55}",
    ".over{opacity:.38}",
    ".weave{opacity:.24}",
    *LIFTED,
    *KEEPING,
    *trays.RULES,
    ".net{stroke-opacity:.42}",
    ".wash{fill:#fff;fill-opacity:.16}",
    ".wash-line{fill:none;stroke:#fff;stroke-opacity:.5;stroke-width:1.5px;stroke-linecap:round}",
)


@cache
def stylesheet() -> str:
    """Return the style element."""
    made = inked(ROOT, "h", HOUSE_STYLES.values())
    made += inked(ROOT, "r", RANK_TINTS.values()) + inked(ROOT, "z", ZONE_TINTS.values())
    made += "".join(rule(ROOT, f".h-{style.id}", f"color:{style.ink}") for style in HOUSE_STYLES.values())
    day = coloured(ROOT, COLOURS, night=False, halo="field") + made + rules(ROOT, _RULES) + styles(ROOT, night=False)
    return sheet(day, coloured(ROOT, COLOURS, night=True, changed=True, halo="field") + styles(ROOT, night=True))


@cache
def patterns() -> str:
    """Return the pattern of each House, and the hatching of inactive things."""
    return "".join([*weaves("weave-", HOUSE_STYLES.values(), 1.2), hatching("hatch", "line s-token-ink", 1.3)])
