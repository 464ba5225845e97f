"""Vector environments play the same matches as single ones, in one process or several."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

from banneret.rl import LearnerEnv, LearnerVectorEnv, ProcessVectorEnv, SelfPlayEnv

COUNT = 3


def actions(observation: dict[str, NDArray[Any]], random: np.random.Generator) -> NDArray[np.int64]:
    counts: NDArray[np.int64] = observation["action_mask"].sum(axis=1)
    return (random.random(COUNT) * counts).astype(np.int64)


def _each(observation: dict[str, NDArray[Any]], count: int) -> list[dict[str, NDArray[Any]]]:
    return [{name: values[number] for name, values in observation.items()} for number in range(count)]


@pytest.mark.parametrize("self_play", [False, True])
@pytest.mark.parametrize(("copy", "rows"), [(False, 512), (True, 512), (False, 4)])
def test_a_vector_is_several_environments(self_play: bool, copy: bool, rows: int) -> None:
    settings: dict[str, Any] = {"most_steps": 6, "rows": rows}  # with 4 rows, most questions have pages
    vector = LearnerVectorEnv("battles", COUNT, self_play=self_play, copy=copy, **settings)
    singles = [(SelfPlayEnv if self_play else LearnerEnv)("battles", **settings) for _ in range(COUNT)]
    observation, infos = vector.reset(seed=5)
    assert vector.observation_space.contains(observation)
    firsts = [env.reset(seed=5 + number) for number, env in enumerate(singles)]
    random = np.random.default_rng(1)
    ended = [False] * COUNT
    for number, (single, info) in enumerate(firsts):
        same(observation, infos, number, single, info)
    for _ in range(16):
        chosen = actions(observation, random)
        assert np.array_equal(vector.action_masks(), observation["action_mask"] == 1)
        observation, rewards, over, truncated, infos = vector.step(chosen)
        for number, env in enumerate(singles):
            if ended[number]:
                single, info = env.reset()
                expected: tuple[float, bool, bool] = (0.0, False, False)
            else:
                single, reward, ended_now, stopped, info = env.step(int(chosen[number]))
                expected = (reward, ended_now, stopped)
            ended[number] = any(expected[1:])
            assert (rewards[number], over[number], truncated[number]) == expected
            info.pop("rewards", None)
            same(observation, infos, number, single, info)
    vector.close()


def same(
    observation: dict[str, NDArray[Any]],
    infos: dict[str, Any],
    number: int,
    single: dict[str, NDArray[Any]],
    info: dict[str, Any],
) -> None:
    for name, values in single.items():
        assert np.array_equal(observation[name][number], values), name
    assert {name: infos[name][number] for name in infos if name[0] != "_" and infos[f"_{name}"][number]} == info


@pytest.mark.slow
def test_processes_play_the_same_matches() -> None:
    with_processes = ProcessVectorEnv("battles", COUNT, workers=2, bots="random")
    together = LearnerVectorEnv("battles", COUNT, bots="random")
    try:
        observation, infos = with_processes.reset(seed=9)
        expected, others = together.reset(seed=9)
        random = np.random.default_rng(2)
        for _ in range(20):
            for name, values in expected.items():
                assert np.array_equal(observation[name], values)
            assert np.array_equal(infos["seat"], others["seat"])
            chosen = actions(observation, random)
            observation, rewards, *_, infos = with_processes.step(chosen)
            expected, same_rewards, *_, others = together.step(chosen)
            assert np.array_equal(rewards, same_rewards)
        bad = ProcessVectorEnv("battles", 1, workers=1, illegal="raise")
        try:
            bad.reset(seed=1)
            with pytest.raises(IndexError):
                bad.step(np.array([511]))
        finally:
            bad.close()
    finally:
        with_processes.close()
        together.close()


def test_groups_received_in_any_order_play_the_same_matches(capfd: pytest.CaptureFixture[str]) -> None:
    count, steps = 5, 12
    together = LearnerVectorEnv("battles", count, self_play=True, most_steps=7)
    expected, _ = together.reset(seed=4)
    rows: list[list[Any]] = [[values["observation"].copy()] for values in _each(expected, count)]
    for _ in range(steps):
        expected, rewards, over, truncated, _ = together.step(np.zeros(count, np.int64))
        for number, values in enumerate(_each(expected, count)):
            rows[number].append((values["observation"], rewards[number], over[number], truncated[number]))
    with ProcessVectorEnv("battles", count, workers=2, groups=2, self_play=True, copy=False, most_steps=7) as envs:
        envs.async_reset(seed=4)
        with pytest.raises(RuntimeError, match="not been received"):
            envs.step(np.zeros(count, np.int64))
        with pytest.raises(RuntimeError, match="not been received"):
            envs.reset(seed=1)
        seen = dict.fromkeys(range(count), 0)
        numbers: list[int] = []
        infos: dict[str, Any] = {}
        while min(seen.values()) <= steps:
            observation, rewards, over, truncated, infos = envs.recv()
            numbers = infos["env_id"].tolist()
            assert len(infos["seat"]) == len(numbers) < count
            for place, number in enumerate(numbers):
                step = seen[number]
                if step <= steps:
                    found = rows[number][step] if step else (rows[number][0], 0.0, False, False)
                    assert np.array_equal(observation["observation"][place], found[0])
                    assert (rewards[place], over[place], truncated[place]) == found[1:]
                seen[number] += 1
            envs.send(np.zeros(len(numbers), np.int64), infos["env_id"])
        with pytest.raises(ValueError, match="env_id: not the numbers of a group"):
            envs.send(np.zeros(count, np.int64), np.arange(count))
        with pytest.raises(RuntimeError, match="not been received"):
            envs.send(np.zeros(len(numbers), np.int64), infos["env_id"])
    assert capfd.readouterr().err == ""  # workers end quietly though results are pending


def test_a_wrong_action_and_a_worker_that_ended_are_reported() -> None:
    with ProcessVectorEnv("battles", 2, workers=2, illegal="raise") as envs:
        with pytest.raises(RuntimeError, match="no group is pending"):
            envs.recv()
        envs.reset(seed=1)
        with pytest.raises(IndexError):
            envs.step(np.array([511, 0]))
        envs.reset(seed=1)
        envs.step(np.array([0, 0]))  # the other worker's results of the wrong step were not left behind
        envs.send(np.array([511]), np.array([1]))
        with pytest.raises(IndexError):
            envs.recv()
        envs._processes[1].kill()
        envs._processes[1].join()
        with pytest.raises(RuntimeError, match="worker 1 has ended"):
            envs.step(np.array([0, 0]))


def test_gymnasium_makes_the_vector() -> None:
    vector = gymnasium.make_vec("banneret/Thrones-v0", num_envs=2, vectorization_mode="vector_entry_point", seats=3)
    observation, _ = vector.reset(seed=1)
    assert observation["action_mask"].shape == (2, 512)
    vector.close()


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="num_envs: 0"):
        LearnerVectorEnv("battles", 0)
    with pytest.raises(ValueError, match="workers: 0"):
        ProcessVectorEnv("battles", 2, workers=0)
    with pytest.raises(ValueError, match="groups: 0"):
        ProcessVectorEnv("battles", 2, groups=0)
    vector = LearnerVectorEnv("battles", 2)
    with pytest.raises(ValueError, match="seed: 3 seeds for 2 environments"):
        vector.reset(seed=[1, 2, 3])
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="actions: 1 for 2 environments"):
        vector.step(np.array([0]))
    with pytest.raises(ValueError, match=r"shape \(2, 1\); one index"):
        vector.step(np.array([[0], [0]]))
    vector.close()


@pytest.fixture
def threshold() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("threshold")
@pytest.mark.parametrize(("before", "after"), [(700, 20_000), (50_000, 50_000), (0, 0)])
def test_the_garbage_collector_runs_less_often_but_stays_as_set(before: int, after: int) -> None:
    gc.set_threshold(before, 10, 10)
    LearnerVectorEnv("battles", 1).close()
    assert gc.get_threshold()[0] == after  # 0 means that the collector is off
