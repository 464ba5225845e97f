"""The battlefield of 6 by 4 feet: its edges, zones, terrain, objectives, walls and quadrants; matches played on it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.content.tabletop import tabletop
from banneret.games.icefire.effects.game_mode import modes
from banneret.games.icefire.modes.siege.walls import behind, places_of
from banneret.games.icefire.rules.battlefield import TerrainSpace, may_lie
from banneret.games.icefire.rules.deployment import DeploySpace
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, TIE, center, piece_at, table_of, tray_of, width
from banneret.games.icefire.rules.table.units import CASTLE_WALL
from banneret.games.icefire.show.draw import draw
from banneret.games.icefire.state import State
from banneret.games.icefire.view import view
from banneret.kernel.rulebook import OptionError
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose, quadrants_of
from tests.games.icefire.scene import BOOKS, GUARDSMEN, SWORDS, laid, play, refused, scene
from tests.games.icefire.test_icefire_random_play import fought

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)
WIDE: dict[str, Any] = {"table": "6x4"}
EVERY_MODE = [(edition, mode) for edition in EDITIONS for mode in modes(edition)]


def laid_out(edition: Edition, mode: str, table: str = "6x4", seed: int = 0) -> State:
    book = BOOKS[edition]
    return book.setup(2, book.options({"mode": mode, "table": table}, 2), bytes([seed] * 16))


@rule("icefire:setup.1", "icefire:setup.22")
@both
def test_the_usual_battlefield_is_square_and_the_other_is_two_feet_wider(edition: Edition) -> None:
    usual, wide = (laid_out(edition, "here-we-stand", table) for table in ("4x4", "6x4"))
    assert (width(usual), DEPTH) == (48 * INCH, 48 * INCH)
    assert (width(wide), table_of(wide).depth) == (72 * INCH, 48 * INCH)
    assert center(wide) == (36 * INCH, 24 * INCH)
    with pytest.raises(OptionError, match="table"):
        BOOKS[edition].options({"table": "8x4"}, 2)


@rule("icefire:setup.22", "icefire:ruling.10")
def test_units_march_to_the_edge_of_the_wider_battlefield_and_no_farther() -> None:
    """The tray's half depth is 2.4 inches, so that its middle ends 69.6 inches from the left edge at most."""
    units = f"a {SWORDS} 64 24 270", f"b {GUARDSMEN} 10 40 180"
    match = scene(*units, options=WIDE)
    play(match, "a: take march")
    left = table_of(match.state).edge_gaps(tray_of(match.state, 0))[1]
    assert refused(match, f"a: march {round(left) + 100} 27000").rule == "icefire:ruling.10"
    play(match, f"a: march {round(left) - 100} 27000")
    assert match.state.pose[0] == Pose(64_000 + round(left) - 100, 24_000, 27_000)


@rule("icefire:setup.4", "icefire:ruling.116")
@pytest.mark.parametrize(("edition", "mode"), EVERY_MODE)
def test_objectives_keep_their_distances_from_the_flank_edges(edition: Edition, mode: str) -> None:
    """Those in the middle stay there; the depth is the same. In a siege the walls lie about the center."""
    usual, wide = (laid_out(edition, mode, table) for table in ("4x4", "6x4"))
    assert len(wide.tokens) == len(usual.tokens) == len(tabletop(edition).mode(mode).tokens)
    assert (width(usual), width(wide)) == (48 * INCH, 72 * INCH)
    for (x, y), (wide_x, wide_y) in zip(usual.tokens, wide.tokens, strict=True):
        assert wide_y == y
        assert wide_x == (36 * INCH if x == 24 * INCH else x if x < 24 * INCH else x + 24 * INCH)


@rule("icefire:setup.22", "icefire:setup.3", "icefire:deployment.5")
@pytest.mark.parametrize(("edition", "mode"), EVERY_MODE)
def test_deployment_zones_go_from_flank_edge_to_flank_edge(edition: Edition, mode: str) -> None:
    depth = tabletop(edition).mode(mode).zones
    for seat, (row, heading) in enumerate(((2.5, 0), (45.5, 180))):
        state = laid(f"{'ab'[seat]} {SWORDS} 10 {row} {heading}", options={"mode": mode, **WIDE}, edition=edition)
        state.pose[0] = None
        places = [one for one in DeploySpace(state, seat).suggest() if one.unit == f"{'ab'[seat]}1"]
        assert min(one.x for one in places) <= 6 * INCH
        assert max(one.x for one in places) >= 66 * INCH
        behind = max(one.y if seat == 0 else DEPTH - one.y for one in places)
        assert behind <= depth[seat] * INCH


