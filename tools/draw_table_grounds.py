"""Compute the textures of tables, and write them to the data of `banneret.show.tabletop`. Needs numpy and Pillow."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from PIL import Image

DATA: Final = Path(__file__).parents[1] / "src/banneret/show/tabletop/data"
SIZE: Final = 640
COLOURS: Final = {  # plain, dry, worn and lush ground
    "meadow": ((150, 152, 104), (174, 172, 120), (198, 190, 142), (132, 140, 94)),
    "steppe": ((184, 166, 120), (203, 186, 142), (216, 201, 160), (158, 150, 108)),
}
SEEDS: Final = {"meadow": 3, "steppe": 11}


def main() -> None:
    """Write all textures."""
    DATA.mkdir(exist_ok=True)
    for kind, colours in COLOURS.items():
        texture(colours, SEEDS[kind]).save(DATA / f"{kind}.webp", quality=84, method=6)


def noise(seed: int, swells: int, octaves: int = 5, gain: float = 0.5) -> Any:  # an array of floats
    """Return smooth noise of several octaves."""
    rng = np.random.default_rng(seed)
    total, weight = np.zeros((SIZE, SIZE)), 1.0
    for octave in range(octaves):
        count = swells * 2**octave
        grid = rng.standard_normal((count + 2, count + 2))
        at = np.linspace(0, count, SIZE)
        cell = at.astype(int)
        share = at - cell
        share = share * share * (3 - 2 * share)
        left = grid[cell][:, cell] * (1 - share) + grid[cell][:, cell + 1] * share
        right = grid[cell + 1][:, cell] * (1 - share) + grid[cell + 1][:, cell + 1] * share
        total += weight * (left * (1 - share)[:, None] + right * share[:, None])
        weight *= gain
    return total


def texture(colours: tuple[tuple[int, int, int], ...], seed: int) -> Image.Image:
    """Return ground that is lit from the top left, without a visible grid, and quiet enough to read on."""
    dry, worn = noise(seed, 4), noise(seed + 1, 9, 5, 0.62)
    across, down = noise(seed + 7, 5, 3), noise(seed + 8, 5, 3)
    rows, columns = np.mgrid[0:SIZE, 0:SIZE]
    rows = np.clip(rows + down * 26, 0, SIZE - 1).astype(int)
    columns = np.clip(columns + across * 26, 0, SIZE - 1).astype(int)
    dry, worn = dry[rows, columns], worn[rows, columns]
    plain, pale, bare, lush = (np.array(colour, float) for colour in colours)
    share = (1 / (1 + np.exp(-dry * 2.2)))[..., None]
    pixels = plain * (1 - share) + pale * share
    for amount, colour in (
        (np.clip((worn - 0.55) * 1.1, 0, 1) * 0.75, bare),
        (np.clip((-worn - 0.5) * 1.1, 0, 1) * 0.7, lush),
    ):
        pixels = pixels * (1 - amount[..., None]) + colour * amount[..., None]
    rough = noise(seed + 3, 9, 5, 0.6)[rows, columns]
    padded = np.pad(rough, 2, mode="edge")
    height: Any = sum(padded[i : i + SIZE, j : j + SIZE] for i in range(5) for j in range(5)) / 25
    slope_down, slope_across = np.gradient(height)
    light: Any = np.clip((-slope_across - slope_down) * 2.4, -1, 1)
    return Image.fromarray(np.clip(pixels + light[..., None] * 24, 0, 255).astype("uint8"))


if __name__ == "__main__":
    main()
