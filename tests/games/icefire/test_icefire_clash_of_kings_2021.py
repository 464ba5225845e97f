"""A Clash of Kings in the edition of 2021: cards before deployment, used at the start of turns; Commanders return."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.editions import EDITION_2021
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.modes.clash_of_kings_2021 import FELL, returning_units
from banneret.games.icefire.modes.objectives import controller
from banneret.games.icefire.modes.redeployment import began_with
from banneret.games.icefire.rules.combat.wounds import destroy_attachment, suffer
from banneret.games.icefire.rules.table.facts import put_attachments
from banneret.games.icefire.rules.table.ground import INCH
from banneret.games.icefire.state import NO_UNIT, NOBODY, State
from banneret.kernel.chance import Chance
from banneret.kernel.creation import new_match
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.plane import HALF
from tests.games.icefire.scene import (
    BERSERKERS,
    CROSSBOWMEN,
    GREYWIND,
    GUARDSMEN,
    SWORDS,
    asked,
    offered,
    play,
    refused,
    scene,
)

rule = pytest.mark.rule

CLASH = {"mode": "clash-of-kings"}
ROBB, JAIME = "20201", "20115"
A1, A2 = f"a {BERSERKERS} 10 10 0 | {ROBB}", f"a {SWORDS} 20 10 0"
B1, B2 = f"b {CROSSBOWMEN} 10 40 180 | {JAIME}", f"b {GUARDSMEN} 20 40 180"
TOKENS = [[6_700, 24_000], [24_000, 24_000], [41_300, 24_000]]
MARKS: dict[str, list[int]] = {"powers": [-1] * 5, FELL: [0, 0], "began-a1": [int(ROBB)], "began-b1": [int(JAIME)]}


def clash(*units: str, marks: dict[str, list[int]] | None = None, **more: Any) -> Match[State]:  # columns of a scene
    given: dict[str, Any] = {"token_cards": [0] * len(more.get("tokens", [])), **more}
    return scene(*units, options=CLASH, edition=EDITION_2021, marks={**MARKS, **(marks or {})}, **given)


def nobody_is_asked(flow: Flow[Any]) -> None:  # what flows return differs
    for _ in flow:
        raise AssertionError("nobody is asked")


def game_of(match: Match[State]) -> Game[State]:
    return Game(match.state, Chance(match.state, []))


@rule("icefire:clash-of-kings-2021.1", "icefire:clash-of-kings.4", "icefire:ruling.83")
def test_cards_are_taken_before_deployment_by_who_is_not_first_first() -> None:
    match: Match[Any] = new_match(EDITION_2021, seats=2, seed=3, options=CLASH)
    ((chooser, _),) = match.asking.items()
    units = range(len(match.state.card))
    assert [began_with(match.state, unit) for unit in units] == [list(match.state.attachments[unit]) for unit in units]
    assert any(match.state.attachments)
    match.play(chooser, "edge near")
    other = 1 - chooser
    while asked(match)[1].startswith(("unit.", "choose.falls-first")):  # attachments that are put into enemy units
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    assert asked(match) == ("ab"[other], "player.first")
    play(match, f"{'ab'[other]}: player {'ab'[chooser]}")
    turns = []
    while asked(match)[1] == "choose.power":
        player = asked(match)[0]
        turns.append(player)
        play(match, f"{player}: {offered(match)[0]}")
    assert turns == ["ab"[other], "ab"[chooser]] * 2
    assert match.state.marks["powers"] == [other, chooser, other, chooser, NOBODY]
    assert all(pose is None for pose in match.state.pose)
    assert match.state.first == chooser
    named = 0
    while match.state.step != "turn":
        named += asked(match)[1] == "player.first"
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    assert not named
    assert match.state.turn_seat == chooser


@rule("icefire:clash-of-kings-2021.2", "icefire:clash-of-kings.7")
def test_a_card_is_used_at_the_start_of_the_own_turn() -> None:
    match = clash(A1, A2, B1, B2, marks={"powers": [1, 0, 1, 0, -1]})
    assert asked(match) == ("a", "choose.power-now")
    assert offered(match) == ["pass", "choose objective-7", "choose objective-9"]
    play(match, "a: choose objective-7")
    assert [(one.unit, one.until) for one in match.state.effects if one.name == "objective-7"] == [(0, "round")]
    assert match.state.marks["powers"] == [1, -1, 1, 0, -1]
    while asked(match)[1] != "activation":
        play(match, f"{asked(match)[0]}: pass")
    play(match, "a: activate a1")
    assert asked(match)[1] != "choose.power-now"


@rule("icefire:clash-of-kings-2021.2")
@pytest.mark.parametrize(
    ("units", "powers"), [((A2, B1), [0, 0, 1, 1, -1]), ((A1, A2, B1), [1, -1, 1, -1, -1])], ids=["no one", "no card"]
)
def test_nobody_is_asked_without_a_commanders_unit_or_a_card(units: tuple[str, ...], powers: list[int]) -> None:
    match = clash(*units, marks={"powers": powers})
    assert asked(match)[1] != "choose.power-now"


@rule("icefire:clash-of-kings-2021.3", "icefire:clash-of-kings-2021.4", "icefire:ruling.81", "icefire:ruling.102")
def test_the_fallen_commanders_unit_comes_back_at_the_start_of_a_round() -> None:
    """In the zone, 10 inches deep, or within 6 inches of a flank edge; by it no token is claimed."""
    match = clash(
        f"a {BERSERKERS} 10 10 0 | 0 weakened", A2, B1, B2, step="round-start", round=3,
        pose=[None, [20_000, 10_000, 0], [10_000, 40_000, HALF], [44_000, 30_000, HALF]],
        tokens=[[30_000, 7_000], *TOKENS[1:]],
    )  # fmt: skip  # several to a line
    state = match.state
    assert returning_units(state, 0) == [0]
    assert asked(match) == ("a", "redeploy")
    assert refused(match, "a: deploy a2 24000 3000 0").rule == "icefire:clash-of-kings-2021.4"
    depth = 4_800 // 2
    assert refused(match, f"a: deploy a1 30000 {10 * INCH - depth + 1} 0").rule == "icefire:clash-of-kings-2021.4"
    play(match.clone(), f"a: deploy a1 30000 {10 * INCH - depth} 0")
    assert refused(match, "a: deploy a1 3251 20000 0").rule == "icefire:clash-of-kings-2021.4"
    play(match.clone(), "a: deploy a1 3250 20000 0")
    assert refused(match, "a: deploy a1 44750 25000 0").rule == "icefire:action.8"  # 0.2 inch from an enemy
    play(match, "a: deploy a1 30000 7000 9000")
    assert (state.health[0], state.attachments[0], state.conditions[0], state.activated[0]) == (12, (ROBB,), 0, False)
    assert state.claims == [NO_UNIT] * 3


@rule("icefire:clash-of-kings-2021.3", "icefire:ruling.92")
def test_the_first_player_redeploys_first_and_both_may_leave_it() -> None:
    dead_a, dead_b = f"a {BERSERKERS} 10 10 0 | 0", f"b {CROSSBOWMEN} 10 40 180 | 0"
    match = clash(
        dead_a, A2, dead_b, B2, step="round-start", round=3, turn="b",
        pose=[None, [20_000, 10_000, 0], None, [20_000, 40_000, HALF]],
    )  # fmt: skip  # several to a line
    assert asked(match) == ("b", "redeploy")
    play(match, "b: pass")
    assert asked(match) == ("a", "redeploy")
    play(match, "a: pass")
    assert match.state.pose[0] is None
    assert match.state.step == "turn"


@rule("icefire:ruling.101")
def test_the_unit_that_the_commander_began_in_comes_back_if_the_commander_is_nowhere() -> None:
    fell = clash(f"a {BERSERKERS} 10 10 0 | 0", A2, B1, B2, pose=[None, *[[20_000, 10_000 * n, 0] for n in (1, 3, 4)]])
    assert returning_units(fell.state, 0) == [0]
    put_attachments(fell.state, 1, [ROBB])
    assert returning_units(fell.state, 0) == []
    alone = clash(f"a {BERSERKERS} 10 10 0", A2, B1, B2)
    assert returning_units(alone.state, 0) == []


@rule("icefire:clash-of-kings-2021.6", "icefire:clash-of-kings.13")
@pytest.mark.parametrize(("round", "points"), [(1, 0), (2, 3)])
def test_objectives_of_the_commanders_unit_score_one_more(round: int, points: int) -> None:
    on_tokens = (f"a {BERSERKERS} 24 24 0 | {ROBB}", f"a {SWORDS} 6.7 24 0")
    match = clash(*on_tokens, B1, tokens=TOKENS, claims=[1, 0, -1], round=round)
    nobody_is_asked(mode_of(match.state).score(game_of(match)))
    assert match.state.victory_points == [points, 0]


@rule("icefire:clash-of-kings-2021.5")
def test_a_solo_unit_counts_its_wounds_as_ranks() -> None:
    """Grey Wind with 4 Wounds left holds against 3 ranks, and not with 2 Wounds."""
    for wounds, holds in ((4, True), (2, False)):
        match = clash(f"a {GREYWIND} 24 24 0 | {wounds}", A1, f"b {GUARDSMEN} 24 27.78 180", B1, tokens=TOKENS,
                      claims=[-1, 0, -1])  # fmt: skip  # several to a line
        assert (controller(match.state, 1) == 0) == holds


@rule("icefire:clash-of-kings-2021.7", "icefire:clash-of-kings.14")
def test_the_enemy_commander_scores_2_the_first_time() -> None:
    """1 for the unit; 1 if the Commander's unit did it; 2 for the first fall of the Commander, by whatever means."""
    match = clash(A1, A2, B1, B2)
    nobody_is_asked(suffer(game_of(match), 2, 12, 0, 1))
    assert match.state.victory_points == [3, 0]
    by_leader = clash(A1, A2, B1, B2)
    nobody_is_asked(suffer(game_of(by_leader), 2, 12, 0, 0))
    assert by_leader.state.victory_points == [4, 0]
    again = clash(A1, A2, B1, B2, marks={FELL: [0, 1]})
    nobody_is_asked(suffer(game_of(again), 2, 12, 0, 1))
    assert again.state.victory_points == [1, 0]
    alone = clash(A1, A2, B1, B2)
    nobody_is_asked(destroy_attachment(game_of(alone), 2, JAIME, 0))
    assert (alone.state.victory_points, alone.state.marks[FELL]) == ([2, 0], [0, 1])
    own = clash(A1, A2, B1, B2)
    nobody_is_asked(destroy_attachment(game_of(own), 2, JAIME, 1))
    assert own.state.victory_points == [0, 0]
