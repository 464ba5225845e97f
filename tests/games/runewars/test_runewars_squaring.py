"""Squaring up by geometry: at edges and corners, past obstacles, and not at all."""

import math
from collections.abc import Sequence

import pytest

from banneret.games.runewars.units.alignment import must_square_up, square_up, trays_beside
from banneret.games.runewars.units.engagement import GIVE, contacts, is_aligned, touches
from banneret.games.runewars.units.formation import Cells, formation, shape_of
from banneret.games.runewars.units.movement import Obstacle, Way, motion_of, move
from banneret.plane import Placed, Pose, Side, overlaps, place, polygon

CAVALRY = formation(2, 1)
SPEARS = formation(3, 2)
ARCHERS = formation(3, 2)
HERO = formation(1, 1)
ENEMY = Pose(9000, 12000, 18000)  # archers that look down: their front edge is y = 11,000 from 7,500 to 10,500


def put(cells: Cells, pose: Pose) -> Placed:
    return place(shape_of(cells), pose)


def squared(
    pose: Pose,
    *obstacles: Placed,
    cells: Cells = CAVALRY,
    side: Side = Side.FRONT,
    enemy: Cells = ARCHERS,
    at: Pose = ENEMY,
) -> tuple[Pose, ...]:
    """Where the unit may end; whatever that is, it is flush, aligned, and overlaps nothing."""
    ends = square_up(shape_of(cells), pose, side, shape_of(enemy), at, obstacles)
    foe = put(enemy, at)
    for end in ends:
        there = put(cells, end)
        assert is_aligned(there, end.heading, foe, at.heading)
        assert touches(there, foe)
        assert not any(overlaps(there, other, GIVE) for other in (foe, *obstacles))
        assert any(one.own == side for one in contacts(there, foe))
    return ends


def colliding(
    cells: Cells, start: Pose, way: Way, *obstacles: Placed, enemy: Cells = ARCHERS, at: Pose = ENEMY
) -> Pose:
    """Where a unit stops that moves into the enemy."""
    shape = shape_of(cells)
    others = [Obstacle(n, one) for n, one in enumerate(obstacles, start=1)]
    halt = move(shape, start, motion_of(shape, start, way), [Obstacle(0, put(enemy, at)), *others])
    assert 0 in halt.collided
    return halt.pose


# At an edge --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:19.1", "rw:ruling.14", "rw:cases.1")
def test_a_unit_slides_to_the_first_place_either_way_and_no_farther() -> None:
    """The first illustrated case: cavalry two trays wide slides until its seam lies at the enemy's side edge."""
    ends = squared(Pose(10300, 10500, 0))
    assert ends == (Pose(9500, 10500, 0), Pose(10500, 10500, 0))
    seam = ends[1].x  # the seam is in the middle of two trays
    assert seam == max(x for x, _ in put(ARCHERS, ENEMY).pieces[0].corners)


@pytest.mark.rule("rw:19.1", "rw:ruling.14")
@pytest.mark.parametrize(
    ("left", "ends"),  # the left edge of a hero; the unit is between 9,300 and 11,300
    [(11600, (9500, 10500)), (7400, (9500, 10500)), (8200, (10500,)), (11400, (9500,))],
)
def test_a_slide_is_stopped_by_what_is_in_its_way_and_by_nothing_beyond_its_end(
    left: int, ends: tuple[int, ...]
) -> None:
    """Of its two first places, at 9,500 and 10,500, the unit reaches the one whose way is clear."""
    hero = put(HERO, Pose(left + 500, 10500, 0))
    assert squared(Pose(10300, 10500, 0), hero) == tuple(Pose(end, 10500, 0) for end in ends)


@pytest.mark.rule("rw:19.1a")
def test_an_aligned_unit_stays_where_it_is() -> None:
    assert squared(Pose(9500, 10500, 0)) == (Pose(9500, 10500, 0),)


@pytest.mark.rule("rw:19.0", "rw:19.1")
@pytest.mark.parametrize("heading", [700, 2500, 35300, 33500])
def test_a_unit_turns_about_its_corner_then_slides(heading: int) -> None:
    start = Pose(9100, 8000, heading)
    pose = colliding(CAVALRY, start, Way("straight", 4))
    placed = put(CAVALRY, pose)
    corner = max((corner for piece in placed.pieces for corner in piece.corners), key=lambda one: one[1])
    ends = squared(pose)
    assert {end.heading for end in ends} == {0}
    assert {end.y for end in ends} == {10500}
    # turned to the left it is the right corner that touches, and stays where it touches until the slide
    own = -1000 if heading > 18000 else 1000
    stays = corner[0] - own
    assert len(ends) == 2
    assert all(abs(end.x - stays) < 1000 for end in ends)
    assert {round((end.x - 9500) % 1000) for end in ends} == {0}


