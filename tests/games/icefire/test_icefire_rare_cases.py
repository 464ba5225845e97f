"""What destroys a unit, when a target is named, and when an effect ends, in cases that seldom occur."""

from __future__ import annotations

from functools import partial

import pytest

from banneret.games.icefire.abilities.stark.ncus import LYANNA
from banneret.games.icefire.actions import Deploy
from banneret.games.icefire.content.editions import EDITION_2021
from banneret.games.icefire.effects.registry import CARDS
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.redeployment import restored
from banneret.games.icefire.rules.board.board import claim
from banneret.games.icefire.rules.combat.attack import attack
from banneret.games.icefire.rules.combat.wounds import lost_attachments, suffer
from banneret.games.icefire.rules.deployment import put_enemy_cards
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.movement.reserve import OUTFLANKING, keep_back
from banneret.games.icefire.rules.table.facts import NO_ABILITIES, is_silenced
from banneret.games.icefire.rules.table.lasting_effects import has_effect
from banneret.games.icefire.rules.table.sources import has_flag, number_of
from banneret.games.icefire.rules.victory import standing
from banneret.games.icefire.state import NO_UNIT, Fight, Moment, Use
from banneret.kernel.flow import Flow
from banneret.plane import Side
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, GUARDSMEN, SWORDS, asked, die, play, scene
from tests.games.icefire.siege_scene import AWAY, HOME, besieged
from tests.games.icefire.table import Table

rule = pytest.mark.rule

FOE = f"b {CROSSBOWMEN} 24 24.8 180"
"""Crossbowmen flush against the front of a unit at (24, 20)."""
SPARE = f"b {GUARDSMEN} 10 44 180"
"""An enemy that keeps its player in the match."""
PYROMANCERS, RAVAGERS, SHOTS, JUSTICE = "10104", "10219", "10412", "10112"
TYWIN, ROBB, FLAYER = "20104", "20201", "20408"
NO_SECRETS = "40411"


def let_happen(table: Table, moment: Moment, *answers: str, dice: tuple[int, ...] = ()) -> None:
    """Let a moment happen on a table."""
    table.run(lambda game: happen(game, moment), *answers, dice=dice)


# Who has destroyed a unit ----------------------------------------------------------------------------------------


@rule("icefire:clash-of-kings.14", "icefire:panic.2")
@pytest.mark.parametrize(
    ("card", "answers"), [(GUARDSMEN, ("order a1 order-lannister-supremacy",)), (PYROMANCERS, ())], ids=["order", "own"]
)
def test_a_panic_test_required_by_the_commanders_unit_destroys_for_it(card: str, answers: tuple[str, ...]) -> None:
    """The Order or the ability of its unit scores as its attack would: 1 for the unit, and 1 for the Commander."""
    table = Table(
        f"a {card} 24 20 0 | {TYWIN}", f"{FOE} | 1", SPARE, options={"mode": "clash-of-kings"},
        commanders=[TYWIN, ROBB], marks={"powers": [-1] * 5}, turn=1,
    )  # fmt: skip  # several to a line
    table.fight(*answers, attacker=1, defender=0, dice=[1] * (2 if card == PYROMANCERS else 10))
    assert table.state.pose[1] is None
    assert table.state.victory_points == [2, 0]


@rule("icefire:fire-and-blood.7", "icefire:panic.2")
def test_a_marked_unit_that_spreads_fear_destroys_with_an_ability() -> None:
    """1 Victory Point for the unit, and 1 since a marked unit has destroyed it."""
    table = Table(
        f"a {SWORDS} 24 20 0 | {FLAYER}", FOE, f"b {GUARDSMEN} 34 26 180 | 1", SPARE,
        options={"mode": "fire-and-blood"}, marks={"marked": [0]},
    )  # fmt: skip  # several to a line
    table.test("panic", "order a1 order-spread-fear", unit=1, dice=(1, 1, 1, 1, 1, 1))
    assert table.state.pose[2] is None
    assert table.state.victory_points == [2, 0]


