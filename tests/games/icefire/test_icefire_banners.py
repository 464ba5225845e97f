"""Banners and Butchery, Season 6: tokens of each player's own, and units that cut the enemy's down."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.actions import LayToken
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.game_mode import modes
from banneret.games.icefire.modes.banners_and_butchery import BannerSpace, owner_of
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, piece_at, table_of
from banneret.games.icefire.rules.table.zones import zone_depth
from banneret.games.icefire.state import State
from banneret.kernel.chance import Chance
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from tests.games.icefire.scene import (
    BERSERKERS,
    BOOKS,
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

BANNERS = {"mode": "banners-and-butchery"}
ROBB, JAIME = "20201", "20115"
TOKENS = [[12_700, 35_300], [35_300, 35_300], [35_300, 12_700], [12_700, 12_700]]
A1, B1 = f"a {SWORDS} 24 10 0 | {ROBB}", f"b {CROSSBOWMEN} 24 40 180 | {JAIME}"
LEADER, RAIDER = f"a {SWORDS} 12.7 35.3 0 | {ROBB}", f"a {BERSERKERS} 12.7 35.3 0 |"


def table(*units: str, claims: dict[int, int] | None = None, **more: Any) -> Match[State]:  # columns of a scene
    held = [(claims or {}).get(token, -1) for token in range(4)]
    given: dict[str, Any] = {"tokens": TOKENS, "token_cards": [0] * 4, "round": 2, **more}
    return scene(*units, options=BANNERS, claims=held, **given)


def laid_out(seed: int) -> State:
    book = BOOKS[SEASON_6]
    return book.setup(2, book.options(BANNERS, 2), bytes([seed] * 16))


def act(match: Match[State], *lines: str) -> Match[State]:
    """Activate a1, which may be all there is to activate, and answer; windows of cards are passed."""
    if asked(match)[1] == "activation":
        play(match, "a: activate a1")
    for line in lines:
        while asked(match)[1].startswith("window"):
            play(match, f"{asked(match)[0]}: pass")
        play(match, line)
    return match


@rule("icefire:banners-and-butchery.1", "icefire:banners-and-butchery.2")
def test_four_tokens_lie_twelve_inches_from_the_edges_in_zones_that_meet() -> None:
    state = laid_out(0)
    assert zone_depth(state, 0) == zone_depth(state, 1) == DEPTH // 2
    assert sorted(map(list, state.tokens)) == sorted(TOKENS)
    assert TOKENS[3] == [12 * INCH + 700] * 2
    assert state.token_cards == [0] * 4
    assert "banners-and-butchery" not in modes(EDITION_2021)


@pytest.mark.slow
@rule("icefire:banners-and-butchery.3", "icefire:banners-and-butchery.4")
def test_terrain_lies_anywhere_and_is_never_impassable() -> None:
    deep = 0
    for seed in range(8):
        state = laid_out(seed)
        assert "palisade" not in state.pieces
        for id, pose in zip(state.pieces, state.piece_pose, strict=True):
            gaps = table_of(state).edge_gaps(piece_at(id, pose))
            assert min(gaps) >= 6 * INCH
            deep += min(gaps[0], gaps[2]) < 18 * INCH
    assert deep


@rule("icefire:banners-and-butchery.5")
def test_nobody_is_deployed_within_an_inch_of_an_enemy() -> None:
    match = table(f"a {SWORDS} 24 10 0 | {ROBB}", f"b {CROSSBOWMEN} 24 27 180 | {JAIME}", step="deploy",
                  pose=[None, [24_000, 27_000, 18_000]], round=1)  # fmt: skip  # several to a line
    assert asked(match) == ("a", "deploy")
    fault = refused(match, "a: deploy a1 24000 21300 0")  # the trays are 4.8 deep: 0.9 inch between them
    assert fault.rule == "icefire:banners-and-butchery.5"
    play(match, "a: deploy a1 24000 21200 0")


@rule("icefire:banners-and-butchery.6", "icefire:banners-and-butchery.10")
def test_a_covered_token_is_claimed() -> None:
    match = act(table(f"a {SWORDS} 12.7 7 0 | {ROBB}", B1), "a: take maneuver", "a: maneuver 0 3900 0")
    assert match.state.claims == [-1] * 4  # 0.6 inch of its far side are not covered
    match = act(table(f"a {SWORDS} 12.7 7 0 | {ROBB}", B1), "a: take maneuver", "a: maneuver 0 4100 0")
    assert match.state.claims == [-1, -1, -1, 0]


@rule("icefire:banners-and-butchery.7", "icefire:banners-and-butchery.8", "icefire:banners-and-butchery.9",
      "icefire:banners-and-butchery.13")  # fmt: skip  # several to a line
@pytest.mark.parametrize(
    ("mine", "theirs", "may"),
    [
        (LEADER, "12.7 40.1 180 |", True),
        (f"{LEADER} 8", "12.7 40.1 180 |", False),
        (f"a {GREYWIND} 12.7 35.3 0 |", "12.7 39.08 180 |", True),
    ],
)
def test_who_controls_an_enemy_token_may_destroy_it_by_an_attack_action(mine: str, theirs: str, may: bool) -> None:
    match = table(mine, f"b {GUARDSMEN} {theirs}", B1, f"a {BERSERKERS} 40 5 0 |", claims={0: 0})
    play(match, "a: activate a1")
    assert ("take destroy" in offered(match)) == may
    assert "take melee" in offered(match)


@rule("icefire:banners-and-butchery.13")
def test_tokens_stand_in_the_first_round_and_for_their_owner() -> None:
    early = table(RAIDER, f"a {SWORDS} 40 5 0 | {ROBB}", B1, claims={0: 0}, round=1)
    act(early)
    assert refused(early, "a: take destroy").reason.id == "refuse.destroy.early"
    own = table(f"a {SWORDS} 12.7 12.7 0 | {ROBB}", B1, claims={3: 0})
    act(own)
    assert refused(own, "a: take destroy").reason.id == "refuse.destroy.none"


@rule("icefire:attack.2")
def test_no_other_mode_lets_tokens_be_destroyed() -> None:
    match = scene(A1, B1)
    act(match)
    assert "take destroy" not in offered(match)
    assert refused(match, "a: take destroy").rule == "icefire:attack.2"


@rule("icefire:banners-and-butchery.11", "icefire:banners-and-butchery.12")
def test_a_token_is_the_player_s_in_whose_zone_it_lies() -> None:
    state = table(A1, B1).state
    assert [owner_of(state, token) for token in range(4)] == [1, 1, 0, 0]
    state.far = 0
    assert [owner_of(state, token) for token in range(4)] == [0, 0, 1, 1]


@rule("icefire:banners-and-butchery.14", "icefire:banners-and-butchery.15", "icefire:banners-and-butchery.16")
@pytest.mark.parametrize(("unit", "points"), [(RAIDER, 3), (LEADER, 4)])
def test_a_destroyed_token_scores_and_its_owner_puts_another(unit: str, points: int) -> None:
    match = table(unit, f"a {GUARDSMEN} 40 5 0 |", B1, claims={0: 0})
    act(match, "a: take destroy")
    while asked(match)[1] != "banner":
        play(match, f"{asked(match)[0]}: pass")
    assert asked(match) == ("b", "banner")
    assert match.state.victory_points == [points, 0]
    assert refused(match, "b: token 24000 24600").reason.id == "refuse.banner.zone"
    assert refused(match, "b: token 24000 41400").reason.id == "refuse.banner.edge"
    assert refused(match, "b: token 6600 30000").reason.id == "refuse.banner.edge"
    assert refused(match, "b: token 35300 27950").reason.id == "refuse.banner.near"
    play(match.clone(), "b: token 35300 27900")
    play(match, "b: token 12700 35300")  # where it was is free again
    assert match.state.claims == [-1] * 4
    assert match.state.tokens[0] == (12_700, 35_300)


@rule("icefire:banners-and-butchery.14")
def test_a_new_token_lies_wholly_in_the_zone_and_six_inches_from_edges_and_tokens() -> None:
    """A token is 1.4 inches wide, and the zones meet in the middle, at 24."""
    state = table(A1, B1).state

    def reason(seat: int, x: int, y: int) -> str:
        refusal = BannerSpace(state, seat, 0).refusal(LayToken(x, y))
        return "" if refusal is None else refusal.reason.id.removeprefix("refuse.banner.")

    assert [reason(0, 24_000, y) for y in (6_699, 6_700, 23_300, 23_301)] == ["edge", "", "", "zone"]
    assert [reason(1, 24_000, y) for y in (24_699, 24_700, 41_300, 41_301)] == ["zone", "", "", "edge"]
    assert [reason(1, x, 30_000) for x in (6_699, 6_700, 41_300, 41_301)] == ["edge", "", "", "edge"]
    x, y = state.tokens[1]
    assert [reason(1, x, y - off) for off in (7_399, 7_400)] == ["near", ""]


@rule("icefire:banners-and-butchery.14")
def test_places_for_a_new_token_are_found() -> None:
    for seat in (0, 1):
        space = BannerSpace(table(A1, B1).state, seat, 0)
        assert len(space.suggest()) > 20
        assert all(space.refusal(place) is None for place in space.suggest())
        stream = Stream(derive_key("banner", seat))
        assert all(space.refusal(space.sample(stream)) is None for _ in range(20))


@rule("icefire:banners-and-butchery.17", "icefire:banners-and-butchery.18")
@pytest.mark.parametrize(("cause", "points"), [(0, 1), (1, 0)])
def test_units_score_only_if_the_commander_s_unit_destroys_them(cause: int, points: int) -> None:
    match = table(A1, RAIDER, B1, f"b {GUARDSMEN} 40 40 180 |")
    game = Game(match.state, Chance(match.state, []))
    for _ in suffer(game, 3, 12, 0, cause):
        raise AssertionError("nobody is asked")
    assert match.state.victory_points == [points, 0]


@rule("icefire:banners-and-butchery.15")
def test_a_token_that_is_held_scores_nothing() -> None:
    match = table(f"{LEADER} activated", f"{B1} activated", claims={0: 0}, step="score")
    assert match.state.victory_points == [0, 0]
