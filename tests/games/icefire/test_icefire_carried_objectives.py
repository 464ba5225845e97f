"""A Dance with Dragons: tokens that units carry, win from one another and let fall."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.actions import LayToken
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.modes.carried_objectives import TokenSpace
from banneret.games.icefire.modes.objectives import radius
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.ground import tray_of
from banneret.games.icefire.rules.table.paths import speed_of
from banneret.games.icefire.settings import settings_of
from banneret.games.icefire.setup import new_state
from banneret.games.icefire.state import NO_UNIT, Fight, State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow, Question
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream
from banneret.plane import disc_distance
from tests.games.icefire.scene import BERSERKERS, BOOKS, CROSSBOWMEN, asked, play, refused, scene

rule = pytest.mark.rule
DANCE = {"mode": "dance-with-dragons"}
ROBB, JAIME = "20201", "20115"
ON_THE_MIDDLE = f"a {BERSERKERS} 24 20 0 | {ROBB}"
BESIDE = f"a {BERSERKERS} 8 8 0"
FAR_AWAY = f"b {CROSSBOWMEN} 24 44 180 | {JAIME}"
FACING = f"b {CROSSBOWMEN} 24 24.8 180 | {JAIME}"


def table(*units: str, claims: tuple[int, int, int] = (-1, -1, -1), **more: Any) -> Match[State]:  # columns of a scene
    tokens = [[6_700, 24_000], [24_000, 24_000], [41_300, 24_000]]
    return scene(*units, options=DANCE, tokens=tokens, token_cards=[0, 0, 0], claims=list(claims), **more)


def run(flow: Flow[Any]) -> list[Any]:  # a flow's own requests
    """Run a rule outside a match and return the choosers it asks with, each answered by the first suggestion."""
    asked_with: list[Any] = []
    answer: Any = None
    while True:
        try:
            request = flow.send(answer)
        except StopIteration:
            return asked_with
        assert isinstance(request, Question)
        asked_with.append(request.chooser)
        answer = (
            request.chooser.suggest()[0] if isinstance(request.chooser, TokenSpace) else request.chooser.options()[0]
        )


def game_of(match: Match[State]) -> Game[State]:
    return Game(match.state, Chance(match.state, []))


@rule("icefire:dance-with-dragons.1", "icefire:dance-with-dragons.2", "icefire:dance-with-dragons.3",
      "icefire:dance-with-dragons.4")  # fmt: skip  # several to a line
@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_three_tokens_lie_on_the_middle_line_each_with_a_card_of_its_own(edition: Edition) -> None:
    book = BOOKS[edition]
    state = new_state(settings_of(book.options(DANCE, 2)), edition, bytes(16))
    assert [y for _, y in state.tokens] == [24_000] * 3
    assert sorted(abs(x - 24_000) for x, _ in state.tokens) == [0, 17_300, 17_300]
    assert len(set(state.token_cards)) == 3
    assert set(state.token_cards) <= set(range(1, 11))
    assert state.mode.zones == (10, 10)


@rule("icefire:dance-with-dragons.5", "icefire:dance-with-dragons-2021.1")
@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_a_tray_that_ends_a_move_partly_on_a_token_takes_it_along(edition: Edition) -> None:
    match = table(ON_THE_MIDDLE, BESIDE, FAR_AWAY, edition=edition)
    play(match, "a: activate a1", "a: take maneuver", "a: maneuver 0 2000 0")
    assert match.state.claims == [NO_UNIT, 0, NO_UNIT]
    assert match.state.tokens[1] == (24_000, 22_000)


@rule("icefire:dance-with-dragons.6", "icefire:dance-with-dragons.7")
def test_who_carries_a_token_is_slow_and_does_not_march() -> None:
    match = table(ON_THE_MIDDLE, BESIDE, FAR_AWAY, claims=(-1, 0, -1))
    assert speed_of(match.state, 0) == 2_000
    assert speed_of(match.state, 1) > 2_000
    play(match, "a: activate a1")
    assert refused(match, "a: take march").rule == "icefire:dance-with-dragons.6"


@rule("icefire:dance-with-dragons.8", "icefire:dance-with-dragons.9", "icefire:dance-with-dragons.10")
def test_a_second_token_is_put_away_by_the_opponent() -> None:
    match = table(ON_THE_MIDDLE, BESIDE, FAR_AWAY, claims=(0, -1, -1))
    play(match, "a: activate a1", "a: take maneuver", "a: maneuver 0 2000 0")
    assert asked(match)[0] == "b"
    assert refused(match, "b: token 24000 22000").reason.id == "refuse.token.over"
    far = refused(match, "b: token 24000 40000")
    assert (far.reason.id, far.rule) == ("refuse.token.far", "icefire:dance-with-dragons.9")
    play(match, "b: token 24000 25500")
    assert match.state.claims == [0, NO_UNIT, NO_UNIT]
    assert match.state.tokens[1] == (24_000, 25_500)


@rule("icefire:dance-with-dragons.11")
def test_an_enemy_engaged_takes_it_from_who_is_destroyed() -> None:
    match = table(ON_THE_MIDDLE, BESIDE, FACING, claims=(-1, 0, -1))
    asked_with = run(suffer(game_of(match), 0, 99, 1, 2))
    assert match.state.claims == [NO_UNIT, 2, NO_UNIT]
    assert [chooser.kind for chooser in asked_with] == ["unit"]


@rule("icefire:dance-with-dragons.12")
def test_with_no_enemy_engaged_it_falls_near_the_tray() -> None:
    match = table(ON_THE_MIDDLE, BESIDE, FAR_AWAY, claims=(-1, 0, -1))
    asked_with = run(suffer(game_of(match), 0, 99, 1))
    assert [chooser.kind for chooser in asked_with] == ["token"]
    assert match.state.claims == [NO_UNIT] * 3
    x, y = match.state.tokens[1]
    assert abs(x - 24_000) <= 8_000
    assert abs(y - 20_000) <= 8_000


@rule("icefire:dance-with-dragons.11", "icefire:dance-with-dragons.12")
@pytest.mark.parametrize(("enemy", "holder"), [(FACING, 2), (FAR_AWAY, NO_UNIT)])
def test_a_failed_panic_test_costs_the_token(enemy: str, holder: int) -> None:
    match = table(ON_THE_MIDDLE, BESIDE, enemy, claims=(-1, 0, -1))
    match.state.claims[1] = 0
    run(mode_of(match.state).panicked(game_of(match), 0))
    assert match.state.claims[1] == holder


@rule("icefire:dance-with-dragons.11")
def test_only_a_failed_test_costs_it() -> None:
    for seed in range(12):
        match = table(ON_THE_MIDDLE, BESIDE, FACING, claims=(-1, 0, -1))
        match.state.key = bytes([seed] * 16)
        flow = panic_test(game_of(match), 0, 1)
        before = match.state.health[0]
        run(flow)
        failed = match.state.health[0] < before
        assert (match.state.claims[1] == 2) == failed


@rule("icefire:dance-with-dragons.13")
@pytest.mark.parametrize(("ranks", "holder"), [(4, 2), (12, 0)])
def test_an_attacker_with_more_ranks_takes_the_token(ranks: int, holder: int) -> None:
    match = table(f"a {BERSERKERS} 24 20 0 | {ranks} {ROBB}", BESIDE, FACING, claims=(-1, 0, -1))
    fight = Fight(2, 0, "melee")
    run(mode_of(match.state).attacked(game_of(match), fight))
    assert match.state.claims[1] == holder
    shot = table(f"a {BERSERKERS} 24 20 0 | {ranks} {ROBB}", BESIDE, FACING, claims=(-1, 0, -1))
    run(mode_of(shot.state).attacked(game_of(shot), Fight(2, 0, "long")))
    assert shot.state.claims[1] == 0


@rule("icefire:dance-with-dragons.14", "icefire:dance-with-dragons-2021.2")
@pytest.mark.parametrize(
    ("edition", "round_", "points"), [(SEASON_6, 1, 0), (SEASON_6, 2, 2), (EDITION_2021, 1, 0), (EDITION_2021, 2, 3)]
)
def test_tokens_score_from_round_2_on(edition: Edition, round_: int, points: int) -> None:
    """Two tokens are carried, one of them by the Commander's unit, an enemy with more ranks at hand."""
    match = table(ON_THE_MIDDLE, BESIDE, FACING, claims=(1, 0, -1), edition=edition)
    match.state.round = round_
    run(mode_of(match.state).score(game_of(match)))
    assert match.state.victory_points == [points, 0]
    assert match.state.tokens == [(8_000, 8_000), (24_000, 20_000), (41_300, 24_000)], "where their carriers are"


