"""Plates beside trays: they cover neither trays nor each other where there is room."""

from __future__ import annotations

import math
from itertools import combinations

from banneret.show.tabletop.trays import PLATE_HEIGHT, Tray, plates

TABLE = (0.0, 0.0, 960.0, 960.0)


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_a_plate_lies_behind_its_tray_and_upright() -> None:
    for turn, side in ((0, 1), (180, -1)):
        at = plates(((Tray("a1", 400, 400, 110, 96, turn), 100.0),), TABLE)["a1"]
        assert (at.x, math.copysign(1, at.y)) == (0, side)
        assert abs(at.y) >= 48 + PLATE_HEIGHT / 2


def test_plates_cover_neither_trays_nor_each_other() -> None:
    trays = [Tray(f"a{k}", 120 + k % 4 * 190, 200 + k // 4 * 180, 110, 96, k * 37) for k in range(12)]
    found = plates(tuple((tray, 120.0) for tray in trays), TABLE)
    boxes = [
        (tray.x + at.x - 60, tray.y + at.y - PLATE_HEIGHT / 2, tray.x + at.x + 60, tray.y + at.y + PLATE_HEIGHT / 2)
        for tray in trays
        for at in (found[tray.id],)
    ]
    assert not any(overlap(*pair) for pair in combinations(boxes, 2))
    inner = [(tray.x - 48, tray.y - 48, tray.x + 48, tray.y + 48) for tray in trays]
    assert not any(overlap(box, tray) for box in boxes for tray in inner)


def test_a_plate_stays_on_the_table() -> None:
    at = plates(((Tray("a1", 480, 905, 110, 96, 0), 100.0),), TABLE)["a1"]
    assert 905 + at.y + PLATE_HEIGHT / 2 <= 960
