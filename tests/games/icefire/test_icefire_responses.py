"""What is targeted and what may be responded to, where several cards and abilities meet."""

from __future__ import annotations

import pytest

from banneret.games.icefire.abilities.targets import enemy_ncus
from banneret.games.icefire.content.editions import EDITIONS, SEASON_6, Edition
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.actions.melee import fight_at
from banneret.games.icefire.rules.activation import activate_unit
from banneret.games.icefire.rules.board.board import activate_ncu, claim, zone_effect
from banneret.games.icefire.rules.combat.wounds import destroy_attachment, suffer
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.control import controls
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.state import Effect, Moment
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from tests.games.icefire.scene import (
    BERSERKERS,
    BOOKS,
    CROSSBOWMEN,
    GUARDSMEN,
    SWORDS,
    asked,
    laid,
)
from tests.games.icefire.table import Table

rule = pytest.mark.rule

FOE = f"b {CROSSBOWMEN} 24 24.8 180"
"""Crossbowmen flush against the front of a unit at (24, 20)."""
SPEARMEN, CUTTHROATS, PYROMANCERS = "10215", "10401", "10104"
GREATJON = "20202"


def let_happen(table: Table, moment: Moment, *answers: str) -> None:
    """Let a moment happen on a table."""
    table.run(lambda game: happen(game, moment), *answers)


# Targets ---------------------------------------------------------------------------------------------------------


@rule("icefire:zone.wealth", "icefire:timing.2")
def test_a_unit_that_a_zone_must_target_instead_is_targeted_by_it() -> None:
    """Intercepted orders lead Wealth to a bribed unit, which is bought back."""
    table = Table(
        f"a {SWORDS} 24 20 0", f"a {SPEARMEN} 10 20 0", f"b {GUARDSMEN} 24 40 180 | 20105", attached=[["40104", 1, 1]],
        hands={"b": ["40119"]},
    )  # fmt: skip  # several to a line
    table.run(lambda game: zone_effect(game, 0, "wealth"), "unit a1", "card 40119", "unit a2", dice=(6,))
    assert table.state.attached == ()


@rule("icefire:ruling.61")
@pytest.mark.parametrize("copied", [False, True])
def test_a_copy_of_wealth_does_not_buy_back_a_bribed_unit(copied: bool) -> None:
    """Littlefinger claims Crown or Wealth; its effect is another's if he copies it."""
    table = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180", attached=[["40104", 0, 1]], ncus=["a 30402"])
    answers = ("yes", "choose wealth", "unit a1") if copied else ("pass", "unit a1")
    table.run(lambda game: claim(game, 0, "crown" if copied else "wealth"), *answers)
    assert bool(table.state.attached) == copied


def test_nobody_is_offered_who_cannot_be_targeted() -> None:
    """The High Seneschal merely observes the battle."""
    table = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180", ncus=["a 30208", "b 30404"])
    table.run(lambda game: happen(game, Moment("turn-start", 0)))
    assert not table.was_asked("choose.price-of-honor")
    assert enemy_ncus(table.state, 0) == []


@rule("icefire:board.5")
def test_a_silenced_joffrey_no_longer_counts_as_controlling_the_crown() -> None:
    table = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180", ncus=["b 30106", "a 30208"], turn=1)
    table.run(lambda game: claim(game, 0, "wealth"))
    assert controls(table.state, 1, "crown")
    table.run(lambda game: happen(game, Moment("turn-start", 0)), "choose bn1")
    assert not controls(table.state, 1, "crown")
    assert controls(table.state, 1, "wealth")


@rule("icefire:deck.5")
def test_commands_are_not_issued_to_a_unit_closed_to_its_own_cards() -> None:
    table = Table(f"a {SPEARMEN} 24 20 0", f"b {GUARDSMEN} 24 40 180", hands={"a": ["40403"]})
    table.state.orders_used[0].append("order-hold-the-line")
    add_effect(table.state, Effect("no-cards", 0, 1, "turn"))
    table.run(lambda game: happen(game, Moment("turn-start", 0)))
    assert not table.was_asked("window.turn-start")


@rule("icefire:timing.2")
def test_ferocity_that_targets_the_defender_can_be_canceled() -> None:
    """The enemy flays a man engaged with the defender, who is Weakened."""
    table = Table("a 10217 24 20 0 | 8 weakened", f"b {CUTTHROATS} 24 24.8 180", hands={"b": ["40411"]})
    table.fight("card 40411", "condition weakened", dice=[1] * 5)
    assert table.conditions(1) == []
    assert table.conditions(0) == []


