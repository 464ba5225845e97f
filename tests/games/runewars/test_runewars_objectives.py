"""Objectives: what takes, drops and scores their tokens, and what they count at the end."""

from __future__ import annotations

import pytest

from banneret.games.runewars.events.course import TokenDropped, TokenScored, TokenTaken
from banneret.games.runewars.rules.damage.losses import lose_tray
from banneret.games.runewars.rules.ground.objectives import morale_resolved, take_tokens, unit_destroyed
from banneret.games.runewars.rules.scoring import objective_points
from tests.games.runewars.field import field, play, told

A1, A2 = "a spearmen 2x1 5000 3000 0", "a spearmen 2x1 9000 3000 0"
B1 = "b spearmen 2x1 5000 11000 18000"


@pytest.mark.rule("rw:89.2b", "rw:ruling.58")
def test_a_unit_takes_the_token_it_stands_over() -> None:
    """A token has a radius of 200: the front edge of a1 lies at y = 3500."""
    game = field(A1, A2, B1)
    state = game.state
    state.objective = "supply-raid"
    state.token_places, state.token_units, state.token_seat = [(5000, 3690), (9000, 3710)], [-1, -1], [-1, -1]
    take_tokens(game)
    assert state.token_places == [None, (9000, 3710)]
    assert [one.unit for one in told(game, TokenTaken)] == ["a1"]
    assert objective_points(state) == [12, 0]


@pytest.mark.rule("rw:89.2b", "rw:89.3", "rw:89.3a", "rw:89.4")
def test_a_destroyed_unit_drops_its_tokens_and_is_a_bounty() -> None:
    game = field(A1, A2, B1)
    state = game.state
    state.objective, state.marked = "bounty", [-1, 0]
    state.token_places, state.token_units, state.token_seat = [None], [0], [-1]
    play(game, lose_tray(game, 0, (1, 0)))
    play(game, lose_tray(game, 0, (0, 0)))
    assert state.token_places == [(4500, 3000)]
    assert told(game, TokenDropped)[0].unit == "a1"
    assert [(one.player, one.tokens) for one in told(game, TokenScored)] == [("b", 1)]
    assert objective_points(state) == [0, 20]
    unit_destroyed(game, 1, 0, 0)
    assert state.scored == [0, 1]


@pytest.mark.rule("rw:89.2b", "rw:89.3")
def test_a_heavy_morale_card_scores_once_in_a_round() -> None:
    game = field(A1, B1)
    state = game.state
    state.objective = "demoralize-their-forces"
    for icons in (1, 2, 3):
        morale_resolved(game, 0, icons)
    assert state.scored == [0, 1]
    state.round = 2
    morale_resolved(game, 0, 2)
    morale_resolved(game, 1, 2)
    assert state.scored == [1, 2]


@pytest.mark.rule("rw:86.5", "rw:89.2c", "rw:89.4", "rw:skirmish.2")
def test_what_objectives_count_at_the_end() -> None:
    """The blue areas begin at y = 11250, a band before them is 9675; a skirmish halves, rounded up."""
    game = field("a spearmen 2x1 5000 9175 0", A2, "b spearmen 2x1 14400 10000 18000")
    state = game.state
    state.red, state.deployment = 0, "battle-lines"
    state.objective = "break-their-defenses"
    assert objective_points(state) == [15, 0]
    state.poses[0] = (5000, 9170, 0)
    assert objective_points(state) == [0, 0]
    state.objective = "hold-the-crossroads"
    assert objective_points(state) == [0, 25]
    state.size, state.deployment = "skirmish", ""
    state.objective, state.scored = "bounty", [1, 0]
    assert objective_points(state) == [10, 0]
    state.objective = "hold-the-crossroads"
    state.poses[0] = (7200, 7200, 0)
    assert objective_points(state) == [26, 0]
