"""The trays of a unit: its shape, its ranks, and the trays it can lose without falling apart.

Trays are cells (column, row) of a grid: columns to the right, rows to the rear, with the front rank as row 0.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from banneret.games.runewars.content.tabletop import TRAY
from banneret.plane import Pose, Shape, trays

Cell: TypeAlias = tuple[int, int]
Cells: TypeAlias = frozenset[Cell]


class Ranks(NamedTuple):
    """The number of trays in the front rank, and of full and partial ranks behind it."""

    front: int
    full: int
    partial: int


def formation(files: int, ranks: int) -> Cells:
    """Return the trays of a unit at full strength."""
    return frozenset((column, row) for column in range(files) for row in range(ranks))


@lru_cache(maxsize=1 << 10)
def shape_of(cells: Cells) -> Shape:
    """Return the shape of a unit around its centre, which is the centre of the rectangle around all trays."""
    # rules rw:27.2, rw:61.1a, rw:ruling.4
    return trays(cells, TRAY)


def ranks_of(cells: Cells) -> Ranks:
    """Return the ranks of a unit: only trays count, not the figures on them."""
    # rules rw:67.0, rw:67.1, rw:67.2, rw:67.3, rw:67.4, rw:67.5
    rows = rows_of(cells)
    front = len(rows[0])
    behind = [len(row) for row in rows[1:]]
    return Ranks(front, sum(count >= front for count in behind), sum(count < front for count in behind))


def rows_of(cells: Cells) -> list[list[Cell]]:
    """Return the trays of each rank, from front to back, each from left to right."""
    rows = sorted({row for _, row in cells})
    return [sorted(cell for cell in cells if cell[1] == row) for row in rows]


def back_rank(cells: Cells) -> list[Cell]:
    """Return the trays of the backmost rank, which may be the only rank."""
    # rule rw:67.1a
    return rows_of(cells)[-1]


def is_joined(cells: Collection[Cell]) -> bool:
    """Whether all trays are connected by edges; touching corners do not connect."""
    # rule rw:ruling.35
    left = set(cells)
    ahead = [left.pop()] if left else []
    while ahead:
        column, row = ahead.pop()
        near = {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)} & left
        left -= near
        ahead += near
    return not left


def removable(cells: Cells) -> list[Cell]:
    """Return the trays of the backmost rank whose removal would not split the unit, from left to right."""
    # rules rw:66.3, rw:66.4
    return list(_removable(cells))


@lru_cache(maxsize=1 << 10)
def _removable(cells: Cells) -> tuple[Cell, ...]:
    return tuple(cell for cell in back_rank(cells) if is_joined(cells - {cell}))


def without(cells: Cells, pose: Pose, lost: Iterable[Cell]) -> tuple[Cells, Pose]:
    """Return the remaining trays and the new pose of the unit: its centre moves, its trays stay where they are.

    Raises ValueError if no tray remains, or if the remaining trays are not connected.
    """
    left = cells - frozenset(lost)
    if not left or not is_joined(left):
        raise ValueError(f"removing trays from {sorted(cells)} leaves {sorted(left)}, which is not a unit")
    return left, recentred(cells, pose, left)


def recentred(before: Cells, pose: Pose, after: Cells) -> Pose:
    """Return the new pose of a unit whose trays change to others of its grid.

    Its centre moves, the grid stays in place.
    """
    # rules rw:61.1a, rw:ruling.4
    old, new = _middle(before), _middle(after)
    x, y = pose.to_world(((new[0] - old[0]) * TRAY, (old[1] - new[1]) * TRAY))
    return Pose(_nearest(x), _nearest(y), pose.heading)


def centre_of(cell: Cell, cells: Cells) -> tuple[float, float]:
    """Return the centre of a tray in the unit's own frame, in thousandths of a tray."""
    middle = _middle(cells)
    return (cell[0] + 0.5 - middle[0]) * TRAY, (middle[1] - cell[1] - 0.5) * TRAY


def _middle(cells: Cells) -> tuple[float, float]:
    columns, rows = [column for column, _ in cells], [row for _, row in cells]
    return (min(columns) + max(columns) + 1) / 2, (min(rows) + max(rows) + 1) / 2


def _nearest(value: float) -> int:
    return int(value + 0.5) if value >= 0 else -int(0.5 - value)
