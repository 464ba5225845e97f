"""Positions of shapes: poses on the lattice, and shapes placed at them."""

from __future__ import annotations

from functools import lru_cache
from math import fsum, sqrt
from typing import Final, NamedTuple, TypeAlias

from banneret.plane.angles import TURN, direction, unit
from banneret.plane.shapes import Edge, Form, Point, Shape, Side


class Pose(NamedTuple):
    """Position in milli-units and heading in hundredths of a degree, from 0 to 35,999, counterclockwise from +y."""

    x: int
    y: int
    heading: int

    def to_world(self, point: Point) -> Point:
        """Convert a point from the shape's own frame to the table, in milli-units."""
        c, s = direction(self.heading)
        return self.x + (point[0] * c - point[1] * s), self.y + (point[0] * s + point[1] * c)

    def to_local(self, point: Point) -> Point:
        """Convert a point from the table to the shape's own frame, in milli-units."""
        c, s = direction(self.heading)
        dx, dy = point[0] - self.x, point[1] - self.y
        return dx * c + dy * s, dy * c - dx * s

    def facing(self, heading: int) -> Pose:
        """Return the pose with another heading."""
        return _new(Pose, (self.x, self.y, heading % TURN))

    def moved(self, distance: int, bearing: int = 0) -> Pose:
        """Return the pose moved straight in the direction `bearing` relative to its heading (9000: to the left).

        Both coordinates are rounded towards the start, so that nothing moves farther than allowed.
        """
        x, y, heading = self
        c, s = direction(heading + bearing)
        return _new(Pose, (x + int(-s * distance), y + int(c * distance), heading))


_new: Final = tuple.__new__  # quicker than a call of `Pose`, which checks its arguments


class Piece:
    """A convex piece on the table: counterclockwise corners, and a normal and an offset for each edge.

    A point p is on the inner side of an edge if p * normal <= its offset. `box` of a rectangle holds the direction of
    its right side, half its width and half its depth. For any piece, all points are within `radius` of (x, y), which is
    the centre of a rectangle.
    """

    __slots__ = ("_corners", "_lines", "_source", "box", "radius", "x", "y")

    def __init__(
        self,
        corners: tuple[Point, ...],
        lines: tuple[tuple[float, float, float], ...],
        middle: tuple[float, float, float],
        box: tuple[float, float, float, float] | None,
        source: _Source | None = None,
    ) -> None:
        """Create a piece from its parts; `middle` is a point and the radius around it.

        The corners and lines of a rectangle with a source are found at their first use.
        """
        self._corners = corners
        self._lines = lines
        self.x, self.y, self.radius = middle
        self.box = box
        self._source = source

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners, counterclockwise."""
        if not self._corners:
            self._find()
        return self._corners

    @property
    def lines(self) -> tuple[tuple[float, float, float], ...]:
        """The normal and the offset of each edge."""
        if not self._lines:
            self._find()
        return self._lines

    def _find(self) -> None:
        """Compute the corners and lines of a rectangle, as most are compared by their boxes alone."""
        source = self._source
        if isinstance(source, _Placing):
            self._corners, self._lines = _outline(*source)
        elif source is not None:
            self._corners, self._lines, _ = _grown(*source)

    def grown(self, margin: float) -> Piece:
        """Return the piece with every edge moved outwards by a margin, corners sharp; a negative margin shrinks it.

        Raises ValueError if nothing would be left.
        """
        if margin == 0:
            return self
        if self.box is None:
            corners, lines, radius = _grown(self, margin)
            return Piece(corners, lines, (self.x, self.y, radius), None)
        ux, uy, half_width, half_depth = self.box
        half_width, half_depth = half_width + margin, half_depth + margin
        if half_width <= 0 or half_depth <= 0:
            raise ValueError(f"nothing is left of a piece shrunk by {-margin}")
        middle = self.x, self.y, sqrt(half_width * half_width + half_depth * half_depth)
        return Piece((), (), middle, (ux, uy, half_width, half_depth), _Growing(self, margin))

    def holds(self, x: float, y: float, give: float = 0.0) -> bool:
        """Return whether a point lies in the piece or at most `give` milli-units outside an edge."""
        return all(nx * x + ny * y <= off + give for nx, ny, off in self.lines)


class _Placing(NamedTuple):
    """How a rectangle is placed."""

    form: Form
    x: float
    y: float
    c: float
    s: float


class _Growing(NamedTuple):
    """From which rectangle one with other margins is made."""

    piece: Piece
    margin: float


_Source: TypeAlias = _Placing | _Growing


@lru_cache(maxsize=1 << 12)
def grown(piece: Piece, margin: float) -> Piece:
    """Return `piece.grown(margin)`, cached."""
    return piece.grown(margin)


class Placed:
    """A shape on the table."""

    __slots__ = ("_bounds", "_edges", "_pieces", "_tiles", "c", "radius", "s", "shape", "x", "y")

    def __init__(self, shape: Shape, x: float, y: float, c: float, s: float) -> None:
        """Place a shape with its origin at (x, y), rotated by an angle with the given cosine and sine."""
        self.shape: Final = shape
        self.x: Final = x
        self.y: Final = y
        self.c: Final = c
        self.s: Final = s
        self.radius: Final = shape.radius
        self._pieces: tuple[Piece, ...] | None = None
        self._tiles: tuple[Piece, ...] | None = None
        self._edges: tuple[Edge, ...] | None = None
        self._bounds: tuple[float, float, float, float] | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Its convex pieces, placed at their first use: bounding circles often suffice."""
        if self._pieces is None:
            self._pieces = tuple([_placed(form, self.x, self.y, self.c, self.s) for form in self.shape.pieces])
        return self._pieces

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The least x and y and the greatest x and y of its points."""
        if self._bounds is None:
            x, y, c, s = self.x, self.y, self.c, self.s
            half = self.shape.half
            if half is not None:  # the same numbers without the corners
                across, along = abs(half[0] * c) + abs(half[1] * s), abs(half[0] * s) + abs(half[1] * c)
                self._bounds = x - across, y - along, x + across, y + along
            else:
                xs = [x + (px * c - py * s) for px, py in self.shape.corners]
                ys = [y + (px * s + py * c) for px, py in self.shape.corners]
                self._bounds = min(xs), min(ys), max(xs), max(ys)
        return self._bounds

    @property
    def circled(self) -> tuple[float, float, float, float]:
        """The bounds of the circle around it, which are the same for all headings."""
        return self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius

    @property
    def tiles(self) -> tuple[Piece, ...]:
        """Its pieces without overlaps."""
        if self._tiles is None:
            same = self.shape.tiles is self.shape.pieces or len(self.shape.tiles) == len(self.pieces) == 1
            self._tiles = (
                self.pieces if same else tuple([_placed(f, self.x, self.y, self.c, self.s) for f in self.shape.tiles])
            )
        return self._tiles

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The outline, in the same order as the shape's."""
        if self._edges is None:
            self._edges = tuple(
                [Edge(side, self.to_world(start), self.to_world(end)) for side, start, end in self.shape.edges]
            )
        return self._edges

    def edges_of(self, side: Side) -> tuple[Edge, ...]:
        """Return the edges of the outline on a side."""
        return tuple(
            [Edge(side, self.to_world(start), self.to_world(end)) for at, start, end in self.shape.edges if at == side]
        )

    def to_world(self, point: Point) -> Point:
        """Convert a point from the shape's own frame to the table, in milli-units."""
        return self.x + (point[0] * self.c - point[1] * self.s), self.y + (point[0] * self.s + point[1] * self.c)

    def to_local(self, point: Point) -> Point:
        """Convert a point from the table to the shape's own frame, in milli-units."""
        dx, dy = point[0] - self.x, point[1] - self.y
        return dx * self.c + dy * self.s, dy * self.c - dx * self.s

    def shifted(self, dx: float, dy: float) -> Placed:
        """Return the shape moved without turning, for measurements; not on the lattice."""
        return Placed(self.shape, self.x + dx, self.y + dy, self.c, self.s)

    def turned(self, x: float, y: float, angle: float) -> Placed:
        """Return the shape rotated about a point, in hundredths of a degree to the left; not on the lattice."""
        c, s = unit(angle)
        dx, dy = self.x - x, self.y - y
        return Placed(
            self.shape, x + (dx * c - dy * s), y + (dx * s + dy * c), self.c * c - self.s * s, self.s * c + self.c * s
        )


