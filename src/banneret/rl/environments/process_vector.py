"""Gymnasium vector environment that runs matches in several worker processes."""

from __future__ import annotations

import multiprocessing
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray
from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from banneret.rl.environments.vector import (
    Actions,
    Batch,
    Group,
    Infos,
    Memory,
    at_least_one,
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
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as in the base class

    def __init__(
        self,
        game: str | Task,
        num_envs: int = 64,
        *,
        workers: int = 2,
        self_play: bool = False,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        """Create `num_envs` environments of a game in `workers` processes; see `LearnerVectorEnv` for the rest."""
        one = env_of(game, self_play=self_play, **settings)
        self.num_envs = at_least_one(num_envs)
        self.observer = one.observer
        self.single_observation_space = one.observation_space
        self.single_action_space = one.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.copy = copy
        shared = memory(one.observer, num_envs, RawArray)
        self._batch = Batch(one.observer, num_envs, shared)
        bounds = np.linspace(0, num_envs, min(workers, num_envs) + 1).astype(int).tolist()
        self._bounds = list(pairwise(bounds))
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for first, last in self._bounds:
            ours, theirs = context.Pipe()
            arguments = (theirs, game, self_play, settings, num_envs, first, last, shared)
            process = context.Process(target=serve, args=arguments, daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Start a match in each environment. A single seed gives the environments consecutive seeds."""
        seeds = seeds_of(seed, self.num_envs)
        for pipe, (first, last) in zip(self._pipes, self._bounds, strict=True):
            pipe.send((_RESET, seeds[first:last]))
        self._received()
        return self._batch.observation(copy=self.copy), self._batch.infos({})

    def step(self, actions: Actions) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Choose an option in each match. Raises RuntimeError if a worker has ended."""
        single = single_actions(actions, self.num_envs)
        for pipe, (first, last) in zip(self._pipes, self._bounds, strict=True):
            pipe.send((_STEP, single[first:last]))
        infos = {number: info for found in self._received() for number, info in found.items()}
        return (self._batch.observation(copy=self.copy), *self._batch.results(infos))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of valid indices of each match."""
        return self._batch.mask.astype(np.bool_)

    def _received(self) -> list[Any]:  # what the workers send
        found = []
        for number, pipe in enumerate(self._pipes):
            try:
                answer = pipe.recv()
            except EOFError:
                raise RuntimeError(f"worker {number} has ended") from None
            if isinstance(answer, Exception):
                raise answer
            found.append(answer)
        return found

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the worker processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join()
            process.close()
        self._pipes, self._processes = [], []


def serve(  # what a worker needs
    pipe: Connection,
    game: str | Task,
    self_play: bool,  # an argument of a process
    settings: dict[str, Any],
    total: int,
    first: int,
    last: int,
    shared: Memory,
) -> None:
    """Run the environments from `first` to `last` of a vector environment until the pipe is closed."""
    envs = [env_of(game, self_play=self_play, **settings) for _ in range(first, last)]
    for env in envs:
        env.observer = envs[0].observer
    group = Group(envs, Batch(envs[0].observer, total, shared), first)
    while True:
        try:
            command, values = pipe.recv()
        except EOFError:
            break
        try:
            if command == _RESET:
                group.reset(values)
                pipe.send({})
            else:
                pipe.send(group.step(values))
        except Exception as error:  # reported to the other process
            pipe.send(error)
    pipe.close()
