"""Compute the relief, the woods and hills, and the rings along the coasts of the Thrones map.

Writes `data/relief.webp` and `data/terrain.toml`. Needs numpy, Pillow and shapely. Names, icons and pieces stay clear.
"""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any, Final

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from shapely.geometry import MultiPolygon, Point, Polygon, box
from shapely.ops import unary_union

from banneret.games.thrones.content import board
from banneret.games.thrones.show.drawing.layout import BEYOND, MAP_HEIGHT, MAP_WIDTH, PLACES
from banneret.games.thrones.show.drawing.shapes import AREAS_OF_LAND, sampled

DATA: Final = Path(__file__).parents[1] / "src/banneret/games/thrones/data"
TERRAIN: Final = {
    "mountain": "mountains-of-the-moon eyrie princes-pass boneway starfall fingers karhold",
    "wood": "kingswood storms-end winterfell stony-shore crackclaw-point castle-black",
    "hill": "stoney-sept lannisport pyke seagard widows-watch dornish-marches riverrun dragonstone three-towers "
    "flints-finger beyond-the-wall",
    "marsh": "greywater-watch moat-cailin twins",
    "field": "reach highgarden blackwater searoad-marches harrenhal kings-landing oldtown arbor white-harbor",
    "dune": "salt-shore sunspear yronwood",
}
HEIGHTS: Final = {
    "mountains-of-the-moon": 1.0, "eyrie": 0.9, "princes-pass": 0.8, "boneway": 0.6, "starfall": 0.6,
    "lannisport": 0.5, "fingers": 0.45, "karhold": 0.4, "dragonstone": 0.4, "three-towers": 0.35, "yronwood": 0.35,
    "castle-black": 0.35, "pyke": 0.3, "widows-watch": 0.3, "stoney-sept": 0.3, "riverrun": 0.25, BEYOND: 0.5,
}  # fmt: skip  # several to a line
STEP: Final = {"mountain": 17, "wood": 13, "hill": 23, "marsh": 22, "field": 27, "dune": 25}
"""Distance between two glyphs."""
FROM_BORDER: Final = 15
RINGS: Final = (5, 11, 19, 29)
"""Distances of the rings from the coast."""
PIXEL: Final = 2.5
"""Map units to a pixel of the relief."""


def main() -> None:
    """Write both files."""
    shapes = {area: Polygon(rings[0], rings[1:]).buffer(0) for area in AREAS_OF_LAND for rings in [sampled(area)]}
    land = unary_union([shape.buffer(0.4) for shape in shapes.values()])
    relief(shapes, land).save(DATA / "relief.webp", quality=40, alpha_quality=30, method=6)
    lines = ["# Written by tools/draw_thrones_terrain.py; do not edit.", ""]
    for ring in RINGS:
        lines += ["[[ring]]", f'path = "{outline(land.buffer(ring).simplify(0.7))}"', ""]
    for kind, spots in glyphs(shapes).items():
        lines += ["[[glyph]]", f'id = "{kind}"', f'at = "{" ".join(f"{x:.0f},{y:.0f}" for x, y in spots)}"', ""]
    (DATA / "terrain.toml").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def outline(shape: Any) -> str:  # a polygon or several
    """Return a shape as a path."""
    parts = shape.geoms if isinstance(shape, MultiPolygon) else [shape]
    rings = [ring for part in parts for ring in (part.exterior, *part.interiors)]
    return "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in list(ring.coords)[:-1]) + "Z" for ring in rings)


def noise(rng: np.random.Generator, height: int, width: int, rows: int, columns: int) -> Any:  # an array of floats
    """Return smooth noise with a number of swells down and across."""
    grid = rng.standard_normal((rows + 2, columns + 2))
    y, x = np.linspace(0, rows, height), np.linspace(0, columns, width)
    i, j = y.astype(int), x.astype(int)
    v, u = y - i, x - j
    v, u = v * v * (3 - 2 * v), u * u * (3 - 2 * u)
    top = grid[i][:, j] * (1 - u) + grid[i][:, j + 1] * u
    bottom = grid[i + 1][:, j] * (1 - u) + grid[i + 1][:, j + 1] * u
    return top * (1 - v)[:, None] + bottom * v[:, None]


