"""The course of a match: deployment, turns, passing, the Tactics Board, the Clean-Up Phase, victory."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.events.attacks import TestRolled
from banneret.games.icefire.events.round import TurnBegan
from banneret.games.icefire.rules.battlefield import may_lie
from banneret.games.icefire.rules.board.hands import refill_to
from banneret.games.icefire.rules.table.control import controls
from banneret.games.icefire.rules.table.ground import DEPTH, GIVE, piece_at, table_of, tray_of
from banneret.games.icefire.rules.table.zones import zone_depth
from banneret.games.icefire.rules.victory import needed_points, points_left
from banneret.games.icefire.state import NOBODY
from banneret.kernel.creation import new_match
from banneret.kernel.rulebook import OptionError
from tests.games.icefire.scene import (
    BERSERKERS,
    BOWMEN,
    CROSSBOWMEN,
    GUARDSMEN,
    HALBERDIERS,
    PLAYERS,
    SWORDS,
    asked,
    die,
    offered,
    place,
    play,
    refused,
    scene,
    told,
    wounds_left,
)

rule = pytest.mark.rule

A1, A2 = f"a {SWORDS} 10 10 0", f"a {BERSERKERS} 20 10 0"
B1, B2 = f"b {GUARDSMEN} 10 40 180", f"b {HALBERDIERS} 20 40 180"
CATELYN, SANSA, CERSEI, PYCELLE = "30201", "30202", "30105", "30102"


@rule(
    "icefire:round.8", "icefire:round.2", "icefire:action.3", "icefire:round.5", "icefire:terms.1", "icefire:terms.30"
)
def test_turns_alternate_and_each_unit_activates_once() -> None:
    match = play(scene(A1, A2, B1, B2), "a: activate a1", "a: take forgo")
    assert asked(match) == ("b", "activation")
    play(match, "b: activate b2", "b: take forgo")
    assert match.state.activated == [True, False, False, True]
    assert asked(match) == ("a", "action")  # only one unit is left: nobody has to say which


@rule("icefire:round.9", "icefire:round.10")
def test_nobody_passes_without_the_right_to() -> None:
    match = scene(A1, A2, B1, B2)
    assert refused(match, "a: pass").rule == "icefire:round.9"


@rule("icefire:passing.4", "icefire:passing.5")
def test_a_turn_is_passed_once_a_round_and_twice_a_match() -> None:
    match = scene(A1, A2, B1, B2, passes=[2, 0])
    play(match, "a: pass", "b: activate b1", "b: take forgo")
    assert match.state.passes == [1, 0]
    assert refused(match, "a: pass").rule == "icefire:round.9"


@rule("icefire:passing.1", "icefire:passing.2", "icefire:passing.3")
@pytest.mark.parametrize("seed", range(4))
def test_the_smaller_army_may_pass_twice(seed: int) -> None:
    for edition, passes in ((SEASON_6, 2), (EDITION_2021, 0)):
        state: Any = new_match(edition, seats=2, seed=seed).state
        sizes = [state.seat.count(seat) + state.ncu_seat.count(seat) for seat in (0, 1)]
        expected = [passes if sizes[seat] < sizes[1 - seat] else 0 for seat in (0, 1)]
        assert state.passes == expected


@rule("icefire:round.11", "icefire:round-2021.1")
@pytest.mark.parametrize(("edition", "turns"), [(SEASON_6, ["a", "b", "a", "b"]), (EDITION_2021, ["a", "b", "b"])])
def test_who_has_nothing_left_still_has_a_turn_in_season_six(edition: Edition, turns: list[str]) -> None:
    match = play(scene(A1, B1, B2, edition=edition), "a: take forgo", "b: activate b1", "b: take forgo")
    assert [event.player for event in told(match, TurnBegan)] == turns
    assert asked(match) == ("b", "action")


@rule("icefire:board.3", "icefire:board.4", "icefire:board.5", "icefire:zone.crown", "icefire:board.1")
def test_the_crown_makes_an_enemy_take_a_panic_test_with_minus_one() -> None:
    match = scene(A1, B1, ncus=[f"a {SANSA}"], chance=(*die(3, 4), *die(3)))
    play(match, "a: activate-ncu an1", "a: claim crown")
    test = told(match, TestRolled)[0]
    assert (test.modifier, test.needed, test.passed) == (-1, 7, False)
    assert wounds_left(match, "b1") == 9
    assert match.state.ncu_zone == ["crown"]
    assert controls(match.state, 0, "crown")
    assert not controls(match.state, 1, "crown")


@rule("icefire:zone.wealth", "icefire:condition.2")
def test_wealth_restores_three_wounds_and_takes_a_token() -> None:
    match = scene(f"{A1} | 4 panicked", B1, ncus=[f"a {SANSA}"])
    play(match, "a: activate-ncu an1", "a: claim wealth", "a: unit a1")
    assert wounds_left(match, "a1") == 7
    assert match.state.conditions == [0, 0]


@rule("icefire:zone.tactics", "icefire:condition.1")
def test_tactics_draws_two_cards_and_gives_a_token() -> None:
    match = scene(A1, B1, ncus=[f"a {SANSA}"], decks={"a": ["40201", "40202", "40203"]})
    play(match, "a: activate-ncu an1", "a: claim tactics", "a: condition weakened")
    assert match.state.hands[0].cards == ["40201", "40202"]
    assert match.view([1]).game.players["a"].hand == (None, None)
    assert match.view([0]).game.units[1].conditions == ("weakened",)


@rule("icefire:ruling.140")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("zone", "may"), [("crown", False), ("wealth", False), ("tactics", False), ("combat", True), ("maneuver", True)]
)
def test_only_what_a_zone_lets_a_unit_do_may_be_left(edition: Edition, zone: str, may: bool) -> None:
    bowmen = (f"a {BOWMEN} 24 10 0", f"a {BOWMEN} 34 10 0")
    match = scene(*bowmen, f"b {BOWMEN} 24 20 180", f"b {BOWMEN} 34 20 180", ncus=[f"a {SANSA}"], edition=edition)
    play(match, "a: activate-ncu an1", f"a: claim {zone}")
    assert asked(match) == ("a", f"unit.{zone}")
    assert ("done" in offered(match)) == may
    if not may:
        assert refused(match, "a: done").rule == f"icefire:zone.{zone}"


@rule(
    "icefire:zone.combat",
    "icefire:zone.maneuver",
    "icefire:terms.8",
    "icefire:terms.9",
    "icefire:action.4",
    "icefire:ruling.64",
)
def test_combat_and_maneuver_give_free_actions_to_units_that_have_activated() -> None:
    match = scene(
        f"a {SWORDS} 24 20 0 | activated",
        f"b {CROSSBOWMEN} 24 24.8 180 | activated",
        f"a {BERSERKERS} 8 8 0 | activated",
        ncus=[f"a {SANSA}", f"a {SANSA}"],
        chance=die(1, 1, 1, 1, 1, 1, 1),
    )
    play(match, "a: activate-ncu an1", "a: claim combat", "a: unit a1", "a: align stay")
    assert match.state.activated[0]
    play(match, "a: claim maneuver", "a: unit a2", "a: maneuver 0 3000 0")
    assert place(match, "a2") == (8.0, 11.0, 0.0)


@rule("icefire:board.7", "icefire:board-2021.1")
@pytest.mark.parametrize(("edition", "can"), [(SEASON_6, False), (EDITION_2021, True)])
def test_a_full_board_keeps_others_off(edition: Edition, can: bool) -> None:
    taken = [f"b {CERSEI} crown", f"b {PYCELLE} wealth", f"b {CERSEI} tactics", f"b {PYCELLE} combat",
             f"a {SANSA} maneuver", f"a {CATELYN}"]  # fmt: skip  # several to a line
    match = scene(A1, A2, B1, ncus=taken, edition=edition)
    assert ("activate-ncu an2" in offered(match)) == can
    if not can:
        assert refused(match, "a: activate-ncu an2").rule == "icefire:board.7"


@rule("icefire:cleanup.5", "icefire:cleanup.6", "icefire:cleanup.9", "icefire:cleanup.14", "icefire:cleanup.15",
      "icefire:cleanup.8", "icefire:cleanup.13")  # fmt: skip  # several to a line
def test_the_cleanup_clears_the_board_and_hands_the_token_on() -> None:
    match = scene(
        f"{A1} | activated",
        f"{B1} | activated",
        ncus=[f"a {SANSA} crown"],
        step="score",
        hands={"a": ["40201"]},
        decks={"a": ["40202", "40203", "40205"], "b": ["40101"]},
    )
    assert asked(match) == ("a", "discard.any")
    play(match, "a: discard 40201")
    state = match.state
    assert state.discards[0] == ["40201"]
    assert state.hands[0].cards == ["40202", "40203", "40205"]
    assert state.hands[1].cards == ["40101"]  # the deck holds no more: icefire:cleanup.13
    assert (state.round, state.first, state.activated, state.ncu_zone) == (2, 1, [False, False], [""])
    assert asked(match)[0] == "b"


@rule("icefire:cleanup.10", "icefire:cleanup.11")
def test_a_hand_above_five_is_discarded_down_at_once() -> None:
    match = scene(A1, B1, ncus=[f"a {SANSA}"], hands={"a": ["40201", "40201", "40202", "40202"]},
                  decks={"a": ["40203", "40203", "40205"]})  # fmt: skip  # several to a line
    play(match, "a: activate-ncu an1", "a: claim tactics")
    assert asked(match) == ("a", "discard.limit")
    assert refused(match, "a: discard 40201 40202").rule == "icefire:cleanup.11"
    play(match, "a: discard 40203")
    assert len(match.state.hands[0]) == 5


@rule("icefire:victory.4", "icefire:ruling.53")
def test_the_points_needed_by_size() -> None:
    assert [needed_points(points) for points in (20, 30, 40, 50, 60)] == [6, 8, 10, 12, 14]


def scoring(points: list[int], **position: Any) -> Any:
    """Return how a match stands after a round has been scored."""
    match = scene(f"{A1} | activated", f"{B1} | activated", f"{B2} | activated", step="score", victory_points=points,
                  **position)  # fmt: skip  # several to a line
    return match.outcome


@rule(
    "icefire:victory.2",
    "icefire:victory.3",
    "icefire:victory.5",
    "icefire:victory.6",
    "icefire:cleanup.4",
    "icefire:overview.7",
)
def test_who_has_won_at_the_end_of_a_round() -> None:
    won = scoring([10, 9], round=2)
    assert (won.places, won.reason) == (((0,), (1,)), "points")
    assert scoring([10, 10], round=2) is None
    assert scoring([9, 8], round=5) is None
    late = scoring([3, 2], round=6)
    assert (late.places, late.reason) == (((0,), (1,)), "rounds")
    assert scoring([3, 3], round=6).places == ((1,), (0,))  # more points are left on the battlefield


@rule("icefire:victory.7", "icefire:ruling.52")
def test_equal_in_everything_is_drawn() -> None:
    match = scene(f"{A1} | activated", f"b {SWORDS} 20 40 180 | activated", step="score", round=6)
    assert points_left(match.state, 0) == points_left(match.state, 1) == 5
    assert match.outcome is not None
    assert match.outcome.places == ((0, 1),)
    assert match.state.winner == NOBODY


@rule(
    "icefire:game-of-thrones.4",
    "icefire:game-of-thrones.8",
    "icefire:game-of-thrones.9",
    "icefire:ruling.84",
    "icefire:overview.6",
    "icefire:cleanup.3",
)
def test_a_covered_objective_is_claimed_and_scores_from_round_two() -> None:
    """The token's radius is 0.7 inch; the tray is 4.8 deep, so its middle may be 1.7 inches off and no more."""
    match = scene(f"a {SWORDS} 24 20 0", f"{B1} | activated", tokens=[(24000, 24000)], round=2)
    play(match, "a: take maneuver", "a: maneuver 0 2299 0")
    assert match.state.claims == [-1]
    match = scene(f"a {SWORDS} 24 20 0", f"{B1} | activated", tokens=[(24000, 24000)], round=2)
    play(match, "a: take maneuver", "a: maneuver 0 2300 0")
    assert match.state.claims == [0]
    assert match.state.victory_points == [1, 0]


