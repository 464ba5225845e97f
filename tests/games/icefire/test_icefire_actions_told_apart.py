"""Actions, zones and charges in small scenes that tell each step from its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from banneret.games.icefire.actions import Charge, ClaimZone, Place, TakeAction
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions import free_actions
from banneret.games.icefire.rules.actions.charge import (
    _stopped,
    alignments,
    charge,
    charge_fault,
    has_alignment,
    named_nearest,
)
from banneret.games.icefire.rules.actions.charge_headings import heading_fault, headings_that_reach
from banneret.games.icefire.rules.actions.free_actions import (
    ACTIONS,
    ATTACKS,
    ActionChooser,
    action_fault,
    can_attack,
    free_attack,
    perform,
)
from banneret.games.icefire.rules.actions.melee import fight_melee, pieces_to_raze
from banneret.games.icefire.rules.actions.ranged import shoot_at, targets_from
from banneret.games.icefire.rules.board.board import ZoneChooser, activate_ncu, claim, zone_effect
from banneret.games.icefire.rules.board.influence import influence, open_to_influence
from banneret.games.icefire.rules.combat.attack import attack_of
from banneret.games.icefire.rules.movement.contacts import HalfChooser, PartSpace, part_others
from banneret.games.icefire.rules.movement.retreat import RetreatSpace, retreat
from banneret.games.icefire.rules.movement.surge_forth import surge
from banneret.games.icefire.rules.table.ground import pose_of, tray_of
from banneret.games.icefire.rules.table.units import label
from banneret.games.icefire.state import NO_UNIT, Fight, Moment, State
from banneret.kernel import notation
from banneret.kernel.flow import Flow
from banneret.kernel.questions import Pass
from banneret.plane import Pose, Side
from tests.games.icefire.ability_table import run, table
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, GREYWIND, SWORDS, laid
from tests.games.icefire.table import Table

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)

FAR = f"b {CROSSBOWMEN} 44 44 180"
FRONT = f"b {CROSSBOWMEN} 24 24.8 180"
"""An enemy flush against the front of a unit at 24, 20."""


def heard(game: War, *events: str) -> list[Moment]:
    """Return a list in which the moments of these events are noted as they happen."""
    moments: list[Moment] = []

    def note(_: War, moment: Moment) -> Flow[None]:
        moments.append(moment)
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later += [(event, note) for event in events]
    return moments


# Choosing an action --------------------------------------------------------------------------------------------------


@rule("icefire:action.1", "icefire:action.2", "icefire:maneuver.1", "icefire:march.1", "icefire:retreat.1")
@rule("icefire:attack.2", "icefire:idleness.1", "icefire:melee.1", "icefire:ranged.1", "icefire:charge.1")
@both
@pytest.mark.parametrize(("unit", "enemy", "terrain", "expected"), [
    (f"a {SWORDS} 24 20 0", FAR, "", "forgo maneuver march"),
    (f"a {CROSSBOWMEN} 24 20 0", f"b {CROSSBOWMEN} 24 32 180", "", "forgo maneuver march ranged b1"),
    (f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 32 180", "", "forgo maneuver march b1"),
    (f"a {SWORDS} 24 20 0", FRONT, "", "forgo retreat melee"),
    (f"a {CROSSBOWMEN} 24 20 0", FRONT, "", "forgo retreat melee"),
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
    if enemy == FRONT and edition == SEASON_6:
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
    (f"a {SWORDS} 24 20 0", FAR, "march", "march"), (f"a {SWORDS} 24 20 0", FRONT, "retreat", "retreat"),
    (f"a {SWORDS} 24 20 0", FRONT, "melee", "attack"),
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


@rule("icefire:orders.3")
@pytest.mark.parametrize("change", ["canceled", "fallen", "engaged"])
def test_a_response_may_end_an_action_before_it_begins(change: str) -> None:
    """An action that is no longer legal is not carried out, but ends."""
    game = table(f"a {SWORDS} 24 20 0", FAR, f"a {BERSERKERS} 4 4 0")
    asked: list[Any] = []

    def respond(game: War, moment: Moment) -> Flow[None]:
        moment.canceled = change == "canceled"
        if change == "fallen":
            game.state.health[0] = 0
        if change == "engaged":
            game.state.contacts = laid(f"a {SWORDS} 24 20 0", FRONT).contacts
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
            state.contacts = laid(f"a {SWORDS} 24 20 0", FRONT).contacts
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


# The board -----------------------------------------------------------------------------------------------------------


@rule("icefire:zone.maneuver")
@pytest.mark.parametrize(("enemy", "question"), [(FAR, "maneuver"), (FRONT, "retreat")])
def test_the_maneuver_zone_lets_an_engaged_unit_retreat_and_others_maneuver(enemy: str, question: str) -> None:
    game = Table(f"a {SWORDS} 24 20 0", enemy, f"a {BERSERKERS} 4 4 0")
    game.run(lambda war: zone_effect(war, 0, "maneuver"), "unit a1", dice=(3,))
    assert [one for one in ("maneuver", "retreat") if game.was_asked(one)] == [question]
    idle = Table(f"a {SWORDS} 24 20 0", enemy, f"a {BERSERKERS} 4 4 0")
    idle.run(lambda war: zone_effect(war, 0, "maneuver"), "done")
    assert [id for _, id, _ in idle.asked] == ["ask.unit.maneuver"]


@rule("icefire:zone.combat")
def test_the_combat_zone_is_for_units_that_can_attack() -> None:
    game = Table(f"a {SWORDS} 34.3 24.8 90", FRONT, f"a {SWORDS} 4 4 0", f"a {SWORDS} 24 20 0")
    game.run(lambda war: zone_effect(war, 0, "combat"), "done")
    ((_, id, options),) = game.asked
    assert (id, options) == ("ask.unit.combat", ["done", "unit a3"])


@rule("icefire:zone.crown")
@pytest.mark.parametrize(("dice", "lost"), [((3, 4), True), ((4, 4), False)])
def test_the_crown_takes_one_from_a_panic_test(dice: Sequence[int], lost: bool) -> None:
    """The Morale of Crossbowmen is 7+."""
    game = Table(f"a {SWORDS} 24 20 0", FAR, f"b {CROSSBOWMEN} 4 44 180")
    before = game.state.health[1]
    game.run(lambda war: zone_effect(war, 0, "crown"), "unit b1", dice=(*dice, 2))
    assert (game.state.health[1] < before) is lost


@rule("icefire:zone.wealth")
@pytest.mark.parametrize("unit", ["a1", "b1"])
def test_wealth_restores_three_wounds_of_any_unit_and_takes_a_token_from_it(unit: str) -> None:
    game = Table(f"a {SWORDS} 24 20 0 | 5 panicked weakened", f"b {CROSSBOWMEN} 44 44 180 | 5 panicked weakened")
    game.run(lambda war: zone_effect(war, 0, "wealth"), f"unit {unit}", "condition weakened")
    number = int(unit == "b1")
    assert (game.state.health[number], game.state.health[1 - number]) == (8, 5)
    assert (game.conditions(number), game.conditions(1 - number)) == (["panicked"], ["panicked", "weakened"])


@rule("icefire:zone.tactics")
def test_tactics_draws_two_cards_and_gives_an_enemy_a_token() -> None:
    game = Table(f"a {SWORDS} 24 20 0", FAR, f"b {CROSSBOWMEN} 4 44 180", decks={"a": ["40201", "40202", "40203"]})
    game.run(lambda war: zone_effect(war, 0, "tactics"), "unit b2", "condition vulnerable")
    assert len(game.state.hands[0]) == 2
    assert [game.conditions(unit) for unit in range(3)] == [[], [], ["vulnerable"]]


@rule("icefire:board.3", "icefire:board.6")
def test_any_free_zone_or_none_is_claimed() -> None:
    state = laid(f"a {SWORDS} 24 20 0", FAR, ncus=["a 30202", "b 30105 crown", "a 30210 combat"])
    chooser = ZoneChooser(state, 0)
    assert [notation.write(one) for one in chooser.options()] == [
        "pass", "claim wealth", "claim tactics", "claim maneuver",
    ]  # fmt: skip  # several to a line
    zones = ("crown", "wealth", "tactics", "combat", "maneuver")
    refused = [zone for zone in zones if chooser.refusal(ClaimZone(zone)) is not None]
    assert (refused, chooser.refusal(Pass())) == (["crown", "combat"], None)


@rule("icefire:board.3", "icefire:board.4")
def test_an_ncu_that_is_activated_is_the_one_of_the_turn_and_stays_on_its_zone() -> None:
    game = table(f"a {SWORDS} 24 20 0", FAR, ncus=["b 30105", "a 30202"])
    moments = heard(game, "activation", "zone-claimed", "zone-done")
    run(game, activate_ncu(game, 1), "claim maneuver", "done")
    state = game.state
    assert state.turn is not None
    assert (state.turn.ncu, state.ncu_activated, state.ncu_zone) == (1, [False, True], ["", "maneuver"])
    assert [(one.event, one.ncu, one.zone, one.seat) for one in moments] == [
        ("activation", 1, "", 0), ("zone-claimed", 1, "maneuver", 0), ("zone-done", 1, "maneuver", 0),
    ]  # fmt: skip  # several to a line


@rule("icefire:board.4", "icefire:ruling.67")
@pytest.mark.parametrize("change", ["", "replaced", "canceled"])
def test_a_zone_takes_effect_unless_a_response_replaces_or_cancels_it(change: str) -> None:
    """The card of the non-combat unit stays there."""
    game = table(f"a {SWORDS} 24 20 0", FAR, ncus=["a 30202"], decks={"a": ["40201", "40202", "40203"]})

    def respond(_: War, moment: Moment) -> Flow[None]:
        if change:
            setattr(moment, change, True)
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append(("zone-claimed", respond))
    run(game, claim(game, 0, "tactics"))
    assert (len(game.state.hands[0]), game.state.ncu_zone) == (0 if change else 2, ["tactics"])


@rule("icefire:modes.1")
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("answer", "cards", "instead"), [("pass", 2, []), ("choose this", 0, ["this"])])
def test_a_mode_may_offer_something_instead_of_a_zone(
    monkeypatch: pytest.MonkeyPatch, answer: str, cards: int, instead: list[str]
) -> None:
    game = table(f"a {SWORDS} 24 20 0", FAR, ncus=["a 30202"], decks={"a": ["40201", "40202", "40203"]})
    mode, chosen = type(mode_of(game.state)), []

    def effect(_mode: object, _game: War, _ncu: int, choice: str) -> Flow[None]:
        chosen.append(choice)
        yield from ()

    monkeypatch.setattr(mode, "zone_choices", lambda *_: ["this", "that"])
    monkeypatch.setattr(mode, "zone_effect", effect)
    run(game, claim(game, 0, "tactics"), answer)
    assert (len(game.state.hands[0]), chosen) == (cards, instead)


@rule("icefire:influence.1", "icefire:influence.2", "icefire:influence.3")
def test_a_unit_is_influenced_once_by_each_side() -> None:
    state = laid(f"a {SWORDS} 24 20 0", FAR, f"a {SWORDS} 4 4 0", ncus=["a 30202", "a 30210", "b 30105"])
    assert open_to_influence(state, 0) == [0, 2, 1]
    state.influence = [NO_UNIT, 2, 1]
    assert open_to_influence(state, 0) == [0, 1]
    state.influence = [2, NO_UNIT, 2]
    assert [open_to_influence(state, ncu) for ncu in range(3)] == [[0, 2, 1], [0, 1], [1, 0, 2]]


@rule("icefire:influence.1", "icefire:ruling.67")
@pytest.mark.parametrize(("change", "unit"), [("", 2), ("canceled", NO_UNIT), ("fallen", NO_UNIT)])
def test_a_unit_is_influenced_unless_that_is_canceled_or_it_falls(change: str, unit: int) -> None:
    """Catelyn Stark has Influence."""
    game = table(f"a {SWORDS} 24 20 0", FAR, f"a {SWORDS} 4 4 0", ncus=["a 30201"])

    def respond(game: War, moment: Moment) -> Flow[None]:
        moment.canceled = change == "canceled"
        if change == "fallen":
            game.state.health[moment.target] = 0
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append(("targeted", respond))
    moments = heard(game, "targeted", "influenced")
    run(game, influence(game, 0, later=False), "unit a2")
    assert game.state.influence == [unit]
    told = [(one.event, one.by, one.target, one.ncu) for one in moments]
    assert told == [("targeted", "ncu", 2, 0), *([] if change else [("influenced", "", 2, 0)])]
    run(game, influence(game, 0, later=True))
    assert game.state.influence == [unit]


@rule("icefire:influence.1")
def test_only_an_ncu_that_lives_and_has_influence_influences_and_may_do_so_later() -> None:
    units = ["unit a1", "unit a2", "unit b1"]
    for ncu, alive, later, asked in (
        ("30201", True, False, units), ("30201", False, False, []), ("30202", True, False, []),
        ("30201", True, True, ["done", *units]),
    ):  # fmt: skip  # several to a line
        game = Table(f"a {SWORDS} 24 20 0", FAR, f"a {SWORDS} 4 4 0", ncus=[f"a {ncu}"])
        game.state.ncu_alive[0] = alive
        game.run(lambda war, later=later: influence(war, 0, later=later))  # type: ignore[misc]  # of this case
        assert [options for _, _, options in game.asked] == ([asked] if asked else []), (ncu, alive, later)


# Charges -------------------------------------------------------------------------------------------------------------


@rule("icefire:charge.14")
@pytest.mark.parametrize(("length", "y"), [
    (4000, 14_000), (5200, 15_205), (8000, 15_205), (12_000, 15_205), (14_795, 24_795), (15_500, 25_500),
])  # fmt: skip  # several to a line
def test_a_failed_charge_ends_on_no_friend(length: int, y: int) -> None:
    """A friend 5.2 inches ahead may be passed: from 14.8 inches on there is room behind it."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 40 180", f"a {SWORDS} 24 20 0")
    end = _stopped(state, 0, 1, pose_of(state, 0), length)
    assert (end.x, end.heading) == (24_000, 0)
    assert abs(end.y - y) <= 6, end.y