def _grown(piece: Piece, margin: float) -> tuple[tuple[Point, ...], tuple[tuple[float, float, float], ...], float]:
    """Return the corners, the lines and the radius of a piece whose edges are moved outwards by a margin."""
    lines = tuple([(nx, ny, off + margin) for nx, ny, off in piece.lines])
    corners = []
    for (ax, ay, ao), (bx, by, bo) in zip((lines[-1], *lines[:-1]), lines, strict=True):
        across = ax * by - ay * bx
        corners.append(((ao * by - bo * ay) / across, (bo * ax - ao * bx) / across))
    kept = tuple(corners)
    if margin < 0:
        for (ax, ay), (bx, by), (nx, ny, _) in zip(kept, (*kept[1:], kept[0]), lines, strict=True):
            if (bx - ax) * -ny + (by - ay) * nx <= 0:
                raise ValueError(f"nothing is left of a piece shrunk by {-margin}")
    radius = max([sqrt((x - piece.x) * (x - piece.x) + (y - piece.y) * (y - piece.y)) for x, y in kept])
    return kept, lines, radius


def _outline(
    form: Form, x: float, y: float, c: float, s: float
) -> tuple[tuple[Point, ...], tuple[tuple[float, float, float], ...]]:
    """Return the corners and lines of a form on the table."""
    corners = tuple([(x + (px * c - py * s), y + (px * s + py * c)) for px, py in form.corners])
    lines = []
    for (nx, ny), (px, py) in zip(form.normals, corners, strict=True):
        wx, wy = nx * c - ny * s, nx * s + ny * c
        lines.append((wx, wy, wx * px + wy * py))
    return corners, tuple(lines)


def _placed(form: Form, x: float, y: float, c: float, s: float) -> Piece:
    if form.box is None:
        corners, lines = _outline(form, x, y, c, s)
        mx = fsum([px for px, _ in corners]) / len(corners)
        my = fsum([py for _, py in corners]) / len(corners)
        radius = sqrt(max([(px - mx) * (px - mx) + (py - my) * (py - my) for px, py in corners]))
        return Piece(corners, lines, (mx, my, radius), None)
    mid_x, mid_y, half_width, half_depth = form.box
    middle = (
        x + (mid_x * c - mid_y * s),
        y + (mid_x * s + mid_y * c),
        sqrt(half_width * half_width + half_depth * half_depth),
    )
    return Piece((), (), middle, (c, s, half_width, half_depth), _Placing(form, x, y, c, s))


def place_anew(shape: Shape, pose: Pose) -> Placed:
    """Return a shape placed at a pose that is examined only once; `place` keeps it for the next time."""
    x, y, heading = pose
    c, s = direction(heading)
    return Placed(shape, x, y, c, s)


@lru_cache(maxsize=1 << 14)
def place(shape: Shape, pose: Pose) -> Placed:
    """Return a shape placed at a pose, cached."""
    return place_anew(shape, pose)
