"""The four arcs around a tray, bounded by lines at 45 degrees outwards from its corners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from banneret.plane.clipping import HalfPlane, clip_all, largest, share
from banneret.plane.distance import SLACK
from banneret.plane.pose import Placed
from banneret.plane.shapes import Point, Side

ARCS: Final = (Side.FRONT, Side.RIGHT, Side.REAR, Side.LEFT)


@lru_cache(maxsize=1 << 10)
def local_arc(width: float, depth: float, side: Side, give: float = 0.0) -> tuple[HalfPlane, ...]:
    """Return an arc of a tray of the given size in its own frame, including its border lines and `give` beyond them."""
    hw, hd = width / 2, depth / 2
    slant = hd - hw if side in (Side.FRONT, Side.REAR) else hw - hd
    x, y = ((0, 1), (1, 0), (0, -1), (-1, 0))[side]
    along = hd if side in (Side.FRONT, Side.REAR) else hw
    return (
        HalfPlane(-x, -y, give - along),
        HalfPlane(-x - y, -y - x, give - slant),
        HalfPlane(-x + y, -y + x, give - slant),
    )


def arc(owner: Placed, side: Side, give: float = 0.0) -> tuple[HalfPlane, ...]:
    """Return an arc of the smallest rectangle around a shape, as half planes of the table."""
    found = []
    for nx, ny, limit in local_arc(owner.shape.width, owner.shape.depth, side, give):
        wx, wy = nx * owner.c - ny * owner.s, nx * owner.s + ny * owner.c
        found.append(HalfPlane(wx, wy, limit + (wx * owner.x + wy * owner.y)))
    return tuple(found)


def arc_shares(owner: Placed, other: Placed) -> tuple[float, float, float, float]:
    """Return the area of another shape in each arc of a tray, in the order of ARCS, in square milli-units.

    The part on the tray itself is in no arc.
    """
    width, depth = owner.shape.width, owner.shape.depth
    hw, hd = width / 2, depth / 2
    shares = [0.0, 0.0, 0.0, 0.0]
    c, s, ox, oy = owner.c, owner.s, owner.x, owner.y
    for tile in other.tiles:
        local: list[Point] = []
        for x, y in tile.corners:
            dx, dy = x - ox, y - oy
            local.append((dx * c + dy * s, dy * c - dx * s))
        only = _only_arc(local, hw, hd)
        if only is not None and tile.box is not None:
            shares[only] += 4 * tile.box[2] * tile.box[3]
            continue
        for side in ARCS:
            shares[side] += share(local, local_arc(width, depth, side))
    return shares[0], shares[1], shares[2], shares[3]


def _only_arc(local: Sequence[Point], hw: float, hd: float) -> Side | None:
    """Return the arc that contains all the points, or None."""
    slant = hd - hw
    minus = [y - x for x, y in local]  # at least slant: on the front's side of the line through the front right corner
    plus = [y + x for x, y in local]
    found = None
    if min(minus) >= slant and min(plus) >= slant:
        found = Side.FRONT if min([y for _, y in local]) >= hd else None
    elif max(minus) <= -slant and max(plus) <= -slant:
        found = Side.REAR if max([y for _, y in local]) <= -hd else None
    elif max(minus) <= slant and min(plus) >= -slant:
        found = Side.RIGHT if min([x for x, _ in local]) >= hw else None
    elif min(minus) >= -slant and max(plus) <= slant:
        found = Side.LEFT if max([x for x, _ in local]) <= -hw else None
    return found


def arcs_of(owner: Placed, other: Placed, tie: float) -> tuple[Side, ...]:
    """Return the arc of a tray that contains most of another shape, followed by those that tie with it.

    Areas tie if they differ by at most `tie` times the area of the other shape; the rules determine who chooses then.
    Empty only if the shape lies entirely on the tray.
    """
    return tuple([ARCS[number] for number in largest(arc_shares(owner, other), other.shape.area, tie)])


def part_in_arc(owner: Placed, side: Side, other: Placed) -> list[Sequence[Point]]:
    """Return the parts of another shape's pieces within an arc, borders included; a part may be a point."""
    region = arc(owner, side, SLACK)
    return [part for piece in other.pieces if (part := clip_all(piece.corners, region))]


def is_in_arc(owner: Placed, side: Side, other: Placed) -> bool:
    """Return whether any point of another shape lies in an arc, borders included."""
    return bool(part_in_arc(owner, side, other))
