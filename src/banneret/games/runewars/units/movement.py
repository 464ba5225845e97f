"""Moves: templates as rigid motions, obstacles and collisions on the way; engaged shifts; reforms.

Nothing here asks players or changes a state: everything is a function of poses.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from banneret.games.runewars.content.components import Action, Modifier
from banneret.games.runewars.content.tabletop import TemplateId, tabletop
from banneret.games.runewars.units.engagement import GIVE, TOUCH, contacts, keeps_edges, outwards, touches
from banneret.games.runewars.units.formation import Cell, Cells, centre_of, shape_of
from banneret.plane import (
    QUARTER,
    TURN,
    Motion,
    Placed,
    Point,
    Pose,
    Shape,
    Side,
    Straight,
    Table,
    Turn,
    after,
    cosine,
    end_pose,
    first_contact,
    meets,
    overlaps,
    place,
    sine,
    stop,
)
from banneret.plane.angles import RADIAN
from banneret.plane.distance import SLACK, is_beside
from banneret.plane.extents import DOUBT
from banneret.plane.motion import ground_of

_TEMPLATE_OF: Final[dict[Modifier, TemplateId]] = {
    "turn": "turn",
    "turning-charge": "turn",
    "wheel": "wheel",
    "charge": "straight",
}
_ON_THE_WAY: Final = 1e-9
"""A contact this close before the end of a move, as a fraction of it, counts as at its end."""


class Way(NamedTuple):
    """How a unit moves: its template and speed, the side it moves towards, and the hand of a bent template."""

    template: TemplateId
    speed: int
    towards: Side = Side.FRONT
    left: bool = True


class Obstacle(NamedTuple):
    """Something in the way, with a number chosen by the caller; an `ally` may be crossed over one of its trays."""

    number: int
    placed: Placed
    ally: bool = False


class Halt(NamedTuple):
    """Where a move ends: the fraction completed (0 to 1), the pose there, and what the unit has collided with."""

    at: float
    pose: Pose
    collided: tuple[int, ...]
    exact: Placed
    """Where the unit is before its pose is rounded to the lattice."""


# Templates -------------------------------------------------------------------------------------------------------


def template_of(modifier: Modifier | None) -> TemplateId:
    """Return the template of a move with this modifier."""
    # rules rw:22.1, rw:23.0, rw:23.1, rw:25.0, rw:85.0, rw:52.1, rw:53.1
    return "straight" if modifier is None else _TEMPLATE_OF.get(modifier, "straight")


def directions(action: Action) -> tuple[Side, ...]:
    """Return the sides towards which an action may move a unit; empty for an action that is not a move."""
    # rules rw:22.4a, rw:52.0, rw:53.0
    if action == "march":
        return (Side.FRONT,)
    return (Side.FRONT, Side.RIGHT, Side.REAR, Side.LEFT) if action == "shift" else ()


@cache
def table_of(size: Literal["standard", "skirmish"]) -> Table:
    """Return the table of a match; its walls are ordinary obstacles."""
    # rules rw:45.1c, rw:73.0, rw:73.1
    found = tabletop().sizes[size]
    return Table(found.width, found.depth)


def speed_on(template: TemplateId, action: int, modifier: int = 0) -> int:
    """Return the speed of the template to use, or 0 for no move at all."""
    # rules rw:23.1a, rw:23.2, rw:23.2a, rw:23.2b, rw:23.2c, rw:43.0, rw:43.1, rw:43.2, rw:43.3
    speed = action + modifier
    return 0 if speed <= 0 else min(speed, tabletop().templates[template].highest)


def motion_of(shape: Shape, pose: Pose, way: Way) -> Motion:
    """Return the motion of a unit along a template: straight, or about the centre of its inner corner's arc.

    Raises ValueError for a speed that the template does not have.
    """
    # rules rw:22.0, rw:22.3a, rw:22.4, rw:ruling.2, rw:ruling.3
    template = tabletop().templates[way.template]
    if not template.lowest <= way.speed <= template.highest:
        raise ValueError(
            f"there is no {way.template} template of speed {way.speed}, only {template.lowest} to {template.highest}"
        )
    length = template.length * way.speed
    if template.angle == 0:
        return Straight(length, outwards(way.towards))
    angle = template.angle * 100
    radius = length / (angle * RADIAN)
    x, y = inner_corner(place(shape, pose), way.towards, left=way.left)
    bearing = pose.heading + outwards(way.towards) + (QUARTER if way.left else -QUARTER)
    return Turn(x - sine(bearing) * radius, y + cosine(bearing) * radius, angle if way.left else -angle)


def inner_corner(placed: Placed, towards: Side, *, left: bool) -> Point:
    """Return the corner at which a bent template begins.

    The left or right one of the outermost edge, seen from inside.
    """
    # outlines are counter-clockwise: looking out of an edge, its start is to the right
    edges = placed.shape.edges_of(towards)
    far = max(_out(edge.start, towards) for edge in edges)
    outermost = [edge for edge in edges if _out(edge.start, towards) == far]
    corners = [edge.end if left else edge.start for edge in outermost]
    chosen = max(corners, key=lambda corner: _to_left(corner, towards) * (1 if left else -1))
    return placed.to_world(chosen)


def _out(point: Point, side: Side) -> float:
    return (point[1], point[0], -point[1], -point[0])[side]


def _to_left(point: Point, side: Side) -> float:
    return (-point[0], point[1], point[0], -point[1])[side]


# Moves and collisions ----------------------------------------------------------------------------------------------


def move(shape: Shape, pose: Pose, motion: Motion, obstacles: Sequence[Obstacle]) -> Halt:
    """Move a unit along a motion until it would enter an obstacle; return where it ends and what it collides with.

    An ally is no obstacle if only one of its trays is overlapped on the way, and none at the end. If a result crosses
    an ally in any other way, that ally becomes an obstacle; this is repeated until nothing changes.
    """
    # rules rw:45.1a, rw:45.1b, rw:cases.2
    # rules rw:22.3, rw:22.3b, rw:45.0, rw:45.1, rw:45.3, rw:79.0, rw:79.1, rw:ruling.7, rw:ruling.8, rw:ruling.11
    ground = ground_of(place(shape, pose), motion)
    near = tuple([one for one in obstacles if not is_beside(ground, one.placed.bounds, TOUCH + DOUBT)])
    return _moved(shape, pose, motion, near)


@lru_cache(maxsize=1 << 13)
def _moved(shape: Shape, pose: Pose, motion: Motion, near: tuple[Obstacle, ...]) -> Halt:
    """Return the same, given what is near the path: it is often the same when something else has changed."""
    start = place(shape, pose)
    barring = [obstacle for obstacle in near if not obstacle.ally]
    open_ = [obstacle for obstacle in near if obstacle.ally]
    while True:
        contact = first_contact(start, motion, [one.placed for one in barring], GIVE)
        at = 1.0 if contact is None else contact.at
        closed = [one for one in open_ if not _may_cross(start, motion, at, one.placed)]
        if not closed:
            break
        barring += closed
        open_ = [one for one in open_ if one not in closed]
    exact = after(start, motion, at)
    if contact is None:
        end = end_pose(pose, motion)
    else:
        end = stop(shape, pose, motion, at, lambda there: not any(overlaps(there, one.placed, GIVE) for one in barring))
    return Halt(at, end, _collided(start, place(shape, end), barring), exact)


def move_through(shape: Shape, pose: Pose, motion: Motion, obstacles: Sequence[Obstacle], walls: Sequence[int]) -> Halt:
    """Move a unit along a motion past all obstacles except `walls`; what it would overlap at the end stops it.

    It collides with whatever it touches at the end.
    """
    # rules rw:91.0, rw:golden.2
    start = place(shape, pose)
    barring = [obstacle for obstacle in obstacles if obstacle.number in walls]
    while True:
        contact = first_contact(start, motion, [one.placed for one in barring], GIVE)
        at = 1.0 if contact is None else contact.at
        there = after(start, motion, at)
        more = [one for one in obstacles if one not in barring and overlaps(there, one.placed, GIVE)]
        if not more:
            break
        barring += more
    halt = move(shape, pose, motion, barring)
    return halt._replace(collided=_collided(start, place(shape, halt.pose), obstacles))


def _may_cross(start: Placed, motion: Motion, at: float, ally: Placed) -> bool:
    """Whether a move up to a fraction of it overlaps at most one tray of an ally, and none at its end."""
    if is_beside(ground_of(start, motion), ally.bounds, SLACK):
        return True
    if overlaps(after(start, motion, at), ally, GIVE):
        return False
    crossed = 0
    for tray in ally.tiles:
        met = meets(start, motion, (tray,), GIVE)
        crossed += met is not None and met < at - _ON_THE_WAY
    return crossed <= 1


def _collided(start: Placed, end: Placed, obstacles: Sequence[Obstacle]) -> tuple[int, ...]:
    # rules rw:91.0, rw:ruling.9, rw:ruling.10
    return tuple(one.number for one in obstacles if touches(end, one.placed) and not touches(start, one.placed))


# Shifts of engaged units -------------------------------------------------------------------------------------------


class Shifted(NamedTuple):
    """A shift of an engaged unit: enemies it keeps, those it leaves (a panic each), and the rule that forbids it."""

    kept: tuple[int, ...]
    left: tuple[int, ...]
    forbidden: str | None


def judge_shift(
    shape: Shape, pose: Pose, way: Way, halt: Halt, enemies: Sequence[Obstacle], others: Sequence[Obstacle]
) -> Shifted:
    """Judge the end of a shift by a unit engaged with some enemies; `others` are all other things on the table.

    The unit keeps an enemy that it touches with the same edges as before, and leaves one if it moves directly away from
    it.
    """
    # rules rw:52.2, rw:52.3, rw:52.3a, rw:52.4, rw:52.4a, rw:52.5, rw:ruling.12
    start, end = place(shape, pose), place(shape, halt.pose)
    kept, left = [], []
    forbidden: str | None = None
    for enemy in enemies:
        before, now = contacts(start, enemy.placed), contacts(end, enemy.placed)
        if now:
            kept.append(enemy.number)
            if not keeps_edges(before, now):
                forbidden = forbidden or "rw:52.3"
        else:
            left.append(enemy.number)
            away = {Side((one.own + 2) % 4) for one in before if one.own != Side.NO_SIDE}
            if way.towards not in away:
                forbidden = forbidden or "rw:52.4"
    fresh = [one for one in others if touches(end, one.placed) and not touches(start, one.placed)]
    if fresh and kept:
        forbidden = forbidden or "rw:52.3"
    return Shifted(tuple(kept), tuple(left), forbidden)


# Closing in --------------------------------------------------------------------------------------------------------


def closing_in(
    shape: Shape, pose: Pose, enemy: Obstacle, others: Sequence[Obstacle], *, engaged: bool = False
) -> dict[Side, Halt]:
    """Return the shifts of speed 1 by which a unit collides with an enemy that has lost trays, by direction.

    If there are none, both stay where they are. A unit engaged with any enemy does not close in.
    """
    # rules rw:12.0, rw:12.1, rw:12.1a, rw:12.1b, rw:12.2, rw:59.4, rw:cases.3, rw:ruling.22
    found: dict[Side, Halt] = {}
    if engaged:
        return found
    for side in (Side.FRONT, Side.RIGHT, Side.REAR, Side.LEFT):
        halt = move(shape, pose, motion_of(shape, pose, Way("straight", 1, side)), [enemy, *others])
        by_edge = any(one.length > 0 for one in contacts(place(shape, halt.pose), enemy.placed))
        if enemy.number in halt.collided or (by_edge and halt.pose != pose):  # only a corner was left of the contact
            found[side] = halt
    return found


# Reforms -----------------------------------------------------------------------------------------------------------


def reformed(cells: Cells, pose: Pose, heading: int, about: Cell | None = None) -> Pose:
    """Return the pose of a unit turned to a heading about its centre, or about the centre of one of its trays.

    Raises ValueError for a tray that is not part of the unit.
    """
    # rules rw:61.0, rw:61.1, rw:61.2, rw:cases.4, rw:ruling.26
    if about is None:
        return pose.facing(heading)
    if about not in cells:
        raise ValueError(f"the unit has no tray {about}; it has {sorted(cells)}")
    pivot = centre_of(about, cells)
    x, y = pose.to_world(pivot)
    turned = Pose(0, 0, heading).to_world(pivot)
    return Pose(round(x - turned[0]), round(y - turned[1]), heading % TURN)


class ReformJudge:
    """Judges the reforms of a unit; `enemies` are those it is engaged with, and `others` all other obstacles.

    An engaged unit may keep touching what it touched before; an unengaged one may not touch anything.
    """

    __slots__ = ("_before", "_enemies", "_near", "_reach", "_shape", "_start")

    def __init__(self, cells: Cells, pose: Pose, enemies: Sequence[Obstacle], others: Sequence[Obstacle]) -> None:
        self._shape = shape_of(cells)
        self._start = place(self._shape, pose)
        self._enemies = enemies
        self._reach = 3 * self._shape.radius if enemies else 0.0
        """How far its centre may move: an engaged unit turns about its trays."""
        margin = self._reach + TOUCH + DOUBT
        self._near = [one for one in others if not is_beside(self._start.circled, one.placed.bounds, margin)]
        self._before = [contacts(self._start, enemy.placed) for enemy in enemies]

    def forbids(self, end: Pose) -> str | None:
        """Return the rule that forbids a reform ending in a pose, or None."""
        # rules rw:61.0, rw:61.2a, rw:61.2b, rw:79.2, rw:ruling.24, rw:ruling.25
        start, there, enemies, near = self._start, place(self._shape, end), self._enemies, self._near
        for one in (*enemies, *near):
            if overlaps(there, one.placed, GIVE):
                return "rw:79.2"
        for enemy, before in zip(enemies, self._before, strict=True):
            if not keeps_edges(before, contacts(there, enemy.placed), own=False):
                return "rw:61.2a"
        for one in near:
            if touches(there, one.placed) and not (enemies and touches(start, one.placed)):
                return "rw:61.2b" if enemies else "rw:79.2"
        return None