@rule("icefire:game-of-thrones.5", "icefire:game-of-thrones.6", "icefire:ruling.85", "icefire:game-of-thrones.7")
@pytest.mark.parametrize(("wounds", "points"), [(12, 1), (8, 0)])
def test_an_enemy_with_more_ranks_takes_control_away(wounds: int, points: int) -> None:
    match = scene(
        f"a {SWORDS} 24 24 0 | {wounds} activated",
        f"b {GUARDSMEN} 24 28.8 180 | activated",
        tokens=[(24000, 24000)],
        claims=[0],
        token_cards=[0],
        round=2,
        step="score",
    )
    assert match.state.victory_points == [points, 0]


# Setting up ----------------------------------------------------------------------------------------------------------


@rule("icefire:setup.8", "icefire:setup.5", "icefire:setup.14", "icefire:setup-2021.1")
@pytest.mark.parametrize("seed", range(6))
def test_terrain_lies_where_it_may(seed: int) -> None:
    for edition in (SEASON_6, EDITION_2021):
        state: Any = new_match(edition, seats=2, seed=seed).state
        assert len(state.pieces) >= 3
        for number, id in enumerate(state.pieces):
            others = state.copy()
            del others.pieces[number], others.piece_pose[number]
            assert may_lie(others, id, piece_at(id, state.piece_pose[number]))


