"""Figures and terrain seen from above."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from banneret.show.tabletop.figures import FIGURES, figure
from banneret.show.tabletop.ground import stock, texture
from banneret.show.tabletop.terrain import PIECES


def test_every_kind_of_figure_looks_different() -> None:
    assert len({figure(kind) for kind in FIGURES}) == len(FIGURES)


@pytest.mark.parametrize("kind", PIECES)
def test_a_piece_of_terrain_is_drawn_alike_each_time_and_fits_its_size(kind: str) -> None:
    draw = PIECES[kind]
    assert draw(150, 60) == draw(150, 60) != draw(90, 90)
    ElementTree.fromstring(f"<g>{draw(150, 60)}</g>")  # noqa: S314  # our own drawing


def test_figures_and_terrain_lie_in_stock_by_their_ids() -> None:
    found = ElementTree.fromstring(f"<g>{stock('root', ['bow'], {'copse': ('forest', 90, 80)})}</g>")  # noqa: S314
    assert [(one.get("id"), one.get("class")) for one in found] == [
        ("figure:bow", "root"),
        ("terrain:copse", "root"),
    ]


def test_the_ground_has_no_address_of_another_place() -> None:
    drawn = texture("meadow", 0, 0, 100, 100)
    assert drawn.count("href=") == drawn.count("data:image/webp") == 1
