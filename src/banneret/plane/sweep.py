"""Exact straight moves of convex pieces: when one enters another or comes too close.

Times are fractions of the move, 0 at the start and 1 at the end; some functions also return times outside that range.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from banneret.plane.distance import SLACK, piece_distance, separation
from banneret.plane.pose import Piece, Placed


class Span(NamedTuple):
    """The time interval in which two pieces overlap."""

    enter: float
    leave: float


def overlap_span(moving: Piece, still: Piece, dx: float, dy: float, give: float = 0.0) -> Span | None:
    """Return when a piece moving by (dx, dy) per unit of time overlaps another by more than `give`, or None.

    Considers all times, not only 0 to 1. Along every edge normal, the gap changes linearly; the pieces overlap while it
    is below -give along all of them. A negative `give` also counts coming that close (along the normals).
    """
    if moving.box is not None and still.box is not None:
        return _span_of_boxes(moving, still, dx, dy, give)
    enter, leave = -1e300, 1e300
    for one, other, sign in ((moving, still, -1.0), (still, moving, 1.0)):
        corners = other.corners
        for nx, ny, off in one.lines:
            gap = min([nx * x + ny * y for x, y in corners]) - off + give
            rate = sign * (nx * dx + ny * dy)
            if rate == 0:
                if gap >= 0:
                    return None
            elif rate < 0:
                enter = max(enter, gap / -rate)
            else:
                leave = min(leave, gap / -rate)
            if enter >= leave:
                return None
    return Span(enter, leave)


def _span_of_boxes(moving: Piece, still: Piece, dx: float, dy: float, give: float) -> Span | None:
    """Return the same for two rectangles, whose opposite normals share an axis."""
    box, other = moving.box, still.box
    if box is None or other is None:
        raise ValueError("this is for rectangles")
    ux, uy, aw, ad = box
    vx, vy, bw, bd = other
    x, y = still.x - moving.x, still.y - moving.y
    c, s = abs(ux * vx + uy * vy), abs(ux * vy - uy * vx)
    enter, leave = -1e300, 1e300
    for apart, rate, reach in (
        (x * ux + y * uy, dx * ux + dy * uy, aw + bw * c + bd * s - give),
        (y * ux - x * uy, dy * ux - dx * uy, ad + bw * s + bd * c - give),
        (x * vx + y * vy, dx * vx + dy * vy, bw + aw * c + ad * s - give),
        (y * vx - x * vy, dy * vx - dx * vy, bd + aw * s + ad * c - give),
    ):
        if rate == 0:
            if apart >= reach or -apart >= reach:
                return None
            continue
        if rate > 0:
            low, high = (apart - reach) / rate, (apart + reach) / rate
        else:
            low, high = (apart + reach) / rate, (apart - reach) / rate
        if low > enter:  # noqa: PLR1730  # quicker
            enter = low
        if high < leave:  # noqa: PLR1730  # quicker
            leave = high
        if enter >= leave:
            return None
    span: Span = tuple.__new__(Span, (enter, leave))  # quicker than a call of `Span`
    return span


def passes_far(moving: Placed, still: Placed, dx: float, dy: float) -> bool:
    """Return whether the bounding circles alone show that a shape moving by (dx, dy) never meets another."""
    wx, wy = still.x - moving.x, still.y - moving.y
    square = dx * dx + dy * dy
    part = (wx * dx + wy * dy) / square if square > 0 else 0.0
    part = 0.0 if part < 0 else min(part, 1.0)
    wx, wy = wx - dx * part, wy - dy * part
    reach = moving.radius + still.radius
    return wx * wx + wy * wy > reach * reach


def sweep_contact(moving: Piece, still: Piece, dx: float, dy: float, give: float) -> float | None:
    """Return the time, from 0 to 1, at which a piece moving by (dx, dy) first meets one it enters deeper than `give`.

    None if it never gets that deep: sliding along something, or leaving it, is not a contact.
    """
    wx, wy = still.x - moving.x, still.y - moving.y
    reach = moving.radius + still.radius + abs(give)
    if dx * dx + dy * dy > 0:
        part = (wx * dx + wy * dy) / (dx * dx + dy * dy)
        part = 0.0 if part < 0 else min(part, 1.0)
        wx, wy = wx - dx * part, wy - dy * part
    if wx * wx + wy * wy > reach * reach:
        return None
    deep = overlap_span(moving, still, dx, dy, give)
    if deep is None or deep.leave <= 0 or deep.enter >= 1:
        return None
    if give <= 0:
        touch = overlap_span(moving, still, dx, dy)
        return min(1.0, max(0.0, touch.enter if touch is not None and touch.leave > 0 else deep.enter))
    touch = overlap_span(moving, still, dx, dy)
    return max(0.0, touch.enter if touch is not None else deep.enter)


def enters(moving: Piece, still: Piece, dx: float, dy: float, give: float) -> bool:
    """Return whether a piece moving by (dx, dy) ever gets deeper than `give` into another: has a `sweep_contact`."""
    wx, wy = still.x - moving.x, still.y - moving.y
    square, reach = dx * dx + dy * dy, moving.radius + still.radius + abs(give)
    if square > 0:
        part = (wx * dx + wy * dy) / square
        part = 0.0 if part < 0 else min(part, 1.0)
        wx, wy = wx - dx * part, wy - dy * part
    if wx * wx + wy * wy > reach * reach:
        return False
    deep = overlap_span(moving, still, dx, dy, give)
    return deep is not None and deep.leave > 0 and deep.enter < 1


def deepens(moving: Piece, still: Piece, dx: float, dy: float) -> bool:
    """Return whether moving by (dx, dy) ever deepens the overlap of a piece with another.

    The depth is the minimum of the overlaps along the normals, each of which changes linearly: if it does not increase
    at first, it can only decrease later, and pieces that have separated do not meet again.
    """
    depth, rise = 1e300, 0.0
    for one, other, sign in ((moving, still, -1.0), (still, moving, 1.0)):
        for nx, ny, off in one.lines:
            overlap = off - min([nx * x + ny * y for x, y in other.corners])
            if overlap <= 0:
                return enters(moving, still, dx, dy, SLACK)
            rate = -sign * (nx * dx + ny * dy)
            if overlap < depth - SLACK:
                depth, rise = overlap, rate
            elif overlap <= depth + SLACK:
                depth, rise = min(depth, overlap), min(rise, rate)
    length = sqrt(dx * dx + dy * dy)
    return rise > 1e-9 * length


def last_clear(moving: Piece, still: Piece, dx: float, dy: float, gap: float) -> float:
    """Return the last time at which a piece moving by (dx, dy) is at least `gap` away, before it comes closer.

    1 if it never comes closer; 0 if it is closer already.
    """
    if piece_distance(moving, still) < gap - SLACK:
        return 0.0
    best = 1.0
    for one, other, sign in ((moving, still, 1.0), (still, moving, -1.0)):
        vx, vy = sign * dx, sign * dy  # the other piece is fixed; only `one` moves
        for px, py in one.corners:
            best = min(best, _when_near(px, py, vx, vy, other, gap))
    return best


def _when_near(px: float, py: float, vx: float, vy: float, still: Piece, gap: float) -> float:
    """Return the time at which a moving point first comes within a gap of a convex piece, at most 1."""
    best = 1.0
    square = vx * vx + vy * vy
    ax, ay = still.corners[-1]
    normals = (still.lines[-1], *still.lines[:-1])
    for (bx, by), (nx, ny, off) in zip(still.corners, normals, strict=True):
        rate = nx * vx + ny * vy
        if rate < 0:  # at a side: where the point crosses the line of the edge moved outwards by the gap
            part = (off + gap - (nx * px + ny * py)) / rate
            if part * sqrt(square) >= -SLACK and part < best:
                x, y = px + vx * part - ax, py + vy * part - ay
                ex, ey = bx - ax, by - ay
                if 0 <= x * ex + y * ey <= ex * ex + ey * ey:
                    best = max(0.0, part)
        wx, wy = px - bx, py - by  # at a corner: where the point crosses the circle around it
        half = wx * vx + wy * vy
        if half < 0:
            under = half * half - square * (wx * wx + wy * wy - gap * gap)
            if under >= 0:
                part = (-half - sqrt(under)) / square
                if part * sqrt(square) >= -SLACK and part < best:
                    best = max(0.0, part)
        ax, ay = bx, by
    return best


def stop_before(moving: Placed, still: Placed, dx: float, dy: float, gap: float) -> float:
    """Return the last time, from 0 to 1, at which a shape moving by (dx, dy) is at least `gap` away from another."""
    return min([last_clear(one, other, dx, dy, gap) for one in moving.pieces for other in still.pieces])


def may_leave(moving: Placed, still: Placed, dx: float, dy: float) -> bool:
    """Return whether a straight move of a shape that may overlap another neither deepens an overlap nor causes one."""
    for one in moving.pieces:
        for other in still.pieces:
            if separation(one, other) < -SLACK:
                if deepens(one, other, dx, dy):
                    return False
            elif enters(one, other, dx, dy, SLACK):
                return False
    return True
