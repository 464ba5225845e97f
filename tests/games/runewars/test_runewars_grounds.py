"""Places that are searched for quickly, compared with every place measured: terrain, units and tokens of the setup."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import pytest

from banneret.games.runewars.actions import PlaceToken
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT
from banneret.games.runewars.rules.damage.terrain import LeaveSpace, can_enter, enter
from banneret.games.runewars.rules.deployment import DeployChooser
from banneret.games.runewars.rules.ground.areas import areas_of, lies_in
from banneret.games.runewars.rules.ground.objectives import TokenSpace, set_up_objective, take_tokens
from banneret.games.runewars.rules.ground.surroundings import (
    as_obstacle,
    obstacles_of,
    outline_of,
    part,
    piece_met,
    terrain,
)
from banneret.games.runewars.rules.terrain_placement import _forbids, _Search, site_of
from banneret.games.runewars.state import cells_of
from banneret.games.runewars.units.formation import shape_of
from banneret.games.runewars.units.ranges import band_of
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import HALF, QUARTER, TURN, Placed, Pose, place, point_distance
from tests.games.runewars.field import field, occupy, play

DEPLOYMENTS: Final = ("battle-lines", "maelstrom", "mutual-reinforcements", "oblique-formation", "unprepared")
SIDES: Final = ("forest", "spikes", "stronghold")
WIDTH, DEPTH = 28800, 14400


def aside(*lines: str, deployment: str = "battle-lines", **given: Any) -> Runewars:
    """A match whose units wait beside the table: a has the red areas and is first."""
    game = field(*lines)
    state = game.state
    state.poses = [None] * len(state.poses)
    state.deployment, state.objective = deployment, "confluence-of-magic"
    state.first = state.turn = state.red = 0
    state.deployer = 1
    for name, value in given.items():
        setattr(state, name, value)
    return game


def strewn(stream: Stream, deployment: str, pieces: int) -> Runewars:
    """A table with terrain anywhere, turned anyhow."""
    poses = [(stream.below(WIDTH), stream.below(DEPTH), stream.below(TURN)) for _ in range(pieces)]
    game = aside("a spearmen 2x1 0 0 0", "b spearmen 2x1 0 0 0", deployment=deployment)
    game.state.pieces, game.state.piece_poses = [SIDES[n % 3] for n in range(pieces)], [*poses]
    return game


def strewn_tables(pieces: int = 3) -> Iterator[tuple[Runewars, Stream]]:
    stream = Stream(derive_key("grounds"))
    for deployment in DEPLOYMENTS:
        yield strewn(stream, deployment, pieces), stream


# Terrain ------------------------------------------------------------------------------------------------------------


def test_terrain_is_placed_wherever_it_is_far_enough_from_everything() -> None:
    steps = 15
    for game, _ in strewn_tables(2):
        site = site_of(game.state)
        for side in ("forest", "spikes"):
            every = [
                Pose(WIDTH * across // (steps + 1), DEPTH * along // (steps + 1), heading)
                for across in range(1, steps + 1)
                for along in range(1, steps + 1)
                for heading in (0, QUARTER)
            ]
            free = [pose for pose in every if _forbids(site, place(outline_of(side), pose)) is None]
            assert _Search(side, site).places(steps) == free
            assert free


@pytest.mark.rule("rw:41.0", "rw:45.1")
def test_each_piece_is_an_obstacle_of_its_own() -> None:
    game = field("a spearmen 2x1 9000 3000 0", "b spearmen 2x1 9000 12000 18000")
    game.state.pieces = ["forest", "spikes", "stronghold"]
    game.state.piece_poses = [(4000, 7000, 0), (9000, 7000, 0), (14000, 7000, 0)]
    numbers = [as_obstacle(piece) for piece in range(3)]
    assert len({*numbers, NO_UNIT, 0, 1}) == 6
    assert [piece_met(game.state, number) for number in numbers] == [0, 1, 2]
    assert set(numbers) <= {one.number for one in obstacles_of(game.state, 0)}


@pytest.mark.rule("rw:41.1a", "rw:41.1")
def test_a_single_tray_enters_terrain_and_none_does_not() -> None:
    game = field("a spearmen 1x1 9000 3000 0", "b spearmen 2x1 9000 12000 18000")
    game.state.pieces, game.state.piece_poses = ["forest"], [(9000, 7000, 0)]
    assert can_enter(game.state, 0, 0)
    game.state.figures[0] = []
    assert not can_enter(game.state, 0, 0)


@pytest.mark.rule("rw:41.2", "rw:59.0", "rw:ruling.23")
def test_who_enters_terrain_is_engaged_again_with_whom_it_parted_from() -> None:
    game = field("a spearmen 1x1 9000 3000 0", "b spearmen 1x1 9000 8600 18000")
    game.state.pieces, game.state.piece_poses = ["stronghold"], [(9000, 7000, 0)]
    part(game.state, 0, 1)
    assert play(game, enter(game, 0, 0)).result == [1]


@pytest.mark.rule("rw:41.4", "rw:41.4c")
def test_a_unit_leaves_terrain_wherever_nothing_is_in_the_way() -> None:
    """Others stand about a keep in the corner of the table and at its edge."""
    stream, found = Stream(derive_key("leaving")), 0
    for number in range(16):
        lines = [
            f"{'ab'[other % 2]} spearmen 2x1 {stream.below(7000)} {stream.below(7000)} {stream.below(TURN)}"
            for other in range(2)
        ]
        game = field("a spearmen 2x1 0 0 0", *lines)
        game.state.poses[0] = (2000 + 100 * number, 2000, 0)
        occupy(game, 0, "stronghold")
        for action in ("march", "shift"):
            space = LeaveSpace(game.state, 0, action)
            every = [one for one in space._flush(range(5)) if space.refusal(one) is None]
            found += bool(every)
            assert not every or space.suggest() == every
    assert found > 16


# Tokens -------------------------------------------------------------------------------------------------------------


def token_fits(game: Runewars, seat: int, at: tuple[int, int]) -> bool:
    """Whether a token may lie there, measured from everything."""
    state, (x, y) = game.state, at
    if not (0 <= x <= WIDTH and 0 <= y <= DEPTH):
        return False
    area = min(point_distance(one, at) for one in areas_of(state, 1 - seat))
    if area <= 0 or band_of(area) not in (1, 2):
        return False
    apart = [point_distance(one, at) for _, one in terrain(state)]
    apart += [((x - a) ** 2 + (y - b) ** 2) ** 0.5 for a, b in filter(None, state.token_places)]
    return all(band_of(gap) != 1 for gap in (*apart, x, y, WIDTH - x, DEPTH - y))


@pytest.mark.rule("rw:89.2a", "rw:63.5")
def test_tokens_lie_before_the_opposing_areas_away_from_everything() -> None:
    found = 0
    for game, stream in strewn_tables():
        game.state.token_places = [(stream.below(WIDTH), stream.below(DEPTH)) for _ in range(2)] + [None]
        for seat in (0, 1):
            space = TokenSpace(game.state, seat)
            for _ in range(150):
                at = stream.below(WIDTH + 400) - 200, stream.below(DEPTH + 400) - 200
                assert (space.refusal(PlaceToken(*at)) is None) is token_fits(game, seat, at), at
                found += space.refusal(PlaceToken(*at)) is None
            assert all(token_fits(game, seat, (one.x, one.y)) for one in space.suggest())
            assert space.has_place() is bool(space.suggest())
    assert found > 20


@pytest.mark.rule("rw:89.2", "rw:89.2b")
def test_only_a_raid_lays_tokens_on_the_middle_line_and_each_is_taken_once() -> None:
    for objective, tokens in (("supply-raid", 3), ("hold-the-crossroads", 0), ("bounty", 0)):
        game = field("a spearmen 2x1 14400 7200 0", "b spearmen 2x1 9000 12000 18000")
        game.state.deployment, game.state.red, game.state.objective = "battle-lines", 0, objective
        play(game, set_up_objective(game))
        assert len(game.state.token_places) == tokens
        for _ in range(2):
            take_tokens(game)
            assert game.state.token_units == [0, NO_UNIT, NO_UNIT][:tokens]


# Units --------------------------------------------------------------------------------------------------------------


def around(game: Runewars, unit: int) -> tuple[Any, tuple[list[Placed], list[Placed]], DeployChooser]:
    chooser = DeployChooser(game.state, game.state.seat[unit])
    return shape_of(cells_of(game.state, unit)), chooser._around(NO_UNIT), chooser


@pytest.mark.rule("rw:13.2", "rw:13.2a", "rw:79.0", "rw:ruling.59")
def test_the_places_of_units_are_free_wherever_terrain_and_others_are() -> None:
    for game, stream in strewn_tables(6):
        state = game.state
        for seat in (0, 1):
            area = stream.choice(areas_of(state, seat))
            shape, every, chooser = around(game, seat)
            assert chooser._row(seat, chooser._reachable()) == chooser._free_row(shape, every)
            assert all(chooser.refusal(one) is None for one in chooser.suggest())
            left, low, right, high = (int(bound) for bound in area.bounds)
            state.poses[1 - seat] = (left + stream.below(right - left), low + stream.below(high - low), 0)
            shape, every, chooser = around(game, seat)
            assert chooser._row(seat, chooser._reachable()) == chooser._free_row(shape, every)
            state.poses[1 - seat] = None


@pytest.mark.rule("rw:13.2a")
def test_a_unit_lies_in_an_area_with_all_its_corners() -> None:
    within = set()
    for game, stream in strewn_tables(0):
        for seat in (0, 1):
            shape = shape_of(cells_of(game.state, seat))
            for area in areas_of(game.state, seat):
                left, low, right, high = (int(bound) for bound in area.bounds)
                for _ in range(60):
                    x, y = left + stream.below(right - left), low + stream.below(high - low)
                    unit = place(shape, Pose(x, y, stream.below(TURN)))
                    corners = [corner for piece in unit.pieces for corner in piece.corners]
                    inside = all(point_distance(area, corner) == 0 for corner in corners)
                    assert lies_in(unit, area) is inside
                    within.add(inside)
    assert within == {True, False}


ROW: Final = [f"a spearmen 3x1 {1500 + 3000 * number} {{y}} 0" for number in range(9)]
"""Nine units side by side; the 1800 that are left of the area are too narrow for one of two trays."""


def waits_behind(*rows: int) -> list[Pose]:
    """The places of a unit of two trays when these rows of the area of battle lines are full."""
    lines = [line.format(y=y) for y in rows for line in ROW]
    game = field("a spearmen 2x1 0 0 0", *lines, "b spearmen 2x1 0 0 0")
    state = game.state
    state.poses = [None, *state.poses[1:-1], None]
    state.deployment, state.red = "battle-lines", 0
    return [Pose(one.x, one.y, one.heading) for one in DeployChooser(state, 0).places(0)]


@pytest.mark.rule("rw:13.2a")
def test_units_are_suggested_at_the_front_of_their_area_then_behind() -> None:
    """The area is 3150 deep; units are 2000 wide and 1000 deep, and face the enemy."""
    for rows, y in (((), 2650), ((2650,), 1650), ((2650, 1650), 650)):
        places = waits_behind(*rows)
        assert {(pose.y, pose.heading) for pose in places} == {(y, 0)}
        assert (places[0].x, places[-1].x) == (1000, WIDTH - 1000)
        gaps = {two.x - one.x for one, two in pairwise(places)}
        assert max(gaps) - min(gaps) <= 1
    foes = aside("a spearmen 2x1 0 0 0", "b spearmen 2x1 0 0 0")
    assert {(one.y, one.heading) for one in DeployChooser(foes.state, 1).suggest()} == {(DEPTH - 2650, HALF)}


@pytest.mark.rule("rw:13.2a")
def test_where_little_room_is_left_units_are_suggested_between_others_and_turned() -> None:
    full = [line.format(y=y) for y in (2650, 1650, 650) for line in ROW]
    for gap, heading in ((2400, 0), (1500, QUARTER)):
        game = field("a spearmen 2x1 0 0 0", *full, "b spearmen 2x1 0 0 0")
        state = game.state
        moved = [(x + (gap if x > 14000 else 0), y, turned) for x, y, turned in filter(None, state.poses[1:-1])]
        state.poses = [None, *moved, None]
        state.deployment, state.red = "battle-lines", 0
        places = DeployChooser(state, 0).places(0)
        assert places
        assert {one.heading for one in places} == {heading}
