"""Abilities of Stark units and attachments, and those that they share: each is seen to do what it does."""

from __future__ import annotations

import pytest

from banneret.games.icefire.content.components import Components, components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, Edition
from banneret.games.icefire.effects import registry
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.combat.wounds import destroy_attachment, suffer
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.movement.retreat import retreat
from banneret.games.icefire.rules.table.lasting_effects import has_effect
from banneret.games.icefire.state import Moment
from banneret.plane import Side
from tests.games.icefire.scene import BERSERKERS, OUTRIDERS, SWORDS
from tests.games.icefire.table import Table

rule = pytest.mark.rule

FOE = "b 10106 24 24.8 180"
"""Crossbowmen, who have no Orders, flush against the front of a unit at (24, 20)."""
ALONE = "b 10106 24 40 180"


def at(card: str, more: str = "") -> str:
    """Return a unit of the first player in the middle of the table."""
    return f"a {card} 24 20 0 | {more}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_ability_of_house_stark_does_something(edition: Edition) -> None:
    found = components(edition)
    missing = set(registry.missing(found))
    fielded = {
        id
        for models in (found.units, found.attachments)
        for model in models
        if found.faction[model] == "stark"
        for id in abilities_on(found, model)
    }
    cards = {id for id in (*found.tactics, *found.ncus) if found.faction[id] == "stark"}
    assert missing & (fielded | cards) == set()


def abilities_on(found: Components, id: str) -> tuple[str, ...]:
    """Return the abilities on the card of a unit or an attachment."""
    return found.units[id].abilities if id in found.units else found.attachments[id].abilities


# Shapes and numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "more", "expected"),
    [
        (SWORDS, "", {"keywords": {"critical-blow"}, "hit_modifier": 0}),
        (SWORDS, "8", {"keywords": {"critical-blow"}, "hit_modifier": 1, "rerolls": set()}),
        (SWORDS, "4", {"hit_modifier": 1, "rerolls": {(0, "attack")}}),
        ("10212", "4", {"keywords": {"critical-blow"}, "hit_modifier": 1, "rerolls": {(0, "attack")}}),
        ("10214", "4", {"keywords": {"critical-blow"}, "hit_modifier": 2}),
        ("10219", "6", {"keywords": {"sundering", "vicious"}, "gives": ["panicked"]}),
        ("10219", "", {"keywords": {"sundering", "vicious"}}),
        ("10208", "", {"keywords": {"vicious"}, "notes": {"only-sixes-block": 1}}),
        ("10210", "1", {"keywords": {"sundering", "vicious"}, "extra_dice": 3}),
        ("10220", "", {"keywords": {"precision"}, "highest_value": False}),
        (BERSERKERS, "20207", {"extra_wounds": 1}),
        (BERSERKERS, "20211", {"extra_dice": 1, "rank_shift": 0}),
        (BERSERKERS, "8 20211", {"extra_dice": 0, "rank_shift": 1}),
        (BERSERKERS, "20230", {"keywords": {"critical-blow"}}),
        (BERSERKERS, "20226", {"rerolls": {(0, "attack")}}),
        (BERSERKERS, "8 20226", {"rerolls": set()}),
    ],
)
def test_what_abilities_make_of_an_attack(card: str, more: str, expected: dict[str, object]) -> None:
    fight = Table(at(card, more), FOE).shaped()
    assert {name: getattr(fight, name) for name in expected} == expected


@rule("icefire:card.12")
def test_combat_supplies_winterfell_with_the_highest_value() -> None:
    assert Table(at("10220"), FOE, ncus=["a 30205 combat"]).shaped().highest_value


def test_a_lance_has_two_dice_for_each_rank_when_it_charges() -> None:
    table = Table(at("10213"), FOE)
    assert table.shaped().extra_dice == 0
    charging = table.shaped(charge=True)
    assert (charging.extra_dice, charging.keywords) == (4, {"sundering"})


def test_agile_units_are_hard_to_hit() -> None:
    table = Table(FOE, at(BERSERKERS, "20218"), edition=EDITION_2021)
    assert table.shaped().hit_modifier == -1


