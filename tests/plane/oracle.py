"""The tabletop worked out otherwise: with shapely, and sight by trying every line through two points that matter."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from banneret.plane import Placed, Pose, Shape, Side

FAR = 400_000.0


def outline(shape: Shape, pose: Pose, grown: float = 0.0) -> BaseGeometry:
    """Return a rectangular shape at a pose, made with the library's own sines; grown with sharp corners."""
    w, d = shape.width / 2 + grown, shape.depth / 2 + grown
    angle = math.radians(pose.heading / 100)
    c, s = math.cos(angle), math.sin(angle)
    corners = [(w, -d), (w, d), (-w, d), (-w, -d)]
    return shapely.Polygon([(pose.x + x * c - y * s, pose.y + x * s + y * c) for x, y in corners])


def arc_region(shape: Shape, pose: Pose, side: Side) -> BaseGeometry:
    """Return an arc as a polygon that reaches beyond any table."""
    w, d = shape.width / 2, shape.depth / 2
    corners = {
        Side.FRONT: [(-w, d), (w, d), (w + FAR, d + FAR), (-w - FAR, d + FAR)],
        Side.RIGHT: [(w, d), (w, -d), (w + FAR, -d - FAR), (w + FAR, d + FAR)],
        Side.REAR: [(w, -d), (-w, -d), (-w - FAR, -d - FAR), (w + FAR, -d - FAR)],
        Side.LEFT: [(-w, -d), (-w, d), (-w - FAR, d + FAR), (-w - FAR, -d - FAR)],
    }[side]
    angle = math.radians(pose.heading / 100)
    c, s = math.cos(angle), math.sin(angle)
    return shapely.Polygon([(pose.x + x * c - y * s, pose.y + x * s + y * c) for x, y in corners])


def front_edge(shape: Shape, pose: Pose) -> tuple[tuple[float, float], tuple[float, float]]:
    w, d = shape.width / 2, shape.depth / 2
    angle = math.radians(pose.heading / 100)
    c, s = math.cos(angle), math.sin(angle)
    return (pose.x + w * c - d * s, pose.y + w * s + d * c), (pose.x - w * c - d * s, pose.y - w * s + d * c)


def sees(shapes: tuple[Shape, ...], poses: tuple[Pose, ...], margin: float, slack: float) -> tuple[bool, float]:
    """Return whether the first shape sees the second past the others, and the shortest tested line of sight.

    Every line through two of the points that matter is tried. What blocks is taken back by `slack`: a line has to go
    deeper than that to be blocked.
    """
    target = outline(shapes[1], poses[1]).intersection(arc_region(shapes[0], poses[0], Side.FRONT).buffer(slack / 10))
    if target.is_empty:
        return False, math.inf
    edge = front_edge(shapes[0], poses[0])
    line = shapely.LineString(edge)
    if line.distance(target) <= slack:
        return True, 0.0
    blockers = [outline(s, p, margin - slack) for s, p in zip(shapes[2:], poses[2:], strict=True)]
    near = shapely.MultiPoint([*edge, *shapely.get_coordinates(target)]).convex_hull
    blockers = [one for one in blockers if one.intersects(near)]
    if not blockers:
        return True, line.distance(target)
    matter = [np.array(edge), shapely.get_coordinates(target)]
    for one in blockers:
        matter.append(shapely.get_coordinates(one))
        for other in (line, target.boundary):
            matter.append(shapely.get_coordinates(one.boundary.intersection(other)))
    points = np.unique(np.vstack(matter), axis=0)
    first, second = np.triu_indices(len(points), 1)
    a, b = points[first], points[second]
    e0, e1 = np.array(edge[0]), np.array(edge[1])
    along, way = e1 - e0, b - a
    across = along[0] * way[:, 1] - along[1] * way[:, 0]
    ok = np.abs(across) > 1e-9
    a, way, across = a[ok], way[ok], across[ok]
    part = ((a[:, 0] - e0[0]) * way[:, 1] - (a[:, 1] - e0[1]) * way[:, 0]) / across
    hits = (part >= -1e-9) & (part <= 1 + 1e-9)
    start = e0 + np.clip(part[hits], 0, 1)[:, None] * along
    way = way[hits] / np.linalg.norm(way[hits], axis=1)[:, None]
    start, way = np.vstack([start, start]), np.vstack([way, -way])
    rays = shapely.linestrings(np.stack([start, start + way * FAR], axis=1))
    wide = target.buffer(slack / 100)
    reached = np.asarray(shapely.intersection(rays, wide))
    some = ~shapely.is_empty(reached)
    start, way, reached = start[some], way[some], reached[some]
    if not len(start):
        return False, math.inf
    far = shapely.distance(reached, shapely.points(start))
    lines = np.asarray(shapely.linestrings(np.stack([start, start + way * far[:, None]], axis=1)))
    free = np.full(len(lines), True)
    for one in blockers:
        free = free & (shapely.length(shapely.intersection(lines, one)) <= slack / 100)
    return bool(free.any()), float(far[free].min()) if free.any() else math.inf


def depth(one: BaseGeometry, other: BaseGeometry) -> float:
    """Return the shortest way by which one convex polygon comes free of another: how far 0 lies in their difference."""
    a, b = shapely.get_coordinates(one), shapely.get_coordinates(other)
    difference = shapely.MultiPoint((a[:, None, :] - b[None, :, :]).reshape(-1, 2)).convex_hull
    origin = shapely.Point(0, 0)
    return float(difference.boundary.distance(origin)) if difference.contains(origin) else 0.0


def polygons(placed: Placed) -> BaseGeometry:
    """Return the union of the pieces of a placed shape."""
    return shapely.union_all([shapely.Polygon(piece.corners) for piece in placed.pieces])
