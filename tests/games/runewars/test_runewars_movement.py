"""Moves of Runewars by geometry: templates, stops, collisions, allies, engaged shifts, closing in, reforms."""

import math

import pytest

from banneret.games.runewars.content.components import Modifier
from banneret.games.runewars.content.tabletop import TemplateId, tabletop
from banneret.games.runewars.units.engagement import TOUCH, Contact, contacts, is_aligned, touches
from banneret.games.runewars.units.formation import (
    Cells,
    back_rank,
    centre_of,
    formation,
    is_joined,
    ranks_of,
    removable,
    shape_of,
    without,
)
from banneret.games.runewars.units.mana import amount
from banneret.games.runewars.units.movement import (
    Halt,
    Obstacle,
    ReformJudge,
    Way,
    closing_in,
    directions,
    inner_corner,
    judge_shift,
    motion_of,
    move,
    reformed,
    speed_on,
    table_of,
    template_of,
)
from banneret.plane import Placed, Pose, Side, Turn, after, end_pose, overlaps, place, polygon

CAVALRY = formation(2, 1)
SPEARS = formation(3, 2)
ARCHERS = formation(2, 2)
HERO = formation(1, 1)


def put(cells: Cells, x: int, y: int, heading: int = 0) -> Placed:
    return place(shape_of(cells), Pose(x, y, heading))


def moved(cells: Cells, pose: Pose, way: Way, *obstacles: Obstacle) -> Halt:
    shape = shape_of(cells)
    return move(shape, pose, motion_of(shape, pose, way), obstacles)


# Templates -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:22.1", "rw:23.0", "rw:23.1", "rw:25.0", "rw:85.0", "rw:52.1", "rw:53.1")
@pytest.mark.parametrize(
    ("modifier", "template"),
    [
        (None, "straight"),
        ("turn", "turn"),
        ("wheel", "wheel"),
        ("charge", "straight"),
        ("turning-charge", "turn"),
        ("defend", "straight"),
    ],
)
def test_the_modifier_gives_the_template(modifier: Modifier | None, template: TemplateId) -> None:
    assert template_of(modifier) == template


@pytest.mark.rule("rw:23.1a", "rw:23.2", "rw:23.2a", "rw:23.2b", "rw:23.2c")
@pytest.mark.rule("rw:43.0", "rw:43.1", "rw:43.2", "rw:43.3")
def test_speeds_add_up_to_those_there_are() -> None:
    assert speed_on("straight", 2, 1) == 3
    assert speed_on("turn", 3, -1) == 2
    assert speed_on("wheel", 2, -2) == 0
    assert speed_on("wheel", 1, -2) == 0
    assert speed_on("straight", 4, 1) == 4
    assert speed_on("wheel", 4) == 3


@pytest.mark.rule("rw:51.6")
def test_a_rune_stands_for_the_active_ones() -> None:
    pool = {"stable": 2, "unstable": 0, "natural": 3}
    assert amount("stable", pool) == 2  # type: ignore[arg-type]  # the three runes there are
    assert amount("1+stable", pool) == 3  # type: ignore[arg-type]  # a wider type than the values that there are
    assert amount("unstable", pool) == 0  # type: ignore[arg-type]  # a wider type than the values that there are
    assert amount(4, pool) == 4  # type: ignore[arg-type]  # a wider type than the values that there are
    with pytest.raises(KeyError, match="'revealed-morale-icons' names no rune"):
        amount("revealed-morale-icons", pool)  # type: ignore[arg-type]  # a wider type than the values that there are


@pytest.mark.rule("rw:22.4a", "rw:52.0", "rw:53.0")
def test_a_march_goes_forward_and_a_shift_to_all_sides() -> None:
    assert directions("march") == (Side.FRONT,)
    assert set(directions("shift")) == {Side.FRONT, Side.REAR, Side.LEFT, Side.RIGHT}
    assert directions("rally") == ()


@pytest.mark.rule("rw:22.0", "rw:22.4")
@pytest.mark.parametrize("speed", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("towards", "step"), [(Side.FRONT, (0, 1)), (Side.REAR, (0, -1)), (Side.LEFT, (-1, 0)), (Side.RIGHT, (1, 0))]
)
def test_a_straight_move_is_as_many_trays_as_its_speed(speed: int, towards: Side, step: tuple[int, int]) -> None:
    halt = moved(SPEARS, Pose(9000, 9000, 0), Way("straight", speed, towards))
    assert halt.pose == Pose(9000 + step[0] * speed * 1000, 9000 + step[1] * speed * 1000, 0)
    assert (halt.at, halt.collided) == (1.0, ())


