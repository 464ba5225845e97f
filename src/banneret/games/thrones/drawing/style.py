"""Colours as CSS classes by day and by night, and the patterns of the houses."""

from __future__ import annotations

from functools import cache

from banneret.games.thrones.drawing.layout import COLOURS, HOUSE_STYLES, TINT
from banneret.kernel.svg import path, tag

ROOT = "thrones"
"""The class of the whole drawing: its rules touch nothing else on a page that shows it inline."""

_RULES = (
    "text{font-family:'Gill Sans','Gill Sans MT',Candara,'DejaVu Sans Condensed','Segoe UI',sans-serif}",
    "text.name{font-family:'Iowan Old Style',Palatino,'Palatino Linotype',Georgia,'DejaVu Serif Condensed',serif;"
    "font-weight:600}",
    "text.sea-name{font-style:italic}",
    "text.strong{font-weight:700}",
    ".halo{paint-order:stroke;stroke-width:3.5px;stroke-linejoin:round}",
    ".line{stroke-linejoin:round;stroke-linecap:round;fill:none}",
    ".clear{fill:transparent}",
    ".faint{opacity:.55}",
    ".over{opacity:.38}",
    ".weave{opacity:.24}",
    # Tokens stand on any colour: a dark edge within a light one.
    ".token{stroke:#1a150b;stroke-width:1.4px;stroke-linejoin:round}",
    ".lift{stroke:#fdf8ea;stroke-width:4.5px}",
)


def _rule(selector: str, body: str) -> str:
    return f".{ROOT} {selector}{{{body}}}"


def _colours(night: bool) -> str:
    rules = []
    for colour in COLOURS:
        value = colour.dark if night else colour.light
        if night and colour.dark == colour.light:
            continue
        rules.append(_rule(f".{colour.id}", f"fill:{value}"))
        rules.append(_rule(f".s-{colour.id}", f"stroke:{value}"))
    return "".join(rules)


@cache
def stylesheet() -> str:
    """Return the style element."""
    fixed = "".join(f".{ROOT} {rule}" for rule in _RULES) + _rule(".tint", f"fill-opacity:{TINT[0]}")
    houses = "".join(
        _rule(f".h-{style.id}", f"fill:{style.fill}")
        + _rule(f".hs-{style.id}", f"stroke:{style.fill}")
        + _rule(f".hi-{style.id}", f"fill:{style.ink}")
        + _rule(f".his-{style.id}", f"stroke:{style.ink}")
        for style in HOUSE_STYLES.values()
    )
    night = _colours(night=True) + _rule(".tint", f"fill-opacity:{TINT[1]}")
    return tag(
        "style",
        f"{_colours(night=False)}{houses}{fixed}@media screen and (prefers-color-scheme:dark){{{night}}}",
    )


@cache
def patterns() -> str:
    """Return the fill of each house, the hatching of areas nobody may enter, and the swell of the sea."""
    made = [
        tag(
            "pattern",
            path(style.pattern, "line", stroke=style.ink, stroke_width=1.2),
            id=f"weave-{style.id}",
            width=8,
            height=8,
            patternUnits="userSpaceOnUse",
        )
        for style in HOUSE_STYLES.values()
    ]
    hatch = path("M-2 2L2 -2M0 12L12 0M10 14L14 10", "line s-stone", stroke_width=2)
    swell = path("M4 14Q9 9 14 14T24 14M34 34Q39 29 44 34T54 34", "line s-swell", stroke_width=1, opacity=0.45)
    made.append(tag("pattern", hatch, id="hatch", width=12, height=12, patternUnits="userSpaceOnUse"))
    made.append(tag("pattern", swell, id="swell", width=60, height=40, patternUnits="userSpaceOnUse"))
    return "".join(made)
