"""Colours as CSS classes by day and by night, and the patterns that tell players, areas and terrain apart."""

from __future__ import annotations

from functools import cache

from banneret.games.runewars.drawing.layout import AREAS, COLOURS, PLAYERS, STANCES, TERRAIN
from banneret.kernel.svg import path, pattern, tag

ROOT = "runewars"
"""The class of the whole drawing: its rules touch nothing else on a page that shows it inline."""

_RULES = (
    "text{font-family:'Gill Sans','Gill Sans MT',Candara,'DejaVu Sans Condensed','Segoe UI',sans-serif}",
    "text.name{font-family:'Iowan Old Style',Palatino,'Palatino Linotype',Georgia,'DejaVu Serif Condensed',serif;"
    "font-weight:600}",
    "text.strong{font-weight:700}",
    ".line{stroke-linejoin:round;stroke-linecap:round;fill:none}",
    ".clear{fill:transparent}",
    ".faint{opacity:.5}",
    ".weave{opacity:.3}",
    # Trays and tokens stand on any ground: a dark edge within a light one.
    ".token{stroke:#1a150b;stroke-width:1.3px;stroke-linejoin:round}",
    ".lift{stroke:#fdf8ea;stroke-width:4px;stroke-linejoin:round;fill:none}",
    ".seam{stroke:#1a150b;stroke-opacity:.55;fill:none}",
    ".wound{fill:#a3271d}",
    ".boon{fill:#f2d377}",
    ".bane{fill:#4a2f5c}",
    ".s-bane{stroke:#f3e6fb}",
    ".paper{fill:#fbf4e0}",
    ".print{fill:#1d1810}",
    ".s-print{stroke:#1d1810}",
    ".s-paper{stroke:#fbf4e0}",
)


def _rule(selector: str, body: str) -> str:
    return f".{ROOT} {selector}{{{body}}}"


def _colours(*, night: bool) -> str:
    rules = []
    for colour in COLOURS:
        value = colour.dark if night else colour.light
        rules.append(_rule(f".{colour.id}", f"fill:{value}"))
        rules.append(_rule(f".s-{colour.id}", f"stroke:{value}"))
        if colour.id == "page":  # what a page shows around the sheet
            rules.append(f".{ROOT}{{background:{value}}}")
        if colour.id == "field":  # words on patterns stand out from them
            rules.append(_rule(".halo", f"paint-order:stroke;stroke:{value};stroke-width:4px;stroke-linejoin:round"))
    return "".join(rules)


@cache
def stylesheet() -> str:
    """Return the style element."""
    fixed = "".join(f".{ROOT} {rule}" for rule in _RULES)
    players = "".join(
        _rule(f".p-{style.id}", f"fill:{style.fill}")
        + _rule(f".ps-{style.id}", f"stroke:{style.fill}")
        + _rule(f".pi-{style.id}", f"fill:{style.ink}")
        + _rule(f".pis-{style.id}", f"stroke:{style.ink}")
        for style in PLAYERS.values()
    )
    others = "".join(_rule(f".stance-{style.id}", f"fill:{style.fill}") for style in STANCES.values())
    others += "".join(
        _rule(f".area-{style.id}", f"fill:{style.fill}") + _rule(f".area-s-{style.id}", f"stroke:{style.fill}")
        for style in AREAS.values()
    )
    night = f"@media screen and (prefers-color-scheme:dark){{{_colours(night=True)}}}"
    return tag("style", f"{_colours(night=False)}{players}{others}{fixed}{night}")


@cache
def patterns() -> str:
    """Return the weave of each player, the patterns of areas and terrain, and the hatching of units that are done."""
    made = [
        pattern(f"{ROOT}-weave-{style.id}", 8, path(style.pattern, "line", stroke=style.ink, stroke_width=1.6))
        for style in PLAYERS.values()
    ]
    made += [
        pattern(f"{ROOT}-area-{area.id}", 10, path(area.pattern, f"line area-s-{area.id}", stroke_width=1))
        for area in AREAS.values()
    ]
    made += [
        pattern(f"{ROOT}-terrain-{ground.id}", 15, path(ground.pattern, f"line s-{ground.colour}", stroke_width=1.5))
        for ground in TERRAIN.values()
    ]
    made.append(pattern(f"{ROOT}-spent", 6, path("M-1 1L1 -1M0 6L6 0M5 7L7 5", "line s-print", stroke_width=1.2)))
    return "".join(made)