def test_superior_numbers_are_fewer_ranks_in_2021() -> None:
    assert Table(at(BERSERKERS, "20226"), FOE, edition=EDITION_2021).shaped().rerolls == set()
    assert Table(at(BERSERKERS, "20226"), f"{FOE} | 8", edition=EDITION_2021).shaped().rerolls == {(0, "attack")}


@rule("icefire:condition.3")
def test_superior_numbers_keep_weakened_from_being_expended() -> None:
    table = Table(at(BERSERKERS, "weakened 20226"), FOE)
    table.fight(dice=[1] * 7)
    assert all("reroll.weakened" not in id for _, id, _ in table.asked)
    assert not has_effect(table.state, "keeps-weakened", 0)
    bare = Table(at(BERSERKERS, "weakened"), FOE)
    bare.fight(dice=[1] * 7)
    assert bare.was_asked("reroll.weakened")


@rule("icefire:bonus.3")
def test_stand_your_ground_takes_the_bonus_of_a_lone_attacker() -> None:
    fight = Table(FOE, at("10215")).shaped(charge=True, arc=Side.LEFT)
    assert (fight.charge_bonus, fight.flank_bonus) == (False, False)
    two = Table(FOE, at("10215"), "b 10106 24 15.2 0").shaped(charge=True)
    assert two.charge_bonus


@pytest.mark.parametrize(
    ("what", "card", "more", "expected"),
    [
        ("defense", BERSERKERS, "4", 2),
        ("morale", BERSERKERS, "4", 2),
        ("speed", SWORDS, "20206", 1),
        ("morale", SWORDS, "20208", 2),
        ("morale", SWORDS, "20219", 1),
    ],
)
def test_what_abilities_add_to_numbers(what: str, card: str, more: str, expected: int) -> None:
    assert Table(at(card, more), FOE).number(what) == expected


def test_maneuver_improves_the_defenses_of_winterfell() -> None:
    assert Table(at("10220"), FOE).number("defense") == 0
    assert Table(at("10220"), FOE, ncus=["a 30205 maneuver"]).number("defense") == 1


@rule("icefire:stacking.1")
def test_disrupt_is_one_less_to_hit_however_many_have_it() -> None:
    assert Table(at("10216"), FOE).number("hit", 1) == -1
    both = Table(at("10216"), FOE, "a 10216 24 29.6 180")
    assert both.number("hit", 1) == -1
    assert Table(at("10216"), ALONE).number("hit", 1) == 0


@pytest.mark.parametrize(
    ("more", "dice", "wounds"), [("20209", (2, 2, 3), 2), ("20213", (2, 2, 3), 3), ("8 20213", (2, 2, 3), 2)]
)
def test_a_failed_panic_test_costs_less(more: str, dice: tuple[int, ...], wounds: int) -> None:
    table = Table(at(SWORDS, more), ALONE)
    assert table.test("panic", dice=dice).wounds == wounds


def test_iron_resolve_adds_one_to_panic_tests_alone() -> None:
    assert Table(at(SWORDS, "20210"), ALONE).test("panic", dice=(3, 2, 1)).passed
    assert not Table(at(SWORDS, "20210"), ALONE).test("morale", dice=(3, 2)).passed


# Charges -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "more", "arc", "conditions"),
    [
        (OUTRIDERS, "", Side.LEFT, ["panicked", "vulnerable", "weakened"]),
        (OUTRIDERS, "", Side.FRONT, []),
        ("10208", "", Side.FRONT, ["panicked"]),
        (SWORDS, "20205", Side.FRONT, ["vulnerable"]),
        (SWORDS, "20230", Side.FRONT, ["weakened"]),
    ],
)
@rule("icefire:charge.23", "icefire:condition.1")
def test_what_a_charge_gives(card: str, more: str, arc: Side, conditions: list[str]) -> None:
    table = Table(at(card, more), FOE)
    table.run(lambda game: happen(game, table.charged(arc=arc)))
    assert table.conditions(1) == conditions