@pytest.mark.rule("rw:22.0", "rw:22.3a", "rw:ruling.2", "rw:ruling.3")
@pytest.mark.parametrize(("template", "speed"), [("turn", 1), ("turn", 4), ("wheel", 1), ("wheel", 3)])
@pytest.mark.parametrize("towards", [Side.FRONT, Side.LEFT, Side.REAR, Side.RIGHT])
@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("heading", [0, 3127])
def test_the_inner_corner_goes_along_an_arc_of_the_templates_length(
    template: TemplateId, speed: int, towards: Side, left: bool, heading: int
) -> None:
    shape, pose = shape_of(SPEARS), Pose(12000, 7000, heading)
    motion = motion_of(shape, pose, Way(template, speed, towards, left))
    assert isinstance(motion, Turn)
    angle = tabletop().templates[template].angle
    assert abs(motion.angle) == angle * 100
    assert (motion.angle > 0) == left
    start = place(shape, pose)
    corner = inner_corner(start, towards, left=left)
    radius = math.dist(corner, (motion.x, motion.y))
    assert radius * math.radians(angle) == pytest.approx(speed * 1000, abs=1e-6)
    local = start.to_local(corner)
    for part in (0.25, 0.5, 1.0):
        there = after(start, motion, part)
        now = there.to_world(local)
        assert math.dist(now, (motion.x, motion.y)) == pytest.approx(radius, abs=1e-6)
        # the edge at the template lies on the radius: at right angles to the arc
        for edge in there.edges_of(towards):
            for x, y in (edge.start, edge.end):
                cross = (x - motion.x) * (now[1] - motion.y) - (y - motion.y) * (now[0] - motion.x)
                assert cross == pytest.approx(0, abs=1e-3)


def test_a_template_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no wheel template of speed 4, only 1 to 3"):
        motion_of(shape_of(HERO), Pose(0, 0, 0), Way("wheel", 4))


def test_a_bent_template_lies_at_the_partial_rank_when_a_unit_goes_backwards() -> None:
    """Of a unit with 3 trays in front and 1 behind at the left, the rear edge is that one tray's."""
    cells = frozenset({(0, 0), (1, 0), (2, 0), (0, 1)})
    placed = put(cells, 0, 0)
    assert inner_corner(placed, Side.REAR, left=True) == (-500, -1000)
    assert inner_corner(placed, Side.REAR, left=False) == (-1500, -1000)


# Stops and collisions ----------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:22.3", "rw:79.0", "rw:79.1", "rw:91.0")
def test_a_march_stops_where_it_touches_an_enemy() -> None:
    enemy = put(ARCHERS, 9000, 13333)
    halt = moved(SPEARS, Pose(9000, 9000, 0), Way("straight", 4), Obstacle(7, enemy))
    # from a front edge at 10,000 to one at 12,333
    assert halt.at == pytest.approx(2333 / 4000, abs=1e-9)
    assert halt.pose == Pose(9000, 11333, 0)
    assert halt.collided == (7,)


@pytest.mark.rule("rw:22.3")
@pytest.mark.parametrize("left", [True, False])
def test_a_bent_move_stops_exactly_at_first_contact(left: bool) -> None:
    """By bisection: a millionth before the stop nothing is overlapped, a millionth after it the enemy is."""
    enemy = put(ARCHERS, 9000, 12400, 1250)
    shape, pose = shape_of(CAVALRY), Pose(9000, 9000, 0)
    motion = motion_of(shape, pose, Way("turn", 4, left=left))
    start = place(shape, pose)
    low, high = 0.0, 1.0
    assert overlaps(after(start, motion, 0.6), enemy, 5.0)
    while high - low > 1e-9:
        middle = (low + high) / 2
        # a first contact lies before the first part that overlaps: look at all parts up to it on a fine grid
        if any(overlaps(after(start, motion, middle * n / 64), enemy, 1e-6) for n in range(1, 65)):
            high = middle
        else:
            low = middle
    halt = move(shape, pose, motion, [Obstacle(1, enemy)])
    assert halt.at == pytest.approx(low, abs=1e-6)
    assert halt.collided == (1,)
    there = place(shape, halt.pose)
    assert touches(there, enemy)
    assert not overlaps(there, enemy, 2.0)


