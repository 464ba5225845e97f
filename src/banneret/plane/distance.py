"""Distances between shapes, overlaps and their depth, and tokens under trays. All in milli-units."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final

from banneret.plane.pose import Piece, Placed
from banneret.plane.shapes import Point

SLACK: Final = 0.001
"""Lengths within this tolerance are equal: a millionth of the unit, far above floating-point errors on a table."""


def is_below(length: float, limit: float) -> bool:
    """Return whether a length is below a limit: exactly 1 inch is not within 1 inch, whatever the heading."""
    return length < limit - SLACK


def separation(a: Piece, b: Piece) -> float:
    """Return the widest gap between two convex pieces along an edge normal; if negative, the depth of their overlap."""
    if a.box is not None and b.box is not None:
        return _separation_of_boxes(b.x - a.x, b.y - a.y, a.box, b.box)
    best = -1e300
    for one, other in ((a, b), (b, a)):
        corners = other.corners
        for nx, ny, off in one.lines:
            gap = min([nx * x + ny * y for x, y in corners]) - off
            best = max(best, gap)
    return best


def _from_box(ox: float, oy: float, box: tuple[float, float, float, float], corners: tuple[Point, ...]) -> float:
    """Return the squared distance of the nearest point to a rectangle; 0 for a point inside."""
    ux, uy, hw, hd = box
    best = 1e300
    for px, py in corners:
        dx, dy = px - ox, py - oy
        out_x = abs(dx * ux + dy * uy) - hw
        out_y = abs(dy * ux - dx * uy) - hd
        if out_x <= 0:
            square = out_y * out_y if out_y > 0 else 0.0
        elif out_y <= 0:
            square = out_x * out_x
        else:
            square = out_x * out_x + out_y * out_y
        best = min(best, square)
    return best


def _from_edges(piece: Piece, points: tuple[Point, ...]) -> float:
    """Return the squared distance of the nearest point to the outline of a convex piece."""
    best = 1e300
    corners = piece.corners
    ax, ay = corners[-1]
    for bx, by in corners:
        best = min(best, _from_segment(ax, ay, bx, by, points))
        ax, ay = bx, by
    return best


def _from_segment(ax: float, ay: float, bx: float, by: float, points: Iterable[Point]) -> float:
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    best = 1e300
    for px, py in points:
        dx, dy = px - ax, py - ay
        along = dx * ex + dy * ey
        if along <= 0:
            best = min(best, dx * dx + dy * dy)
        elif along >= square:
            fx, fy = px - bx, py - by
            best = min(best, fx * fx + fy * fy)
        else:
            off = dx * ey - dy * ex
            best = min(best, off * off / square)
    return best


def piece_distance(a: Piece, b: Piece) -> float:
    """Return the distance between two convex pieces; 0 if they touch or overlap."""
    return 0.0 if separation(a, b) <= 0 else _distance_apart(a, b)


def _distance_apart(a: Piece, b: Piece) -> float:
    """Return the distance between two convex pieces that do not meet."""
    # The shortest distance between two separate convex pieces is always at a corner of one of them.
    if a.box is not None and b.box is not None:
        return sqrt(min(_from_box(a.x, a.y, a.box, b.corners), _from_box(b.x, b.y, b.box, a.corners)))
    return sqrt(min(_from_edges(a, b.corners), _from_edges(b, a.corners)))


def distance(a: Placed, b: Placed) -> float:
    """Return the shortest distance between two shapes; 0 if they touch or overlap."""
    if a.shape.half is not None and b.shape.half is not None and _separation_of_placed(a, b) <= 0:
        return 0.0  # without placing pieces
    if len(a.pieces) == 1 and len(b.pieces) == 1:
        return piece_distance(a.pieces[0], b.pieces[0])
    return min([piece_distance(one, other) for one in a.pieces for other in b.pieces])


def point_distance(a: Placed, point: Point) -> float:
    """Return the distance from a shape to a point, such as the arrow on a front edge; 0 if the point is inside."""
    half, best = a.shape.half, 1e300
    if half is not None:
        return sqrt(_from_box(a.x, a.y, (a.c, a.s, half[0], half[1]), (point,)))  # without placing pieces
    for piece in a.pieces:
        if piece.holds(*point):
            return 0.0
        best = min(best, _from_edges(piece, (point,)))
    return sqrt(best)


def segment_distance(a: Placed, start: Point, end: Point) -> float:
    """Return the distance from a shape to a line segment, such as an edge; 0 if they meet."""
    best = 1e300
    for piece in a.pieces:
        if meets_segment(piece, start, end):
            return 0.0
        best = min(best, _from_edges(piece, (start, end)), _from_segment(*start, *end, piece.corners))
    return sqrt(best)


def meets_segment(piece: Piece, start: Point, end: Point) -> bool:
    """Return whether a segment and a convex piece have a point in common, borders included."""
    low, high = 0.0, 1.0
    for nx, ny, off in piece.lines:
        at_start = nx * start[0] + ny * start[1] - off
        at_end = nx * end[0] + ny * end[1] - off
        if at_start > 0 and at_end > 0:
            return False
        if at_start > 0:
            low = max(low, at_start / (at_start - at_end))
        elif at_end > 0:
            high = min(high, at_start / (at_start - at_end))
    return low <= high


def is_far(a: Placed, b: Placed, gap: float) -> bool:
    """Return whether the bounding circles of two shapes alone show that these are at least a gap apart."""
    dx, dy, reach = a.x - b.x, a.y - b.y, a.radius + b.radius + gap
    return dx * dx + dy * dy >= reach * reach


def is_beside(a: tuple[float, float, float, float], b: tuple[float, float, float, float], gap: float) -> bool:
    """Return whether upright rectangles around two shapes show that these are more than a gap apart."""
    return b[0] - a[2] > gap or a[0] - b[2] > gap or b[1] - a[3] > gap or a[1] - b[3] > gap


def is_within(a: Placed, b: Placed, gap: float) -> bool:
    """Return whether two shapes are less than a gap apart, with cheap tests first."""
    if is_far(a, b, gap):
        return False
    if a.shape.half is not None and b.shape.half is not None:
        apart = _separation_of_placed(a, b)  # without placing pieces
        if not is_below(apart, gap):
            return False
        if apart <= 0:
            return gap > SLACK
    for one in a.pieces:
        for other in b.pieces:
            apart = separation(one, other)  # never more than the distance, but cheaper
            if is_below(apart, gap) and (apart <= 0 or is_below(_distance_apart(one, other), gap)):
                return gap > SLACK
    return False


def is_at_most(a: Placed, b: Placed, gap: float) -> bool:
    """Return whether two shapes are at most a gap apart, with cheap tests first."""
    dx, dy, reach = a.x - b.x, a.y - b.y, a.radius + b.radius + gap + SLACK
    if dx * dx + dy * dy >= reach * reach:  # `is_far`, without a call
        return False
    if is_beside(a.bounds, b.bounds, gap + SLACK):
        return False
    if a.shape.half is not None and b.shape.half is not None:
        apart = _separation_of_placed(a, b)  # without placing pieces
        if apart <= 0 or apart > gap + SLACK:
            return apart <= 0
    for one in a.pieces:
        for other in b.pieces:
            apart = separation(one, other)  # never more than the distance, but cheaper
            if apart <= 0 or (apart <= gap + SLACK and _distance_apart(one, other) <= gap):
                return True
    return False


def penetration(a: Placed, b: Placed) -> float:
    """Return the depth of an overlap: how far one shape has to move to clear a piece of the other; 0 if none."""
    dx, dy, reach = a.x - b.x, a.y - b.y, a.radius + b.radius
    if dx * dx + dy * dy >= reach * reach:
        return 0.0
    if a.shape.half is not None and b.shape.half is not None:
        return max(0.0, -_separation_of_placed(a, b))
    deepest = 0.0
    for one in a.pieces:
        for other in b.pieces:
            apart = separation(one, other)
            if -apart > deepest:  # noqa: PLR1730  # quicker
                deepest = -apart
    return deepest


def _separation_of_placed(a: Placed, b: Placed) -> float:
    """Return the `separation` of two shapes that are one rectangle each around their origins."""
    (aw, ad), (bw, bd) = a.shape.half, b.shape.half  # type: ignore[misc]  # the caller has tested it
    return _separation_of_boxes(b.x - a.x, b.y - a.y, (a.c, a.s, aw, ad), (b.c, b.s, bw, bd))


def _separation_of_boxes(
    dx: float, dy: float, a: tuple[float, float, float, float], b: tuple[float, float, float, float]
) -> float:
    """Return the `separation` of two rectangles, each with its direction and half its width and depth.

    `dx` and `dy` lead from the middle of the first to that of the second.
    """
    ux, uy, aw, ad = a
    vx, vy, bw, bd = b
    c, s = abs(ux * vx + uy * vy), abs(ux * vy - uy * vx)
    return max(
        abs(dx * ux + dy * uy) - aw - (bw * c + bd * s),
        abs(dy * ux - dx * uy) - ad - (bw * s + bd * c),
        abs(dx * vx + dy * vy) - bw - (aw * c + ad * s),
        abs(dy * vx - dx * vy) - bd - (aw * s + ad * c),
    )


def least_separation(a: Placed, b: Placed) -> float:
    """Return the least `separation` of their pieces: at most the distance, and if negative, minus the `penetration`."""
    if a.shape.half is not None and b.shape.half is not None:
        return _separation_of_placed(a, b)
    return min([separation(one, other) for one in a.pieces for other in b.pieces])


def overlaps(a: Placed, b: Placed, give: float) -> bool:
    """Return whether two shapes overlap by more than `give`, the depth that a game still treats as touching."""
    most, half, other = give + SLACK, a.shape.half, b.shape.half
    if half is None or other is None or most < 0:
        return penetration(a, b) > most
    dx, dy, reach = a.x - b.x, a.y - b.y, a.radius + b.radius
    if dx * dx + dy * dy >= reach * reach:
        return False
    # `separation` of two rectangles, which ends at the first of their directions that keeps them apart
    (aw, ad), (bw, bd), ux, uy, vx, vy = half, other, a.c, a.s, b.c, b.s
    c, s = abs(ux * vx + uy * vy), abs(ux * vy - uy * vx)
    return (
        abs(dx * ux + dy * uy) - aw - (bw * c + bd * s) < -most
        and abs(dy * ux - dx * uy) - ad - (bw * s + bd * c) < -most
        and abs(dx * vx + dy * vy) - bw - (aw * c + ad * s) < -most
        and abs(dy * vx - dx * vy) - bd - (aw * s + ad * c) < -most
    )


# Tokens: discs ------------------------------------------------------------------------------------------------------


def covers_disc(a: Placed, centre: Point, radius: float) -> bool:
    """Return whether a round token lies entirely under a shape; its rim may touch the outline."""
    dx, dy = a.x - centre[0], a.y - centre[1]
    if dx * dx + dy * dy > a.radius * a.radius:
        return False
    if not any(piece.holds(*centre) for piece in a.pieces):
        return False
    least = (radius - SLACK) * (radius - SLACK)
    return all(_from_segment(*start, *end, (centre,)) >= least for _, start, end in a.edges)


def overlaps_disc(a: Placed, centre: Point, radius: float) -> bool:
    """Return whether a round token lies at least partly under a shape; touching from outside is not enough."""
    dx, dy, reach = a.x - centre[0], a.y - centre[1], a.radius + radius
    if dx * dx + dy * dy >= reach * reach:
        return False
    return is_below(point_distance(a, centre), radius)


def disc_distance(a: Placed, centre: Point, radius: float) -> float:
    """Return the distance from a shape to the rim of a round token; 0 if they touch or overlap."""
    return max(0.0, point_distance(a, centre) - radius)
