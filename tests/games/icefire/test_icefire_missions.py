"""Dark Wings, Dark Words: missions that lie open for both players, and change; what each mission scores."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.round import ActionTaken
from banneret.games.icefire.modes.dark_wings import draw
from banneret.games.icefire.modes.missions import ACTIVE, GONE, MISSIONS, RESERVE, mission
from banneret.games.icefire.modes.objectives import radius
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.ground import INCH
from banneret.games.icefire.rules.table.zones import zone_depth
from banneret.games.icefire.show.panels import panels
from banneret.games.icefire.state import State
from banneret.kernel.chance import Chance
from banneret.kernel.creation import from_position, new_match
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.kernel.rulebook import PositionError
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose
from banneret.show.panels import DeckPanel, HandPanel
from banneret.testing.conformance import lock_imagine, lock_redeal, lock_twins
from tests.games.icefire.scene import (
    BERSERKERS,
    CROSSBOWMEN,
    GUARDSMEN,
    SWORDS,
    asked,
    offered,
    play,
    refused,
    scene,
    told,
)
from tests.games.icefire.table import Table

rule = pytest.mark.rule

WINGS = {"mode": "dark-wings"}
ROBB, JAIME = "20201", "20115"
A1, A2 = f"a {BERSERKERS} 10 10 0 | {ROBB}", f"a {SWORDS} 20 10 0"
B1, B2 = f"b {CROSSBOWMEN} 10 40 180 | {JAIME}", f"b {GUARDSMEN} 20 40 180"
SANSA = "a 30202"
CENTER = [[6_700, 24_000], [24_000, 24_000], [41_300, 24_000]]
TOKENS: dict[str, Any] = {"tokens": CENTER, "token_cards": [0, 0, 0]}


def open_missions(active: tuple[int, ...], reserve: tuple[int, ...] = (), gone: tuple[int, ...] = ()) -> dict[str, Any]:
    """Return columns of a scene in which these missions lie open, and the others in the deck, lowest on top."""
    deck = [number for number in range(1, 10) if number not in (*active, *reserve, *gone)]
    return {
        "options": WINGS,
        "marks": {ACTIVE: list(active), RESERVE: list(reserve), GONE: list(gone)},
        "missions": {"cards": [mission(number) for number in deck], "known": [0] * len(deck)},
        **TOKENS,
    }


def game_of(match: Match[State]) -> Game[State]:
    return Game(match.state, Chance(match.state, []))


def nobody_is_asked(flow: Flow[Any]) -> None:  # what flows return differs
    for _ in flow:
        raise AssertionError("nobody is asked")


def scored(active: int, *units: str, claims: tuple[int, int, int] = (-1, -1, -1), **more: Any) -> list[int]:
    """Return the Victory Points at the end of a first round with one mission: no objective scores yet."""
    match = scene(*units, **open_missions((active,)), claims=list(claims), **more)
    nobody_is_asked(mode_of(match.state).score(game_of(match)))
    return match.state.victory_points


@rule("icefire:dark-wings.4", "icefire:dark-wings.5", "icefire:dark-wings.6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_two_missions_are_revealed_as_active_and_two_as_reserve_before_deployment(edition: Edition) -> None:
    match: Match[Any] = new_match(edition, seats=2, seed=3, options=WINGS)
    assert sorted(match.state.missions.cards) == sorted(MISSIONS)
    deck = list(match.state.missions.cards)
    while match.state.step == "zones":
        ((seat, ask),) = match.asking.items()
        match.play(seat, ask.options[0])
    seen = match.view([]).game.missions
    assert (seen.active, seen.reserve, seen.discards) == (tuple(deck[:2]), tuple(deck[2:4]), ())
    assert seen.deck == 5
    assert "mission-10" not in deck
    assert deck != list(MISSIONS)


@rule("icefire:dark-wings.7", "icefire:dark-wings.8")
@pytest.mark.parametrize(("round", "active", "reserve"), [(2, [1, 2], [3, 4]), (3, [3, 4], [5, 6])])
def test_the_reserve_becomes_active_from_round_3_on(round: int, active: list[int], reserve: list[int]) -> None:
    match = scene(A1, B1, **open_missions((1, 2), (3, 4)), round=round)
    nobody_is_asked(mode_of(match.state).round_start(game_of(match)))
    assert (match.state.marks[ACTIVE], match.state.marks[RESERVE]) == (active, reserve)
    assert match.state.marks[GONE] == ([] if round == 2 else [1, 2])


@rule("icefire:dark-wings.9")
def test_the_discarded_missions_become_a_new_deck_that_nobody_knows() -> None:
    match = scene(A1, B1, **open_missions((1, 2), (3,), gone=(4, 5, 6, 7, 8)))
    match.state.missions.known[0] = -1
    draw(game_of(match), RESERVE, "icefire:dark-wings.8")
    assert match.state.marks[RESERVE] == [3, 9]
    assert match.state.marks[GONE] == []
    assert sorted(match.state.missions.cards) == [mission(number) for number in range(4, 9)]
    assert match.state.missions.known == [0] * 5


@rule("icefire:dark-wings.10", "icefire:ruling.105")
def test_a_claimed_zone_may_change_a_mission_in_place_of_its_effect() -> None:
    match = scene(A1, A2, B1, B2, ncus=[SANSA], **open_missions((1, 2), (3, 4)))
    play(match, "a: activate-ncu an1" if "activate-ncu an1" in offered(match) else f"a: {offered(match)[-1]}")
    while asked(match)[1] != "zone":
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    play(match, next(f"a: {one}" for one in offered(match) if "wealth" in one))
    while asked(match)[1] != "choose.zone":
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    assert offered(match) == ["pass", *(f"choose {mission(number)}" for number in (1, 2, 3, 4))]
    assert refused(match, "a: choose mission-5").rule == "icefire:modes.1"
    new = play(match.clone(), "a: choose mission-3")
    assert (new.state.marks[RESERVE], new.state.marks[GONE]) == ([4, 5], [3])
    play(match, "a: choose mission-1")
    assert (asked(match), offered(match)) == (
        ("a", "choose.replacement"),
        ["choose mission-3", "choose mission-4"],
    )
    play(match, "a: choose mission-4")
    assert match.state.marks == {**match.state.marks, ACTIVE: [2, 4], RESERVE: [3], GONE: [1]}
    assert asked(match)[1] != "unit.wealth"


@rule("icefire:dark-wings.11", "icefire:ruling.89")
def test_the_commanders_unit_gives_up_its_action_even_when_engaged() -> None:
    touching = f"b {GUARDSMEN} 10 14.8 180"
    match = scene(A1, A2, touching, B1, **open_missions((1, 2), (3, 4)))
    assert is_engaged(match.state, 0)
    other = play(match.clone(), "a: activate a2")
    assert asked(other)[1] == "action"
    play(match, "a: activate a1")
    assert asked(match) == ("a", "choose.mission-action")
    stays = play(match.clone(), "a: pass")
    assert asked(stays) == ("a", "action")
    play(match, "a: choose mission-4")
    assert match.state.activated[0]
    assert match.state.marks[RESERVE] == [3, 5]
    assert [(one.unit, one.action) for one in told(match, ActionTaken)] == [("a1", "forgo")]
    assert asked(match)[1] != "action"


def test_without_a_reserve_an_active_mission_stays() -> None:
    match = scene(A1, A2, B1, **open_missions((1, 2)))
    play(match, "a: activate a1")
    assert asked(match) == ("a", "action")


def points_with_a_reserve(edition: Edition) -> list[int]:
    columns = open_missions((7,), (1,))
    match = scene(f"a {SWORDS} 24 24 0", B1, **columns, claims=[-1, 0, -1], edition=edition)
    nobody_is_asked(mode_of(match.state).score(game_of(match)))
    return match.state.victory_points


@rule("icefire:dark-wings.17", "icefire:dark-wings.18")
def test_missions_of_the_reserve_do_not_score() -> None:
    assert points_with_a_reserve(SEASON_6) == [0, 0]


@rule("icefire:dark-wings.17", "icefire:dark-wings-2021.2")
def test_missions_of_the_reserve_score_in_2021() -> None:
    assert points_with_a_reserve(EDITION_2021) == [2, 0]


@rule("icefire:dark-wings.19", "icefire:dark-wings-2021.3")
@pytest.mark.parametrize(("edition", "round", "points"), [(SEASON_6, 1, 0), (SEASON_6, 2, 1), (EDITION_2021, 2, 2)])
def test_objectives_score_from_round_2_on(edition: Edition, round: int, points: int) -> None:
    unit = f"a {BERSERKERS} 24 24 0 | {ROBB}"
    match = scene(unit, B1, **open_missions((2, 3)), claims=[-1, 0, -1], edition=edition, round=round)
    nobody_is_asked(mode_of(match.state).score(game_of(match)))
    assert match.state.victory_points == [points, 0]


@rule("icefire:dark-wings.12", "icefire:dark-wings.13", "icefire:dark-wings.14", "icefire:dark-wings.15",
      "icefire:dark-wings.16", "icefire:dark-wings-2021.1")  # fmt: skip  # several to a line
@pytest.mark.parametrize("edition", EDITIONS)
def test_objectives_are_claimed_and_controlled_as_in_other_modes(edition: Edition) -> None:
    """Four models are one rank: a full enemy takes control away, as long as it engages."""
    lines = (f"a {SWORDS} 24 24 0 | 4", f"b {SWORDS} 24 {24 + 4.8} 180", B1)
    match = scene(*lines, **open_missions((2, 3)), edition=edition)
    mode = mode_of(match.state)
    mode.moved(game_of(match), 0)
    assert (match.state.claims, mode.controlled(match.state, 0)) == ([-1, 0, -1], [])
    match.state.contacts = []
    assert mode.controlled(match.state, 0) == [1]
    match.state.pose[0] = Pose(24_000, 27_000, 0)
    mode.moved(game_of(match), 0)
    assert match.state.claims == [-1, -1, -1]


@rule("icefire:dark-wings.1", "icefire:dark-wings.2", "icefire:dark-wings.3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_zones_are_10_inches_deep_and_three_objectives_lie_across_the_middle(edition: Edition) -> None:
    state: State = new_match(edition, seats=2, seed=5, options=WINGS).state
    assert zone_depth(state, 0) == zone_depth(state, 1) == 10 * INCH
    (left, _), (center, _), (right, _) = state.tokens
    assert [y for _, y in state.tokens] == [24 * INCH] * 3
    assert center == 24 * INCH
    assert abs(left - radius(state) - 6 * INCH) < 80
    assert left + right == 48 * INCH


# What each mission scores


@rule("icefire:mission.1")
def test_the_objective_in_the_center_scores_2() -> None:
    unit = f"b {SWORDS} 24 24 0"
    assert scored(1, A1, unit, claims=(-1, 1, -1)) == [0, 2]
    assert scored(1, A1, unit, claims=(1, -1, -1)) == [0, 0]


@rule("icefire:mission.2", "icefire:mission.3", "icefire:mission.4")
@pytest.mark.parametrize(
    ("number", "zone", "points"),
    [(2, "combat", 1), (2, "maneuver", 1), (2, "tactics", 0), (3, "tactics", 1), (3, "maneuver", 0), (4, "crown", 1)],
)
def test_zones_score_for_the_enemy_of_who_claims_them(number: int, zone: str, points: int) -> None:
    match = scene(A1, B1, ncus=[SANSA], **open_missions((number,)))
    mode_of(match.state).claimed(game_of(match), 0, zone)
    assert match.state.victory_points == [0, points]
    mode_of(match.state).claimed(game_of(match), 0, zone)
    assert match.state.victory_points == [0, points if number == 4 else 2 * points], "the fourth scores once a round"
    match.state.round += 1
    mode_of(match.state).claimed(game_of(match), 0, zone)
    assert match.state.victory_points == [0, 2 * points if number == 4 else 3 * points]


@rule("icefire:mission.5")
@pytest.mark.parametrize(("by", "own", "points"), [(0, True, 3), (0, False, 4), (1, True, 1)])
def test_the_enemy_commander_scores_more_if_the_own_is_gone(by: int, own: bool, points: int) -> None:
    """1 for the unit in any case; 2 for its Commander if the enemy destroyed it, 3 without an own one."""
    match = scene(A1 if own else A2, B1, B2, **open_missions((5,)))
    nobody_is_asked(suffer(game_of(match), 1, 20, by))
    assert match.state.victory_points == [points, 0]


@rule("icefire:mission.6")
@pytest.mark.parametrize(
    ("line", "points"),
    [(f"a {SWORDS} 30 37 0", [2, 0]), (f"a {SWORDS} 30 30 0", [0, 0]), (f"b {SWORDS} 30 6 180", [0, 2])],
)
def test_an_unengaged_unit_in_the_enemy_zone_scores_2(line: str, points: list[int]) -> None:
    assert scored(6, f"a {SWORDS} 10 6 0", f"b {SWORDS} 10 42 180", line) == points


@rule("icefire:mission.6")
def test_an_engaged_unit_in_the_enemy_zone_scores_nothing() -> None:
    broken_through = f"a {SWORDS} 24 40 0"
    assert scored(6, broken_through, f"b {SWORDS} 24 44.8 180") == [0, 0]
    assert scored(6, broken_through, f"b {SWORDS} 24 45.5 180") == [2, 0]


@rule("icefire:mission.7")
def test_each_engaged_enemy_with_fewer_ranks_scores_1() -> None:
    full, hurt = f"a {SWORDS} 24 20 0", f"b {SWORDS} 24 24.8 180 | 4"
    assert scored(7, full, hurt) == [1, 0]
    assert scored(7, full, f"b {SWORDS} 24 24.8 180") == [0, 0]
    assert scored(7, full, f"b {SWORDS} 24 26 180 | 4") == [0, 0]


@rule("icefire:mission.8")
def test_two_condition_tokens_of_up_to_two_enemies_are_expended() -> None:
    all_three = "panicked vulnerable weakened"
    units = [A1, *(f"b {GUARDSMEN} {x} 40 180 | {all_three}" for x in (10, 20, 30)), f"b {SWORDS} 40 40 180 | panicked"]
    table = Table(*units, **open_missions((8,)))
    table.run(mode_of(table.state).score, "unit b1", "condition vulnerable", "condition panicked", "unit b3")
    assert table.asked[0] == (0, "ask.unit.expend", ["done", "unit b1", "unit b2", "unit b3"])
    assert table.conditions(1) == ["weakened"]
    assert (len(table.conditions(2)), len(table.conditions(3)), len(table.conditions(4))) == (3, 1, 1)
    assert table.state.victory_points == [2, 0]


@rule("icefire:mission.9")
def test_who_destroys_a_unit_bears_tokens_that_score_when_it_falls_though_the_mission_is_gone() -> None:
    match = scene(A1, A2, B1, B2, **open_missions((9,)))
    game = game_of(match)
    nobody_is_asked(suffer(game, 1, 20, 1, 3))
    assert match.state.counters[3] == {"victory-point": 2}
    assert match.state.victory_points == [0, 1]
    match.state.marks[ACTIVE] = [1]
    nobody_is_asked(suffer(game, 3, 20, 0, 0))
    assert match.state.victory_points == [3, 1]


@rule("icefire:mission.9")
def test_revenge_is_sworn_once_in_a_round() -> None:
    match = scene(A1, A2, f"a {SWORDS} 30 10 0", B1, B2, **open_missions((9,)))
    nobody_is_asked(suffer(game_of(match), 1, 20, 1, 3))
    nobody_is_asked(suffer(game_of(match), 2, 20, 1, 4))
    assert (match.state.counters[3], match.state.counters[4]) == ({"victory-point": 2}, {})


# Secrets and positions


def dealt() -> Match[State]:
    """A turn with five missions face down."""
    return scene(A1, A2, B1, ncus=[SANSA], **open_missions((1, 2), (3, 4)))


def change_asked() -> Match[State]:
    return play(dealt(), "a: activate a1", "a: choose mission-3")


@pytest.mark.slow
@pytest.mark.parametrize("match", [dealt(), change_asked()], ids=["dealt", "drawn"])
@pytest.mark.parametrize("seats", [None, 0, 1])
def test_the_deck_of_missions_tells_nothing(match: Match[State], seats: int | None) -> None:
    for number in range(3):
        stream = Stream(derive_key("missions", number))
        lock_redeal(match, seats, stream=stream, worlds=2, drawing=False)
        lock_imagine(match, seats, stream=stream)
        lock_twins(match, seats, stream=stream, most=12)


def test_a_redeal_changes_the_order_of_the_deck_and_nothing_else() -> None:
    match = dealt()
    orders = set()
    for number in range(8):
        state = match.state.copy()
        match.rulebook.redeal(state, 1, Stream(derive_key("order", number)))
        orders.add(tuple(state.missions.cards))
        assert sorted(state.missions.cards) == [mission(one) for one in range(5, 10)]
        assert state.marks == match.state.marks
    assert len(orders) > 1


def test_a_position_keeps_the_deck_and_refuses_what_is_no_mission() -> None:
    state = dealt().position()["state"]
    assert from_position(SEASON_6, state, events=False).position()["state"] == state
    wrong = {**state, "missions": {"cards": ["mission-10"], "known": [0]}}
    with pytest.raises(PositionError, match=r"missions.cards\[0\]: 'mission-10' is not one of"):
        from_position(SEASON_6, wrong, events=False)


def test_panels_show_which_missions_are_active_and_in_reserve() -> None:
    found = {
        one.id: one for one in panels(scene(A1, A2, B1, **open_missions((3, 5), (2, 8))).view([]).game, frozenset())
    }
    deck, reserve = found["deck:missions"], found["missions:reserve"]
    assert isinstance(deck, DeckPanel)
    assert isinstance(reserve, HandPanel)
    assert [item.card for item in deck.shown] == ["mission-3", "mission-5"]
    assert [item.card for item in reserve.cards] == ["mission-2", "mission-8"]