@pytest.mark.slow
@rule("icefire:setup.22", "icefire:setup.8")
@both
def test_terrain_is_drawn_and_placed_on_the_whole_of_it(edition: Edition) -> None:
    drawn = [laid_out(edition, "game-of-thrones", seed=seed) for seed in range(12)]
    xs = [pose.x for state in drawn for pose in state.piece_pose]
    assert max(xs) > 60 * INCH
    assert min(xs) < 12 * INCH
    state = laid(f"a {SWORDS} 36 5 0", edition=edition, options=WIDE, tokens=[])
    space = TerrainSpace(state, "forest")
    assert max(place.x for place in space.suggest()) > 60 * INCH
    stream = Stream(derive_key("wide"))
    sampled = [space.sample(stream) for _ in range(40)]
    assert max(place.x for place in sampled) > 60 * INCH
    assert not may_lie(state, "forest", piece_at("forest", Pose(71 * INCH, 24 * INCH, 0)))


@rule("icefire:setup.22", "icefire:honed-and-ready.3")
@both
def test_walls_of_honed_and_ready_stand_at_the_flank_edges(edition: Edition) -> None:
    state = laid_out(edition, "honed-and-ready")
    placed = [piece_at(id, pose) for id, pose in zip(state.pieces, state.piece_pose, strict=True) if id == CASTLE_WALL]
    gaps = [table_of(state).edge_gaps(wall) for wall in placed]
    assert all(min(gap[1], gap[3]) <= 2 and max(gap[1], gap[3]) >= 70 * INCH for gap in gaps)
    assert len({gap[1] > gap[3] for gap in gaps}) == 2


@rule("icefire:castle-wall.9")
@both
def test_behind_the_castle_walls_nobody_goes_from_edge_to_edge(edition: Edition) -> None:
    """The three walls stand about the middle; the strip behind them is barred up to both flank edges."""
    mode = tabletop(edition).mode("storm-of-swords", wide=True)
    assert sorted(pose.x for pose in places_of(mode)) == [36_000 - 14_960, 36_000, 36_000 + 14_960]
    assert {round(x) for piece in behind(mode).pieces for x, _ in piece.corners} == {0, 72 * INCH}
    units = f"a {SWORDS} 66 9 0", f"b {GUARDSMEN} 10 44 180"
    barred = laid(*units, options={"mode": "storm-of-swords", **WIDE}, edition=edition)
    barred.pose[0] = None
    assert all(one.y > 3 * INCH for one in DeploySpace(barred, 0).suggest())


@rule("icefire:setup.22")
@both
def test_quadrants_meet_in_the_middle_of_the_wider_battlefield(edition: Edition) -> None:
    """At 30 inches from the left edge a unit stands in a left quadrant here, and on the usual table in a right one."""
    state = laid(f"a {SWORDS} 30 30 0", options={"mode": "here-we-stand", **WIDE}, edition=edition)
    usual = laid(f"a {SWORDS} 30 30 0", options={"mode": "here-we-stand"}, edition=edition)
    assert [quadrants_of(center(one), tray_of(one, 0), TIE) for one in (state, usual)] == [(1,), (0,)]
    assert [table_of(one).width for one in (state, usual)] == [72 * INCH, 48 * INCH]


def test_the_wider_battlefield_is_drawn_whole() -> None:
    """Twenty units of the drawing to an inch, a margin of 24 around."""
    wide = draw(view(laid(f"a {SWORDS} 66 24 0", f"b {GUARDSMEN} 10 40 180", options=WIDE), frozenset()))
    usual = draw(view(laid(f"a {SWORDS} 40 24 0", f"b {GUARDSMEN} 10 40 180"), frozenset()))
    assert 'data-focus="0 0 1488 1008"' in wide
    assert 'data-focus="0 0 1008 1008"' in usual
    assert "translate(1344 504)" in wide


@rule("icefire:setup.22")
@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("edition", "place"), [*product(EDITIONS, range(2))])
def test_matches_at_random_on_the_wider_battlefield_end_and_stay_sound(edition: Edition, place: int) -> None:
    options = {"points": 50, "mode": modes(edition)[(3 * place + (edition == EDITION_2021)) % len(modes(edition))]}
    match, kinds = fought(edition, 300 + place, {**options, **WIDE})
    assert match.outcome is not None
    assert kinds["deploy"] > 4


@pytest.mark.slow
def test_armies_of_sixty_points_fight_on_it() -> None:
    """The book leaves the size of the match to the players."""
    match, _ = fought(SEASON_6, 320, {"points": 60, **WIDE})
    assert match.outcome is not None