def test_an_ambush_of_2021_does_not_make_vulnerable() -> None:
    table = Table(at(OUTRIDERS), FOE, edition=EDITION_2021)
    table.run(lambda game: happen(game, table.charged(arc=Side.REAR)))
    assert table.conditions(1) == ["panicked", "weakened"]


# Attacks -------------------------------------------------------------------------------------------------------------


def test_hardened_units_block_a_hit_for_each_destroyed_rank() -> None:
    table = Table(FOE, at(BERSERKERS, "4 20222"))
    fight = table.fight(dice=(6, 6, 6, 1, 1, 1, 1, 1), attacker=0, defender=1)
    assert fight.blocked == 2


@rule("icefire:terms.12", "icefire:ruling.33")
def test_a_miss_is_answered_by_a_counterstrike() -> None:
    table = Table(FOE, at(BERSERKERS, "20220"))
    fight = table.fight(dice=[1] * 20)
    assert fight.misses == len(fight.dice) > 0
    assert table.state.health[0] == 12 - fight.misses - 1, "Osha is stubborn too"


def test_slaughter_fuels() -> None:
    table = Table(at(BERSERKERS, "5 20228"), f"{FOE} | 4")
    fight = table.fight(dice=[6] + [1] * 8 + [6, 6, 1])
    assert fight.wounds == 1
    assert table.state.health[0] == 5 + 1 + 2


def test_the_last_rank_of_greataxes_weakens_after_the_attack() -> None:
    table = Table(at("10208", "4"), FOE)
    table.fight(dice=[1] * 4)
    assert table.conditions(1) == ["weakened"]
    whole = Table(at("10208"), FOE)
    whole.fight(dice=[1] * 6)
    assert whole.conditions(1) == []


def test_only_sixes_block_the_greataxes() -> None:
    table = Table(at("10208"), FOE)
    assert table.fight(dice=[6, 1, 1, 1, 1, 1, 5]).wounds == 1


@pytest.mark.parametrize(
    ("edition", "defense", "weakened"), [("icefire-s6", 6, False), ("icefire-s6", 2, True), ("icefire-2021", 1, True)]
)
def test_arrows_weaken(edition: Edition, defense: int, weakened: bool) -> None:
    table = Table("a 10205 24 10 0", "b 10106 24 20 180", edition=edition)
    table.fight(kind="long", dice=[6, 1, 1, 1, 1, 1, 1, defense, 6, 6, 1])
    assert ("weakened" in table.conditions(1)) == weakened


@pytest.mark.parametrize(
    ("card", "more", "answers", "keywords"),
    [
        ("10216", "8", ("choose critical-blow", "choose precision"), {"critical-blow", "precision"}),
        ("10216", "", ("choose precision",), {"precision"}),
        (BERSERKERS, "20229", ("choose vicious",), {"vicious"}),
    ],
)
def test_boons_are_chosen_before_attack_dice(
    card: str, more: str, answers: tuple[str, ...], keywords: set[str]
) -> None:
    assert Table(at(card, more), FOE).fight(*answers).keywords == keywords


def test_battle_scars_offer_the_highest_value_and_rerolls() -> None:
    fight = Table(at(BERSERKERS, "4 20229"), FOE).fight("choose highest", "choose reroll", "choose vicious")
    assert fight.highest_value
    assert (0, "attack") in fight.rerolls


def test_unleashed_ferocity_gives_a_token_for_each_rank_lost() -> None:
    table = Table(at("10217", "8"), FOE)
    table.fight("condition vulnerable", dice=[1] * 5)
    assert table.conditions(1) == ["vulnerable"]


@rule("icefire:stacking.1")
def test_tridents_weaken_or_poison() -> None:
    table = Table(at("10218"), FOE)
    table.fight("choose weaken", dice=[1] * 7)
    assert table.conditions(1) == ["weakened"]
    table.fight("choose poison", dice=[1] * 7)
    assert has_effect(table.state, "crannog-poison", 1)
    table.run(lambda game: happen(game, Moment("action-chosen", 1, unit=1, action="attack")))
    assert table.state.health[1] == 12 - 2


