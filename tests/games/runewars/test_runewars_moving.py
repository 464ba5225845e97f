"""Marches, shifts and reforms as they are carried out: templates, collisions, charges, squaring up, disengaging."""

from __future__ import annotations

import pytest

from banneret.games.runewars.actions import Move, Reform, Stop
from banneret.games.runewars.content.components import ModifierSector
from banneret.games.runewars.events.moves import (
    ActionCanceled,
    BaneGained,
    UnitReformed,
    UnitsCollided,
    UnitSquaredUp,
)
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.rules.activation import act
from banneret.games.runewars.rules.ground.squaring_up import square_up_after_reveal
from banneret.games.runewars.rules.movement.marches import MoveChooser, StopSpace, Terms, march_or_shift, ways_of
from banneret.games.runewars.rules.movement.reforms import ReformChooser, reform
from banneret.games.runewars.units.movement import Way
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream, derive_key
from banneret.text.message import Message
from tests.games.runewars.field import die, field, play, told

TURN = ModifierSector(modifier="turn", speed=-1, stance="blue")
CHARGE = ModifierSector(modifier="charge", speed=0, stance="blue")
SPEARS = "a spearmen 2x1 5000 3000 0"
FAR = "b spearmen 2x1 5000 13000 18000"


def panic(game: Runewars) -> list[int]:
    """How many panic tokens each unit has."""
    return [banes.count("panic") for banes in game.state.banes]


# Templates -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:22.1", "rw:53.0", "rw:53.1", "rw:23.0", "rw:23.1", "rw:23.1a", "rw:23.2", "rw:23.2a")
def test_the_template_goes_by_action_and_modifier() -> None:
    game = field(SPEARS, FAR)
    assert ways_of(game.state, 0, "march", 3, None) == (Way("straight", 3),)
    assert ways_of(game.state, 0, "march", 3, TURN) == (Way("turn", 2),)
    assert play(game, march_or_shift(game, 0, "march", 3)).asked == []
    assert game.state.poses[0] == (5000, 6000, 0)


@pytest.mark.rule("rw:23.2b", "rw:43.2", "rw:43.1")
def test_at_speed_0_there_is_no_move() -> None:
    game = field(SPEARS, FAR)
    assert play(game, march_or_shift(game, 0, "march", 1, TURN)).asked == []
    assert told(game, ActionCanceled)[0].rule == "rw:23.2b"
    assert game.state.poses[0] == (5000, 3000, 0)


@pytest.mark.rule("rw:43.3", "rw:23.2c")
def test_beyond_the_longest_template_that_one_is_taken() -> None:
    game = field(SPEARS, FAR)
    assert ways_of(game.state, 0, "march", 7, None) == (Way("straight", 4),)


@pytest.mark.rule("rw:43.0")
def test_runes_are_a_speed() -> None:
    game = field("a rune-golems 1x1 5000 3000 0", FAR, runes=(1, 0, 0, 0, 0))
    assert ways_of(game.state, 0, "march", "unstable", None) == (Way("straight", 2),)
    game.state.mana[0] = 0
    assert ways_of(game.state, 0, "march", "unstable", None) == ()


@pytest.mark.rule("rw:52.0", "rw:22.4a")
def test_a_shift_goes_to_all_sides_and_a_march_ahead() -> None:
    game = field(SPEARS, FAR)
    shift = MoveChooser(game.state, 0, Terms("shift", (Way("straight", 1),)))
    assert [(one.towards, one.hand) for one in shift.options()] == [
        (side, "ahead") for side in ("front", "right", "rear", "left")
    ]
    march = MoveChooser(game.state, 0, Terms("march", (Way("turn", 2),)))
    assert [(one.towards, one.hand) for one in march.options()] == [("front", "left"), ("front", "right")]
    refusal = march.refusal(Move("rear", "left", "turn", "2"))
    assert refusal is not None
    assert refusal.rule == "rw:22.4a"


@pytest.mark.rule("rw:62.2")
def test_a_place_to_stop_is_judged_and_its_end_not_told() -> None:
    game = field(SPEARS, FAR)
    chooser = MoveChooser(game.state, 0, Terms("march", (Way("straight", 2),)))
    space = StopSpace(chooser, Move("front", "ahead", "straight", "2"))
    told_so = space.check(Stop(500))
    assert isinstance(told_so, Message)
    assert set(told_so.fields) == {"unit"}
    assert space.refusal(Stop(0)) is not None
    stream = Stream(derive_key("stop"))
    assert all(space.refusal(space.sample(stream)) is None for _ in range(10))
    assert space.suggest()[0] == Stop(1000)