def relief(shapes: dict[str, Polygon], land: Any) -> Image.Image:  # a polygon or several
    """Return shade and light of the land, lit from the top left; transparent where it is level."""
    rng = np.random.default_rng(5)
    height, width = int(MAP_HEIGHT / PIXEL), int(MAP_WIDTH / PIXEL)
    rolling = sum(noise(rng, height, width, 8 * 2**k, 5 * 2**k) / 2**k for k in range(6))
    ridges = sum((1 - np.abs(noise(rng, height, width, 14 * 2**k, 9 * 2**k))) / 1.8**k for k in range(4))
    high = Image.new("F", (width, height), 0.18)
    for area, value in HEIGHTS.items():
        ImageDraw.Draw(high).polygon([(x / PIXEL, y / PIXEL) for x, y in shapes[area].exterior.coords], fill=value)
    soft = Image.fromarray((np.array(high) * 255).astype("uint8")).filter(ImageFilter.GaussianBlur(14))
    surface = rolling * 0.55 + ridges * (np.array(soft) / 255.0) * 2.6
    down, right = np.gradient(surface)
    lit = np.clip(0.5 - (right + down) * 1.35, 0, 1)
    strength = (np.abs(lit - 0.5) * 2) ** 0.9
    dark = lit < 0.5
    mask = Image.new("L", (width, height), 0)
    for part in land.geoms if isinstance(land, MultiPolygon) else [land]:
        ImageDraw.Draw(mask).polygon([(x / PIXEL, y / PIXEL) for x, y in part.exterior.coords], fill=255)
        for hole in part.interiors:
            ImageDraw.Draw(mask).polygon([(x / PIXEL, y / PIXEL) for x, y in hole.coords], fill=0)
    pixels = np.zeros((height, width, 4), "uint8")
    pixels[..., :3] = np.where(dark[..., None], (64, 48, 24), (255, 250, 232))
    opacity = np.clip(np.where(dark, strength * 0.46, strength * 0.62), 0, 1)
    pixels[..., 3] = opacity * np.array(mask)
    return Image.fromarray(pixels)


def glyphs(shapes: dict[str, Polygon]) -> dict[str, list[tuple[float, float]]]:
    """Return the positions of glyphs of each kind, from the far side to the near."""
    keep, printed_sheet = unary_union(list(printed())), box(12, 20, MAP_WIDTH - 12, MAP_HEIGHT - 12)
    chance = random.Random(3)
    found: dict[str, list[tuple[float, float]]] = {kind: [] for kind in TERRAIN}
    for kind, areas in TERRAIN.items():
        for area in areas.split():
            found[kind] += spots(shapes[area].buffer(-FROM_BORDER) & printed_sheet, STEP[kind], keep, chance)
    return {kind: sorted(at, key=lambda spot: (spot[1], spot[0])) for kind, at in found.items()}


def spots(inside: Any, step: float, keep: Any, chance: random.Random) -> list[tuple[float, float]]:  # as above
    """Return spots of a loose grid in a shape, clear of what is to be kept."""
    if inside.is_empty:
        return []
    found = []
    left, top, right, bottom = inside.bounds
    for row in range(math.ceil((bottom - top) / (step * 0.82))):
        y, x = top + row * step * 0.82, left + (step / 2 if row % 2 else 0)
        while x < right:
            at = x + chance.uniform(-0.3, 0.3) * step, y + chance.uniform(-0.3, 0.3) * step
            if chance.random() < 0.9 and inside.contains(Point(at)) and not keep.contains(Point(at)):
                found.append(at)
            x += step * 1.25
    return found


def printed() -> list[Polygon]:
    """Return where names, icons and pieces lie."""
    found = []
    for area, place in PLACES.items():
        if board.KIND[board.AREA[area]] == board.PORT:
            found.append(Point(place.at).buffer(18))
            continue
        lines = place.lines or (board.NAMES[board.AREA[area]],)
        (x, y), half = place.at, max(len(line) for line in lines) * 4.3 + 8
        found.append(box(x - half, y - 12, x + half, y + 16 * len(lines) + 22))
        x, y = place.pieces
        found.append(box(x - 44, y - 18, x + 44, y + 24))
    return found


if __name__ == "__main__":
    main()