@rule("icefire:wounds.3")
def test_a_rally_cry_restores_a_friend() -> None:
    table = Table(at(SWORDS, "20210"), FOE, f"a {BERSERKERS} 12 20 0 | 8")
    table.fight(dice=[1] * 7)
    assert table.state.health[2] == 10


@rule("icefire:reroll.1")
def test_jojen_sees_attack_dice_and_defense_dice() -> None:
    table = Table(at(BERSERKERS, "20217"), FOE)
    table.state.counters[0]["order"] = 2
    fight = table.fight("reroll 1 1", dice=[1] * 7 + [6, 6] + [2] * 12)
    assert fight.dice.count(6) == 2
    assert table.state.counters[0]["order"] == 1
    defending = Table(FOE, at(BERSERKERS, "20217"))
    defending.state.counters[1]["order"] = 1
    answered = defending.fight("reroll 1", dice=[6, 1, 1, 1, 1, 1, 6])
    assert (answered.defense_dice, answered.wounds) == ([6], 0)
    assert defending.state.counters[1]["order"] == 0


def test_jojen_of_2021_sees_the_dice_before_the_action() -> None:
    table = Table(at(BERSERKERS, "20217"), FOE, edition=EDITION_2021)
    table.run(lambda game: perform(game, 0, "melee"), "choose attack-dice", "reroll 1", dice=[1] * 7)
    charging = Table(at(BERSERKERS, "20217"), "b 10106 24 31 180", edition=EDITION_2021)
    charging.run(lambda game: perform(game, 0, "charge", 1), "choose charge-dice", "reroll 1", dice=[1, 4])
    assert charging.was_asked("reroll.distance")


def test_summer_protects_bran() -> None:
    table = Table(FOE, at(BERSERKERS, "20207"), "a 10207 24 34 180")
    table.fight("choose charge", dice=[1] * 8)
    assert table.asked[0] == (0, "ask.choose.strike", ["pass", "choose charge"])


# Moves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [OUTRIDERS, "10204"])
@rule("icefire:terms.8")
def test_riders_and_wolves_maneuver_first(card: str) -> None:
    table = Table(at(card), ALONE)
    table.run(lambda game: happen(game, Moment("activation", 0, unit=0)), "yes", "maneuver 0 3000 0")
    pose = table.state.pose[0]
    assert pose is not None
    assert pose.y == 23000


