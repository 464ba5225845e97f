"""Cards and abilities that meet in the same step, or whose effect ends before the turn does."""

from __future__ import annotations

import pytest

from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.actions.melee import fight_at
from banneret.games.icefire.rules.activation import activate_unit
from banneret.games.icefire.rules.board.board import zone_effect
from banneret.games.icefire.rules.combat.attack import suffer_hits
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.lasting_effects import add_effect, has_effect
from banneret.games.icefire.rules.table.paths import speed_of
from banneret.games.icefire.state import Effect, Moment
from tests.games.icefire.scene import (
    BERSERKERS,
    CROSSBOWMEN,
    GUARDSMEN,
    HALBERDIERS,
    SWORDS,
)
from tests.games.icefire.table import Table

rule = pytest.mark.rule

FOE = f"b {CROSSBOWMEN} 24 24.8 180"
"""Crossbowmen flush against the front of a unit at (24, 20)."""
SPEARMEN, SHIELDS, CUTTHROATS, PYROMANCERS = "10215", "10206", "10401", "10104"
GREATJON, LAST_UMBER, GREGOR_MAD_DOG, HEAR_ME_ROAR = "20202", "20205", "20114", "40103"
REFUSE_TO_YIELD, RETRIBUTION, SPOILS, BERSERKER_TACTICS = "40215", "40231", "40407", "40211"


def let_happen(table: Table, moment: Moment, *answers: str) -> None:
    """Let a moment happen on a table."""
    table.run(lambda game: happen(game, moment), *answers)


# Several copies --------------------------------------------------------------------------------------------------


@rule("icefire:stacking.1")
def test_two_copies_of_a_card_on_a_unit_act_once() -> None:
    """A bonus to tests, restored Wounds, and tokens for one destroyed enemy."""
    tully = Table(f"a {SHIELDS} 24 20 0", FOE, attached=[[REFUSE_TO_YIELD, 0, 0]] * 2)
    assert tully.test("panic").modifier == 1
    avenged = Table(FOE, f"a {SWORDS} 24 20 0 | 4", attached=[[RETRIBUTION, 0, 1]] * 2)
    avenged.run(lambda game: suffer(game, 0, 4, 1, 1))
    assert avenged.state.health == [8, 6]
    rich = Table(f"a {CUTTHROATS} 24 20 0", f"{FOE} | 1", f"b {GUARDSMEN} 10 40 180", attached=[[SPOILS, 0, 0]] * 2)
    rich.run(lambda game: suffer(game, 1, 1, 0, 0))
    assert rich.state.counters[0] == {"card-40407": 1}
    assert rich.shaped().hit_modifier == 0


def test_who_attacks_two_traitors_has_to_destroy_both() -> None:
    """The first of them is destroyed, but the other is not."""
    table = Table(
        f"a {GUARDSMEN} 24 20 0", f"{FOE} | 1", f"b {CROSSBOWMEN} 24 15.2 0", f"b {GUARDSMEN} 10 44 180",
        attached=[["40124", 1, 0], ["40124", 2, 0]],
    )  # fmt: skip  # several to a line
    for defender in (1, 2):
        table.fight(dice=[1] * 6, defender=defender)
    table.run(lambda game: suffer(game, 1, 1, 0, 0))
    let_happen(table, Moment("round-end", 0))
    assert table.conditions(0) == ["panicked", "vulnerable"]


def test_a_copy_of_retribution_for_the_match_outlasts_one_for_the_round() -> None:
    """The enemy attacked House Karstark and another unit in the same round."""
    table = Table(
        f"b {GUARDSMEN} 24 20 0", f"a {SPEARMEN} 24 24.8 180", f"a {SWORDS} 24 15.2 0", hands={"a": [RETRIBUTION] * 2},
        turn=1,
    )  # fmt: skip  # several to a line
    for defender in (1, 2):
        table.fight(f"card {RETRIBUTION}", dice=[1] * 6, defender=defender)
    assert len(table.state.attached) == 2
    let_happen(table, Moment("round-end", 0))
    assert len(table.state.attached) == 1


# Ranks lost before the dice --------------------------------------------------------------------------------------


@rule("icefire:card.6", "icefire:units.14", "icefire:ruling.147")
def test_ranks_lost_before_the_attack_dice_count_for_them() -> None:
    """Wounds suffered for Berserker Tactics leave two ranks: +1 to hit for Winter's Bite, and fewer dice."""
    table = Table(f"a {SWORDS} 24 20 0 | 10", FOE, hands={"a": [BERSERKER_TACTICS]})
    chosen = "choose 2", "choose critical-blow", "choose sundering", "choose reroll"
    fight = table.fight(f"card {BERSERKER_TACTICS}", *chosen, dice=[3] * 5)
    assert (fight.hit_modifier, len(fight.dice)) == (1, 5)