@rule("icefire:castle-wall.1", "icefire:units.12")
def test_a_fallen_castle_wall_is_no_destroyed_combat_unit() -> None:
    """Lyanna counts destroyed units: with one, melee attacks have Critical Blow."""
    state = besieged(HOME, AWAY, f"a {SWORDS} 24 20 0", walls=(6, 0, 0), ncus=[f"a {LYANNA}"])
    table = Table(HOME, AWAY)
    table.state = state
    state.influence[0] = 0
    assert number_of(state, "morale", 0) == 1
    assert "critical-blow" not in table.shaped().keywords


# Which ranks and friends count -----------------------------------------------------------------------------------


@rule("icefire:ruling.147", "icefire:condition.1")
def test_an_axe_is_swung_by_the_ranks_left_at_the_dice() -> None:
    """Of two ranks on either side the attacker loses one to horror."""
    table = Table(f"a {RAVAGERS} 24 20 0 | 7", f"b {PYROMANCERS} 24 24.9 180 | 8")
    fight = table.fight(dice=[1, 2, 3, *[1] * 9])
    assert table.state.health[0] == 4
    assert "vicious" in fight.keywords
    assert table.conditions(1) == ["panicked"]


def test_those_who_gang_up_are_friends() -> None:
    """In a free-for-all a unit of a third player is none."""
    gang = f"a {SWORDS} 24 20 0 | 20423"
    for third, modifier in (("c", 0), ("a", 1)):
        table = Table(gang, FOE, f"{third} {SWORDS} 24 29.6 180", seats=3)
        assert table.shaped().hit_modifier == modifier


# Attacks that destroy the defender -------------------------------------------------------------------------------


@rule("icefire:ruling.148")
@pytest.mark.parametrize(("y", "near"), [(6.0, True), (3.0, False)])
def test_a_sentinel_responds_to_an_attack_that_destroys_a_friend(y: float, near: bool) -> None:
    """Its range is measured to where the friend was."""
    table = Table(f"a {SHOTS} 24 {y} 0", f"a {SWORDS} 24 20 0 | 1", FOE, SPARE, turn=1)
    answers = ("order a1 order-sentinel", "choose maneuver") if near else ()
    table.fight(*answers, attacker=2, defender=1, dice=[6] * 6 + [1] * 6)
    assert table.state.pose[1] is None
    assert table.was_asked("choose.sentinel") == near


@rule("icefire:ruling.148")
def test_a_diversion_covers_for_a_unit_that_the_attack_destroys() -> None:
    table = Table(f"a {SHOTS} 24 10 0", f"a {SWORDS} 24 20 0 | 1", FOE, SPARE, hands={"a": ["40421"]}, turn=1)
    table.fight("card 40421", attacker=2, defender=1, dice=[6] * 6 + [1] * 6)
    assert table.was_asked("maneuver")


# Targets ---------------------------------------------------------------------------------------------------------


@rule("icefire:timing.2")
def test_the_targets_of_sadistic_games_are_named_after_the_opponents_choice() -> None:
    table = Table(f"a {SWORDS} 24 20 0", FOE, SPARE, hands={"a": ["40410"]}, turn=1)
    let_happen(table, Moment("turn-start", 1), "card 40410", "choose weakened", "unit b2")
    prompts = [prompt for _, prompt, _ in table.asked]
    assert prompts.index("ask.choose.game") < prompts.index("ask.unit.target")
    assert [table.conditions(unit) for unit in (1, 2)] == [[], ["weakened"]]


