"""Turns, rounds and setup in small scenes that tell each step from its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from banneret.games.icefire.actions import ActivateUnit, Align, Deploy, LayPiece
from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.effects.registry import Way
from banneret.games.icefire.game import War
from banneret.games.icefire.rules import battlefield, cleanup, deployment, moments, round
from banneret.games.icefire.rules.actions.charge import AlignChooser, AlignedAt
from banneret.games.icefire.rules.actions.charge_headings import _Hindered, best_distance, uncrossable
from banneret.games.icefire.rules.activation import ActivationChooser, _activate
from banneret.games.icefire.rules.battlefield import TerrainSpace, drawable, layout, place_terrain, rolled
from banneret.games.icefire.rules.board.hands import hand_limit
from banneret.games.icefire.rules.cleanup import score
from banneret.games.icefire.rules.deployment import DeploySpace, _is_beside, name_first
from banneret.games.icefire.rules.moments import DEEPEST
from banneret.games.icefire.rules.round import begin_round
from banneret.games.icefire.rules.table.ground import tray_of
from banneret.games.icefire.rules.table.paths import walk_fault
from banneret.games.icefire.rules.table.units import label
from banneret.games.icefire.rules.table.zones import Zone
from banneret.games.icefire.rules.victory import needed, needed_points
from banneret.games.icefire.state import NO_UNIT, NOBODY, Moment, State, Use
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow
from banneret.kernel.stream import derive_key
from banneret.plane import Pose, place, rectangle
from banneret.plane.memo import Memo
from tests.games.icefire.ability_table import A, B, run, table
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, SWORDS, die, laid

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)

TEAMS: dict[str, Any] = {"seats": 4, "options": {"teams": True}}
FOUR = (f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 38 180", f"c {SWORDS} 8 10 0", f"d {CROSSBOWMEN} 40 38 180")


@contextmanager
def listening(event: str, note: Callable[[War, Moment], Flow[None]]) -> Iterator[None]:
    """Call `note` at an event as long as the context lasts, in any player's turn or none."""

    def hear(game: War, moment: Moment) -> Flow[None]:
        if moment.event == event:
            yield from note(game, moment)

    with patch.object(round, "happen", hear), patch.object(cleanup, "happen", hear):
        yield


# Rounds --------------------------------------------------------------------------------------------------------------


@rule("icefire:overview.4", "icefire:terms.7", "icefire:terms.22", "icefire:round.1")
@both
@pytest.mark.usefixtures("interpreted")
def test_a_round_begins_with_a_turn_of_the_first_player(edition: Edition) -> None:
    """What answers its start is resolved before."""
    for first in (0, 1):
        game = table(A, B, edition=edition, first=first, turn_seat=1 - first, step="round-start")
        seen: list[tuple[int, str]] = []

        def note(game: War, moment: Moment, seen: list[tuple[int, str]] = seen) -> Flow[None]:
            seen.append((moment.seat, game.state.step))
            yield from ()

        with listening("round-start", note):
            run(game, begin_round(game))
        assert seen == [(first, "round-start")]
        assert (game.state.turn_seat, game.state.step) == (first, "turn")


@rule("icefire:cleanup.1")
@both
@pytest.mark.usefixtures("interpreted")
def test_a_round_ends_then_the_mode_scores_then_hands_are_refilled(edition: Edition) -> None:
    game = table(A, B, edition=edition, step="score", tokens=[[24_000, 20_000]], token_cards=[0], claims=[0], round=2)
    seen: list[tuple[str, list[int]]] = []

    def note(game: War, _: Moment) -> Flow[None]:
        seen.append((game.state.step, list(game.state.victory_points)))
        yield from ()

    with listening("round-end", note):
        run(game, score(game))
    assert seen == [("score", [0, 0])]
    assert game.state.step == "refill"
    assert game.state.victory_points == [1, 0]


@rule("icefire:cleanup.10")
@both
def test_a_hand_holds_five_cards_and_one_more_with_tyrion(edition: Edition) -> None:
    state = laid(A, B, edition=edition, ncus=["b 30104"])
    assert [hand_limit(state, seat) for seat in (0, 1)] == [5, 6]


@rule("icefire:ruling.54", "icefire:victory.4")
def test_a_team_needs_the_points_of_all_its_armies() -> None:
    """The smaller team counts."""
    state = laid(*FOUR, **TEAMS)
    for points, counted in (([20, 20, 20, 30], 40), ([30, 20, 20, 20], 40), ([30, 30, 30, 40], 60)):
        state.points = points
        assert needed(state) == needed_points(counted)


# Turns ---------------------------------------------------------------------------------------------------------------


