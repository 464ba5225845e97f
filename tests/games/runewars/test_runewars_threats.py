"""What a unit can shoot, and where it can move, lies in the areas that are shown for it."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.runewars.rules.attack.attack_targets import targets_of
from banneret.games.runewars.show.drawing.layout import sheet_at
from banneret.games.runewars.show.threats import RunewarsThreats
from banneret.games.runewars.state import placed_of
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.show.threats import threats
from tests.games.runewars.field import deal, field
from tests.show.areas import contains, grid


def areas(state: MatchState, thing: str) -> dict[str, str]:
    return {one.way: one.area for one in RunewarsThreats().of(state, thing)}


@pytest.mark.rule("rw:69.0")
def test_legal_targets_lie_in_the_area_of_shots() -> None:
    state = field(
        "a reanimate-archers 2x1 9000 9000 0",
        "b spearmen 2x1 9000 12000 18000",
        "b spearmen 2x1 12500 11000 18000",
        "b spearmen 2x1 9000 5000 0",
    ).state
    sheet, area = sheet_at(state.size), areas(state, "unit:a1")["shoot"]

    def seen(unit: int) -> bool:
        placed = placed_of(state, unit)
        assert placed is not None
        return any(contains(area, sheet.spot(*point)) for tile in placed.tiles for point in grid(tile.corners))

    found = targets_of(state, 0, "ranged")
    assert found == [1, 2]
    assert [unit for unit in (1, 2, 3) if seen(unit)] == found


def test_a_charge_stops_at_the_enemy_and_an_engaged_unit_does_not_march() -> None:
    """The nearest enemy in the way bounds what is behind it; a unit that is engaged may only shift."""
    free = field("a oathsworn-cavalry 2x1 9000 3000 0").state
    stopped = field("a oathsworn-cavalry 2x1 9000 3000 0", "b spearmen 3x2 9000 6000 18000").state
    behind = sheet_at(free.size).spot(9000, 5500)
    assert contains(areas(free, "unit:a1")["charge"], behind)
    assert not contains(areas(stopped, "unit:a1")["charge"], behind)
    engaged = field("a oathsworn-cavalry 2x1 9000 4500 0", "b spearmen 3x2 9000 6000 18000").state
    assert "charge" not in areas(engaged, "unit:a1")


def test_the_ranges_do_not_depend_on_hidden_dials() -> None:
    game = field("a spearmen 3x2 9000 3000 0", "b reanimates 3x2 9000 9000 18000")
    deal(game)
    state = game.state
    state.step, state.objective, state.size = "round", "bounty", "standard"
    state.deployment, state.red = "battle-lines", 0
    match: Match[Any] = Match(RunewarsRulebook(), Origin(2, {}, None, state))
    found = threats(match, "unit:b1")
    assert {one.way for one in found} == {"charge", "move"}
    other = match.state.copy()
    other.dials = [(1, 1), (2, 2)]
    assert RunewarsThreats().of(other, "unit:b1") == found