@pytest.mark.rule("rw:19.1")
def test_the_contacted_edge_may_look_anywhere() -> None:
    """The enemy stands at 31.27 degrees; the unit marches straight into its flank."""
    at = Pose(9000, 12000, 3127)
    pose = colliding(CAVALRY, Pose(9900, 8500, 0), Way("straight", 4), at=at)
    ends = squared(pose, at=at)
    assert ends
    assert {end.heading for end in ends} <= {3127, 30127 % 36000, (3127 + 9000) % 36000, (3127 + 27000) % 36000}


@pytest.mark.rule("rw:ruling.15")
def test_to_share_a_corner_of_the_grid_is_enough() -> None:
    """From beside the enemy's end by 0.3 trays of contact, the unit may slide off to touch by the corner alone."""
    ends = squared(Pose(11200, 10500, 0))
    assert ends == (Pose(10500, 10500, 0), Pose(11500, 10500, 0))


@pytest.mark.rule("rw:19.3", "rw:22.4b")
@pytest.mark.parametrize(
    ("side", "heading"), [(Side.FRONT, 400), (Side.LEFT, 27400), (Side.REAR, 18400), (Side.RIGHT, 9400)]
)
def test_the_edge_at_the_template_counts_as_front_edge(side: Side, heading: int) -> None:
    pose = colliding(CAVALRY, Pose(9100, 8600, heading), Way("straight", 3, side))
    ends = squared(pose, side=side)
    assert ends
    assert {end.heading for end in ends} == {heading - 400}


# At an enemy's corner ----------------------------------------------------------------------------------------------

CORNER = Pose(9000, 12000, 22500)  # one of its corners points straight down


def corner_of(enemy: Cells, at: Pose) -> tuple[float, float]:
    return min((one for piece in put(enemy, at).pieces for one in piece.corners), key=lambda one: one[1])


def before_corner(cells: Cells, to_the_left: int, enemy: Cells = ARCHERS) -> Pose:
    """A unit that looks up, with the enemy's corner on its front edge, so far to the left of its middle."""
    x, y = corner_of(enemy, CORNER)
    depth = round(shape_of(cells).depth / 2)
    return Pose(round(x) + to_the_left, math.floor(y) - depth, 0)


@pytest.mark.rule("rw:19.2")
def test_trays_under_the_line_do_not_count() -> None:
    placed = put(SPEARS, Pose(0, 0, 0))
    assert trays_beside(placed, Side.FRONT, (200, 1000)) == (2, 2)
    assert trays_beside(placed, Side.FRONT, (-500, 1000)) == (2, 4)
    assert trays_beside(placed, Side.FRONT, (900, 1000)) == (4, 0)
    assert trays_beside(placed, Side.REAR, (900, -1000)) == (0, 4)
    assert trays_beside(placed, Side.LEFT, (-1500, 500)) == (3, 0)
    assert trays_beside(put(HERO, Pose(0, 0, 0)), Side.FRONT, (100, 500)) == (0, 0)


@pytest.mark.rule("rw:19.2", "rw:ruling.17")
@pytest.mark.parametrize(("to_the_left", "headings"), [(-800, {31500}), (800, {4500}), (100, {31500, 4500})])
def test_the_side_with_more_trays_swings_forward(to_the_left: int, headings: set[int]) -> None:
    """The corner left of the middle: more trays to its right, and the right side swings forward, to the left."""
    ends = squared(before_corner(SPEARS, to_the_left), cells=SPEARS, at=CORNER)
    assert {end.heading for end in ends} == headings


@pytest.mark.rule("rw:19.2")
def test_a_single_tray_chooses() -> None:
    ends = squared(before_corner(HERO, 200), cells=HERO, at=CORNER)
    assert {end.heading for end in ends} == {31500, 4500}


# Obstacles in the way ------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:19.5", "rw:19.5a", "rw:ruling.18", "rw:ruling.19")
def test_at_an_edge_a_unit_makes_room_along_it() -> None:
    """A unit that touches with its left corner cannot turn for a hero beside it; it goes along the enemy's edge."""
    pose = colliding(CAVALRY, Pose(9000, 8000, 33500), Way("straight", 4))
    assert squared(pose) == (Pose(9500, 10500, 0), Pose(10500, 10500, 0))
    hero = put(HERO, Pose(11500, 10800, 0))
    assert squared(pose, hero) == (Pose(9500, 10500, 0),)
    farther = put(HERO, Pose(10900, 10050, 33500))
    shifted = squared(Pose(pose.x - 1400, pose.y, pose.heading), farther)
    assert shifted
    assert all(end.x <= 9500 for end in shifted)


