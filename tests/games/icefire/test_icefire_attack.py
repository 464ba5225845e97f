"""Attacks step by step, with the examples of the book in exact numbers."""

from __future__ import annotations

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.events.attacks import AttackRolled, DefenseRolled, TestRolled
from banneret.games.icefire.rules.combat.attack import count_blocked, count_hits
from banneret.games.icefire.rules.combat.morale import passes
from banneret.games.icefire.rules.table.units import attachment_cards, models_left, ranks_left, unit_card
from banneret.games.icefire.state import State, Test
from banneret.kernel.match import Match
from tests.games.icefire.scene import (
    BERSERKERS,
    BOWMEN,
    GREYWIND,
    GUARDSMEN,
    HALBERDIERS,
    OUTRIDERS,
    SWORDS,
    asked,
    die,
    offered,
    play,
    refused,
    scene,
    told,
    wounds_left,
)

rule = pytest.mark.rule


def answer(match: Match[State], *lines: str) -> None:
    """Answer line by line, and use no Order or card that might be used between them."""
    for line in (*lines, ""):
        while match.asking and next(iter(match.asking.values())).kind in ("window", "reroll", "may"):
            ((seat, _),) = match.asking.items()
            match.play(seat, "pass")
        if line:
            play(match, line)


FRONT = f"a {SWORDS} 24 20 0"
FACING = f"b {GUARDSMEN} 24 24.8 180"
"""Guardsmen flush against the front of the Sworn Swords: both trays are 4.8 inches deep."""


@rule("icefire:resolve.2", "icefire:resolve.3", "icefire:resolve.7", "icefire:resolve.8", "icefire:resolve.13",
      "icefire:resolve.15", "icefire:panic.1", "icefire:panic.3", "icefire:morale.2", "icefire:resolve.14",
      "icefire:card.6", "icefire:resolve.1", "icefire:terms.15", "icefire:terms.32")  # fmt: skip  # several to a line
def test_the_example_attack_of_the_book() -> None:
    """Guardsmen roll 6 dice, 4 Hits, 2 of them blocked; the Panic Test fails with 1: 3 models are gone."""
    match = scene(FRONT, FACING, turn="b", chance=(*die(4, 5, 6, 4, 2, 3), *die(4, 5, 3, 2), *die(2, 2), *die(1)))
    play(match, "b: take melee", "b: align stay")
    assert told(match, AttackRolled)[0].dice == (4, 5, 6, 4, 2, 3)
    assert told(match, DefenseRolled)[0].dice == (4, 5, 3, 2)
    test = told(match, TestRolled)[0]
    assert (test.dice, test.modifier, test.needed, test.passed) == ((2, 2, 1), 0, 6, False)
    assert wounds_left(match, "a1") == 12 - 3


@rule("icefire:morale.1", "icefire:morale.2", "icefire:panic.2")
def test_the_example_test_of_the_book_passes_with_eight() -> None:
    match = scene(FRONT, FACING, turn="b", chance=(*die(4, 1, 1, 1, 1, 1), *die(1), *die(6, 2), *die(3)))
    play(match, "b: take melee", "b: align stay")
    assert told(match, TestRolled)[0].passed
    assert wounds_left(match, "a1") == 11


@rule("icefire:resolve.16", "icefire:resolve.17")
def test_without_a_wound_no_dice_are_rolled_for_panic() -> None:
    match = scene(FRONT, FACING, turn="b", chance=(*die(4, 1, 1, 1, 1, 1), *die(6)))
    play(match, "b: take melee", "b: align stay")
    assert told(match, TestRolled) == []
    assert wounds_left(match, "a1") == 12


@rule("icefire:resolve.4", "icefire:resolve.3", "icefire:card.5")
def test_a_one_misses_and_a_six_hits_whatever_the_modifiers() -> None:
    guards = unit_card(scene(FRONT, FACING).state, 1).attacks[0]
    assert guards.hit == 4
    assert count_hits([1, 6, 3, 4], guards, 0) == 2
    assert count_hits([1, 6, 3, 4], guards, 3) == 3
    assert count_hits([1, 6, 5, 4], guards, -3) == 1


