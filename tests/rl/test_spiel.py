"""The games in OpenSpiel."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import pyspiel

from banneret.rl.spiel import register_spiel_games, spiel_name
from tests.rl.play import GAMES

GOLDEN = Path(__file__).parents[1] / "golden"
COIN = "banneret_hidden_coin(chance=explicit,seeds=1)"


@pytest.fixture(autouse=True)
def _registered(request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("hidden_coin")
    register_spiel_games()


def simulate(game: str) -> None:
    """Play at random, with OpenSpiel's checks of each state, its copies and its serialization."""
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", ["banneret_hidden_coin", COIN, "banneret_battles(chance=explicit)"])
def test_random_simulations_pass(game: str) -> None:
    simulate(game)


@pytest.mark.slow
def test_random_simulations_of_a_long_game_pass() -> None:
    simulate("banneret_thrones(seats=3)")


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_random_simulations_of_all_games_pass(game: str, chance: str) -> None:
    simulate(f"{spiel_name(game)}(chance={chance})")


PLAYTHROUGHS = {
    "hidden-coin": COIN,
    "battles": 'banneret_battles(chance=explicit,seeds=1,rows=8,options={"scenario":"wolf-raiders"})',
    "thrones": "banneret_thrones(seats=3,seeds=1,rows=8)",
}
WIDEST = 120
"""Longer lines are cut: views as JSON."""


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_is_as_committed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSpiel's playthrough, without tensors. If it changes, the new one is written into a temporary folder."""
    generate_playthrough = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    monkeypatch.setattr(generate_playthrough, "_format_tensor", lambda *_: [])  # mostly zeros, and slow to format
    lines = generate_playthrough.playthrough(PLAYTHROUGHS[name], None, seed=7).splitlines()
    played = "\n".join(line if len(line) <= WIDEST else f"{line[:WIDEST]}…" for line in lines) + "\n"
    golden = GOLDEN / f"playthrough-{name}.txt"
    if not golden.exists() or played != golden.read_text("utf-8"):
        found = tmp_path / golden.name
        found.write_text(played, "utf-8")
        pytest.fail(f"{golden} differs; see {found}")


def test_a_public_observation_contains_nothing_private() -> None:
    left, right = (after(pyspiel.load_game(COIN).new_initial_state(), 0, hand) for hand in (0, 1))
    for recall in (False, True):
        kind = pyspiel.IIGObservationType(
            public_info=True, perfect_recall=recall, private_info=pyspiel.PrivateInfoType.NONE
        )
        observer = pyspiel.load_game(COIN).make_py_observer(kind)
        assert observer.string_from(left, 1) == observer.string_from(right, 1) == observer.string_from(right, 0)
        tensors = []
        for state in (left, right):
            observer.set_from(state, 1)
            tensors.append(observer.tensor.copy())
        assert (tensors[0] == tensors[1]).all()


@pytest.mark.parametrize("name", ["banneret_thrones(seeds=1,seats=3)", "banneret_battles(seeds=1)"])
def test_an_observer_follows_several_states(name: str) -> None:
    game = pyspiel.load_game(name)
    states = [game.new_initial_state()]
    kept, pick = game.make_py_observer(), random.Random(1)
    for step in range(60):
        if step % 20 == 10:
            states.append(states[0].clone())
        for state in states:
            player = state.current_player()
            state.apply_action(pick.choice(state.legal_actions()))
            fresh = game.make_py_observer()
            for observer in (kept, fresh):
                observer.set_from(state, player)
            assert (kept.tensor == fresh.tensor).all()


def after(state: Any, *actions: int) -> Any:
    for action in actions:
        state.apply_action(action)
    return state


def test_rolls_are_chance_nodes() -> None:
    state = pyspiel.load_game(COIN).new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(result, pytest.approx(1 / 6)) for result in range(6)]
    after(state, 3)
    assert state.current_player() == 1
    assert state.match.view(None).game.prize == 4
    after(state, 1)
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == ["guess left", "guess right"]


def test_sampled_chance_is_a_node_at_the_start_only() -> None:
    game = pyspiel.load_game("banneret_hidden_coin(seeds=5)")
    state = game.new_initial_state()
    assert len(state.chance_outcomes()) == 5
    seen = set()
    for seed in range(5):
        child = state.child(seed)
        while not child.is_terminal():
            assert not child.is_chance_node()
            child.apply_action(0)
        seen.add(tuple(child.returns()))
    assert len(seen) > 1
    assert {sum(found) for found in seen} == {0.0}


def test_a_player_s_information_does_not_depend_on_what_it_cannot_know() -> None:
    left, right = (after(pyspiel.load_game(COIN).new_initial_state(), 0, hand) for hand in (0, 1))
    observer = pyspiel.load_game(COIN).make_py_observer()
    tensors = []
    for player in (0, 1):
        for state in (left, right):
            observer.set_from(state, player)
            tensors.append(observer.tensor.copy())
    assert left.information_state_string(0) == right.information_state_string(0)
    assert left.information_state_string(1) != right.information_state_string(1)
    assert (tensors[0] == tensors[1]).all()
    assert (tensors[2] != tensors[3]).any()
    assert left.observation_string(0) == right.observation_string(0)


def test_listing_actions_changes_no_information_but_a_page_does() -> None:
    state = after(pyspiel.load_game("banneret_thrones(seats=3,rows=4,seeds=1)").new_initial_state())
    player = state.current_player()
    before = state.information_state_string(player)
    assert len(state.legal_actions()) <= 4
    assert state.information_state_string(player) == before
    state.apply_action(1)
    assert state.current_player() == player
    assert state.information_state_string(player) != before


@pytest.mark.slow
def test_algorithms_of_openspiel_solve_a_round_of_the_example() -> None:
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    parameters = {"options": '{"rounds":1}', "chance": "explicit", "seeds": 1, "rows": 4}
    game = pyspiel.load_game("banneret_hidden_coin", parameters)
    solver = cfr.CFRSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) == pytest.approx(0)


def test_copies_are_independent() -> None:
    state = after(pyspiel.load_game("banneret_battles(chance=explicit,rows=4)").new_initial_state(), 17)
    while state.is_chance_node():
        state.apply_action(0)
    before = str(state), state.legal_actions()
    for twin in (state.clone(), copy.deepcopy(state)):
        twin.apply_action(twin.legal_actions()[-1])
        assert twin.history() == [*state.history(), state.legal_actions()[-1]]
    assert (str(state), state.legal_actions()) == before


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(Exception, match="explicit or sampled"):
        pyspiel.load_game("banneret_battles(chance=none)")
