"""Places that are suggested, drawn and checked: each is legal, and wherever there is room one is found."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any, Final

import pytest

from banneret.games.runewars.actions import Deploy, Move, Place, PlaceTerrain, PlaceToken, Stop
from banneret.games.runewars.content.components import Action
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import Step
from banneret.games.runewars.rules.activation import choose
from banneret.games.runewars.rules.damage.terrain import LeaveSpace
from banneret.games.runewars.rules.deployment import DeployChooser
from banneret.games.runewars.rules.ground.areas import areas_of
from banneret.games.runewars.rules.ground.objectives import TokenSpace
from banneret.games.runewars.rules.movement.marches import MoveChooser, StopSpace, Terms
from banneret.games.runewars.rules.round import SETUP, STEPS
from banneret.games.runewars.rules.round import play as whole
from banneret.games.runewars.rules.terrain_placement import TerrainSpace
from banneret.games.runewars.units.movement import Way
from banneret.kernel.flow import Checkpoint
from banneret.kernel.pile import PUBLIC
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import HALF, Pose, turned_between
from tests.games.runewars.field import field, occupy, play
from tests.games.runewars.test_runewars_grounds import DEPTH, ROW, WIDTH, aside

SPEARS: Final = "spearmen 2x1 0 0 0"
KEEP: Final = (5000, 6000, 0)
"""A keep 2200 wide: it reaches from x = 3900 to x = 6100, and from y = 4900 to y = 7100."""


def in_keep(*others: str, unit: str = "spearmen 1x1") -> Runewars:
    """A unit that occupies a keep."""
    game = field(f"a {unit} 5000 6000 0", *others, "b spearmen 2x1 20000 13000 18000")
    occupy(game, 0, "stronghold")
    return game


# What is checked -----------------------------------------------------------------------------------------------------


def spaces() -> list[tuple[Any, Any, Any, str]]:
    """Spaces, each with a legal answer, an illegal one, and the message for the legal one."""
    game = aside(f"a {SPEARS}", f"b {SPEARS}")
    state = game.state
    state.pieces, state.piece_poses = ["forest"], [None]
    return [
        (DeployChooser(state, 0), Deploy("a1", 5000, 2000, 0), Deploy("a1", 5000, 9000, 0), "check.deploy"),
        (TerrainSpace(state), PlaceTerrain("forest", 9000, 7200, 0), PlaceTerrain("forest", 0, 0, 0), "check.terrain"),
        (TokenSpace(state, 0), PlaceToken(8000, 9000), PlaceToken(8000, 3000), "check.token"),
        (LeaveSpace(in_keep().state, 0, "march"), Place(5000, 7600, 0), Place(5000, 7700, 0), "check.place"),
    ]


@pytest.mark.parametrize("number", range(4))
def test_a_place_is_checked_with_the_refusal_or_with_what_would_be_there(number: int) -> None:
    space, legal, illegal, message = spaces()[number]
    told = space.check(legal)
    assert (told.id, {told.fields["x"], told.fields["y"]}) == (message, {legal.x, legal.y})
    assert space.check(illegal) == space.refusal(illegal)
    assert space.refusal(illegal) is not None


# Deployment ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:13.2a", "rw:setup.7")
@pytest.mark.parametrize("seat", [0, 1])
def test_units_are_drawn_all_over_their_areas_and_half_of_them_face_the_enemy(seat: int) -> None:
    game = aside(f"a {SPEARS}", f"a {SPEARS}", f"b {SPEARS}", f"b {SPEARS}", deployment="maelstrom")
    chooser, stream = DeployChooser(game.state, seat), Stream(derive_key("drawn"))
    drawn = [chooser.sample(stream) for _ in range(60)]
    assert [one for one in drawn if chooser.refusal(one)] == []
    assert {one.unit for one in drawn} == ({"a1", "a2"} if seat == 0 else {"b1", "b2"})
    facing = sum(one.heading == (0 if seat == 0 else HALF) for one in drawn)
    assert 20 < facing < 55
    for area in areas_of(game.state, seat):
        left, low, right, high = area.bounds
        inside = [one for one in drawn if left <= one.x <= right and low <= one.y <= high]
        assert len(inside) > 5
        assert min(one.x for one in inside) < left + (right - left) / 4
        assert max(one.x for one in inside) > right - (right - left) / 4


@pytest.mark.rule("rw:13.2a", "rw:79.0")
def test_a_unit_is_drawn_where_it_fits_even_if_only_one_gap_is_left() -> None:
    full = [line.format(y=y) for y in (2650, 1650, 650) for line in ROW]
    game = field("a spearmen 2x1 0 0 0", *full, "b spearmen 2x1 0 0 0")
    state = game.state
    moved = [(x + (2400 if x > 14000 else 0), y, turned) for x, y, turned in filter(None, state.poses[1:-1])]
    state.poses = [None, *moved, None]
    state.deployment, state.red = "battle-lines", 0
    chooser, stream = DeployChooser(state, 0), Stream(derive_key("gap"))
    for _ in range(3):
        drawn = chooser.sample(stream)
        assert chooser.refusal(drawn) is None
        assert drawn.unit == "a1"


# Terrain and tokens --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:setup.5a")
def test_terrain_is_drawn_all_over_the_free_ground() -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}", deployment="unprepared")
    game.state.pieces, game.state.piece_poses = ["forest", "spikes", "swamp"], [None, None, (14400, 9600, 0)]
    space, stream = TerrainSpace(game.state), Stream(derive_key("terrain"))
    drawn = [space.sample(stream) for _ in range(30)]
    assert [one for one in drawn if space.refusal(one)] == []
    assert {one.piece for one in drawn} == {"forest", "spikes"}
    assert len({one.heading for one in drawn}) > 20
    assert (min(one.x for one in drawn) < WIDTH // 3, max(one.x for one in drawn) > WIDTH * 2 // 3) == (True, True)


@pytest.mark.rule("rw:89.2a")
@pytest.mark.parametrize("seat", [0, 1])
def test_tokens_are_drawn_before_the_opposing_area(seat: int) -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}")
    space, stream = TokenSpace(game.state, seat), Stream(derive_key("token"))
    drawn = [space.sample(stream) for _ in range(40)]
    assert [one for one in drawn if space.refusal(one)] == []
    assert len({(one.x, one.y) for one in drawn}) == 40
    assert (min(one.x for one in drawn) < WIDTH // 4, max(one.x for one in drawn) > WIDTH * 3 // 4) == (True, True)
    suggested = space.suggest()
    assert [one for one in suggested if space.refusal(one)] == []
    gaps = {two.x - one.x for one, two in pairwise(suggested) if two.x != one.x}
    assert max(gaps) - min(gaps) <= 1


# Leaving terrain -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:41.4", "rw:41.4a", "rw:41.4b")
@pytest.mark.parametrize("action", ["march", "shift"])
def test_places_at_terrain_are_drawn_with_small_variations(action: Action) -> None:
    """A unit at the keep varies along its edge; across it, where it would overlap or no longer touch, it does not."""
    space, stream = LeaveSpace(in_keep().state, 0, action), Stream(derive_key("varied"))
    suggested = space.suggest()
    assert len(suggested) == len(set(suggested)) == (20 if action == "march" else 60)
    along, turned = set(), set()
    for _ in range(300):
        one = space.sample(stream)
        assert space.refusal(one) is None
        near = min(suggested, key=lambda other: (other.x - one.x) ** 2 + (other.y - one.y) ** 2 + 10**9 * (
            abs(turned_between(other.heading, one.heading)) > 4000
        ))  # fmt: skip
        along |= {one.x - near.x, one.y - near.y}
        turned.add(turned_between(near.heading, one.heading))
    assert along == {-2, -1, 0, 1, 2}
    assert (min(turned), max(turned)) == (-20, 20)


@pytest.mark.rule("rw:41.4", "rw:41.4a", "rw:41.4b")
@pytest.mark.parametrize("action", ["march", "shift"])
@pytest.mark.parametrize("heading", [0, 3000])
def test_the_nearest_place_at_terrain_touches_it(action: Action, heading: int) -> None:
    """Wherever the unit is dragged, it lies flush with an edge of the terrain, no farther away than any suggestion."""
    game = in_keep()
    game.state.piece_poses[0] = game.state.poses[0] = (*KEEP[:2], heading)
    space, stream = LeaveSpace(game.state, 0, action), Stream(derive_key("nearest"))

    def off(one: Place, wanted: Pose) -> float:
        turned = abs(turned_between(one.heading, wanted.heading)) * 1000 / 9000
        return hypot(one.x - wanted.x, one.y - wanted.y) + turned

    for _ in range(60):
        wanted = Pose(stream.below(10_000), 1000 + stream.below(10_000), stream.below(36_000))
        found = space.nearest(wanted)
        assert space.refusal(found) is None
        assert off(found, wanted) <= min(off(one, wanted) for one in space.suggest()) + 2
    for one in space.suggest():
        found = space.nearest(Pose(one.x, one.y, one.heading))
        assert abs(found.x - one.x) + abs(found.y - one.y) <= 2
        assert found.heading == one.heading


# Moves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:golden.2", "rw:52.4")
def test_a_unit_that_may_stop_is_offered_only_places_where_it_still_touches_its_enemy() -> None:
    """Two trays wide, both: after a shift of 2000 to the left they would touch at corners, and no more beyond."""
    game = field("a spearmen 2x1 5000 3000 0", "b spearmen 2x1 5000 4000 18000")
    chooser = MoveChooser(game.state, 0, Terms("shift", (Way("straight", 3),)))
    space = StopSpace(chooser, Move("left", "ahead", "straight", "3"))
    assert space.suggest() == [Stop(part) for part in (625, 500, 375, 250, 125)]
    refusal = space.refusal(Stop(700))
    assert refusal is not None
    assert (refusal.rule, refusal.reason.id) == ("rw:52.4", "refuse.move.engaged")
    stream = Stream(derive_key("stops"))
    drawn = [space.sample(stream) for _ in range(30)]
    assert [one for one in drawn if space.refusal(one)] == []
    assert max(one.part for one in drawn) > 500
    assert len({one.part for one in drawn}) > 10


# The course of a match -----------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:5.0", "rw:6.1")
def test_to_choose_a_unit_or_to_pass_shows_its_initiative_and_is_final() -> None:
    """Spearmen march at 4, or with a pennon one later: either answer tells something about the dials."""
    for answer in ("activate a1", "pass"):
        game = field("a spearmen 2x2 3000 3000 0 | raven-pennon-bearer", "b spearmen 2x1 3000 12000 18000")
        state = game.state
        state.dials, state.called, state.turn, state.step = [(0, 0), (0, 0)], 4, 0, "choose"
        before = len(game.chance.draws)
        played = play(game, choose(game), answer)
        assert played.options == [["pass", "activate a1"]]
        assert {draw.seen for draw in game.chance.draws[before:]} == {PUBLIC}


def test_checkpoints_are_called_after_the_round_or_the_setup() -> None:
    for step in STEPS:
        game = field("a spearmen 2x1 3000 3000 0", "b spearmen 2x1 3000 12000 18000")
        given: Step = step
        game.state.step, game.state.round = given, 3
        point = next(whole(game))
        assert isinstance(point, Checkpoint)
        assert point.label == ("setup" if step in SETUP else "round 3")
    assert set(SETUP) == {"commanders", "first", "cards", "terrain", "tokens", "deploy", "supply"}
    assert DEPTH == WIDTH // 2