@rule("icefire:ruling.58")
@pytest.mark.parametrize("canceled", [False, True])
def test_the_rains_of_castamere_are_canceled_as_a_whole(canceled: bool) -> None:
    """Eddard Stark protects one of the two units that the five parts target."""
    table = Table(
        f"a {SWORDS} 24 20 0", f"a {SPEARMEN} 10 20 0", f"b {GUARDSMEN} 24 40 180", ncus=["b 30101", "a 30208"], turn=1
    )
    table.state.influence[1] = 0
    answer = "yes" if canceled else "pass"
    let_happen(table, Moment("turn-start", 1), "yes", *["unit a2"] * 2, *["unit a1"] * 3, answer)
    assert table.conditions(1) == ([] if canceled else ["panicked", "vulnerable"])
    assert (table.state.health[0] == 12) == canceled


@rule("icefire:ruling.58", "icefire:timing.2")
def test_others_may_respond_for_each_target_of_a_card() -> None:
    """Only the second unit that Bear Island supports is near Tyrion, who foils the card."""
    table = Table(
        f"a {SPEARMEN} 24 12 0", f"a {SWORDS} 24 24 0 | 6", f"b {GUARDSMEN} 24 32 180 | 20105", hands={"a": ["40233"]}
    )
    turn = Moment("turn-start", 0)
    table.run(
        lambda game: happen(game, turn), "card 40233", "unit a1", "unit a2", "order b1 order-counterstrategy", dice=(6,)
    )
    assert table.state.health == [12, 6, 12]


@rule("icefire:influence.1")
def test_jaqen_borrows_an_influence_and_nothing_else_of_its_card() -> None:
    """Eddard's price of honor is his own."""
    table = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180", ncus=["a 30405", "b 30208"])
    answers = "choose bn1", "claim wealth", "unit a1", "unit a1"
    table.run(lambda game: activate_ncu(game, 0), *answers)
    assert table.state.influence[0] == 0
    let_happen(table, Moment("turn-start", 0))
    assert [seat for seat, prompt, _ in table.asked if prompt == "ask.choose.price-of-honor"] == [1]


@rule("icefire:ruling.58", "icefire:timing.2")
def test_any_target_of_an_order_at_all_enemies_may_foil_it() -> None:
    """The second of two enemies near Theon passes its Morale Test."""
    table = Table(
        f"a {CUTTHROATS} 24 20 0 | 20404", f"b {GUARDSMEN} 21 28 180", f"b {GUARDSMEN} 27 28 180 | 20129",
        hands={"b": ["40126"]},
    )  # fmt: skip  # several to a line
    turn = Moment("turn-start", 0)
    table.run(lambda game: happen(game, turn), "order a1 order-set-an-example", "pass", "card 40126", dice=(6, 6))
    assert [table.conditions(unit) for unit in (1, 2)] == [[], []]
    open_to_it = Table(f"a {CUTTHROATS} 24 20 0 | 20404", f"b {GUARDSMEN} 21 28 180", f"b {GUARDSMEN} 27 28 180")
    open_to_it.run(lambda game: happen(game, turn), "order a1 order-set-an-example", dice=(1,))
    assert [open_to_it.conditions(unit) for unit in (1, 2)] == [["panicked"], ["panicked"]]


# Triggers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("acted", ["nothing", "ncu", "destroyed", "pass"])
def test_the_first_turn_of_a_round_is_the_one_before_which_nobody_acted(acted: str) -> None:
    """Not the second, even if a non-combat unit or a unit now destroyed was activated first, or the player passed."""
    state = laid(
        f"a {SWORDS} 24 10 0", f"a {SPEARMEN} 10 10 0", f"b {GUARDSMEN} 24 40 180", ncus=["a 30202", "a 30204"],
        hands={"b": ["40129"]},
    )  # fmt: skip  # several to a line
    if acted == "ncu":
        state.ncu_activated[0] = True
    elif acted == "destroyed":
        state.activated[1], state.pose[1], state.health[1] = True, None, 0
    elif acted == "pass":
        state.passed_in[0] = 1
    match = Match(BOOKS[SEASON_6], Origin(2, {}, None, state))
    assert asked(match) == (("b", "window.turn-start") if acted == "nothing" else ("a", "activation"))


