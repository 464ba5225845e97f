"""The Winds of Winter: hands of secret missions, one of which each player reveals a round."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.content.languages import catalogue
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.round import FirstPlayerNamed
from banneret.games.icefire.modes.missions import ACTIVE, ALL_MISSIONS, FIRST_CLAIM, GONE, mission, number_of
from banneret.games.icefire.modes.objectives import controller
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.ground import INCH
from banneret.games.icefire.show.panels import panels
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.chance import Chance
from banneret.kernel.creation import from_position, new_match
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.kernel.pile import PUBLIC
from banneret.kernel.rulebook import PositionError
from banneret.kernel.stream import Stream, derive_key
from banneret.show.panels import DeckPanel, HandPanel
from banneret.testing.conformance import lock_imagine, lock_redeal, lock_twins
from banneret.text.catalogue import LANGUAGES
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
    told,
)

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)

WINDS = {"mode": "winds-of-winter"}
ROBB, JAIME = "20201", "20115"
A1, A2 = f"a {BERSERKERS} 10 10 0 | {ROBB}", f"a {SWORDS} 20 10 0"
B1, B2 = f"b {CROSSBOWMEN} 10 40 180 | {JAIME}", f"b {GUARDSMEN} 20 40 180"
TOKENS = [[6_700, 29_300], [6_700, 18_700], [24_000, 24_000], [41_300, 29_300], [41_300, 18_700]]


def pile(numbers: tuple[int, ...], owner: int, public: tuple[int, ...] = ()) -> dict[str, Any]:
    return {
        "cards": [mission(number) for number in numbers],
        "known": [PUBLIC if number in public else 1 << owner for number in numbers],
    }


def winds(
    *units: str,
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((11, 12, 1, 2, 3, 4), (11, 12, 5, 6, 7, 8)),
    active: tuple[int, ...] = (),
    gone: tuple[int, ...] = (),
    edition: Edition = SEASON_6,
    **more: Any,  # columns of a scene
) -> Match[State]:
    """Return a table with these missions in hand and in play; the others are left in the players' decks."""
    decks = [tuple(number for number in range(1, 11) if number not in hand) for hand in hands]
    given: dict[str, Any] = {
        "marks": {ACTIVE: list(active), GONE: list(gone)},
        "mission_hands": [pile(hand, seat, (11, 12)) for seat, hand in enumerate(hands)],
        "mission_decks": [pile(deck, seat) for seat, deck in enumerate(decks)],
        "tokens": TOKENS,
        "token_cards": [0] * len(TOKENS),
        **more,
    }
    return scene(*units, options=WINDS, edition=edition, **given)


def begun(edition: Edition, seed: int = 3) -> Match[Any]:
    return new_match(edition, seats=2, seed=seed, options=WINDS)


def game_of(match: Match[State]) -> Game[State]:
    return Game(match.state, Chance(match.state, []))


def nobody_is_asked(flow: Flow[Any]) -> None:  # what flows return differs
    for _ in flow:
        raise AssertionError("nobody is asked")


def scored(*units: str, active: tuple[int, ...], **more: Any) -> list[int]:  # columns of a scene
    """Return the Victory Points at the end of a round with these missions in play."""
    match = winds(*units, active=active, **more)
    nobody_is_asked(mode_of(match.state).score(game_of(match)))
    return match.state.victory_points


@rule("icefire:winds-of-winter.1", "icefire:winds-of-winter.2", "icefire:winds-of-winter.3")
@both
def test_five_tokens_and_a_mission_deck_for_each_player(edition: Edition) -> None:
    state = begun(edition).state
    assert state.mode.zones == (10, 10)
    assert sorted(state.tokens) == sorted((x, y) for x, y in TOKENS)
    assert state.tokens[0][0] - 700 == 6 * INCH
    assert 48 * INCH - state.tokens[0][1] - 700 == 18 * INCH
    for seat in (0, 1):
        assert sorted((*state.mission_hands[seat].cards, *state.mission_decks[seat].cards)) == sorted(ALL_MISSIONS)


