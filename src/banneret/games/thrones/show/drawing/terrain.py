"""Terrain of the map: shaded relief, glyphs of mountains, woods and hills, and rings along the coasts."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

import msgspec

from banneret.games.thrones.content.datafile import DataFile
from banneret.games.thrones.show.drawing.layout import MAP_HEIGHT, MAP_WIDTH, Point
from banneret.show.svg import group, number, path, tag


class _Ring(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    path: str


class _Glyphs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    at: str


_FILE: Final = DataFile.read("terrain.toml")
RINGS: Final = tuple(ring.path for ring in _FILE.entries("ring", _Ring, by="path"))
"""Path data of the lines along the coasts, nearest first."""
GLYPHS: Final[dict[str, tuple[Point, ...]]] = {
    glyphs.id: tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in glyphs.at.split()))
    for glyphs in _FILE.entries("glyph", _Glyphs)
}
"""Positions of glyphs by kind, from back to front."""

_Layers: TypeAlias = tuple[tuple[str, str], ...]
"""Classes and path data of a glyph's layers, bottom first."""

ROW: Final = 13.0
"""Height of a row of glyphs; rows are painted from back to front."""
_PINE: Final = "M0 -13L5 -5H3L6 0H-6L-3 -5H-5Z"
_FIR: Final = "M0 -16L5 -6H3L6 0H-6L-3 -6H-5Z"
_OAK: Final = "M-5 -2C-8 -5 -5 -9 -3 -8.5C-2 -12 3 -12 4 -8.5C7 -8 7 -3 4 -2Z"
_BUSH: Final = "M-4 -1.5C-6 -4 -4 -7 -2 -6.5C-1.5 -9 2 -9 3 -6.5C5 -6 5 -2 3 -1.5Z"
_LINE: Final = "line s-shade glyph"


def _tree(crown: str, trunk: str) -> _Layers:
    return ("tree", crown), (_LINE, crown + trunk)


def _peak(outline: str, dark: str, ridges: str) -> _Layers:
    return ("peak", outline), ("shade half", dark), (_LINE, outline.removesuffix("Z") + ridges)


_SHAPES: Final[dict[str, tuple[_Layers, ...]]] = {
    "mountain": (
        _peak("M-11 0L-4 -14L0 -18L4 -11L11 0Z", "M0 -18L4 -11L11 0H5L1 -7L2 -11Z", "M-4 -1L-1 -7"),
        _peak(
            "M-13 0L-7 -11L-4 -10L1 -21L5 -13L8 -11L14 0Z",
            "M1 -21L5 -13L8 -11L14 0H7L2 -8L3 -13Z",
            "M-4 -1L0 -9M-8 -1L-7 -5",
        ),
        _peak("M-10 0L-3 -12L-1 -15L2 -11L4 -12L10 0Z", "M-1 -15L2 -11L4 -12L10 0H4L1 -6Z", "M-3 -1L-1 -5"),
    ),
    "wood": (_tree(_PINE, "M0 0V3"), _tree(_OAK, "M0 -2V3"), _tree(_FIR, "M0 0V3")),
    "hill": (
        ((_LINE, "M-8 0C-5 -7 1 -8 4 -3M0 -6C3 -9 8 -7 10 0M5 -4L7 0M-3 -4L-2 -1"),),
        ((_LINE, "M-9 0C-5 -8 2 -8 7 0M1 -4L3 -1M-3 -4L-2 -2"),),
    ),
    "marsh": (((_LINE, "M-7 0H7M-4 0L-5 -5M-1 0V-7M2 0L3 -5M-3 3H10"),),),
    "field": (
        ((_LINE, "M-4 0C-4 -4 -2 -5 -1 -6M0 0V-7M4 0C4 -4 2 -5 1 -6"),),
        _tree(_BUSH, "M0 -1.5V2"),
        ((_LINE, "M-6 0L-5 -4M-2 0V-5M2 0L3 -4"),),
    ),
    "dune": (
        ((_LINE, "M-10 0C-6 -5 -2 -5 1 0C4 -4 7 -4 10 0"),),
        ((_LINE, "M-8 0C-4 -4 0 -4 4 0M6 -3C8 -4 10 -3 12 -1"),),
    ),
}
"""Variants of each kind of glyph."""


def shade() -> str:
    """Return the shaded relief of the land as an image."""
    return tag(
        "image",
        class_="relief",
        href=f"data:image/webp;base64,{_pixels()}",
        width=MAP_WIDTH,
        height=MAP_HEIGHT,
        preserveAspectRatio="none",
    )


@cache
def _pixels() -> str:
    return b64encode(files(DataFile.package).joinpath("data", "relief.webp").read_bytes()).decode("ascii")


def rings() -> str:
    """Return the rings along the coasts, fading with the distance."""
    strokes = (path(ring, "line s-ripple", opacity=0.5 / (1 + 0.55 * k)) for k, ring in enumerate(RINGS))
    return group(*strokes, stroke_width=1.1)


def markers() -> str:
    """Return the glyphs as SVG markers, for paths that have a vertex at each position."""
    return "".join(
        tag(
            "marker",
            *(path(shape, classes) for classes, shape in layers),
            id=f"glyph:{kind}:{variant}",
            markerUnits="userSpaceOnUse",
            overflow="visible",
        )
        for kind, variants in _SHAPES.items()
        for variant, layers in enumerate(variants)
    )


def glyphs() -> str:
    """Return the layer of glyphs: a path for each row and variant of glyph."""
    rows: dict[tuple[int, str], list[Point]] = {}
    for kind, spots in GLYPHS.items():
        for x, y in spots:
            variant = int(x * 7 + y * 13) % len(_SHAPES[kind])
            rows.setdefault((int(y // ROW), f"url(#glyph:{kind}:{variant})"), []).append((x, y))
    return group(
        *(
            tag("path", d=_through(spots), marker_start=marker, marker_mid=marker, marker_end=marker)
            for (_, marker), spots in sorted(rows.items(), key=lambda row: row[0])
        ),
        fill="none",
    )


def _through(spots: list[Point]) -> str:
    pairs = [f"{number(x)} {number(y)}" for x, y in spots]
    # A path with a single point has only a start marker.
    return "M" + "L".join(pairs) if len(pairs) > 1 else f"M{pairs[0]}"