@pytest.mark.rule("rw:45.0", "rw:45.1", "rw:ruling.11")
@pytest.mark.rule("rw:45.1a", "rw:45.1b", "rw:45.1c", "rw:73.0", "rw:73.1")
def test_units_terrain_and_the_table_edge_are_obstacles() -> None:
    table_of.cache_clear()  # so that this test itself runs it
    table = table_of("standard")
    walls = [Obstacle(n, wall) for n, wall in enumerate(table.walls)]
    halt = moved(SPEARS, Pose(9000, 12000, 0), Way("straight", 4), *walls)
    assert (halt.pose, halt.collided) == (Pose(9000, table.depth - 1000, 0), (0,))
    woods = Obstacle(9, place(polygon(tabletop().pieces["woods"].outline), Pose(9000, 12000, 0)))
    halt = moved(SPEARS, Pose(9000, 8000, 0), Way("straight", 4), *walls, woods)
    assert (halt.pose, halt.collided) == (Pose(9000, 9700, 0), (9,))
    ally = Obstacle(5, put(SPEARS, 9000, 11000), ally=True)
    assert moved(SPEARS, Pose(9000, 8000, 0), Way("straight", 2), ally).collided == (5,)


@pytest.mark.rule("rw:ruling.10", "rw:91.0")
def test_to_glide_along_an_enemy_is_no_collision_to_end_beside_a_new_one_is() -> None:
    beside = Obstacle(1, put(HERO, 10500, 9000))
    ahead = Obstacle(2, put(HERO, 10500, 11000))
    halt = moved(CAVALRY, Pose(9000, 9000, 0), Way("straight", 2), beside, ahead)
    assert (halt.at, halt.collided) == (1.0, (2,))


@pytest.mark.rule("rw:ruling.9")
def test_terrain_that_is_touched_already_stops_a_unit_without_a_collision() -> None:
    terrain = Obstacle(1, put(HERO, 9000, 10000))
    halt = moved(CAVALRY, Pose(9000, 9000, 0), Way("straight", 2), terrain)
    assert (halt.at, halt.pose, halt.collided) == (0.0, Pose(9000, 9000, 0), ())


@pytest.mark.rule("rw:22.3b", "rw:45.3")
def test_one_tray_of_an_ally_is_crossed_and_two_are_not() -> None:
    one = Obstacle(1, put(HERO, 9000, 10500), ally=True)
    halt = moved(HERO, Pose(9000, 9000, 0), Way("straight", 3), one)
    assert (halt.pose, halt.collided) == (Pose(9000, 12000, 0), ())
    two = Obstacle(1, put(CAVALRY, 9000, 10500), ally=True)
    halt = moved(HERO, Pose(9000, 9000, 0), Way("straight", 3), two)
    assert (halt.pose, halt.collided) == (Pose(9000, 9500, 0), (1,))


@pytest.mark.rule("rw:22.3b", "rw:45.3")
def test_an_ally_overlapped_at_the_end_is_an_obstacle() -> None:
    one = Obstacle(1, put(HERO, 9000, 10500), ally=True)
    halt = moved(HERO, Pose(9000, 9000, 0), Way("straight", 2), one)
    assert (halt.pose, halt.collided) == (Pose(9000, 9500, 0), (1,))


@pytest.mark.rule("rw:ruling.7")
def test_an_enemy_that_stops_the_unit_over_an_ally_makes_the_ally_an_obstacle() -> None:
    ally = Obstacle(1, put(HERO, 9000, 10500), ally=True)
    enemy = Obstacle(2, put(HERO, 9000, 12000))
    halt = moved(HERO, Pose(9000, 9000, 0), Way("straight", 4), ally, enemy)
    assert (halt.pose, halt.collided) == (Pose(9000, 9500, 0), (1,))


@pytest.mark.rule("rw:ruling.8")
def test_several_allies_may_be_crossed_one_tray_each() -> None:
    allies = [Obstacle(n, put(HERO, 9000, 10200 + 1000 * n), ally=True) for n in range(2)]
    assert moved(HERO, Pose(9000, 9000, 0), Way("straight", 4), *allies).pose == Pose(9000, 13000, 0)
    deep = Obstacle(1, put(formation(1, 2), 9000, 11700), ally=True)
    assert moved(HERO, Pose(9000, 9000, 0), Way("straight", 4), allies[0], deep).pose != Pose(9000, 13000, 0)


