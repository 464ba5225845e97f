"""Battlefield Setup: terrain that the players choose and place, by the three methods of the book."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.actions import LayPiece
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.events.round import TerrainLaid
from banneret.games.icefire.rules.battlefield import (
    PIECES,
    TerrainSpace,
    fits,
    layout,
    lie_fault,
    pool_size,
    rolled,
)
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, piece_at
from banneret.games.icefire.show.drawing.preview import preview
from banneret.games.icefire.show.placement import describe, facts_of_end, placed, placing
from banneret.games.icefire.state import State
from banneret.kernel.chance import Chance
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.rulebook import OptionError
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose, distance
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, asked, die, offered, play, refused, scene, told

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)

A1, B1 = f"a {BERSERKERS} 10 5 0", f"b {CROSSBOWMEN} 10 43 180"
TOKENS = [[24_000, 24_000]]


def setting(
    method: str, *faces: int, edition: Edition = SEASON_6, mode: str = "game-of-thrones", pieces: int = 4, **more: Any
) -> Match[State]:
    """Return a match at the placing of terrain; `faces` are the first dice: the roll-off, then those of the method."""
    given: dict[str, Any] = {"tokens": TOKENS, "token_cards": [0], "step": "terrain", **more}
    options = {"terrain": method, "mode": mode, "pieces": pieces}
    return scene(A1, B1, edition=edition, options=options, chance=die(*faces), pose=[None, None], **given)


def all_placed(match: Match[State]) -> list[str]:
    """Place what is offered first at the first place; return who placed, in order."""
    players = []
    while match.state.step == "terrain":
        player, what = asked(match)
        if what == "choose.terrain":
            players.append(player)
        play(match, f"{player}: {offered(match)[0]}")
    return players


@rule("icefire:setup.6", "icefire:setup.7", "icefire:setup.9")
@both
def test_the_higher_roll_places_first_and_the_players_take_turns(edition: Edition) -> None:
    match = setting("chosen", 3, 3, 2, 5, edition=edition)
    assert asked(match) == ("b", "choose.terrain")
    assert offered(match) == [f"choose {id}" for id in PIECES]
    assert [piece.id for piece in match.state.table.pieces] == list(PIECES)
    play(match, "b: choose bog")
    assert asked(match) == ("b", "terrain")
    play(match, "b: lay bog 24000 20000 0")
    assert asked(match) == ("a", "choose.terrain")
    assert all_placed(match) == ["a", "b", "a"]
    assert len(match.state.pieces) == 4
    assert match.state.step == "zones"
    assert [(one.piece, one.rule) for one in told(match, TerrainLaid)[:1]] == [("bog", "icefire:setup.7")]


@pytest.mark.slow
@rule("icefire:setup.9")
def test_the_players_may_agree_on_more_pieces() -> None:
    match = setting("chosen", 2, 5, pieces=6)
    assert len(all_placed(match)) == len(match.state.pieces) == 6


@rule("icefire:setup.10", "icefire:setup.11", "icefire:setup.12", "icefire:setup.13", "icefire:ruling.114")
@both
def test_a_random_pool_is_rolled_and_then_placed(edition: Edition) -> None:
    """2 + 1 pieces: 2 and 3 is the palisade, 3 and 4 the choice of who rolls, 6 and 6 the weirwood."""
    match = setting("pool", 2, 5, 1, 2, 3, 3, 4, 6, 6, edition=edition)
    assert asked(match) == ("a", "choose.pool")
    assert refused(match, "a: choose mission-1").rule == "icefire:setup.12"
    play(match, "a: choose stakes")
    assert asked(match) == ("b", "choose.terrain")
    assert sorted(offered(match)) == ["choose palisade", "choose stakes", "choose weirwood"]
    play(match, "b: choose weirwood")
    play(match, f"b: {offered(match)[0]}")
    assert asked(match) == ("a", "choose.terrain")
    assert sorted(offered(match)) == ["choose palisade", "choose stakes"]
    assert all_placed(match) == ["a"]  # the last piece is the only one left
    assert sorted(match.state.pieces) == ["palisade", "stakes", "weirwood"]


@rule("icefire:setup.10", "icefire:setup.12")
def test_the_pool_has_three_to_five_pieces_by_the_table() -> None:
    state = setting("pool").state
    sizes = set()
    for draw in range(3):
        chance = Chance(state, [])
        chance.supply([draw])
        sizes.add(pool_size(chance))
    assert sizes == {3, 4, 5}
    table = {2: "corpse-pile", 3: "corpse-pile", 4: "bog", 5: "palisade", 6: "hedge", 7: None, 8: "low-wall",
             9: "stakes", 10: "forest", 11: "weirwood", 12: "weirwood"}  # fmt: skip  # several to a line
    for total, piece in table.items():
        chance = Chance(state, [])
        chance.supply(die(max(1, total - 6), min(6, total - 1)))
        assert rolled(state, chance) == piece


LISTS = [
    ("icefire:setup.16", [["weirwood"], ["forest"], ["forest"], ["hedge"]]),
    ("icefire:setup.17", [["stakes"], ["corpse-pile", "forest"], ["corpse-pile", "forest"], ["low-wall", "bog"]]),
    ("icefire:setup.18", [["bog"], ["bog"], ["forest", "corpse-pile"], ["hedge", "stakes"]]),
    ("icefire:setup.19", [["low-wall"], ["low-wall"], ["palisade", "stakes"], ["palisade", "stakes"]]),
    ("icefire:setup.20", [["forest"], ["low-wall", "hedge"], ["low-wall", "hedge"], ["bog", "corpse-pile"]]),
    ("icefire:setup.21", [["low-wall"], ["weirwood", "forest"], ["forest", "bog"], ["hedge", "stakes"]]),
]


@rule("icefire:setup.14", "icefire:setup.16", "icefire:setup.17", "icefire:setup.18", "icefire:setup.19",
      "icefire:setup.20", "icefire:setup.21", "icefire:ruling.91")  # fmt: skip  # several to a line
@pytest.mark.parametrize("number", range(6))
def test_a_die_names_one_of_six_layouts(number: int) -> None:
    state = setting("layout").state
    faces: list[int] = []
    chance = Chance(state, [])

    def rolled(sides: int) -> int:
        faces.append(sides)
        return number

    chance.decide = rolled
    assert layout(state, chance) == LISTS[number][1]
    assert faces == [6]


@rule("icefire:setup.14", "icefire:setup.15", "icefire:ruling.90")
def test_the_pieces_of_a_layout_are_placed_in_turn() -> None:
    """Unassuming Battlefield: a forest may stand for the weirwood or for the bog, but not for both and a third."""
    match = setting("layout", 5, 2, 6)
    assert asked(match) == ("a", "choose.terrain")
    kinds = ["forest", "weirwood", "bog", "stakes", "low-wall", "hedge"]
    assert offered(match) == [f"choose {kind}" for kind in kinds]
    for player, kind, left in (("a", "forest", kinds), ("b", "forest", ["stakes", "low-wall", "hedge"])):
        play(match, f"{player}: choose {kind}")
        play(match, f"{player}: {offered(match)[0]}")
        assert offered(match) == [f"choose {one}" for one in left]
    assert all_placed(match) == ["a"]  # the last piece is the only one left
    assert [one.rule for one in told(match, TerrainLaid)] == ["icefire:setup.15"] * 4


def test_the_edition_of_2021_has_no_layouts() -> None:
    with pytest.raises(OptionError, match="layout"):
        new_match(EDITION_2021, seats=2, seed=1, options={"terrain": "layout"})


@pytest.mark.parametrize(
    ("pieces", "may"),
    [(["a"], True), (["b", "a"], True), (["b", "b"], True), (["b", "b", "b"], False), (["c"], False), ([], True)],
)
def test_pieces_fit_a_list_if_each_has_a_place_of_its_own(pieces: list[str], may: bool) -> None:
    assert fits(pieces, [["b"], ["a", "b"]]) == may


@rule("icefire:setup.5", "icefire:setup.8")
@both
def test_where_a_piece_may_not_lie_is_told(edition: Edition) -> None:
    """A bog is 8.7 by 4.9 inches, a palisade 7.5 by 2.2; the zones are 10 deep; a bog lies in the middle."""
    match = setting("chosen", 5, 2, edition=edition, terrain=["bog 40 24 0"])
    play(match, "a: choose palisade")
    reasons = {
        "refuse.terrain.edge": "a: lay palisade 3700 24000 0",
        "refuse.terrain.zone": "a: lay palisade 24000 11099 0",
        "refuse.terrain.token": "a: lay palisade 24000 25700 0",
        "refuse.terrain.near": "a: lay palisade 28600 24000 9000",
        "refuse.move.heading": "a: lay palisade 24000 24000 36000",
    }
    for reason, line in reasons.items():
        refusal = refused(match, line)
        assert refusal.reason.id == reason, line
        assert refusal.rule == {
            "refuse.terrain.token": "icefire:setup.5",
            "refuse.move.heading": "icefire:action.5",
        }.get(reason, "icefire:setup.8")
    play(match.clone(), "a: lay palisade 24000 11100 0")
    over = setting("chosen", 5, 2, edition=edition)
    play(over, "a: choose bog", "a: lay bog 24000 24000 0")
    assert over.state.pieces == ["bog"]


@rule("icefire:setup.8", "icefire:fire-and-blood.5")
def test_in_some_modes_the_table_edges_keep_terrain_away() -> None:
    state = setting("chosen", mode="fire-and-blood", tokens=[], token_cards=[]).state
    assert lie_fault(state, "bog", piece_at("bog", Pose(24_000, 8_460, 0))) is None
    fault = lie_fault(state, "bog", piece_at("bog", Pose(24_000, 8_440, 0)))
    assert fault is not None
    assert fault.reason.id == "refuse.terrain.edges"


@pytest.mark.slow
@rule("icefire:ruling.113")
def test_what_finds_no_room_is_not_offered() -> None:
    """Twelve bogs, some of them in the zones, leave no gap for a piece with its distances."""
    everywhere = [f"bog {x} {y} 0" for x in (6, 18, 30, 42) for y in (14, 24, 34)]
    full = setting("chosen", 5, 2, terrain=everywhere)
    assert full.state.step == "zones"
    assert len(full.state.pieces) == len(everywhere)


@both
def test_suggested_and_drawn_places_are_legal(edition: Edition) -> None:
    state = setting("chosen", edition=edition, terrain=["forest 12 24 0"]).state
    space = TerrainSpace(state, "weirwood")
    stream = Stream(derive_key("terrain"))
    found = [*space.suggest(), *(space.sample(stream) for _ in range(10))]
    assert len(found) > 20
    other = piece_at("forest", state.piece_pose[0])
    for action in found:
        assert space.refusal(action) is None
        piece = piece_at("weirwood", Pose(action.x, action.y, action.heading))
        assert distance(piece, other) >= 6 * INCH
        ys = [y for part in piece.pieces for _, y in part.corners]
        assert min(ys) >= 10 * INCH - 1
        assert max(ys) <= DEPTH - 10 * INCH + 1
    assert space.refusal(LayPiece("weirwood", 24_000, 24_000, -1)) is not None
    assert space.refusal(LayPiece("bog", 24_000, 24_000, 0)) is not None


@pytest.mark.parametrize(("edition", "terrain"), [(SEASON_6, "layout"), (SEASON_6, "pool"), (EDITION_2021, "chosen")])
def test_a_match_begins_with_the_placing_and_goes_on_with_the_zones(edition: Edition, terrain: str) -> None:
    match: Match[Any] = new_match(edition, seats=2, seed=5, options={"terrain": terrain, "mode": "winds-of-winter"})
    steps = []
    while match.state.step != "deploy":
        if match.state.step not in steps:
            steps.append(match.state.step)
            if match.state.step == "terrain":
                assert match.state.pieces == []
        seat = min(match.asking)
        match.play(seat, match.asking[seat].options[0])
    assert steps == ["missions", "terrain", "zones"]
    assert 3 <= len(match.state.pieces) <= 5


@rule("icefire:setup.8")
def test_a_piece_that_is_placed_is_shown_and_told_where_it_would_lie() -> None:
    match = setting("chosen", 5, 2)
    play(match, "a: choose bog")
    (ask,) = match.asking.values()
    answer = LayPiece("bog", 24_000, 20_000, 4_500)
    there = placing(ask, answer)
    assert there is not None
    assert (there.thing, there.turn) == ("", 315)
    assert placed(ask, there) == answer
    assert facts_of_end(ask, answer) == ()
    ghost = preview(match.view([0]).game, [answer])
    assert 'width="174"' in ghost  # 8.7 inches, 20 units each
    assert describe(ask, answer) is not None
    assert refused(match, "a: lay bog 24000 11099 4500").rule == "icefire:setup.8"