@rule("icefire:surge.4")
def test_friends_pivot_after_the_last_stand_of_a_unit() -> None:
    table = Table(
        f"b {GUARDSMEN} 24 20 0 | 1", f"a {BERSERKERS} 24 24.8 180 | 1 {GREATJON}", f"a {SWORDS} 24 15.2 0",
        f"b {GUARDSMEN} 10 44 180", hands={"a": ["40213"]}, turn=1,
    )  # fmt: skip  # several to a line
    table.run(lambda game: suffer(game, 1, 1, 1, 0), "card 40213", "yes", "pivot 9000", dice=[6] * 9 + [1] * 9)
    assert table.state.pose[0] is None
    assert table.state.pose[2] is not None
    assert table.state.pose[2].heading == 9000


def test_a_taunt_does_not_concern_a_surge_after_the_taunter_is_destroyed() -> None:
    table = Table(f"b {GUARDSMEN} 24 20 0", f"a {SWORDS} 24 24.8 180 | 1 20123", f"a {SWORDS} 10 44 180", turn=1)
    table.run(
        lambda game: activate_unit(game, 0), "order a1 order-taunt", "take melee", "yes", "maneuver 0 1000 0",
        dice=[6] * 6 + [1] * 6,
    )  # fmt: skip  # several to a line
    assert table.state.pose[1] is None
    assert table.conditions(0) == []


@rule("icefire:resolve.18", "icefire:ruling.148")
@pytest.mark.parametrize(("person", "guard"), [
    pytest.param("20207", "10207 24 16.22 0", id="Bran"),
    pytest.param("20426", f"{SWORDS} 24 15.2 0 | 20427", id="Jokin"),
])  # fmt: skip  # several to a line
def test_a_protector_avenges_a_unit_that_the_attack_destroyed(person: str, guard: str) -> None:
    table = Table(f"b {GUARDSMEN} 24 20 0", f"a {SWORDS} 24 24.8 180 | 1 {person}", f"a {guard}", turn=1)
    table.run(lambda game: fight_at(game, 0, 1), "choose melee", dice=[6] * 6 + [1] * 6)
    assert table.state.pose[1] is None
    assert table.was_asked("choose.strike")


def test_horror_is_among_the_abilities_lost_to_kevan() -> None:
    """Even when it is the defender's turn, whose abilities would come first."""
    table = Table(f"a {GUARDSMEN} 24 20 0 | 20130", f"b {PYROMANCERS} 24 24.8 180", attached=[["40130", 1, 0]], turn=1)
    table.fight(dice=[1] * 6)
    assert table.state.health[0] == 12
    assert table.state.effects == ()


@rule("icefire:panic.3", "icefire:ruling.41")
def test_a_crippled_elephant_suffers_no_more_than_two_wounds_from_a_failed_test() -> None:
    table = Table("a 10413 24 20 0 | weakened", f"b {CUTTHROATS} 24 24.2 180 | 20409", hands={"b": ["40414"]}, turn=1)
    test = table.test("panic", "card 40414", "yes", dice=(1, 1, 3))
    assert test.wounds == 2
    assert table.state.health[0] == 6


@rule("icefire:orders.1", "icefire:attachment.7")
def test_whoever_has_a_new_name_may_take_another_in_a_later_round() -> None:
    """The Dreadfort Captain may even be Jaqen again, but not in the same round, nor once he is destroyed."""
    named = Table(f"a {CUTTHROATS} 24 20 0 | 20413", "b 10101 24 40 180", once=["0:lost:20401"])
    order = "order a1 order-taking-a-new-name"
    named.run(lambda game: happen(game, Moment("turn-start", 0)), order)
    named.asked.clear()
    named.run(lambda game: happen(game, Moment("turn-start", 0)))
    assert not named.was_asked("window.turn-start")
    named.state.orders_used[0].clear()
    named.run(lambda game: happen(game, Moment("turn-start", 0)), order)
    assert named.state.attachments[0] == ("20413",)
    named.state.orders_used[0].clear()
    named.run(lambda game: destroy_attachment(game, 0, "20413", 1))
    named.asked.clear()
    named.run(lambda game: happen(game, Moment("turn-start", 0)))
    assert not named.was_asked("window.turn-start")


