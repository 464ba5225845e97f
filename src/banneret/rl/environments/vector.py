"""Gymnasium vector environment that runs matches in one process."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from banneret.rl.environments.self_play import SelfPlayEnv
from banneret.rl.environments.single import LearnerEnv
from banneret.rl.observations.observer import Observation, Observer
from banneret.rl.offsets import Choice
from banneret.rl.task import Task

Actions = NDArray[np.int64] | Mapping[str, NDArray[Any]]  # indices, or for hybrid tasks arrays by name
Infos = dict[str, Any]  # by name, an array with a value for each match, and its mask `_name`
Results = tuple[NDArray[Any], NDArray[Any], NDArray[Any], Infos]  # rewards, terminated, truncated, infos

ALL: Final = slice(None)
_YOUNG: Final = 20_000
"""Least threshold of the garbage collector's youngest generation while many matches are stepped."""


class Memory(NamedTuple):
    """Arrays of the observations and results of several matches, which processes can share."""

    values: Any  # NumPy arrays, or arrays in shared memory
    options: Any
    mask: Any
    rewards: Any
    ended: Any  # for each match, whether it has terminated, then whether it was truncated
    seats: Any


def memory(observer: Observer, count: int, make: Callable[[str, int], Any]) -> Memory:
    """Return arrays for `count` matches; `make` creates one of a type and a length."""
    size, rows, width = observer.size, observer.rows, observer.width
    sizes = (("i", size), ("i", rows * width), ("b", rows), ("d", 1), ("b", 2), ("q", 1))
    return Memory(*(make(kind, count * each) for kind, each in sizes))


def _zeros(kind: str, size: int) -> NDArray[Any]:
    return np.zeros(size, kind)


class Batch:
    """Reused arrays of the observations and results of several matches."""

    def __init__(self, observer: Observer, count: int, used: Memory | None = None) -> None:
        """Create the arrays, or use existing ones, such as memory shared with another process."""
        used = used or memory(observer, count, _zeros)
        self.values: NDArray[np.int32] = np.frombuffer(used.values, np.int32).reshape(count, observer.size)
        self.options: NDArray[np.int32] = np.frombuffer(used.options, np.int32).reshape(count, observer.rows, -1)
        self.mask: NDArray[np.int8] = np.frombuffer(used.mask, np.int8).reshape(count, observer.rows)
        self.rewards: NDArray[np.float64] = np.frombuffer(used.rewards, np.float64)
        self.ended: NDArray[np.bool_] = np.frombuffer(used.ended, np.bool_).reshape(2, count)
        self.seats: NDArray[np.int64] = np.frombuffer(used.seats, np.int64)
        self._observer = observer
        self._each = [
            (memoryview(values), options, mask)  # type: ignore[arg-type]  # an array has the buffer protocol
            for values, options, mask in zip(self.values, self.options, self.mask, strict=True)
        ]
        self._used = [0] * count

    def write(self, number: int, env: LearnerEnv) -> None:
        """Write the observation of a match."""
        episode, seat = env.playing, env.seat
        values, options, mask = self._each[number]
        values[:] = self._observer.values(episode.match, seat, episode.writer)
        menu, used = episode.menu(seat), self._used[number]
        if menu is None:
            count = 1
            options[:used] = 0
        else:
            count = len(menu)
            if menu.paged:
                options[:used] = 0
            elif count < used:
                options[count:used] = 0  # those before are overwritten
            self._observer.write_options(menu, options)
        if count > used:
            mask[used:count] = 1
        elif count < used:
            mask[count:used] = 0
        self._used[number] = count

    def observation(self, *, copy: bool, part: slice = ALL) -> Observation:
        """Return the observations of all matches, or of some of them."""
        found: Observation = {"observation": self.values, "options": self.options, "action_mask": self.mask}
        return {name: values[part].copy() if copy else values[part] for name, values in found.items()}

    def results(self, infos: Mapping[int, dict[str, Any]], part: slice = ALL) -> Results:
        """Return rewards, terminated, truncated, and infos, given those of the matches that have terminated."""
        over, truncated = self.ended[:, part].copy()
        return self.rewards[part].copy(), over, truncated, self.infos(infos, part)

    def infos(self, infos: Mapping[int, dict[str, Any]], part: slice = ALL) -> Infos:
        """Return infos in the form of vector environments: for each name an array, and a mask of those with a value."""
        seats = self.seats[part].copy()
        found: Infos = {"seat": seats, "_seat": np.ones(len(seats), np.bool_)}
        numbers = range(len(self.seats))[part]
        for name in dict.fromkeys(name for info in infos.values() for name in info if name != "seat"):
            values = [infos[number][name] if number in infos else 0 for number in numbers]
            found[name] = np.array(values, None if len(infos) == len(seats) else object)
            found[f"_{name}"] = np.array([number in infos for number in numbers])
        return found