@rule("icefire:dance-with-dragons.9", "icefire:dance-with-dragons.10", "icefire:dance-with-dragons.12")
def test_a_token_is_placed_within_two_inches_of_the_tray_and_beside_it() -> None:
    """Its edge, 0.7 inches from its center, is where the distance begins. Where a tray was, a token may be placed."""
    state = table(ON_THE_MIDDLE, BESIDE, FAR_AWAY, claims=(-1, 0, -1)).state
    right = max(x for piece in tray_of(state, 0).pieces for x, _ in piece.corners)

    def reason(off: int, *, fallen: bool = False) -> str:
        space = TokenSpace(state, 0, 1, "icefire:dance-with-dragons.12", fallen=fallen)
        refusal = space.refusal(LayToken(round(right) + off, 20_000))
        return "" if refusal is None else refusal.reason.id

    assert [reason(off) for off in (2_700, 2_705, 2_706)] == ["", "", "refuse.token.far"]
    assert [reason(off) for off in (700, 699, -1_000)] == ["", "refuse.token.over", "refuse.token.over"]
    assert [reason(off, fallen=True) for off in (2_705, 2_706, 699, -1_000)] == ["", "refuse.token.far", "", ""]


@rule("icefire:dance-with-dragons.12")
def test_where_a_destroyed_unit_was_is_suggested_if_nothing_else_is_there() -> None:
    for terrain, there in (((), True), (("palisade 24 20 0",), False)):
        state = table(ON_THE_MIDDLE, BESIDE, FAR_AWAY, claims=(-1, 0, -1), terrain=terrain).state
        for fallen in (True, False):
            found = TokenSpace(state, 0, 1, "icefire:dance-with-dragons.12", fallen=fallen).suggest()
            assert (LayToken(24_000, 20_000) in found) == (there and fallen)


@rule("icefire:dance-with-dragons.10")
def test_suggested_places_are_legal_and_near() -> None:
    match = table(ON_THE_MIDDLE, BESIDE, FAR_AWAY, claims=(-1, 0, -1))
    space = TokenSpace(match.state, 0, 1, "icefire:dance-with-dragons.12", fallen=False)
    found = space.suggest()
    assert len(found) > 16
    tray = tray_of(match.state, 0)
    gaps = [disc_distance(tray, (place.x, place.y), radius(match.state)) for place in found]
    assert max(gaps) <= 2_001
    assert min(gaps) <= 2
    stream = Stream(bytes(16))
    assert all(space.refusal(space.sample(stream)) is None for _ in range(20))
