"""The worked examples of both books with their numbers, in the order of the book, each in both editions.

`EXAMPLES` lists them all, by the chapters of both books, with the tests that play them.
"""

from __future__ import annotations

from copy import copy
from typing import Final

import pytest
from msgspec.structs import replace

from banneret.games.icefire.army.lists import neutral_points
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITIONS, SEASON_6, Edition
from banneret.games.icefire.events.attacks import AttackRolled, DefenseRolled, TestRolled
from banneret.games.icefire.events.moves import ChargeEnded, DistanceRolled
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.actions.ranged import targets_from
from banneret.games.icefire.rules.combat.attack import count_blocked, defense_modifier
from banneret.games.icefire.rules.combat.morale import passes, take_test
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.affiliations import counts_as
from banneret.games.icefire.rules.table.engagement import is_engaged, side_of
from banneret.games.icefire.rules.table.facts import NO_ABILITIES, abilities_of
from banneret.games.icefire.rules.table.paths import speed_of
from banneret.games.icefire.rules.table.sight import arcs, sees
from banneret.games.icefire.rules.table.units import ranks_left, unit_card
from banneret.games.icefire.state import Effect, Fight, Test
from banneret.plane import Pose, Side
from tests.games.icefire.ability_table import run, table
from tests.games.icefire.scene import (
    BERSERKERS,
    BOWMEN,
    CROSSBOWMEN,
    GUARDSMEN,
    HALBERDIERS,
    SWORDS,
    asked,
    die,
    laid,
    offered,
    place,
    play,
    refused,
    scene,
    told,
    wounds_left,
)

pytestmark = pytest.mark.parametrize("edition", EDITIONS)

EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "common terms: free actions, besides the activation": ("test_a_free_action_is_no_activation",),
    "common terms: a shift of 2 inches, never diagonal": ("test_a_shift_goes_straight_and_no_farther",),
    "unit types: 3 Wounds leave 3 ranks": ("test_three_wounds_leave_three_ranks_and_a_fourth_two",),
    "card back: an Umber Champion makes no House Umber": ("test_a_house_is_told_by_the_name_of_the_unit",),
    "attachments: who loses abilities loses those of attachments": (
        "test_who_loses_its_abilities_loses_those_of_attachments_that_are_not_innate",
    ),
    "line of sight: in the front arc in whole or in part": (
        "test_berserkers_are_seen_in_the_front_arc_in_whole_or_in_part",
    ),
    "line of sight: two units hide a third": ("test_two_units_between_hide_the_bowmen",),
    "line of sight: most of a tray is in a flank": (
        "test_most_of_the_berserkers_is_in_a_flank_and_so_they_contact_it",
    ),
    "maneuver: a pivot, 5 inches, a pivot": ("test_a_maneuver_is_a_pivot_five_inches_and_a_pivot",),
    "march: 10 inches, a pivot": ("test_a_march_is_ten_inches_and_a_pivot",),
    "retreat: a 2 and Speed 4 are 6 inches": ("test_guardsmen_retreat_six_inches_with_a_two",),
    "retreat, 2021: without a legal one the unit stays": ("test_a_unit_with_enemies_on_all_sides_does_not_retreat",),
    "ranged attack: range is measured from the front arrow": (
        "test_bowmen_shoot_twelve_inches_from_their_front_arrow",
    ),
    "ranged attack: after the shift the target is out of range": (
        "test_after_the_shift_the_target_may_be_out_of_range",
    ),
    "charge: 8 inches need a 3, and fail with 7": ("test_a_charge_at_eight_inches_needs_a_three",),
    "charge: most of the charger is in a flank": ("test_most_of_the_berserkers_is_in_a_flank_and_so_they_contact_it",),
    "morale test: 6 and 2 pass 6+": ("test_six_and_two_pass_a_morale_of_six",),
    "panic test: a sum of 4 fails 6+ and costs the D3": ("test_a_panic_test_fails_with_four_and_costs_one",),
    "attack: 6 dice, 4 Hits, 2 blocked, 3 models": ("test_the_attack_of_the_guardsmen",),
    "Commander: the cards of the Kingslayer": ("test_the_kingslayer_adds_his_cards_to_the_deck",),
    "timing: one card or one Order": ("test_a_card_or_an_order_and_not_both",),
    "simultaneous effects, 1 and 2": ("test_the_player_whose_turn_it_is_says_first_and_not_again",),
    "stacking: Sundering twice is Sundering once": ("test_sundering_twice_is_sundering_once",),
    "modifiers: Sundering changes the result, not the face": ("test_sundering_changes_the_result_and_not_the_face",),
    "modifiers: -4 leaves 0": ("test_a_result_never_falls_below_nothing",),
    "neutral units: 12 or 20 of 40 points": ("test_a_medium_army_of_house_stark_has_so_many_points_of_neutrals",),
}
"""What each example of the books is about, in their order, and the tests that play it."""


