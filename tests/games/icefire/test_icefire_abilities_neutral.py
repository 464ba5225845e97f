"""What the abilities and Orders of neutral units do."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6
from banneret.games.icefire.effects import registry
from banneret.games.icefire.rules.activation import ncus_to_activate
from banneret.games.icefire.rules.combat.attack import attack, attack_of, dice_of
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.conditions import conditions_of
from banneret.games.icefire.rules.table.facts import NO_ABILITIES
from banneret.games.icefire.rules.table.sources import has_flag, number_of
from banneret.games.icefire.state import Fight, Moment
from banneret.plane import Side
from tests.games.icefire.ability_table import CROSSBOWMEN, A, B, at, attack_at, morale_at, run, shaped, table, use_order
from tests.games.icefire.scene import die

AWAY = f"b {CROSSBOWMEN} 24 40 180"


def ours(card: str) -> str:
    """Return the line of unit 0 with an ability: its own card, or an attachment in Crossbowmen."""
    return f"{A} | {card}" if card.startswith("2") else f"a {card} 24 20 0"


def test_every_neutral_ability_card_and_non_combat_unit_does_something() -> None:
    for edition in EDITIONS:
        found = components(edition)
        own = {
            id
            for model in found.models()
            if found.faction[model.id] == "neutral"
            for id in getattr(model, "abilities", ())
            if isinstance(id, str)
        }
        own |= {id for id in (*found.tactics, *found.ncus) if found.faction[id] == "neutral"}
        assert own & set(registry.missing(found)) == set()


SHAPES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("20414", {}, {"highest_value": False}),
    ("20414", {"ncus": ("a 30102 wealth",)}, {"keywords": {"sundering"}, "highest_value": True}),
    ("20406", {}, {"hit_modifier": 1}),
    ("20406", {"ncus": ("b 30102 combat",)}, {"hit_modifier": 0}),
    ("20406", {"edition": EDITION_2021}, {"hit_modifier": 0}),
    ("20406", {"edition": EDITION_2021, "ncus": ("a 30102 combat",)}, {"hit_modifier": 1}),
    ("20406", {"edition": EDITION_2021, "ncus": ("b 30102 combat",)}, {"hit_modifier": 0}),
    ("20406", {"edition": EDITION_2021, "ncus": ("a 30102 wealth",)}, {"hit_modifier": 0}),
    ("20406", {"kind": "long", "edition": EDITION_2021, "ncus": ("a 30102 combat",)}, {"hit_modifier": 0}),
    ("10410", {}, {"keywords": {"sundering"}, "gives": []}),
    ("10410", {"ncus": ("a 30102 combat",)}, {"gives": ["vulnerable"]}),
    ("10411", {}, {"rerolls": {(0, "attack")}}),
    ("10407", {"kind": "long"}, {"keywords": set(), "gives": [], "rerolls": set()}),
    ("10407", {"kind": "long", "ncus": ("a 30102 wealth",)}, {"keywords": {"sundering"}}),
    ("10407", {"kind": "long", "ncus": ("a 30102 tactics",)}, {"gives": ["vulnerable"]}),
    ("10407", {"kind": "long", "ncus": ("a 30102 combat",)}, {"rerolls": {(0, "attack")}}),
    ("10406", {}, {"rerolls": {(0, "attack")}}),
    ("10406", {"ncus": ("b 30102 wealth",)}, {"rerolls": set()}),
    ("10406", {"edition": EDITION_2021}, {"rerolls": set()}),
    ("10405", {}, {"gives": ["weakened"]}),
    ("10405", {"activated": True}, {"gives": []}),
    ("10414", {}, {"keywords": {"critical-blow"}, "highest_value": False, "extra_dice": 0}),
    ("10414", {"pillage": 2}, {"keywords": {"critical-blow"}, "highest_value": True, "extra_dice": 1}),
    ("20412", {}, {"keywords": {"critical-blow", "precision"}}),
    ("10401", {}, {"keywords": {"vicious"}, "gives": ["vulnerable"], "rerolls": {(0, "attack")}}),
    ("10401", {"activated": True}, {"keywords": {"vicious"}, "gives": [], "rerolls": set()}),
    ("10413", {}, {"keywords": {"vicious"}, "no_defense": True, "extra_dice": 0}),
    ("10413", {"charge": True}, {"extra_dice": 3}),
    ("10403", {}, {"keywords": {"vicious"}}),
    ("10403", {"charge": True}, {"keywords": {"vicious", "critical-blow"}}),
    ("10403", {"charge": True, "edition": EDITION_2021}, {"keywords": {"vicious", "critical-blow"}}),
]


@pytest.mark.parametrize(("card", "given", "expected"), SHAPES)
def test_abilities_shape_attacks(card: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    given = dict(given)
    kind, charge = given.pop("kind", "melee"), given.pop("charge", False)
    defender, pillage = f"{B} | activated" if given.pop("activated", False) else B, given.pop("pillage", 0)
    game = table(ours(card), defender, **given)
    game.state.counters[0]["pillage"] = pillage
    fight = shaped(game, kind, charge=charge)
    assert {name: getattr(fight, name) for name in expected} == expected


def test_biter_gangs_up_with_a_friend() -> None:
    game = table(A, B, f"a {CROSSBOWMEN} 24 29.6 180 | 20423")
    fight = shaped(game)
    assert (fight.hit_modifier, fight.extra_dice) == (1, 1)
    fight = shaped(table(A, B, f"a {CROSSBOWMEN} 40 20 0 | 20423"))
    assert (fight.hit_modifier, fight.extra_dice) == (0, 0)


def test_coin_and_loot_change_numbers() -> None:
    state = table("a 10407 24 20 0", B, ncus=("a 30102 wealth",)).state
    assert (number_of(state, "defense", 0), number_of(state, "morale", 0)) == (1, 1)
    state = table("a 10407 24 20 0", B).state
    assert (number_of(state, "defense", 0), number_of(state, "morale", 0)) == (0, 0)
    state = table("a 10414 24 20 0", B).state
    assert number_of(state, "morale", 0) == 0
    state.counters[0]["pillage"] = 1
    assert number_of(state, "morale", 0) == 1


# The elephant --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("icefire:ruling.41")
def test_an_elephant_fears_little_and_holds_nothing() -> None:
    game = table("a 10413 24 20 0", AWAY, dice=(1, 1, 3))
    run(game, panic_test(game, 0, 1))
    assert game.state.health[0] == 6
    assert has_flag(game.state, 0, "no-objectives")


def test_an_elephant_without_golden_company_may_stand_still() -> None:
    assert at(table("a 10413 24 20 0", AWAY, dice=(1, 2)), "action-chosen", action="march").canceled
    assert not at(table("a 10413 24 20 0", AWAY, dice=(6, 5)), "action-chosen", action="march").canceled
    led = table("a 10413 24 20 0", AWAY, "a 10411 32 20 0")
    assert not at(led, "action-chosen", action="march").canceled
    assert led.chance.draws == []


# Attacks -------------------------------------------------------------------------------------------------------------


def test_motley_armaments() -> None:
    game = table("a 10408 24 20 0", AWAY)
    fight = attack_at(game, "attack-dice", "choose die", arc="front")
    assert (fight.extra_dice, fight.keywords, game.state.effects) == (1, {"critical-blow"}, ())
    fight = attack_at(game, "attack-dice", arc="rear")
    assert fight.extra_dice == 1
    assert [(one.name, one.unit) for one in game.state.effects] == [(NO_ABILITIES, 1)]
    game = table("a 10408 24 20 0", AWAY)
    fight = attack_at(game, "attack-dice", "choose no-abilities", arc="front")
    assert (fight.extra_dice, fight.keywords) == (0, set())
    assert [(one.name, one.unit) for one in game.state.effects] == [(NO_ABILITIES, 1)]


def test_reckless_strikes_hurt_the_attacker() -> None:
    game = table(f"{A} | 20412", B)
    fight = Fight(0, 1, "melee")
    fight.dice = [1, 1, 4]
    attack_at(game, "attack-rolled", fight=fight)
    assert game.state.health[0] == 10


def test_names_on_the_list() -> None:
    game = table(f"{A} | 20420", f"{B} | 20401", f"a {CROSSBOWMEN} 30 20 0")
    run(game, suffer(game, 2, 4, 1))
    assert game.state.counters[0] == {"order": 1}
    fight = attack_at(game, "attack-dice", "yes")
    for follow in fight.after:
        run(game, follow(game, fight))
    assert (game.state.attachments[1], game.state.counters[0]) == ((), {"order": 0})


@pytest.mark.parametrize(("place", "names"), [("30 20 0", 3), ("44 44 0", 0), ("24 20 0", 2)])
def test_every_rank_that_falls_is_a_name_on_the_list_the_last_ones_too(place: str, names: int) -> None:
    """A unit near is destroyed at one blow, one far away, and the unit itself loses two of three ranks."""
    own = place == "24 20 0"
    game = table(f"{A} | 20420", B, *([] if own else [f"a {CROSSBOWMEN} {place}"]))
    run(game, suffer(game, 0 if own else 2, 8 if own else 12, 1))
    assert game.state.counters[0].get("order", 0) == names


def test_interrogation_shows_a_hand_and_takes_a_card() -> None:
    game = table(f"{A} | 20419", B, hands={"b": ["40101", "40102"]})
    game.state.health[1] = 0
    attack_at(game, "attack-end", "yes", "choose-card 40102")
    assert (game.state.hands[1].cards, game.state.discards[1]) == (["40101"], ["40102"])
    assert game.state.hands[1].known == [0b11]


def test_jokins_protector_strikes_back() -> None:
    game = table(f"{A} | 20426", B, f"a {CROSSBOWMEN} 24 29.6 180 | 20427")
    game.chance.supply((0,) * 5)
    attack_at(game, "attack-end", unit=1, target=0, fight=Fight(1, 0, "melee"))
    assert len(game.chance.draws) == 5


@pytest.mark.parametrize(("ranks", "tokens"), [(1, 1), (2, 2), (3, 2)])
def test_pirates_plunder_and_share_out(ranks: int, tokens: int) -> None:
    game = table("a 10414 24 20 0 | 6", f"{B} | 4")
    fight = Fight(0, 1, "melee")
    fight.ranks_destroyed = ranks
    attack_at(game, "attack-end", fight=fight)
    assert (game.state.counters[0]["pillage"], game.state.health[0]) == (tokens, 6 + tokens)


@pytest.mark.parametrize(("wounds", "panic", "ranks"), [(1, False, 0), (4, False, 1), (6, True, 2), (8, False, 2)])
def test_two_ranks_destroyed_by_one_attack_are_two_tokens(wounds: int, panic: bool, ranks: int) -> None:
    """The Panic Test of the attack is part of it: 6 Wounds and 2 more take the second rank."""
    game = table("a 10414 24 20 0", B)
    passed = (3, 3) if panic else (6, 6)
    fight = Fight(0, 1, "melee")
    fight.extra_wounds = wounds
    melee = attack_of(game.state, 0, "melee")
    assert melee is not None
    game.chance.supply(die(*(1,) * dice_of(game.state, fight, melee), *passed, 2))
    run(game, attack(game, fight, Side.FRONT))
    assert fight.ranks_destroyed == ranks
    assert game.state.counters[0].get("pillage", 0) == ranks


def test_sadistic_mutilation() -> None:
    game = table(f"{A} | 20410", f"{B} | weakened 20401")
    attack_at(game, "attack-end", "yes")
    assert (game.state.attachments[1], conditions_of(game.state, 1)) == ((), [])


def test_swift_strike_lets_dervishes_retreat() -> None:
    game = table("a 10409 24 20 0", B, dice=(1,))
    attack_at(game, "attack-end", "yes", "withdraw back 5000 0")
    pose = game.state.pose[0]
    assert pose is not None
    assert pose.y == 15000


def test_trackers_bow() -> None:
    game = table("a 10402 24 20 0", AWAY)
    attack_at(game, "attack-end", kind="long")
    assert conditions_of(game.state, 1) == ["vulnerable"]


# Tests, activations, charges -----------------------------------------------------------------------------------------


def test_charisma_and_weakened_resolve() -> None:
    game = table(f"{A} | 20418", B)
    morale_at(game, "test-passed", "condition weakened")
    assert conditions_of(game.state, 1) == ["weakened"]
    game = table(f"{A} | 20410", B)
    morale_at(game, "test-failed", unit=1)
    assert conditions_of(game.state, 1) == ["weakened"]


def test_coin_motivates() -> None:
    for ncus, left in (((), 7), (("b 30102 wealth",), 6)):
        game = table("a 10406 24 20 0 | 6", B, ncus=ncus)
        at(game, "activation")
        assert game.state.health[0] == left
    game = table("a 10406 24 20 0", B, ncus=("a 30102 wealth",), edition=EDITION_2021)
    game.chance.supply((0,) * 7)
    assert at(game, "zone-claimed", "yes", "align stay", ncu=0, zone="wealth").replaced
    assert len(game.chance.draws) == 7


def test_a_vow_is_sworn_at_an_enemy_and_re_rolls_charges() -> None:
    game = table(f"{A} | 20406", AWAY, dice=(5,))
    at(game, "round-start", unit=-1, seat=0)
    assert [(one.name, one.unit) for one in game.state.effects] == [("sworn-at", 1), ("knightly-vow-kept", 0)]
    moment = Moment("charge-rolled", 0, unit=0, target=1, action="charge")
    moment.notes["roll"] = 1
    passive = next(one for one in registry.PASSIVES["charge-rolled"] if one.id == "knightly-vow")
    run(game, passive.act(game, moment, 0), "reroll 1")
    assert moment.notes["roll"] == 5
    run(game, passive.act(game, moment, 0))  # each player re-rolls the die once
    assert moment.notes["roll"] == 5


# Orders --------------------------------------------------------------------------------------------------------------


def test_charging_volley() -> None:
    game = table("a 10402 24 20 0", f"b {CROSSBOWMEN} 24 27 180")
    game.chance.supply((5, *(0,) * 12))
    use_order(game, 0, "order-charging-volley", Moment("attack-end", 0, unit=0, target=1, kind="ranged"))
    assert [(one.one, one.other) for one in game.state.contacts] == [(0, 1)]


def test_set_an_example() -> None:
    game = table(f"{A} | 20404", B, dice=(6,))
    use_order(game, 0, "order-set-an-example", Moment("turn-start", 1))
    assert (conditions_of(game.state, 1), game.state.attachments[0]) == (["panicked"], ())


def test_spread_fear() -> None:
    game = table(f"{A} | 20408", B, f"b {CROSSBOWMEN} 30 24.8 180", dice=(5, 4, 1))  # 9, less 3, against 7
    game.state.contacts = [one for one in game.state.contacts if one.other == 1]
    moment = Moment("test-failed", 1, unit=1, test=morale_at(table(A, B), "test-dice", unit=1))
    use_order(game, 0, "order-spread-fear", moment)
    assert game.state.health[2] == 10


def test_taking_a_new_name() -> None:
    game = table(f"{A} | 20413", B, once=["0:lost:20401"])
    use_order(game, 0, "order-taking-a-new-name", Moment("turn-start", 0))
    assert game.state.attachments[0] == ("20401",)
    assert game.state.once == ["0:lost:20413"]


@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_what_is_known_of_the_seneschal_is_that_he_never_acts(edition: Any) -> None:
    game = table(A, B, ncus=("a 30404",), edition=edition)
    assert ncus_to_activate(game.state, 0) == []
