"""Honed and Ready: objectives between castle walls that shoot."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.attacks import DefenseRolled
from banneret.games.icefire.modes.honed_and_ready import beside_walls
from banneret.games.icefire.modes.objectives import radius
from banneret.games.icefire.modes.siege.walls import lay_walls
from banneret.games.icefire.rules.battlefield import may_lie
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, piece_at, piece_card, table_of
from banneret.games.icefire.rules.table.units import CASTLE_WALL
from banneret.games.icefire.rules.table.zones import zone_depth
from banneret.games.icefire.state import State
from banneret.kernel.chance import Chance
from banneret.kernel.events import Log
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.kernel.stream import derive_key
from banneret.plane import Pose
from tests.games.icefire.ability_table import run
from tests.games.icefire.scene import (
    BERSERKERS,
    BOOKS,
    CROSSBOWMEN,
    GREYWIND,
    GUARDSMEN,
    SWORDS,
    asked,
    die,
    offered,
    play,
    refused,
    scene,
)

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)

HONED = {"mode": "honed-and-ready"}
ROBB, JAIME, SANSA = "20201", "20115", "30202"
TOKENS = [[6_700, 29_300], [6_700, 18_700], [24_000, 24_000], [41_300, 29_300], [41_300, 18_700]]
WALLS = ["castle-wall 0.875 24 90", "castle-wall 47.125 24 90"]
OFF = f"a {BERSERKERS} 24 10 0 | {ROBB} activated"
FAR = f"b {CROSSBOWMEN} 24 40 180 | {JAIME} activated"


def table(*units: str, claims: dict[int, int] | None = None, **more: Any) -> Match[State]:  # columns of a scene
    held = [(claims or {}).get(token, -1) for token in range(5)]
    given: dict[str, Any] = {"tokens": TOKENS, "token_cards": [0] * 5, "terrain": WALLS, **more}
    return scene(*units, options=HONED, claims=held, **given)


def laid_out(edition: Edition, seed: int = 0, mode: str = "honed-and-ready") -> State:
    book = BOOKS[edition]
    return book.setup(2, book.options({"mode": mode}, 2), bytes([seed] * 16))


@rule("icefire:honed-and-ready.1", "icefire:honed-and-ready.2", "icefire:honed-and-ready.3",
      "icefire:honed-and-ready.11")  # fmt: skip  # several to a line
@both
def test_walls_stand_at_the_flanks_and_five_objectives_lie_between(edition: Edition) -> None:
    state = laid_out(edition)
    assert zone_depth(state, 0) == 10 * INCH
    assert sorted(map(list, state.tokens)) == sorted(TOKENS)
    assert state.token_cards == [0] * 5
    walls = [number for number, id in enumerate(state.pieces) if id == CASTLE_WALL]
    assert walls == [0, 1]
    assert piece_card(CASTLE_WALL).keywords == ("impassable",)
    for number, (left, right) in zip(walls, ((0, DEPTH - 1_746), (DEPTH - 1_746, 0)), strict=True):
        front, right_gap, rear, left_gap = table_of(state).edge_gaps(piece_at(CASTLE_WALL, state.piece_pose[number]))
        assert abs(front - rear) < 1
        assert (round(left_gap, -1), round(right_gap, -1)) == (round(left, -1), round(right, -1))


@rule("icefire:keyword.impassable")
def test_nothing_moves_onto_a_wall() -> None:
    match = table(f"a {SWORDS} 8 24 90 | {ROBB}", f"a {GUARDSMEN} 40 5 0 |", FAR)
    play(match, "a: activate a1", "a: take maneuver")
    assert refused(match, "a: maneuver 9000 4000 9000").rule == "icefire:keyword.impassable"
    play(match, "a: maneuver 9000 3800 9000")


@pytest.mark.slow
@rule("icefire:honed-and-ready.9")
@both
def test_no_impassable_terrain_is_drawn(edition: Edition) -> None:
    drawn: set[str] = set()
    for seed in range(12):
        pieces = laid_out(edition, seed).pieces
        assert pieces.count(CASTLE_WALL) == 2
        drawn |= set(pieces)
    assert "palisade" not in drawn
    assert len(drawn) > 4


@rule("icefire:honed-and-ready.10", "icefire:honed-and-ready-2021.2")
@both
def test_other_terrain_keeps_an_inch_from_the_walls(edition: Edition) -> None:
    state = table(OFF, FAR, edition=edition).state
    face = 1_748 + 5_400  # a forest is 10.8 inches wide
    assert not may_lie(state, "forest", piece_at("forest", Pose(face + 990, 24_000, 0)))
    assert may_lie(state, "forest", piece_at("forest", Pose(face + 1_010, 24_000, 0)))


@rule("icefire:honed-and-ready.4", "icefire:honed-and-ready.8")
@both
def test_a_covered_token_is_claimed_and_lost_when_it_is_left(edition: Edition) -> None:
    match = table(f"a {SWORDS} 24 19 0 | {ROBB}", f"a {GUARDSMEN} 10 5 0", FAR, edition=edition)
    play(match, "a: activate a1", "a: take maneuver", "a: maneuver 0 3200 0")
    assert match.state.claims == [-1] * 5  # 1.8 inches of the tray are before its middle, 0.7 too few
    match = table(f"a {SWORDS} 24 19 0 | {ROBB}", f"a {GUARDSMEN} 10 5 0", FAR, edition=edition)
    play(match, "a: activate a1", "a: take maneuver", "a: maneuver 0 4000 0")
    assert match.state.claims == [-1, -1, 0, -1, -1]
    left = table(f"a {SWORDS} 24 24 0 | {ROBB}", f"a {GUARDSMEN} 10 5 0", FAR, claims={2: 0}, edition=edition)
    play(left, "a: activate a1", "a: take maneuver", "a: maneuver 0 5000 0")
    assert left.state.claims == [-1] * 5


@rule(
    "icefire:honed-and-ready.5",
    "icefire:honed-and-ready.6",
    "icefire:honed-and-ready.7",
    "icefire:honed-and-ready-2021.1",
    "icefire:honed-and-ready.14",
    "icefire:honed-and-ready-2021.3",
)
@both
@pytest.mark.parametrize(
    ("mine", "theirs", "held"),
    [
        (f"{SWORDS} 24 24 0 |", f"{GUARDSMEN} 24 28.8 180 | {JAIME}", True),
        (f"{SWORDS} 24 24 0 | 8", f"{GUARDSMEN} 24 28.8 180 | {JAIME}", False),
        (f"{SWORDS} 24 24 0 | 8 {ROBB}", f"{GUARDSMEN} 24 28.8 180 | 8 {JAIME}", True),
        (f"{GREYWIND} 24 24 0 |", f"{GUARDSMEN} 24 27.78 180 | {JAIME}", True),
    ],
)
def test_a_token_scores_as_long_as_no_enemy_with_more_ranks_engages(
    edition: Edition, mine: str, theirs: str, held: bool
) -> None:
    """A solo unit counts its Wounds: Grey Wind has more of them than three ranks. In 2021 Robb's unit scores 1 more."""
    match = table(f"a {mine} activated", f"b {theirs} activated", claims={2: 0}, edition=edition, round=2, step="score")
    leads = ROBB in mine and edition == EDITION_2021
    assert match.state.victory_points == [int(held) + int(leads), 0]


