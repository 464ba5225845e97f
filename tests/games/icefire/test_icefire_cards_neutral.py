"""What the Tactics cards and the non-combat units of neutral armies do."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.abilities.targets import in_range
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.roll import Roll
from banneret.games.icefire.rules.actions.free_actions import free_attack
from banneret.games.icefire.rules.combat.morale import take_test
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.conditions import conditions_of
from banneret.games.icefire.rules.table.control import controls
from banneret.games.icefire.rules.table.sources import number_of
from banneret.games.icefire.state import Fight, Moment, Test, Use
from tests.games.icefire.ability_table import CROSSBOWMEN, A, B, at, morale_at, play_card, run, shaped, table

AWAY = f"b {CROSSBOWMEN} 24 40 180"
TACTICS = ("a 30102 tactics",)
MORE: dict[str, Any] = {"commanders": ["20402", "20115"]}
"""Ramsay leads: he stands in no unit of most tables."""


def melee(event: str = "attack-dice", seat: int = 0) -> Moment:
    fight = Fight(seat, 1 - seat, "melee")
    return Moment(event, seat, unit=seat, target=1 - seat, kind="melee", fight=fight)


def of_test(kind: str, event: str, unit: int, **more: Any) -> Moment:
    test = Test(unit, kind, -1)
    for name, value in more.items():
        setattr(test, name, value)
    return Moment(event, 0 if unit in (0, 2) else 1, unit=unit, test=test)


def test_planning_and_insight() -> None:
    for ncus, number in (((), 1), (TACTICS, 2)):
        moment = melee()
        play_card(table(A, B, ncus=ncus, **MORE), 0, "40401", moment, "choose more-hits")
        assert moment.fight is not None
        assert (moment.fight.extra_hits, moment.fight.blocked) == (number, 0)
    moment = melee()
    play_card(table(f"{A} | 20402", B, **MORE), 0, "40401", moment, "choose more-blocks")
    assert moment.fight is not None
    assert moment.fight.blocked == 2


def test_adaptive_methods() -> None:
    game = table(A, B, f"b {CROSSBOWMEN} 40 40 180", ncus=TACTICS)
    answers = ("condition weakened", "unit b1", "condition panicked", "unit b1", "unit b2")
    play_card(game, 0, "40402", Moment("turn-start", 0), *answers, targets=(1,))
    assert [conditions_of(game.state, unit) for unit in (1, 2)] == [[], ["panicked"]]


def test_worth_the_risk() -> None:
    game = table(f"{A} | 6", B, dice=(6,), **MORE)
    moment = of_test("morale", "reroll", 0, roll=Roll([1, 2]))
    play_card(game, 0, "40404", moment, "reroll 1")
    test = moment.test
    assert test is not None
    assert test.roll is not None
    assert test.roll.dice == [6, 2]
    test.passed = True
    run(game, test.after[0](game, test))
    assert game.state.health[0] == 8
    moment = of_test("morale", "reroll", 0)
    play_card(table(f"{A} | 20402", B, **MORE), 0, "40404", moment)
    assert moment.test is not None
    assert moment.test.settled is True


@pytest.mark.parametrize(("event", "ncus"), [("round-end", ()), ("turn-start", TACTICS)])
def test_meticulous_planning(event: str, ncus: tuple[str, ...]) -> None:
    game = table(A, B, ncus=ncus, decks={"a": ["40401", "40408"]}, **MORE)
    play_card(game, 0, "40405", Moment(event, 0), "choose-card 40408")
    assert (game.state.hands[0].cards, game.state.decks[0].cards) == (["40408"], ["40401"])


def test_surprise_strategy() -> None:
    game = table(A, B, hands={"a": ["40401", "40402"]}, discards=[["40403"], []])
    play_card(game, 0, "40406", Moment("turn-start", 0), "discard 40401", "choose-card 40403")
    assert sorted(game.state.hands[0].cards) == ["40402", "40403"]
    game = table(A, B, ncus=TACTICS, discards=[["40403"], []])
    play_card(game, 0, "40406", Moment("turn-start", 0), "choose-card 40403")
    assert game.state.hands[0].cards == ["40403"]


def test_spoils_of_war() -> None:
    game = table(A, B, f"b {CROSSBOWMEN} 24 15.2 0", f"b {CROSSBOWMEN} 44 44 180")
    play_card(game, 0, "40407", Moment("turn-start", 0))
    assert not shaped(game).highest_value
    run(game, suffer(game, 1, 12, 0))
    fight = shaped(game)
    assert (fight.highest_value, fight.gives, fight.hit_modifier) == (True, ["vulnerable"], 0)
    run(game, suffer(game, 2, 12, 0))
    assert shaped(game).hit_modifier == 1


def test_cards_of_ramsay() -> None:
    game = table(f"{A} | 6 20402", f"{B} | panicked")
    moment = melee()
    play_card(game, 0, "40408", moment)
    assert moment.fight is not None
    assert (moment.fight.keywords, moment.fight.rerolls) == ({"precision"}, {(0, "attack")})
    answers = ("choose bolton-restores", "choose weakened")
    play_card(game, 0, "40409", Moment("turn-start", 0), *answers)
    assert (game.state.health[0], conditions_of(game.state, 1)) == (8, ["weakened"])


def test_sadistic_games_of_both_editions() -> None:
    game = table(A, B)
    play_card(game, 0, "40410", Moment("turn-start", 1), "choose weakened", "unit b1")
    assert conditions_of(game.state, 1) == ["weakened"]
    game = table(f"{A} | 20402", B, edition=EDITION_2021, dice=(1, 1, 1, 1, 1))
    play_card(game, 0, "40410", Moment("turn-start", 1), "choose hits")
    assert game.state.health[1] == 12 - 2 - 3


def test_a_flayed_man_has_no_secrets() -> None:
    game = table(A, f"{B} | weakened")
    use = Use(1, -1, "40102", Moment("turn-start", 1))
    moment = Moment("targeted", 1, target=0, by="card", use=use)
    assert play_card(game, 0, "40411", moment).canceled
    assert conditions_of(game.state, 1) == []


def test_fear_keeps_a_man_alive() -> None:
    game = table(f"{A} | 6 20415", B)
    play_card(game, 0, "40412", of_test("panic", "test-failed", 1, wounds=2), "unit a1", "unit a1", "unit a1")
    assert game.state.health[0] == 9
    game = table("a 10401 24 20 0 | 6", B)  # without Roose Bolton
    play_card(game, 0, "40412", of_test("panic", "test-failed", 1, wounds=2), "unit a1", "unit a1")
    assert game.state.health[0] == 8
    with pytest.raises(AssertionError, match="nobody asked for"):  # a third Wound
        play_card(game, 0, "40412", of_test("panic", "test-failed", 1, wounds=2), *["unit a1"] * 3)


def test_whispered_threats() -> None:
    game = table(A, B, ncus=("b 30102",))
    play_card(game, 0, "40413", Moment("activation", 1, ncu=0))
    at(game, "zone-done", ncu=0, zone="crown")
    assert conditions_of(game.state, 1) == ["panicked", "vulnerable"]


def test_the_cripplers_infamy() -> None:
    game = table("a 10405 24 20 0", f"{B} | weakened", dice=(2, 2, 1))
    moment = of_test("panic", "test-dice", 1)
    play_card(game, 0, "40414", moment)
    test = moment.test
    assert test is not None
    assert test.modifier == -2
    run(game, take_test(game, test), "yes")
    assert game.state.health[1] == 9


def test_careless_aggression() -> None:
    game = table(A, B, ncus=("b 30102",))
    game.state.turn = None
    game.chance.supply((0,) * 5)
    play_card(game, 0, "40415", Moment("round-start", 0), "align stay", "choose bn1")
    assert game.state.ncu_activated == [True]


def test_a_unit_that_has_fallen_to_what_was_declared_before_makes_no_free_attack() -> None:
    game = table(A, B)
    game.state.health[0], game.state.pose[0], game.state.contacts = 0, None, []
    run(game, free_attack(game, 0))
    assert not game.chance.draws


def test_nothing_is_in_range_of_a_unit_that_has_fallen() -> None:
    game = table(A, B)
    assert in_range(game.state, 0, [1], "long") == [1]
    game.state.health[0], game.state.pose[0], game.state.contacts = 0, None, []
    assert in_range(game.state, 0, [1], "long") == []


def test_cards_of_daario() -> None:
    stormcrows = "a 10406 24 20 0 | 6"
    game = table(stormcrows, B, ncus=("a 30102 crown",))
    assert play_card(game, 0, "40417", Moment("zone-claimed", 0, ncu=0, zone="crown")).replaced
    assert (controls(game.state, 0, "wealth"), game.state.health[0]) == (True, 9)
    game = table(stormcrows, B, dice=(2, 2))  # 4 and 2 against 6
    play_card(game, 0, "40418", Moment("turn-start", 0))
    assert conditions_of(game.state, 1) == ["panicked", "weakened"]
    moment = melee()
    game = table(stormcrows, B)
    play_card(game, 0, "40419", moment)
    fight = moment.fight
    assert fight is not None
    assert (fight.keywords, fight.highest_value) == ({"critical-blow", "precision"}, True)
    fight.dice = [1, 1, 3]
    run(game, happen(game, Moment("attack-rolled", 0, unit=0, target=1, kind="melee", fight=fight)))
    assert game.state.health[0] == 4
    for end in fight.ends:
        end(game.state, fight)
    assert game.state.effects == ()


def test_cards_of_jokin() -> None:
    game = table("a 10406 24 20 0", B, f"a {CROSSBOWMEN} 30 20 0 | 20424")
    play_card(game, 0, "40420", Moment("turn-start", 0))
    assert shaped(game).extra_dice == 2
    morale_at(game, "test-failed", unit=0)
    assert shaped(game).extra_dice == 0
    for units, settled in (((A, B), None), ((f"{A} | 20424", B), True)):
        moment = of_test("panic", "test-dice", 0)
        play_card(table(*units), 0, "40422", moment)
        assert moment.test is not None
        assert (moment.test.modifier, moment.test.settled) == (2, settled)
    game = table(A, B, f"a {CROSSBOWMEN} 34 20 0")
    play_card(game, 0, "40421", melee("attack-end", 1), "maneuver 0 0 0")
    assert game.state.turn is not None
    assert game.state.turn.moved == [2]


# Non-combat units ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("icefire:ruling.61")
def test_littlefinger_is_master_of_the_game() -> None:
    """He uses the effect of another zone, and controls the one that he has claimed."""
    game = table(A, B, ncus=("a 30402 crown",), decks={"a": ["40401", "40402"]})
    moment = at(game, "zone-claimed", "yes", "choose tactics", ncu=0, zone="crown")
    assert (moment.replaced, len(game.state.hands[0])) == (True, 2)
    assert (controls(game.state, 0, "crown"), controls(game.state, 0, "tactics")) == (True, False)
    full = table(A, B, ncus=("a 30402 crown", *(f"b 30105 {zone}" for zone in ("wealth", "tactics", "combat"))),
                 decks={"a": ["40401"]})  # fmt: skip  # several to a line
    assert not at(full, "zone-claimed", "pass", ncu=0, zone="crown").replaced
    at(game, "turn-start", "yes", "choose wealth", unit=-1, seat=0)
    assert controls(game.state, 0, "wealth")
    assert game.state.ncu_counters == [{"order": 1}]


@pytest.mark.parametrize("zone", ["crown", "wealth", "tactics", "combat", "maneuver"])
def test_little_birds(zone: str) -> None:
    game = table(f"{A} | 6", AWAY, ncus=("a 30403", f"b 30102 {zone}"), decks={"a": ["40401"]})
    game.chance.supply(() if zone == "tactics" else (0,) * 6)
    more = ("shift forward 3000",) if zone == "maneuver" else ()
    at(game, "zone-done", "yes", *more, ncu=1, zone=zone)
    state = game.state
    pose = state.pose[0]
    assert pose is not None
    changed = {
        "crown": state.health[1] == 11,
        "wealth": state.health[0] == 8,
        "tactics": len(state.hands[0]) == 1,
        "combat": state.health[1] == 9,
        "maneuver": pose.y == 23000,
    }
    assert [name for name, has in changed.items() if has] == [zone]


def test_jaqen_gives_precision() -> None:
    game = table(A, B, ncus=("a 30405 crown",))
    game.state.influence[0] = 0
    assert shaped(game).keywords == {"precision"}
    game.state.influence[0] = 1
    assert shaped(game, attacker=1, defender=0).keywords == set()


def test_jaqen_chooses_the_influence_of_another() -> None:
    game = table(A, B, ncus=("a 30405 crown", "b 30106"))
    at(game, "activation", "choose bn1", ncu=0)
    game.state.influence[0] = 1
    assert number_of(game.state, "panic-wounds", 1) == 1
    at(game, "zone-claimed", ncu=0, zone="wealth")
    assert [one.name for one in game.state.effects] == ["borrowed-influence"]
    game.state.influence[0] = 0
    assert shaped(game).keywords == set()


def test_the_iron_bank_pays_once() -> None:
    game = table(f"{A} | 4", AWAY, ncus=("a 30406",))
    at(game, "turn-start", "yes", *("unit a1",) * 5, unit=-1, seat=0)
    assert game.state.health[0] == 9
    at(game, "turn-start", unit=-1, seat=0)


def test_walder_chooses_two_of_three() -> None:
    game = table(A, B, ncus=("a 30407 crown",))
    answers = ("yes", "choose all-conditions", "choose first-player")
    assert at(game, "zone-claimed", *answers, ncu=0, zone="crown").replaced
    assert conditions_of(game.state, 1) == ["panicked", "vulnerable", "weakened"]
    game.state.first = 1
    at(game, "round-start", unit=-1, seat=1)
    assert game.state.first == 0


def test_roose_spreads_rumors() -> None:
    game = table(A, B, ncus=("a 30408 crown",), dice=(1, 1, 1))
    at(game, "activation", "yes", ncu=0)
    assert conditions_of(game.state, 1) == ["panicked"]
    assert at(game, "zone-claimed", "yes", ncu=0, zone="crown").replaced
    assert game.state.health[1] == 11


def test_shae_looks_for_a_patron() -> None:
    game = table(A, B, ncus=("a 30409 crown",))
    at(game, "zone-claimed", "choose weakened", ncu=0, zone="crown")
    assert conditions_of(game.state, 1) == ["weakened"]
    at(game, "zone-done", ncu=0, zone="crown")
    assert game.state.ncu_counters == [{"order": 2}]
    game.state.ncu_counters[0]["order"] = 0
    at(game, "round-end", unit=-1, seat=0)
    assert game.state.ncu_alive == [False]


@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_the_other_cards_of_vargo_and_the_commander_are_lannister_cards_too(edition: Any) -> None:
    game = table(A, f"{B} | weakened", edition=edition)
    moment = melee()
    play_card(game, 0, "40416", moment)
    assert moment.fight is not None
    assert moment.fight.rerolls == {(0, "attack")}
    game.state.orders_used[0] = ["order-incite"]
    play_card(game, 0, "40403", Moment("turn-start", 0))
    assert game.state.orders_used[0] == []