# Trays and ranks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:67.0", "rw:67.1", "rw:67.2", "rw:67.3", "rw:67.4", "rw:67.5")
def test_ranks_behind_the_front_are_full_or_partial() -> None:
    assert ranks_of(formation(3, 3)) == (3, 2, 0)
    assert ranks_of(formation(3, 3) - {(1, 2)}) == (3, 1, 1)
    assert ranks_of(CAVALRY) == (2, 0, 0)


@pytest.mark.rule("rw:66.3", "rw:66.4", "rw:67.1a")
@pytest.mark.rule("rw:ruling.35")
def test_trays_of_the_back_rank_go_if_the_unit_hangs_together() -> None:
    assert back_rank(SPEARS) == [(0, 1), (1, 1), (2, 1)]
    assert removable(SPEARS) == [(0, 1), (1, 1), (2, 1)]
    assert removable(formation(3, 1)) == [(0, 0), (2, 0)]
    assert removable(HERO) == [(0, 0)]
    assert not is_joined({(0, 0), (1, 1)})


@pytest.mark.rule("rw:27.2", "rw:61.1a", "rw:ruling.4")
def test_the_centre_is_that_of_the_rectangle_around_all_trays() -> None:
    corner_gone = SPEARS - {(2, 1)}
    assert shape_of(corner_gone).width == 3000
    assert centre_of((0, 0), corner_gone) == (-1000, 500)
    left, pose = without(SPEARS, Pose(9000, 9000, 0), [(2, 0), (2, 1)])
    assert (left, pose) == (ARCHERS, Pose(8500, 9000, 0))
    with pytest.raises(ValueError, match="which is not a unit"):
        without(formation(3, 1), Pose(0, 0, 0), [(1, 0)])


def test_trays_stay_where_they_are_when_others_go() -> None:
    pose = Pose(9000, 9000, 3000)
    before = place(shape_of(SPEARS), pose)
    left, after_loss = without(SPEARS, pose, [(0, 1), (1, 1), (2, 1)])
    now = place(shape_of(left), after_loss)
    for tile in now.tiles:
        assert min(math.dist((tile.x, tile.y), (old.x, old.y)) for old in before.tiles) < 1


# Contact -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:59.0", "rw:59.2", "rw:ruling.6")
def test_units_touch_up_to_three_thousandths_apart() -> None:
    assert touches(put(HERO, 0, 0), put(HERO, 0, 1003))
    assert not touches(put(HERO, 0, 0), put(HERO, 0, 1004))
    assert TOUCH == 3


@pytest.mark.rule("rw:59.3", "rw:27.2a")
def test_edges_that_lie_together_are_contacted() -> None:
    flanker = put(CAVALRY, 9000, 9000, 9000)  # looks to the left, at the right side of the archers
    archers = put(ARCHERS, 7500, 9000)
    assert contacts(flanker, archers) == (Contact(Side.FRONT, Side.RIGHT, 2000),)
    assert contacts(archers, flanker) == (Contact(Side.RIGHT, Side.FRONT, 2000),)
    assert contacts(archers, put(HERO, 0, 0)) == ()


@pytest.mark.rule("rw:59.3a", "rw:39.1a", "rw:ruling.16")
def test_corner_to_corner_the_edges_that_face_each_other_are_contacted() -> None:
    below, above = put(HERO, 0, 0, 500), put(HERO, 0, 0)
    x, y = below.to_world((500, 500))
    enemy = put(HERO, round(x) + 500, round(y) + 500, 18000)
    assert contacts(below, enemy) == (Contact(Side.FRONT, Side.FRONT, 0.0),)
    assert contacts(above, put(HERO, 1000, 1000, 18000))[0].length == 0


@pytest.mark.rule("rw:19.1a", "rw:ruling.15")
def test_aligned_units_lie_on_one_grid() -> None:
    assert is_aligned(put(CAVALRY, 0, 0), 0, put(ARCHERS, 1000, 1500, 18000), 18000)
    assert not is_aligned(put(CAVALRY, 0, 0), 0, put(ARCHERS, 1250, 1500, 18000), 18000)
    assert not is_aligned(put(CAVALRY, 0, 0), 0, put(ARCHERS, 1000, 1500, 18100), 18100)
    # by a corner of the grid alone
    assert is_aligned(put(CAVALRY, 0, 0), 0, put(ARCHERS, 2000, 1500, 18000), 18000)


# Shifts of engaged units -------------------------------------------------------------------------------------------

SPOT = Pose(9000, 9000, 0)
ENEMY = Obstacle(1, put(SPEARS, 9000, 10500, 18000))  # before the front of cavalry at SPOT


