"""What the books say alike and otherwise, chapter by chapter and mode by mode: which tests show it, in both editions.

The 26 great differences have their tests in `test_icefire_differences`. Here stand those of the chapters that are the
same in both books, so that nothing changes in one edition alone, and of what is small.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any, Final

import pytest

from banneret.games.icefire.army.lists import ArmyList, Company, check_list
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition, rule_index
from banneret.games.icefire.content.tabletop import tabletop
from banneret.games.icefire.effects.game_mode import mode_of, modes
from banneret.games.icefire.events.attacks import AttackBegan, DefenseRolled, TestRolled
from banneret.games.icefire.events.moves import ChargeEnded
from banneret.games.icefire.modes.dark_wings import DarkWings
from banneret.games.icefire.rules.battlefield import may_lie
from banneret.games.icefire.rules.cleanup import refill
from banneret.games.icefire.rules.combat.attack import has_charge_bonus
from banneret.games.icefire.rules.combat.wounds import restore, suffer
from banneret.games.icefire.rules.moments import happen, orders_at
from banneret.games.icefire.rules.table.engagement import enemies_of, is_engaged
from banneret.games.icefire.rules.table.ground import piece_at, within
from banneret.games.icefire.rules.table.units import enemies_on_table, models_left, units_on_table
from banneret.games.icefire.rules.victory import needed_points
from banneret.games.icefire.state import Fight, Moment
from banneret.kernel.creation import new_match
from banneret.plane import Pose
from tests.games.icefire.ability_table import run, table
from tests.games.icefire.scene import (
    BERSERKERS,
    BOWMEN,
    CROSSBOWMEN,
    GUARDSMEN,
    OUTRIDERS,
    PLAYERS,
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
)
from tests.games.icefire.table import Table
from tests.games.icefire.test_icefire_missions import open_missions

both = pytest.mark.parametrize("edition", EDITIONS)

ROBB, GREATJON, CAPTAIN = "20201", "20202", "20204"
A, B = f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180"
FAR = f"b {CROSSBOWMEN} 42 44 180"
MISSES = die(1, 1, 1, 1, 1, 1, 1)

CHAPTERS: Final[dict[str, tuple[str, ...]]] = {
    # terms
    "moving": ("differences::test_13", "rules_basics::test_pivots_and_shifts_are_moves"),
    "pivots": ("rules_basics::test_no_move_ends_over_a_tray",),
    "wounds and destruction": ("test_a_unit_is_destroyed_with_its_last_wound",),
    "friends, enemies, engaged, range": ("test_who_is_friend_enemy_engaged_and_in_range",),
    # game round
    "activation phase": ("differences::test_06",),
    "passing a turn": ("differences::test_04",),
    "idleness": ("differences::test_05",),
    "clean-up phase": ("test_the_clean_up_refills_to_three_and_hands_the_token_on",),
    # units
    "unit types, cards, attachments": ("rules_setup::test_a_commander_is_marked_and_is_an_attachment",),
    # line of sight
    "line of sight": (
        "examples::test_most_of_the_berserkers_is_in_a_flank_and_so_they_contact_it",
        "examples::test_two_units_between_hide_the_bowmen",
        "test_of_equal_arcs_the_charger_chooses",
    ),
    # actions
    "moving and other units": ("test_a_move_goes_through_friends_and_ends_an_inch_from_enemies",),
    "pivoting within a move": ("differences::test_12", "rules_basics::test_a_pivot_within_a_move_passes_over_trays"),
    "maneuver and march": (
        "examples::test_a_maneuver_is_a_pivot_five_inches_and_a_pivot",
        "examples::test_a_march_is_ten_inches_and_a_pivot",
    ),
    "retreat": (
        "examples::test_guardsmen_retreat_six_inches_with_a_two",
        "rules_course::test_a_unit_with_enemies_on_all_sides_stays",
    ),
    "ranged attacks, range, firing into melee": (
        "examples::test_bowmen_shoot_twelve_inches_from_their_front_arrow",
        "test_shooting_into_a_melee_panics_the_friends_in_it",
    ),
    "melee attack": ("differences::test_21",),
    "charge": (
        "examples::test_a_charge_at_eight_inches_needs_a_three",
        "test_the_attack_of_a_charge_is_part_of_it",
    ),
    "several enemies": (
        "differences::test_09",
        "rules_charges::test_another_enemy_at_its_front_engages_the_charger_by_half",
    ),
    "disorderly and failed charges": ("test_a_charge_with_a_one_has_no_bonus",),
    # attacks, bonuses, morale
    "resolving attacks, surging, bonuses": (
        "examples::test_the_attack_of_the_guardsmen",
        "test_flank_and_rear_weigh_on_defense",
    ),
    "morale tests": ("differences::test_08",),
    "panic tests": ("test_a_failed_panic_test_costs_a_d3",),
    # tactics board
    "zones": ("test_the_board_has_five_zones",),
    "full board": ("differences::test_07",),
    "influence": ("rules_timing::test_a_unit_without_abilities_keeps_effects_and_influence",),
    "Commander, deck, cards": (
        "rules_timing::test_each_army_has_twenty_cards_of_its_faction_and_commander",
        "rules_basics::test_a_trigger_is_an_event_of_the_game",
        "rules_basics::test_a_card_is_about_the_friend_that_acts_and_an_order_about_its_unit",
    ),
    # additional rules
    "simultaneous effects, re-rolls, tokens, modifiers": (
        "examples::test_the_player_whose_turn_it_is_says_first_and_not_again",
        "examples::test_a_result_never_falls_below_nothing",
        "test_each_token_lets_the_enemy_re_roll",
    ),
    "timing conflicts": ("differences::test_10", "examples::test_a_card_or_an_order_and_not_both"),
    "loss of abilities": ("differences::test_11", "rules_units::test_innate_abilities_of_attachments_stay"),
    "models of several Wounds": ("test_a_rider_falls_with_its_last_wound_and_the_wounded_are_healed_first",),
    "Orders": ("test_an_order_is_used_once_a_round",),
    # army construction
    "game size": ("differences::test_03",),
    "faction and Commander": ("differences::test_02",),
    "neutral units": ("differences::test_01",),
    "deck, uniqueness, one attachment": ("test_characters_and_attachments_are_single",),
    # more than two players
    "teams": ("test_rules_of_teams_are_the_same",),
    "free-for-all": ("differences::test_19",),
    # terrain
    "keywords and pieces": ("test_terrain_is_the_same",),
    # set-up and deployment
    "steps of the set-up": (
        "rules_setup::test_zones_and_objectives_are_there_before_terrain",
        "test_nothing_impassable_lies_on_an_objective",
    ),
    "terrain methods": ("differences::test_15",),
    "deployment": ("differences::test_14", "test_who_did_not_choose_the_zone_names_the_first_player"),
    "victory": ("test_so_many_points_win_and_six_rounds_are_played",),
}
"""The rule-by-rule list: each chapter, and the tests that show it."""

MODES: Final[dict[str, tuple[str, ...]]] = {
    "game-of-thrones": ("differences::test_16", "differences::test_25", "rules_setup::test_how_deep_zones_are"),
    "clash-of-kings": ("differences::test_16", "test_clash_of_kings"),
    "storm-of-swords": (
        "differences::test_24",
        "siege::test_nobody_moves_through_walls_standing_or_not",
        "siege::test_a_charge_costs_a_wall_a_wound_for_two_hits",
        "siege::test_points_win_for_the_attacker_and_time_for_the_defender",
    ),
    "feast-for-crows": (
        "differences::test_16",
        "differences::test_22",
        "feast_for_crows::test_other_terrain_keeps_an_inch_from_piles_and_six_from_the_rest",
        "feast_for_crows::test_who_leaves_the_pile_drops_the_token",
        "feast_for_crows::test_a_new_pile_keeps_its_distances",
    ),
    "dance-with-dragons": (
        "differences::test_16",
        "differences::test_23",
        "carried_objectives::test_a_tray_that_ends_a_move_partly_on_a_token_takes_it_along",
    ),
    "winds-of-winter": (
        "winds_of_winter::test_each_round_both_reveal_a_mission_that_is_discarded_at_its_end",
        "winds_of_winter::test_objectives_score_only_by_missions",
    ),
    "honed-and-ready": ("differences::test_16", "walls::test_other_terrain_keeps_an_inch_from_the_walls"),
    "fire-and-blood": (
        "differences::test_20",
        "modes::test_enemies_are_marked_in_turn_and_their_owners_give_them_cards",
    ),
    "here-we-stand": ("differences::test_17",),
    "dark-wings": (
        "differences::test_16",
        "test_only_active_missions_score_in_season_six",
        "test_the_swap_of_a_mission_takes_the_action_of_an_engaged_commander",
    ),
    "banners-and-butchery": ("differences::test_18",),
}
"""The table of the modes: each mode, and the tests that show what differs."""


@pytest.mark.parametrize(("line", "names"), [*CHAPTERS.items(), *MODES.items()])
def test_every_line_has_tests_that_run_in_both_editions(line: str, names: tuple[str, ...]) -> None:
    assert names, line
    for name in names:
        file, _, start = name.rpartition("::")
        module: Any = import_module(f"tests.games.icefire.test_icefire_{file}" if file else __name__)
        found = [one for id, one in vars(module).items() if id.startswith(start) and callable(one)]
        assert len(found) == 1, name
        says = inspect.signature(found[0]).parameters
        assert "edition" in says or start == "differences::test_18" or "SEASON_6" in inspect.getsource(found[0]), name


def test_every_mode_has_its_line() -> None:
    assert set(MODES) == {*modes(SEASON_6), *modes(EDITION_2021)}
    assert len(CHAPTERS) == 42


# Terms and the round ---------------------------------------------------------------------------------------------


@both
def test_a_unit_is_destroyed_with_its_last_wound(edition: Edition) -> None:
    """The books name the last Wound and the last model: with every card it is the same moment."""
    game = table(f"a {SWORDS} 24 20 0 | 2", f"a {OUTRIDERS} 10 10 0 | 2", f"a {SWORDS} 40 8 0", FAR, edition=edition)
    for unit in (0, 1):
        run(game, suffer(game, unit, 1, 1))
        assert (models_left(game.state, unit), game.state.pose[unit] is None) == (1, False)
        run(game, suffer(game, unit, 1, 1))
        assert (models_left(game.state, unit), game.state.pose[unit] is None) == (0, True)


@both
def test_who_is_friend_enemy_engaged_and_in_range(edition: Edition) -> None:
    """A unit is in range of itself, and of others from the nearest points of both trays."""
    state = laid(A, f"a {SWORDS} 34 20 0", B, FAR, edition=edition)
    assert (units_on_table(state, 0), enemies_on_table(state, 0)) == ([0, 1], [2, 3])
    assert [is_engaged(state, unit) for unit in range(4)] == [True, False, True, False]
    assert enemies_of(state, 0) == [2]
    assert within(state, 0, 0, 0)
    assert [within(state, 0, 1, length) for length in (4_400, 4_500)] == [False, True]


@both
def test_the_clean_up_refills_to_three_and_hands_the_token_on(edition: Edition) -> None:
    game = table(f"{A} | activated", FAR, edition=edition, ncus=["a 30202 crown"], first=0,
                 decks={"a": ["40201", "40202", "40203"]}, hands={"a": ["40204"]})  # fmt: skip  # several to a line
    run(game, refill(game))
    state = game.state
    assert (state.activated, state.ncu_zone, len(state.hands[0]), state.first, state.round) == (
        [False, False], [""], 3, 1, 2,
    )  # fmt: skip  # several to a line


# Sight and actions -----------------------------------------------------------------------------------------------


@both
def test_of_equal_arcs_the_charger_chooses(edition: Edition) -> None:
    match = scene(f"a {SWORDS} 32.75 32.4 135", f"b {CROSSBOWMEN} 24 24 0", chance=(*die(6), *MISSES), edition=edition)
    play(match, "a: charge b1")
    assert offered(match) == ["arc front", "arc right"]


@both
def test_a_move_goes_through_friends_and_ends_an_inch_from_enemies(edition: Edition) -> None:
    """9.9 inches ahead, past the friend, lie 0.9 inches between both fronts, or 1.1."""
    for front, goes in ((23.2, False), (23.4, True)):
        match = scene(f"a {SWORDS} 24 10 0", f"a {CROSSBOWMEN} 24 14.85 0 | activated",
                      f"b {CROSSBOWMEN} 24 {front + 2.4} 180", edition=edition)  # fmt: skip  # several to a line
        play(match, "a: take march")
        if goes:
            play(match, "a: march 9900 0")
            assert place(match, "a1") == (24.0, 19.9, 0.0)
        else:
            assert refused(match, "a: march 9900 0").rule == "icefire:action.8"


@both
def test_shooting_into_a_melee_panics_the_friends_in_it(edition: Edition) -> None:
    match = scene(f"a {BOWMEN} 24 10 0", f"a {SWORDS} 24 26.8 180", f"b {GUARDSMEN} 24 22 0", edition=edition,
                  chance=(*die(1, 1, 1, 1, 1, 1, 1), *die(6, 6, 1), *die(6, 6, 1)))  # fmt: skip  # several to a line
    play(match, "a: activate a1", "a: take ranged")
    while match.asking and asked(match)[1] not in ("activation", "action"):
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    assert "a2" in {test.unit for test in told(match, TestRolled)}


@both
def test_the_attack_of_a_charge_is_part_of_it(edition: Edition) -> None:
    """One charge and one attack; after it the turn is the opponent's."""
    match = scene(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 22.8 180", edition=edition, chance=(*die(3), *MISSES))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    while match.asking and asked(match)[0] == "a":
        play(match, f"a: {offered(match)[0]}")
    assert len(told(match, AttackBegan)) == len(told(match, ChargeEnded)) == 1
    assert place(match, "a1")[0] == 24.0


@both
@pytest.mark.parametrize(("roll", "bonus"), [(1, False), (2, True)])
def test_a_charge_with_a_one_has_no_bonus(edition: Edition, roll: int, bonus: bool) -> None:
    match = scene(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 19.8 180", edition=edition, chance=(*die(roll), *MISSES))
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert told(match, ChargeEnded)[0].success
    assert (asked(match)[1] == "reroll.attack") == bonus
    fight = Fight(0, 1, "melee", charge=True)
    fight.charge_bonus = bonus
    assert has_charge_bonus(fight) == bonus


# Attacks and tests -----------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(("heading", "saves_on"), [(180, 4), (90, 5), (0, 6)])
def test_flank_and_rear_weigh_on_defense(edition: Edition, heading: int, saves_on: int) -> None:
    """Sworn Swords of House Stark save on 4; against a flank it is 5, against the rear 6."""
    distance = 4.8 if heading != 90 else 5.15
    match = scene(f"a {SWORDS} 24 {20 + distance} {heading}", f"b {GUARDSMEN} 24 20 0", turn="b", edition=edition,
                  chance=(*die(6, 6, 6, 6, 6, 6), *die(6, 6, 6, 6, 6, 6), *die(6, 6)))  # fmt: skip  # several to a line
    play(match, "b: take melee", "b: align stay")
    assert told(match, DefenseRolled)[0].saves_on == saves_on


@both
@pytest.mark.parametrize(("dice", "lost"), [((6, 2, 3), 0), ((2, 2, 1), 1), ((2, 2, 5), 3)])
def test_a_failed_panic_test_costs_a_d3(edition: Edition, dice: tuple[int, ...], lost: int) -> None:
    """A D6 of 5 is a D3 of 3; no save is rolled."""
    panicked = Table(A, FAR, edition=edition)
    panicked.test("panic", dice=(*dice[:2], (dice[2] + 1) // 2))
    assert panicked.state.health[0] == 12 - lost


# The Tactics Board and additional rules ----------------------------------------------------------------------------


@both
def test_the_board_has_five_zones(edition: Edition) -> None:
    zones = tabletop(edition).zones
    assert [zone.id for zone in zones] == ["crown", "wealth", "tactics", "combat", "maneuver"]
    assert zones == tabletop(SEASON_6).zones
    assert all(zone.rule in rule_index(edition) for zone in zones)


@both
@pytest.mark.parametrize(("token", "marked"), [("weakened", 0), ("vulnerable", 1)])
def test_each_token_lets_the_enemy_re_roll(edition: Edition, token: str, marked: int) -> None:
    units = [A, B]
    units[marked] += f" | {token}"
    match = scene(*units, edition=edition, chance=(*die(6, 6, 6, 6, 6, 6), *die(6, 6, 6, 6, 6, 6)))
    play(match, "a: take melee", "a: align stay")
    while asked(match)[1].startswith("window"):
        play(match, f"{asked(match)[0]}: pass")
    assert asked(match) == ("ba"[marked], f"reroll.{token}")


@both
def test_a_rider_falls_with_its_last_wound_and_the_wounded_are_healed_first(edition: Edition) -> None:
    """Outriders have 3 Wounds each."""
    game = table(f"a {OUTRIDERS} 10 10 0", FAR, edition=edition)
    state = game.state
    full = models_left(state, 0)
    run(game, suffer(game, 0, 2, 1))
    assert models_left(state, 0) == full
    run(game, suffer(game, 0, 2, 1))
    assert models_left(state, 0) == full - 1
    restore(game, 0, 1)
    assert models_left(state, 0) == full - 1
    restore(game, 0, 1)
    assert (models_left(state, 0), state.health[0]) == (full, state.full[0] - 2)


@both
def test_an_order_is_used_once_a_round(edition: Edition) -> None:
    ordered = Table(f"a {SWORDS} 24 20 0 | {CAPTAIN}", B, edition=edition)
    moment = Moment("attack-dice", 0, unit=0, target=1, kind="melee", fight=Fight(0, 1, "melee"))
    assert orders_at(ordered.state, 0, moment) == [(0, "order-martial-training")]
    ordered.run(lambda game: happen(game, moment), "order a1 order-martial-training")
    assert orders_at(ordered.state, 0, moment) == []


# Armies, terrain, set-up -------------------------------------------------------------------------------------------


@both
def test_characters_and_attachments_are_single(edition: Edition) -> None:
    companies = (
        Company(unit=SWORDS, attachments=(ROBB, CAPTAIN)),
        Company(unit=SWORDS, attachments=(GREATJON,)),
        Company(unit=BERSERKERS, attachments=(GREATJON,)),
    )
    faults = check_list(ArmyList(faction="stark", points=40, commander=ROBB, companies=companies), edition)
    assert {"icefire:army.17", "icefire:army.18"} <= {fault.rule for fault in faults}


@both
def test_rules_of_teams_are_the_same(edition: Edition) -> None:
    assert [one.id for one in rule_index(edition) if one.id.startswith("icefire:team.")] == [
        f"icefire:team.{number}" for number in range(1, 10)
    ]


@both
def test_terrain_is_the_same(edition: Edition) -> None:
    assert tabletop(edition).pieces == tabletop(SEASON_6).pieces
    for piece in tabletop(edition).pieces:
        assert f"icefire:piece.{piece.id}" in rule_index(edition)


@both
def test_nothing_impassable_lies_on_an_objective(edition: Edition) -> None:
    state = laid(A, FAR, edition=edition, tokens=[(24_000, 24_000)])
    assert [may_lie(state, id, piece_at(id, Pose(24_000, 24_000, 0))) for id in ("palisade", "forest")] == [False, True]


@both
def test_who_did_not_choose_the_zone_names_the_first_player(edition: Edition) -> None:
    match: Any = new_match(edition, seats=2, seed=3, options={"terrain": "none"})
    ((chooser, _),) = match.asking.items()
    play(match, f"{PLAYERS[chooser]}: edge near")
    while asked(match)[1] != "player.first":
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    assert asked(match)[0] == PLAYERS[1 - chooser]


@both
def test_so_many_points_win_and_six_rounds_are_played(edition: Edition) -> None:
    assert [needed_points(points) for points in (20, 30, 40, 50)] == [6, 8, 10, 12]
    assert tabletop(edition).table.rounds == 6


# Modes -----------------------------------------------------------------------------------------------------------


@both
def test_clash_of_kings(edition: Edition) -> None:
    """Cards are used when the Commander's unit activates, or at the start of the own turn; the second fall of a
    Commander scores in Season 6 as the first does.
    """
    marks: dict[str, list[int]] = {"powers": [1, 0, 1, 0, -1]}
    if edition == EDITION_2021:
        marks |= {"commander-fell": [0, 1], "began-a1": [int(ROBB)], "began-b1": [20_115]}
    units = (f"a {SWORDS} 24 20 0 | {ROBB}", f"a {SWORDS} 8 8 0", f"b {CROSSBOWMEN} 24 40 180 | 20115",
             f"b {GUARDSMEN} 8 40 180")  # fmt: skip  # several to a line
    match = scene(*units, options={"mode": "clash-of-kings"}, edition=edition, marks=marks)
    assert mode_of(match.state).names_first_early == (edition == EDITION_2021)
    first = asked(match)
    assert (first == ("a", "choose.power-now")) == (edition == EDITION_2021)
    if edition == SEASON_6:
        play(match, "a: activate a1")
        assert asked(match) == ("a", "choose.power-now")
    game = table(*units, options={"mode": "clash-of-kings"}, edition=edition, marks=marks)
    run(game, suffer(game, 2, 12, 0, 0))
    destroyed = 1  # any destroyed enemy
    assert game.state.victory_points[0] == destroyed + (2 if edition == SEASON_6 else 1)


@both
def test_only_active_missions_score_in_season_six(edition: Edition) -> None:
    state = laid(A, FAR, edition=edition, **open_missions((1, 2), (3, 4)))
    mode = mode_of(state)
    assert isinstance(mode, DarkWings)
    assert [*mode.in_play(state)] == ([1, 2] if edition == SEASON_6 else [1, 2, 3, 4])


@both
def test_the_swap_of_a_mission_takes_the_action_of_an_engaged_commander(edition: Edition) -> None:
    """In Season 6 an engaged unit does not simply forgo its action; the swap is a choice of its own."""
    match = scene(f"{A} | {ROBB}", B, edition=edition, **open_missions((1, 2), (3, 4)))
    assert asked(match) == ("a", "choose.mission-action")
    assert "choose mission-4" in offered(match)
    play(match, "a: pass")
    assert ("take forgo" in offered(match)) == (edition == EDITION_2021)
