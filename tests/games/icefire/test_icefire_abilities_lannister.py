"""What the abilities and Orders of House Lannister do, and those that neutral units have like it."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6
from banneret.games.icefire.effects import registry
from banneret.games.icefire.rules.combat.attack import attack
from banneret.games.icefire.rules.combat.morale import take_test
from banneret.games.icefire.rules.combat.rerolls import may_expend
from banneret.games.icefire.rules.combat.wounds import destroy_attachment
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.affiliations import counts_as, units_of_person
from banneret.games.icefire.rules.table.conditions import conditions_of
from banneret.games.icefire.rules.table.facts import NO_ABILITIES
from banneret.games.icefire.rules.table.sources import number_of
from banneret.games.icefire.state import Fight, Moment, Test, Use
from banneret.plane import Side
from tests.games.icefire.ability_table import CROSSBOWMEN, A, B, at, attack_at, morale_at, run, shaped, table, use_order

CROWN, WEALTH = ("a 30102 crown",), ("a 30102 wealth",)
THEIR_CROWN = ("b 30102 crown",)


def ours(card: str, more: str = "") -> str:
    """Return the line of unit 0 with an ability: its own card, or an attachment in Crossbowmen."""
    if card.startswith("2"):
        return f"{A} | {card} {more}"
    return f"a {card} 24 20 0 | {more}" if more else f"a {card} 24 20 0"


def test_every_lannister_ability_card_and_non_combat_unit_does_something() -> None:
    for edition in EDITIONS:
        found = components(edition)
        own = {
            id
            for model in found.models()
            if found.faction[model.id] == "lannister"
            for id in getattr(model, "abilities", ())
            if isinstance(id, str)
        }
        own |= {id for id in (*found.tactics, *found.ncus) if found.faction[id] == "lannister"}
        assert own & set(registry.missing(found)) == set()


SHAPES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("10112", {}, {"keywords": {"vicious"}}),
    ("10107", {}, {"no_defense": True, "keywords": set()}),
    ("10107", {"charge": True}, {"no_defense": True, "keywords": {"critical-blow"}}),
    ("20108", {}, {"hit_modifier": 0, "keywords": set()}),
    ("20108", {"ncus": CROWN}, {"hit_modifier": 1, "keywords": {"sundering"}}),
    ("20126", {}, {"hit_modifier": 1, "keywords": {"vicious"}}),
    ("20109", {}, {"gives": []}),
    ("20109", {"ncus": CROWN}, {"gives": ["panicked", "weakened"]}),
    ("10103", {}, {"hit_modifier": 1, "keywords": {"vicious", "critical-blow"}}),
    ("10103", {"more": "4"}, {"hit_modifier": 0, "keywords": {"vicious"}}),
    ("20130", {}, {"extra_dice": 1}),
    ("20130", {"ncus": THEIR_CROWN}, {"extra_dice": 0}),
    ("20116", {}, {"keywords": {"sundering"}, "extra_wounds": 2}),
    ("20114", {}, {"extra_wounds": 2}),
    ("20114", {"kind": "long"}, {"extra_wounds": 0}),
    ("10104", {"kind": "short"}, {"no_defense": True, "keywords": {"vicious"}}),
    (CROSSBOWMEN, {"kind": "long"}, {"keywords": {"sundering"}, "rerolls": {(0, "attack")}}),
    (CROSSBOWMEN, {"kind": "long", "away": True}, {"keywords": {"sundering"}, "rerolls": set()}),
    (CROSSBOWMEN, {}, {"keywords": set(), "rerolls": set()}),
]


@pytest.mark.parametrize(("card", "given", "expected"), SHAPES)
def test_abilities_shape_attacks(card: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    given = dict(given)
    defender = f"b {CROSSBOWMEN} 24 34 180" if given.pop("away", False) else B
    game = table(ours(card, given.pop("more", "")), defender, ncus=given.pop("ncus", ()))
    fight = shaped(game, given.pop("kind", "melee"), **given)
    assert {name: getattr(fight, name) for name in expected} == expected


def test_protection_of_the_crown_re_rolls_defense_and_keeps_vulnerable_in_season_6() -> None:
    for edition, kept in ((SEASON_6, True), (EDITION_2021, False)):
        game = table(A, f"{B} | vulnerable 20110", ncus=("b 30102 crown",), edition=edition)
        assert shaped(game).rerolls == {(1, "defense")}
        assert may_expend(game.state, 1, "vulnerable") is not kept
    assert shaped(table(A, f"{B} | 20110")).rerolls == set()


def test_weakened_tokens_do_not_harm_experiments() -> None:
    game = table(f"{A} | weakened 20126", B)
    assert may_expend(game.state, 0, "weakened")
    shaped(game)
    assert not may_expend(game.state, 0, "weakened")


NUMBERS: list[tuple[tuple[str, ...], tuple[str, ...], str, int, int]] = [
    # units, non-combat units, what, of which unit, how much
    (("a 10116 24 20 0", B), (), "panic-wounds", 0, 1),
    ((f"{A} | 20125", f"a {CROSSBOWMEN} 30 20 0", B), (), "morale", 1, 1),
    ((f"{A} | 20125", f"a {CROSSBOWMEN} 44 20 0", B), (), "morale", 1, 0),
    (("a 10111 24 20 0", B), WEALTH, "panic-wounds", 0, -1),
    (("a 10111 24 20 0", B), (), "panic-wounds", 0, 0),
    ((f"{A} | 20101", B), (), "morale", 1, -1),
    ((f"{A} | 20101", B), (), "panic-wounds", 1, 1),
    ((f"{A} | 20101", f"b {CROSSBOWMEN} 24 40 180"), (), "morale", 1, 0),
    (("a 10115 24 20 0", B), CROWN, "morale", 1, -1),
    (("a 10115 24 20 0", B), (), "morale", 1, 0),
    ((f"{A} | 20119", B), (), "morale", 0, 1),
    ((f"{A} | 20119", B), THEIR_CROWN, "hit", 0, -1),
    ((f"{A} | 20119", B), CROWN, "hit", 0, 0),
]


@pytest.mark.parametrize(("units", "ncus", "what", "unit", "expected"), NUMBERS)
def test_abilities_change_numbers(
    units: tuple[str, ...], ncus: tuple[str, ...], what: str, unit: int, expected: int
) -> None:
    assert number_of(table(*units, ncus=ncus).state, what, unit) == expected


@pytest.mark.rule("icefire:stacking.1")
def test_two_units_that_intimidate_do_not_add_up() -> None:
    game = table(f"{A} | 20101", f"a {CROSSBOWMEN} 24 29.6 180 | 20101", B)
    assert len(game.state.contacts) == 2
    assert number_of(game.state, "morale", 2) == -1


def test_affiliations_and_vassals() -> None:
    state = table(f"{A} | 20103", "a 10112 10 20 0", f"a {CROSSBOWMEN} 35 20 0 | 20127", B).state
    assert [counts_as(state, unit, "House Clegane") for unit in range(4)] == [True, True, False, False]
    assert units_of_person(state, 0, "Jaime Lannister") == [2]


# Abilities that act --------------------------------------------------------------------------------------------------


def test_faith_is_gained_by_tests_and_buys_strength_or_life() -> None:
    game = table("a 10108 24 20 0 | 4", B)
    counters = game.state.counters[0]
    morale_at(game, "test-passed", kind="morale")
    assert counters["faith"] == 1
    fight = attack_at(game, "attack-dice", "yes")
    assert (counters["faith"], fight.keywords, fight.rerolls) == (0, {"sundering"}, {(0, "attack")})
    assert attack_at(game, "attack-dice").keywords == set()
    counters["faith"] = 1
    fight = Fight(1, 0, "melee")
    fight.hits = 3
    attack_at(game, "defense-rolled", "yes", fight=fight, unit=1, target=0)
    assert (counters["faith"], fight.blocked) == (0, 3)


def test_poor_fellows_pay_faith_for_precision_and_wounds() -> None:
    game = table("a 10109 24 20 0 | 6", B)
    for _ in range(2):
        morale_at(game, "test-passed", kind="morale")
    fight = attack_at(game, "attack-dice", "yes")
    assert (fight.keywords, fight.rerolls) == ({"precision"}, {(0, "attack")})
    at(game, "activation", "yes")
    assert (game.state.health[0], game.state.counters[0]["faith"]) == (8, 0)


def test_brutal_armaments_cost_a_wound_a_destroyed_rank() -> None:
    game = table("a 10112 24 20 0", f"{B} | 6")
    fight = Fight(0, 1, "melee")
    assert morale_at(game, "test-dice", unit=1, target=0, fight=fight).extra_wounds == 1
    assert morale_at(game, "test-dice", unit=1, target=0, fight=Fight(0, 1, "long")).extra_wounds == 0


def test_lannister_oppression_chooses_one_and_one_more_a_condition() -> None:
    game = table("a 10114 24 20 0", f"{B} | panicked")
    fight = attack_at(game, "attack-dice", "choose no-abilities", "choose sundering")
    assert fight.keywords == {"sundering"}
    assert any(one.name == NO_ABILITIES and one.unit == 1 for one in game.state.effects)
    game = table("a 10114 24 20 0", B)
    fight = attack_at(game, "attack-dice", "choose reroll")
    assert (fight.keywords, fight.rerolls) == (set(), {(0, "attack")})


@pytest.mark.rule("icefire:ruling.46")
def test_the_duelist_wounds_or_slays_an_attachment() -> None:
    line = "a 10106 24 20 0 | 20107"
    assert attack_at(table(line, B), "attack-dice").extra_wounds == 1
    game = table(line, f"{B} | 20101", dice=(5,))
    assert attack_at(game, "attack-dice", "choose attachment").extra_wounds == 0
    assert (game.state.attachments[1], game.state.health[1]) == ((), 11)
    game = table(line, f"{B} | 20101", dice=(4,))
    attack_at(game, "attack-dice", "choose attachment")
    assert game.state.attachments[1] == ("20101",)


def test_horrific_visage_tests_the_attacker_first() -> None:
    game = table(A, "b 10104 24 24.8 180", dice=(5, 3, 2))  # 8, less 3, against Morale 7
    attack_at(game, "attack-dice")
    assert game.state.health[0] == 10


def test_violent_reactions_of_both_editions() -> None:
    game = table(f"{A} | 20126", B)
    attack_at(game, "attack-end")
    assert conditions_of(game.state, 0) == ["vulnerable"]
    assert number_of(game.state, "defense", 0) == 0
    game = table(f"{A} | 20126", B, edition=EDITION_2021)
    attack_at(game, "attack-end")
    assert conditions_of(game.state, 0) == []
    assert number_of(game.state, "defense", 0) == -1


def test_vengeance_of_the_crown_needs_the_crown() -> None:
    for ncus, left in ((CROWN, 12 - 2), ((), 12)):
        game = table(f"{A} | 20111 8", B, ncus=ncus)
        attack_at(game, "attack-end", unit=1, target=0)
        assert game.state.health[1] == left


def test_might_of_the_throne_charges_surely() -> None:
    for ncus, roll in (((), 6), (THEIR_CROWN, 2)):
        moment = Moment("charge-rolled", 0, unit=0, action="charge")
        game = table(f"{A} | 20130", B, ncus=ncus)
        moment.notes["roll"] = 2
        run(game, happen(game, moment))
        assert moment.notes["roll"] == roll


@pytest.mark.parametrize(("edition", "left", "enemy", "passes"), [
    (SEASON_6, 12, 12, True), (SEASON_6, 8, 12, None), (SEASON_6, 8, 8, True),
    (EDITION_2021, 12, 12, None), (EDITION_2021, 12, 9, None), (EDITION_2021, 12, 8, True),
    (EDITION_2021, 8, 8, None), (EDITION_2021, 8, 4, True), (EDITION_2021, 4, 8, None),
])  # fmt: skip  # several to a line
def test_domineering_pride(edition: Any, left: int, enemy: int, passes: bool | None) -> None:
    """It looks down on as many ranks as its own; in the 2021 edition, on fewer."""
    game = table(f"a 10113 24 20 0 | {left}", f"{B} | {enemy}", edition=edition)
    assert morale_at(game, "test-dice").settled is passes
    assert morale_at(game, "test-dice", kind="morale").settled is None


@pytest.mark.parametrize(("line", "ncus", "event", "restored"), [
    (f"{A} | 6 20106", (), "test-passed", 1),
    (f"{A} | 6 20106", CROWN, "test-passed", 2),
    ("a 10116 24 20 0 | 6", (), "activation", 2),
    (f"{A} | 6 20131", (), "activation", 1),
    (f"{A} | 6 20131", CROWN, "activation", 2),
])  # fmt: skip  # several to a line
def test_abilities_restore(line: str, ncus: tuple[str, ...], event: str, restored: int) -> None:
    game = table(line, B, ncus=ncus)
    if event == "test-passed":
        morale_at(game, event, kind="morale")
    else:
        at(game, event)
    assert game.state.health[0] == 6 + restored


def test_prey_on_fear() -> None:
    game = table("a 10103 24 20 0 | 6", B)
    morale_at(game, "test-failed", unit=1)
    assert game.state.health[0] == 8
    game = table("a 10103 24 20 0 | 6", f"b {CROSSBOWMEN} 24 40 180")
    morale_at(game, "test-failed", unit=1)
    assert game.state.health[0] == 6


def test_the_mountain_may_maneuver_first() -> None:
    game = table("a 10107 24 20 0", f"b {CROSSBOWMEN} 24 40 180")
    at(game, "activation", "yes", "maneuver 0 4000 0")
    pose = game.state.pose[0]
    assert pose is not None
    assert (pose.x, pose.y) == (24000, 24000)


def test_lannister_justice_before_each_action() -> None:
    game = table("a 10111 24 20 0", f"b {CROSSBOWMEN} 24 30 180", ncus=CROWN, dice=(5, 4, 2))  # 9, less 3, against 7
    at(game, "action-chosen", action="march")
    assert game.state.health[1] == 10
    game = table("a 10111 24 20 0", f"b {CROSSBOWMEN} 24 30 180")
    at(game, "action-chosen", action="march")
    assert game.state.health[1] == 12


@pytest.mark.parametrize("card", ["20121", "20112"])
def test_orders_of_the_crown_move_a_unit(card: str) -> None:
    game = table(f"{A} | {card}", f"b {CROSSBOWMEN} 24 40 180", ncus=CROWN)
    moment = at(game, "zone-claimed", "yes", "take march", "march 5000 0", ncu=0, zone="crown")
    pose = game.state.pose[0]
    assert pose is not None
    assert (moment.replaced, pose.y) == (True, 25000)
    assert not at(game, "zone-claimed", ncu=0, zone="wealth").replaced


def test_kevan_attacks_by_the_crown_in_2021() -> None:
    game = table(f"{A} | 20130", B, ncus=CROWN, edition=EDITION_2021, dice=(6, 1, 1, 1, 1, 1))
    moment = at(game, "zone-claimed", "yes", "align stay", ncu=0, zone="crown")
    assert moment.replaced
    assert game.chance.draws


def test_a_turncoat_strikes() -> None:
    game = table(f"{A} | 20122", B)
    at(game, "turn-start", "yes", "condition vulnerable", unit=-1, seat=0)
    state = game.state
    assert (state.attachments[0], state.health[0], conditions_of(state, 0)) == ((), 11, ["vulnerable"])
    assert {one.name for one in state.effects} == {"no-orders", "no-cards"}


def test_a_captive_that_falls_scores() -> None:
    game = table(f"{A} | 20119", B)
    run(game, destroy_attachment(game, 0, "20119", 1))
    assert game.state.victory_points == [0, 1]


# Orders --------------------------------------------------------------------------------------------------------------


def test_lannister_supremacy() -> None:
    game = table(A, "b 10101 24 24.8 180", dice=(5, 4, 1))  # 9, less 3, against 7: 1 and 3 Wounds
    use_order(
        game, 1, "order-lannister-supremacy", Moment("attack-end", 0, unit=0, target=1, fight=Fight(0, 1, "melee"))
    )
    assert game.state.health[0] == 8


def test_laws_of_the_realm() -> None:
    game = table(f"{A} | 4", "b 10115 24 24.8 180")
    fight = Fight(0, 1, "melee")
    use_order(game, 1, "order-laws-of-the-realm", Moment("attack-dice", 0, unit=0, target=1, kind="melee", fight=fight))
    assert (fight.rank_shift, conditions_of(game.state, 0)) == (-1, ["vulnerable"])


@pytest.mark.rule("icefire:ruling.42")
def test_resilience_halves_wounds() -> None:
    game = table(A, f"{B} | 20128", dice=(6, 6, 6, 1, 1, 1, 1, 1))
    fight = Fight(0, 1, "melee")
    moment = Moment("attack-rolled", 0, unit=0, target=1, kind="melee", fight=fight)
    use_order(game, 1, "order-resilience", moment)
    game.state.orders_used[1].append("order-resilience")
    game.chance.supply((5, 5, 5, 0, 0, 0, 0, 0, 5, 5, 0))
    run(game, attack(game, fight, Side.FRONT))
    assert game.state.health[1] == 11


def test_set_for_charge_strikes_first() -> None:
    game = table(A, "b 10102 24 24.8 180")
    game.chance.supply((5, 0, 0, 0, 0, 0, 0, 0, 5, 5, 0))
    use_order(game, 1, "order-set-for-charge", Moment("charged", 0, unit=0, target=1, arc="front"))
    assert game.state.health[0] == 11


def test_taunt_punishes_whoever_turns_away() -> None:
    for action, target, there in (("march", -1, ["vulnerable", "weakened"]), ("charge", 1, [])):
        game = table(A, f"b {CROSSBOWMEN} 24 27 180 | 20123")
        use_order(game, 1, "order-taunt", Moment("activation", 0, unit=0))
        at(game, "action-chosen", action=action, target=target)
        assert conditions_of(game.state, 0) == there


def test_adaptive_style_strikes_or_shields() -> None:
    game = table("a 10113 24 20 0", "b 10113 24 24.8 180")
    fight = Fight(0, 1, "melee")
    moment = Moment("attack-dice", 0, unit=0, target=1, kind="melee", fight=fight)
    use_order(game, 0, "order-adaptive-style", moment)
    assert (fight.keywords, fight.defense_modifier) == ({"critical-blow", "sundering"}, 0)
    use_order(game, 1, "order-adaptive-style", moment)
    assert (fight.defense_modifier, fight.panic_modifier) == (1, 2)


def test_threaten_weakens_an_enemy_in_sight() -> None:
    game = table(f"{A} | 20104", f"b {CROSSBOWMEN} 24 30 180")
    use_order(game, 0, "order-threaten", Moment("turn-start", 0))
    assert conditions_of(game.state, 1) == ["weakened"]


@pytest.mark.rule("icefire:ruling.63")
@pytest.mark.parametrize(("face", "canceled"), [(3, True), (2, False)])
def test_counterstrategy_cancels_an_order(face: int, canceled: bool) -> None:
    game = table(f"{A} | 20105", "b 10102 24 24.8 180", dice=(face,))
    theirs = Use(1, 1, "order-set-for-charge", Moment("charged", 0, unit=0, target=1))
    moment = Moment("targeted", 1, unit=1, target=0, by="order", use=theirs)
    use_order(game, 0, "order-counterstrategy", moment)
    assert moment.canceled is canceled


def test_battle_plan_changes_two_cards_for_one() -> None:
    game = table(f"{A} | 20120", B, hands={"a": ["40201", "40202"]}, decks={"a": ["40203", "40204", "40205"]})
    use_order(game, 0, "order-battle-plan", Moment("turn-start", 0), "discard 40201 40202", "choose-card 40204")
    state = game.state
    assert (state.hands[0].cards, state.discards[0]) == (["40204"], ["40201", "40202"])
    assert sorted(state.decks[0].cards) == ["40203", "40205"]


@pytest.mark.rule("icefire:panic.3")
def test_failure_of_a_morale_test_may_cost_wounds_too() -> None:
    game = table(A, B, dice=(1, 2))
    test = Test(0, "morale", 1)
    test.extra_wounds = 1
    run(game, take_test(game, test))
    assert game.state.health[0] == 11