@rule("icefire:timing.2", "icefire:ruling.58")
@pytest.mark.parametrize("canceled", [False, True])
def test_a_card_is_canceled_for_a_target_that_it_names_when_resolved(canceled: bool) -> None:
    """Wealth lets Intrigue and Subterfuge target a unit too, whose player flays a man for it."""
    table = Table(
        f"a {GUARDSMEN} 24 20 0 | vulnerable", f"b {CROSSBOWMEN} 24 30 180", ncus=["a 30102 wealth", "b 30403"],
        hands={"a": ["40101"], "b": [NO_SECRETS]}, turn=1,
    )  # fmt: skip  # several to a line
    answers = (f"card {NO_SECRETS}", "condition vulnerable") if canceled else ()
    let_happen(table, Moment("activation", 1, ncu=1), "card 40101", *answers)
    assert is_silenced(table.state, 1) != canceled
    assert table.conditions(1) == ([] if canceled else ["weakened"])


@rule("icefire:timing.2")
def test_bravado_names_its_enemy_before_the_test() -> None:
    table = Table(f"a {SWORDS} 24 20 0", FOE, SPARE, hands={"a": ["40418"]})
    let_happen(table, Moment("turn-start", 0), "card 40418", "unit a1", "unit b1", dice=(1, 1))
    assert table.conditions(1) == []


# Cards -----------------------------------------------------------------------------------------------------------


@rule("icefire:stacking.1")
def test_recklessness_of_a_card_and_of_an_ability_costs_wounds_once() -> None:
    """Effects of the same name are not cumulative: 1 Wound for each of two dice."""
    table = Table(f"a {SWORDS} 24 20 0 | 20412", FOE, hands={"a": ["40419"]})
    table.fight("card 40419", dice=[1, 1, 2, 2, 2, 2, 2])
    assert table.state.health[0] == 10


def test_a_surprise_strategy_may_return_another() -> None:
    table = Table(
        f"a {SWORDS} 24 20 0", FOE, hands={"a": ["40406", "40401"]}, discards=[["40406"], []],
    )  # fmt: skip  # several to a line
    let_happen(table, Moment("turn-start", 0), "card 40406", "discard 40401", "choose-card 40406")
    assert table.state.hands[0].cards == ["40406"]
    assert sorted(table.state.discards[0]) == ["40401", "40406"]


# Rounds and returns ----------------------------------------------------------------------------------------------


@rule("icefire:ruling.81")
@pytest.mark.parametrize("characters", [True, False])
def test_an_attachment_that_returns_is_no_longer_destroyed(characters: bool) -> None:
    """Jaqen cannot take its name; in a siege characters do not return, and their names can be taken."""
    champion = "20203"
    table = Table(
        f"a {BERSERKERS} 24 20 0 | {ROBB}", f"a {BERSERKERS} 10 10 0 | {champion}", FOE,
        marks={"began-a1": [int(ROBB)], "began-a2": [int(champion)]},
    )  # fmt: skip  # several to a line
    table.run(lambda game: suffer(game, 0, 11, 1))
    table.run(lambda game: suffer(game, 1, 12, 1))
    assert lost_attachments(table.state, 0) == [champion]
    table.state.once.append(f"0:lost:{ROBB}")
    for number in (1, 2):
        back = Deploy(f"a{number}", 10_000, 3_000 + 4_000 * number, 0)
        table.run(partial(_restore, back=back, characters=characters))
    assert table.state.attachments[:2] == (((ROBB,) if characters else ()), (champion,))
    assert lost_attachments(table.state, 0) == ([] if characters else [ROBB])


def _restore(game: War, back: Deploy, *, characters: bool) -> Flow[None]:
    yield from ()
    restored(game, back, "icefire:storm-of-swords.12", characters=characters)


@rule("icefire:here-we-stand-2021.3")
def test_a_unit_that_returns_activated_has_had_no_turn() -> None:
    """The first turn of a round is its player's first, though it counts as activated from its start."""
    match = scene(
        f"a {BERSERKERS} 10 10 0 | 0", f"a {SWORDS} 20 10 0", f"b {GUARDSMEN} 8 40 180", step="round-start",
        options={"mode": "here-we-stand"}, pose=[None, [20000, 10000, 0], [8000, 40000, 18000]], round=2,
        marks={"quadrants": [], "began-a1": []}, edition=EDITION_2021, hands={"b": ["40129"]},
    )  # fmt: skip  # several to a line
    play(match, "a: deploy a1 24000 3600 0")
    assert match.state.activated == [True, False, False]
    assert asked(match) == ("b", "window.turn-start")


