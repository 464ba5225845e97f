"""Shapes in their own frame: trays, formations, polygons."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from banneret.plane import Pose, Side, place, polygon, rectangle, trays, union

CELLS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1)


def test_a_tray_has_its_front_at_the_top() -> None:
    tray = rectangle(5500, 4800)
    assert [edge.side for edge in tray.edges] == [Side.RIGHT, Side.FRONT, Side.LEFT, Side.REAR]
    assert tray.edges_of(Side.FRONT)[0][1:] == ((2750, 2400), (-2750, 2400))
    assert tray.area == 5500 * 4800


@pytest.mark.parametrize(("width", "depth"), [(0, 5), (5, -1)])
def test_a_tray_without_an_inside_is_refused(width: int, depth: int) -> None:
    with pytest.raises(ValueError, match=f"{width} by {depth}"):
        rectangle(width, depth)


def test_trays_in_a_grid_make_one_outline() -> None:
    """Three in front, one behind on the left: seams are covered by a piece, the front is one edge of three."""
    unit = trays({(0, 0), (1, 0), (2, 0), (0, 1)}, 1000)
    assert (unit.width, unit.depth, unit.area) == (3000, 2000, 4_000_000)
    assert [edge[1:] for edge in unit.edges_of(Side.FRONT)] == [((1500, 1000), (-1500, 1000))]
    assert sorted(edge[1:] for edge in unit.edges_of(Side.REAR)) == [
        ((-1500, -1000), (-500, -1000)),
        ((-500, 0), (1500, 0)),
    ]
    assert sorted(edge[1:] for edge in unit.edges_of(Side.RIGHT)) == [
        ((-500, -1000), (-500, 0)),
        ((1500, 0), (1500, 1000)),
    ]
    assert [edge[1:] for edge in unit.edges_of(Side.LEFT)] == [((-1500, 1000), (-1500, -1000))]
    assert len(unit.pieces) == 2
    assert len(unit.tiles) == 4
    mirrored = trays({(0, 0), (1, 0), (2, 0), (2, 1)}, 1000)
    assert [edge[1:] for edge in mirrored.edges_of(Side.FRONT)] == [((1500, 1000), (-1500, 1000))]
    assert len(mirrored.edges) == len(unit.edges) == 6


def test_a_rectangle_of_trays_is_one_piece_and_a_tile_for_each() -> None:
    placed = place(trays({(0, 0), (1, 0)}, 1000), Pose(100, 200, 0))
    assert [(piece.x, piece.y) for piece in placed.pieces] == [(100, 200)]
    assert [(tile.x, tile.y) for tile in placed.tiles] == [(-400, 200), (600, 200)]


@pytest.mark.parametrize("cells", [{(0, 0), (1, 1)}, {(0, 0), (2, 0)}, set()])
def test_trays_that_do_not_hang_together_are_refused(cells: set[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="tray"):
        trays(cells, 1000)


@pytest.mark.slow
@given(CELLS)
def test_pieces_tiles_and_outline_of_trays_are_one_area(cells: set[tuple[int, int]]) -> None:
    try:
        unit = trays(cells, 1000)
    except ValueError:
        cells = {cell for cell in cells if cell[0] == min(cells)[0] and cell[1] == min(cells)[1]}
        unit = trays(cells, 1000)
    placed = place(unit, Pose(100, 200, 0))
    pieces = shapely.union_all([shapely.Polygon(piece.corners) for piece in placed.pieces])
    tiles = shapely.union_all([shapely.Polygon(piece.corners) for piece in placed.tiles])
    rings = shapely.polygonize([shapely.LineString([edge.start, edge.end]) for edge in placed.edges])
    assert pieces.equals(tiles)
    assert pieces.area == unit.area == len(cells) * 1_000_000
    assert pieces.boundary.length == sum(shapely.LineString(edge[1:]).length for edge in unit.edges)
    assert shapely.union_all(list(rings.geoms)).contains(pieces)
    for cell, tile in zip(sorted(cells), placed.tiles, strict=True):
        for other, near in zip(sorted(cells), placed.tiles, strict=True):
            if abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1:  # the middle of a seam lies inside a piece
                x, y = (tile.x + near.x) / 2, (tile.y + near.y) / 2
                assert any(piece.holds(x, y, -1) for piece in placed.pieces)


@pytest.mark.parametrize(
    ("corners", "said"),
    [
        ([(0, 0), (1, 0)], "at least three corners, not 2"),
        ([(0, 0), (0, 9), (9, 0)], "does not turn left"),
        ([(0, 0), (9, 0), (5, 2), (9, 9)], r"corner 2 at \(5, 2\)"),
        ([(0, 10), (-6, -8), (9, 3), (-9, 3), (6, -8)], "must go round once"),
    ],
)
def test_a_polygon_that_is_none_is_refused(corners: list[tuple[int, int]], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        polygon(corners)


def test_a_polygon_knows_its_area_and_its_sides() -> None:
    roof = polygon([(0, 0), (10, 0), (10, 5), (5, 9), (0, 5)])
    assert roof.area == 70
    assert [edge.side for edge in roof.edges] == [Side.REAR, Side.RIGHT, Side.NO_SIDE, Side.NO_SIDE, Side.LEFT]


def test_a_union_keeps_all_parts() -> None:
    both = union([rectangle(10, 10), polygon([(5, 0), (9, 0), (5, 4)])])
    assert both.area == 108
    assert len(both.pieces) == 2
    with pytest.raises(ValueError, match="at least one"):
        union([])