@pytest.mark.rule("rw:19.5b")
def test_at_a_corner_a_unit_moves_along_its_own_edge_or_turns_the_other_way() -> None:
    pose = before_corner(SPEARS, 800)
    x, y = (round(value) for value in corner_of(ARCHERS, CORNER))
    usual = squared(pose, cells=SPEARS, at=CORNER)
    assert {end.heading for end in usual} == {4500}
    hero = put(HERO, Pose(x + 2356, y + 1099, 0))  # where the right side would swing
    aside = squared(pose, hero, cells=SPEARS, at=CORNER)
    assert {end.heading for end in aside} == {4500}
    assert set(aside).isdisjoint(usual)
    stone = place(polygon([(0, 0), (200, 0), (200, 100)]), Pose(x + 300, y + 20, 0))  # only a corner fits beside it
    barring = put(HERO, Pose(x - 2750, y - 1000, 0))  # where the unit would have to go for that
    other = squared(pose, stone, barring, cells=SPEARS, at=CORNER)
    assert {end.heading for end in other} == {31500}


@pytest.mark.rule("rw:19.5c")
def test_hemmed_in_a_unit_stays_where_it_collided() -> None:
    pose = colliding(CAVALRY, Pose(9000, 8000, 34500), Way("straight", 4))
    left, right = put(HERO, Pose(pose.x - 1620, 9600, 0)), put(HERO, Pose(pose.x + 1620, 10300, 0))
    for hero in (left, right):
        assert not overlaps(put(CAVALRY, pose), hero, GIVE)
    walls = [left, right]
    assert squared(pose, *walls) == ()


@pytest.mark.rule("rw:19.4", "rw:19.5")
def test_another_enemy_that_it_hit_is_an_obstacle_of_squaring_up() -> None:
    """Two enemies side by side, one of which sticks out: towards it there is no room to slide."""
    beside = put(ARCHERS, Pose(12000, 12000, 18000))
    assert squared(Pose(10300, 10500, 0), beside) == (Pose(9500, 10500, 0), Pose(10500, 10500, 0))
    sticks_out = put(ARCHERS, Pose(12200, 11600, 18000))
    assert squared(Pose(9600, 10500, 0)) == (Pose(9500, 10500, 0), Pose(10500, 10500, 0))
    assert squared(Pose(9600, 10500, 0), sticks_out) == (Pose(9500, 10500, 0),)


@pytest.mark.rule("rw:ruling.51")
def test_a_unit_whose_front_edge_does_not_touch_stays_as_it_is() -> None:
    beside = Pose(11000, 12000, 0)  # its left side lies at the enemy's
    assert touches(put(HERO, beside), put(ARCHERS, ENEMY))
    assert squared(beside, cells=HERO) == ()
    assert squared(Pose(11000, 12000, 9000), cells=HERO) == (Pose(11000, 11500, 9000), Pose(11000, 12500, 9000))


@pytest.mark.rule("rw:5.6", "rw:19.5d", "rw:ruling.20")
def test_after_the_reveal_a_unit_squares_up_with_a_single_enemy_only() -> None:
    assert must_square_up(1, aligned=False)
    assert not must_square_up(1, aligned=True)
    assert not must_square_up(2, aligned=False)
    assert not must_square_up(0, aligned=False)


# Many scenes -------------------------------------------------------------------------------------------------------


def scenes() -> Sequence[tuple[Cells, Pose, Way, Pose]]:
    """Units of several shapes that march into an enemy at many angles."""
    found = []
    ways = (Way("straight", 4), Way("turn", 4, left=True), Way("turn", 4, left=False), Way("wheel", 3))
    for number in range(60):
        cells = (CAVALRY, SPEARS, HERO, formation(2, 2))[number % 4]
        start = Pose(8200 + 137 * number % 1900, 8300 - 61 * number % 700, (35000 + 331 * number) % 2400 - 1200)
        at = Pose(9000, 12000, (18000 + 1013 * number) % 36000)
        found.append((cells, Pose(start.x, start.y, start.heading % 36000), ways[number % 4], at))
    return found


@pytest.mark.rule("rw:19.1", "rw:19.5c")
def test_from_wherever_it_comes_a_unit_ends_aligned_or_where_it_was() -> None:
    met = ended = 0
    for cells, start, way, at in scenes():
        shape, enemy = shape_of(cells), put(ARCHERS, at)
        halt = move(shape, start, motion_of(shape, start, way), [Obstacle(0, enemy)])
        if not halt.collided:
            continue
        met += 1
        assert not overlaps(put(cells, halt.pose), enemy, GIVE)
        ended += bool(squared(halt.pose, cells=cells, at=at))
    assert met >= 40
    assert ended >= met * 0.75