def test_every_example_has_its_test(edition: Edition) -> None:
    tests = {name for name in globals() if name.startswith("test_")} - {"test_every_example_has_its_test"}
    assert {name for names in EXAMPLES.values() for name in names} == tests
    assert edition in EDITIONS


# Terms -----------------------------------------------------------------------------------------------------------


def test_a_free_action_is_no_activation(edition: Edition) -> None:
    """A free maneuver by the zone of that name, of a unit that has activated already."""
    game = table(f"{ALONE} | activated", FAR, edition=edition)
    run(game, perform(game, 0, "maneuver", free=True), "maneuver 0 5000 0")
    assert game.state.pose[0] == Pose(24_000, 15_000, 0)
    assert game.state.activated[0]


def test_a_shift_goes_straight_and_no_farther(edition: Edition) -> None:
    """Of 2 inches: forwards, backwards or to a side."""
    match = scene(f"a {BOWMEN} 24 10 0", f"b {GUARDSMEN} 24 20 180", edition=edition)
    play(match, "a: take ranged")
    assert refused(match, "a: shift left 2001").rule == "icefire:terms.23"
    lines = [line.split()[1] for line in offered(match) if line.startswith("shift")]
    assert {*lines} <= {"forward", "back", "left", "right"}


ALONE, FAR = f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 42 44 180"
EIGHT_AWAY = f"b {GUARDSMEN} 24 22.8 180"
MISSES = die(1, 1, 1, 1, 1, 1, 1)


# Units -----------------------------------------------------------------------------------------------------------


def test_three_wounds_leave_three_ranks_and_a_fourth_two(edition: Edition) -> None:
    game = table(ALONE, FAR, edition=edition)
    run(game, suffer(game, 0, 3, 1))
    assert (game.state.health[0], ranks_left(game.state, 0)) == (9, 3)
    run(game, suffer(game, 0, 1, 1))
    assert ranks_left(game.state, 0) == 2


def test_a_house_is_told_by_the_name_of_the_unit(edition: Edition) -> None:
    """An Umber Champion among Sworn Swords does not make them one of House Umber."""
    champion = next(id for id, one in components(edition).attachments.items() if one.name == "Umber Champion")
    state = laid(f"a {BERSERKERS} 8 8 0", f"a {SWORDS} 24 8 0 | {champion}", FAR, edition=edition)
    assert [counts_as(state, unit, "House Umber") for unit in (0, 1)] == [True, False]


def test_who_loses_its_abilities_loses_those_of_attachments_that_are_not_innate(edition: Edition) -> None:
    state = laid(f"a {SWORDS} 24 8 0 | 20204", FAR, edition=edition)
    assert "order-martial-training" in abilities_of(state, 0)
    state.effects = (*state.effects, Effect(NO_ABILITIES, 0, 1, "turn"))
    assert "order-martial-training" not in abilities_of(state, 0)


# Sight -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place_", "seen"), [("24 34 180", True), ("33 24 180", True), ("38 14 180", False)])
def test_berserkers_are_seen_in_the_front_arc_in_whole_or_in_part(edition: Edition, place_: str, seen: bool) -> None:
    """The second lies half beside the Guardsmen: some of its tray is in their front arc."""
    state = laid(f"b {GUARDSMEN} 24 20 0", f"a {BERSERKERS} {place_}", edition=edition)
    assert sees(state, 0, 1) == seen


def test_two_units_between_hide_the_bowmen(edition: Edition) -> None:
    line = [f"b {GUARDSMEN} 21.25 20 0", f"b {HALBERDIERS} 26.75 20 0"]
    state = laid(f"b {CROSSBOWMEN} 24 12 0", f"a {BOWMEN} 24 28 180", *line, edition=edition)
    assert not sees(state, 0, 1)
    assert not sees(state, 0, 1, ranged=True)
    assert sees(laid(f"b {CROSSBOWMEN} 24 12 0", f"a {BOWMEN} 24 28 180", edition=edition), 0, 1)


def test_most_of_the_berserkers_is_in_a_flank_and_so_they_contact_it(edition: Edition) -> None:
    """Their tray lies over the line between the arcs of the Guardsmen, more of it in the flank."""
    match = scene(
        f"a {BERSERKERS} 33.75 32.4 135", f"b {GUARDSMEN} 24 24 0", edition=edition, chance=(*die(6), *MISSES)
    )
    assert arcs(match.state, 1, 0) == (Side.RIGHT,)
    play(match, "a: charge b1")
    while asked(match)[1] in ("pivot.charge", "align"):
        play(match, f"a: {offered(match)[0]}")
    assert side_of(match.state, 1, 0) == Side.RIGHT