# Collisions ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:91.0", "rw:91.1", "rw:19.0", "rw:19.1")
def test_a_unit_that_collides_gains_a_panic_and_squares_up() -> None:
    """The front edge of a1 reaches b1 at y = 5500 after half a tray and slides to the grid of b1, either way."""
    game = field(SPEARS, "b spearmen 2x1 5400 4500 18000")
    played = play(game, march_or_shift(game, 0, "march", 3), "place 5400 3500 0")
    assert played.options == [["place 4400 3500 0", "place 5400 3500 0"]]
    assert told(game, UnitsCollided)[0].enemy == "b1"
    assert told(game, UnitSquaredUp)[0].x == 5400
    assert panic(game) == [1, 0]
    assert played.result.met == (1,)


@pytest.mark.rule("rw:91.1a", "rw:75.1", "rw:75.4", "rw:68.2")
def test_a_charge_gives_no_panic_and_has_an_impact() -> None:
    """Oathsworn cavalry has impact 1."""
    game = field("a oathsworn-cavalry 2x1 5000 3000 0", "b spearmen 2x1 5000 4500 18000")
    assert play(game, march_or_shift(game, 0, "march", 3, CHARGE)).asked == []
    assert panic(game) == [0, 1]
    assert told(game, BaneGained)[0].rule == "rw:68.2"


@pytest.mark.rule("rw:75.0", "rw:75.3", "rw:3.0")
def test_a_charge_that_meets_an_enemy_attacks_it() -> None:
    game = field(SPEARS, "b spearmen 2x1 5000 4500 18000")
    flow = act(game, 0, "march", 3, CHARGE)
    played = play(game, flow, "wound 1-1 0", "wound 2-1 0", chance=[die("red", "hit"), die("blue")])
    assert played.asked == ["a wound", "a wound"]
    assert played.result is False


@pytest.mark.rule("rw:23.3", "rw:26.0", "rw:75.2")
def test_a_turning_charge_turns_and_charges() -> None:
    """It goes by the turn template, and as it meets nobody it gains the panic of a charge."""
    game = field(SPEARS, FAR)
    turning = ModifierSector(modifier="turning-charge", speed=-1, stance="blue")
    play(game, march_or_shift(game, 0, "march", 3, turning), "move turn 2 front left")
    assert game.state.poses[0] is not None
    assert game.state.poses[0][2] == 4500
    assert panic(game) == [1, 0]


@pytest.mark.rule("rw:75.2a", "rw:43.2")
def test_a_charge_that_does_not_move_gains_none() -> None:
    game = field(SPEARS, FAR)
    slow = ModifierSector(modifier="charge", speed=-2, stance="blue")
    play(game, march_or_shift(game, 0, "march", 2, slow))
    assert panic(game) == [0, 0]


@pytest.mark.rule("rw:75.2")
def test_a_charge_that_meets_nobody_gains_a_panic() -> None:
    game = field(SPEARS, FAR)
    play(game, march_or_shift(game, 0, "march", 2, CHARGE))
    assert panic(game) == [1, 0]
    assert told(game, BaneGained)[0].rule == "rw:75.2"


@pytest.mark.rule("rw:75.3a", "rw:19.4")
def test_who_meets_two_enemies_chooses_where_to_square_up_and_whom_to_attack() -> None:
    game = field("a spearmen 3x2 5000 3000 0", "b spearmen 2x1 4000 5500 18000", "b spearmen 2x1 6000 5500 18000")
    flow = act(game, 0, "march", 3, CHARGE)
    played = play(game, flow, "unit b2", "place 5500 4000 0", "target b1", "pass", chance=[die("red"), die("blue")])
    assert played.asked[:3] == ["a unit", "a place", "a target"]
    assert panic(game) == [0, 0, 0]


@pytest.mark.rule("rw:45.1b", "rw:45.1c", "rw:73.1")
def test_the_table_edge_stops_a_move_without_more() -> None:
    game = field("a spearmen 2x1 5000 13000 0", FAR.replace("5000", "9000"))
    play(game, march_or_shift(game, 0, "march", 4))
    assert game.state.poses[0] == (5000, 13900, 0)
    assert panic(game) == [0, 0]


@pytest.mark.rule("rw:5.6", "rw:19.5d")
def test_after_its_reveal_a_unit_squares_up_with_its_one_enemy() -> None:
    game = field("a spearmen 2x1 5000 3000 0", "b spearmen 2x1 5400 4000 18000")
    played = play(game, square_up_after_reveal(game, 0), "place 4400 3000 0")
    assert played.asked == ["a place"]
    assert play(game, square_up_after_reveal(game, 0)).asked == []