@rule("icefire:winds-of-winter.3", "icefire:winds-of-winter.4")
@both
def test_each_chooses_four_missions_besides_11_and_12_in_secret(edition: Edition) -> None:
    match = begun(edition)
    assert match.state.step == "missions"
    assert list(match.asking) == [0, 1]
    assert [option.choice for option in match.asking[0].options] == [mission(number) for number in range(1, 11)]
    for number in (3, 1, 9, 10):
        match.play(0, f"choose mission-{number}")
    assert list(match.asking) == [1]
    assert refused_to(match, 1, "choose mission-11") == "icefire:winds-of-winter.4"
    for number in (1, 2, 3, 4):
        match.play(1, f"choose mission-{number}")
    assert match.state.step == "zones"
    hand = match.state.mission_hands[0]
    assert [name.removeprefix("mission-") for name in hand.cards] == ["11", "12", "1", "3", "9", "10"]
    decks = [sorted(map(number_of, deck.cards)) for deck in match.state.mission_decks]
    assert decks == [[2, 4, 5, 6, 7, 8], [5, 6, 7, 8, 9, 10]]
    own, other, nobody = (match.view(seats).game.players["a"].missions for seats in ([0], [1], []))
    assert own == tuple(sorted(hand.cards))  # the order of a hand shows nothing
    assert other == nobody == ("mission-11", "mission-12", None, None, None, None)


def refused_to(match: Match[Any], seat: int, action: str) -> str:
    refusal = match.refusal(seat, action)
    assert refusal is not None
    return refusal.rule


@rule("icefire:winds-of-winter.5", "icefire:winds-of-winter.6", "icefire:ruling.92")
@both
def test_each_round_both_reveal_a_mission_that_is_discarded_at_its_end(edition: Edition) -> None:
    match = winds(A1, A2, B1, B2, step="round-start", round=2, turn="b", edition=edition)
    assert asked(match) == ("b", "choose.reveal")
    assert offered(match) == [f"choose mission-{number}" for number in (5, 6, 7, 8, 11, 12)]
    assert refused(match, "b: choose mission-1").rule == "icefire:winds-of-winter.5"
    play(match, "b: choose mission-7")
    assert asked(match) == ("a", "choose.reveal")
    play(match, "a: choose mission-12")
    state = match.state
    assert state.marks[ACTIVE] == [7, 12]
    seen = match.view([]).game
    assert seen.missions.active == ("mission-7", "mission-12")
    assert [len(seen.players[player].missions) for player in "ab"] == [5, 5]
    assert seen.players["a"].missions == ("mission-11", None, None, None, None)
    nobody_is_asked(mode_of(state).score(game_of(match)))
    assert (state.marks[ACTIVE], state.marks[GONE]) == ([], [7, 12])


@rule("icefire:winds-of-winter.5")
def test_in_the_first_round_no_mission_is_revealed() -> None:
    match = winds(A1, A2, B1, B2, step="round-start", round=1)
    assert asked(match)[1] != "choose.reveal"
    assert match.state.marks[ACTIVE] == []


@rule("icefire:winds-of-winter.7", "icefire:winds-of-winter.11")
@both
@pytest.mark.parametrize(("x", "claimed"), [(24, True), (25.9, True), (26.1, False)])
def test_only_a_tray_wholly_over_a_token_claims_it(edition: Edition, x: float, claimed: bool) -> None:
    """The tray is 5.5 wide and the token 1.4: its middle may be 2.05 inches off."""
    match = winds(f"a {SWORDS} {x} 24 0", A1, B1, edition=edition)
    mode_of(match.state).moved(game_of(match), 0)
    assert (match.state.claims[2] == 0) == claimed