@rule("icefire:card.6", "icefire:ruling.147")
def test_a_lance_has_no_dice_for_a_rank_lost_to_horror() -> None:
    """Knights fail the Panic Test before their attack and keep one of two ranks: 4 dice, and 2 more for it."""
    table = Table("a 10105 24 20 0 | 7", f"b {PYROMANCERS} 24 24.9 180")
    fight = table.fight(dice=[1, 2, 3, *[3] * 6], charge=True)
    assert table.state.health[0] == 4
    assert len(fight.dice) == 6


# Destroyed in the middle -----------------------------------------------------------------------------------------


@rule("icefire:units.12", "icefire:victory.10")
def test_a_unit_wounded_by_the_test_that_could_have_kept_it_is_destroyed_once() -> None:
    table = Table(
        f"a {BERSERKERS} 24 20 0 | 1 {LAST_UMBER}", f"a {SWORDS} 10 10 0", FOE, hands={"b": [HEAR_ME_ROAR]}, turn=1
    )
    table.state.counters[0]["wound"] = 2
    table.run(lambda game: suffer(game, 0, 1, 1, 2), f"card {HEAR_ME_ROAR}", dice=(1, 2))
    assert table.state.pose[0] is None
    assert table.state.counters[0]["wound"] == 1
    assert table.state.victory_points == [0, 1]


@rule("icefire:charge.28")
def test_a_unit_whose_charge_out_of_rage_fails_takes_no_action() -> None:
    """Hidden Traps slow it by 1 inch, so that it falls short: the enemy is 10 inches away."""
    table = Table(f"b {HALBERDIERS} 24 35.4 180 | {GREGOR_MAD_DOG}", "a 10209 24 20 0", turn=1)
    table.run(
        lambda game: activate_unit(game, 0), "order a1 order-hidden-traps", "choose slow", dice=(1, 1, 1, 6, 6, 1)
    )
    assert table.was_asked("choose.traps")
    assert not table.was_asked("action")
    assert table.state.activated[0]


@rule("icefire:ruling.29", "icefire:surge.1")
@pytest.mark.parametrize("parting", [False, True])
def test_nobody_surges_over_a_defender_that_something_else_destroyed(parting: bool) -> None:
    """Wounds for Berserker Tactics cost the attacker a rank, and its parting blow is the defender's end."""
    table = Table(
        f"a {SWORDS} 24 20 0 | 10", f"{FOE} | 1", f"b {GUARDSMEN} 10 44 180", hands={"a": [BERSERKER_TACTICS]}
    )
    answers = (f"card {BERSERKER_TACTICS}", "choose 2") if parting else ()
    table.run(lambda game: fight_at(game, 0, 1), *answers, dice=[6] * 7 + [1] * 14)
    assert table.state.pose[1] is None
    assert table.was_asked("may.surge") == (not parting)


@rule("icefire:ruling.138")
@pytest.mark.parametrize("left", [1, 12])
def test_nobody_responds_to_the_end_of_an_attack_that_its_attacker_did_not_live_to_make(left: int) -> None:
    """It fails the Panic Test before its attack, which costs it 3 Wounds; Diversion Tactics follows an attack."""
    table = Table(
        f"a {SWORDS} 24 20 0 | {left}", "b 10404 24 24.8 180", "b 10406 24 34 180", f"a {SWORDS} 10 4 0",
        hands={"b": ["40421"]}, commanders=["20201", "20424"], factions=["stark", "neutral"],
    )  # fmt: skip  # several to a line
    table.fight(dice=(1, 2, 3))
    assert table.was_asked("window.attack-end") == (left == 12)


# Effects of one charge or attack ---------------------------------------------------------------------------------


@rule("icefire:orders.2", "icefire:charge.12")
def test_heroism_does_not_help_the_charge_of_an_overrun() -> None:
    table = Table(f"a {BERSERKERS} 24 20 0 | {GREATJON}", "b 10107 24 30 180 | 1", f"b {GUARDSMEN} 24 40.5 180")
    table.run(
        lambda game: perform(game, 0, "charge", 1), "order a1 order-reckless-heroism", "pivot 0", "align center",
        "order a1 order-overrun", dice=(1, 1, *[6] * 7, 3),
    )  # fmt: skip  # several to a line
    assert not has_effect(table.state, "charges-at-six", 0)


@rule("icefire:modifier.3")
@pytest.mark.parametrize("effect", ["assault-orders", "40112"])
def test_hasty_orders_are_for_one_attack(effect: str) -> None:
    table = Table(f"a {SWORDS} 24 20 0", FOE)
    add_effect(table.state, Effect(effect, 0, 0, "turn"))
    assert [len(table.fight(dice=[1] * 7).dice) for _ in range(2)] == [4, 7]


def test_vengeance_helps_one_attack() -> None:
    table = Table(f"a {SPEARMEN} 24 20 0", FOE)
    add_effect(table.state, Effect("need-for-vengeance", 0, 0, "turn"))
    assert [table.fight(dice=[3] * 7).hits for _ in range(2)] == [7, 0]


