"""Trays, and plates beside them with name and remaining strength of a unit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from banneret.show.svg import box, circle, fitting, group, number, path, text, use, width_of

PLATE_HEIGHT: Final = 34.0
PLATE_SIZE: Final = 12.5
"""Font size of names on plates."""
LEAST_SIZE: Final = 11.6
"""Of all texts that keep their size: 11 pixels at .95 pixels per unit."""
COUNT_SIZE: Final = 12.0
WIDEST: Final = 200.0
_GAP: Final = 5.0
_WEDGE: Final = 10.0
_LABEL: Final = 26.0
_LOW: Final = 22.0
"""Height of a plate without pips."""
RULES: Final = (
    ".plate{fill:#14181d;fill-opacity:.92;stroke:#4a525c;stroke-width:1px}",
    ".plate-ink{fill:#f6efdf}",
    ".plate-number{fill:#ffd774}",
    ".pip{fill:#e8584f;stroke:#000;stroke-opacity:.4;stroke-width:.5px}",
    ".no-pip{fill:none;stroke:#8c8678;stroke-width:1px}",
    ".done{fill:none;stroke:#7fd08b;stroke-width:2.6px;stroke-linecap:round;stroke-linejoin:round}",
    ".chosen-edge{fill:none;stroke:#f0b91e;stroke-width:4px;stroke-linejoin:round}",
    ".start{fill:none;stroke-width:2px;stroke-opacity:.9}",
)


class Tray(NamedTuple):
    """A tray in the drawing: centre, size, and clockwise rotation in degrees."""

    id: str
    x: float
    y: float
    wide: float
    deep: float
    turn: float


class Plate(NamedTuple):
    """Position of a plate: centre relative to that of its tray, and width."""

    x: float
    y: float
    wide: float


def frame(player: str, weave: str, wide: float, deep: float) -> str:
    """Return an empty tray centred on the origin, front up: rim, floor, and a wedge that shows the front."""
    left, top = -wide / 2, -deep / 2
    return (
        box(left + 3, top + 6, wide, deep, "shadow", r=6)
        + path(f"M-11 {number(top + 1)}L0 {number(top - _WEDGE)}L11 {number(top + 1)}Z", f"p-{player} token")
        + box(left, top, wide, deep, f"p-{player} token", r=5)
        + box(left, top, wide, deep, "weave", r=5, fill=weave)
        + box(left + 5, top + 7, wide - 10, deep - 12, "floor fine", r=3)
        + path(f"M{number(left + 6)} {number(top + 3.5)}H{number(-left - 6)}", f"start pis-{player}")
    )


def ranks(  # a tray and what is on it
    figure: str, player: str, places: Sequence[tuple[float, float]], left: int, led: int, scale: float, *, mounted: bool
) -> str:
    """Return the figures of a unit from front to back, the leaders with gold bases, and the places of lost ones."""
    gone, base = ("horse-gone", "mounted-leader") if mounted else ("gone", "leader")
    parts = []
    for k, (x, y) in enumerate(places):
        at = f"translate({number(round(x, 1))} {number(round(y, 1))})"
        if scale != 1:
            at += f"scale({number(scale)})"
        if k >= left:
            parts.append(use(f"figure:{gone}", "", transform=at))
            continue
        if k < led:
            parts.append(use(f"figure:{base}", "", transform=at))
        parts.append(use(f"figure:{figure}", "", transform=at))
    return group(*parts, class_=f"p-{player}")


def distant(player: str, label: str, wide: float, deep: float) -> str:
    """Return the label that replaces the figures of a unit at small scales."""
    size = min(wide, deep) * 0.62
    return group(
        circle(0, 0, size * 0.78, f"p-{player} token"),
        text(0, 0, label, round(size * 0.8, 1), f"pi-{player} strong"),
        class_="far",
    )


def plate_width(name: str, pips: int) -> float:
    """Return the width of the plate of a unit."""
    return min(WIDEST, max(width_of(name, PLATE_SIZE) + _LABEL + (16 if pips else 38), pips * 6.5 + 44, 84))


def plate(  # what is written on it
    player: str,
    label: str,
    name: str,
    pips: tuple[int, int],
    count: str,
    at: Plate,
    *,
    done: bool,
    tokens: Iterable[str] = (),
) -> str:
    """Return the plate of a unit: label, name, pips for wounds, a number, and tokens beside it."""
    kept, of = pips
    high = PLATE_HEIGHT if of else _LOW
    left, top = -at.wide / 2, -high / 2
    beside = 0.0 if of else width_of(count, COUNT_SIZE) + 4
    room = at.wide - _LABEL - beside - (22 if done else 10)
    squares = [f"M{number(left + 7 + k * 6.5 + (k // 4) * 2)} {number(top + 21)}h4.5v7.5h-4.5Z" for k in range(of)]
    size = max(fitting(name, PLATE_SIZE, room), LEAST_SIZE)
    return group(
        group(
            box(left, top, at.wide, high, "plate", r=6),
            box(left + 4, top + 4, _LABEL - 4, 14, f"p-{player}", r=4),
            text(left + 2 + _LABEL / 2, top + 11, label, LEAST_SIZE, f"pi-{player} strong"),
            text(left + _LABEL + 5, top + 11, name, size, "plate-ink strong", anchor="start"),
            path("".join(squares[:kept]), "pip") if kept else "",
            path("".join(squares[kept:]), "no-pip") if kept < of else "",
            text(-left - 7, top + (25 if of else 11), count, COUNT_SIZE, "plate-number strong", anchor="end"),
            path(f"M{number(-left - 15 - beside)} {number(top + 11)}l3 3.5l6 -7", "done") if done else "",
            *tokens,
            class_="keep",
        ),
        at=(at.x, at.y),
    )


@lru_cache(maxsize=256)
def plates(trays: tuple[tuple[Tray, float], ...], table: tuple[float, float, float, float]) -> dict[str, Plate]:
    """Return the position of each tray's plate, given the widths: behind the tray, or where it covers least."""
    boxes = [_around(tray) for tray, _ in trays]
    taken: list[tuple[float, float, float, float]] = []
    found = {}
    for k, (tray, wide) in enumerate(trays):
        others = boxes[:k] + boxes[k + 1 :] + taken
        spots = [(_covered(_plate_box(x, y, wide), others, table), x, y) for x, y in _candidates(tray, boxes[k], wide)]
        _, x, y = min(spots, key=lambda spot: spot[0])  # the first of equals
        taken.append(_plate_box(x, y, wide))
        found[tray.id] = Plate(round(x - tray.x, 1), round(y - tray.y, 1), wide)
    return found