@rule("icefire:honed-and-ready.14")
def test_nothing_scores_in_the_first_round() -> None:
    match = table(f"a {SWORDS} 24 24 0 | activated", OFF, FAR, claims={2: 0}, step="score", round=1)
    assert match.state.victory_points == [0, 0]


@rule("icefire:honed-and-ready.12", "icefire:ruling.88")
@both
def test_walls_shoot_at_who_scores_beside_them_after_all_has_scored(edition: Edition) -> None:
    """D3+2 Hits, of which the saves of 1 block none; who holds the center is spared."""
    match = table(
        f"a {SWORDS} 6.7 29.3 0 | activated",
        f"a {GUARDSMEN} 24 24 0 | activated",
        OFF,
        f"b {GUARDSMEN} 41.3 18.7 180 | activated",
        FAR,
        claims={0: 0, 2: 1, 4: 3},
        edition=edition,
        round=2,
        step="score",
        chance=(*die(2), *die(1, 1, 1, 1), *die(1), *die(1, 1, 1)),
    )
    state = match.state
    assert state.victory_points == [2, 1]
    assert (state.health[0], state.health[1], state.health[3]) == (12 - 4, 12, 12 - 3)
    assert beside_walls(state) == [0, 1, 3, 4]
    assert radius(state) == 700


