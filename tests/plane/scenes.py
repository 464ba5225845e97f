"""Scenes for the tabletop: trays strewn at random, and a third of them degenerate by construction."""

from __future__ import annotations

import random
from typing import NamedTuple

from banneret.plane import HALF, QUARTER, TURN, Placed, Pose, Shape, Side, flush, heading_out, place, rectangle

SIZES = ((5500, 4800), (5500, 5000), (2760, 2760), (2760, 5550), (7500, 2200), (10800, 6100))
SHAPES = tuple(rectangle(*size) for size in SIZES)
SPREAD = 24_000


class Scene(NamedTuple):
    """Shapes and their poses; the first looks at the second, the others are in the way."""

    kind: str
    shapes: tuple[Shape, ...]
    poses: tuple[Pose, ...]

    @property
    def placed(self) -> list[Placed]:
        return [place(shape, pose) for shape, pose in zip(self.shapes, self.poses, strict=True)]


def random_scene(rng: random.Random) -> Scene:
    count = rng.randint(2, 8)
    shapes = tuple(rng.choice(SHAPES) for _ in range(count))
    poses = tuple(
        Pose(
            rng.randrange(SPREAD), rng.randrange(SPREAD), rng.choice((rng.randrange(TURN), rng.randrange(4) * QUARTER))
        )
        for _ in range(count)
    )
    return Scene("random", shapes, poses)


def facing_scene(rng: random.Random) -> Scene:
    """One looks more or less at the other, and what is in the way stands between them."""
    count = rng.randint(1, 5)
    shapes = tuple(rng.choice(SHAPES) for _ in range(count + 2))
    far = rng.randrange(9_000, 20_000)
    poses = [
        Pose(12_000, 3_000, rng.randrange(-3000, 3000) % TURN),
        Pose(12_000 + rng.randrange(-5000, 5000), 3_000 + far, rng.randrange(TURN)),
    ]
    for _ in range(count):
        poses.append(
            Pose(
                12_000 + rng.randrange(-7000, 7000),
                3_000 + rng.randrange(3_000, far),
                rng.choice((0, rng.randrange(TURN))),
            )
        )
    return Scene("facing", shapes, tuple(poses))


def shared_edge_scene(rng: random.Random) -> Scene:
    """Every tray lies flush against the one before, at any offset or with its corner on a corner."""
    shapes, poses = [rng.choice(SHAPES)], [Pose(12_000, 12_000, rng.choice((0, 4500, rng.randrange(TURN))))]
    for _ in range(rng.randint(1, 4)):
        edge = place(shapes[-1], poses[-1]).edges[rng.randrange(4)]
        shape = rng.choice(SHAPES)
        side = Side(rng.randrange(4))
        own = shape.width if side in (Side.FRONT, Side.REAR) else shape.depth
        other = shapes[-1].width if edge.side in (Side.FRONT, Side.REAR) else shapes[-1].depth
        corner = (own + other) / 2
        offset = rng.choice((0.0, own / 2, corner, -corner, (other - own) / 2, rng.uniform(-corner, corner)))
        pose = flush(shape, side, edge, heading_out(edge, poses[-1]), offset)
        if (shape, pose) not in zip(shapes, poses, strict=True):  # such a tray would be the other one
            poses.append(pose)
            shapes.append(shape)
    return Scene("shared edges", tuple(shapes), tuple(poses))


def slit_scene(rng: random.Random) -> Scene:
    """Two trays side by side, closed, or with a slit between them of exactly, or nearly, twice the margin."""
    slit = rng.choice((0, 1, 19, 20, 21, 22, 40))
    one, two = rng.choice(SHAPES), rng.choice(SHAPES)
    x = 12_000 + rng.choice((0, rng.randrange(-1500, 1500)))
    poses = [
        Pose(12_000, 3_000, rng.choice((0, 0, rng.randrange(-800, 800) % TURN))),
        Pose(12_000, 20_000, rng.choice((0, HALF, rng.randrange(TURN)))),
        Pose(x - int(one.width) // 2 - slit, 11_000, 0),
        Pose(x + int(two.width) // 2, 11_000 + rng.choice((0, 300)), 0),
    ]
    return Scene("slit", (rng.choice(SHAPES), rng.choice(SHAPES), one, two), tuple(poses))


def halves_scene(rng: random.Random) -> Scene:
    """A square tray whose middle lies on the line between two arcs, so that both hold the same of it."""
    owner, other = rng.choice(SHAPES), SHAPES[2]
    away = rng.randrange(1_400, 8_000)
    right, front = rng.choice((-1, 1)), rng.choice((-1, 1))
    x, y = right * (int(owner.width) // 2 + away), front * (int(owner.depth) // 2 + away)
    heading = rng.choice((0, QUARTER, HALF, 3 * QUARTER))
    base = Pose(12_000, 12_000, heading)
    at = base.to_world((float(x), float(y)))
    pose = Pose(round(at[0]), round(at[1]), rng.choice((0, 4500, QUARTER, HALF)))
    return Scene("halves", (owner, other), (base, pose))


def inch_scene(rng: random.Random) -> Scene:
    """Two trays parallel to each other at exactly one unit, or a thousandth beside it."""
    shape, other = rng.choice(SHAPES), rng.choice(SHAPES)
    gap = rng.choice((999, 1000, 1001))
    heading = rng.choice((0, QUARTER, HALF, 3 * QUARTER))
    base = Pose(12_000, 12_000, heading)
    across = rng.randrange(-2_000, 2_000)
    at = base.to_world((float(across), float(int(shape.depth + other.depth) // 2 + gap)))
    return Scene(f"gap {gap}", (shape, other), (base, Pose(round(at[0]), round(at[1]), heading)))


DEGENERATE = (shared_edge_scene, slit_scene, halves_scene, inch_scene)


def scene(seed: int) -> Scene:
    """Return the scene of a number: of three, one is random, one has one tray before another, one is degenerate."""
    rng = random.Random(seed)
    if seed % 3 == 0:
        return DEGENERATE[seed // 3 % len(DEGENERATE)](rng)
    return random_scene(rng) if seed % 3 == 1 else facing_scene(rng)
