"""Units near a unit: allies that touch it, units in range, and what its line of sight reaches."""

from __future__ import annotations

import pytest

from banneret.games.runewars.abilities.nearby import range_of, within
from banneret.games.runewars.rules.attack.attack_targets import sight_of
from banneret.games.runewars.rules.ground.surroundings import split
from banneret.games.runewars.state import cells_of, new_state, rearrange
from banneret.games.runewars.units.formation import formation
from tests.games.runewars.cards import assault, has_skill
from tests.games.runewars.field import field
from tests.games.runewars.test_runewars_state import DAQAN

A = "a spearmen 2x1 9000 5000 0"


@pytest.mark.rule("rw:59.2")
def test_allies_that_touch_are_obstacles_and_not_engaged() -> None:
    state = field(A, "a spearmen 2x1 9000 4000 0", "b spearmen 2x1 9000 6000 18000").state
    engaged, others = split(state, 0)
    assert [one.number for one in engaged] == [2]
    assert 1 in [one.number for one in others]
    assert split(state, 1)[0] == []


@pytest.mark.rule("rw:63.3", "rw:63.3b", "rw:63.6c", "rw:ruling.86")
def test_the_range_of_units_is_that_of_their_nearest_trays() -> None:
    """Gaps of 1, 3 and 15 trays: at range 1, at range 2 and beyond the ruler."""
    state = field(
        A,
        "b spearmen 2x1 9000 7000 18000",
        "b spearmen 2x3 9000 10000 18000",
        "b spearmen 2x1 9000 21000 18000",
    ).state
    assert [within(state, 0, (1, 2, 3), high) for high in (0, 1, 2, 5)] == [[1], [1], [1, 2], [1, 2]]


@pytest.mark.rule("rw:63.3")
@pytest.mark.parametrize(("y", "found"), [(7000, 1), (9000, 2), (21000, 6)])
def test_the_range_of_an_attack_is_that_between_the_two_units(y: int, found: int) -> None:
    game = field(A, f"b spearmen 2x1 9000 {y} 18000")
    assert range_of(game.state, assault(game)) == found


@pytest.mark.rule("rw:69.3")
def test_a_unit_sees_what_is_in_its_front_arc_only() -> None:
    state = field(
        "a reanimate-archers 2x1 9000 9000 0",
        "b spearmen 2x1 9000 12000 18000",
        "b spearmen 2x1 9000 5000 0",
        "b spearmen 2x1 15000 9000 0",
    ).state
    seen = [sight_of(state, 0, enemy) for enemy in (1, 2, 3)]
    assert [line is not None for line in seen] == [True, False, False]


@pytest.mark.rule("rw:27.0")
def test_a_rearranged_unit_keeps_its_trays() -> None:
    state = new_state([DAQAN, DAQAN])
    before = len(cells_of(state, 0))
    rearrange(state, 0, formation(before, 1))
    assert cells_of(state, 0) == formation(before, 1)


@pytest.mark.rule("rw:34.7")
def test_a_unit_has_the_skills_of_its_own_upgrades_only() -> None:
    game = field(f"{A} | wind-rune", "a spearmen 2x1 12000 5000 0", "b spearmen 2x1 9000 13000 18000")
    game.state.mana = [1] * len(game.state.mana)
    assert [has_skill(game, name, "wind-rune") for name in ("a1", "a2", "b1")] == [True, False, False]
