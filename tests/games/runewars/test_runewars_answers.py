"""Limits of what is offered and refused during a round: answers, targets, and the timing of effects."""

from __future__ import annotations

import pytest

from banneret.games.runewars.actions import TakeCard
from banneret.games.runewars.attack_actions import AddDie, DiscardUpgrade, Reroll, Target, UseProfile
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects import held_cards as holding
from banneret.games.runewars.effects.registry import HANDLERS, Handler, Moment, Source
from banneret.games.runewars.events.cards import CardDiscarded
from banneret.games.runewars.events.moves import BaneGained
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.rules.activation import perform
from banneret.games.runewars.rules.attack.attack_targets import targets_of
from banneret.games.runewars.rules.attack.morale_cards import DiscardChooser
from banneret.games.runewars.rules.damage.attack_choosers import (
    AttackPlan,
    FlankDieChooser,
    ProfileChooser,
    RerollChooser,
    TargetChooser,
)
from banneret.games.runewars.rules.damage.losses import Toll, reconfigure
from banneret.games.runewars.rules.deployment import scout, supply
from banneret.games.runewars.rules.ground.areas import table_of_match
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.games.runewars.rules.movement.marches import _square_up
from banneret.games.runewars.rules.scoring import objective_points
from banneret.games.runewars.rules.sides import CardChooser
from banneret.games.runewars.state import set_mark, set_trays
from banneret.games.runewars.units.attack import Attack
from banneret.kernel import notation
from banneret.kernel.flow import Flow
from banneret.plane import Side
from tests.games.runewars.field import field, play, told

SPEARS = "a spearmen 2x1 9000 3000 0"
FOES = "b spearmen 2x1 9000 15000 18000"


@pytest.mark.rule("rw:7.1")
def test_a_profile_is_one_of_those_on_the_card() -> None:
    chooser = ProfileChooser(0, 2)
    assert [notation.write(one) for one in chooser.options()] == ["profile 1", "profile 2"]
    for number, refused in (("0", True), ("1", False), ("2", False), ("3", True)):
        refusal = chooser.refusal(UseProfile(number))
        assert (refusal is not None) is refused
        assert refusal is None or refusal.rule == "rw:7.1"


def test_only_upgrades_of_the_unit_are_discarded() -> None:
    state = field("a spearmen 2x1 9000 3000 0 | tempered-steel", FOES).state
    chooser = DiscardChooser(state, 0)
    assert [chooser.refusal(DiscardUpgrade(card)) is None for card in ("tempered-steel", "war-crier")] == [True, False]
    assert chooser.options() == [DiscardUpgrade("tempered-steel")]


@pytest.mark.rule("rw:ruling.41")
def test_a_protector_covers_others_but_no_protector() -> None:
    """Of three units side by side in range, each near the others, two bear a profane banner."""
    banner = "| profane-banner-bearer"
    game = field(
        "a reanimate-archers 2x1 9000 9000 0",
        f"b reanimates 2x2 6500 13000 18000 {banner}",
        f"b reanimates 2x2 9000 13000 18000 {banner}",
        "b spearmen 2x2 11500 13000 18000",
    )
    assert targets_of(game.state, 0, "ranged") == [1, 2]
    game.state.upgrades[2] = []
    assert targets_of(game.state, 0, "ranged") == [1]
    game.state.upgrades[1] = []
    assert targets_of(game.state, 0, "ranged") == [1, 2, 3]


@pytest.mark.rule("rw:ruling.70")
@pytest.mark.parametrize(("modifier", "end"), [("bonus-action-march-2-blue", 6000), ("blank", 4000)])
def test_a_scout_performs_its_bonus_action_as_well(modifier: str, end: int) -> None:
    """A march of one tray, and a bonus march of two; there is one way for each."""
    game = field("a oathsworn-cavalry 2x1 9000 3000 0", FOES)
    play(game, scout(game, 0), f"dials a1 march-1-blue-3 {modifier}")
    assert game.state.poses[0] == (9000, end, 0)


def test_no_more_dice_are_rolled_again_than_allowed_or_there() -> None:
    fight = Attack(0, 1, "melee", components().units["spearmen"].attacks[0])
    fight.dice, fight.faces = ["red", "blue"], [(), ("hit",)]
    red, blue = RerollChooser(fight, 1, "rw:7.4b").there
    for most, dice, refused in (
        (1, (red,), False), (1, (blue,), False), (1, (red, blue), True), (2, (red, blue), False),
        (2, (red, red), True), (2, ("red-hit-hit",), True), (2, (red, "red-hit-hit"), True),
    ):  # fmt: skip  # several to a line
        assert (RerollChooser(fight, most, "rw:7.4b").refusal(Reroll(dice)) is not None) is refused


@pytest.mark.rule("rw:7.2", "rw:39.1b")
def test_only_targets_in_reach_are_attacked_and_only_red_and_blue_dice_are_added() -> None:
    game = field(SPEARS, FOES, "b spearmen 2x1 15000 15000 18000")
    profile = components().units["spearmen"].attacks[0]
    chooser = TargetChooser(game.state, AttackPlan(0, "melee", profile), [1])
    assert [chooser.refusal(Target(name)) is None for name in ("b1", "b2", "a1")] == [True, False, False]
    dice = FlankDieChooser(Attack(0, 1, "melee", profile))
    assert [dice.refusal(AddDie(colour)) is None for colour in ("red", "blue", "white")] == [True, True, False]
    assert dice.options() == [AddDie("red"), AddDie("blue")]