@rule("icefire:winds-of-winter.8", "icefire:winds-of-winter.9")
@both
@pytest.mark.parametrize(("left", "holds"), [(12, True), (8, False)])
def test_an_enemy_with_more_ranks_ends_control(edition: Edition, left: int, holds: bool) -> None:
    enemy = f"b {GUARDSMEN} 24 28.8 180"
    match = winds(f"a {SWORDS} 24 24 0 | {left}", A1, enemy, B1, claims=[-1, -1, 0, -1, -1], edition=edition)
    assert (controller(match.state, 2) == 0) == holds


@rule("icefire:winds-of-winter.10", "icefire:winds-of-winter-2021.1")
@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
@pytest.mark.parametrize(("wounds", "holds"), [(4, True), (2, False)])
def test_a_solo_unit_counts_its_wounds_as_ranks(edition: Edition, wounds: int, holds: bool) -> None:
    match = winds(f"a {GREYWIND} 24 24 0 | {wounds}", A1, f"b {GUARDSMEN} 24 27.78 180", B1,
                  claims=[-1, -1, 0, -1, -1], edition=edition)  # fmt: skip  # several to a line
    assert (controller(match.state, 2) == 0) == holds


HELD = (f"a {SWORDS} 24 24 0", f"a {BERSERKERS} 6.7 29.3 0", B1)
CLAIMS = [1, NO_UNIT, 0, NO_UNIT, NO_UNIT]


@rule("icefire:winds-of-winter.12", "icefire:winds-of-winter.14", "icefire:mission.10", "icefire:mission.12",
      "icefire:ruling.111")  # fmt: skip  # several to a line
@both
@pytest.mark.parametrize(("active", "points"), [((12,), 2), ((10,), 1), ((1,), 2), ((1, 10, 12), 5)])
def test_objectives_score_only_by_missions(edition: Edition, active: tuple[int, ...], points: int) -> None:
    """One in the center, on no side, and one on the opponent's side."""
    assert scored(*HELD, active=active, claims=CLAIMS, round=3, edition=edition) == [points, 0]


@rule("icefire:winds-of-winter.14")
def test_without_such_a_mission_objectives_score_nothing() -> None:
    assert scored(*HELD, active=(), claims=CLAIMS, round=3) == [0, 0]


@rule("icefire:mission.10")
def test_who_deploys_far_has_the_opponents_side_near() -> None:
    assert scored(*HELD, active=(10,), claims=CLAIMS, round=3, far=0) == [0, 0]


@rule("icefire:winds-of-winter.13", "icefire:ruling.110")
def test_each_copy_is_scored_by_each_player() -> None:
    units = (f"a {SWORDS} 24 24 0", f"b {GUARDSMEN} 6.7 29.3 180", A1, B1)
    assert scored(*units, active=(12, 12), claims=[1, NO_UNIT, 0, NO_UNIT, NO_UNIT], round=3) == [2, 2]


@rule("icefire:ruling.110", "icefire:mission.2", "icefire:mission.3", "icefire:mission.4")
def test_each_copy_counts_for_what_happens_in_the_round() -> None:
    match = winds(A1, B1, ncus=["a 30202"], active=(2, 2, 3, 4, 4), round=3)
    mode_of(match.state).claimed(game_of(match), 0, "combat")
    assert match.state.victory_points == [0, 5]
    assert match.state.marks[FIRST_CLAIM] == [3]


@rule("icefire:ruling.110", "icefire:mission.5", "icefire:mission.9")
def test_each_copy_counts_for_a_commander_and_for_revenge() -> None:
    """1 for the unit, 2 for each copy of mission 5; the destroyer gets 2 tokens for each copy of mission 9."""
    match = winds(A1, A2, B1, B2, active=(5, 5, 9, 9), round=3)
    nobody_is_asked(suffer(game_of(match), 2, 12, 0, 1))
    assert match.state.victory_points == [5, 0]
    assert match.state.counters[1] == {"victory-point": 4}


