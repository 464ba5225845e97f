"""Exact rotations of convex pieces about any point: when one enters another.

Two pieces start or stop overlapping only when a corner of one lies on an edge of the other. A corner moves on a circle,
so all these moments can be computed with square roots, and nothing changes between two of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from banneret.plane.angles import HALF, TURN, angle_of, unit
from banneret.plane.distance import separation
from banneret.plane.pose import Piece, grown
from banneret.plane.shapes import Point

_SAME: Final = 1e-8  # angles closer than this (hundredths of a degree) are equal
_STILL: Final = 1e-12  # squared distance from the pivot, in milli-units, up to which a corner does not move
_DEEP: Final = 1e-6  # an overlap in milli-units that cannot result from floating-point errors


def rotated(piece: Piece, x: float, y: float, c: float, s: float) -> Piece:
    """Return a piece rotated about a point by an angle with the given cosine and sine."""
    corners = tuple(
        [(x + ((px - x) * c - (py - y) * s), y + ((px - x) * s + (py - y) * c)) for px, py in piece.corners]
    )
    lines = []
    for (nx, ny, _), (px, py) in zip(piece.lines, corners, strict=True):
        wx, wy = nx * c - ny * s, nx * s + ny * c
        lines.append((wx, wy, wx * px + wy * py))
    return _turned_frame(piece, x, y, c, s, corners, tuple(lines))


def _turned_frame(
    piece: Piece,
    x: float,
    y: float,
    c: float,
    s: float,
    corners: tuple[Point, ...] = (),
    lines: tuple[tuple[float, float, float], ...] = (),
) -> Piece:
    """Return a piece with these corners and lines, and its middle and box rotated about a point."""
    dx, dy = piece.x - x, piece.y - y
    middle = (x + (dx * c - dy * s), y + (dx * s + dy * c), piece.radius)
    box = piece.box
    if box is not None:
        box = (box[0] * c - box[1] * s, box[0] * s + box[1] * c, box[2], box[3])
    return Piece(corners, lines, middle, box)


def _overlaps_turned(moving: Piece, still: Piece, x: float, y: float, angle: float) -> bool:
    """Return whether a piece overlaps another after rotating about a point by an angle."""
    c, s = unit(angle)
    # Two rectangles can be compared by their boxes, without their corners.
    boxes = moving.box is not None and still.box is not None
    turned = _turned_frame(moving, x, y, c, s) if boxes else rotated(moving, x, y, c, s)
    return separation(turned, still) < -_DEEP


def _meetings(points: Sequence[Point], still: Piece, x: float, y: float, sign: float, whole: float) -> list[float]:
    """Return the angles (0 to `whole`) after which the points lie on an edge; `sign` is the direction."""
    found = []
    corners = still.corners
    arms = [(px - x, py - y, (px - x) * (px - x) + (py - y) * (py - y)) for px, py in points]
    arms = [arm for arm in arms if arm[2] > _STILL]
    longest = max([square for _, _, square in arms], default=0.0)
    ax, ay = corners[-1]
    for bx, by in corners:
        ex, ey = bx - ax, by - ay
        length = ex * ex + ey * ey
        off = ((x - ax) * ey - (y - ay) * ex) / length
        off *= off
        if longest / length >= off:
            middle = ((x - ax) * ex + (y - ay) * ey) / length
            for rx, ry, square in arms:
                under = square / length - off
                if under >= 0:
                    root = sqrt(under)
                    for part in (middle - root, middle + root):
                        if -1e-9 <= part <= 1 + 1e-9:
                            qx, qy = ax + ex * part - x, ay + ey * part - y
                            across = sign * (rx * qy - ry * qx)
                            if across >= 0 or whole > HALF:  # otherwise the rotation exceeds half a turn
                                angle = angle_of(rx * qx + ry * qy, across)
                                if angle <= whole:
                                    found.append(angle)
        ax, ay = bx, by
    return found


def _moments(moving: Piece, still: Piece, x: float, y: float, turn: float) -> list[float]:
    """Return in order the angles at which corners and edges meet, including 0 and the whole rotation."""
    sign, whole = (1.0, turn) if turn > 0 else (-1.0, -turn)
    found = _meetings(moving.corners, still, x, y, sign, whole)
    found += _meetings(still.corners, moving, x, y, -sign, whole)  # relative to the moving piece, the other rotates
    found.sort()
    moments = [0.0]
    for angle in found:
        if angle - moments[-1] > _SAME and whole - angle > _SAME:
            moments.append(angle)
    if whole > moments[-1]:
        moments.append(whole)
    return moments


def overlap_turns(moving: Piece, still: Piece, x: float, y: float, turn: float) -> list[tuple[float, float]]:
    """Return the angle ranges, in hundredths of a degree, in which a piece rotating about (x, y) overlaps another.

    `turn` is positive to the left, at most a full turn either way. Raises ValueError beyond that.
    """
    if turn == 0 or _is_out_of_reach(moving, still, x, y, turn):
        return []
    spans: list[tuple[float, float]] = []
    for low, high in _overlapping(moving, still, x, y, turn):
        if spans and spans[-1][1] == low:
            low = spans.pop()[0]  # noqa: PLW2901  # continues the same overlap
        spans.append((low, high))
    return spans


def _overlapping(moving: Piece, still: Piece, x: float, y: float, turn: float) -> Iterator[tuple[float, float]]:
    """Yield, in order, the ranges between consecutive moments in which the pieces overlap."""
    sign = 1.0 if turn > 0 else -1.0
    for low, high in pairwise(_moments(moving, still, x, y, turn)):
        if _overlaps_turned(moving, still, x, y, sign * (low + high) / 2):
            yield low, high


def _is_out_of_reach(moving: Piece, still: Piece, x: float, y: float, turn: float) -> bool:
    """Return whether the bounding circle of a piece, moving on its arc, stays clear of that of another.

    Raises ValueError if the arc exceeds a full turn.
    """
    if not -TURN <= turn <= TURN:
        raise ValueError(f"a rotation by {turn} hundredths of a degree exceeds a full turn")
    ux, uy = moving.x - x, moving.y - y
    wx, wy = still.x - x, still.y - y
    reach = moving.radius + still.radius
    if abs(sqrt(wx * wx + wy * wy) - sqrt(ux * ux + uy * uy)) > reach:
        return True
    if not -HALF <= turn <= HALF:
        return False
    c, s = unit(turn)
    ex, ey = ux * c - uy * s, ux * s + uy * c
    sign = 1 if turn > 0 else -1
    if (ux * wy - uy * wx) * sign >= 0 and (wx * ey - wy * ex) * sign >= 0:
        return False  # the arc passes beyond the other piece
    reach *= reach
    at_start = (wx - ux) * (wx - ux) + (wy - uy) * (wy - uy)
    return at_start > reach and (wx - ex) * (wx - ex) + (wy - ey) * (wy - ey) > reach


def turn_contact(moving: Piece, still: Piece, x: float, y: float, turn: float, give: float) -> float | None:
    """Return the angle (0 to |turn|) at which a rotating piece first meets one it enters deeper than `give`.

    Depth is measured by moving the other piece's edges inwards by `give` milli-units; None if it never gets that deep.
    Raises ValueError if the rotation exceeds a full turn.
    """
    if turn == 0 or _is_out_of_reach(moving, still, x, y, turn):
        return None
    touching = _overlapping(moving, still, x, y, turn)
    entered = next(touching, None)
    if not give or (entered is None and give > 0):
        return None if entered is None else entered[0]
    deep = next(_overlapping(moving, grown(still, -give), x, y, turn), None)
    if deep is None or entered is None:
        return None if deep is None else deep[0]
    # The deep overlap belongs to the last overlap that has started by then.
    begun, end = entered
    for low, high in touching:
        if low > deep[0] + _SAME:
            break
        begun, end = (begun if low == end else low), high
    return min(begun, deep[0])
