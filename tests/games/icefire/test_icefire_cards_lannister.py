"""What the Tactics cards and the non-combat units of House Lannister do."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.rules.board.hands import hand_limit, refill_to
from banneret.games.icefire.rules.combat.attack import attack
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.conditions import conditions_of
from banneret.games.icefire.rules.table.control import controls
from banneret.games.icefire.rules.table.facts import NO_ABILITIES, is_silenced
from banneret.games.icefire.rules.table.sources import number_of
from banneret.games.icefire.state import Attached, Fight, Moment, Test, Use
from banneret.plane import Side
from tests.games.icefire.ability_table import (
    CROSSBOWMEN,
    A,
    B,
    at,
    attack_at,
    morale_at,
    play_card,
    run,
    shaped,
    table,
)

AWAY = f"b {CROSSBOWMEN} 24 40 180"
CROWN, WEALTH, BOTH = ("a 30102 crown",), ("a 30102 wealth",), ("a 30102 crown", "a 30108 wealth")


def melee(fight: Fight | None = None, event: str = "attack-dice", seat: int = 0) -> Moment:
    """Return a moment of the attack of unit 0 at unit 1, or of unit 1 at unit 0."""
    fight = fight or Fight(seat, 1 - seat, "melee")
    return Moment(event, seat, unit=fight.attacker, target=fight.defender, kind="melee", fight=fight)


def of_test(kind: str, event: str, unit: int = 1, **more: Any) -> Moment:
    test = Test(unit, kind, 1 - unit)
    for name, value in more.items():
        setattr(test, name, value)
    return Moment(event, unit, unit=unit, test=test)


def test_intrigue_silences_and_weakens() -> None:
    game = table(A, B, ncus=("a 30109 wealth", "b 30102"))
    play_card(game, 0, "40101", Moment("activation", 1, ncu=1))
    assert is_silenced(game.state, 1)
    assert conditions_of(game.state, 1) == ["weakened"]
    at(game, "activation", ncu=1)
    assert game.state.ncu_counters[1] == {"order": 3}


def test_a_lannister_pays_his_debts() -> None:
    game = table(A, B, f"a {CROSSBOWMEN} 40 20 0", ncus=CROWN)
    play_card(game, 0, "40102", Moment("turn-start", 0), targets=(0,))
    assert game.state.discards[0] == []
    assert shaped(game).keywords == set()
    run(game, suffer(game, 2, 12, 1))
    fight = shaped(game)
    assert (fight.keywords, fight.hit_modifier) == ({"vicious"}, 1)
    game.state.ncu_zone[0] = "wealth"
    fight = shaped(game)
    assert (fight.keywords, fight.hit_modifier) == ({"vicious"}, 0)


def test_hear_me_roar() -> None:
    game = table(A, f"{B} | 6")
    moment = of_test("panic", "test-dice")
    play_card(game, 0, "40103", moment)
    assert moment.test is not None
    assert (moment.test.modifier, moment.test.extra_wounds) == (-2, 1)


def test_bribery_lasts_until_a_test_or_wealth() -> None:
    for event in ("test-passed", "targeted"):
        game = table(A, B, ncus=CROWN)
        assert play_card(game, 0, "40104", Moment("zone-claimed", 0, ncu=0, zone="crown")).replaced
        assert shaped(game, attacker=1, defender=0).lowest_value
        assert number_of(game.state, "morale", 1) == -1
        if event == "test-passed":
            morale_at(game, event, unit=1)
        else:
            at(game, event, unit=-1, seat=1, target=1, by="zone", zone="wealth")
        assert not shaped(game, attacker=1, defender=0).lowest_value
        assert game.state.discards[0] == ["40104"]


@pytest.mark.parametrize(("ncus", "dice", "canceled"), [
    ((), (2,), False), ((), (3,), True), (CROWN, (2,), True), (BOTH, (), True),
])  # fmt: skip  # several to a line
def test_counterplot(ncus: tuple[str, ...], dice: tuple[int, ...], canceled: bool) -> None:
    game = table(A, B, ncus=ncus, dice=dice)
    moment = Moment("card-played", 1, by="card", use=Use(1, -1, "40102", Moment("turn-start", 0)))
    assert play_card(game, 0, "40105", moment).canceled is canceled


def test_fealty_to_the_crown_heals_by_fear() -> None:
    for ncus, own, theirs in (((), 8, 12), (CROWN, 9, 11)):
        game = table(f"{A} | 6", B, ncus=ncus)
        play_card(game, 0, "40106", of_test("panic", "test-failed", wounds=2))
        assert (game.state.health[0], game.state.health[1]) == (own, theirs)


def test_subjugation_takes_abilities() -> None:
    game = table(A, B, ncus=BOTH, dice=(4, 4, 1))  # 8, less 2, against 7
    play_card(game, 0, "40107", Moment("activation", 1, unit=1))
    assert {one.name for one in game.state.effects if one.unit == 1} == {NO_ABILITIES, "no-cards"}


def test_cards_of_jaime() -> None:
    jaime = f"{A} | 6 20115"
    game = table(jaime, B)
    moment = of_test("morale", "test-rolled", unit=0)
    play_card(game, 0, "40108", moment)
    assert moment.test is not None
    assert (moment.test.settled, game.state.health[0]) == (True, 8)
    moment = melee()
    play_card(game, 0, "40109", moment)
    assert moment.fight is not None
    assert (moment.fight.highest_value, moment.fight.rerolls) == (True, {(0, "misses")})
    assert conditions_of(game.state, 1) == ["vulnerable"]
    game = table(jaime, B, dice=(1, 2, 1))
    play_card(game, 0, "40110", Moment("activation", 1, unit=1))
    assert conditions_of(game.state, 1) == ["panicked", "weakened"]


@pytest.mark.parametrize("card", ["40108", "40109", "40110", "40128"])
def test_a_card_may_be_played_to_draw_one(card: str) -> None:
    game = table(A, B, decks={"a": ["40101", "40102"]})
    play_card(game, 0, card, Moment("turn-start", 0))
    assert game.state.hands[0].cards == ["40101"]


def test_overrun_marches_in_place_of_surging() -> None:
    game = table(A, AWAY)
    moment = Moment("surge", 0, unit=0)
    play_card(game, 0, "40111", moment, "march 5000 0")
    pose = game.state.pose[0]
    assert pose is not None
    assert (moment.replaced, pose.y) == (True, 25000)


@pytest.mark.parametrize(("edition", "number"), [(SEASON_6, 3), (EDITION_2021, 5)])
def test_assault_orders_attack_with_the_lowest_value_in_season_6(edition: Any, number: int) -> None:
    game = table(A, B, ncus=CROWN, edition=edition)
    game.chance.supply((0,) * number)
    play_card(game, 0, "40112", Moment("zone-claimed", 0, ncu=0, zone="crown"), "align stay")
    assert len(game.chance.draws) == number
    assert game.state.effects == ()


def test_price_of_failure_hits_with_all_dice() -> None:
    game = table(A, B)
    moment = melee()
    play_card(game, 0, "40113", moment)
    assert moment.fight is not None
    game.chance.supply((*(0,) * 5, *(5,) * 5))
    run(game, attack(game, moment.fight, Side.FRONT))
    assert moment.fight.hits == 5
    assert conditions_of(game.state, 0) == ["panicked", "vulnerable"]


def test_exploit_weakness() -> None:
    game = table(A, f"{B} | weakened")
    moment = melee()
    play_card(game, 0, "40114", moment)
    assert moment.fight is not None
    assert moment.fight.rerolls == {(0, "attack")}
    assert conditions_of(game.state, 1) == ["vulnerable", "weakened"]


def test_broken_resolve_weakens_again_and_again() -> None:
    game = table(A, B)
    play_card(game, 0, "40115", of_test("morale", "test-failed"))
    game.state.conditions[1] = 0
    at(game, "activation", unit=1)
    assert conditions_of(game.state, 1) == ["weakened"]
    morale_at(game, "test-passed", unit=1)
    assert game.state.attached == ()


def test_issue_commands() -> None:
    game = table(f"a {CROSSBOWMEN} 32 20 0 | 20201", f"a {CROSSBOWMEN} 24 20 0", B)
    moment = Moment("activation", 0, unit=0)
    game.chance.supply((0,) * 5)
    play_card(game, 0, "40116", moment, "align stay")
    assert moment.replaced
    assert len(game.chance.draws) == 5
    game.state.orders_used[1] = ["order-incite"]
    play_card(game, 0, "40116", Moment("turn-start", 0))
    assert game.state.orders_used[1] == []


def test_false_agenda_moves_a_non_combat_unit() -> None:
    game = table(A, B, ncus=("b 30102 tactics",))
    play_card(game, 0, "40117", Moment("activation", 1, ncu=0))
    at(game, "zone-done", "choose crown", "condition weakened", ncu=0, zone="tactics")
    assert game.state.ncu_zone == ["crown"]
    assert conditions_of(game.state, 1) == ["weakened"]


def test_cunning_ploy() -> None:
    game = table(f"{A} | 20105", f"b {CROSSBOWMEN} 24 30 180", f"a {CROSSBOWMEN} 40 20 0")
    moment = Moment("activation", 0, unit=0)
    play_card(game, 0, "40118", moment, "take march", "march 5000 0")
    pose = game.state.pose[2]
    assert pose is not None
    assert (moment.replaced, pose.y, conditions_of(game.state, 1)) == (True, 25000, ["vulnerable"])


def test_intercept_orders_turns_a_zone_aside() -> None:
    for face, target in ((3, 2), (2, 0)):
        game = table(A, B, f"a {CROSSBOWMEN} 40 20 0", dice=(face,))
        moment = Moment("targeted", 1, target=0, by="zone", zone="crown")
        assert play_card(game, 0, "40119", moment).target == target


def test_cards_of_the_high_sparrow() -> None:
    game = table(f"{A} | 6 panicked", B, dice=(6, 5))
    play_card(game, 0, "40120", Moment("activation", 0, unit=0))
    assert (game.state.health[0], conditions_of(game.state, 0)) == (9, [])
    game = table(f"{A} | 6 panicked", B, dice=(1, 2))
    play_card(game, 0, "40120", Moment("activation", 0, unit=0))
    assert (game.state.health[0], conditions_of(game.state, 0)) == (7, [])
    for dice, blocked in (((6, 5), 3), ((1, 2), 1)):
        moment = melee(event="defense-rolled", seat=1)
        play_card(table(A, B, dice=dice), 0, "40121", moment)
        assert moment.fight is not None
        assert moment.fight.blocked == blocked
    for dice, hit, extra in (((6, 5), 1, 0), ((1, 2), 0, 1)):
        moment = melee()
        play_card(table(A, B, dice=dice), 0, "40122", moment)
        assert moment.fight is not None
        assert (moment.fight.hit_modifier, moment.fight.extra_hits) == (hit, extra)


def test_you_will_obey_me() -> None:
    game = table(A, B)
    moment = melee()
    play_card(game, 0, "40123", moment)
    assert moment.fight is not None
    assert (moment.fight.extra_dice, moment.fight.keywords) == (2, {"sundering"})
    game.chance.supply((0,) * 7)
    run(game, attack(game, moment.fight, Side.FRONT))
    assert conditions_of(game.state, 0) == ["panicked", "vulnerable"]


def test_traitors_are_hunted_to_the_end_of_the_round() -> None:
    game = table(A, B)
    play_card(game, 0, "40124", Moment("turn-start", 0))
    assert shaped(game).keywords == {"vicious"}
    attack_at(game, "attack-end")
    at(game, "round-end", unit=-1, seat=0)
    assert conditions_of(game.state, 0) == ["panicked", "vulnerable"]
    assert game.state.attached == ()


def test_i_am_the_king() -> None:
    game = table(A, B)
    moment = melee(event="defense-rolled", seat=1)
    play_card(game, 0, "40125", moment)
    assert moment.fight is not None
    assert moment.fight.blocked == 2
    for follow in moment.fight.after:
        run(game, follow(game, moment.fight))
    assert conditions_of(game.state, 0) == ["panicked", "weakened"]


def test_cards_of_addam_marbrand() -> None:
    addam = f"{A} | 6 20129"
    moment = Moment("targeted", 1, target=0, by="zone", zone="crown")
    play_card(table(addam, B, dice=(3, 2)), 0, "40126", moment)  # 5 and 2 against 7
    assert moment.canceled
    game = table(addam, B)
    play_card(game, 0, "40127", melee(event="attack-end", seat=1))
    assert (game.state.health[1], conditions_of(game.state, 1)) == (10, ["panicked"])
    game = table(addam, B, f"a {CROSSBOWMEN} 30 20 0 | 6")
    play_card(game, 0, "40128", of_test("morale", "test-passed", unit=0))
    assert (game.state.health[0], game.state.health[2]) == (8, 8)


def test_predictable_maneuvers_come_first() -> None:
    game = table(A, AWAY, turn="b")
    moment = Moment("turn-start", 1)
    moment.notes["first"] = 1
    play_card(game, 0, "40129", moment)
    at(game, "action-chosen", "maneuver 0 2000 0", unit=1, action="march")
    pose = game.state.pose[0]
    assert pose is not None
    assert pose.y == 22000


def test_seeing_their_flaws_and_wealth_of_the_rock() -> None:
    game = table(f"{A} | 20130", B)
    play_card(game, 0, "40130", Moment("action-end", 1, unit=1, action="march"))
    assert conditions_of(game.state, 1) == ["panicked", "vulnerable"]
    fight = shaped(game)
    assert {one.name for one in game.state.effects} == {NO_ABILITIES, "no-cards"}
    for end in fight.ends:
        end(game.state, fight)
    assert game.state.effects == ()
    at(game, "round-end", unit=-1, seat=0)
    assert game.state.attached == ()
    moment = melee(event="attack-rolled", seat=1)
    play_card(game, 0, "40131", moment)
    assert moment.fight is not None
    assert (moment.fight.panic_modifier, moment.fight.defense_modifier) == (2, 1)


# Non-combat units ----------------------------------------------------------------------------------------------------


def test_the_rains_of_castamere() -> None:
    game = table(A, B, ncus=("a 30101",), dice=(1, 1, 1, 1, 1, 2, 1))
    at(game, "turn-start", "yes", unit=-1, seat=0)
    assert game.state.health[1] == 12 - 4 - 1
    assert conditions_of(game.state, 1) == ["panicked", "vulnerable"]
    assert [one.until for one in game.state.effects if one.name == NO_ABILITIES] == ["round"]
    assert game.state.once == ["0:30101"]


def test_pycelle_weakens() -> None:
    game = table(A, B, ncus=("a 30102",))
    at(game, "activation", "yes", ncu=0)
    assert conditions_of(game.state, 1) == ["weakened"]
    assert game.state.ncu_counters == [{"order": 2}]


def test_the_high_sparrow_heals_by_influence() -> None:
    game = table(f"{A} | 6", B, ncus=("a 30103 crown",))
    game.state.influence[0] = 1
    morale_at(game, "test-failed", unit=1, wounds=2)
    assert game.state.health[0] == 8


def test_tyrion_plans_ahead() -> None:
    game = table(A, B, ncus=("a 30104",), decks={"a": ["40105", "40101"]}, dice=(3,))
    assert (hand_limit(game.state, 0), refill_to(game.state, 0)) == (6, 4)
    moment = Moment("card-played", 1, by="card", use=Use(1, -1, "40102", Moment("turn-start", 0)))
    at(game, "card-played", "choose-card 40105", unit=-1, seat=1, by="card", use=moment.use)
    assert game.state.discards[0] == ["40105"]
    assert game.state.decks[0].cards == ["40101"]
    assert game.state.once == ["0:30104"]


@pytest.mark.parametrize(("ncu", "zone", "card"), [
    ("30105", "crown", "40103"), ("30105", "wealth", "40107"),
    ("30109", "crown", "40101"), ("30109", "wealth", "40104"),
])  # fmt: skip  # several to a line
def test_cersei_and_tommen_fetch_cards(ncu: str, zone: str, card: str) -> None:
    game = table(A, B, ncus=(f"a {ncu} {zone}",), decks={"a": [card, "40110"]})
    at(game, "zone-claimed", "yes", f"choose-card {card}", ncu=0, zone=zone)
    assert game.state.hands[0].cards == [card]
    assert game.state.ncu_counters == [{"order": 1}]


def test_joffrey_holds_the_crown_and_frightens() -> None:
    game = table(A, B, ncus=("a 30106 wealth",))
    at(game, "zone-claimed", ncu=0, zone="wealth")
    assert controls(game.state, 0, "crown")
    game.state.influence[0] = 1
    assert number_of(game.state, "panic-wounds", 1) == 1


def test_kevan_is_just() -> None:
    game = table(f"{A} | 6 panicked", AWAY, ncus=("a 30107",))
    at(game, "turn-start", "yes", "shift forward 2000", unit=-1, seat=0)
    pose = game.state.pose[0]
    assert pose is not None
    assert (game.state.health[0], conditions_of(game.state, 0), pose.y) == (8, [], 22000)
    fight = shaped(game)
    assert (fight.highest_value, fight.rerolls) == (True, {(0, "attack")})


def test_little_doves() -> None:
    game = table(A, B, ncus=("a 30108", "b 30102"))
    at(game, "activation", "yes", "choose crown", "choose combat", ncu=1)
    at(game, "zone-done", "unit b1", ncu=1, zone="combat")
    assert conditions_of(game.state, 1) == ["vulnerable"]
    assert game.state.ncu_counters[0] == {"order": 2}


def test_an_attached_card_is_told_by_its_unit() -> None:
    game = table(A, B)
    play_card(game, 0, "40104", Moment("zone-claimed", 0, ncu=0, zone="crown"))
    assert game.state.attached == (Attached("40104", 1, 0),)