@rule("icefire:honed-and-ready.12", "icefire:ruling.98")
def test_a_unit_that_falls_to_a_wall_falls_to_nobody_and_has_scored() -> None:
    match = table(f"a {SWORDS} 6.7 29.3 0 | 1 activated", OFF, FAR, claims={0: 0}, round=2, step="score",
                  chance=(*die(1), *die(1, 1, 1)))  # fmt: skip  # several to a line
    assert match.state.health[0] == 0
    assert match.state.victory_points == [1, 1]


@rule("icefire:honed-and-ready.13")
@both
def test_a_zone_is_replaced_by_arrows_at_who_holds_an_outer_objective(edition: Edition) -> None:
    match = table(f"a {SWORDS} 24 24 0 |", f"a {BERSERKERS} 24 10 0 | {ROBB}", f"b {GUARDSMEN} 41.3 18.7 180 |",
                  FAR, claims={2: 0, 4: 2}, ncus=[f"a {SANSA}"], edition=edition,
                  chance=(*die(3), *die(1, 1, 1, 1, 1)))  # fmt: skip  # several to a line
    play(match, "a: activate-ncu an1", "a: claim wealth")
    while asked(match)[1] != "choose.zone":
        player, _ = asked(match)
        play(match, f"{player}: {offered(match)[0]}")
    assert offered(match) == ["pass", "choose arrows"]
    play(match, "a: choose arrows")
    assert match.state.health[2] == 12 - 5


@rule("icefire:honed-and-ready.13")
def test_arrows_hit_with_a_d3_and_two_more() -> None:
    hits = set()
    for number in range(40):
        state = table(f"b {GUARDSMEN} 41.3 18.7 180 |", OFF, FAR, claims={4: 0}, ncus=[f"a {SANSA}"]).state
        state.key = derive_key("arrows", number)
        game = Game(state, Chance(state, []), Log())
        run(game, mode_of(state).zone_effect(game, 0, "arrows"))
        assert game.log is not None
        hits |= {len(one.event.dice) for one in game.log.events if isinstance(one.event, DefenseRolled)}
    assert hits == {3, 4, 5}


@rule("icefire:honed-and-ready.13")
def test_a_zone_acts_as_ever_where_nobody_holds_an_outer_objective() -> None:
    match = table(f"a {SWORDS} 24 24 0 |", OFF, FAR, claims={2: 0}, ncus=[f"a {SANSA}"])
    play(match, "a: activate-ncu an1", "a: claim crown")
    assert asked(match)[1] != "choose.zone"


def test_walls_are_laid_where_the_data_has_them() -> None:
    state = table(OFF, FAR, terrain=()).state
    lay_walls(state)
    assert [(pose.x, pose.y, pose.heading) for pose in state.piece_pose] == [
        (875, 24 * INCH, 9000), (47_125, 24 * INCH, 9000),
    ]  # fmt: skip  # several to a line
    assert SEASON_6 in EDITIONS
