"""Speed of the learning environments on one core, against the bare rules in the same run. Run with `make bench`.

A step is a random answer of the seat that is asked. `bare` lists the options and plays one; `observed` also writes the
observation and the mask; `with features` adds the row of each option. Other libraries are measured if installed.
Times are CPU times, so other programs change them little; those of several processes are real times.
"""

from __future__ import annotations

import random
import sys
import time
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from banneret.kernel.registry import rulebook, rulebook_ids
from banneret.rl import Episode, LearnerVectorEnv, Observer, ProcessVectorEnv, Task

SECONDS = 3.0
ENVIRONMENTS = 64


def rate(steps: Callable[[float], int], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Return steps per second; `steps` runs until the clock reaches a time and returns their number."""
    start = clock()
    count = steps(start + seconds)
    return count / (clock() - start)


def playing(game: str, observer: Observer, kind: str) -> Callable[[float], int]:
    """Return what plays matches until a time."""
    task, pick = Task(game=game), random.Random(1).random

    def steps(end: float) -> int:
        count = seed = 0
        while True:
            episode = Episode(task, seed, observer)
            seed += 1
            match = episode.match
            while asking := match.asking:
                if time.process_time() >= end:
                    return count
                seat, ask = next(iter(asking.items()))
                if kind == "with features":
                    episode.observe(seat)
                elif kind == "observed":
                    out = array("i", bytes(4 * observer.size))
                    observer.write(match, seat, out, episode.writer)
                    mask = np.zeros(observer.rows, np.int8)
                    mask[: len(ask.options)] = 1
                listed = ask.options.listed
                match.play(seat, listed[int(pick() * len(listed))])
                count += 1

    return steps


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


def others(seconds: float) -> None:
    """Measure small games of other libraries."""
    try:
        import pyspiel  # noqa: PLC0415  # optional
        from open_spiel.python.games import tic_tac_toe  # noqa: F401, PLC0415  # registers it
    except ImportError:
        print("OpenSpiel is not installed.")
        return

    def spiel(name: str) -> Callable[[float], int]:
        game, pick = pyspiel.load_game(name), random.Random(1)

        def steps(end: float) -> int:
            count = 0
            while time.process_time() < end:
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        state.apply_action(pick.choice(state.chance_outcomes())[0])
                        continue
                    state.observation_tensor(state.current_player()) if name == "tic_tac_toe" else str(state)
                    state.apply_action(pick.choice(state.legal_actions()))
                    count += 1
            return count

        return steps

    for name in ("tic_tac_toe", "python_tic_tac_toe"):
        print(f"OpenSpiel {name}: {rate(spiel(name), seconds):,.0f} steps/s")


def main() -> None:
    """Measure every game."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    for game in rulebook_ids():
        observer = Observer(rulebook(game))
        found = {kind: rate(playing(game, observer, kind), seconds) for kind in ("bare", "observed", "with features")}
        bare = found["bare"]
        print(
            f"{game}: "
            + "; ".join(f"{kind} {value:,.0f} steps/s ({value / bare:.0%})" for kind, value in found.items())
        )
    first = rulebook_ids()[-1]
    clock = time.process_time
    for count in (1, ENVIRONMENTS):
        envs = LearnerVectorEnv(first, count, self_play=True, copy=False)
        print(f"{first}, {count} in one process: {rate(stepping(envs, clock), seconds, clock):,.0f} steps/s")
        envs.close()
    clock = time.perf_counter
    for workers in (1, 2):
        envs_of_processes = ProcessVectorEnv(first, ENVIRONMENTS, workers=workers, self_play=True, copy=False)
        found_rate = rate(stepping(envs_of_processes, clock), seconds, clock)
        print(f"{first}, {ENVIRONMENTS} in {workers} worker processes: {found_rate:,.0f} steps/s")
        envs_of_processes.close()
    others(seconds)


if __name__ == "__main__":
    main()
