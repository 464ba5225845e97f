"""The hybrid variant: suggestions with continuous parameters."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

from banneret import IllegalAction
from banneret.kernel.choosers import Space
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.rl import (
    Episode,
    LearnerVectorEnv,
    Observer,
    SelfPlayEnv,
    Task,
    aec_env,
    environment_id,
    parallel_env,
)

MEASURED = ("icefire-s6", "icefire-2021", "runewars")

pytestmark = [
    pytest.mark.filterwarnings("ignore:Action space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", MEASURED)
def test_hybrid_environments_conform(game: str) -> None:
    api_test(aec_env(game, hybrid=True), num_cycles=20)
    parallel_api_test(parallel_env(game, hybrid=True), num_cycles=20)
    check_env(gymnasium.make(environment_id(game), hybrid=True).unwrapped)


@pytest.mark.parametrize("game", MEASURED)
def test_any_action_of_the_space_can_be_played(game: str) -> None:
    env = aec_env(game, hybrid=True)
    env.reset(seed=3)
    varied = 0
    for number, agent in enumerate(env.agent_iter(max_iter=60)):
        _, _, over, truncated, _ = env.last()
        space = env.action_space(agent)
        space.seed(number)
        action: Any = None if over or truncated else space.sample()
        assert action is None or action in space
        if action is not None:
            seat = int(agent.removeprefix("seat_"))
            notation = env.notation(action)
            plain = env.notation(action["option"])
            varied += notation != plain
            episode = env.episode
            assert episode is not None
            assert episode.match.refusal(seat, notation) is None or " ... " in notation
        env.step(action)
    assert varied


@pytest.mark.parametrize("game", MEASURED)
def test_decoding_gives_exactly_the_answer_that_was_encoded(game: str) -> None:
    task = Task(game=game, hybrid=True, illegal="raise", rows=16)
    episode = Episode(task, 5, Observer(rulebook(game), 16))
    random, stream = Random(5), Stream(derive_key("offsets", 5))
    exact = beyond = 0
    while exact < 25 and not episode.over:
        seat = episode.asked[0]
        ask = episode.match.asking[seat]
        if not isinstance(ask.chooser, Space):
            episode.play(seat, random.choice(ask.options.listed))
            continue
        wanted = ask.chooser.sample(stream)
        try:
            steps = episode.choices(seat, wanted)
        except ValueError:  # no suggestion has the same ids
            beyond += 1
            episode.play(seat, wanted)
            continue
        single = [{**step, "offsets": np.array(step["offsets"], np.float32)} for step in steps]
        for step in single[:-1]:
            episode.step(seat, step)
        assert episode.chosen(seat, single[-1]) == wanted
        before = len(episode.match.answers)
        episode.step(seat, single[-1])
        assert episode.match.answers[before].action == wanted
        exact += 1
    assert exact > 10 * beyond


def test_offsets_that_make_an_illegal_answer_are_halved_or_refused() -> None:
    wrapped, strict = (
        Episode(Task(game="runewars", hybrid=True, illegal=illegal), 1, Observer(rulebook("runewars")))
        for illegal in ("wrap", "raise")
    )
    for episode in (wrapped, strict):
        while not episode.varied(episode.asked[0], 0):
            episode.step(episode.asked[0], 0)
    seat = wrapped.asked[0]
    assert wrapped.varied(seat, 0)[:2] == ("x", "y")
    far = {"option": 0, "offsets": [1.0, 1.0, 1.0]}
    found = wrapped.notation(seat, far)
    assert wrapped.match.refusal(seat, found) is None
    assert wrapped.notation(seat, {"option": 0, "offsets": [0.0] * 3}) == wrapped.notation(seat, 0)
    with pytest.raises(IllegalAction):
        strict.step(seat, far)
    for wrong in ([0.0] * 2, [float("nan")] * 3, [1.5, 0, 0]):
        with pytest.raises(ValueError, match="offsets"):
            strict.step(seat, {"option": 0, "offsets": wrong})


@pytest.mark.slow
def test_vectors_take_hybrid_actions() -> None:
    envs = LearnerVectorEnv("runewars", 2, hybrid=True, self_play=True)
    singles = [SelfPlayEnv("runewars", hybrid=True) for _ in range(2)]
    envs.reset(seed=4)
    for number, env in enumerate(singles):
        env.reset(seed=4 + number)
    envs.action_space.seed(4)
    for _ in range(8):
        actions: Any = envs.action_space.sample()
        seen, *_ = envs.step(actions)
        for number, env in enumerate(singles):
            one = {name: values[number] for name, values in actions.items()}
            assert np.array_equal(seen["observation"][number], env.step(one)[0]["observation"])
    envs.close()


def test_games_without_such_numbers_have_no_hybrid_variant() -> None:
    with pytest.raises(ValueError, match="hybrid: no answer of thrones has continuous parameters"):
        aec_env("thrones", hybrid=True)
    with pytest.raises(ValueError, match="reach: 0"):
        aec_env("runewars", hybrid=True, reach=0)
