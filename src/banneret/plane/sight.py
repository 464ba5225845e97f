"""Line of sight from any point of an edge to any point of a target, past blockers; not just from centre to centre.

A line is clear if it meets the interior of no blocker; running along a blocker's edge is allowed. If any line is clear,
one can be found from corners alone: slide its start along the edge, keeping its end fixed, until it reaches the end of
the edge or a corner of a blocker; then rotate it about that point until it meets the next corner. So it is enough to
try the lines through two of these points: ends of the edge, corners of blockers and target, and the points where
outlines of blockers cross either. The shortest clear line is one of these, or one of them rotated about such a point to
its minimum length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from banneret.plane.arcs import part_in_arc
from banneret.plane.distance import SLACK
from banneret.plane.memo import Memo
from banneret.plane.pose import Piece, Placed, grown
from banneret.plane.shapes import Point, Side

_Find = Callable[[tuple[Point, Point], Sequence[Point], Sequence[Piece]], "SightLine | None"]

_GOLDEN: Final = 0.6180339887498949
_ROUNDS: Final = 48  # narrowing steps: to 1e-10 of the edge


class SightLine(NamedTuple):
    """A clear line from a point of the edge to a point of the target."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """Its length in milli-units."""
        return sqrt(_square(self.start, self.end))


def _square(a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return dx * dx + dy * dy


def blockers_of(shape: Placed, margin: float) -> tuple[Piece, ...]:
    """Return the pieces of a shape that block sight, grown by a margin in milli-units on all sides."""
    return tuple([grown(piece, margin) for piece in shape.pieces])


def sight(shooter: Placed, target: Placed, others: Iterable[Placed], margin: float) -> SightLine | None:
    """Return a line from the front edge to the target within the front arc, or None if there is none.

    `others` block sight, grown by `margin`; shooter and target never do, even if they are included.
    """
    return _between(shooter, target, tuple(others), margin, any_line)


def shortest_sight(
    shooter: Placed, target: Placed, others: Iterable[Placed], margin: float, side: Side = Side.FRONT
) -> SightLine | None:
    """Return the shortest clear line from an edge to the target within that side's arc, or None."""
    return _between(shooter, target, tuple(others), margin, shortest_line, side)


_LINES: Final = Memo["SightLine | None"]()


def _between(  # the function that finds the line of sight
    shooter: Placed,
    target: Placed,
    others: tuple[Placed, ...],
    margin: float,
    find: _Find,
    side: Side = Side.FRONT,
) -> SightLine | None:
    key = (shooter, target, others, margin, find, side)
    return _LINES.get(key, lambda: _found_between(shooter, target, others, margin, find, side))


def _found_between(
    shooter: Placed, target: Placed, others: tuple[Placed, ...], margin: float, find: _Find, side: Side
) -> SightLine | None:
    areas = part_in_arc(shooter, side, target)
    if not areas:
        return None
    blockers = [
        piece for one in others if one is not shooter and one is not target for piece in blockers_of(one, margin)
    ]
    best: SightLine | None = None
    for _, start, end in shooter.edges_of(side):
        for area in areas:
            found = find((start, end), area, blockers)
            if found is not None and (best is None or found.length < best.length):
                if find is any_line:
                    return found
                best = found
    return best


def any_line(edge: tuple[Point, Point], area: Sequence[Point], blockers: Sequence[Piece]) -> SightLine | None:
    """Return a clear line from an edge into a convex area (counterclockwise corners; may be one or two), or None."""
    nearest = _nearest(edge, area)
    if nearest.start == nearest.end or _passes_far(nearest, blockers):
        return nearest
    hull = _hull([*edge, *area])
    left = _between_them(hull, blockers)
    if not left or _is_free(nearest, left):
        return nearest
    if any(_bars(edge, area, hull, piece) for piece in left):
        return None
    for line in _candidates(edge, area, left, hull):
        if _is_free(line, left):
            return line
    return None


def shortest_line(edge: tuple[Point, Point], area: Sequence[Point], blockers: Sequence[Piece]) -> SightLine | None:
    """Return the shortest clear line from an edge into a convex area, or None; exact to SLACK."""
    nearest = _nearest(edge, area)
    if nearest.start == nearest.end or _passes_far(nearest, blockers):
        return nearest
    hull = _hull([*edge, *area])
    left = _between_them(hull, blockers)
    if not left or _is_free(nearest, left):
        return nearest
    if any(_bars(edge, area, hull, piece) for piece in left):
        return None
    best: SightLine | None = None
    square = 1e300
    for line in _candidates(edge, area, left, hull):
        length = _square(*line)
        if length < square and _is_free(line, left):
            best, square = line, length
    for line in _shortest_through(edge, area, left, hull, square):
        length = _square(*line)
        if length < square and _is_free(line, left):
            best, square = line, length
    return best


