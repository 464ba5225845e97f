"""Actions, shots and retreats in small scenes that tell each step from its neighbours."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.actions import Charge, TakeAction
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions import free_actions
from banneret.games.icefire.rules.actions.charge import (
    charge_fault,
)
from banneret.games.icefire.rules.actions.free_actions import (
    ACTIONS,
    ATTACKS,
    ActionChooser,
    action_fault,
    can_attack,
    free_attack,
    perform,
)
from banneret.games.icefire.rules.actions.melee import fight_melee, pieces_to_raze, realignments
from banneret.games.icefire.rules.actions.ranged import attacked_side, shoot, shoot_at, shooting_fault, targets_from
from banneret.games.icefire.rules.combat.attack import attack_of
from banneret.games.icefire.rules.movement.retreat import RetreatSpace, retreat
from banneret.games.icefire.rules.movement.surge_forth import surge
from banneret.games.icefire.rules.table.ground import pose_of
from banneret.games.icefire.rules.table.sight import arcs, sees
from banneret.games.icefire.rules.table.units import label
from banneret.games.icefire.state import Fight, Moment, State
from banneret.kernel.flow import Flow
from banneret.plane import Pose, Side
from tests.games.icefire.ability_table import FAR, B, heard, run, table
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, GREYWIND, SWORDS, laid
from tests.games.icefire.table import Table

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)


# Choosing an action --------------------------------------------------------------------------------------------------


@rule("icefire:action.1", "icefire:action.2", "icefire:maneuver.1", "icefire:march.1", "icefire:retreat.1")
@rule("icefire:attack.2", "icefire:idleness.1", "icefire:melee.1", "icefire:ranged.1", "icefire:charge.1")
@both
@pytest.mark.parametrize(("unit", "enemy", "terrain", "expected"), [
    (f"a {SWORDS} 24 20 0", FAR, "", "forgo maneuver march"),
    (f"a {CROSSBOWMEN} 24 20 0", f"b {CROSSBOWMEN} 24 32 180", "", "forgo maneuver march ranged b1"),
    (f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 32 180", "", "forgo maneuver march b1"),
    (f"a {SWORDS} 24 20 0", B, "", "forgo retreat melee"),
    (f"a {CROSSBOWMEN} 24 20 0", B, "", "forgo retreat melee"),
    (f"a {SWORDS} 24 20 0", FAR, "stakes 24 24.499 0", "forgo maneuver march raze"),
    (f"a {SWORDS} 24 20 0", FAR, "stakes 24 24.5 0", "forgo maneuver march"),
    (f"a {SWORDS} 24 20 0", FAR, "bog 24 26 0", "forgo maneuver march"),
])  # fmt: skip  # several to a line
def test_the_actions_that_are_offered_are_those_that_are_allowed(
    edition: Edition, unit: str, enemy: str, terrain: str, expected: str
) -> None:
    """In Season 6 an engaged unit must not do nothing."""
    state = laid(unit, enemy, f"a {BERSERKERS} 4 4 0", edition=edition, terrain=[terrain] if terrain else [])
    wanted = expected.split()
    if enemy == B and edition == SEASON_6:
        wanted.remove("forgo")
    chooser = ActionChooser(state, 0)
    assert [getattr(one, "action", getattr(one, "target", "")) for one in chooser.options()] == wanted
    for action in ACTIONS:
        assert (chooser.refusal(TakeAction(action)) is None) is (action in wanted), action
        assert (action_fault(state, 0, action) is None) is (action in wanted), action
    assert (chooser.refusal(Charge("b1")) is None) is ("b1" in wanted)
    assert (charge_fault(state, 0, 1) is None) is ("b1" in wanted)
    assert can_attack(state, 0) is bool({*wanted} & {*ATTACKS})


@rule("icefire:charge.2", "icefire:terms.8")
def test_only_enemies_are_charged_and_a_free_attack_is_no_charge() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 32 180", f"a {BERSERKERS} 24 8 0")
    chooser = ActionChooser(state, 0)
    for target in ("a1", "a2", "b2", ""):
        refusal = chooser.refusal(Charge(target))
        assert refusal is not None
        assert (refusal.rule, refusal.reason.id) == ("icefire:charge.2", "refuse.charge.target")
    free = ActionChooser(state, 0, ATTACKS, charges=False, rule="icefire:terms.8")
    for action in (Charge("b1"), TakeAction("march"), TakeAction("forgo")):
        refusal = free.refusal(action)
        assert refusal is not None
        assert (refusal.rule, refusal.reason.id) == ("icefire:terms.8", "refuse.action")
    assert free.options() == []
    assert not can_attack(state, 0)
    game = table(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 32 180")
    run(game, free_attack(game, 0))
    assert game.state.turn is not None
    assert game.state.turn.action == ""


@pytest.mark.usefixtures("interpreted")
def test_the_targets_of_a_charge_are_searched_once_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []

    def searching(_: State, unit: int) -> list[int]:
        searched.append(unit)
        return []

    monkeypatch.setattr(free_actions, "charge_targets", searching)
    chooser = ActionChooser(laid(f"a {SWORDS} 24 20 0", FAR), 0)
    assert chooser.options() == chooser.options()
    assert searched == [0]


@rule("icefire:terms.8", "icefire:terms.2")
def test_a_free_attack_is_offered_without_charges_and_is_not_the_action_of_the_turn() -> None:
    game = Table(f"a {CROSSBOWMEN} 24 20 0", f"b {CROSSBOWMEN} 24 30 180", f"a {BERSERKERS} 4 4 0")
    assert charge_fault(game.state, 0, 1) is None
    game.run(lambda war: free_attack(war, 0))
    assert game.asked[0] == (0, "ask.action", ["take ranged"])
    assert game.was_asked("shift.shoot")
    assert game.state.turn is not None
    assert game.state.turn.action == ""


# Carrying one out ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize(("unit", "enemy", "name", "kind"), [
    (f"a {SWORDS} 24 20 0", FAR, "forgo", "forgo"), (f"a {SWORDS} 24 20 0", FAR, "maneuver", "maneuver"),
    (f"a {SWORDS} 24 20 0", FAR, "march", "march"), (f"a {SWORDS} 24 20 0", B, "retreat", "retreat"),
    (f"a {SWORDS} 24 20 0", B, "melee", "attack"),
    (f"a {CROSSBOWMEN} 24 20 0", f"b {CROSSBOWMEN} 24 30 180", "ranged", "attack"),
])  # fmt: skip  # several to a line
def test_the_action_of_a_turn_is_noted_and_those_around_hear_of_its_start_and_end(
    free: bool, unit: str, enemy: str, name: str, kind: str
) -> None:
    """A free action is not the one of the turn; a unit that does nothing takes none."""
    game = table(unit, enemy, f"a {BERSERKERS} 4 4 0", edition=EDITION_2021)
    moments = heard(game, "action-chosen", "action-end")
    run(game, perform(game, 0, name, free=free))
    assert game.state.turn is not None
    assert game.state.turn.action == ("" if free else kind)
    heard_of = [] if name == "forgo" else [("action-chosen", kind, 0), ("action-end", kind, 0)]
    assert [(one.event, one.action, one.unit) for one in moments] == heard_of


@rule("icefire:keyword.dangerous")
@pytest.mark.parametrize(("pieces", "wounds"), [
    ([], 0), (["stakes 24 20 0"], 3), (["stakes 24 20 0", "stakes 24 21 0"], 6), (["stakes 24 30 0"], 0),
    (["bog 24 20 0"], 0),
])  # fmt: skip  # several to a line
def test_a_unit_that_acts_in_dangerous_terrain_suffers_for_each_piece(pieces: list[str], wounds: int) -> None:
    """Each die shows 2: three Wounds. It marches nowhere."""
    game = table(f"a {SWORDS} 24 20 0", FAR, terrain=pieces, dice=(2, 2))
    run(game, perform(game, 0, "march"))
    assert game.state.full[0] - game.state.health[0] == wounds
    idle = table(f"a {SWORDS} 24 20 0", FAR, terrain=pieces, dice=(2, 2))
    run(idle, perform(idle, 0, "forgo"))
    assert idle.state.full[0] == idle.state.health[0]


@rule("icefire:keyword.dangerous")
def test_a_unit_that_dangerous_terrain_destroys_does_nothing_more() -> None:
    game = table(
        f"a {SWORDS} 24 20 0 | 3",
        FAR,
        f"a {BERSERKERS} 4 4 0",
        terrain=["stakes 24 20 0", "stakes 24 21 0"],
        dice=(2, 2),
    )
    moments = heard(game, "action-end")
    run(game, perform(game, 0, "march"))
    assert (game.state.health[0], moments) == (0, [])


@pytest.mark.parametrize("change", [
    "canceled", pytest.param("fallen", marks=rule("icefire:orders.3")),
    pytest.param("engaged", marks=rule("icefire:orders.3")),
])  # fmt: skip  # several to a line
def test_a_response_may_end_an_action_before_it_begins(change: str) -> None:
    """An action that is no longer legal is not carried out, but ends."""
    game = table(f"a {SWORDS} 24 20 0", FAR, f"a {BERSERKERS} 4 4 0")
    asked: list[Any] = []

    def respond(game: War, moment: Moment) -> Flow[None]:
        moment.canceled = change == "canceled"
        if change == "fallen":
            game.state.health[0] = 0
        if change == "engaged":
            game.state.contacts = laid(f"a {SWORDS} 24 20 0", B).contacts
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append(("action-chosen", respond))
    ends = heard(game, "action-end")
    flow = perform(game, 0, "march")
    asked += list(flow)
    assert asked == []
    assert len(ends) == int(change == "engaged")


@pytest.mark.parametrize(("change", "goes"), [("", True), ("gone", False), ("engaged", False)])
def test_a_charge_that_a_response_makes_impossible_is_not_carried_out(change: str, goes: bool) -> None:
    game = table(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 32 180", f"a {BERSERKERS} 4 4 0", FAR, dice=(6,) * 9)

    def respond(game: War, _: Moment) -> Flow[None]:
        state = game.state
        if change == "gone":
            state.health[1], state.pose[1] = 0, None
        if change == "engaged":
            state.contacts = laid(f"a {SWORDS} 24 20 0", B).contacts
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append(("action-chosen", respond))
    rolls = heard(game, "charge-rolled", "action-end")
    run(game, perform(game, 0, "charge", 1))
    assert [one.event for one in rolls] == (["charge-rolled"] if goes else []) + ["action-end"]
    assert all((one.unit, one.target, one.action) == (0, 1, "charge") for one in rolls)


@rule("icefire:keyword.destructible")
@pytest.mark.parametrize(("y", "near"), [(24.499, True), (24.5, False), (15.501, True), (15.5, False)])
def test_terrain_is_cut_down_within_an_inch(y: float, near: bool) -> None:
    """A tray is 4.8 inches deep, stakes 2.2."""
    state = laid(f"a {SWORDS} 24 20 0", FAR, terrain=["palisade 44 30 0", f"stakes 24 {y} 0", "bog 24 20 0"])
    assert pieces_to_raze(state, 0) == ([1] if near else [])


# Shooting ------------------------------------------------------------------------------------------------------------


@rule("icefire:ranged.4", "icefire:ranged.9")
def test_targets_are_enemies_in_range_and_in_sight() -> None:
    """Crossbowmen reach 12 inches from their front; one enemy is behind, one too far, one hidden."""
    state = laid(
        f"a {CROSSBOWMEN} 24 20 0", f"b {GREYWIND} 24 {22.4 + 12 + 1.38} 180", f"b {GREYWIND} 30 {22.4 + 13.4} 180",
        f"b {GREYWIND} 24 15 0", f"a {GREYWIND} 20 30 0",
    )  # fmt: skip  # several to a line
    weapon = attack_of(state, 0, "ranged")
    assert weapon is not None
    assert targets_from(state, 0, weapon, pose_of(state, 0)) == [1]
    assert targets_from(state, 0, weapon, Pose(24_000, 19_999, 0)) == []
    assert targets_from(state, 0, weapon, Pose(24_000, 20_000, 18_000)) == [3]


@rule("icefire:keyword.cover", "icefire:ranged.4")
@pytest.mark.parametrize(("terrain", "y", "shot"), [
    (["hedge 24 17 0"], 24, False), (["hedge 24 17 0"], 20, True), (["stakes 24 17 0"], 24, True),
    (["hedge 24 13 0"], 24, True), (["hedge 31 17 0"], 24, True),
])  # fmt: skip  # several to a line
def test_cover_hides_from_shots_but_not_from_charges(terrain: list[str], y: int, shot: bool) -> None:
    """A unit in the piece is seen, and sees out of it; so does one that looks past it."""
    state = laid(f"a {CROSSBOWMEN} 24 10 0", f"b {CROSSBOWMEN} 24 {y} 180", terrain=terrain)
    weapon = attack_of(state, 0, "ranged")
    assert weapon is not None
    assert targets_from(state, 0, weapon, pose_of(state, 0)) == ([1] if shot else [])
    assert sees(state, 0, 1)


def test_a_unit_without_a_ranged_attack_cannot_shoot() -> None:
    game = table(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 30 180")
    with pytest.raises(ValueError, match="unit a1 has no ranged attack"):
        run(game, shoot(game, 0))


@rule("icefire:ruling.4")
@pytest.mark.parametrize(("answer", "side"), [("arc front", Side.FRONT), ("arc left", Side.LEFT)])
def test_a_unit_that_is_as_much_in_one_arc_as_in_another_shoots_at_either(answer: str, side: Side) -> None:
    """It stands on the line from the middle of its target over the corner, and looks along it."""
    game = Table(f"a {GREYWIND} 24 34 0", f"b {GREYWIND} 30 28 0")
    tied = [Side.FRONT, Side.LEFT]
    assert sorted(arcs(game.state, 1, 0)) == sorted(tied)
    assert game.run(lambda war: attacked_side(war, 0, 1), answer) == side
    ((seat, id, options),) = game.asked
    assert (seat, id, sorted(options)) == (0, "ask.arc", ["arc front", "arc left"])


@rule("icefire:ranged.11", "icefire:ruling.93")
def test_friends_engaged_with_the_target_of_a_shot_take_a_panic_test() -> None:
    """Not those that are engaged with another enemy, and not the enemies."""
    game = table(
        f"a {CROSSBOWMEN} 24 10 0", f"b {CROSSBOWMEN} 24 20 180", f"a {SWORDS} 24 24.8 180", f"a {SWORDS} 10 20 0",
        f"b {CROSSBOWMEN} 10 24.8 180", dice=(1,) * 20,
    )  # fmt: skip  # several to a line
    tests = heard(game, "test-dice")
    weapon = attack_of(game.state, 0, "ranged")
    assert weapon is not None
    run(game, shoot_at(game, 0, 1, weapon))
    taken = [
        one.test.unit for one in tests if one.test is not None and one.test.kind == "panic" and one.test.fight is None
    ]
    assert taken == [2]


# Retreats and Surge Forth --------------------------------------------------------------------------------------------


@rule("icefire:retreat.2", "icefire:retreat.3")
@pytest.mark.parametrize("roll", [1, 4, 6])
def test_a_retreat_goes_as_far_as_speed_and_roll(roll: int) -> None:
    """The Speed of Sworn Swords is 5."""
    game = Table(f"a {SWORDS} 24 20 0", B)
    game.run(lambda war: retreat(war, 0), f"withdraw back {5000 + 1000 * roll} 0", dice=(roll,))
    assert pose_of(game.state, 0) == Pose(24_000, 15_000 - 1000 * roll, 0)
    space = RetreatSpace(laid(f"a {SWORDS} 24 20 0", B), 0, 5000 + 1000 * roll)
    farthest = max(way.distance for way in space.suggest())
    assert farthest == 5000 + 1000 * roll


@rule("icefire:surge.1", "icefire:surge.3", "icefire:surge.4")
@pytest.mark.parametrize(("kind", "fallen", "expected"), [
    ("melee", True, ["ask.may.surge", "ask.may.pivot"]), ("melee", False, []), ("ranged", True, []),
])  # fmt: skip  # several to a line
def test_only_a_destroyed_defender_in_melee_lets_units_surge_forth(
    kind: str, fallen: bool, expected: list[str]
) -> None:
    """The attacker may maneuver, and a friend that fought the defender may pivot; others may not."""
    game = Table(f"a {SWORDS} 24 20 0", FAR, f"a {SWORDS} 10 20 0", f"a {SWORDS} 40 20 0", f"b {CROSSBOWMEN} 4 44 180")
    if fallen:
        game.state.health[1], game.state.pose[1] = 0, None
    game.run(lambda war: surge(war, Fight(0, 1, kind), [0, 2]))
    assert [id for _, id, _ in game.asked] == expected
    assert [seat for seat, _, _ in game.asked] == [0] * len(expected)


@rule("icefire:ruling.39")
@pytest.mark.parametrize(("lowest", "highest"), [(False, False), (True, False), (False, True)])
def test_an_attack_may_be_made_with_the_lowest_or_the_highest_value(lowest: bool, highest: bool) -> None:
    game = table(f"a {SWORDS} 24 20 0", B, f"a {BERSERKERS} 4 4 0", FAR)
    moments = heard(game, "attack-dice")
    run(game, fight_melee(game, 0, lowest=lowest, highest=highest))
    fight = moments[0].fight
    assert fight is not None
    assert (fight.lowest_value, fight.highest_value) == (lowest, highest)


@rule("icefire:ruling.38", "icefire:ranged.3")
@pytest.mark.parametrize("lowest", [False, True])
def test_a_shot_may_be_made_with_the_lowest_value(lowest: bool) -> None:
    game = table(f"a {CROSSBOWMEN} 24 20 0", f"b {CROSSBOWMEN} 24 30 180", f"a {BERSERKERS} 4 4 0", FAR)
    moments = heard(game, "attack-dice")
    run(game, shoot(game, 0, lowest=lowest))
    assert [one.fight.lowest_value for one in moments if one.fight is not None] == [lowest]


@rule("icefire:retreat.8", "icefire:ruling.28", "icefire:retreat-2021.1")
def test_a_unit_that_retreats_nowhere_has_not_moved() -> None:
    game = table(f"a {SWORDS} 24 20 0", B, edition=EDITION_2021, dice=(3,))
    moments = heard(game, "charge-rolled", "move-end")
    run(game, retreat(game, 0), "withdraw back 0 0")
    assert [one.event for one in moments] == ["charge-rolled"]
    assert game.state.turn is not None
    assert game.state.turn.moved == []


def test_a_unit_without_an_enemy_fights_nobody() -> None:
    game = Table(f"a {SWORDS} 24 20 0", FAR)
    game.run(lambda war: fight_melee(war, 0))
    assert game.asked == []


@rule("icefire:surge.3", "icefire:surge.4")
@pytest.mark.parametrize(("held", "expected"), [
    (0, ["ask.may.pivot"]), (2, ["ask.may.surge"]), (3, ["ask.may.surge", "ask.may.pivot"]),
])  # fmt: skip  # several to a line
def test_only_units_that_nobody_else_holds_surge_forth(held: int, expected: list[str]) -> None:
    """Another enemy holds the attacker, the friend beside it, or somebody else."""
    places = {0: (24, 20), 2: (10, 20), 3: (40, 20)}
    x, y = places[held]
    friends = [f"a {SWORDS} {there[0]} {there[1]} 0" for there in places.values()]
    game = Table(friends[0], FAR, *friends[1:], f"b {CROSSBOWMEN} {x} {y + 4.8} 180")
    game.state.health[1], game.state.pose[1] = 0, None
    surges: list[int] = []

    def note(_: War, moment: Moment) -> Flow[None]:
        surges.append(moment.unit)
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append(("surge", note))
    game.run(lambda war: surge(war, Fight(0, 1, "melee"), [0, 2]))
    assert [id for _, id, _ in game.asked] == expected
    assert surges == ([] if held == 0 else [0])


@rule("icefire:melee.6", "icefire:melee.7")
def test_a_unit_attacks_one_of_the_enemies_it_is_engaged_with() -> None:
    game = Table(f"a {SWORDS} 24 20 0", B, f"b {CROSSBOWMEN} 29.15 20 90", FAR)
    assert [label(game.state, unit) for unit in (1, 2)] == ["b1", "b2"]
    game.run(lambda war: fight_melee(war, 0), "unit b2", dice=(6,) * 12)
    options = [options for _, id, options in game.asked if id == "ask.unit.fight"]
    assert options == [["unit b1", "unit b2"]]
    assert game.state.health[1] == game.state.full[1]
    assert game.state.health[2] < game.state.full[2]


@rule("icefire:melee.5", "icefire:action.8")
def test_a_unit_aligns_within_an_inch_of_no_other_enemy() -> None:
    """It engages its enemy by half, and may stay so in any case; the trays are 5.5 inches wide."""
    for other, places in (
        (44.0, [21_250, 24_000, 26_750]), (30.5, [21_250, 24_000]), (30.49, [21_250]), (27.2, [21_250]),
    ):  # fmt: skip  # several to a line
        state = laid(f"a {SWORDS} 21.25 20 0", B, f"b {CROSSBOWMEN} {other} 20 0", FAR)
        assert [one.pose.x for one in realignments(state, 0, Side.FRONT)] == places, other


@rule("icefire:ranged.2", "icefire:ruling.9")
@pytest.mark.parametrize(
    ("near", "far", "shoots"), [(35, 44, True), (38.7, 44, True), (38.9, 44, False), (35, 36, True)]
)
def test_a_unit_may_shoot_if_it_can_shift_until_any_enemy_is_in_range(near: float, far: float, shoots: bool) -> None:
    """A shift of 2 inches and 12 inches of range bring it to an enemy whose tray begins 14 inches ahead."""
    state = laid(f"a {CROSSBOWMEN} 24 20 0", f"b {CROSSBOWMEN} 24 {near} 180", f"b {CROSSBOWMEN} 34 {far} 180")
    assert (shooting_fault(state, 0) is None) is shoots
