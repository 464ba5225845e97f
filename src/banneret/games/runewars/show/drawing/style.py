"""Colours as CSS classes for light and dark mode, and the patterns that distinguish players, areas and terrain."""

from __future__ import annotations

from functools import cache

from banneret.games.runewars.show.drawing.layout import AREAS, COLOURS, SIDES, STANCES, TERRAIN
from banneret.show.stylesheet import TRAYS, coloured, grounds, hatching, inked, rule, rules, sheet, weaves
from banneret.show.svg import path, pattern
from banneret.show.tabletop import trays as boards
from banneret.show.tabletop.ground import styles

ROOT = "runewars"
"""The class of the whole drawing: its rules do not affect the rest of a page that shows it inline."""

_HALO = "field"
_PAGE = "page"
_RULES = (
    *TRAYS,
    ".seam{stroke:#1a150b;stroke-opacity:.55;fill:none}",
    ".wound{fill:#a3271d}",
    ".boon{fill:#f2d377}",
    ".bane{fill:#4a2f5c}",
    ".s-bane{stroke:#f3e6fb}",
    ".paper{fill:#fbf4e0}",
    ".print{fill:#1d1810}",
    ".s-print{stroke:#1d1810}",
    ".s-paper{stroke:#fbf4e0}",
    ".die-red{fill:#a3202f}",
    ".die-blue{fill:#1f5a9b}",
    ".die-white{fill:#fbf8ef}",
    ".net{stroke-opacity:.13}",
    *boards.RULES,
)


@cache
def stylesheet() -> str:
    """Return the style element."""
    others = "".join(rule(ROOT, f".stance-{style.id}", f"fill:{style.fill}") for style in STANCES.values())
    others += "".join(
        rule(ROOT, f".area-{style.id}", f"fill:{style.fill}")
        + rule(ROOT, f".area-s-{style.id}", f"stroke:{style.fill}")
        for style in AREAS.values()
    )
    players = inked(ROOT, "p", SIDES.values())
    players += "".join(
        rule(ROOT, f".p-{style.id}", f"color:{style.ink}")
        + rule(ROOT, f".in-weave-{style.id}", f"fill:url(#{ROOT}-weave-{style.id})")
        for style in SIDES.values()
    )
    day = coloured(ROOT, COLOURS, night=False, halo=_HALO, page=_PAGE) + players + others + rules(ROOT, _RULES)
    night = coloured(ROOT, COLOURS, night=True, halo=_HALO, page=_PAGE)
    return sheet(day + styles(ROOT, night=False), night + styles(ROOT, night=True))


@cache
def patterns() -> str:
    """Return the pattern of each player, of areas and terrain, and the hatching of units that have acted."""
    made = weaves(f"{ROOT}-weave-", SIDES.values(), 1.6)
    made += [
        pattern(f"{ROOT}-area-{area.id}", 10, path(area.pattern, f"line area-s-{area.id}", stroke_width=1))
        for area in AREAS.values()
    ]
    made += grounds(f"{ROOT}-terrain-", TERRAIN.values())
    return "".join([*made, hatching(f"{ROOT}-spent", "line s-print", 1.2)])
