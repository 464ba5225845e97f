"""Contacted edges: the same from both sides, and mirrored in mirrored scenes."""

from __future__ import annotations

from itertools import product

import pytest

from banneret.games.runewars.rules.attack.attack_targets import edges_to
from banneret.games.runewars.units.alignment import square_up
from banneret.games.runewars.units.combat import threat
from banneret.games.runewars.units.engagement import Contact, contacts, touches
from banneret.games.runewars.units.formation import Cells, formation, shape_of
from banneret.plane import TURN, Pose, Side, flush, outermost, place
from tests.games.runewars.field import field

MIRRORED = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}
GAPPED: Cells = frozenset({(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)})
"""A back rank without its middle tray."""


def mirrored(pose: Pose) -> Pose:
    """The pose in a scene that is mirrored at the line x = 5000."""
    return Pose(10000 - pose.x, pose.y, -pose.heading % TURN)


def turned_round(found: tuple[Contact, ...]) -> set[tuple[Side, Side]]:
    return {(one.other, one.own) for one in found}


def sides(found: tuple[Contact, ...]) -> set[tuple[Side, Side]]:
    return {(one.own, one.other) for one in found}


def seen_in_mirror(found: tuple[Contact, ...]) -> set[tuple[Side, Side]]:
    return {(MIRRORED.get(one.own, one.own), MIRRORED.get(one.other, one.other)) for one in found}


@pytest.mark.rule("rw:59.3a", "rw:ruling.80")
@pytest.mark.parametrize("x", [3500, 6500])
def test_spearmen_are_met_at_either_rear_corner_by_their_rear_edge(x: int) -> None:
    game = field("a spearmen 2x3 5000 5000 0", f"b rune-golems 1x1 {x} 3000 0")
    (contact,) = edges_to(game.state, 0, 1)
    assert contact == Contact(Side.REAR, Side.FRONT, 0.0)
    assert threat(formation(2, 3), contact.own) == 2


@pytest.mark.rule("rw:39.1a", "rw:59.3a", "rw:ruling.80")
def test_contacts_are_the_same_from_both_sides_and_in_a_mirror() -> None:
    """Units that touch by corners, edges and both, at every quarter of their headings and at 45 degrees."""
    small = shape_of(formation(1, 1))
    seen = 0
    for headings in product(range(0, TURN, 4500), (0, 9000, 18000, 27000)):
        for x, y in product((3500, 4000, 4500, 5000, 6000, 6500), (3000, 3500, 7000)):
            poses = Pose(5000, 5000, headings[1]), Pose(x, y, headings[0])
            shapes = shape_of(formation(2, 3)), small
            one, two = (place(shape, pose) for shape, pose in zip(shapes, poses, strict=True))
            images = [place(shape, mirrored(pose)) for shape, pose in zip(shapes, poses, strict=True)]
            seen += touches(one, two)
            assert sides(contacts(one, two)) == turned_round(contacts(two, one)), poses
            assert seen_in_mirror(contacts(one, two)) == sides(contacts(*images)), poses
    assert seen > 50


@pytest.mark.rule("rw:39.1a", "rw:ruling.16")
def test_a_unit_that_meets_two_edges_equally_may_square_up_with_either() -> None:
    """A golem turned by 45 degrees has its front left corner at the corner of another."""
    own, foe = shape_of(formation(1, 1)), shape_of(formation(1, 1))
    poses, at = set(), Pose(5000, 5000, 0)
    for left in (True, False):
        start = corner_at((5500, 4500) if left else (4500, 4500), 4500 if left else TURN - 4500, left=left)
        ends = square_up(own, start, Side.FRONT, foe, at, ())
        poses.add(tuple(sorted(end if left else mirrored(end) for end in ends)))
    assert len(poses) == 1
    assert len({end.heading for ends in poses for end in ends}) == 2


def corner_at(point: tuple[int, int], heading: int, *, left: bool) -> Pose:
    """The pose in which the left or right front corner of a golem is at a point."""
    x, y = Pose(0, 0, heading).to_world((-500 if left else 500, 500))
    return Pose(round(point[0] - x), round(point[1] - y), heading)


def test_a_rank_with_a_gap_is_one_edge_to_be_squared_up_by() -> None:
    """Of its two outermost rear edges neither is preferred to the other."""
    shape = shape_of(GAPPED)
    edge = outermost(shape, Side.REAR)
    assert {edge.start[0], edge.end[0]} == {-1500, 1500}
    target = outermost(shape_of(formation(3, 1)), Side.FRONT)
    assert flush(shape, Side.REAR, target, 0, 0.0) == Pose(0, 1500, 0)