@rule("icefire:terms.20", "icefire:action.6", "icefire:march.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_mobile_units_pivot_before_a_march(edition: Edition) -> None:
    """A tray that turns by 45 degrees overlaps that of a friend beside it until it has moved away."""
    for heading in (9000, 4500):
        table = Table(at(SWORDS, "20206"), ALONE, f"a {SWORDS} 29.6 20 0", edition=edition)
        table.run(lambda game: perform(game, 0, "march"), f"maneuver {heading} 12000 {heading}")
        pose = table.state.pose[0]
        assert pose is not None
        assert (pose.heading, pose.x < 16_000) == (heading, True)


@rule("icefire:wounds.3")
def test_units_regroup_after_a_retreat() -> None:
    table = Table(at(SWORDS, "4 20201"), FOE)
    table.run(lambda game: perform(game, 0, "retreat"), "withdraw back 2000 0", dice=[4])
    assert table.state.health[0] == 4 + 2 + 2


@rule("icefire:retreat.6")
def test_an_elusive_escape_weakens_and_frees_nobody() -> None:
    table = Table(at(BERSERKERS, "20223"), FOE)
    table.run(lambda game: retreat(game, 0), "reroll 1", "withdraw back 11000 0", dice=[1, 5])
    assert table.conditions(1) == ["weakened"]
    assert not table.was_asked("may.pivot")


@pytest.mark.parametrize(("edition", "frees"), [("icefire-s6", False), ("icefire-2021", True)])
@rule("icefire:retreat.6", "icefire:attachment.11")
def test_hodor_holds_the_door_once(edition: Edition, frees: bool) -> None:
    """His ability is that of the Berserkers; with a 6 or in any other action it is not asked for."""
    for action, roll in (("retreat", 6), ("charge", 1)):
        other = Table(at(BERSERKERS, "20207"), FOE, edition=edition)
        moment = Moment("charge-rolled", 0, unit=0, action=action)
        moment.notes["roll"] = roll
        other.run(lambda game, moment=moment: happen(game, moment))  # type: ignore[misc]  # of this action
        assert (other.asked, moment.notes["roll"]) == ([], roll)
    table = Table(at(BERSERKERS, "20207"), FOE, edition=edition)
    table.run(lambda game: retreat(game, 0), "yes", "withdraw back 12000 0", dice=[1])
    assert table.was_asked("may.pivot") == frees
    assert table.shaped().extra_wounds == 0, "he has no abilities any more"


def test_uncontrolled_rage_charges_with_a_six() -> None:
    table = Table(at(SWORDS, "20227"), "b 10106 24 34 180")
    table.run(lambda game: happen(game, Moment("activation", 0, unit=0)), dice=(1, 1, 1))
    assert table.state.contacts != []
    calm = Table(at(SWORDS, "20227"), "b 10106 24 34 180")
    calm.run(lambda game: happen(game, Moment("activation", 0, unit=0)), dice=(6, 5))
    assert calm.state.contacts == []


# Tests and losses ----------------------------------------------------------------------------------------------------


def test_dauntless_units_restore_with_each_test_passed() -> None:
    table = Table(at(SWORDS, "8 20209"), ALONE)
    table.test("morale")
    assert table.state.health[0] == 9


def test_stubborn_units_wound_whoever_fights_them() -> None:
    table = Table(at("10206"), FOE)
    table.test("panic")
    assert table.state.health[1] == 11
    table.test("morale")
    assert table.state.health[1] == 11


@rule("icefire:stacking.1")
def test_a_banner_rallies_friends_and_a_second_one_does_no_more() -> None:
    table = Table(at(SWORDS, "8"), ALONE, "a 10213 15 20 0", "a 10213 32 20 0")
    table.test("morale")
    assert table.state.health[0] == 9


def test_who_goes_down_fighting_wounds_for_each_rank() -> None:
    table = Table(at(SWORDS), FOE)
    table.run(lambda game: suffer(game, 0, 8, 1, 1))
    assert table.state.health[1] == 10


def test_a_water_dancer_exposes_whoever_destroys_a_rank() -> None:
    table = Table(at(BERSERKERS, "20218"), FOE)
    table.run(lambda game: suffer(game, 0, 4, 1, 1))  # an ability of that enemy
    assert table.conditions(1) == []
    table.fight(attacker=1, defender=0, dice=[6] * 7 + [1] * 7 + [6, 6, 1])
    assert table.conditions(1) == ["vulnerable"]


@rule("icefire:units.12")
def test_the_greatjon_stands_to_the_last() -> None:
    table = Table(at(BERSERKERS, "4 20205"), FOE, "a 10201 5 5 0")
    table.state.counters[0]["wound"] = 2
    table.run(lambda game: suffer(game, 0, 9, 1, 1), dice=(6, 5))
    assert (table.state.health[0], table.state.counters[0]["wound"]) == (1, 1)
    table.run(lambda game: suffer(game, 0, 9, 1, 1), dice=(1, 1))
    assert table.state.health[0] == 0
    assert table.state.pose[0] is None


@rule("icefire:victory.1", "icefire:attachment.8")
def test_rickon_is_worth_a_point() -> None:
    table = Table(at(BERSERKERS, "20219"), FOE)
    table.run(lambda game: destroy_attachment(game, 0, "20219", 1))
    assert table.state.victory_points == [0, 1]


@rule("icefire:ruling.46")
def test_the_loss_of_jaqen_is_a_name_owed() -> None:
    table = Table(f"{FOE} | 20221", at(SWORDS), "b 10101 5 40 180 | 20101")
    table.run(lambda game: destroy_attachment(game, 0, "20221", 0), "unit b2", "choose 20101")
    assert table.state.attachments[2] == ()
    assert table.state.health[2] == 12 - 3