@rule(
    "icefire:deployment.1",
    "icefire:deployment.3",
    "icefire:deployment-2021.1",
    "icefire:deployment.2",
    "icefire:deployment.8",
    "icefire:deployment.9",
)
def test_zones_are_chosen_and_left_and_the_other_names_the_first_player() -> None:
    match: Any = new_match(SEASON_6, seats=2, seed=3)
    ((winner, _),) = match.asking.items()
    play(match, f"{PLAYERS[winner]}: edge leave")
    other = 1 - winner
    assert refused(match, f"{PLAYERS[other]}: edge leave").rule == "icefire:deployment.1"
    play(match, f"{PLAYERS[other]}: edge far")
    assert (match.state.chooser, match.state.far) == (other, other)
    while asked(match)[1].startswith(("unit.", "choose.falls-first")):
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    assert asked(match) == (PLAYERS[other], "player.deploys")
    play(match, f"{PLAYERS[other]}: player {PLAYERS[winner]}")
    assert asked(match) == (PLAYERS[winner], "deploy")
    while asked(match)[1] == "deploy":
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    while asked(match)[1].startswith(("unit.", "choose.falls-first")):
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    assert asked(match) == (PLAYERS[winner], "player.first")
    state = match.state
    assert [len(hand) for hand in state.hands] == [refill_to(state, seat) for seat in (0, 1)]
    for unit, seat in enumerate(state.seat):
        front, _, rear, _ = table_of(state).edge_gaps(tray_of(state, unit))
        assert (front if seat != state.far else rear) >= DEPTH - zone_depth(state, seat) - GIVE