@rule("icefire:charge.14")
@pytest.mark.parametrize(("other", "terrain", "y"), [
    (f"b {CROSSBOWMEN} 24 20 180", [], 14_200), (FAR, ["palisade 24 20 0"], 15_500), (FAR, [], 22_000),
    (f"b {CROSSBOWMEN} 29.6 20 180", [], 22_000), (f"b {CROSSBOWMEN} 29.4 20 180", [], 14_200),
])  # fmt: skip  # several to a line
def test_a_failed_charge_ends_an_inch_before_what_it_cannot_cross(other: str, terrain: list[str], y: int) -> None:
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 44 180", other, terrain=terrain)
    end = _stopped(state, 0, 1, pose_of(state, 0), 12_000)
    assert abs(end.y - y) <= 2, end.y


@rule("icefire:charge.11")
@pytest.mark.parametrize(("heading", "middle"), [(0, 0), (300, 0), (35_500, 0)])
def test_the_middle_of_the_headings_that_reach_is_suggested(heading: int, middle: int) -> None:
    """The target is straight ahead in the middle of the table, whichever way the charger faces."""
    state = laid(f"a {SWORDS} 24 14 {heading / 100}", f"b {CROSSBOWMEN} 24 27 180")
    (found,) = headings_that_reach(state, 0, 1)
    assert min((found - middle) % 36_000, (middle - found) % 36_000) <= 1


