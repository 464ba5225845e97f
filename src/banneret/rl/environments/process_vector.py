"""Gymnasium vector environment that runs matches in several worker processes."""

from __future__ import annotations

import gc
import multiprocessing
from contextlib import suppress
from itertools import pairwise
from multiprocessing.connection import Connection, wait
from multiprocessing.sharedctypes import RawArray
from typing import Any, Final, Self, cast

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from banneret.rl.environments.vector import (
    ALL,
    Actions,
    Batch,
    Group,
    Infos,
    Memory,
    at_least_one,
    collect_rarely,
    env_of,
    memory,
    seeds_of,
    single_actions,
)
from banneret.rl.observations.observer import Observation
from banneret.rl.task import Task

_RESET: Final = "reset"
_STEP: Final = "step"


class ProcessVectorEnv(VectorEnv[Observation, Actions, NDArray[Any]]):
    """Several matches divided among worker processes, which write observations and results into shared memory.

    It plays the same matches as `LearnerVectorEnv` with the same seeds. Close it to stop the workers, or use it in a
    `with` statement.

    `step` waits for the slowest worker. To keep all workers busy, start with `async_reset`, divide the matches of each
    worker into two or more `groups`, and alternate `recv`, which returns the next group that is ready, and `send`, as
    in EnvPool. The order of the groups depends on the speed of the workers, the matches do not.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as in the base class

    def __init__(
        self,
        game: str | Task,
        num_envs: int = 64,
        *,
        workers: int = 2,
        groups: int = 1,
        self_play: bool = False,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        """Create `num_envs` environments of a game in `workers` processes; see `LearnerVectorEnv` for the rest.

        With `copy=False`, the arrays returned by `recv` are valid until actions are sent to the same group. Raises
        ValueError if there are no environments, workers or groups.
        """
        at_least_one(num_envs)
        for name, number in (("workers", workers), ("groups", groups)):
            if number < 1:
                raise ValueError(f"{name}: {number}; at least 1 is needed")
        one = env_of(game, self_play=self_play, **settings)
        self.num_envs = num_envs
        self.observer = one.observer
        self.single_observation_space = one.observation_space
        self.single_action_space = one.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.copy = copy
        shared = memory(one.observer, num_envs, RawArray)
        self._batch = Batch(one.observer, num_envs, shared)
        workers = min(workers, num_envs)
        bounds = np.linspace(0, num_envs, min(workers * groups, num_envs) + 1).astype(int).tolist()
        self._parts = [slice(first, last) for first, last in pairwise(bounds)]
        self._group_of = {part.start: number for number, part in enumerate(self._parts)}
        self._pending: set[int] = set()  # groups whose results have not been received
        self._ready: list[Connection] = []  # pipes found to have results
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        shares = [self._parts[number::workers] for number in range(workers)]
        for parts in shares:
            ours, theirs = context.Pipe()
            arguments = (theirs, game, self_play, settings, num_envs, parts, shared)
            process = context.Process(target=serve, args=arguments, daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Start a match in each environment. A single seed gives the environments consecutive seeds."""
        self.async_reset(seed=seed)
        self._all_received()
        return self._batch.observation(copy=self.copy), self._batch.infos({})

    def step(self, actions: Actions) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Choose an option in each match.

        Raises RuntimeError if a worker has ended, or if results of groups have not been received.
        """
        single = single_actions(actions, self.num_envs)
        self._none_pending()
        for number, part in enumerate(self._parts):
            self._send(number, _STEP, single[part])
        found = self._all_received()
        return (self._batch.observation(copy=self.copy), *self._batch.results(found))

    def async_reset(self, *, seed: int | list[int | None] | None = None) -> None:
        """Start a match in each environment without waiting; `recv` returns the first observations of each group."""
        seeds = seeds_of(seed, self.num_envs)
        self._none_pending()
        for number, part in enumerate(self._parts):
            self._send(number, _RESET, seeds[part])

    def recv(self) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Wait for the next group that is ready and return what `step` does, for its matches only.

        `infos["env_id"]` holds their numbers. Raises RuntimeError if a worker has ended or no group is pending, and the
        errors of an action that was sent.
        """
        number, found = self._received()
        if isinstance(found, Exception):
            raise found
        part = self._parts[number]
        observation = self._batch.observation(copy=self.copy, part=part)
        rewards, over, truncated, infos = self._batch.results(found, part)
        infos["env_id"] = np.arange(part.start, part.stop)
        infos["_env_id"] = np.ones(part.stop - part.start, np.bool_)
        return observation, rewards, over, truncated, infos

    def send(self, actions: Actions, env_id: NDArray[Any]) -> None:
        """Choose an option in each match of a group, without waiting. `env_id` is that returned by `recv`.

        Raises ValueError for numbers that are not those of a group, or another number of actions, and RuntimeError if
        the results of the group have not been received.
        """
        numbers = np.asarray(env_id)
        group = self._group_of.get(int(numbers[0])) if numbers.ndim == 1 and len(numbers) else None
        part = ALL if group is None else self._parts[group]
        if group is None or not np.array_equal(numbers, np.arange(part.start, part.stop)):
            raise ValueError("env_id: not the numbers of a group, as recv() returns them")
        if group in self._pending:
            raise RuntimeError(f"the results of the matches {part.start} to {part.stop - 1} have not been received")
        self._send(group, _STEP, single_actions(actions, len(numbers)))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of valid indices of each match."""
        return self._batch.mask.astype(np.bool_)

    def _none_pending(self) -> None:
        if self._pending:
            raise RuntimeError("results of groups have not been received: call recv() first")

    def _send(self, group: int, command: str, values: list[Any]) -> None:
        """Send a command to the worker of a group. Raises RuntimeError if it has ended."""
        worker = group % len(self._pipes)
        try:
            self._pipes[worker].send((command, group // len(self._pipes), values))
        except OSError:
            raise _ended(worker) from None
        self._pending.add(group)

    def _received(self) -> tuple[int, dict[int, dict[str, Any]] | Exception]:
        """Return the next group that is ready, and infos of its matches or the error of an action.

        Raises RuntimeError if a worker has ended or no group is pending.
        """
        if not self._pending:
            raise RuntimeError("no group is pending: call async_reset() or send() first")
        if not self._ready:
            waiting = {group % len(self._pipes) for group in self._pending}
            self._ready = cast("list[Connection]", wait([self._pipes[worker] for worker in waiting]))
        pipe = self._ready.pop()
        worker = self._pipes.index(pipe)
        try:
            place, found = pipe.recv()
        except (EOFError, OSError):
            raise _ended(worker) from None
        group = place * len(self._pipes) + worker
        self._pending.discard(group)
        return group, found

    def _all_received(self) -> dict[int, dict[str, Any]]:
        """Wait for all groups and return the infos of their matches. Raises the first error of an action."""
        infos: dict[int, dict[str, Any]] = {}
        error = None
        while self._pending:
            _, found = self._received()
            if isinstance(found, Exception):
                error = error or found
            else:
                infos |= found
        if error:
            raise error
        return infos

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the worker processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join()
            process.close()
        self._pipes, self._processes = [], []
        self._pending, self._ready = set(), []


def _ended(worker: int) -> RuntimeError:
    return RuntimeError(f"worker {worker} has ended")


def serve(  # what a worker needs
    pipe: Connection,
    game: str | Task,
    self_play: bool,  # an argument of a process
    settings: dict[str, Any],
    total: int,
    parts: list[slice],
    shared: Memory,
) -> None:
    """Run some groups of the environments of a vector environment until the pipe is closed."""
    observer, groups = None, []
    for part in parts:
        envs = [env_of(game, self_play=self_play, **settings) for _ in range(part.start, part.stop)]
        observer = observer or envs[0].observer
        for env in envs:
            env.observer = observer
        groups.append(Group(envs, Batch(observer, total, shared), part.start))
    collect_rarely()
    gc.freeze()  # modules and data live as long as the process
    with suppress(EOFError, OSError):  # until the pipe is closed, even if results have not been received
        while True:
            command, place, values = pipe.recv()
            found: dict[int, dict[str, Any]] | Exception = {}
            try:
                if command == _RESET:
                    groups[place].reset(values)
                else:
                    found = groups[place].step(values)
            except Exception as error:  # reported to the other process
                found = error
            pipe.send((place, found))
    pipe.close()