# Whether a line is free ----------------------------------------------------------------------------------------------


def _passes_far(line: SightLine, blockers: Sequence[Piece]) -> bool:
    """Return whether the circles around rectangular blockers already show that a line meets none of them."""
    (px, py), (qx, qy) = line
    ex, ey = qx - px, qy - py
    square = ex * ex + ey * ey
    for piece in blockers:
        if piece.box is None:
            return False
        _, _, half_width, half_depth = piece.box
        dx, dy = piece.x - px, piece.y - py
        along = (dx * ex + dy * ey) / square
        if along > 0:
            part = min(along, 1.0)
            dx, dy = dx - ex * part, dy - ey * part
        if dx * dx + dy * dy <= half_width * half_width + half_depth * half_depth:
            return False
    return True


def _is_free(line: SightLine, blockers: list[Piece]) -> bool:
    """Return whether a line is clear. Moves its blocker to the front of the list, as it may block the next line."""
    (px, py), (qx, qy) = line
    for number, piece in enumerate(blockers):
        low, high = 0.0, 1.0
        for nx, ny, off in piece.lines:
            at_start = nx * px + ny * py - off + SLACK
            at_end = nx * qx + ny * qy - off + SLACK
            if at_start >= 0:
                if at_end >= 0:
                    break
                low = max(low, at_start / (at_start - at_end))
            elif at_end > 0:
                high = min(high, at_start / (at_start - at_end))
            if low >= high:
                break
        else:
            if number:
                del blockers[number]
                blockers.insert(0, piece)
            return False
    return True


# The hull of edge and area: nothing outside it can block -------------------------------------------------------------


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the corners of the convex hull, counterclockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    hull: list[Point] = []
    for run in (ordered, ordered[::-1]):
        begun = len(hull)
        for x, y in run:
            while len(hull) - begun >= 2:
                (ax, ay), (bx, by) = hull[-2], hull[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                hull.pop()
            hull.append((x, y))
        hull.pop()
    return hull


def _between_them(hull: Sequence[Point], blockers: Sequence[Piece]) -> list[Piece]:
    """Return the blockers that reach into the hull, checking bounding circles first, then corners."""
    lines = []
    ax, ay = hull[-1]
    for bx, by in hull:
        ex, ey = bx - ax, by - ay
        length = sqrt(ex * ex + ey * ey)
        lines.append((ey / length, -ex / length, (ey * ax - ex * ay) / length))
        ax, ay = bx, by
    found = []
    for piece in blockers:
        x, y, radius = piece.x, piece.y, piece.radius
        for nx, ny, off in lines:
            if nx * x + ny * y - off >= radius:
                break
        else:
            if _reaches(hull, piece):
                found.append(piece)
    return found


def _reaches(hull: Sequence[Point], piece: Piece) -> bool:
    """Return whether a blocker may reach into the hull: it is not entirely outside any edge of the hull."""
    corners = piece.corners
    ax, ay = hull[-1]
    for bx, by in hull:
        ex, ey = bx - ax, by - ay
        if max([ex * (y - ay) - ey * (x - ax) for x, y in corners]) <= 0:
            return False
        ax, ay = bx, by
    return all(min([nx * x + ny * y for x, y in hull]) < off - SLACK for nx, ny, off in piece.lines)


def _bars(edge: tuple[Point, Point], area: Sequence[Point], hull: Sequence[Point], piece: Piece) -> bool:
    """Return whether one blocker crosses the hull completely between edge and area."""
    ends = set(edge)
    through: list[Point] = []
    before = hull[-1]
    for corner in hull:
        if (before in ends) != (corner in ends):
            start, end = (before, corner) if before in ends else (corner, before)
            inside = _inside_of(start, end, piece)
            if inside is None:
                return False
            through.append(inside)
        before = corner
    if len(through) != 2:
        return False
    (ax, ay), (bx, by) = through
    near = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in edge]
    far = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in area]
    return (max(near) < 0 < min(far)) or (max(far) < 0 < min(near))