@pytest.mark.rule("rw:setup.4")
def test_only_cards_that_lie_there_are_taken() -> None:
    state = field(SPEARS, FOES).state
    state.offered = ["battle-lines", "bounty"]
    chooser = CardChooser(state)
    assert chooser.options() == [TakeCard("battle-lines"), TakeCard("bounty")]
    for card, refused in (("bounty", False), ("supply-raid", True)):
        assert (chooser.refusal(TakeCard(card)) is not None) is refused


@pytest.mark.rule("rw:82.0")
@pytest.mark.parametrize(("number", "banes"), [(0, 0), (-1, 0), (1, 1), (2, 2)])
def test_banes_are_gained_by_number(number: int, banes: int) -> None:
    game = field(SPEARS, FOES)
    play(game, gain_banes(game, 0, "panic", number, "rw:82.0"))
    assert game.state.banes[0] == ["panic"] * banes
    assert [one.number for one in told(game, BaneGained)] == [number] * (banes > 0)
    set_trays(game.state, 1, ())
    play(game, gain_banes(game, 1, "panic", number, "rw:82.0"))
    assert game.state.banes[1] == []


def test_what_lasts_an_activation_ends_with_it() -> None:
    game = field(SPEARS, FOES)
    state = game.state
    state.dials, state.shown, state.active = [(4, 0), (0, 0)], [True, False], 0
    for name in (holding.HELD, holding.TO_AMEND):
        set_mark(state, 0, name, 1)
    play(game, perform(game), "move straight 1 front ahead")
    assert set(state.marks[0]) == {holding.TO_AMEND}
    assert state.poses[0] != (9000, 3000, 0)


@pytest.mark.rule("rw:setup.8")
def test_cards_act_after_the_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def act(_: Runewars, __: Moment, source: Source) -> Flow[None]:
        seen.append(source.id)
        yield from ()

    monkeypatch.setitem(HANDLERS, "after-setup", {"spearmen": Handler(act, "any")})
    game = field(SPEARS, "b reanimates 2x1 9000 15000 18000")
    game.state.objective = "bounty"
    play(game, supply(game), chance=[0] * 5)
    assert (seen, game.state.step) == (["spearmen"], "round")


@pytest.mark.rule("rw:86.5")
@pytest.mark.parametrize(("x", "near"), [(0, True), (3150, True), (4149, True), (4151, False)])
@pytest.mark.parametrize("inside", [False, True])
def test_the_crossroads_are_held_within_two_bands(x: int, near: bool, inside: bool) -> None:
    """Trays are counted one by one, but all of a unit in terrain are as near as the terrain.

    The near edge of the nearer tray is 1 from the middle of the unit, two bands are 3.15.
    """
    game = field(SPEARS, "b spearmen 2x1 2000 2000 0")
    state = game.state
    state.objective, state.size, state.scored = "hold-the-crossroads", "standard", [0, 0]
    middle_x, middle_y = table_of_match(state).width // 2, table_of_match(state).depth // 2
    state.poses[0] = (middle_x + x, middle_y, 0)
    if inside:
        state.pieces, state.piece_poses, state.inside[0] = ["forest"], [(middle_x + x + 800, middle_y, 0)], 0
        state.poses[0] = state.piece_poses[0]
    points = objective_points(state)
    assert (points[0] > 0, points[1]) == (near, 0)


@pytest.mark.rule("rw:19.4")
@pytest.mark.parametrize(("gone", "asked"), [
    ("destroyed", ["a place"]), ("inside", []), ("", ["a unit", "a place"]),
])  # fmt: skip  # several to a line
def test_only_enemies_on_trays_are_squared_up_with(gone: str, asked: list[str]) -> None:
    """Of two that a unit has collided with, one is destroyed or in terrain: nobody is asked which."""
    game = field("a spearmen 3x1 9000 9000 0", "b spearmen 2x1 7800 10000 18000", "b spearmen 2x1 10200 10000 18000")
    if gone == "destroyed":
        set_trays(game.state, 2, ())
    if gone == "inside":
        game.state.pieces, game.state.piece_poses, game.state.inside[2] = ["forest"], [(12_000, 12_000, 0)], 0
    answers = [{"a unit": "unit b1", "a place": "place 8300 9000 0"}[one] for one in asked]
    assert play(game, _square_up(game, 0, [1, 2], Side.FRONT), *answers).asked == asked
    assert game.state.poses[0] == ((8300, 9000, 0) if asked else (9000, 9000, 0))


@pytest.mark.rule("rw:38.7")
def test_the_card_of_a_fallen_figure_is_discarded_once() -> None:
    game = field(f"{SPEARS} | citadel-weapons-master", FOES)
    toll = Toll(game.state, 0)
    common = [one for one in game.state.figures[0] if not one[3]]
    slot = next(one[:2] for one in game.state.figures[0] if one[3])
    set_trays(game.state, 0, [*common, (*slot, 0, "")])
    game.state.upgrades[0] = []
    play(game, reconfigure(game, toll), "take 1-1 0")
    assert game.state.upgrades[0] == []
    assert told(game, CardDiscarded) == []