def _around(tray: Tray) -> tuple[float, float, float, float]:
    angle = math.radians(tray.turn)
    cos, sin = abs(math.cos(angle)), abs(math.sin(angle))
    wide, deep = (tray.wide * cos + tray.deep * sin) / 2, (tray.wide * sin + tray.deep * cos) / 2
    return tray.x - wide, tray.y - deep, tray.x + wide, tray.y + deep


def _candidates(tray: Tray, around: tuple[float, float, float, float], wide: float) -> Iterable[tuple[float, float]]:
    left, top, right, bottom = around
    above, below = top - _GAP - PLATE_HEIGHT / 2, bottom + _GAP + PLATE_HEIGHT / 2
    behind, before = (below, above - _WEDGE) if math.cos(math.radians(tray.turn)) >= 0 else (above, below + _WEDGE)
    yield tray.x, behind
    yield tray.x, before
    for y in (behind, before):
        yield left + wide / 2, y
        yield right - wide / 2, y
    yield left - _GAP - wide / 2, tray.y
    yield right + _GAP + wide / 2, tray.y


def _plate_box(x: float, y: float, wide: float) -> tuple[float, float, float, float]:
    return x - wide / 2, y - PLATE_HEIGHT / 2, x + wide / 2, y + PLATE_HEIGHT / 2


def _covered(
    plate: tuple[float, float, float, float],
    others: Sequence[tuple[float, float, float, float]],
    table: tuple[float, float, float, float],
) -> float:
    """Return the area that a plate covers, plus its area beyond the table."""
    left, top, right, bottom = plate
    covered = sum(
        max(0.0, min(right, u) - max(left, x)) * max(0.0, min(bottom, v) - max(top, y)) for x, y, u, v in others
    )
    outside = max(0.0, table[0] - left) + max(0.0, right - table[2])
    outside += max(0.0, table[1] - top) + max(0.0, bottom - table[3])
    return covered + outside * 40