def _inside_of(start: Point, end: Point, piece: Piece) -> Point | None:
    """Return a point of a segment inside a blocker, near where it enters, or None."""
    low, high = 0.0, 1.0
    for nx, ny, off in piece.lines:
        at_start = nx * start[0] + ny * start[1] - off + SLACK
        at_end = nx * end[0] + ny * end[1] - off + SLACK
        if at_start >= 0 and at_end >= 0:
            return None
        if at_start > 0:
            low = max(low, at_start / (at_start - at_end))
        elif at_end > 0:
            high = min(high, at_start / (at_start - at_end))
    if low >= high:
        return None
    part = low + (high - low) / 64
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


# Candidate lines -----------------------------------------------------------------------------------------------------


def _edges_of(area: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(area, [*area[1:], area[0]], strict=True)) if len(area) > 1 else []


def _nearest(edge: tuple[Point, Point], area: Sequence[Point]) -> SightLine:
    """Return the shortest line from an edge to an area, ignoring blockers."""
    sides = _edges_of(area)
    for side in sides:
        if (met := _crossing(edge, side)) is not None:
            return SightLine(met, met)
    least, start, end = 1e300, edge[0], area[0]
    for corner in area:
        foot = _foot(corner, edge)
        square = _square(foot, corner)
        if square < least:
            least, start, end = square, foot, corner
    for side in sides:
        for point in edge:
            foot = _foot(point, side)
            square = _square(point, foot)
            if square < least:
                least, start, end = square, point, foot
    return SightLine(end, end) if least <= SLACK * SLACK else SightLine(start, end)


def _foot(point: Point, segment: tuple[Point, Point]) -> Point:
    """Return the point of a segment nearest to a point."""
    (ax, ay), (bx, by) = segment
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    along = (point[0] - ax) * ex + (point[1] - ay) * ey
    if along <= 0 or square == 0:
        return segment[0]
    if along >= square:
        return segment[1]
    return ax + ex * (along / square), ay + ey * (along / square)


