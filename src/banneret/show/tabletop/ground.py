"""The background of a table, and the definitions of figures and terrain that other layers reference."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from banneret.show.stylesheet import coloured, rule, rules
from banneret.show.svg import box, group, path, tag
from banneret.show.tabletop import terrain
from banneret.show.tabletop.figures import MARKS, RULES, figure

_RIM: Final = 7.0
"""Width of the rim of a table."""
_DUSK: Final = 0.66


def styles(root: str, *, night: bool) -> str:
    """Return the CSS rules of figures, terrain and ground."""
    if night:
        return coloured(root, terrain.COLOURS, night=True) + rule(root, ".dusk", f"fill-opacity:{_DUSK}")
    fixed = (*RULES, *terrain.RULES, *_GROUND_RULES, *MARKS)
    return coloured(root, terrain.COLOURS, night=False) + rules(root, fixed)


_GROUND_RULES: Final = (
    ".dusk{fill:#0b1016;fill-opacity:0}",
    ".rim{fill:#3b2c1a}",
    ".tuft{fill:none;stroke:#3f3a1e;stroke-opacity:.26;stroke-linecap:round}",
)


def table(kind: str, x: float, y: float, width: float, depth: float) -> str:
    """Return the ground of a table within its rim."""
    return group(
        box(x - _RIM, y - _RIM, width + 2 * _RIM, depth + 2 * _RIM, "rim", r=8),
        texture(kind, x, y, width, depth),
    )


def texture(kind: str, x: float, y: float, width: float, depth: float) -> str:
    """Return ground with tufts of grass, darkened in dark mode."""
    chance = terrain.Chance(3)
    tufts = "".join(
        f"M{chance(x, x + width):.0f} {chance(y + 8, y + depth):.0f}l-3 -5m5 5v-7m2 7l3 -4"
        for _ in range(int(width * depth / 3600))
    )
    picture = tag("image", href=_pixels(kind), x=x, y=y, width=width, height=depth, preserveAspectRatio="none")
    return picture + path(tufts, "tuft") + box(x, y, width, depth, "dusk")


@cache
def _pixels(kind: str) -> str:
    found = files("banneret.show.tabletop").joinpath("data", f"{kind}.webp").read_bytes()
    return f"data:image/webp;base64,{b64encode(found).decode('ascii')}"


def stock(root: str, figures: Iterable[str], pieces: Mapping[str, tuple[str, float, float]]) -> str:
    """Return figures and pieces of terrain with their ids; a piece has a kind, a width and a depth."""
    made = [_figure(root, kind) for kind in figures]
    made += [_piece(root, id, *piece) for id, piece in pieces.items()]
    return "".join(made)


@cache
def _figure(root: str, kind: str) -> str:
    return group(figure(kind), id=f"figure:{kind}", class_=root)


@lru_cache(maxsize=256)  # more than all games have
def _piece(root: str, id: str, kind: str, width: float, depth: float) -> str:
    return group(terrain.PIECES[kind](width, depth), id=f"terrain:{id}", class_=root)
