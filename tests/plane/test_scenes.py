"""Distances, overlaps, arcs and sight on scenes at random and degenerate ones, against shapely and a sight oracle."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.plane.checks import check_scenes
from tests.plane.scenes import DEGENERATE, scene

SOAK = 100_000
PARTS = 20


def test_a_third_of_the_scenes_is_degenerate() -> None:
    kinds = Counter(scene(seed).kind for seed in range(300))
    assert kinds["random"] == kinds["facing"] == 100
    assert len(kinds) - 2 >= len(DEGENERATE)


def test_a_few_scenes_agree_with_the_oracle() -> None:
    tally = check_scenes(range(300, 330))
    assert 5 < tally["seen"] < tally["sights"] == 30
    assert tally["arc ties"] >= 1


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_scenes_agree_with_the_oracle(part: int) -> None:
    tally = check_scenes(range(part * 60, part * 60 + 60))
    assert tally["pairs"] > 500
    assert tally["overlaps"] > 50
    assert 10 < tally["seen"] < tally["sights"] == 60
    assert tally["sights in doubt"] <= 1
    assert tally["arc ties"] > 1


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_scenes_agree_with_the_oracle(part: int) -> None:
    each = SOAK // PARTS
    tally = check_scenes(range(part * each, part * each + each))
    assert tally["sights"] == each
    assert tally["sights in doubt"] < each // 200  # slits that are a millionth of the unit wide
