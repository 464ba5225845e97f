"""Measurements of the battlefield: trays, terrain and the table for `banneret.plane`, in thousandths of an inch."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from banneret.games.icefire.content.tabletop import Piece, pieces
from banneret.games.icefire.rules.table.units import CASTLE_WALL, is_wall
from banneret.games.icefire.state import State
from banneret.plane import TURN, Placed, Pose, Shape, Table, distance, is_at_most, overlaps, place, rectangle

INCH: Final = 1000
GIVE: Final = 5.0
"""Maximum overlap of trays that still counts as touching; adjacent trays are rounded to the lattice."""
ROUNDING: Final = 1.5
"""Maximum shift between a tray placed against an edge and where room was searched: both are rounded to the lattice."""
TIE: Final = 0.001
"""Parts of a tray that differ by less than this fraction are equal: icefire:ruling.4."""
MARGIN: Final = 5.0
"""Amount by which blockers of sight are enlarged, so that adjacent trays leave no gap."""
DEPTH: Final = 48 * INCH
"""Distance between the near and far edges, 4 feet on either battlefield: icefire:setup.1, icefire:setup.22."""


@cache
def _table(inches_wide: int) -> Table:
    return Table(inches_wide * INCH, DEPTH)


def table_of(state: State) -> Table:
    """Return the battlefield: 4 by 4 feet (icefire:setup.1), or 6 by 4 for larger matches (icefire:setup.22)."""
    return _table(state.mode.width)


def width(state: State) -> int:
    """Return the width of the battlefield, from one flank edge to the other."""
    return state.mode.width * INCH


def center(state: State) -> tuple[int, int]:
    """Return the center of the battlefield."""
    return state.mode.width * INCH // 2, DEPTH // 2


def in_inches(length: int) -> str:
    """Format a length in thousandths of an inch in inches for texts, such as "2.5"."""
    return f"{length / INCH:.2f}".rstrip("0").rstrip(".")


def inches(length: float) -> int:
    """Convert a length of the data to thousandths of an inch."""
    return round(length * INCH)


@cache
def _tray(id: str) -> Shape:
    for tray in pieces().trays:
        if tray.id == id:
            return rectangle(inches(tray.width), inches(tray.depth))
    raise KeyError(id)


@cache
def piece_shape(id: str) -> Shape:
    """Return the shape of a piece of terrain."""
    piece = piece_card(id)
    return rectangle(inches(piece.width), inches(piece.depth))


@cache
def piece_card(id: str) -> Piece:
    """Return the properties of a piece of terrain. Raise KeyError for an unknown id.

    Its keywords determine its effects: icefire:terrain.1, icefire:piece.forest, icefire:piece.weirwood,
    icefire:piece.corpse-pile, icefire:piece.palisade, icefire:piece.bog, icefire:piece.stakes, icefire:piece.low-wall,
    icefire:piece.hedge.
    """
    table = pieces()
    if id == CASTLE_WALL:  # not a piece that players place: icefire:honed-and-ready.11
        wall = table.wall
        return Piece(id="castle-wall", name="Castle Wall", width=wall.width, depth=wall.depth, keywords=("impassable",))
    for piece in table.pieces:
        if piece.id == id:
            return piece
    raise KeyError(id)


def shape_of(state: State, unit: int) -> Shape:
    """Return the shape of a unit's tray, or of a castle wall."""
    card = state.card[unit]
    return piece_shape(CASTLE_WALL) if card == CASTLE_WALL else _tray(state.cards.units[card].tray)


def pose_of(state: State, unit: int) -> Pose:
    """Return the pose of a unit's tray or a castle wall. Raise ValueError for a unit that is not on the table."""
    pose = wall_pose(state, unit) if is_wall(state, unit) else state.pose[unit]
    if pose is None:
        raise ValueError(f"unit {state.labels[unit]} is not on the table")
    return pose