@rule("icefire:board.4")
@pytest.mark.parametrize("returns", [False, True])
def test_an_effect_that_sansa_has_replaced_is_not_replaced_again(returns: bool) -> None:
    """She returns a card instead of the effect of Crown, or Assault Orders may be played instead of it."""
    table = Table(
        f"a {SWORDS} 24 20 0", FOE, hands={"a": ["40207"]}, ncus=["a 30202"], discards=[["40201"], []], once=["0:30202"]
    )
    table.run(lambda game: claim(game, 0, "crown"), "yes" if returns else "pass")
    assert table.was_asked("window.zone-claimed") == (not returns)


@rule("icefire:influence.1", "icefire:ruling.67")
@pytest.mark.parametrize("why", ["canceled", "destroyed"])
def test_a_non_combat_unit_influences_once_for_a_zone(why: str) -> None:
    """Not again after the zone, if the influence was canceled or the zone destroyed the influenced unit."""
    wealth = ["b 30103", "a 30208"]
    table = Table(f"a {SWORDS} 24 20 0 | 1", f"a {SPEARMEN} 10 20 0", f"b {GUARDSMEN} 24 40 180", ncus=wealth, turn=1)
    table.state.influence[1] = 0 if why == "canceled" else -1
    answers = ("unit a1", "yes") if why == "canceled" else ("unit a1", "unit a1")
    zone = "wealth" if why == "canceled" else "crown"
    table.run(lambda game: claim(game, 0, zone), *answers, dice=(1, 1, 3))
    assert table.state.influence[0] == -1
    assert [prompt for _, prompt, _ in table.asked].count("ask.unit.influence") == 1


@rule("icefire:keyword.dangerous", "icefire:ruling.142")
@pytest.mark.parametrize("edition", EDITIONS)
def test_crannog_traps_of_season_6_are_dangerous_to_every_move_of_the_turn(edition: Edition) -> None:
    """Cavalry that has maneuvered then charges: D3+1 Wounds, the die shows 3."""
    table = Table("b 10105 24 32 180", "a 10204 24 20 0", turn=1, edition=edition)
    add_effect(table.state, Effect("crannog-traps", 0, 0, "turn"))
    table.run(lambda game: perform(game, 0, "charge", 1), "pivot 18000", "align center", dice=(6, 3))
    assert table.state.health[0] == (12 - 4 if edition == SEASON_6 else 12)


@rule("icefire:timing.3", "icefire:terms.8")
@pytest.mark.parametrize("maneuvers", [False, True])
def test_marshaled_riders_may_rest_instead_of_the_maneuver_before_their_action(maneuvers: bool) -> None:
    """Unless they have already made it. They then have their action as well."""
    table = Table("a 10202 24 20 0 | 6", f"b {GUARDSMEN} 24 44 180", hands={"a": ["40228"]})
    first = ("yes", "maneuver 0 1000 0") if maneuvers else ("pass",)
    rests = () if maneuvers else ("yes", "yes")
    table.run(lambda game: activate_unit(game, 0), *first, "card 40228", *rests, "take march", "march 5000 0")
    assert table.state.health[0] == (6 if maneuvers else 9)
    assert table.state.activated[0]


@rule("icefire:timing.1")
@pytest.mark.parametrize("foresees", [False, True])
def test_who_plays_a_counterplot_through_tyrion_plays_no_other_card_in_response(foresees: bool) -> None:
    """He has one in his deck and one in his hand."""
    table = Table(
        f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180", hands={"a": ["40206"], "b": ["40105"]}, ncus=["b 30104"],
        decks={"b": ["40105"]},
    )  # fmt: skip  # several to a line
    answer = "choose-card 40105" if foresees else "pass"
    table.run(lambda game: happen(game, Moment("turn-start", 0)), "card 40206", answer, dice=(1,))
    assert table.was_asked("window.card-played") == (not foresees)


@rule("icefire:orders.3")
@pytest.mark.parametrize("led", [False, True])
def test_an_action_that_an_elephant_does_not_perform_springs_no_traps(led: bool) -> None:
    """It performs none without the Golden Company if it fails a Morale Test."""
    company = "b 10411 24 44 180" if led else f"b {GUARDSMEN} 24 44 180"
    table = Table("b 10413 24 36 180", company, "a 10209 24 24 0", turn=1)
    answers = ["march 1000 18000"] if led else []
    table.run(lambda game: perform(game, 0, "march"), *answers, dice=() if led else (1, 1))
    assert table.was_asked("window.action-chosen") == led