@rule("icefire:round.5")
def test_only_own_units_that_have_not_activated_are_activated() -> None:
    state = laid(A, f"{B} |", f"a {BERSERKERS} 10 10 0 | activated", f"a {BERSERKERS} 40 10 0")
    space = ActivationChooser(state, 0)
    refusals = {name: space.refusal(ActivateUnit(name)) for name in ("a1", "a2", "a3", "b1")}
    assert {name: fault and fault.rule for name, fault in refusals.items()} == {
        "a1": None, "a2": "icefire:round.5", "a3": None, "b1": "icefire:round.5",
    }  # fmt: skip  # several to a line


@rule("icefire:round.5")
def test_the_owner_of_the_activated_unit_plays_the_turn_of_a_team() -> None:
    for answer, owner in (("activate a1", 0), ("activate c1", 2)):
        game = table(*FOUR, **TEAMS)
        run(game, _activate(game, 0), answer, "take forgo")
        assert game.state.turn is not None
        assert game.state.turn.seat == owner


def do_nothing(_game: War, _use: Use) -> Flow[None]:
    """Have no effect."""
    yield from ()


def test_responses_to_responses_are_counted() -> None:
    """Nobody answers in a chain longer than the longest."""
    depths = []
    original = moments.happen

    def noting(game: War, moment: Moment) -> Flow[None]:
        depths.append(moment.depth)
        yield from original(game, moment)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moments, "happen", noting)
        for depth in range(DEEPEST + 1):
            game = table(A, B, hands={"a": ["40201"]})
            moment = Moment("turn-start", 0)
            moment.depth = depth
            run(game, moments._declare(game, Way(do_nothing), Use(0, NO_UNIT, "40201", moment)))
    assert depths == [depth + 1 for depth in range(DEEPEST)]


@rule("icefire:charge.19")
@pytest.mark.parametrize("offered", [["center"], ["left", "right"]])
def test_only_alignments_that_are_offered_may_be_chosen(offered: list[str]) -> None:
    space = AlignChooser([AlignedAt(how, Pose(0, 0, 0)) for how in offered], "a1", "icefire:charge.19")
    found = [how for how in ("center", "left", "right", "near") if space.refusal(Align(how)) is None]
    assert found == offered
    refusal = space.refusal(Align("near"))
    assert refusal is not None
    assert refusal.rule == "icefire:charge.19"


def hindered(state: State) -> _Hindered:
    """Return the proof for a charge of the first unit at the second."""
    still = uncrossable(state, 0, 1, tray_of(state, 0), best_distance(state, 0))
    return _Hindered(state, 0, 1, still)


