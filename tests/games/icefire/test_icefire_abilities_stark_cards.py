"""Tactics cards of House Stark: each is seen to do what it does."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.abilities.stark.riders import RideSpace
from banneret.games.icefire.actions import Maneuver
from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.effects import registry
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.board.board import claim
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.movement.movement import shift
from banneret.games.icefire.state import NO_UNIT, Moment, Turn, Use
from banneret.plane import Side
from tests.games.icefire.scene import BERSERKERS, OUTRIDERS, SWORDS
from tests.games.icefire.table import Table

rule = pytest.mark.rule

FOE = "b 10106 24 24.8 180"
"""Crossbowmen, who have no Orders, flush against the front of a unit at (24, 20)."""
FAR = "b 10106 24 32 180"


def at(card: str, more: str = "") -> str:
    """Return a unit of the first player in the middle of the table."""
    return f"a {card} 24 20 0 | {more}"


def holding(*cards: str, units: tuple[str, ...] = (at(BERSERKERS), FOE), **more: Any) -> Table:
    """Return a table on which the first player holds these cards."""
    return Table(*units, hands={"a": cards}, **more)


def start(table: Table, *answers: str, seat: int = 0, event: str = "turn-start", dice: tuple[int, ...] = ()) -> None:
    """Begin a turn or a round."""
    table.run(lambda game: happen(game, Moment(event, seat)), *answers, dice=dice)


def activate(table: Table, unit: int, *answers: str, dice: tuple[int, ...] = ()) -> None:
    """Let a unit come to its activation."""
    seat = table.state.seat[unit]
    table.run(lambda game: happen(game, Moment("activation", seat, unit=unit)), *answers, dice=dice)


def height(table: Table, unit: int) -> float:
    """Return how far up the table a unit lies, in inches."""
    pose = table.state.pose[unit]
    assert pose is not None
    return pose.y / 1000


# The seven of every army ---------------------------------------------------------------------------------------------


@rule("icefire:deck.2", "icefire:deck.5")
def test_winters_might_does_more_with_combat_and_the_last_rank() -> None:
    table = holding("40201")
    assert not table.fight("card 40201", dice=[1] * 7).highest_value
    assert table.state.discards[0] == ["40201"]
    more = holding("40201", units=(at(BERSERKERS, "4"), FOE), ncus=["a 30205 combat"])
    fight = more.fight("card 40201", dice=[1] * 9)
    assert fight.keywords == {"sundering"}
    assert fight.highest_value
    assert (0, "attack") in fight.rerolls


def test_northern_ferocity() -> None:
    table = holding("40202", units=(at(BERSERKERS, "4"), FOE), ncus=["a 30205 combat"])
    fight = table.fight("card 40202", dice=[1] * 9)
    assert fight.keywords == {"vicious"}
    assert fight.extra_panic_wounds == 2
    assert table.conditions(1) == ["panicked"]


@rule("icefire:charge.12", "icefire:charge.23")
def test_a_devastating_impact() -> None:
    table = holding("40203", units=(at(BERSERKERS), "b 10106 24 30 180"), ncus=["a 30205 maneuver"])
    table.run(lambda game: perform(game, 0, "charge", 1), "card 40203", "reroll 1", dice=(1, 5))
    assert table.conditions(1) == ["panicked", "vulnerable"]
    assert not any(one.name == "devastating-impact" for one in table.state.effects)


@rule("icefire:deck.6", "icefire:modifier.3")
def test_the_north_remembers_the_fallen() -> None:
    units = (at(BERSERKERS), FOE, "a 10203 5 5 0")
    table = holding("40204", units=units, ncus=["a 30205 combat"])
    start(table, "card 40204", "unit a1")
    assert [one.card for one in table.state.attached] == ["40204"]
    assert not table.shaped().highest_value
    table.run(lambda game: suffer(game, 2, 12, 1))
    assert table.shaped().highest_value
    assert table.number("hit") == 1


@rule("icefire:deck.2")
def test_winter_is_coming() -> None:
    table = holding("40205")
    moment = table.charged()
    table.run(lambda game: happen(game, moment), "card 40205", "choose highest")
    assert moment.fight is not None
    assert moment.fight.highest_value
    assert table.state.effects == ()
    hidden = holding("40205")
    moment = hidden.charged()
    hidden.run(lambda game: happen(game, moment), "card 40205", "choose no-targets")
    assert moment.fight is not None
    assert not moment.fight.highest_value
    assert {one.name for one in hidden.state.effects} == {"no-cards", "no-orders"}
    both = holding("40205", ncus=["a 30205 maneuver"])
    charge = both.charged()
    both.run(lambda game: happen(game, charge), "card 40205")
    assert charge.fight is not None
    assert charge.fight.highest_value
    assert {one.name for one in both.state.effects} == {"no-cards", "no-orders"}


@rule("icefire:terms.23")
def test_a_swift_reposition_is_a_shift_or_a_maneuver() -> None:
    table = holding("40206", units=(at(BERSERKERS), FAR))
    start(table, "card 40206", "shift forward 2000", seat=1)
    assert height(table, 0) == 22
    more = holding("40206", units=(at(BERSERKERS), FAR), ncus=["a 30205 maneuver"])
    start(more, "card 40206", "maneuver 0 3000 0")
    assert height(more, 0) == 23


@pytest.mark.parametrize(("edition", "dice"), [("icefire-s6", 4), ("icefire-2021", 7)])
@rule("icefire:board.4", "icefire:modifier.3")
def test_assault_orders_replace_the_zone(edition: Edition, dice: int) -> None:
    table = holding("40207", units=(at(SWORDS), FOE), ncus=["a 30205"], edition=edition)
    table.run(lambda game: claim(game, 0, "wealth"), "card 40207", "take melee", dice=[1] * 7)
    assert not table.was_asked("unit.wealth")
    assert table.state.drawn == dice, "as many dice as there are, and all of them miss"


def test_assault_orders_may_be_a_charge_for_combat() -> None:
    table = holding("40207", units=(at(BERSERKERS), "b 10106 24 30 180"), ncus=["a 30205"])
    table.run(lambda game: claim(game, 0, "combat"), "card 40207", "charge b1", dice=(6,))
    assert table.state.contacts != []


# Robb Stark ----------------------------------------------------------------------------------------------------------


@rule("icefire:retreat.1")
def test_a_sudden_retreat() -> None:
    table = holding("40208", units=(FOE, at(SWORDS, "20201")))
    table.fight("card 40208", "reroll 1", "withdraw back 10000 0", dice=[1] * 5 + [1, 5])
    assert table.state.contacts == []


@pytest.mark.parametrize(
    ("edition", "robb", "roll", "shaken"),
    [("icefire-s6", "", 3, True), ("icefire-s6", "", 4, False), ("icefire-s6", "20206", 5, True),
     ("icefire-2021", "20206", 5, False), ("icefire-2021", "", 2, True)],
)  # fmt: skip  # several to a line
@rule("icefire:charge.17")
def test_superior_positioning(edition: Edition, robb: str, roll: int, shaken: bool) -> None:
    table = holding("40209", units=("b 10106 24 30 180", at(BERSERKERS, robb)), edition=edition, turn=1)
    table.run(lambda game: perform(game, 0, "charge", 1), "card 40209", dice=(roll,))
    assert ("vulnerable" in table.conditions(0)) == shaken
    assert table.state.turn is not None
    assert (1 in table.state.turn.cardless) == shaken


@rule("icefire:retreat.6")
def test_hit_and_run() -> None:
    table = holding("40210", units=(at(BERSERKERS, "20206"), FOE))
    table.fight("card 40210", "withdraw back 3000 0", dice=[1] * 7)
    assert table.state.contacts == []
    assert table.conditions(1) == ["weakened"]


# Greatjon Umber ------------------------------------------------------------------------------------------------------


@rule("icefire:ruling.49")
def test_berserker_tactics_are_bought_with_wounds() -> None:
    table = holding("40211")
    fight = table.fight("card 40211", "choose 2", "choose critical-blow", "choose highest", "choose reroll")
    assert table.state.health[0] <= 10
    assert "critical-blow" in fight.keywords
    assert fight.highest_value
    assert "sundering" not in fight.keywords


def test_berserker_tactics_of_2021_add_wounds_and_frighten() -> None:
    table = holding("40211", edition="icefire-2021")
    fight = table.fight("card 40211", "choose 3", dice=[1] * 7)
    assert fight.wounds == 4
    assert "panicked" in table.conditions(1)


@rule("icefire:ruling.33")
def test_the_attacker_is_lashed_out_at() -> None:
    table = holding("40212", units=(FOE, at(BERSERKERS, "4")))
    table.fight("card 40212", dice=[1] * 5)
    assert table.state.health[0] == 12 - 4
    assert table.conditions(0) == ["panicked"]


@rule("icefire:units.12")
def test_a_last_stand_strikes_before_it_falls() -> None:
    table = holding("40213", units=(at(BERSERKERS, "1"), FOE, "a 10203 5 5 0"))
    table.run(lambda game: suffer(game, 0, 1, 1, 1), "card 40213", "reroll 1", dice=[1, *[2] * 8, 6, 1, 6, 6, 1])
    assert table.state.health[1] == 11
    assert table.state.pose[0] is None


# Brynden Tully on foot -----------------------------------------------------------------------------------------------


@rule("icefire:charge.23")
def test_set_for_charge_strikes_first() -> None:
    table = holding("40214", units=(FOE, at(BERSERKERS)), turn=1)
    table.run(lambda game: happen(game, table.charged()), "card 40214", dice=[6] + [1] * 6 + [1, 6, 6, 1])
    assert table.state.health[0] == 11
    rear = holding("40214", units=(FOE, at(BERSERKERS)), turn=1)
    rear.run(lambda game: happen(game, rear.charged(arc=Side.REAR)))
    assert rear.asked == []


@rule("icefire:deck.6")
def test_who_refuses_to_yield_exposes_until_it_fails() -> None:
    table = holding("40215", units=(at(BERSERKERS, "20209"), FOE))
    table.test("panic", "card 40215", dice=(6, 5, 1))
    assert table.conditions(1) == ["vulnerable"]
    assert [one.card for one in table.state.attached] == ["40215"]
    table.state.conditions[1] = 0
    again = table.test("panic", dice=(2, 2, 1))
    assert again.passed, "Iron Resolve and House Tully: +2"
    assert again.modifier == 2
    assert table.conditions(1) == ["vulnerable"]
    table.test("panic", dice=(1, 1, 1))
    assert table.state.attached == ()


@pytest.mark.parametrize(
    ("edition", "more", "conditions"),
    [("icefire-s6", "20209", ["panicked", "vulnerable"]), ("icefire-s6", "", ["panicked"]),
     ("icefire-2021", "20209", ["panicked", "vulnerable"])],
)  # fmt: skip  # several to a line
def test_a_war_cry_of_tullys(edition: Edition, more: str, conditions: list[str]) -> None:
    table = holding("40216", units=(at(BERSERKERS, more), FAR), edition=edition)
    activate(table, 0, "card 40216", dice=(6, 5))
    assert table.conditions(1) == conditions


# Eddard Stark --------------------------------------------------------------------------------------------------------


@rule("icefire:reroll.1", "icefire:panic.1")
def test_northern_defiance_passes_near_eddard_and_strikes_back() -> None:
    near = holding("40217", units=(at(BERSERKERS, "8 20210"), FOE))
    assert near.test("panic", "card 40217", dice=(1, 2, 3)).passed
    assert near.state.health[1] == 12 - 2
    away = holding("40217", units=(at(BERSERKERS), FOE))
    assert away.test("panic", "card 40217", "reroll 1 2", dice=(1, 2, 3, 6, 5)).passed


@rule("icefire:deck.6", "icefire:deck.8")
def test_lead_by_example_lasts_for_the_round_or_draws() -> None:
    units = (at(BERSERKERS, "20210"), FOE, "a 10203 12 20 0")
    table = holding("40218", units=units)
    table.fight("card 40218", dice=[1] * 7)
    assert table.number("morale", 2) == 2
    assert table.shaped(attacker=2).hit_modifier == 1
    start(table, event="round-end")
    assert table.state.attached == ()
    assert table.state.discards[0] == ["40218"]


@pytest.mark.parametrize("card", ["40218", "40219"])
@rule("icefire:deck.8", "icefire:cleanup.12")
def test_cards_of_eddard_may_be_a_card_drawn(card: str) -> None:
    table = holding(card, decks={"a": ["40201"]})
    start(table, f"card {card}")
    assert table.state.hands[0].cards == ["40201"]


@rule("icefire:terms.8")
def test_fury_for_the_fallen() -> None:
    units = (FOE, at(BERSERKERS, "1"), "a 10203 12 24.8 270 | 20210")
    table = holding("40219", units=units)
    table.fight("card 40219", "charge b1", "reroll 1", dice=[6] * 5 + [1] * 5 + [1, 6])
    assert table.state.health[1] == 0
    assert table.was_asked("reroll.distance")
    assert any({one.one, one.other} == {0, 2} for one in table.state.contacts)
    near = holding("40219", units=(FOE, at(BERSERKERS, "1"), "a 10203 24 29.6 180 | 20210"))
    near.fight("card 40219", "take melee", "reroll 1", dice=[6] * 5 + [1] * 5 + [1] * 7)
    assert near.was_asked("reroll.attack")


# Rodrik Cassel -------------------------------------------------------------------------------------------------------


@rule("icefire:condition.2", "icefire:ruling.63")
def test_combat_prowess_cancels_what_targets_an_enemy() -> None:
    table = Table(f"{FAR} | panicked", at(BERSERKERS), hands={"a": ["40220"]}, turn=1)
    moment = Moment("targeted", 1, target=0, by="ability")
    table.run(lambda game: happen(game, moment), "card 40220", "condition panicked")
    assert moment.canceled
    assert table.conditions(0) == []


def test_combat_prowess_may_free_a_friend() -> None:
    table = holding("40220", units=(at(BERSERKERS, "weakened"), FOE))
    start(table, "card 40220")
    assert table.conditions(0) == []


@rule("icefire:terms.12")
def test_martial_superiority() -> None:
    table = holding("40221", units=(FOE, at(BERSERKERS, "20211")))
    fight = table.fight("card 40221", dice=[1] * 10)
    assert fight.hit_modifier == -1
    assert table.state.health[0] == 12 - 5


@rule("icefire:card.11", "icefire:stacking.3")
def test_the_advantage_is_pressed_by_the_tokens_of_the_defender() -> None:
    table = holding("40222", units=(at(BERSERKERS), f"{FOE} | vulnerable"))
    fight = table.fight("card 40222", "choose silence", "choose hit", dice=[1] * 7)
    assert fight.hit_modifier == 1
    assert {one.name for one in table.state.effects if one.unit == 1} == {"no-abilities", "no-cards"}


# Howland Reed --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("crannog", "wounds"), [("10209", 2), (BERSERKERS, 0)])
@rule("icefire:keyword.dangerous")
def test_crannog_traps(crannog: str, wounds: int) -> None:
    table = holding("40223", units=("b 10106 24 32 180", at(crannog)), turn=1)
    table.state.orders_used[1].append("order-hidden-traps")
    table.run(lambda game: perform(game, 0, "march"), "card 40223", "march 5000 18000", dice=(1,))
    assert table.number("speed") == -1
    assert table.state.health[0] == 12 - wounds


def test_crannog_traps_do_nothing_to_a_unit_that_has_fallen_meanwhile() -> None:
    table = holding("40223", units=("b 10106 24 32 180", at("10209")), turn=1)
    table.state.pose[0] = None
    use = Use(0, NO_UNIT, "40223", Moment("action-chosen", 1, unit=0, action="march"))
    table.run(lambda game: registry.CARDS["40223"][0].play(game, use))
    assert table.state.effects == ()


def test_crannog_traps_of_2021_are_laid_at_the_activation() -> None:
    table = holding("40223", units=("b 10106 24 32 180", at("10209")), edition="icefire-2021", turn=1)
    table.state.orders_used[1].append("order-hidden-traps")
    activate(table, 0, "card 40223")
    assert table.number("speed") == -1
    table.run(lambda game: perform(game, 0, "march"), "march 5000 18000", dice=(1,))
    assert table.state.health[0] == 10


@rule("icefire:ranged.4")
def test_bog_devils_weaken_or_shoot() -> None:
    table = holding("40224", units=(FAR, at("10218")), turn=1)
    activate(table, 0, "card 40224")
    assert table.conditions(0) == ["weakened"]
    shooting = holding("40224", units=("b 10106 24 28 180", at("10209")), turn=1)
    shooting.state.orders_used[1].append("order-hidden-traps")
    activate(shooting, 0, "card 40224", "choose shoot", "choose ranged", dice=(*[6] * 7, *[1] * 7, 6, 6, 1))
    assert shooting.state.health[0] == 12 - 7


def test_nobody_lies_in_ambush_for_what_has_fallen() -> None:
    """What was declared before it has destroyed the enemy: the card is not asked for."""
    table = holding("40224", units=(FAR, at("10218")), turn=1)
    table.state.health[0], table.state.pose[0], table.state.contacts = 0, None, []
    activate(table, 0)
    assert not table.asked


@rule("icefire:panic.1")
def test_a_threat_unseen() -> None:
    table = holding("40225", units=(at("10218"), FAR))
    start(table, "card 40225", seat=1, dice=(1, 2, 3))
    assert table.conditions(1) == ["panicked"]
    assert table.state.health[1] == 9


# Brynden Tully on horseback ------------------------------------------------------------------------------------------


@rule("icefire:march.2")
def test_a_ride_by_attack_goes_through_enemies() -> None:
    table = holding("40226", units=(at(OUTRIDERS), "b 10106 24 24.9 180"))
    assert table.state.turn is not None
    table.state.turn.unit = 0
    table.run(lambda game: perform(game, 0, "melee"), "card 40226", "maneuver 0 11500 0")
    assert height(table, 0) == 31.5
    assert table.state.health[1] == 12 - 4


@rule("icefire:action.6", "icefire:action-2021.1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_ride_by_attack_may_begin_with_a_pivot_over_the_enemy_in_season_6(edition: Edition) -> None:
    table = holding("40226", units=(at(OUTRIDERS), "b 10106 24 24.9 180"), edition=edition)
    space = RideSpace(table.state, 0, 12_000)
    fault = space.refusal(Maneuver(4500, 12_000, 4500))
    assert (None if fault is None else fault.rule) == ("icefire:action-2021.1" if edition == "icefire-2021" else None)


@rule("icefire:charge.2")
def test_riders_ride_down_who_has_moved() -> None:
    table = holding("40227", units=("b 10106 24 32 180", at(OUTRIDERS)), turn=1)
    table.run(lambda game: perform(game, 0, "march"), "card 40227", dice=(6, 1, 1, 1, 1))
    assert table.conditions(0) == ["panicked"]
    assert table.state.health[0] == 8


@rule("icefire:wounds.3")
def test_marshaled_riders_rest_in_place_of_a_maneuver() -> None:
    table = holding("40228", units=(at(OUTRIDERS, "6 weakened"), FAR))
    activate(table, 0, "card 40228")
    table.run(lambda game: perform(game, 0, "maneuver"), "yes")
    assert table.state.health[0] == 9
    assert table.conditions(0) == []
    assert height(table, 0) == 20


# Rickard Karstark ----------------------------------------------------------------------------------------------------


def test_who_ignores_a_taunt_is_shaken() -> None:
    table = holding("40229", units=("b 10106 24 30 180", at(BERSERKERS)), turn=1)
    activate(table, 0, "card 40229")
    table.run(lambda game: perform(game, 0, "march"))
    assert table.conditions(0) == ["vulnerable", "weakened"]
    heeded = holding("40229", units=("b 10106 24 30 180", at(BERSERKERS)), turn=1)
    activate(heeded, 0, "card 40229")
    heeded.run(lambda game: perform(game, 0, "charge", 1), dice=(1,))
    assert heeded.conditions(0) == []
    another = holding("40229", units=(FOE, at(BERSERKERS), "a 10203 24 29.6 180"), turn=1)
    activate(another, 0, "card 40229", "unit a1")
    another.fight(attacker=0, defender=2, dice=[1] * 5)
    assert another.conditions(0) == ["vulnerable", "weakened"]


def test_a_taunt_that_another_ability_has_ended_at_the_same_moment_shakes_nobody() -> None:
    table = Table(FOE, at(BERSERKERS), turn=1)
    ignored, struck = [
        next(one.act for one in registry.PASSIVES[event] if one.id == "taunted")
        for event in ("action-chosen", "attack-dice")
    ]
    table.run(lambda game: ignored(game, Moment("action-chosen", 1, unit=0, action="march"), 0))
    table.run(lambda game: struck(game, Moment("attack-dice", 1, unit=0, target=1), 0))
    assert table.conditions(0) == []


@rule("icefire:terms.8")
def test_a_need_for_vengeance() -> None:
    table = holding("40230", units=(at("10215"), FOE), ncus=["b 30103"])
    table.state.turn = None
    start(table, "card 40230", "take melee", "choose bn1", event="round-start", dice=(3, *[1] * 7, 6, 6, 1))
    assert table.state.health[1] == 12 - 1, "a 3 hits with +1"
    assert table.state.ncu_activated == [True]


@pytest.mark.parametrize(("card", "stays"), [("10215", True), (BERSERKERS, False)])
@rule("icefire:deck.6")
def test_karstark_retribution(card: str, stays: bool) -> None:
    table = holding("40231", units=(FOE, at(card, "4")))
    table.fight("card 40231", dice=[1] * 5)
    assert table.conditions(0) == ["vulnerable"]
    table.run(lambda game: suffer(game, 0, 4, 0, 1))
    assert table.state.health[1] == 6
    start(table, event="round-end")
    assert bool(table.state.attached) == stays


# Maege Mormont -------------------------------------------------------------------------------------------------------


@rule("icefire:units.12", "icefire:ruling.62")
def test_here_we_stand() -> None:
    table = holding("40232", units=(at(BERSERKERS, "2"), FOE))
    start(table, "card 40232")
    table.run(lambda game: suffer(game, 0, 5, 1, 1), "yes")
    assert table.state.health[0] == 1
    assert table.state.discards[0] == ["40232"]


@rule("icefire:wounds.3")
def test_support_of_bear_island() -> None:
    table = holding("40233", units=(at(BERSERKERS, "8"), FOE, "a 10216 12 20 0"))
    start(table, "card 40233", "unit a2", "choose 3")
    assert table.state.health[2] == 9
    assert table.state.health[0] == 12
    assert table.conditions(1) == ["weakened"]


@pytest.mark.parametrize(
    ("edition", "more", "rerolls", "conditions"),
    [("icefire-s6", "", True, ["vulnerable"]), ("icefire-2021", "", False, []), ("icefire-2021", "20229", True, [])],
)
def test_a_sustained_assault(edition: Edition, more: str, rerolls: bool, conditions: list[str]) -> None:
    table = holding("40234", units=(at("10214", more), FOE), edition=edition)
    table.state.turn = Turn(0)
    fight = table.fight("card 40234", dice=[1] * 7)
    assert fight.highest_value
    assert ((0, "attack") in fight.rerolls) == rerolls
    assert table.conditions(1) == conditions
    fresh = holding("40234", units=(at("10214", more), FOE), edition=edition)
    assert fresh.state.turn is not None
    fresh.state.turn.moved.append(0)
    assert not fresh.fight("card 40234", dice=[1] * 7).highest_value
    shifted = holding("40234", units=(at("10214", more), FOE), edition=edition)
    shifted.run(lambda game: shift(game, 0, 2000, "card", "icefire:deck.5"), "shift left 1000")
    assert shifted.fight("card 40234", dice=[1] * 7).highest_value
