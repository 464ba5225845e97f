"""Colours as CSS classes for light and dark themes, and the patterns that distinguish players and terrain."""

from __future__ import annotations

from functools import cache

from banneret.games.icefire.show.drawing.layout import COLOURS, SIDES, TERRAIN
from banneret.show.stylesheet import TRAYS, coloured, grounds, hatching, inked, rule, rules, sheet, weaves
from banneret.show.tabletop import trays
from banneret.show.tabletop.ground import styles

ROOT = "icefire"
"""The class of the whole drawing; its rules do not affect a page that shows it inline."""

_RULES = (
    *TRAYS,
    ".wound{fill:#a3271d}",
    ".coin{fill:#7d5c07}",
    ".paper{fill:#fbf4e0}",
    ".print{fill:#1d1810}",
    ".s-print{stroke:#1d1810}",
    ".net{stroke-opacity:.13}",
    ".limit{stroke-opacity:.5}",
    ".zone{fill:transparent}",
    ".can>.zone{fill:#fff6d8;fill-opacity:.34;stroke:#1a130a;stroke-width:3;stroke-dasharray:none}",
    ".can:hover>.zone{fill-opacity:.5}",
    ".chosen>.zone{fill:#f0b91e;fill-opacity:.42}",
    ".wide.pointed{filter:none}",  # its shadow would cover the ground
    ".pointed>.zone{stroke:#f0b91e;stroke-width:6}",
    *trays.RULES,
)


@cache
def stylesheet() -> str:
    """Return the style element."""
    filled = [*(f"weave-{id}" for id in SIDES), *(f"terrain-{id}" for id in TERRAIN), "spent"]
    woven = "".join(rule(ROOT, f".in-{name}", f"fill:url(#{ROOT}-{name})") for name in filled)
    players = inked(ROOT, "p", SIDES.values())
    players += "".join(rule(ROOT, f".p-{style.id}", f"color:{style.ink}") for style in SIDES.values())
    day = coloured(ROOT, COLOURS, night=False, halo="field", page="page") + players + rules(ROOT, _RULES) + woven
    night = coloured(ROOT, COLOURS, night=True, halo="field", page="page") + styles(ROOT, night=True)
    return sheet(day + styles(ROOT, night=False), night)


@cache
def patterns() -> str:
    """Return the pattern of each player and each terrain, and the hatching of activated units."""
    made = weaves(f"{ROOT}-weave-", SIDES.values(), 1.6) + grounds(f"{ROOT}-terrain-", TERRAIN.values())
    return "".join([*made, hatching(f"{ROOT}-spent", "line s-print", 1.5)])
