"""Colours as CSS classes by day and by night, and the patterns that tell Houses apart."""

from __future__ import annotations

from functools import cache

from banneret.games.battles.drawing.layout import COLOURS, HOUSE_STYLES, RANK_TINTS, ZONE_TINTS
from banneret.kernel.svg import path, tag

ROOT = "battles"
"""The class of the whole drawing: its rules touch nothing else on a page that shows it inline."""

_RULES = (
    "text{font-family:'Gill Sans','Gill Sans MT',Candara,'DejaVu Sans Condensed','Segoe UI',sans-serif}",
    "text.name{font-family:'Iowan Old Style',Palatino,'Palatino Linotype',Georgia,'DejaVu Serif Condensed',serif;"
    "font-weight:600}",
    "text.strong{font-weight:700}",
    ".line{stroke-linejoin:round;stroke-linecap:round;fill:none}",
    ".clear{fill:transparent}",
    ".faint{opacity:.55}",
    ".over{opacity:.38}",
    ".weave{opacity:.24}",
    # Tokens stand on any colour: a dark edge within a light one.
    ".token{stroke:#1a150b;stroke-width:1.4px;stroke-linejoin:round}",
    ".lift{stroke:#fdf8ea;stroke-width:4px;stroke-linejoin:round;fill:none}",
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
    fixed = "".join(f".{ROOT} {rule}" for rule in _RULES)
    marks = [("h", style.id, style.fill, style.ink) for style in HOUSE_STYLES.values()]
    marks += [("r", tint.id, tint.fill, tint.ink) for tint in RANK_TINTS.values()]
    marks += [("z", tint.id, tint.fill, tint.ink) for tint in ZONE_TINTS.values()]
    made = "".join(
        _rule(f".{kind}-{id}", f"fill:{fill}")
        + _rule(f".{kind}s-{id}", f"stroke:{fill}")
        + _rule(f".{kind}i-{id}", f"fill:{ink}")
        + _rule(f".{kind}is-{id}", f"stroke:{ink}")
        for kind, id, fill, ink in marks
    )
    night = _colours(night=True)
    return tag("style", f"{_colours(night=False)}{made}{fixed}@media screen and (prefers-color-scheme:dark){{{night}}}")


@cache
def patterns() -> str:
    """Return the weave of each House, and the hatching of what does nothing now."""
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
    hatch = path("M-1 1L1 -1M0 6L6 0M5 7L7 5", "line s-token-ink", stroke_width=1.3)
    made.append(tag("pattern", hatch, id="hatch", width=6, height=6, patternUnits="userSpaceOnUse"))
    return "".join(made)