@rule("icefire:board.4")
def test_maneuvers_are_predicted_before_an_effect_that_replaces_a_zone() -> None:
    """Roose lets an enemy take a Panic Test instead of the zone; a friend of it acts before."""
    table = Table(
        f"a {GUARDSMEN} 24 20 0", f"b {CROSSBOWMEN} 24 40 180", ncus=["b 30408"], hands={"a": ["40129"]}, turn=1
    )
    turn = Moment("turn-start", 1)
    turn.notes["first"] = 1
    let_happen(table, turn, "card 40129", "unit b1")
    table.run(lambda game: claim(game, 0, "wealth"), "unit a1", "take maneuver", "yes", dice=(6, 6))
    prompts = [prompt for _, prompt, _ in table.asked]
    assert prompts.index("ask.maneuver") < prompts.index("ask.may.replace-zone")


@rule("icefire:ruling.52", "icefire:ruling.145")
def test_units_in_reserve_are_no_points_left_on_the_battlefield() -> None:
    """After the last round, points being equal, they do not break the tie."""
    table = Table(f"a {SWORDS} 24 20 0", f"a {GUARDSMEN} 10 10 0", FOE)
    assert standing(table.state, 0) == (0, 10)
    keep_back(table.state, 1, OUTFLANKING)
    assert standing(table.state, 0) == (0, 5)


@rule("icefire:terms.30", "icefire:ruling.149")
def test_what_is_limited_to_a_turn_ends_with_the_start_of_a_round() -> None:
    """Riders who attack then take an enemy's abilities away, but not for the first turn."""
    match = scene(
        "a 10408 24 19.9 0", FOE, step="round-start", hands={"a": ["40415"]}, ncus=["b 30102"], chance=die(*[2] * 20)
    )
    play(match, "a: card 40415", "a: align stay", "a: choose no-abilities")
    assert asked(match) == ("b", "choose.ncu")
    assert has_effect(match.state, NO_ABILITIES, 1)
    play(match, "b: pass")
    assert asked(match) == ("a", "action")
    assert not has_effect(match.state, NO_ABILITIES, 1)


@rule("icefire:ruling.149")
def test_an_ncu_activated_at_the_start_of_a_round_is_watched() -> None:
    """Qyburn learns which zone it claims, though it is nobody's turn."""
    match = scene(
        f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180", step="round-start", hands={"a": ["40415"]},
        ncus=["b 30406", "a 30108"], chance=die(*[2] * 20),
    )  # fmt: skip  # several to a line
    play(match, "a: card 40415", "a: align stay", "b: choose bn1", "a: yes")
    play(match, "a: choose crown", "a: choose wealth")
    play(match, "b: claim wealth", "b: unit b1")
    assert asked(match) == ("a", "unit.vulnerable")


@rule("icefire:ruling.81")
def test_a_vow_holds_even_if_its_enemy_returns() -> None:
    """Charge dice against an enemy that was destroyed and redeployed may be re-rolled."""
    table = Table(f"a {SWORDS} 24 20 0 | 20406", FOE, SPARE)
    let_happen(table, Moment("round-start", 0), "unit b1")
    table.run(lambda game: suffer(game, 1, 12, 0))
    table.run(partial(_restore, back=Deploy("b1", 24_000, 30_000, 18_000), characters=True))
    charge = Moment("charge-rolled", 0, unit=0, target=1, action="charge")
    charge.notes["roll"] = 1
    let_happen(table, charge, "reroll 1", dice=(5,))
    assert charge.notes["roll"] == 5


