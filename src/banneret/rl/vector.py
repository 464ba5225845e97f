"""Gymnasium vector environment that runs matches in one process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from banneret.rl.observer import Observation, Observer
from banneret.rl.offsets import Choice
from banneret.rl.self_play import SelfPlayEnv
from banneret.rl.single import LearnerEnv
from banneret.rl.task import Task

Actions = NDArray[np.int64] | Mapping[str, NDArray[Any]]  # indices, or for hybrid tasks arrays by name
Infos = dict[str, Any]  # by name, an array with a value for each match, and its mask `_name`


class Batch:
    """Reused arrays of the observations of several matches."""

    def __init__(self, observer: Observer, count: int, arrays: tuple[Any, Any, Any] | None = None) -> None:
        """Create the arrays, or use existing ones, such as memory shared with another process."""
        size, rows, width = observer.size, observer.rows, observer.width
        values, options, mask = arrays or (
            np.zeros(count * size, np.int32),
            np.zeros(count * rows * width, np.int32),
            np.zeros(count * rows, np.int8),
        )
        self.values: NDArray[np.int32] = np.frombuffer(values, np.int32).reshape(count, size)
        self.options: NDArray[np.int32] = np.frombuffer(options, np.int32).reshape(count, rows, width)
        self.mask: NDArray[np.int8] = np.frombuffer(mask, np.int8).reshape(count, rows)
        self._observer = observer
        self._used = [0] * count

    def write(self, number: int, env: LearnerEnv) -> None:
        """Write the observation of a match."""
        episode, seat = env.playing, env.seat
        self.values[number] = np.frombuffer(self._observer.values(episode.match, seat, episode.writer), np.int32)
        menu, used = episode.menu(seat), self._used[number]
        count = self._used[number] = 1 if menu is None else len(menu)
        if menu is None or menu.paged:
            self.options[number, :used] = 0
        elif count < used:
            self.options[number, count:used] = 0  # those before are overwritten
        if menu is not None:
            self._observer.write_options(menu, self.options[number])
        if count > used:
            self.mask[number, used:count] = 1
        elif count < used:
            self.mask[number, count:used] = 0

    def observation(self, *, copy: bool) -> Observation:
        """Return the observations of all matches."""
        found: Observation = {"observation": self.values, "options": self.options, "action_mask": self.mask}
        return {name: values.copy() for name, values in found.items()} if copy else found


class Group:
    """Some of the matches of a vector environment, stepped one after the other."""

    def __init__(self, envs: list[LearnerEnv], batch: Batch, first: int = 0) -> None:
        self.envs = envs
        self.batch = batch
        self.first = first
        self._ended = [False] * len(envs)

    def reset(self, seeds: list[int | None]) -> list[dict[str, Any]]:
        """Start a match in each environment and return their infos."""
        for number, (env, seed) in enumerate(zip(self.envs, seeds, strict=True)):
            gymnasium.Env.reset(env, seed=seed)
            env.begin()
            self._ended[number] = False
            self.batch.write(self.first + number, env)
        return [env.info() for env in self.envs]

    def step(self, actions: list[Choice]) -> list[tuple[float, bool, bool, dict[str, Any]]]:
        """Choose an option in each match; return reward, terminated, truncated and info of each.

        If a match has ended, the next one starts instead and the action is ignored.
        """
        found = []
        for number, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            if self._ended[number]:
                env.begin()
                self._ended[number] = False
                result = (0.0, False, False)
            else:
                result = env.advance(action)
                self._ended[number] = result[1] or result[2]
            self.batch.write(self.first + number, env)
            found.append((*result, env.info()))
        return found


def env_of(game: str | Task, *, self_play: bool, **settings: Any) -> LearnerEnv:
    """Return one of the environments of a vector environment."""
    return SelfPlayEnv(game, **settings) if self_play else LearnerEnv(game, **settings)


class LearnerVectorEnv(VectorEnv[Observation, Actions, NDArray[Any]]):
    """Several matches in one process, with a learner in one seat of each, or in all seats (`self_play`).

    After a match has ended, the following step starts the next one (`AutoresetMode.NEXT_STEP`).
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as in the base class

    def __init__(
        self, game: str | Task, num_envs: int = 64, *, self_play: bool = False, copy: bool = True, **settings: Any
    ) -> None:
        """Create `num_envs` environments of a game; `settings` are those of `LearnerEnv`.

        With `copy=False` the returned arrays are reused and overwritten by the next step. Raises the errors of
        `LearnerEnv`.
        """
        envs = [env_of(game, self_play=self_play, **settings) for _ in range(num_envs)]
        self.num_envs = num_envs
        self.observer = envs[0].observer
        self.single_observation_space = envs[0].observation_space
        self.single_action_space = envs[0].action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        for env in envs:
            env.observer = self.observer
        self.copy = copy
        self._batch = Batch(self.observer, num_envs)
        self._group = Group(envs, self._batch)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Start a match in each environment. A single seed gives the environments consecutive seeds."""
        infos = self._group.reset(seeds_of(seed, self.num_envs))
        return self._batch.observation(copy=self.copy), gathered(infos)

    def step(self, actions: Actions) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        results = self._group.step(single_actions(actions))
        return (self._batch.observation(copy=self.copy), *columns(results))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of valid indices of each match."""
        return self._batch.mask.astype(np.bool_)


def seeds_of(seed: int | list[int | None] | None, count: int) -> list[int | None]:
    """Return a seed for each environment: consecutive ones from a single seed."""
    if isinstance(seed, list):
        return seed
    return [None] * count if seed is None else [seed + number for number in range(count)]


def single_actions(actions: Actions) -> list[Choice]:
    """Return the action of each match."""
    if isinstance(actions, Mapping):
        pairs = zip(actions["option"].tolist(), actions["offsets"].tolist(), strict=True)
        return [{"option": option, "offsets": offsets} for option, offsets in pairs]
    return np.asarray(actions).tolist()  # type: ignore[no-any-return]  # of one dimension


def columns(
    results: list[tuple[float, bool, bool, dict[str, Any]]],
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
    """Return the results of a step as arrays: rewards, terminated, truncated, and infos."""
    rewards, over, truncated, infos = zip(*results, strict=True)
    return np.array(rewards), np.array(over), np.array(truncated), gathered(infos)


def gathered(infos: list[dict[str, Any]] | tuple[dict[str, Any], ...]) -> Infos:
    """Return infos in the format of vector environments: for each name an array, and a mask of matches with a value."""
    found: Infos = {}
    if all(info.keys() == infos[0].keys() for info in infos):  # as in most steps
        for name in infos[0]:
            found[name] = np.array([info[name] for info in infos])
            found[f"_{name}"] = np.ones(len(infos), np.bool_)
        return found
    for name in dict.fromkeys(name for info in infos for name in info):
        values = [info.get(name) for info in infos]
        there = np.array([value is not None for value in values])
        found[name] = np.array([value if value is not None else 0 for value in values], None if there.all() else object)
        found[f"_{name}"] = there
    return found