@rule("icefire:deployment.5", "icefire:terms.21", "icefire:game-of-thrones.1", "icefire:setup.3")
def test_a_unit_is_deployed_wholly_in_its_zone() -> None:
    match: Any = scene(A1, B1, step="deploy", pose=[None, None])
    assert asked(match) == ("a", "deploy")
    assert refused(match, "a: deploy a1 24000 7601 0").rule == "icefire:deployment.5"
    assert refused(match, "a: deploy b1 24000 7600 0").rule == "icefire:deployment.4"
    assert refused(match, "a: deploy a1 2749 7600 0").rule == "icefire:deployment.5"
    play(match, "a: deploy a1 24000 7600 0")
    assert place(match, "a1") == (24.0, 7.6, 0.0)
    play(match, "b: deploy b1 24000 40400 18000")


@pytest.mark.parametrize("options", [{"points": 5}, {"mode": "a-day-out"}, {"armies": ["random"]}, {"faq": True}])
def test_options_of_another_form_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        new_match(SEASON_6, seats=2, seed=1, options=options)


@rule("icefire:overview.3")
def test_options_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(OptionError, match=r"armies\[0\]"):
        new_match(SEASON_6, seats=2, seed=1, options={"armies": ["stark40-zzz", "random"]})


@rule("icefire:ruling.79", "icefire:deployment.4")
def test_a_unit_without_room_in_its_zone_is_placed_as_its_activation() -> None:
    """Eight friends fill the zone from edge to edge; when one has left, there is room."""
    row = [f"a {SWORDS} {2.75 + 5.5 * number} {y} 0 | activated" for y in (2.4, 7.3) for number in range(8)]
    match = scene(*row, f"a {BERSERKERS} 3 20 0", B1, step="deploy", pose=_placed([*row, "", B1]))
    assert (asked(match)[1], match.state.marks["full"]) == ("player.first", [1, 0])
    gone = [*row[1:8], *row[9:]]  # the first two are further on
    match = scene(
        f"a {SWORDS} 4 20 0 | activated",
        f"a {SWORDS} 4 26 0 | activated",
        *gone,
        f"a {BERSERKERS} 3 20 0",
        B1,
        marks={"full": [1, 0]},
        pose=_placed([f"a {SWORDS} 4 20 0", f"a {SWORDS} 4 26 0", *gone, "", B1]),
    )
    assert asked(match) == ("a", "deploy")
    play(match, "a: deploy a17 2750 7300 0")
    assert place(match, "a17") == (2.75, 7.3, 0.0)
    assert match.state.activated[16]


def _placed(lines: list[str]) -> list[list[int] | None]:
    """Return the poses of some units; None for an empty line."""
    return [
        [round(float(word) * 1000) for word in line.split("|")[0].split()[2:4]] + [int(line.split()[4]) * 100]
        if line
        else None
        for line in lines
    ]