def test_superior_positioning_spoils_one_charge() -> None:
    table = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 30 180")
    add_effect(table.state, Effect("superior-positioning", 0, 1, "turn"))
    spoiled = [Moment("charge-rolled", 0, unit=0, target=1, action="charge", arc="front") for _ in range(2)]
    for moment in spoiled:
        moment.notes["roll"] = 3
        let_happen(table, moment)
    assert [moment.notes.get("disorderly", 1) for moment in spoiled] == [3, 1]


@rule("icefire:condition.5")
def test_protection_of_the_crown_ends_with_the_attack() -> None:
    """Afterwards a Vulnerable token may be expended on the dice against Hits of other effects."""
    table = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180 | vulnerable 20110", ncus=["b 30102 crown"])
    table.fight("pass", dice=[6] * 40)
    assert not table.was_asked("reroll.vulnerable")
    table.run(lambda game: suffer_hits(game, 1, 2, 0), "reroll 6 6", dice=(6, 6, 1, 1))
    assert table.conditions(1) == []


@rule("icefire:resolve.15")
def test_a_rank_that_returns_in_the_same_attack_was_destroyed_all_the_same() -> None:
    """The dauntless defender passes its Panic Test and restores the Wound."""
    table = Table(f"a {GUARDSMEN} 24 20 0 | 20121", f"b {SPEARMEN} 24 24.8 180 | 9 20209", hands={"a": ["40123"]})
    table.fight("card 40123", dice=[6, *[1] * 7, 1, 6, 6, 1])
    assert table.state.health[1] == 9
    assert table.conditions(0) == []


@rule("icefire:dance-with-dragons.7")
@pytest.mark.parametrize(("effect", "more", "speed"), [
    ("", "", 2), ("hidden-traps", "", 1), ("", "20206", 2),
])  # fmt: skip  # several to a line
def test_the_speed_of_a_carrier_is_lowered_but_not_raised(effect: str, more: str, speed: int) -> None:
    table = Table(
        f"a {SWORDS} 24 24 0 | {more}", f"b {GUARDSMEN} 24 44 180", options={"mode": "dance-with-dragons"},
        tokens=[[24_000, 24_000]], token_cards=[3], claims=[0],
    )  # fmt: skip  # several to a line
    if effect:
        add_effect(table.state, Effect(effect, 0, 1, "turn"))
    assert speed_of(table.state, 0) == speed * 1000


# Condition tokens and poison -------------------------------------------------------------------------------------


@rule("icefire:condition.2", "icefire:zone.wealth")
def test_wealth_may_remove_the_poison_instead_of_a_token() -> None:
    table = Table(f"a {SWORDS} 24 20 0", FOE, f"b {GUARDSMEN} 10 40 180 | panicked weakened", turn=1)
    add_effect(table.state, Effect("crannog-poison", 2, 0, "match"))
    table.run(lambda game: zone_effect(game, 1, "wealth"), "unit b2", "choose crannog-poison")
    assert table.conditions(2) == ["panicked", "weakened"]
    assert table.state.effects == ()


@rule("icefire:condition.2")
@pytest.mark.parametrize(("answer", "left"), [("panicked", ["weakened"]), ("crannog-poison", ["panicked", "weakened"])])
def test_mercy_of_the_mother_may_remove_the_poison(answer: str, left: list[str]) -> None:
    table = Table(f"a {GUARDSMEN} 24 20 0 | panicked weakened", f"b {SWORDS} 10 40 180", hands={"a": ["40120"]})
    add_effect(table.state, Effect("crannog-poison", 0, 1, "match"))
    moment = Moment("activation", 0, unit=0)
    table.run(lambda game: happen(game, moment), "card 40120", f"choose {answer}", dice=(6, 6))
    assert table.conditions(0) == left


@rule("icefire:action.4")
def test_riding_by_instead_of_another_action_is_one_action_for_the_poison() -> None:
    table = Table("a 10202 24 20 0 | 20215", f"b {GUARDSMEN} 24 40 180", hands={"a": ["40226"]})
    add_effect(table.state, Effect("crannog-poison", 0, 1, "match"))
    assert table.state.turn is not None
    table.state.turn.unit = 0
    table.run(lambda game: perform(game, 0, "march"), "card 40226", "maneuver 0 5000 0")
    assert table.state.health[0] == 12 - 1


# Re-rolls --------------------------------------------------------------------------------------------------------


@rule("icefire:reroll.2")
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(("card", "commander"), [("40217", "20201"), ("40404", "20402")])
def test_cards_that_re_roll_come_in_the_order_of_the_turn(card: str, commander: str, turn: int) -> None:
    """The enemy's token comes after them in their player's turn, and before them in the enemy's."""
    table = Table(
        f"a {SWORDS} 24 20 0 | panicked", FOE, hands={"a": [card]}, turn=turn, commanders=[commander, "20115"],
        factions=["stark" if card == "40217" else "neutral", "lannister"],
    )  # fmt: skip  # several to a line
    table.test("panic", dice=(1, 2, 3))
    prompts = [prompt for _, prompt, _ in table.asked]
    asked = ["ask.window.reroll", "ask.reroll.panicked"]
    assert [prompt for prompt in prompts if prompt in asked] == (asked[::-1] if turn else asked)
