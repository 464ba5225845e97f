"""Speed of the learning environments on one core, against the bare rules in the same run. Run with `make bench`.

A step is a random answer of the seat that is asked. `bare` lists the options and plays one; `observed` also writes the
observation and the mask; `with features` adds the row of each option. Times are CPU times, so other programs change
them little; those of several processes are real times, which needs as many idle cores.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from banneret.kernel.registry import rulebook, rulebook_ids
from banneret.rl import Episode, LearnerVectorEnv, Observer, ProcessVectorEnv, SelfPlayEnv, Task

SECONDS = 3.0
ENVIRONMENTS = 64
ROUNDS = 3
STEPS = 3000


def rate(steps: Callable[[float], int], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Return steps per second; `steps` runs until the clock reaches a time and returns their number."""
    start = clock()
    count = steps(start + seconds)
    return count / (clock() - start)


def cost(game: str, observer: Observer, kind: str, steps: int) -> float:
    """Return the CPU time of a step in the first matches, which are the same for all kinds."""
    task, pick = Task(game=game), random.Random(1).random
    start, count, seed = time.process_time(), 0, 0
    while count < steps:
        episode = Episode(task, seed, observer)
        seed += 1
        match = episode.match
        while (asking := match.asking) and count < steps:
            seat, ask = next(iter(asking.items()))
            if kind == "with features":
                episode.observe(seat)
            elif kind == "observed":
                observer.values(match, seat, episode.writer)
                observer.mask(len(ask.options))
            listed = ask.options.listed
            match.play(seat, listed[int(pick() * len(listed))])
            count += 1
    return (time.process_time() - start) / steps


def stepping(envs: Any, clock: Callable[[], float]) -> Callable[[float], int]:
    """Return what steps a vector environment until a time."""
    generator = np.random.default_rng(1)
    observation, _ = envs.reset(seed=1)

    def steps(end: float) -> int:
        nonlocal observation
        count = 0
        while clock() < end:
            options = observation["action_mask"].sum(axis=1)
            chosen = (generator.random(envs.num_envs) * options).astype(np.int64)
            observation, *_ = envs.step(chosen)
            count += envs.num_envs
        return count

    return steps


def receiving(envs: ProcessVectorEnv) -> Callable[[float], int]:
    """Return what steps the groups of a vector environment in the order in which they are ready, until a time."""
    generator = np.random.default_rng(1)
    envs.async_reset(seed=1)

    def steps(end: float) -> int:
        count = 0
        while time.perf_counter() < end:
            observation, *_, infos = envs.recv()
            options = observation["action_mask"].sum(axis=1)
            envs.send((generator.random(len(options)) * options).astype(np.int64), infos["env_id"])
            count += len(options)
        return count

    return steps


def alone(env: SelfPlayEnv) -> Callable[[float], int]:
    """Return what steps a single environment until a time."""
    pick = random.Random(1).random
    observation, _ = env.reset(seed=1)

    def steps(end: float) -> int:
        nonlocal observation
        count = 0
        while time.process_time() < end:
            options = int(observation["action_mask"].sum())
            observation, _, over, truncated, _ = env.step(int(pick() * options))
            if over or truncated:
                observation, _ = env.reset()
            count += 1
        return count

    return steps


def collecting(steps: Callable[[float], int], *threshold: int) -> Callable[[float], int]:
    """Return the same steps with a threshold of the garbage collector of their own."""

    def run(end: float) -> int:
        gc.set_threshold(*threshold)
        return steps(end)

    return run


def alternately(
    kinds: dict[str, Callable[[float], int]], seconds: float, clock: Callable[[], float]
) -> dict[str, float]:
    """Return the median of several rates of each kind, measured in turn, so that a busy machine slows all of them."""
    rates: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(ROUNDS):
        for kind, steps in kinds.items():
            rates[kind].append(rate(steps, seconds, clock))
    return {kind: statistics.median(found) for kind, found in rates.items()}


def main() -> None:
    """Measure every game."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    for game in rulebook_ids():
        observer = Observer(rulebook(game))
        costs: dict[str, list[float]] = {"bare": [], "observed": [], "with features": []}
        for _ in range(ROUNDS):
            for kind, times in costs.items():
                times.append(cost(game, observer, kind, int(STEPS * seconds / SECONDS)))
        rates = {kind: 1 / min(times) for kind, times in costs.items()}
        shares = (f"{kind} {one:,.0f} steps/s ({one / rates['bare']:.0%})" for kind, one in rates.items())
        print(f"{game}: {'; '.join(shares)}", flush=True)
    settings = {"self_play": True, "copy": False}
    for game in rulebook_ids():
        default, single = gc.get_threshold(), alone(SelfPlayEnv(game))
        many = stepping(LearnerVectorEnv(game, ENVIRONMENTS, **settings), time.process_time)
        kinds = {"single": collecting(single, *default), "many": collecting(many, *gc.get_threshold())}
        found = alternately(kinds, seconds, time.process_time)
        gc.set_threshold(*default)
        ratio = found["many"] / found["single"]
        print(
            f"{game}: single environment {found['single']:,.0f} steps/s, {ENVIRONMENTS} of them {ratio:.2f} times that"
        )
    for game in rulebook_ids():
        clock = time.perf_counter
        one = LearnerVectorEnv(game, ENVIRONMENTS, **settings)
        two = ProcessVectorEnv(game, ENVIRONMENTS, workers=2, **settings)
        groups = ProcessVectorEnv(game, ENVIRONMENTS, workers=2, groups=2, **settings)
        kinds = {"one": stepping(one, clock), "two": stepping(two, clock), "groups": receiving(groups)}
        found = alternately(kinds, seconds, clock)
        print(
            f"{game}: {ENVIRONMENTS} in one process {found['one']:,.0f} steps/s of real time, in two"
            f" {found['two'] / found['one']:.2f} times, received in groups {found['groups'] / found['one']:.2f} times"
        )
        two.close()
        groups.close()


if __name__ == "__main__":
    main()
