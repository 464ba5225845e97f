"""The trays of a unit are in one piece, whatever is lost, added or kept."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from banneret.games.runewars.abilities.card_attacks import removable_wounded, wound_figure
from banneret.games.runewars.abilities.growth import add_tray, place_for_tray
from banneret.games.runewars.audit import audit
from banneret.games.runewars.effects import held_cards
from banneret.games.runewars.rules.damage.losses import (
    Toll,
    discard_upgrade,
    lose_tray,
    reconfigure,
    remove_empty_trays,
)
from banneret.games.runewars.rules.damage.wounds import assign_damage, assign_wounds
from banneret.games.runewars.rules.regenerate import regenerate
from banneret.games.runewars.state import cells_of, set_trays, standing_cells
from banneret.games.runewars.units.formation import formation, is_joined
from tests.games.runewars.cards import WILD, use
from tests.games.runewars.field import field, play

AWAY = "b reanimates 2x1 15000 3000 18000"
ANKAUR = "a ankaur-maro 1x1 6000 9500 0"


CHAMPIONS = ("artifact-bearer", "lance-corporal", "citadel-weapons-master")


def problems(game: object) -> list[str]:
    """The invariants on units that are broken between two activations."""
    return [wrong for wrong in audit(game.state) if wrong.startswith("units")]  # type: ignore[attr-defined]  # a game


@pytest.mark.rule("rw:27.2", "rw:ruling.66", "rw:ruling.77")
def test_a_raised_tray_replaces_an_empty_one_and_stands_when_those_go() -> None:
    """Archers 2x2 have lost their back rank; behind the empty trays a new one would be a second piece."""
    game = field("a reanimate-archers 2x2 9000 9000 0 | lingering-dead", ANKAUR, AWAY, runes=WILD)
    for cell in ((0, 1), (1, 1)):
        play(game, lose_tray(game, 0, cell))
    assert place_for_tray(game.state, 0) == (0, 1)
    use(game, "a2", "raise-trays", "pass")
    assert (standing_cells(game.state, 0), game.state.empty_trays[0]) == (frozenset({(0, 0), (1, 0), (0, 1)}), [(1, 1)])
    assert game.state.poses[0] == (9000, 9000, 0)
    play(game, remove_empty_trays(game))
    assert cells_of(game.state, 0) == {(0, 0), (1, 0), (0, 1)}
    assert problems(game) == []


@pytest.mark.rule("rw:27.2", "rw:68.4b", "rw:ruling.79")
def test_figures_regenerate_on_empty_trays_beside_others_first() -> None:
    """Of a rank of three only the right tray has figures: the left one is no neighbour of it."""
    game = field("a reanimates 3x1 9000 9000 0 | lingering-dead", AWAY)
    for cell in ((0, 0), (1, 0)):
        play(game, lose_tray(game, 0, cell))
    regenerate(game, 0, 1)
    assert standing_cells(game.state, 0) == {(1, 0), (2, 0)}
    play(game, remove_empty_trays(game))
    assert problems(game) == []


@pytest.mark.rule("rw:66.4", "rw:ruling.79")
def test_no_effect_removes_the_figure_that_holds_a_unit_together() -> None:
    """The middle one of three golems bears a wound, and then the left one too."""
    game = field("a rune-golems 3x1 9000 9000 0", AWAY)
    game.state.figures[0] = [(0, 0, 0, ""), (1, 0, 1, ""), (2, 0, 0, "")]
    assert removable_wounded(game.state, 0) == []
    game.state.figures[0] = [(0, 0, 1, ""), (1, 0, 1, ""), (2, 0, 0, "")]
    assert [one.cell for one in removable_wounded(game.state, 0)] == [(0, 0)]


@pytest.mark.rule("rw:66.4", "rw:ruling.79")
def test_the_figure_of_a_card_that_holds_a_unit_together_takes_no_wound() -> None:
    """Nobody could take its place: the figures beside it are those of cards too."""
    game = field("a rune-golems 3x1 9000 9000 0", AWAY)
    game.state.upgrades[0] = list(CHAMPIONS)
    set_trays(game.state, 0, [(column, 0, 0, id) for column, id in enumerate(CHAMPIONS)])
    play(game, wound_figure(game, 0, CHAMPIONS[1]))
    assert [wounds for _, _, wounds, _ in game.state.figures[0]] == [0, 0, 0]
    play(game, wound_figure(game, 0, CHAMPIONS[0]))
    assert [wounds for _, _, wounds, _ in game.state.figures[0]] == [1, 0, 0]


@pytest.mark.rule("rw:38.7", "rw:66.4")
def test_the_slot_of_a_fallen_figure_holds_a_unit_together_until_it_is_filled() -> None:
    """Three golems side by side and one behind the middle: the champion between them is discarded."""
    game = field("a rune-golems 3x2 9000 9000 0", AWAY)
    game.state.upgrades[0] = ["lance-corporal"]
    set_trays(game.state, 0, [(0, 0, 0, ""), (1, 0, 0, "lance-corporal"), (2, 0, 0, ""), (1, 1, 0, "")])
    play(game, discard_upgrade(game, 0, "lance-corporal"))
    assert cells_of(game.state, 0) == formation(3, 1)
    assert problems(game) == []


@pytest.mark.rule("rw:38.7", "rw:66.4", "rw:ruling.83")
@pytest.mark.parametrize(("left", "after"), [(2, {(2, 0)}), (1, {(0, 0)})])
def test_a_slot_cut_off_from_the_unit_stays_empty_unless_the_last_figure_takes_it(
    left: int, after: set[tuple[int, int]]
) -> None:
    """The drummer falls first, then the figure between him and the others."""
    game = field("a reanimates 3x1 9000 9000 0 | marching-drummer", AWAY)
    set_trays(game.state, 0, [(0, 0, 0, "marching-drummer"), (1, 0, 0, ""), *[(2, 0, 0, "")] * left])
    toll = Toll(game.state, 0)
    play(game, assign_wounds(game, toll, 1, 1, {"marching-drummer": 1}), "wound marching-drummer")
    play(game, assign_wounds(game, toll, 1, 1), "wound 2-1 0")
    assert play(game, reconfigure(game, toll)).asked == []
    assert cells_of(game.state, 0) == after
    assert len(game.state.figures[0]) == left
    assert game.state.upgrades[0] == []
    assert problems(game) == []


@pytest.mark.rule("rw:7.10", "rw:38.7b")
def test_trays_go_when_all_wounds_are_assigned() -> None:
    """The lancer of a unit of three trays falls first; between the wounds the unit is still in one piece."""
    game = field("a reanimates 2x2 9000 9000 0 | support-carrion-lancer", AWAY)
    heavy = next(one for one in game.state.figures[0] if one[3])
    set_trays(game.state, 0, [heavy, *[(1, 0, 0, "")] * 4, *[(0, 1, 0, "")] * 4])
    toll = Toll(game.state, 0)
    accuracy = {"support-carrion-lancer": 3}
    play(game, assign_wounds(game, toll, 3, 1, accuracy), *["wound support-carrion-lancer"] * 3)
    assert is_joined(cells_of(game.state, 0))
    assert game.state.empty_trays[0] == [(0, 0)]
    play(game, reconfigure(game, toll))
    assert cells_of(game.state, 0) == {(0, 0), (1, 0)}


@pytest.mark.rule("rw:27.2")
def test_trays_that_are_not_in_one_piece_are_refused() -> None:
    game = field("a reanimates 3x1 9000 9000 0", AWAY)
    with pytest.raises(ValueError, match="are not connected"):
        set_trays(game.state, 0, [(0, 0, 0, ""), (2, 0, 0, "")])
    game.state.figures[0] = [(0, 0, 0, "lance-corporal"), *game.state.figures[0][1:]]
    with pytest.raises(ValueError, match="is still in a1"):
        held_cards.discard(game, 0, "lance-corporal")


@pytest.mark.rule("rw:27.2")
def test_the_audit_finds_a_unit_that_only_empty_trays_hold_together() -> None:
    game = field("a reanimates 3x1 9000 9000 0", AWAY)
    game.state.figures[0] = [one for one in game.state.figures[0] if one[0] != 1]
    game.state.empty_trays[0] = [(1, 0)]
    assert problems(game) == ["units: a1 would be split without its empty trays"]


@pytest.mark.rule("rw:ruling.66")
def test_a_tray_is_added_behind_the_trays_with_figures() -> None:
    game = field("a reanimates 2x1 9000 9000 0", AWAY)
    assert add_tray(game, 0)
    assert (cells_of(game.state, 0), game.state.poses[0]) == (frozenset({(0, 0), (1, 0), (0, 1)}), (9000, 8500, 0))


@pytest.mark.rule("rw:66.1", "rw:66.1a", "rw:66.2")
@pytest.mark.parametrize(("damage", "missing"), [(1, [None]), (2, [1, 1]), (3, [1, 1, 1])])
def test_damage_that_is_enough_for_several_figures_is_assigned_as_one_whole(
    damage: int, missing: list[int | None]
) -> None:
    """Spearmen have defense 1."""
    game = field("a spearmen 2x2 9000 9000 0", "b spearmen 2x1 9000 13000 18000")
    flow = assign_damage(game, Toll(game.state, 0), damage, 1, 0)
    asked: list[int | None] = []
    answer: Any = None
    with suppress(StopIteration):
        while True:
            request: Any = flow.send(answer)
            part = request.chooser.part()
            asked.append(None if part is None else part.missing)
            answer = request.chooser.options()[0]
    assert asked == missing