def wall_pose(state: State, wall: int) -> Pose:
    """Return the pose of a castle wall, which the mode sets for the whole match: icefire:storm-of-swords.4."""
    x, y, degrees = state.mode.walls[wall - (len(state.card) - len(state.mode.walls))]
    middle_x, middle_y = center(state)
    return Pose(middle_x + inches(x), middle_y + inches(y), round(degrees * 100) % TURN)


def tray_of(state: State, unit: int) -> Placed:
    """Return the tray of a unit on the table."""
    card, pose = state.card[unit], state.pose[unit]
    if card == CASTLE_WALL or pose is None:
        return place(shape_of(state, unit), pose_of(state, unit))
    return place(_tray(state.cards.units[card].tray), pose)


def tray_at(state: State, unit: int, pose: Pose) -> Placed:
    """Return the tray of a unit at a pose."""
    return place(shape_of(state, unit), pose)


def terrain(state: State) -> tuple[tuple[int, Piece, Placed], ...]:
    """Return the terrain on the table: number, properties, position."""
    return _terrain(tuple(state.pieces), tuple(state.piece_pose))


@lru_cache(maxsize=1 << 8)
def _terrain(pieces: tuple[str, ...], poses: tuple[Pose, ...]) -> tuple[tuple[int, Piece, Placed], ...]:
    there = enumerate(zip(pieces, poses, strict=True))
    return tuple([(number, piece_card(id), piece_at(id, pose)) for number, (id, pose) in there if id])


def piece_at(id: str, pose: Pose) -> Placed:
    """Return a piece of terrain at a pose."""
    return place(piece_shape(id), pose)


def terrain_with(state: State, keyword: str) -> tuple[tuple[int, Placed], ...]:
    """Return the pieces of terrain with a keyword."""
    return _terrain_with(tuple(state.pieces), tuple(state.piece_pose), keyword)


@lru_cache(maxsize=1 << 10)
def _terrain_with(pieces: tuple[str, ...], poses: tuple[Pose, ...], keyword: str) -> tuple[tuple[int, Placed], ...]:
    return tuple([(number, placed) for number, piece, placed in _terrain(pieces, poses) if keyword in piece.keywords])


def is_inside(tray: Placed, piece: Placed) -> bool:
    """Return whether a tray is inside a piece of terrain, that is, overlaps it at all: icefire:ruling.7."""
    return overlaps(tray, piece, GIVE)


def gap(state: State, one: int, other: int) -> float:
    """Return the distance between the nearest points of two units: icefire:ruling.2, icefire:terms.16."""
    return _gap(tray_of(state, one), tray_of(state, other))


@lru_cache(maxsize=1 << 12)
def _gap(one: Placed, other: Placed) -> float:
    return distance(one, other)


def token_on_table(state: State, at: tuple[int, int], apart: float) -> bool:
    """Return whether a point is far enough from every edge of the battlefield for the center of a token."""
    x, y = at
    return apart <= x <= width(state) - apart and apart <= y <= DEPTH - apart


def within(state: State, one: int, other: int, length: int) -> bool:
    """Return whether a unit is in range of another, as `gap` measures: icefire:ruling.2, icefire:terms.16.

    It always is of itself: icefire:terms.17. A unit that is not on the table is in range of no other.
    """
    if one == other:
        return True
    for unit in (one, other):
        if state.pose[unit] is None and not is_wall(state, unit):
            return False
    return is_near(state, one, tray_of(state, other), length)


def is_near(state: State, unit: int, placed: Placed, length: float) -> bool:
    """Return whether a unit is at most a length from a shape, such as terrain or the tray of a removed unit."""
    return is_at_most(tray_of(state, unit), placed, length + 0.001)


def short_range(state: State) -> int:
    """Return Short Range."""
    return state.table.table.short_range * INCH


def long_range(state: State) -> int:
    """Return Long Range."""
    return state.table.table.long_range * INCH


def range_of(state: State, name: str) -> int:
    """Return the range named `short` or `long`: icefire:ranged.6, icefire:ranged.7."""
    return short_range(state) if name == "short" else long_range(state)