# Engaged units -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:53.2", "rw:11.1")
def test_an_engaged_unit_does_not_march() -> None:
    game = field(SPEARS, "b spearmen 2x1 5000 4000 18000")
    assert play(game, march_or_shift(game, 0, "march", 3)).asked == []
    assert told(game, ActionCanceled)[0].rule == "rw:53.2"


@pytest.mark.rule("rw:52.2", "rw:52.3", "rw:52.4")
def test_an_engaged_unit_repositions_or_disengages_and_gains_a_panic() -> None:
    game = field(SPEARS, "b spearmen 2x1 5000 4000 18000")
    played = play(game, march_or_shift(game, 0, "shift", 1), "move straight 1 rear ahead")
    assert played.options == [[f"move straight 1 {side} ahead" for side in ("front", "right", "rear", "left")]]
    assert game.state.poses[0] == (5000, 2000, 0)
    assert panic(game) == [1, 0]
    beside = field(SPEARS, "b spearmen 2x1 5000 4000 18000")
    play(beside, march_or_shift(beside, 0, "shift", 1), "move straight 1 left ahead")
    assert beside.state.poses[0] == (4000, 3000, 0)
    assert panic(beside) == [0, 0]


@pytest.mark.rule("rw:52.4a", "rw:52.2")
def test_each_enemy_that_is_left_gives_a_panic() -> None:
    game = field("a spearmen 3x2 5000 3000 0", "b spearmen 2x1 4000 4500 18000", "b spearmen 2x1 6000 4500 18000")
    play(game, march_or_shift(game, 0, "shift", 1), "move straight 1 rear ahead")
    assert panic(game) == [2, 0, 0]


@pytest.mark.rule("rw:golden.3")
def test_a_shift_that_may_not_disengage_repositions_only() -> None:
    game = field(SPEARS, "b spearmen 2x1 5000 4000 18000")
    played = play(game, march_or_shift(game, 0, "shift", 1, held=True), "move straight 1 left ahead")
    assert "move straight 1 rear ahead" not in played.options[0]


# Reforms -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:61.0", "rw:61.1", "rw:79.2")
def test_a_reform_turns_about_the_centre_and_touches_nothing() -> None:
    game = field(SPEARS, "a spearmen 2x1 7050 3000 0", FAR)
    chooser = ReformChooser(game.state, 0)
    turned = {one.heading for one in chooser.options() if not isinstance(one, Pass)}
    assert {2250, 4500, 18000} & turned == {18000}
    play(game, reform(game, 0), "reform 18000 centre")
    assert game.state.poses[0] == (5000, 3000, 18000)
    assert told(game, UnitReformed)[0].heading == 18000
    stream = Stream(derive_key("reform"))
    assert all(chooser.refusal(chooser.sample(stream)) is None for _ in range(20))


@pytest.mark.rule("rw:61.2b", "rw:79.2")
def test_an_engaged_unit_may_go_on_touching_the_ally_that_it_touched_and_touch_no_other() -> None:
    """A golem has an ally at its left edge and an enemy ahead of its front corner."""
    lines = ["a rune-golems 1x1 5000 5000 0", "a spearmen 1x1 4000 5000 0"]
    engaged = field(*lines, "b spearmen 1x1 5000 6000 18000")
    chooser = ReformChooser(engaged.state, 0)
    assert chooser.refusal(Reform(9000)) is None
    assert chooser.refusal(Reform(27000)) is None
    new = field("a rune-golems 2x1 5500 5000 0", "a spearmen 1x1 4000 4000 0", "b spearmen 1x1 5000 6000 18000")
    refusal = ReformChooser(new.state, 0).refusal(Reform(9000, "1-1"))
    assert refusal is not None
    assert refusal.rule == "rw:79.2"
    alone = field(*lines, "b spearmen 1x1 15000 6000 18000")
    refusal = ReformChooser(alone.state, 0).refusal(Reform(9000))
    assert refusal is not None
    assert refusal.rule == "rw:79.2"


@pytest.mark.rule("rw:61.2", "rw:61.2a", "rw:61.2b", "rw:ruling.26")
def test_an_engaged_unit_may_turn_about_a_tray_and_keeps_its_contacts() -> None:
    """b1 touches the right side of a1, whose right tray can turn towards it."""
    game = field(SPEARS, "b spearmen 1x1 6500 3000 9000")
    played = play(game, reform(game, 0), "reform 27000 2-1")
    assert "reform 27000 centre" not in played.options[0]
    assert game.state.poses[0] == (5500, 3500, 27000)
    refusal = ReformChooser(game.state, 0).refusal(Reform(9000, "1-2"))
    assert refusal is not None
    assert refusal.rule == "rw:61.2"