def test_an_influence_ends_with_the_abilities_of_its_non_combat_unit() -> None:
    """Eddard silences Howland, who has lost an enemy in the Neck: terrain hinders it no more."""
    table = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180", ncus=["b 30207", "a 30208"], turn=1)
    table.run(lambda game: claim(game, 0, "tactics"), "unit a1")
    assert has_flag(table.state, 0, "all-hinders")
    let_happen(table, Moment("turn-start", 0), "choose bn1")
    assert not has_flag(table.state, 0, "all-hinders")


@rule("icefire:card.9")
def test_the_last_stand_of_a_unit_bites_like_the_winter() -> None:
    """It has lost all three ranks, and may re-roll as with two."""
    table = Table(f"a {SWORDS} 24 20 0 | 1", FOE)
    table.state.health[0] = 0
    assert (0, "attack") in table.shaped().rerolls


def test_the_player_of_a_retribution_chooses_who_restores_wounds() -> None:
    """In a free-for-all it is no other opponent of the unit that has lost a rank."""
    table = Table(
        f"b {GUARDSMEN} 24 20 0 | 5", f"c {SWORDS} 24 24.8 180 | 6", f"a {SWORDS} 24 15.2 0 | 6", seats=3, turn=0,
        attached=[["40231", 0, 2]],
    )  # fmt: skip  # several to a line
    table.run(lambda game: suffer(game, 0, 1, 0))
    assert [seat for seat, prompt, _ in table.asked if prompt == "ask.unit.restore"] == [2]


# Attacks that are not completed, or the last ones ----------------------------------------------------------------


@rule("icefire:ruling.138")
def test_nobody_is_blamed_for_an_attack_whose_defender_a_duel_destroyed() -> None:
    """Its last model is an attachment. No card is offered for the attack, and none that was played has an effect."""
    table = Table(f"a {GUARDSMEN} 24 20 0 | 20107", f"{FOE} | 1 20101", SPARE, hands={"a": ["40123"]})
    table.fight("choose attachment", dice=[5])
    assert table.state.pose[1] is None
    assert not table.was_asked("window.attack-dice")
    blamed = Table(f"a {GUARDSMEN} 24 20 0", f"{FOE} | 1", SPARE)
    fight = Fight(0, 1, "melee")
    moment = Moment("attack-dice", 0, unit=0, target=1, kind="melee", fight=fight)
    blamed.run(lambda game: CARDS["40123"][0].play(game, Use(0, NO_UNIT, "40123", moment)))
    blamed.state.health[1] = 0
    blamed.run(lambda game: attack(game, fight, Side.FRONT))
    assert not fight.rolled
    assert blamed.conditions(0) == []


@rule("icefire:ruling.138")
def test_cards_are_played_for_a_last_stand() -> None:
    """The unit attacks before it is removed: Northern Ferocity makes the defender panic with Combat."""
    table = Table(
        f"a {BERSERKERS} 24 20 0 | 1 20202", FOE, f"a {SWORDS} 10 10 0", ncus=["a 30204 combat"],
        hands={"a": ["40213", "40202"]}, turn=1,
    )  # fmt: skip  # several to a line
    table.run(lambda game: suffer(game, 0, 1, 1, 1), "card 40213", "card 40202", dice=[1] * 8)
    assert table.conditions(1) == ["panicked"]
    assert table.state.pose[0] is None


# Attachments -----------------------------------------------------------------------------------------------------


@rule("icefire:attachment.10", "icefire:ruling.45", "icefire:ruling.76")
@pytest.mark.parametrize(("first", "last"), [("20102", "20119"), ("20119", "20102")])
def test_the_owner_of_a_unit_orders_an_enemys_attachment_with_the_others(first: str, last: str) -> None:
    """Jaime, a hostage, is destroyed before or after the Guard Captain as the unit's owner says."""
    table = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180 | 20102", enemy_cards=[["20119"], []])
    table.run(lambda game: put_enemy_cards(game, "before-deployment"), f"choose {first}")
    assert table.asked[-1][0] == 1
    assert list(table.state.attachments[1]) == [first, last]
    table.run(lambda game: suffer(game, 1, 11, 0))
    assert list(table.state.attachments[1]) == [last]
