"""The battlefield measured: trays, terrain and the table as `banneret.plane` takes them. In thousandths of an inch."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from banneret.games.icefire.content.tabletop import Piece, pieces
from banneret.games.icefire.rules.table.units import CASTLE_WALL, is_wall, unit_card
from banneret.games.icefire.state import State
from banneret.plane import TURN, Placed, Pose, Shape, Table, distance, overlaps, place, rectangle

INCH: Final = 1000
GIVE: Final = 5.0
"""How deep two trays may overlap and still only touch; trays that lie against each other are rounded to the lattice."""
ROUNDING: Final = 1.5
"""How far a tray set against an edge may lie from where room was looked for: both are rounded to the lattice."""
TIE: Final = 0.001
"""Parts of a tray that differ by less of it are equal: icefire:ruling.4."""
MARGIN: Final = 5.0
"""How much blockers of sight are grown, so that trays side by side leave no slit."""
DEPTH: Final = 48 * INCH
"""From the near edge to the far one it is 4 feet on either battlefield: icefire:setup.1, icefire:setup.22."""


@cache
def _table(inches_wide: int) -> Table:
    return Table(inches_wide * INCH, DEPTH)


def table_of(state: State) -> Table:
    """Return the battlefield: 4 by 4 feet (icefire:setup.1), or 6 by 4 for larger matches (icefire:setup.22)."""
    return _table(state.mode.width)


def width(state: State) -> int:
    """Return how wide the battlefield is, from one flank edge to the other."""
    return state.mode.width * INCH


def center(state: State) -> tuple[int, int]:
    """Return the center of the battlefield."""
    return state.mode.width * INCH // 2, DEPTH // 2


def in_inches(length: int) -> str:
    """Return a length in thousandths of an inch as texts show it, such as "2.5"."""
    return f"{length / INCH:.2f}".rstrip("0").rstrip(".")


def inches(length: float) -> int:
    """Return a length of the data in thousandths of an inch."""
    return round(length * INCH)


@cache
def _tray(id: str) -> Shape:
    for tray in pieces().trays:
        if tray.id == id:
            return rectangle(inches(tray.width), inches(tray.depth))
    raise KeyError(id)


@cache
def _piece(id: str) -> Shape:
    piece = piece_card(id)
    return rectangle(inches(piece.width), inches(piece.depth))


@cache
def piece_card(id: str) -> Piece:
    """Return what a piece of terrain is. Raises KeyError if there is none of that id.

    Its keywords are what it does: icefire:terrain.1, icefire:piece.forest, icefire:piece.weirwood,
    icefire:piece.corpse-pile, icefire:piece.palisade, icefire:piece.bog, icefire:piece.stakes, icefire:piece.low-wall,
    icefire:piece.hedge.
    """
    table = pieces()
    if id == CASTLE_WALL:  # no piece of the players: icefire:honed-and-ready.11
        wall = table.wall
        return Piece(id="castle-wall", name="Castle Wall", width=wall.width, depth=wall.depth, keywords=("impassable",))
    for piece in table.pieces:
        if piece.id == id:
            return piece
    raise KeyError(id)


def shape_of(state: State, unit: int) -> Shape:
    """Return the shape of a unit's tray, or of a castle wall."""
    if is_wall(state, unit):
        return _piece(CASTLE_WALL)
    return _tray(unit_card(state, unit).tray)


def pose_of(state: State, unit: int) -> Pose:
    """Return where a unit's tray lies, or a castle wall. Raises ValueError for a unit that is not on the table."""
    pose = wall_pose(state, unit) if is_wall(state, unit) else state.pose[unit]
    if pose is None:
        raise ValueError(f"unit {state.labels[unit]} is not on the table")
    return pose


def wall_pose(state: State, wall: int) -> Pose:
    """Return where a castle wall stands: as the mode has it, all the time: icefire:storm-of-swords.4."""
    x, y, degrees = state.mode.walls[wall - (len(state.card) - len(state.mode.walls))]
    middle_x, middle_y = center(state)
    return Pose(middle_x + inches(x), middle_y + inches(y), round(degrees * 100) % TURN)


def tray_of(state: State, unit: int) -> Placed:
    """Return the tray of a unit on the table."""
    return place(shape_of(state, unit), pose_of(state, unit))


def tray_at(state: State, unit: int, pose: Pose) -> Placed:
    """Return the tray of a unit as it would lie at a pose."""
    return place(shape_of(state, unit), pose)


def terrain(state: State) -> Iterator[tuple[int, Piece, Placed]]:
    """Yield the terrain on the table: number, what it is, where it lies."""
    for number, id in enumerate(state.pieces):
        if id:
            yield number, piece_card(id), piece_at(id, state.piece_pose[number])


def piece_at(id: str, pose: Pose) -> Placed:
    """Return a piece of terrain at a pose."""
    return place(_piece(id), pose)


def terrain_with(state: State, keyword: str) -> list[tuple[int, Placed]]:
    """List the pieces of terrain with a keyword."""
    return [
        (number, piece_at(id, state.piece_pose[number]))
        for number, id in enumerate(state.pieces)
        if id and keyword in piece_card(id).keywords
    ]


def is_inside(tray: Placed, piece: Placed) -> bool:
    """Return whether a tray is inside a piece of terrain: it overlaps it at all: icefire:ruling.7."""
    return overlaps(tray, piece, GIVE)


def gap(state: State, one: int, other: int) -> float:
    """Return how far two units are apart, from the nearest point of each: icefire:ruling.2, icefire:terms.16."""
    return distance(tray_of(state, one), tray_of(state, other))


def token_on_table(state: State, at: tuple[int, int], apart: float) -> bool:
    """Return whether a point is so far from every edge of the battlefield, as the middle of a token must be."""
    x, y = at
    return apart <= x <= width(state) - apart and apart <= y <= DEPTH - apart


def within(state: State, one: int, other: int, length: int) -> bool:
    """Return whether a unit is in range of another; it always is of itself: icefire:terms.16, icefire:terms.17."""
    return one == other or gap(state, one, other) <= length + 0.001


def short_range(state: State) -> int:
    """Return Short Range."""
    return state.table.table.short_range * INCH


def long_range(state: State) -> int:
    """Return Long Range."""
    return state.table.table.long_range * INCH


def range_of(state: State, name: str) -> int:
    """Return the range called `short` or `long`: icefire:ranged.6, icefire:ranged.7."""
    return short_range(state) if name == "short" else long_range(state)