@rule("icefire:resolve.9", "icefire:resolve.10", "icefire:resolve.8")
def test_a_one_never_blocks_and_a_six_always_does() -> None:
    assert count_blocked([1, 6, 3, 4], 4, 0) == 2
    assert count_blocked([1, 6, 3, 4], 4, 3) == 3
    assert count_blocked([1, 6, 5, 4], 4, -3) == 1


@rule("icefire:bonus.3", "icefire:bonus.4", "icefire:ruling.39", "icefire:sight.5", "icefire:attack-ability.sundering")
@pytest.mark.parametrize(
    ("heading", "saves_on", "modifier"), [(180, 4, 0), (90, 5, -1), (0, 6, -2)]
)  # the side that is turned to the attacker: front, flank, rear
def test_flank_and_rear_weigh_on_defense_and_panic(heading: int, saves_on: int, modifier: int) -> None:
    depth = 2.75 if heading == 90 else 2.4
    match = scene(f"b {HALBERDIERS} 24 {22.4 + depth} {heading}", f"a {GREYWIND} 24 21.02 0",
                  chance=(*die(3, 3, 3, 3), *die(1, 1, 1, 1), *die(6, 6, 1)))  # fmt: skip  # several to a line
    play(match, "a: take melee", "a: align stay")
    assert told(match, DefenseRolled)[0].saves_on == min(6, saves_on + 1)  # Grey Wind has Sundering
    assert told(match, TestRolled)[0].modifier == modifier


@rule("icefire:morale.4", "icefire:morale.5", "icefire:modifier.1", "icefire:modifier.2", "icefire:ruling.37")
@pytest.mark.parametrize(("edition", "doubles"), [(SEASON_6, True), (EDITION_2021, False)])
def test_two_sixes_pass_and_two_ones_fail_in_season_six(edition: Edition, doubles: bool) -> None:
    """The faces count and not the result, which never falls below 0."""
    state = scene(FRONT, FACING, edition=edition).state
    test = Test(0, "morale", -1)
    test.dice = [6, 6]
    assert passes(state, test, -8) == doubles
    test.dice = [1, 1]
    assert passes(state, test, 4) != doubles
    test.dice = [3, 3]
    assert passes(state, test, 0)
    assert not passes(state, test, -1)


@rule("icefire:units.17", "icefire:units.15", "icefire:units.18")
def test_a_rank_is_lost_with_its_last_model() -> None:
    """The example of the book: after 3 Wounds there are 3 ranks, after the fourth there are 2."""
    state = scene(f"{FRONT} | 9", FACING).state
    assert ranks_left(state, 0) == 3
    state.health[0] = 8
    assert ranks_left(state, 0) == 2
    state.health[0] = 4
    assert ranks_left(state, 0) == 1


@rule("icefire:wounds.1", "icefire:wounds.2", "icefire:units.7", "icefire:units.8")
def test_cavalry_loses_a_model_with_its_third_wound() -> None:
    state = scene(f"a {OUTRIDERS} 24 20 0", FACING).state
    assert (state.health[0], models_left(state, 0), ranks_left(state, 0)) == (12, 4, 2)
    state.health[0] = 10
    assert (models_left(state, 0), ranks_left(state, 0)) == (4, 2)
    state.health[0] = 6
    assert (models_left(state, 0), ranks_left(state, 0)) == (2, 1)


@rule("icefire:attachment.8", "icefire:attachment.2")
def test_an_attachment_is_the_last_model() -> None:
    match = scene(f"{FRONT} | 2 20201", FACING, turn="b", chance=(*die(4, 1, 1, 1, 1, 1), *die(1), *die(6, 6), *die(1)))
    answer(match, "b: take melee", "b: align stay")
    assert wounds_left(match, "a1") == 1
    assert [card.id for card in attachment_cards(match.state, 0)] == ["20201"]


@rule(
    "icefire:condition.6",
    "icefire:condition.3",
    "icefire:reroll.1",
    "icefire:reroll.3",
    "icefire:resolve.5",
    "icefire:ruling.66",
    "icefire:ruling.40",
)
def test_weakened_is_expended_to_re_roll_attack_dice() -> None:
    match = scene(FRONT, f"{FACING} | weakened", turn="b", chance=(*die(4, 5, 6, 4, 2, 3), *die(1, 1), *die(5, 5)))
    play(match, "b: take melee", "b: align stay")
    assert asked(match) == ("a", "reroll.weakened")
    assert refused(match, "a: reroll 4 4 4").rule == "icefire:reroll.1"
    play(match, "a: reroll 5 6")
    assert match.state.conditions == [0, 0]
    assert told(match, DefenseRolled)[0].dice == (5, 5)
    assert wounds_left(match, "a1") == 12


