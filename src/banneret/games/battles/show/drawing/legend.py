"""The legend: the meaning of the pictures."""

from __future__ import annotations

from banneret.games.battles.content.components import RANKS
from banneret.games.battles.show.drawing import symbols
from banneret.games.battles.show.drawing.layout import BELOW, Places
from banneret.games.battles.show.drawing.tracks import AIMS_LEFT, AIMS_WIDTH
from banneret.games.battles.show.drawing.words import Words
from banneret.show.drawn_once import drawn_once
from banneret.show.svg import box, circle, fitting, group, path, text

COLUMNS = 4
ROW = 52.0


@drawn_once
def legend(places: Places, words: Words) -> str:
    """Return the legend, below the map."""
    left, y = AIMS_LEFT + AIMS_WIDTH + 12, places.below + 4
    width = places.width - left - 24
    ring = circle(0, 0, 9, "line rs-blue", stroke_width=3)
    target = ring + path(symbols.CROSSHAIR, "line rs-blue", stroke_width=3, transform="scale(0.8)")
    entries = [(group(symbols.banner(rank, "stark", True, (-8, 8)), scale=0.8), words.name(rank)) for rank in RANKS]
    entries += [
        (group(symbols.banner("green", "stark", False, (8, 8)), scale=0.8), words("inactive")),
        (symbols.figure("infantry", "stark", (0, 0)), words.name("infantry")),
        (symbols.figure("archer", "stark", (0, 0)), words.name("archer")),
        (symbols.figure("cavalry", "stark", (0, 0)), words.name("cavalry")),
        (symbols.figure("kennel", "stark", (0, 0)), words.name("stark-kennelmasters")),
        (symbols.figure("infantry", "lannister", (0, 2), leads=True), words("commander")),
        (symbols.engagement("stark", (0, 0)), words("engaged-short")),
        (symbols.objective(None, (0, 0)), words("objective")),
        (symbols.fire(1, (0, 0)), words("fire-short")),
        (symbols.strategy("face-down", (0, 0)), words("strategy-short")),
        (path(symbols.BOW, "line s-ink", stroke_width=2), words("archers-short")),
        (target, words("target-short")),
        (path("M-12 0H12", "line hs-lannister", stroke_width=3, stroke_dasharray="2 5"), words("zone-short")),
    ]
    cell = width / COLUMNS
    return group(
        box(left, y, width, BELOW - 16, "card s-edge", r=7, stroke_width=1),
        *(
            group(
                picture,
                text(24, 0, label, fitting(label, 13, cell - 52), "ink", anchor="start"),
                at=(left + 24 + k % COLUMNS * cell, y + 36 + k // COLUMNS * ROW),
            )
            for k, (picture, label) in enumerate(entries)
        ),
        id="legend",
    )
