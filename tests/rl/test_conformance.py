"""The conformance tests of PettingZoo and Gymnasium, for all games."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

from banneret import IllegalAction
from banneret.rl import LearnerEnv, SelfPlayEnv, aec_env, environment_id, parallel_env
from banneret.rl.environments.rendering import MODES
from tests.rl.play import GAMES

# PettingZoo says so of every environment whose observations are a dict with a mask, except for those it knows by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.fixture(params=[*GAMES, "hidden-coin"])
def game(request: pytest.FixtureRequest) -> str:
    request.getfixturevalue("hidden_coin")
    found: str = request.param
    return found


def check(game: str, cycles: int) -> None:
    """Run all tests of PettingZoo and Gymnasium."""
    api_test(aec_env(game), num_cycles=cycles)
    parallel_api_test(parallel_env(game), num_cycles=cycles)
    seed_test(lambda: aec_env(game), num_cycles=cycles)
    parallel_seed_test(lambda: parallel_env(game), num_cycles=cycles)
    check_env(gymnasium.make(environment_id(game)).unwrapped)


@pytest.mark.slow
def test_environments_conform(game: str) -> None:
    check(game, 60)


@pytest.mark.soak
def test_environments_conform_in_long_matches(game: str) -> None:
    check(game, 2000)


def test_matches_are_truncated_after_max_cycles(game: str) -> None:
    def parallel(max_cycles: int) -> Any:
        return parallel_env(game, max_cycles=max_cycles)

    max_cycles_test(
        SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)))
    )


def test_every_mode_renders(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec_env(game, render_mode=render_mode), {"svg": lambda svg: "<svg" in svg})
    assert len(capsys.readouterr().out.splitlines()) > 5
    for mode in MODES:
        env = parallel_env(game, render_mode=mode)
        env.reset(seed=1)
        assert (env.render() is None) == (mode == "human")
        env.close()


@pytest.mark.parametrize("self_play", [False, True])
def test_a_seed_determines_a_learner_s_matches(game: str, self_play: bool) -> None:
    played = []
    for _ in range(2):
        env = SelfPlayEnv(game) if self_play else LearnerEnv(game, seat=-1)
        random = np.random.default_rng(7)
        observation, info = env.reset(seed=11)
        seen: list[Any] = [observation["observation"].tobytes()]
        for _ in range(25):
            assert np.array_equal(env.action_masks(), observation["action_mask"] == 1)
            index = int(random.integers(observation["action_mask"].sum()))
            assert env.notation(index)
            observation, reward, over, truncated, info = env.step(index)
            seen.append((observation["observation"].tobytes(), reward, over, truncated, info))
            if over:
                observation, info = env.reset()
        played.append(seen)
    assert played[0] == played[1]


def test_a_match_is_played_to_its_end_and_won() -> None:
    env = gymnasium.make("banneret/Thrones-v0", seats=3, bots="random", seat=1, reward="place", options={})
    observation, info = env.reset(seed=3)
    rewards = []
    over = False
    while not over:
        observation, reward, over, truncated, info = env.step(0)
        rewards.append(reward)
        assert not truncated
    assert rewards[-1] == {1: 1.0, 2: 0.0, 3: -1.0}[info["place"]]
    assert not any(rewards[:-1])
    assert info["seat"] == 1
    assert observation["action_mask"].sum() == 1


def test_an_index_that_is_not_offered_is_wrapped_or_refused() -> None:
    wrapped, refused = (aec_env("thrones", illegal=illegal) for illegal in ("wrap", "raise"))
    for env in (wrapped, refused):
        env.reset(seed=1)
    count = int(wrapped.last()[0]["action_mask"].sum())
    wrapped.step(count + 2)
    with pytest.raises(IndexError, match="there is no option"):
        refused.step(count + 2)
    refused.step(2)
    assert wrapped.observe("seat_0")["observation"].tobytes() == refused.observe("seat_0")["observation"].tobytes()


def test_seats_that_are_not_asked_wait() -> None:
    env = parallel_env("battles")
    observations, _ = env.reset(seed=1)
    asked = env.episode.asked if env.episode else []
    for seat, agent in enumerate(env.possible_agents):
        mask = observations[agent]["action_mask"]
        assert (mask.sum() > 1) == (seat in asked)
        if seat not in asked:
            assert mask[0] == 1
            assert not observations[agent]["options"].any()


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="seats: 2"):
        aec_env("thrones", seats=2)
    with pytest.raises(ValueError, match="seat: 6"):
        LearnerEnv("thrones", seat=6)
    with pytest.raises(ValueError, match="bots: 1 names for 5"):
        LearnerEnv("thrones", bots=["random"])
    with pytest.raises(LookupError, match="unknown bot 'grandmaster'"):
        LearnerEnv("thrones", bots="grandmaster")
    with pytest.raises(ValueError, match="rows: 1"):
        aec_env("thrones", rows=1)
    with pytest.raises(LookupError, match="no rulebook"):
        aec_env("chess")
    with pytest.raises(ValueError, match="there is no setting 'size'"):
        aec_env("thrones", size=3)


def test_a_seat_can_also_answer_with_notation() -> None:
    env = aec_env("thrones")
    env.reset(seed=1)
    notation = env.notation(4)
    assert env.episode is not None
    env.episode.play(0, notation)
    with pytest.raises(IllegalAction):
        env.episode.play(0, notation)
