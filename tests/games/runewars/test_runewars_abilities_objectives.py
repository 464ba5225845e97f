"""Skills that objectives give."""

from __future__ import annotations

import pytest

from banneret.games.runewars.abilities import registration as loading
from banneret.games.runewars.effects.skills import perform_skill, skills_of
from tests.games.runewars.field import field, play

A1, A2 = "a spearmen 2x1 5000 3000 0", "a spearmen 2x1 9000 3000 0"
B1 = "b spearmen 2x1 5000 11000 18000"


@pytest.mark.rule("rw:89.2b", "rw:ruling.45", "rw:51.2")
def test_a_unit_with_tokens_of_the_confluence_casts_mana_anew() -> None:
    """It bears two tokens: two different mana tokens may be cast."""
    assert loading.LOADED
    game = field(A1, A2, B1)
    state = game.state
    state.objective = "confluence-of-magic"
    state.token_places, state.token_units, state.token_seat = [None, None], [0, 0], [0, 1]
    answers = ("skill confluence-of-magic", "choose mana-2", "choose mana-4")
    played = play(game, perform_skill(game, 0), *answers, chance=[1, 1])
    assert played.options == [
        ["pass", "skill confluence-of-magic"],
        ["pass", "choose mana-1", "choose mana-2", "choose mana-3", "choose mana-4", "choose mana-5"],
        ["pass", "choose mana-1", "choose mana-3", "choose mana-4", "choose mana-5"],
    ]
    assert state.mana == [0, 1, 0, 1, 0]
    assert skills_of(state, 1) == []