def shifted(towards: Side, *others: Obstacle, speed: int = 1) -> tuple[object, ...]:
    way = Way("straight", speed, towards)
    halt = moved(CAVALRY, SPOT, way, ENEMY, *others)
    return tuple(judge_shift(shape_of(CAVALRY), SPOT, way, halt, [ENEMY], others))


@pytest.mark.rule("rw:52.2", "rw:52.3", "rw:ruling.12")
def test_a_shift_along_the_contacted_edge_repositions() -> None:
    assert shifted(Side.LEFT) == ((1,), (), None)
    assert shifted(Side.RIGHT) == ((1,), (), None)
    # 2.5 trays on, it still touches by a corner
    wide = Obstacle(1, put(HERO, 9000, 10000, 18000))
    way = Way("straight", 1, Side.LEFT)
    halt = moved(CAVALRY, Pose(8500, 9000, 0), way, wide)
    judged = judge_shift(shape_of(CAVALRY), Pose(8500, 9000, 0), way, halt, [wide], [])
    assert judged == ((1,), (), None)


@pytest.mark.rule("rw:52.4")
def test_a_shift_directly_away_disengages_and_no_other_does() -> None:
    assert shifted(Side.REAR) == ((), (1,), None)
    assert shifted(Side.LEFT, speed=4) == ((), (1,), "rw:52.4")


@pytest.mark.rule("rw:52.4a")
def test_enemies_at_one_edge_are_left_together() -> None:
    two = [Obstacle(n, put(HERO, 8500 + 1000 * n, 10000, 18000)) for n in range(2)]
    way = Way("straight", 1, Side.REAR)
    halt = moved(CAVALRY, SPOT, way, *two)
    assert judge_shift(shape_of(CAVALRY), SPOT, way, halt, two, []) == ((), (0, 1), None)


@pytest.mark.rule("rw:52.3", "rw:52.3a")
def test_a_unit_that_repositions_touches_nothing_new() -> None:
    assert shifted(Side.LEFT, Obstacle(2, put(HERO, 6500, 9000))) == ((1,), (), "rw:52.3")


@pytest.mark.rule("rw:52.5")
def test_a_shift_may_keep_one_enemy_and_leave_another() -> None:
    """With one enemy at the left side and one ahead, to go back leaves the one ahead and keeps the other."""
    beside = Obstacle(2, put(SPEARS, 6500, 8000, 0))
    way = Way("straight", 1, Side.REAR)
    halt = moved(CAVALRY, SPOT, way, ENEMY, beside)
    assert judge_shift(shape_of(CAVALRY), SPOT, way, halt, [ENEMY, beside], []) == ((2,), (1,), None)


# Closing in: the third illustrated case ------------------------------------------------------------------------------


@pytest.mark.rule("rw:12.1", "rw:12.1b", "rw:59.4", "rw:ruling.22")
@pytest.mark.rule("rw:12.0", "rw:cases.3")
def test_a_unit_closes_in_over_the_gap_of_one_tray() -> None:
    """The reanimates lose the tray that the cavalry touched; a shift of speed 1 forward collides with the rest."""
    cavalry = Pose(9000, 9000, 0)
    enemy, pose = formation(2, 2), Pose(9000, 10500, 0)  # its rear edge touches the front of the cavalry
    assert contacts(place(shape_of(CAVALRY), cavalry), place(shape_of(enemy), pose)) == (
        Contact(Side.FRONT, Side.REAR, 2000),
    )
    left, there = without(enemy, pose, [(0, 1), (1, 1)])
    rest = Obstacle(1, place(shape_of(left), there))
    assert contacts(place(shape_of(CAVALRY), cavalry), rest.placed) == ()
    found = closing_in(shape_of(CAVALRY), cavalry, rest, [])
    assert {side: halt.pose for side, halt in found.items()} == {Side.FRONT: Pose(9000, 10000, 0)}


@pytest.mark.rule("rw:12.1a")
def test_who_cannot_reach_stays() -> None:
    rest = Obstacle(1, put(CAVALRY, 9000, 11000))
    blocked = Obstacle(2, put(HERO, 9000, 10001))
    assert closing_in(shape_of(CAVALRY), Pose(9000, 9000, 0), rest, [blocked]) == {}
    assert closing_in(shape_of(CAVALRY), Pose(9000, 8900, 0), rest, []) == {}