@rule("icefire:condition.5", "icefire:resolve.11")
def test_vulnerable_is_expended_to_re_roll_defense_dice() -> None:
    match = scene(
        f"{FRONT} | vulnerable",
        FACING,
        turn="b",
        chance=(*die(4, 1, 1, 1, 1, 1), *die(6), *die(1), *die(6, 6), *die(1)),
    )
    play(match, "b: take melee", "b: align stay")
    assert asked(match) == ("b", "reroll.vulnerable")
    play(match, "b: reroll 6")
    assert wounds_left(match, "a1") == 11


@rule("icefire:condition.4", "icefire:panic.4", "icefire:ruling.36")
def test_panicked_may_re_roll_the_d3_too() -> None:
    match = scene(
        f"{FRONT} | panicked",
        FACING,
        turn="b",
        chance=(*die(4, 1, 1, 1, 1, 1), *die(1), *die(3, 5), *die(1), *die(1, 1), *die(3)),
    )
    play(match, "b: take melee", "b: align stay")
    assert asked(match) == ("b", "reroll.panicked")
    assert "reroll 3 5 d3-1" in offered(match)
    play(match, "b: reroll 3 5 d3-1")
    assert wounds_left(match, "a1") == 12 - 1 - 3


@rule("icefire:victory.10", "icefire:units.12", "icefire:surge.1", "icefire:surge.3", "icefire:surge.2")
def test_a_destroyed_unit_scores_and_lets_its_attacker_surge() -> None:
    match = scene(f"{FRONT} | 1", f"a {BERSERKERS} 8 8 0", FACING, turn="b",
                  chance=(*die(4, 1, 1, 1, 1, 1), *die(1)))  # fmt: skip  # several to a line
    play(match, "b: take melee", "b: align stay")
    assert match.state.victory_points == [0, 1]
    assert match.state.pose[0] is None
    assert match.state.contacts == []
    assert asked(match) == ("b", "may.surge")
    play(match, "b: yes")
    assert asked(match) == ("b", "maneuver")


@rule("icefire:victory.8", "icefire:victory.9")
def test_who_loses_the_last_combat_unit_has_lost() -> None:
    match = scene(f"{FRONT} | 1", FACING, turn="b", chance=(*die(4, 1, 1, 1, 1, 1), *die(1)))
    play(match, "b: take melee", "b: align stay")
    assert match.outcome is not None
    assert match.outcome.places == ((1,), (0,))
    assert match.outcome.reason == "elimination"


@rule(
    "icefire:ranged.8",
    "icefire:ranged.9",
    "icefire:ruling.1",
    "icefire:ranged.7",
    "icefire:ruling.9",
    "icefire:units.10",
    "icefire:ranged.2",
)
@pytest.mark.parametrize(("gap", "offered_it"), [(14.0, True), (14.1, False)])
def test_a_long_range_attack_reaches_fourteen_inches_with_its_shift(gap: float, offered_it: bool) -> None:
    """Twelve inches from the front arrow, after two of the shift: icefire:ruling.9."""
    match = scene(f"a {BOWMEN} 24 10 0", f"b {GUARDSMEN} 24 {10 + 4.8 + gap} 180")
    assert ("take ranged" in offered(match)) == offered_it


@rule("icefire:ranged.11", "icefire:ranged.10", "icefire:ruling.93")
def test_shooting_into_a_melee_panics_the_friends_in_it() -> None:
    match = scene(f"a {BOWMEN} 24 10 0", f"a {SWORDS} 24 27.4 180", f"b {GUARDSMEN} 24 22.6 0",
                  chance=(*die(1, 1, 1, 1, 1, 1, 1), *die(1, 2), *die(2)))  # fmt: skip  # several to a line
    answer(match, "a: activate a1", "a: take ranged", "a: shift forward 0")
    assert told(match, TestRolled)[0].unit == "a2"
    assert wounds_left(match, "a2") == 10
