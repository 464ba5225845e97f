"""Moves of shapes, straight or turning about any point: their first contact, and where they stop.

A move starts at a pose of the lattice. Contacts are computed on the exact path; the shape stops at a pose of the
lattice again, rounded back towards the start until nothing forbids it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import Final, NamedTuple

from banneret.plane.angles import HALF, TURN, cosine, sine, unit
from banneret.plane.distance import SLACK, is_beside
from banneret.plane.pose import Piece, Placed, Pose, place
from banneret.plane.shapes import Shape
from banneret.plane.sweep import sweep_contact
from banneret.plane.turns import turn_contact


class Straight(NamedTuple):
    """A straight move: distance in milli-units, and direction relative to the heading (9000: to the left)."""

    distance: int
    bearing: int = 0


class Turn(NamedTuple):
    """A rotation about a point of the table, in hundredths of a degree, positive to the left."""

    x: float
    y: float
    angle: int


Motion = Straight | Turn


ROUNDED: Final = 3.0
"""The most by which the rounding of two poses to the lattice changes the distance between them."""


class Meeting(NamedTuple):
    """An obstacle met during a move: its index among the obstacles, and the time from 0 (start) to 1 (end)."""

    at: float
    obstacle: int


def meets(moving: Placed, motion: Motion, still: Sequence[Piece], give: float) -> float | None:
    """Return the time (0 to 1) at which a shape first meets a piece that it then enters by more than `give`, or None.

    A negative `give` also counts pieces it only comes that close to, at the latest at the end of the move.
    """
    best: float | None = None
    if isinstance(motion, Turn):
        for one in moving.pieces:
            for other in still:
                turned = turn_contact(one, other, motion.x, motion.y, motion.angle, give)
                if turned is not None and (best is None or turned / abs(motion.angle) < best):
                    best = turned / abs(motion.angle)
        return best
    dx, dy = way_of(moving, motion)
    for one in moving.pieces:
        for other in still:
            at = sweep_contact(one, other, dx, dy, give)
            if at is not None and (best is None or at < best):
                best = at
    return best


def way_of(moving: Placed, motion: Straight) -> tuple[float, float]:
    """Return the displacement (dx, dy) of a straight move of a placed shape, in milli-units."""
    if motion.bearing == 0:
        return -moving.s * motion.distance, moving.c * motion.distance
    c, s = cosine(motion.bearing), sine(motion.bearing)
    dx, dy = -(moving.s * c + moving.c * s), moving.c * c - moving.s * s
    return dx * motion.distance, dy * motion.distance


def meetings(moving: Placed, motion: Motion, obstacles: Iterable[Placed], give: float) -> list[Meeting]:
    """Return all obstacles that a move enters by more than `give`, in the order in which it meets them."""
    found = []
    ground = ground_of(moving, motion) if give >= 0 else None
    for number, obstacle in enumerate(obstacles):
        if ground is not None and is_beside(ground, obstacle.bounds, SLACK):
            continue
        at = meets(moving, motion, obstacle.pieces, give)
        if at is not None:
            found.append(Meeting(at, number))
    return sorted(found)


def ground_of(moving: Placed, motion: Motion) -> tuple[float, float, float, float]:
    """Return the bounds of an area outside of which a shape certainly does not come during a move."""
    if isinstance(motion, Turn):
        dx, dy = moving.x - motion.x, moving.y - motion.y
        arm, radius = sqrt(dx * dx + dy * dy), moving.radius + SLACK
        if not -HALF <= motion.angle <= HALF:
            reach = arm + radius
            return motion.x - reach, motion.y - reach, motion.x + reach, motion.y + reach
        # The middle of the shape moves on an arc, which is never farther from its chord than in its middle.
        c, s = unit(motion.angle)
        ex, ey = motion.x + (dx * c - dy * s), motion.y + (dx * s + dy * c)
        reach = radius + arm * (1 - unit(motion.angle / 2)[0])
        return (
            min(moving.x, ex) - reach,
            min(moving.y, ey) - reach,
            max(moving.x, ex) + reach,
            max(moving.y, ey) + reach,
        )
    left, near, right, far = moving.bounds
    dx, dy = way_of(moving, motion)
    return left + min(0.0, dx), near + min(0.0, dy), right + max(0.0, dx), far + max(0.0, dy)


def first_contact(moving: Placed, motion: Motion, obstacles: Iterable[Placed], give: float) -> Meeting | None:
    """Return the first obstacle that a move enters by more than `give` milli-units, or None."""
    return min(meetings(moving, motion, obstacles, give), default=None)


def after(moving: Placed, motion: Motion, at: float) -> Placed:
    """Return the shape at an exact point (0 to 1) of a move; usually not on the lattice."""
    if isinstance(motion, Turn):
        return moving.turned(motion.x, motion.y, motion.angle * at)
    dx, dy = way_of(moving, motion)
    return moving.shifted(dx * at, dy * at)


def end_pose(pose: Pose, motion: Motion) -> Pose:
    """Return the lattice pose at the end of an unobstructed move."""
    if isinstance(motion, Straight):
        return pose.moved(motion.distance, motion.bearing)
    return _turned(pose, motion, motion.angle)


def _turned(pose: Pose, motion: Turn, angle: int) -> Pose:
    if angle == 0:
        return pose
    c, s = unit(angle)
    dx, dy = pose.x - motion.x, pose.y - motion.y
    x, y = motion.x + (dx * c - dy * s), motion.y + (dx * s + dy * c)
    return Pose(_towards(x, pose.x), _towards(y, pose.y), (pose.heading + angle) % TURN)


def _towards(value: float, start: int) -> int:
    """Round a value to an integer towards the start; a value within SLACK of an integer is that integer."""
    near = int((value - start) + (0.5 if value >= start else -0.5))
    if abs(start + near - value) <= SLACK:
        return start + near
    return start + int(value - start)


def poses_back(pose: Pose, motion: Motion, at: float) -> Iterator[Pose]:
    """Yield the lattice poses of a move from the last one at or before `at` back to the start."""
    if isinstance(motion, Straight):
        for distance in range(int(motion.distance * at + SLACK), 0, -1):
            yield pose.moved(distance, motion.bearing)
    else:
        sign = 1 if motion.angle > 0 else -1
        for angle in range(int(abs(motion.angle) * at + SLACK), 0, -1):
            yield _turned(pose, motion, sign * angle)
    yield pose


def stop(
    shape: Shape, pose: Pose, motion: Motion, at: float, is_free: Callable[[Placed], bool], most: int = 64
) -> Pose:
    """Return the pose where a move stops: the last free pose of the lattice at or before `at`.

    Checks at most `most` poses, then stays at the start: more than a few are only rejected if the way there is blocked
    as well, which `at` should have reflected.
    """
    for tried, back in enumerate(poses_back(pose, motion, at)):
        if back == pose or tried == most:
            break
        if is_free(place(shape, back)):
            return back
    return pose


def stop_clear(shape: Shape, pose: Pose, motion: Straight, at: float, lacks: Callable[[Placed], float]) -> Pose:
    """Return the last free pose of a straight move at or before `at`; the start if none is.

    `lacks` returns 0 for a free place. For another, it returns a distance within which certainly no place is free, so
    that these are skipped.
    """
    distance = int(motion.distance * at + SLACK)
    while distance > 0:
        back = pose.moved(distance, motion.bearing)
        lacking = lacks(place(shape, back))
        if lacking <= 0:
            return back
        distance -= max(1, int(lacking - ROUNDED))
    return pose