@rule("icefire:mission.11", "icefire:ruling.112")
@both
@pytest.mark.parametrize(("points", "after", "first"), [([3, 5], [4, 5], 0), ([5, 3], [5, 4], 1), ([4, 4], [4, 4], 1)])
def test_mission_11_helps_who_is_behind(edition: Edition, points: list[int], after: list[int], first: int) -> None:
    match = winds(A1, A2, B1, B2, step="round-start", round=2, turn="b", victory_points=points, edition=edition)
    play(match, "b: choose mission-11")
    assert match.state.victory_points == after
    assert asked(match) == ("a", "choose.reveal")
    play(match, "a: choose mission-1")
    assert match.state.first == first
    assert match.state.turn_seat == first
    assert len(told(match, FirstPlayerNamed)) == (after != points)


# Secrets


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panels_show_open_missions_and_the_own_hand(language: str) -> None:
    match = winds(A1, A2, B1, B2, active=(9, 10), hands=((11, 12, 2, 3, 4), (11, 12, 5, 6, 7)))
    words = catalogue(language)
    for seats, hidden in (([0], 3), ([1], 3), ([], 6)):
        shown = panels(match.view(seats).game, frozenset(seats))
        missions = next(one for one in shown if isinstance(one, DeckPanel) and one.id == "deck:missions")
        assert [words.render(item.name) for item in missions.shown] == [
            words.name("mission-9"),
            words.name("mission-10"),
        ]
        held = [item.thing for one in shown if isinstance(one, HandPanel) for item in one.cards]
        assert sum(thing.startswith("back:") for thing in held) == hidden
        for number in (2, 3, 4):
            assert (f"card:mission-{number}" in held) == (seats == [0])
        assert held.count("card:mission-11") == 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", [None, 0, 1])
def test_the_locks_hold_while_missions_are_chosen(seats: int | None) -> None:
    match = begun(SEASON_6)
    match.play(0, "choose mission-2")
    match.play(1, "choose mission-7")
    for number in range(2):
        stream = Stream(derive_key("winds", number))
        lock_redeal(match, seats, stream=stream, worlds=2, drawing=number == 0)
        lock_imagine(match, seats, stream=stream)
        lock_twins(match, seats, stream=stream, most=10)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [None, 0, 1])
def test_the_locks_hold_while_missions_are_revealed(seats: int | None) -> None:
    match = winds(A1, A2, B1, B2, step="round-start", round=3, active=(), gone=(1, 9),
                  hands=((11, 12, 2, 3, 4), (11, 12, 5, 6, 7)), edition=EDITION_2021)  # fmt: skip  # several to a line
    for answer in (None, "a: choose mission-3"):
        if answer is not None:
            play(match, answer)
        for number in range(2):
            stream = Stream(derive_key("reveal", number))
            lock_redeal(match, seats, stream=stream, worlds=2, drawing=number == 0)
            lock_imagine(match, seats, stream=stream)
            lock_twins(match, seats, stream=stream, most=6)


def test_an_imagined_hand_holds_what_everybody_knows_and_any_others() -> None:
    """Only 11 and 12 are known of the other hand; every other mission may be in it, the own ones stay."""
    match = winds(A1, A2, B1, B2)
    seen = set()
    for seed in range(40):
        state = match.imagine([0], seed).state
        assert state.mission_hands[0].cards == match.state.mission_hands[0].cards
        hand = state.mission_hands[1].cards
        assert hand[:2] == ["mission-11", "mission-12"]
        assert len(set(hand)) == 6
        seen |= set(hand)
    assert seen == set(ALL_MISSIONS)


@both
def test_a_position_keeps_the_missions(edition: Edition) -> None:
    match = winds(A1, A2, B1, B2, edition=edition)
    state = match.position()["state"]
    again = from_position(edition, state)
    assert again.position()["state"] == state
    for wrong, what in (
        ({"mission_hands": state["mission_hands"][:1]}, "1 entries for 2"),
        ({"mission_decks": [{"cards": ["mission-13"], "known": [0]}] * 2}, "'mission-13' is not one of"),
    ):
        with pytest.raises(PositionError, match=what):
            from_position(edition, {**state, **wrong})
