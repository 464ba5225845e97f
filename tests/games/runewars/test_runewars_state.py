"""The state of a match of Runewars, and what rules read of it."""

import json

import pytest

from banneret.games.runewars.army.list_text import read_list
from banneret.games.runewars.army.random_lists import random_list
from banneret.games.runewars.content.components import FACTIONS
from banneret.games.runewars.state import (
    COLUMNS,
    State,
    body_of,
    cells_of,
    from_json,
    new_state,
    other_units,
    placed_of,
    runes,
)
from banneret.games.runewars.units.damage import Strength, targets

DAQAN = read_list("""\
Faction: daqan-lords
Points: 200
Spearmen 3x3
+ Lion-Standard Bearer
+ Artifact Bearer
+ Front Line Rune Golem
Rune Golems 1x1
""")
ELVES = read_list("Faction: latari-elves\nPoints: 200\nAymhelin Scions 2x1\n")


def standing() -> State:
    """The three units in a row, looking up."""
    state = new_state([DAQAN, ELVES])
    state.poses = [(9000, 9000, 0), (14000, 9000, 0), (18000, 9000, 18000)]
    return state


@pytest.mark.rule("rw:38.1", "rw:38.3")
def test_figures_of_upgrades_have_places_in_the_front_rank() -> None:
    state = new_state([DAQAN, ELVES])
    assert state.seat == [0, 0, 1]
    by_tray = {cell: [figure[3] for figure in state.figures[0] if figure[:2] == cell] for cell in cells_of(state, 0)}
    assert by_tray[0, 0] == ["lion-standard-bearer", "artifact-bearer", "", ""]
    assert by_tray[1, 0] == ["front-line-rune-golem"]
    assert all(ids == [""] * 4 for cell, ids in by_tray.items() if cell not in ((0, 0), (1, 0)))
    assert len(state.figures[1]) == 1


@pytest.mark.rule("rw:51.3", "rw:51.5", "rw:51.6")
def test_the_sides_that_are_up_show_the_active_runes() -> None:
    state = new_state([DAQAN, ELVES])
    assert runes(state) == {"stable": 1, "unstable": 0, "natural": 2}
    state.mana = [1, 1, 1, 1, 1]
    assert runes(state) == {"stable": 2, "unstable": 4, "natural": 1}
    state.mana = [1, 0, 0, 0, 1]
    assert runes(state) == {"stable": 1, "unstable": 2, "natural": 2}


@pytest.mark.rule("rw:38.2", "rw:83.3")
def test_figures_withstand_what_their_cards_say_at_this_state_of_the_mana() -> None:
    state = new_state([DAQAN, ELVES])
    spearmen = body_of(state, 0)
    assert spearmen.common == Strength(1, 1)
    assert spearmen.upgrades["front-line-rune-golem"] == Strength(4, 2)
    assert {target.cell[1] for target in targets(spearmen, {})} == {2}
    assert body_of(state, 2).common == Strength(2, 3)
    state.mana = [0, 0, 0, 1, 0]
    assert body_of(state, 2).common == Strength(3, 3)


@pytest.mark.rule("rw:35.0", "rw:45.1a", "rw:81.0")
def test_other_units_are_obstacles_and_allies_may_be_crossed() -> None:
    state = standing()
    assert [(one.number, one.ally) for one in other_units(state, 0)] == [(1, True), (2, False)]
    state.poses[1] = None
    assert placed_of(state, 1) is None
    assert [(one.number, one.ally) for one in other_units(state, 2)] == [(0, False)]


@pytest.mark.rule("rw:27.0", "rw:88.0")
def test_a_unit_without_figures_has_no_tray() -> None:
    state = standing()
    state.figures[1] = []
    assert cells_of(state, 1) == frozenset()


def test_a_copy_shares_nothing_and_json_brings_all_back() -> None:
    for seed, faction in enumerate(FACTIONS[:2]):
        state = new_state([random_list(seed, faction, 100), ELVES])
        state.banes[0] = ["panic"]
        before = json.dumps(state.to_json())
        assert from_json(json.loads(before)).to_json() == state.to_json()
        other = state.copy()
        other.round, other.mana[0] = 5, 1
        other.figures[0] = other.figures[0][:-1]
        other.empty_trays[0] = [(0, 1)]
        other.banes[0] = []
        other.upgrades[0] = [*other.upgrades[0], "heartseeker"]
        other.poses[0], other.inspiration[0], other.vitality[0] = (0, 0, 0), 1, 1
        other.seat[0], other.unit[0] = 1, "nobody"
        other.exhausted[0] = ["heartseeker"]
        other.conditions[0] = ["deaths-grasp"]
        other.marks[0] = {"heartseeker": 1}
        other.trays[0] = 9
        other.inside[0] = 5
        other.pieces.append("forest")
        other.piece_poses.append(None)
        assert json.dumps(state.to_json()) == before
        assert all(getattr(other, name) != getattr(state, name) for name in COLUMNS)


def test_a_state_with_entries_missing_is_refused() -> None:
    plain = standing().to_json()
    with pytest.raises(ValueError, match="banes: there are 2 entries for 3 units"):
        from_json({**plain, "banes": [[], []]})
    with pytest.raises(ValueError, match="hat"):
        from_json({**plain, "hat": 1})