def test_headings_of_a_charge_are_ruled_out_if_something_bars_them() -> None:
    """An enemy in the way does, and one beside it does not; far aside, the target is not met."""
    open_field = hindered(laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 20 180"))
    barred = hindered(laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 20 180", "b 10204 24 15.5 180"))
    beside = hindered(laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 20 180", "b 10204 35 15.5 180"))
    for low, high in ((0, 0), (0, 100), (35_900, 35_999)):
        assert [one.rules_out(low, high) for one in (open_field, barred, beside)] == [False, True, False]
    for low, high in ((18_000, 18_000), (17_000, 19_000), (9000, 9000), (27_000, 27_100)):
        assert [one.rules_out(low, high) for one in (open_field, barred, beside)] == [True] * 3
    assert not open_field.rules_out(0, 18_000)


@rule("icefire:terms.29")
def test_tokens_bar_no_way_that_enemies_terrain_and_edges_bar() -> None:
    tokens: dict[str, Any] = {"tokens": [[24_000, 16_000]], "token_cards": [0]}
    cases: tuple[tuple[dict[str, Any], int], ...] = (
        ({}, 10_000), ({"units": [f"b {CROSSBOWMEN} 24 20 180"]}, 4200), ({"terrain": ["palisade 24 22 0"]}, 8500),
    )  # fmt: skip  # several to a line
    for more, farthest in cases:
        units = [f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 44 44 180", *more.pop("units", ())]
        state = laid(*units, **tokens, **more)
        legal = [length for length in range(0, 10_001, 100) if walk_fault(state, 0, 0, length, 0, 10_000) is None]
        assert legal == list(range(0, farthest + 1, 100)), more
    state = laid(f"a {SWORDS} 24 44 0", f"b {CROSSBOWMEN} 4 4 180", **tokens)
    assert [walk_fault(state, 0, 0, length, 0, 10_000) is None for length in (0, 1600, 1700)] == [True, True, False]


# Setup ---------------------------------------------------------------------------------------------------------------


@rule("icefire:feast-for-crows.3", "icefire:setup.11")
@both
def test_a_roll_for_a_piece_that_the_mode_keeps_is_repeated(edition: Edition) -> None:
    state = laid(A, B, edition=edition, options={"mode": "feast-for-crows"})
    may_be, pieces = drawable(state, [piece.id for piece in state.table.pieces]), state.table.pieces
    again = 0
    for first in range(1, 7):
        for second in range(1, 7):
            piece = next((one.id for one in pieces if first + second in one.rolls), None)
            chance = Chance(state, [])
            chance.supply(die(first, second, 3, 4))
            kept = piece is not None and piece not in may_be
            again += kept
            assert rolled(state, chance) == (None if kept else piece)
    assert again > 0


@rule("icefire:ruling.90", "icefire:setup.14")
def test_one_of_six_layouts_is_rolled_and_pieces_it_leaves_open_may_differ() -> None:
    state = laid(A, B)
    layouts = state.table.layouts
    assert len(layouts) == 6
    for face, expected in enumerate(layouts, 1):
        chance = Chance(state, [])
        chance.supply(die(face))
        assert layout(state, chance) == [list(place) for place in expected.places]
    found = set()
    for number in range(80):
        state.key = derive_key("layouts", number)
        found.add(str(layout(state, Chance(state, []))))
    assert found == {str([list(place) for place in one.places]) for one in layouts}
    assert any(len(set(place)) > 1 for one in layouts for place in one.places)


@rule("icefire:ruling.113", "icefire:setup.9")
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("room", [2, 0])
def test_pieces_without_room_are_not_offered_and_none_is_placed_if_none_fits(
    room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is room for a bog and a palisade until as many pieces have been placed."""

    def has_room(space: TerrainSpace) -> bool:
        return space.piece in ("bog", "palisade") and len(space.state.pieces) < room

    monkeypatch.setattr(TerrainSpace, "has_room", has_room)
    options = {"terrain": "chosen", "pieces": 4}
    game = table(A, B, step="terrain", options=options, dice=(5, 2), pose=[None, None], tokens=[[24_000, 24_000]],
                 token_cards=[0])  # fmt: skip  # several to a line
    answers = ("choose palisade", "lay palisade 10000 24000 0", "choose bog", "lay bog 36000 24000 0")
    run(game, place_terrain(game), *answers[: 2 * room])
    assert game.state.pieces == ["palisade", "bog"][:room]
    assert game.state.step == "zones"


def test_only_what_is_far_from_a_zone_is_not_beside_it() -> None:
    """A tray at 2 inches from its edges is, in each direction, and one at 3 inches is not."""
    zone, shape = Zone(12_000, 10_000, 30_000, 20_000), rectangle(2000, 2000)
    for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        near, far = (
            Pose(21_000 + x * (9000 + gap), 15_000 + y * (5000 + gap), 0) for gap in (1000 + 2000, 1415 + 2000)
        )
        assert (_is_beside(zone, place(shape, near)), _is_beside(zone, place(shape, far))) == (True, False), (x, y)


@rule("icefire:deployment.2")
@pytest.mark.parametrize(("chooser", "namer"), [(NOBODY, 0), (0, 1), (1, 0)])
def test_the_other_player_names_the_first_player_or_the_first_seat_if_nobody_chose(chooser: int, namer: int) -> None:
    game = table(A, B, chooser=chooser)
    flow = name_first(game)
    asked: Any = next(flow)
    assert asked.seat == namer
    assert game.state.first == 0
    run(game, name_first(game), "player b")
    assert game.state.first == 1


@rule("icefire:ruling.79")
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("everybody", [False, True])
def test_the_last_place_of_a_unit_is_beside_an_enemy_except_in_a_free_for_all(
    everybody: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The zone is hardly larger than the tray here, and an enemy stands a quarter of an inch before it."""
    monkeypatch.setattr(deployment, "zone_of", lambda *_: Zone(20_000, 20_000, 25_600, 24_900))
    monkeypatch.setattr(deployment, "free_for_all", lambda _: everybody)
    state = laid(f"a {SWORDS} 24 4 0", f"b {CROSSBOWMEN} 22.8 27.55 180", f"a {BERSERKERS} 40 4 0")
    state.pose[0] = None
    space = DeploySpace(state, 0, [0])
    found = space._last_place(0, deployment.site_of(state, 0))
    assert (found is None) is everybody
    if found is not None:
        assert space.refusal(Deploy(label(state, 0), found.x, found.y, found.heading)) is None
        assert abs(found.x - 22_800) + abs(found.y - 22_450) < 150


@rule("icefire:setup.8")
@pytest.mark.usefixtures("interpreted")
def test_a_piece_has_room_if_any_place_examined_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    state = laid(A, B, terrain=["forest 12 24 0"])
    free, taken = LayPiece("bog", 36_000, 24_000, 0), LayPiece("bog", 12_000, 24_000, 0)
    for places, room in (([taken], False), ([taken, free], True), ([free], True), ([], False)):
        monkeypatch.setattr(TerrainSpace, "_lattice", lambda *_, places=places: iter(places))
        for kept in ("_FREE", "_ROOM"):
            monkeypatch.setattr(battlefield, kept, Memo())
        space = TerrainSpace(state, "bog")
        assert space.has_room() is room
        assert space.suggest() == [one for one in places if one == free]