@rule("icefire:charge.12", "icefire:charge.16", "icefire:charge.25", "icefire:charge.26", "icefire:charge.17")
@pytest.mark.parametrize(("roll", "orderly"), [(1, False), (2, True), (6, True)])
def test_a_charge_on_a_one_is_disorderly(roll: int, orderly: bool) -> None:
    """It has no Charge bonus, and its player uses no more cards in this turn."""
    game = table(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 28 180", FAR, f"a {BERSERKERS} 4 4 0", dice=(roll,))
    moments = heard(game, "charge-rolled", "charged", "attack-dice")
    run(game, charge(game, 0, 1), "pivot 0", "align center")
    assert game.state.turn is not None
    assert game.state.turn.cardless == (set() if orderly else {0})
    assert [one.event for one in moments][:3] == ["charge-rolled", "charged", "attack-dice"]
    fight = moments[2].fight
    assert fight is not None
    assert (fight.charge, fight.charge_bonus) == (True, orderly)
    assert (moments[1].unit, moments[1].target, moments[1].kind, moments[1].arc) == (0, 1, "melee", "front")


@rule("icefire:charge.12", "icefire:charge.13", "icefire:charge.27", "icefire:charge.28")
@pytest.mark.parametrize(("roll", "gap", "y"), [(4, 9000, None), (3, 9000, 28_000), (3, 8000, None), (1, 6001, 26_000)])
def test_a_charge_reaches_as_far_as_speed_and_roll(roll: int, gap: int, y: int | None) -> None:
    """The Speed of Sworn Swords is 5. One that fails goes all the way, and takes a Panic Test."""
    there = (20_000 + 4800 + gap) / 1000
    game = table(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 {there} 180", f"a {BERSERKERS} 4 4 0", dice=(roll,))
    moments = heard(game, "charged", "test-dice")
    run(game, charge(game, 0, 1), "pivot 0", *(["align center"] if y is None else []))
    contact = pose_of(game.state, 0).y
    if y is None:
        assert moments[0].event == "charged"
        assert abs(contact - (20_000 + gap)) <= 1
    else:
        assert [one.event for one in moments] == ["test-dice"]
        assert moments[0].test is not None
        assert (moments[0].test.unit, moments[0].test.kind) == (0, "panic")
        assert contact == y


@rule("icefire:charge.8", "icefire:keyword.dangerous")
@pytest.mark.parametrize("gap", [8000, 10_500])
def test_a_charger_that_falls_on_its_way_neither_attacks_nor_takes_a_test(gap: int) -> None:
    """The die shows 3, and the stakes inflict two to four Wounds."""
    game = table(
        f"a {SWORDS} 24 10 0 | 1", f"b {CROSSBOWMEN} 24 {(14_800 + gap) / 1000} 180", f"a {BERSERKERS} 4 4 0",
        terrain=["stakes 24 16 0"], dice=(3,),
    )  # fmt: skip  # several to a line
    moments = heard(game, "charged", "test-dice", "attack-dice")
    run(game, charge(game, 0, 1), "pivot 0", *(["align center"] if gap == 8000 else []))
    assert (game.state.health[0], moments) == (0, [])


@rule("icefire:charge.14")
@pytest.mark.parametrize(("length", "y"), [(4000, 12_828), (3000, 12_121), (200, None)])
def test_a_charger_that_pivoted_over_an_enemy_ends_an_inch_from_it_or_stays(length: int, y: int | None) -> None:
    """It moves off to the left; where it has no room it stays as it was before the pivot."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 10 40 180", f"b {GREYWIND} 28.4 10 0")
    end = _stopped(state, 0, 1, Pose(24_000, 10_000, 4500), length)
    if y is None:
        assert end == Pose(24_000, 10_000, 0)
    else:
        assert abs(end.y - y) <= 2
        assert end.heading == 4500


@rule("icefire:charge.11")
@pytest.mark.parametrize("x", [14.0, 17.5, 31.0, 33.0])
def test_the_middle_of_the_headings_that_reach_an_enemy_aside_is_suggested(x: float) -> None:
    state = laid(f"a {SWORDS} 24 14 0", f"b {CROSSBOWMEN} {x} 22 180")
    at = pose_of(state, 0)
    reach = [
        turn for turn in range(-18_000, 18_000, 40) if heading_fault(state, 0, 1, at.facing(turn % 36_000)) is None
    ]
    (found,) = headings_that_reach(state, 0, 1)
    middle = (reach[0] + reach[-1]) // 2
    assert abs((found + 18_000) % 36_000 - 18_000 - middle) <= 60


@rule("icefire:charge.18", "icefire:charge.19")
@pytest.mark.parametrize(("side", "heading", "places"), [
    (Side.FRONT, 18_000, [(24_000, 28_800), (21_250, 28_800), (26_750, 28_800)]),
    (Side.REAR, 0, [(24_000, 19_200), (21_250, 19_200), (26_750, 19_200)]),
    (Side.LEFT, 27_000, [(18_850, 24_000), (18_850, 21_600), (18_850, 26_400)]),
    (Side.RIGHT, 9000, [(29_150, 24_000), (29_150, 21_600), (29_150, 26_400)]),
])  # fmt: skip  # several to a line
def test_a_charger_is_aligned_in_the_middle_or_by_half_of_its_edge(
    side: Side, heading: int, places: list[tuple[int, int]]
) -> None:
    """Its edge of 5.5 inches meets one of 5.5, or a flank of 4.8."""
    state = laid(f"a {SWORDS} 24 4 0", f"b {CROSSBOWMEN} 24 24 0")
    found = alignments(state, 0, 1, side)
    assert [one.how for one in found] == ["center", "left", "right"]
    assert (found[0].pose.x, found[0].pose.y) == places[0]
    assert sorted((one.pose.x, one.pose.y) for one in found) == sorted(places)
    assert {one.pose.heading for one in found} == {heading}
    assert has_alignment(state, 0, 1, side)


@rule("icefire:charge.4", "icefire:charge.19", "icefire:ruling.17", "icefire:ruling.18")
@pytest.mark.parametrize(("others", "found"), [
    (["20 28.8 0"], [(26_750, 28_800)]), (["28 28.8 0"], [(21_250, 28_800)]), (["24 28.8 0"], []),
    (["18.7 28.8 0", "29.99 28.8 0"], [(24_200, 28_800)]), (["18.7 28.8 0", "29.5 28.8 0"], []),
    (["15.7 28.8 0", "32.3 28.8 0"], [(24_000, 28_800), (21_250, 28_800), (26_750, 28_800)]),
])  # fmt: skip  # several to a line
def test_a_charger_is_aligned_where_there_is_room_or_as_near_as_there_is(
    others: list[str], found: list[tuple[int, int]]
) -> None:
    state = laid(f"a {SWORDS} 24 44 180", f"b {CROSSBOWMEN} 24 24 0", *(f"a {SWORDS} {other}" for other in others))
    places = [(one.pose.x, one.pose.y) for one in alignments(state, 0, 1, Side.FRONT)]
    assert len(places) == len(found)
    for place, other in zip(sorted(places), sorted(found), strict=True):
        assert max(abs(place[0] - other[0]), abs(place[1] - other[1])) <= 5
    assert has_alignment(state, 0, 1, Side.FRONT) is bool(found)


@rule("icefire:ruling.18")
def test_of_two_equally_near_places_the_player_chooses_one() -> None:
    assert named_nearest([]) == []
    assert named_nearest([300.0]) == [("near", 300.0)]
    assert named_nearest([300.0, -300.0]) == [("nearer-left", 300.0), ("nearer-right", -300.0)]


# Other enemies that a charger touches --------------------------------------------------------------------------------


@rule("icefire:charge.20")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_enemy_is_aligned_only_at_the_halves_that_are_free(edition: Edition) -> None:
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 24 28.8 180", edition=edition)
    chooser = HalfChooser(state, 1, [Pose(21_250, 28_800, 18_000), Pose(26_750, 28_800, 18_000)])
    assert [one.x for one in chooser.options()] == [21_250, 26_750]
    assert chooser.refusal(Place(26_750, 28_800, 18_000)) is None
    for other in (Place(24_000, 28_800, 18_000), Place(26_750, 28_800, 0)):
        refusal = chooser.refusal(other)
        assert refusal is not None
        assert (refusal.rule, refusal.reason.id) == (state.law.rule("icefire:charge.20"), "refuse.half")


@rule("icefire:charge.21")
@pytest.mark.parametrize(("x", "y"), [(18.85, 24), (18.85, 22), (29.15, 24), (29.15, 26.5), (24, 28.8), (22, 28.8)])
def test_a_touched_enemy_is_moved_to_no_place_that_others_take(x: float, y: float) -> None:
    """Whatever stands at the nearest place takes it."""
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {x} {y} {90 if y < 28 else 180}")
    nearest = PartSpace(state, 0, 1, tray_of(state, 0)).suggest()[0]
    for line in (f"a {GREYWIND}", f"b {GREYWIND}"):
        taken = laid(
            f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {x} {y} {90 if y < 28 else 180}",
            f"{line} {nearest.x / 1000} {nearest.y / 1000} 0",
        )  # fmt: skip  # several to a line
        space = PartSpace(taken, 0, 1, tray_of(taken, 0))
        refusal = space.refusal(nearest)
        assert refusal is not None
        assert (refusal.rule, refusal.reason.id) == ("icefire:charge.21", "refuse.parted.room")
        assert nearest not in space.suggest()


@rule("icefire:charge.20", "icefire:charge.21")
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("at", ["24 29.15 90", "18.85 24 270"])
def test_a_mode_learns_that_a_touched_enemy_was_moved(monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    game = Table(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {at}", FAR)
    moved: list[int] = []
    monkeypatch.setattr(type(mode_of(game.state)), "moved", lambda _mode, _game, unit: moved.append(unit))
    before = pose_of(game.state, 1)
    game.run(lambda war: part_others(war, 0, NO_UNIT, pose_of(game.state, 0)))
    assert pose_of(game.state, 1) != before
    assert moved == [1]


# Retreats and Surge Forth --------------------------------------------------------------------------------------------


@rule("icefire:retreat.2", "icefire:retreat.3")
@pytest.mark.parametrize("roll", [1, 4, 6])
def test_a_retreat_goes_as_far_as_speed_and_roll(roll: int) -> None:
    """The Speed of Sworn Swords is 5."""
    game = Table(f"a {SWORDS} 24 20 0", FRONT)
    game.run(lambda war: retreat(war, 0), f"withdraw back {5000 + 1000 * roll} 0", dice=(roll,))
    assert pose_of(game.state, 0) == Pose(24_000, 15_000 - 1000 * roll, 0)
    space = RetreatSpace(laid(f"a {SWORDS} 24 20 0", FRONT), 0, 5000 + 1000 * roll)
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
    game = table(f"a {SWORDS} 24 20 0", FRONT, f"a {BERSERKERS} 4 4 0", FAR)
    moments = heard(game, "attack-dice")
    run(game, fight_melee(game, 0, lowest=lowest, highest=highest))
    fight = moments[0].fight
    assert fight is not None
    assert (fight.lowest_value, fight.highest_value) == (lowest, highest)


@rule("icefire:retreat.8", "icefire:ruling.28", "icefire:retreat-2021.1")
def test_a_unit_that_retreats_nowhere_has_not_moved() -> None:
    game = table(f"a {SWORDS} 24 20 0", FRONT, edition=EDITION_2021, dice=(3,))
    moments = heard(game, "charge-rolled", "move-end")
    run(game, retreat(game, 0), "withdraw back 0 0")
    assert [one.event for one in moments] == ["charge-rolled"]
    assert game.state.turn is not None
    assert game.state.turn.moved == []


def test_a_unit_without_an_enemy_fights_nobody() -> None:
    game = Table(f"a {SWORDS} 24 20 0", FAR)
    game.run(lambda war: fight_melee(war, 0))
    assert game.asked == []


@rule("icefire:melee.6", "icefire:melee.7")
def test_a_unit_attacks_one_of_the_enemies_it_is_engaged_with() -> None:
    game = Table(f"a {SWORDS} 24 20 0", FRONT, f"b {CROSSBOWMEN} 29.15 20 90", FAR)
    assert [label(game.state, unit) for unit in (1, 2)] == ["b1", "b2"]
    game.run(lambda war: fight_melee(war, 0), "unit b2", dice=(6,) * 12)
    options = [options for _, id, options in game.asked if id == "ask.unit.fight"]
    assert options == [["unit b1", "unit b2"]]
    assert game.state.health[1] == game.state.full[1]
    assert game.state.health[2] < game.state.full[2]