class Group:
    """Some of the matches of a vector environment, stepped one after the other."""

    def __init__(self, envs: list[LearnerEnv], batch: Batch, first: int = 0) -> None:
        self.envs = envs
        self.batch = batch
        self.first = first
        self._range = slice(first, first + len(envs))
        self._ended = [False] * len(envs)

    def reset(self, seeds: list[int | None]) -> None:
        """Start a match in each environment."""
        for number, (env, seed) in enumerate(zip(self.envs, seeds, strict=True)):
            gymnasium.Env.reset(env, seed=seed)
            env.begin()
            self._ended[number] = False
            self.batch.write(self.first + number, env)
        self.batch.seats[self._range] = [env.seat for env in self.envs]

    def step(self, actions: list[Choice]) -> dict[int, dict[str, Any]]:
        """Choose an option in each match; return the infos of the matches that have terminated.

        If a match has ended, the next one starts instead and the action is ignored.
        """
        batch, ended = self.batch, self._ended
        results, infos = [], {}
        for number, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            if ended[number]:
                env.begin()
                ended[number] = False
                results.append(_STARTED)
            else:
                result = env.advance(action)
                results.append(result)
                if result[1] or result[2]:
                    ended[number] = True
                    if result[1]:
                        infos[self.first + number] = env.info()
            batch.write(self.first + number, env)
        batch.rewards[self._range], *flags = zip(*results, strict=True)
        batch.ended[:, self._range] = flags
        batch.seats[self._range] = [env.seat for env in self.envs]
        return infos


_STARTED: Final = (0.0, False, False)


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

        With `copy=False` the returned arrays are reused and overwritten by the next step. The threshold of the garbage
        collector is raised, see `collect_rarely`. Raises the errors of `LearnerEnv`.
        """
        collect_rarely()
        envs = [env_of(game, self_play=self_play, **settings) for _ in range(at_least_one(num_envs))]
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
        self._group.reset(seeds_of(seed, self.num_envs))
        return self._batch.observation(copy=self.copy), self._batch.infos({})

    def step(self, actions: Actions) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        infos = self._group.step(single_actions(actions, self.num_envs))
        return (self._batch.observation(copy=self.copy), *self._batch.results(infos))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of valid indices of each match."""
        return self._batch.mask.astype(np.bool_)


def seeds_of(seed: int | list[int | None] | None, count: int) -> list[int | None]:
    """Return a seed for each environment: consecutive ones from a single seed. Raises ValueError."""
    if isinstance(seed, list):
        if len(seed) != count:
            raise ValueError(f"seed: {len(seed)} seeds for {count} environments")
        return seed
    return [None] * count if seed is None else [seed + number for number in range(count)]


def single_actions(actions: Actions, count: int) -> list[Choice]:
    """Return the action of each match. Raises ValueError for another number of actions."""
    found: list[Choice]
    if isinstance(actions, Mapping):
        pairs = zip(actions["option"].tolist(), actions["offsets"].tolist(), strict=True)
        found = [{"option": option, "offsets": offsets} for option, offsets in pairs]
    else:
        given = np.asarray(actions)
        if given.ndim != 1:
            raise ValueError(f"actions: an array of shape {given.shape}; one index for each environment is needed")
        found = given.tolist()
    if len(found) != count:
        raise ValueError(f"actions: {len(found)} for {count} environments")
    return found


def collect_rarely() -> None:
    """Raise the threshold of the garbage collector to 20,000 new objects, unless it is higher or the collector is off.

    The states of many matches replace each other continually, and traversing them costs up to 8 % of a step, although
    matches contain no reference cycles. `gc.set_threshold` can lower it again.
    """
    youngest, *older = gc.get_threshold()
    if 0 < youngest < _YOUNG:
        gc.set_threshold(_YOUNG, *older)


def at_least_one(num_envs: int) -> int:
    """Return the number of environments. Raises ValueError if there are none."""
    if num_envs < 1:
        raise ValueError(f"num_envs: {num_envs}; at least 1 is needed")
    return num_envs