# Moves -----------------------------------------------------------------------------------------------------------


def test_a_maneuver_is_a_pivot_five_inches_and_a_pivot(edition: Edition) -> None:
    match = play(scene(ALONE, FAR, edition=edition), "a: take maneuver")
    assert speed_of(match.state, 0) == 5000
    assert refused(match, "a: maneuver 4500 5001 0").rule == "icefire:card.1"
    play(match, "a: maneuver 9000 5000 18000")
    assert place(match, "a1") == (19.0, 10.0, 180.0)


def test_a_march_is_ten_inches_and_a_pivot(edition: Edition) -> None:
    match = play(scene(ALONE, FAR, edition=edition), "a: take march")
    assert refused(match, "a: march 10001 0").rule == "icefire:card.1"
    play(match, "a: march 10000 27000")
    assert place(match, "a1") == (24.0, 20.0, 270.0)


def test_guardsmen_retreat_six_inches_with_a_two(edition: Edition) -> None:
    match = scene(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180", turn="b", chance=die(2), edition=edition)
    play(match, "b: take retreat")
    assert told(match, DistanceRolled)[0].distance == 6000
    assert refused(match, "b: withdraw back 6001 18000").rule == "icefire:retreat.3"
    play(match, "b: withdraw back 6000 9000")
    assert place(match, "b1") == (24.0, 30.8, 90.0)
    assert asked(match) == ("a", "may.pivot")
    play(match, "a: yes", "a: pivot 18000")
    assert place(match, "a1") == (24.0, 20.0, 180.0)


def test_a_unit_with_enemies_on_all_sides_does_not_retreat(edition: Edition) -> None:
    """With enemies on all sides there is no legal place, in either edition; the book of 2021 says it."""
    around = (f"b {GUARDSMEN} 24 24.8 180", f"b {GUARDSMEN} 24 15.2 0", f"b {CROSSBOWMEN} 18.85 20 270",
              f"b {CROSSBOWMEN} 29.15 20 90")  # fmt: skip  # several to a line
    match = scene(f"a {SWORDS} 24 20 0", *around, chance=die(3), edition=edition)
    play(match, "a: take retreat")
    while match.asking and asked(match)[1] == "retreat":
        play(match, f"a: {offered(match)[0]}")
    assert place(match, "a1")[:2] == (24.0, 20.0)
    assert is_engaged(match.state, 0)


# Shooting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "in_range"), [(11.9, True), (12.0, True), (12.1, False)])
def test_bowmen_shoot_twelve_inches_from_their_front_arrow(edition: Edition, gap: float, in_range: bool) -> None:
    state = laid(f"a {BOWMEN} 24 10 0", f"b {GUARDSMEN} 24 {12.4 + gap + 2.4} 180", edition=edition)
    weapon = next(attack for attack in unit_card(state, 0).attacks if attack.kind == "long")
    assert targets_from(state, 0, weapon, Pose(24_000, 10_000, 0)) == ([1] if in_range else [])


def test_after_the_shift_the_target_may_be_out_of_range(edition: Edition) -> None:
    """2 inches to the side take the Guardsmen, who lie in the front arc, from 11.9 inches to more than 12."""
    match = scene(f"a {BOWMEN} 24 10 0", f"b {GUARDSMEN} 28.75 26.7 180", edition=edition)
    play(match, "a: take ranged")
    assert refused(match, "a: shift left 2000").rule == "icefire:ranged.3"
    play(match, "a: shift right 2000")
    assert told(match, AttackRolled)


# Charges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "success"), [(3, True), (2, False)])
def test_a_charge_at_eight_inches_needs_a_three(edition: Edition, roll: int, success: bool) -> None:
    match = scene(ALONE, EIGHT_AWAY, edition=edition, chance=(*die(roll), *(MISSES if success else die(6, 6, 1))))
    play(match, "a: charge b1", "a: pivot 0")
    if success:
        play(match, "a: align center")
        assert place(match, "a1") == (24.0, 18.0, 0.0)
    else:
        assert told(match, DistanceRolled)[0].distance == 7000
        assert place(match, "a1") == (24.0, 17.0, 0.0)  # an inch short
    assert told(match, ChargeEnded)[0].success == success


# Attacks and tests -----------------------------------------------------------------------------------------------


def test_six_and_two_pass_a_morale_of_six(edition: Edition) -> None:
    state = laid(ALONE, FAR, edition=edition)
    assert unit_card(state, 0).morale == 6
    test = Test(0, "morale", -1)
    test.dice = [6, 2]
    assert passes(state, test, 0)


def test_a_panic_test_fails_with_four_and_costs_one(edition: Edition) -> None:
    """2 below the Morale of 6; the D3 shows 1."""
    game = table(ALONE, FAR, edition=edition, dice=(2, 2, 1))
    test = Test(0, "panic", 1)
    run(game, take_test(game, test))
    assert (sum(test.dice[:2]), unit_card(game.state, 0).morale, game.state.health[0]) == (4, 6, 11)


def test_the_attack_of_the_guardsmen(edition: Edition) -> None:
    """6 dice, 4 Hits, 2 of them blocked; the test fails with a sum of 4, and costs 1: 3 models are gone."""
    match = scene(
        f"a {SWORDS} 24 20 0",
        f"b {GUARDSMEN} 24 24.8 180",
        turn="b",
        edition=edition,
        chance=(*die(4, 5, 6, 4, 2, 3), *die(4, 5, 3, 2), *die(2, 2), *die(1)),
    )
    play(match, "b: take melee", "b: align stay")
    assert (len(told(match, AttackRolled)[0].dice), told(match, AttackRolled)[0].hits_on) == (6, 4)
    assert (len(told(match, DefenseRolled)[0].dice), told(match, DefenseRolled)[0].saves_on) == (4, 4)
    (test,) = told(match, TestRolled)
    assert (sum(test.dice[:2]), test.needed, test.passed) == (4, 6, False)
    assert wounds_left(match, "a1") == 12 - 3


def test_a_result_never_falls_below_nothing(edition: Edition) -> None:
    """A sum of 3 with -4 is 0 and not -1, which a card with a Morale of 0 would show."""
    state = laid(ALONE, FAR, edition=edition)
    test = Test(0, "panic", -1)
    test.dice = [2, 1]
    assert not passes(state, test, -4)
    state.cards = copy(state.cards)
    state.cards.units = {**state.cards.units, SWORDS: replace(unit_card(state, 0), morale=0)}
    assert passes(state, test, -4)


def test_sundering_twice_is_sundering_once(edition: Edition) -> None:
    """Abilities of one name do not add up: the keyword is there once, and costs 1."""
    state = laid(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180", edition=edition)
    fight = Fight(0, 1, "melee")
    assert defense_modifier(state, fight) == 0
    for _ in range(2):
        fight.keywords.add("sundering")
        assert defense_modifier(state, fight) == -1


def test_sundering_changes_the_result_and_not_the_face(edition: Edition) -> None:
    """Guardsmen save on 3: with -1 a 3 does not block any more; a 6 stays a 6, and blocks."""
    assert count_blocked([3, 4, 6], 3, 0) == 3
    assert count_blocked([3, 4, 6], 3, -1) == 2
    assert count_blocked([6], 6, -5) == 1
    state = laid(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180", edition=edition)
    assert unit_card(state, 1).defense == 3


# Cards -----------------------------------------------------------------------------------------------------------


def test_the_kingslayer_adds_his_cards_to_the_deck(edition: Edition) -> None:
    """He is an attachment like others, and names three cards; each is in the deck twice."""
    found = components(edition)
    jaime = next(one for one in found.attachments.values() if one.title == "The Kingslayer")
    assert jaime.commander
    names = ["Kingslayer's Renown", "Kingslayer's Prowess", "Kingslayer's Infamy"]
    assert [found.tactics[id].name for id in jaime.deck] == names
    deck = found.deck("lannister", jaime.id)
    assert len(deck) == 20
    assert [deck.count(id) for id in jaime.deck] == [2, 2, 2]


def test_a_card_or_an_order_and_not_both(edition: Edition) -> None:
    match = scene(f"a {BERSERKERS} 24 20 0 | 20204", f"b {CROSSBOWMEN} 24 24.8 180", hands={"a": ["40201"]},
                  edition=edition)  # fmt: skip  # several to a line
    play(match, "a: take melee", "a: align stay")
    assert offered(match) == ["pass", "order a1 order-martial-training", "card 40201"]
    play(match, "a: order a1 order-martial-training")
    assert asked(match)[1] != "window.attack-dice"


@pytest.mark.parametrize("plays", [True, False])
def test_the_player_whose_turn_it_is_says_first_and_not_again(edition: Edition, plays: bool) -> None:
    match = scene(f"a {BERSERKERS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180", hands={"a": ["40201"], "b": ["40401"]},
                  edition=edition)  # fmt: skip  # several to a line
    play(match, "a: take melee", "a: align stay")
    assert asked(match) == ("a", "window.attack-dice")
    play(match, "a: card 40201" if plays else "a: pass")
    assert asked(match) == ("b", "window.attack-dice")
    play(match, "b: card 40401")
    assert asked(match) != ("a", "window.attack-dice")


# Armies ----------------------------------------------------------------------------------------------------------


def test_a_medium_army_of_house_stark_has_so_many_points_of_neutrals(edition: Edition) -> None:
    assert neutral_points(40, edition) == (12 if edition == SEASON_6 else 20)
