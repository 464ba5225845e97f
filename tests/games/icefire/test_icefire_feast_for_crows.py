"""A Feast for Crows: tokens bound to corpse piles, and piles that fallen infantry leaves."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.actions import LayPiece, LayToken
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.modes.feast_for_crows import linked, pile_of, touches_pile
from banneret.games.icefire.modes.objectives import radius
from banneret.games.icefire.modes.pile_spaces import PILE, LinkedTokenSpace, PileSpace
from banneret.games.icefire.rules.battlefield import may_lie
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.ground import INCH, piece_at, terrain, tray_of
from banneret.games.icefire.settings import settings_of
from banneret.games.icefire.setup import new_state
from banneret.games.icefire.state import NO_UNIT, Fight, State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow, Question
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream
from banneret.plane import Pose, disc_distance, distance, point_distance
from tests.games.icefire.scene import (
    BERSERKERS,
    BOOKS,
    CROSSBOWMEN,
    KNIGHTS,
    asked,
    offered,
    place,
    play,
    refused,
    scene,
)

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
FEAST = {"mode": "feast-for-crows"}
ROBB, JAIME = "20201", "20115"
PILES = ("corpse-pile 24 24 0", "corpse-pile 41.3 24 0")
AT_PILE = f"a {BERSERKERS} 24 20 0 | {ROBB}"
BESIDE = f"a {BERSERKERS} 8 8 0"
FAR_AWAY = f"b {CROSSBOWMEN} 24 44 180 | {JAIME}"
FACING = f"b {CROSSBOWMEN} 24 24.8 180 | {JAIME}"


def table(*units: str, claims: tuple[int, int] = (-1, -1), **more: Any) -> Match[State]:  # columns of a scene
    """Two piles, one in the middle of the table, each with its token by default."""
    given: dict[str, Any] = {
        "tokens": [[24_000, 24_000], [41_300, 24_000]],
        "token_cards": [5, 6],
        "terrain": PILES,
        "marks": {"piles": [0, 1]},
        **more,
    }
    return scene(*units, options=FEAST, claims=list(claims), **given)


def game_of(match: Match[State]) -> Game[State]:
    return Game(match.state, Chance(match.state, []))


def run(flow: Flow[Any]) -> list[tuple[int, Any]]:  # a flow's own requests
    """Run a rule outside a match; return whom it asks with what, each answered by the first suggestion or option."""
    asked_with: list[tuple[int, Any]] = []
    answer: Any = None
    while True:
        try:
            request = flow.send(answer)
        except StopIteration:
            return asked_with
        assert isinstance(request, Question)
        asked_with.append((request.seat, request.chooser))
        chooser: Any = request.chooser
        answer = (chooser.suggest() if chooser.kind in ("token", "pile") else chooser.options())[0]


@rule("icefire:feast-for-crows.1", "icefire:feast-for-crows.4", "icefire:feast-for-crows.5",
      "icefire:feast-for-crows.7", "icefire:feast-for-crows.8")  # fmt: skip  # several to a line
@both
def test_two_piles_lie_under_tokens_six_inches_from_the_flanks(edition: Edition) -> None:
    book = BOOKS[edition]
    state = new_state(settings_of(book.options(FEAST, 2)), edition, bytes(16))
    assert state.mode.zones == (10, 10)
    assert sorted(state.tokens) == [(6_700, 24_000), (41_300, 24_000)]
    assert [state.pieces[number] for number in linked(state)] == [PILE, PILE]
    assert [(pose.x, pose.y) for pose in state.piece_pose[:2]] == state.tokens
    assert len(state.pieces) > 2
    assert len(set(state.token_cards)) == 2
    assert set(state.token_cards) <= set(range(1, 11))
    assert state.tokens[0][0] - radius(state) == 6 * INCH


@pytest.mark.slow
@rule("icefire:feast-for-crows.2", "icefire:feast-for-crows.3")
@both
def test_no_more_piles_are_drawn(edition: Edition) -> None:
    book = BOOKS[edition]
    others: set[str] = set()
    for seed in range(6):
        state = new_state(settings_of(book.options(FEAST, 2)), edition, bytes([seed] * 16))
        assert state.pieces.count(PILE) == 2
        others |= set(state.pieces[2:])
    assert len(others) >= 3


@rule("icefire:feast-for-crows.6", "icefire:feast-for-crows-2021.1")
@both
def test_other_terrain_keeps_an_inch_from_piles_and_six_from_the_rest(edition: Edition) -> None:
    """A forest, 10.8 by 6.1, beside the pile at 41.3, which is 6.6 wide: between them lie 1 inch, or more."""
    state = table(AT_PILE, FAR_AWAY, edition=edition, terrain=PILES[1:], marks={"piles": [0, 0]}).state
    edge = 41_300 - 3_300
    assert not may_lie(state, "forest", piece_at("forest", Pose(edge - 1_000 - 5_400, 24_000, 0)))
    assert may_lie(state, "forest", piece_at("forest", Pose(edge - 1_010 - 5_400, 24_000, 0)))
    state.pieces.append("bog")
    state.piece_pose.append(Pose(16_000, 24_000, 0))
    assert not may_lie(state, "forest", piece_at("forest", Pose(edge - 1_010 - 5_400, 24_000, 0)))


@rule("icefire:feast-for-crows.9")
@both
def test_a_tray_partly_on_a_token_takes_it_along(edition: Edition) -> None:
    match = table(AT_PILE, BESIDE, FAR_AWAY, edition=edition)
    play(match, "a: activate a1", "a: take maneuver", "a: maneuver 0 2000 0")
    assert match.state.claims == [0, NO_UNIT]
    assert match.state.tokens[0] == (24_000, 22_000)
    assert "ended" not in match.state.marks


@rule("icefire:feast-for-crows.10", "icefire:feast-for-crows.11", "icefire:feast-for-crows-2021.2")
@pytest.mark.parametrize(("edition", "beside"), [(SEASON_6, True), (EDITION_2021, False)])
def test_a_second_token_goes_back_to_its_pile(edition: Edition, beside: bool) -> None:
    """The token of the far pile has fallen near the middle; its pile is 6.6 by 5.1 inches, a token 1.4 wide."""
    tokens = [[24_000, 20_000], [24_000, 24_500]]
    match = table(AT_PILE, BESIDE, FAR_AWAY, claims=(0, -1), edition=edition, tokens=tokens)
    play(match, "a: activate a1", "a: take maneuver", "a: maneuver 0 3000 0")
    assert asked(match) == ("b", "token.pile")
    assert refused(match, "b: token 24000 24000").reason.id == "refuse.token.pile"
    assert refused(match, "b: token 47900 24000").reason.id == "refuse.token.edge"
    edge = "b: token 41300 27240"  # 0.01 inch less than its radius away from the edge of the pile
    if beside:
        play(match.clone(), edge)
    else:
        assert refused(match, edge).reason.id == "refuse.token.pile"
    play(match, "b: token 41300 25800")
    assert match.state.claims == [0, NO_UNIT]
    assert match.state.tokens == [(24_000, 23_000), (41_300, 25_800)]


@rule("icefire:feast-for-crows.12", "icefire:feast-for-crows.13", "icefire:feast-for-crows-2021.3",
      "icefire:feast-for-crows-2021.4")  # fmt: skip  # several to a line
@both
def test_who_leaves_the_pile_drops_the_token(edition: Edition) -> None:
    stays = table(f"a {BERSERKERS} 24 19 90 | {ROBB}", BESIDE, FAR_AWAY, claims=(0, -1), edition=edition)
    assert touches_pile(stays.state, 0, 0)
    play(stays, "a: activate a1", "a: take maneuver", "a: maneuver 9000 1000 9000")
    assert stays.state.claims == [0, NO_UNIT]
    assert asked(stays)[1] != "token.pile"
    leaves = table(AT_PILE, BESIDE, FAR_AWAY, claims=(0, -1), edition=edition)
    play(leaves, "a: activate a1", "a: take maneuver", "a: maneuver 18000 4000 0")
    assert asked(leaves) == ("b", "token.pile")
    play(leaves, "b: token 24000 24000")
    assert leaves.state.claims == [NO_UNIT, NO_UNIT]
    assert leaves.state.tokens[0] == (24_000, 24_000)


@rule("icefire:feast-for-crows.12", "icefire:feast-for-crows-2021.3")
def test_the_end_of_an_action_counts_in_season_6_only() -> None:
    for edition, holder in ((SEASON_6, NO_UNIT), (EDITION_2021, 0)):
        match = table(f"a {BERSERKERS} 24 10 0 | {ROBB}", BESIDE, FAR_AWAY, claims=(0, -1), edition=edition)
        asked_with = run(mode_of(match.state).acted(game_of(match), 0))
        assert match.state.claims[0] == holder
        assert [(seat, chooser.kind) for seat, chooser in asked_with] == ([] if holder == 0 else [(1, "token")])


@rule("icefire:feast-for-crows.12")
def test_an_attack_is_an_action_whose_end_counts() -> None:
    """The holder stands far from its pile: it shoots, and then the token goes back."""
    match = table(f"b {CROSSBOWMEN} 10 30 180 | {JAIME}", f"a {BERSERKERS} 10 20 0 | {ROBB}",
                  claims=(0, -1), turn="b")  # fmt: skip  # several to a line
    play(match, "a: pass", "b: take ranged")
    for _ in range(20):
        if asked(match)[1] == "token.pile":
            break
        player = asked(match)[0]
        play(match, f"{player}: {offered(match)[0]}")
    assert asked(match) == ("a", "token.pile")


@rule("icefire:feast-for-crows.14", "icefire:feast-for-crows.15")
@both
@pytest.mark.parametrize(("enemy", "holder"), [(FACING, 2), (FAR_AWAY, NO_UNIT)])
def test_a_failed_panic_test_costs_the_token(edition: Edition, enemy: str, holder: int) -> None:
    match = table(AT_PILE, BESIDE, enemy, claims=(0, -1), edition=edition)
    asked_with = run(mode_of(match.state).panicked(game_of(match), 0))
    assert match.state.claims[0] == holder
    ((seat, chooser),) = asked_with
    assert seat == 1
    assert chooser.rule == f"icefire:feast-for-crows.{14 if holder == 2 else 15}"
    if holder == NO_UNIT:
        assert disc_distance(tray_of(match.state, 0), match.state.tokens[0], radius(match.state)) <= 2_005


@rule("icefire:feast-for-crows.16")
@pytest.mark.parametrize(("ranks", "holder"), [(4, 2), (12, 0)])
def test_an_attacker_with_more_ranks_takes_the_token(ranks: int, holder: int) -> None:
    match = table(f"a {BERSERKERS} 24 20 0 | {ranks} {ROBB}", BESIDE, FACING, claims=(0, -1))
    run(mode_of(match.state).attacked(game_of(match), Fight(2, 0, "melee")))
    assert match.state.claims[0] == holder


@rule("icefire:feast-for-crows.7", "icefire:feast-for-crows.17", "icefire:feast-for-crows.19")
@both
def test_fallen_infantry_leaves_a_pile_with_a_token(edition: Edition) -> None:
    match = table(AT_PILE, BESIDE, FAR_AWAY, edition=edition)
    state = match.state
    ((seat, chooser),) = run(suffer(game_of(match), 1, 99, 1))
    assert (seat, chooser.kind) == (0, "pile")
    assert state.pieces == [PILE] * 3
    assert linked(state) == [0, 1, 2]
    assert state.tokens[2] == (state.piece_pose[2].x, state.piece_pose[2].y)
    assert state.claims == [NO_UNIT] * 3
    assert state.token_cards[2] in set(range(1, 11)) - {5, 6}
    assert distance(piece_at(PILE, pile_of(state, 2)), piece_at(PILE, pile_of(state, 0))) > INCH
    assert state.pose[1] is None


@rule("icefire:feast-for-crows.17")
def test_four_piles_are_enough_and_only_infantry_leaves_them() -> None:
    terrain_of_four = (*PILES, "corpse-pile 24 34 0", "corpse-pile 8 34 0")
    match = table(AT_PILE, BESIDE, FAR_AWAY, terrain=terrain_of_four)
    assert run(suffer(game_of(match), 1, 99, 1)) == []
    assert match.state.pieces == [PILE] * 4
    riders = table(AT_PILE, f"b {KNIGHTS} 8 40 180", FAR_AWAY)
    assert run(suffer(game_of(riders), 1, 99, 0)) == []
    assert riders.state.pieces == [PILE] * 2


@rule("icefire:feast-for-crows.18", "icefire:feast-for-crows-2021.5")
@both
def test_a_new_pile_keeps_its_distances(edition: Edition) -> None:
    """The tray at (8, 8): a pile 5 inches off lies well, one that begins 11 inches off is not completely in range."""
    match = table(AT_PILE, BESIDE, FAR_AWAY, edition=edition, terrain=(*PILES, "bog 20 16 0"))
    state, wholly = match.state, edition == SEASON_6
    space = PileSpace(state, 1, "icefire:feast-for-crows.17", wholly=wholly)
    tray = tray_of(state, 1)
    right = max(x for piece in tray.pieces for x, _ in piece.corners)
    assert space.refusal(LayPiece(PILE, round(right) + 1_001 + 3_300, 8_000, 0)) is None
    reasons = {
        "refuse.pile.tray": LayPiece(PILE, round(right) + 990 + 3_300, 8_000, 0),
        "refuse.pile.edge": LayPiece(PILE, 3_000, 20_000, 0),
        "refuse.pile.terrain": LayPiece(PILE, round(right) + 1_001 + 3_300, 12_000, 0),
        "refuse.move.heading": LayPiece(PILE, 20_000, 8_000, 36_000),
        "refuse.pile.far": LayPiece(PILE, round(right) + 12_010 + 3_300, 8_000, 0),
    }
    for reason, action in reasons.items():
        refusal = space.refusal(action)
        assert refusal is not None
        assert refusal.reason.id == reason
    partly = space.refusal(LayPiece(PILE, round(right) + 11_000 + 3_300, 8_000, 0))
    assert (partly is None) != wholly
    stream = Stream(bytes(16))
    for action in [*space.suggest(), *(space.sample(stream) for _ in range(20))]:
        assert space.refusal(action) is None
        pile = piece_at(PILE, Pose(action.x, action.y, action.heading))
        assert distance(pile, tray) >= 999
        assert min(distance(pile, piece) for _, _, piece in terrain(state)) >= 999
        reach = [point_distance(tray, corner) for piece in pile.pieces for corner in piece.corners]
        assert (max(reach) if wholly else distance(pile, tray)) <= 12_001


@rule("icefire:feast-for-crows.18", "icefire:feast-for-crows-2021.5")
@both
def test_a_new_pile_may_be_exactly_an_inch_from_trays_and_terrain(edition: Edition) -> None:
    """A tray at (24, 10) reaches up to 12.4, the pile at (24, 24) down to 21.45; a pile is 5.1 deep."""
    state = table(f"a {BERSERKERS} 8 8 0 | {ROBB}", f"a {BERSERKERS} 24 10 0", FAR_AWAY, edition=edition).state
    space = PileSpace(state, 1, "icefire:feast-for-crows.17", wholly=edition == SEASON_6)

    def reason(y: int) -> str:
        refusal = space.refusal(LayPiece(PILE, 24_000, y, 0))
        return "" if refusal is None else refusal.reason.id

    above, below = 12_400 + 1_000 + 2_550, 21_450 - 1_000 - 2_550
    assert [reason(y) for y in (above - 1, above, above + 1)] == ["refuse.pile.tray", "", ""]
    assert [reason(y) for y in (below - 1, below, below + 1)] == ["", "", "refuse.pile.terrain"]


@rule("icefire:feast-for-crows-2021.2", "icefire:feast-for-crows.11")
@pytest.mark.parametrize("on_pile", [False, True])
def test_places_at_a_pile_are_legal(on_pile: bool) -> None:
    state = table(AT_PILE, BESIDE, FAR_AWAY).state
    space = LinkedTokenSpace(state, 0, pile_of(state, 0), "icefire:feast-for-crows.11", on_pile=on_pile)
    stream = Stream(bytes(16))
    drawn = [space.sample(stream) for _ in range(20)]
    assert len(space.suggest()) > 4
    assert all(space.refusal(action) is None for action in [*space.suggest(), *drawn])
    assert LayToken(24_000, 24_000) in space.suggest()


@rule("icefire:feast-for-crows.20", "icefire:feast-for-crows-2021.6")
@pytest.mark.parametrize(
    ("edition", "round_", "points"), [(SEASON_6, 1, 0), (SEASON_6, 2, 2), (EDITION_2021, 1, 0), (EDITION_2021, 2, 3)]
)
def test_tokens_score_from_round_2_on(edition: Edition, round_: int, points: int) -> None:
    """Two tokens are carried, one of them by the Commander's unit."""
    match = table(AT_PILE, BESIDE, FAR_AWAY, claims=(0, 1), edition=edition)
    match.state.round = round_
    run(mode_of(match.state).score(game_of(match)))
    assert match.state.victory_points == [points, 0]
    assert place(match, "a1")[:2] == (24, 20)
