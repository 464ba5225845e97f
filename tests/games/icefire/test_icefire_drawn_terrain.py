"""Terrain that modes exclude: it is neither offered nor drawn, and a roll for it is repeated."""

from __future__ import annotations

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.rules.battlefield import PIECES, drawable, lie_fault, rolled
from banneret.games.icefire.rules.table.ground import INCH, piece_at
from banneret.games.icefire.state import State
from banneret.kernel.chance import Chance
from banneret.plane import Pose
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, SWORDS, die, laid, refused, scene

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])

A1, B1 = f"a {BERSERKERS} 10 5 0", f"b {CROSSBOWMEN} 10 43 180"


def battlefield(mode: str, edition: Edition = SEASON_6) -> State:
    return laid(A1, B1, edition=edition, options={"mode": mode})


@rule("icefire:feast-for-crows.2")
@both
def test_no_corpse_pile_may_be_chosen(edition: Edition) -> None:
    assert set(PIECES) - set(drawable(battlefield("feast-for-crows", edition), PIECES)) == {"corpse-pile"}


@rule("icefire:feast-for-crows.3")
def test_a_random_corpse_pile_is_rolled_again() -> None:
    state = battlefield("feast-for-crows")
    piles = next(piece.rolls for piece in state.table.pieces if piece.id == "corpse-pile")
    other = next(piece for piece in state.table.pieces if piece.rolls and piece.id != "corpse-pile")
    chance = Chance(state, [])
    dice = [(one, roll - one) for roll in (piles[0], other.rolls[0]) for one in (max(1, roll - 6),)]
    chance.supply(die(*dice[0], *dice[1]))
    assert rolled(state, chance) == other.id
    assert not chance.script


@rule("icefire:honed-and-ready.9", "icefire:banners-and-butchery.4")
@pytest.mark.parametrize("mode", ["honed-and-ready", "banners-and-butchery"])
def test_no_impassable_terrain_may_be_chosen(mode: str) -> None:
    assert "palisade" in drawable(battlefield("game-of-thrones"), PIECES)
    assert "palisade" not in drawable(battlefield(mode), PIECES)
    assert "forest" in drawable(battlefield(mode), PIECES)


@rule("icefire:banners-and-butchery.3")
def test_terrain_may_lie_in_deployment_zones_six_inches_from_the_edges() -> None:
    near = piece_at("forest", Pose(24 * INCH, 11 * INCH, 0))
    on_edge = piece_at("forest", Pose(24 * INCH, 3 * INCH, 0))
    anywhere = battlefield("banners-and-butchery")
    assert lie_fault(battlefield("game-of-thrones"), "forest", near) is not None
    assert lie_fault(anywhere, "forest", near) is None
    assert lie_fault(anywhere, "forest", on_edge) is not None


@rule("icefire:ranged.1")
def test_an_engaged_unit_may_not_shoot() -> None:
    match = scene(f"a {CROSSBOWMEN} 24 20 0", f"b {SWORDS} 24 24.8 180")
    assert refused(match, "a: take ranged").rule == "icefire:ranged.1"