@pytest.mark.rule("rw:12.2")
def test_an_engaged_unit_does_not_close_in() -> None:
    rest = Obstacle(1, put(CAVALRY, 9000, 11000))
    assert closing_in(shape_of(CAVALRY), Pose(9000, 9000, 0), rest, [], engaged=True) == {}


# Reforms: the fourth illustrated case --------------------------------------------------------------------------------


@pytest.mark.rule("rw:61.0", "rw:61.1", "rw:79.2")
def test_an_unengaged_unit_turns_about_its_centre_and_touches_nothing() -> None:
    pose = Pose(9000, 9000, 0)
    end = reformed(SPEARS, pose, 4500)
    assert end == Pose(9000, 9000, 4500)
    assert ReformJudge(SPEARS, pose, [], []).forbids(end) is None
    near = Obstacle(1, put(HERO, 9000, 10600))
    assert ReformJudge(SPEARS, pose, [], [near]).forbids(end) == "rw:79.2"
    exactly = Obstacle(1, put(HERO, 9000, 11000))
    quarter = reformed(SPEARS, pose, 9000)
    assert ReformJudge(SPEARS, pose, [], [exactly]).forbids(quarter) == "rw:79.2"
    assert ReformJudge(SPEARS, pose, [], [Obstacle(1, put(HERO, 9000, 11004))]).forbids(quarter) is None


@pytest.mark.rule("rw:61.2", "rw:61.2a", "rw:ruling.24", "rw:ruling.25", "rw:ruling.26")
@pytest.mark.rule("rw:cases.4")
def test_a_flanked_unit_turns_about_its_right_tray_to_face_the_flanker() -> None:
    """The archers touch the right side of the cavalry with their front; turned right about its right tray, the
    cavalry touches them with its front, at the same edge of theirs."""
    cavalry = Pose(9000, 9000, 0)
    archers = Obstacle(1, put(ARCHERS, 11000, 9000, 9000))  # they look to the left
    assert contacts(place(shape_of(CAVALRY), cavalry), archers.placed) == (Contact(Side.RIGHT, Side.FRONT, 1000),)
    end = reformed(CAVALRY, cavalry, 27000, about=(1, 0))
    assert end == Pose(9500, 9500, 27000)
    assert ReformJudge(CAVALRY, cavalry, [archers], []).forbids(end) is None
    assert contacts(place(shape_of(CAVALRY), end), archers.placed) == (Contact(Side.FRONT, Side.FRONT, 1500),)
    with pytest.raises(ValueError, match=r"the unit has no tray \(0, 1\)"):
        reformed(CAVALRY, cavalry, 0, about=(0, 1))


@pytest.mark.rule("rw:61.2a", "rw:61.2b")
def test_an_engaged_unit_keeps_its_enemies_and_touches_nothing_new() -> None:
    cavalry = Pose(9000, 9000, 0)
    archers = Obstacle(1, put(ARCHERS, 11000, 9000, 9000))
    away = reformed(CAVALRY, cavalry, 27000, about=(0, 0))
    assert ReformJudge(CAVALRY, cavalry, [archers], []).forbids(away) == "rw:61.2a"
    end = reformed(CAVALRY, cavalry, 27000, about=(1, 0))
    beside = Obstacle(2, put(HERO, 9500, 11000))
    assert ReformJudge(CAVALRY, cavalry, [archers], [beside]).forbids(end) == "rw:61.2b"


# The second illustrated case ---------------------------------------------------------------------------------------


@pytest.mark.rule("rw:22.3a", "rw:cases.2")
def test_where_a_turning_march_meets_terrain_the_front_is_at_right_angles_to_the_template() -> None:
    rocks = place(polygon(tabletop().pieces["rocks"].outline), Pose(8000, 12500, 0))
    shape, pose = shape_of(SPEARS), Pose(9000, 9000, 0)
    motion = motion_of(shape, pose, Way("turn", 4, left=True))
    assert isinstance(motion, Turn)
    halt = move(shape, pose, motion, [Obstacle(1, rocks)])
    assert 0 < halt.at < 1
    assert halt.collided == (1,)
    corner = inner_corner(halt.exact, Side.FRONT, left=True)
    other = inner_corner(halt.exact, Side.FRONT, left=False)
    radial = (corner[0] - motion.x, corner[1] - motion.y)
    front = (other[0] - corner[0], other[1] - corner[1])
    assert radial[0] * front[1] - radial[1] * front[0] == pytest.approx(0, abs=1e-3)
    assert halt.pose.heading == int(4500 * halt.at)
    assert end_pose(pose, motion).heading == 4500