def _crossing(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point | None:
    """Return the intersection of two segments, or None if they do not meet or are parallel."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    ex, ey, fx, fy = bx - ax, by - ay, dx - cx, dy - cy
    across = ex * fy - ey * fx
    if across == 0:
        return None
    part = ((cx - ax) * fy - (cy - ay) * fx) / across
    along = ((cx - ax) * ey - (cy - ay) * ex) / across
    if 0 <= part <= 1 and 0 <= along <= 1:
        return ax + ex * part, ay + ey * part
    return None


def _holds(hull: Sequence[Point], point: Point) -> bool:
    ax, ay = hull[-1]
    for bx, by in hull:
        ex, ey = bx - ax, by - ay
        if ex * (point[1] - ay) - ey * (point[0] - ax) < -SLACK * (abs(ex) + abs(ey)):
            return False
        ax, ay = bx, by
    return True


def _turning_points(
    edge: tuple[Point, Point], blockers: Sequence[Piece], hull: Sequence[Point]
) -> tuple[list[Point], list[Point]]:
    """Return the points on the edge where a line can start, and the corners about which it can rotate."""
    starts = [*edge]
    corners = []
    for piece in blockers:
        for side in zip(piece.corners, (*piece.corners[1:], piece.corners[0]), strict=True):
            if (met := _crossing(edge, side)) is not None:
                starts.append(met)
        corners += [corner for corner in piece.corners if _holds(hull, corner)]
    return starts, corners


def _goals(area: Sequence[Point], blockers: Sequence[Piece]) -> list[Point]:
    """Return the points where a line can end: corners of the area, and where blockers cross its outline."""
    goals, ends = list(area), _edges_of(area)
    for piece in blockers:
        for side in zip(piece.corners, (*piece.corners[1:], piece.corners[0]), strict=True):
            goals += [met for one in ends if (met := _crossing(one, side)) is not None]
    return goals


def _candidates(
    edge: tuple[Point, Point], area: Sequence[Point], blockers: Sequence[Piece], hull: Sequence[Point]
) -> Iterator[SightLine]:
    """Yield the lines through two of the relevant points, each cut where it enters the area."""
    starts, corners = _turning_points(edge, blockers, hull)
    sides = _edges_of(area)
    goals = _goals(area, blockers)
    for start in starts:
        for goal in goals:
            yield _cut(start, goal, sides)
    for number, corner in enumerate(corners):
        for goal in goals:
            if (begin := _start_on(edge, corner, goal)) is not None:
                yield _cut(begin, goal, sides)
        for other in corners[number + 1 :]:
            if (begin := _start_on(edge, corner, other)) is not None:
                far = corner if _square(begin, corner) > _square(begin, other) else other
                if (line := _through(begin, far, sides)) is not None:
                    yield line
        for start in starts:
            if (line := _through(start, corner, sides)) is not None:
                yield line


def _start_on(edge: tuple[Point, Point], one: Point, other: Point) -> Point | None:
    """Return the point where the line through two points meets the edge, or None."""
    (ax, ay), (bx, by) = edge
    dx, dy = other[0] - one[0], other[1] - one[1]
    ex, ey = bx - ax, by - ay
    across = ex * dy - ey * dx
    if across == 0:
        return None
    part = ((one[0] - ax) * dy - (one[1] - ay) * dx) / across
    if part < 0:
        return edge[0] if part > -1e-12 else None
    if part > 1:
        return edge[1] if part < 1 + 1e-12 else None
    return ax + ex * part, ay + ey * part


def _cut(start: Point, goal: Point, sides: Sequence[tuple[Point, Point]]) -> SightLine:
    """Return the line from a start to a point of the area, cut where it first enters the area."""
    line = _through(start, goal, sides)
    return line if line is not None and _square(*line) < _square(start, goal) else SightLine(start, goal)


def _through(start: Point, point: Point, sides: Sequence[tuple[Point, Point]]) -> SightLine | None:
    """Return the line from a start through a point to where it enters the area, or None."""
    px, py = start
    dx, dy = point[0] - px, point[1] - py
    best = 1e300
    for (ax, ay), (bx, by) in sides:
        ex, ey = bx - ax, by - ay
        across = dx * ey - dy * ex
        if across == 0:
            continue
        part = ((ax - px) * ey - (ay - py) * ex) / across
        along = ((ax - px) * dy - (ay - py) * dx) / across
        if 0 <= part < best and -1e-12 <= along <= 1 + 1e-12:
            best = part
    if best == 1e300:
        return None
    return SightLine(start, (px + dx * best, py + dy * best))


def _shortest_through(
    edge: tuple[Point, Point], area: Sequence[Point], blockers: Sequence[Piece], hull: Sequence[Point], square: float
) -> Iterator[SightLine]:
    """Yield the shortest line for every pivot point and every side of the area.

    Lines about a point are left out if the way by that point is longer than the root of `square`.
    """
    starts, corners = _turning_points(edge, blockers, hull)
    for goal in _goals(area, blockers):
        yield SightLine(_foot(goal, edge), goal)
    near = [sqrt(_square(corner, _foot(corner, edge))) for corner in corners]
    longest = sqrt(square) + SLACK
    for side in _edges_of(area):
        for start in starts:
            yield SightLine(start, _foot(start, side))
        for corner, before in zip(corners, near, strict=True):
            if before + sqrt(_square(corner, _foot(corner, side))) > longest:
                continue
            if (line := _shortest_about(edge, corner, side)) is not None:
                yield line


def _shortest_about(edge: tuple[Point, Point], about: Point, side: tuple[Point, Point]) -> SightLine | None:
    """Return the shortest line from an edge through a point to a side of the area, or None if there is none.

    On either side of the point, the length is a point-to-line distance divided by a cosine. That is convex in the
    direction, so narrowing finds the minimum.
    """
    (ax, ay), (bx, by) = edge
    x, y = about
    # The start must lie in the cone opposite the side as seen from the point: two half planes, clipped to the edge.
    (cx, cy), (dx, dy) = [(x - end[0], y - end[1]) for end in side]
    sign = cx * dy - cy * dx
    low, high = 0.0, 1.0
    for wx, wy, turn in ((cx, cy, sign), (dx, dy, -sign)):
        at_start = (wx * (ay - y) - wy * (ax - x)) * turn
        at_end = (wx * (by - y) - wy * (bx - x)) * turn
        if at_start < 0 and at_end < 0:
            return None
        if at_start < 0:
            low = max(low, at_start / (at_start - at_end))
        elif at_end < 0:
            high = min(high, at_start / (at_start - at_end))
    if sign == 0 or low >= high:
        return None

    def at(part: float) -> SightLine | None:
        return _through((ax + (bx - ax) * part, ay + (by - ay) * part), about, [side])

    def length(part: float) -> float:
        line = at(part)
        return 1e300 if line is None else _square(*line)

    one, two = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_one, at_two = length(one), length(two)
    for _ in range(_ROUNDS):
        if at_one <= at_two:
            high, two, at_two = two, one, at_one
            one = high - _GOLDEN * (high - low)
            at_one = length(one)
        else:
            low, one, at_one = one, two, at_two
            two = low + _GOLDEN * (high - low)
            at_two = length(two)
    return at((low + high) / 2)
