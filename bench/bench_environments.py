"""Steps per second with observation and mask, compared with other libraries. Run with `make bench`.

The same loop of random play measures the games of PettingZoo's package `classic` and ours, and the Python games of
OpenSpiel and ours. Games differ in how much they compute for a step, so the figures say what a learner waits for, not
which code is better. Times are CPU times of one process. Games whose packages are not installed are skipped:

    pip install 'pettingzoo[classic]' 'banneret[rl,spiel]'
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from banneret.kernel.registry import rulebook_ids
from banneret.rl import aec_env

SECONDS = 2.0
CLASSIC: Final = (
    "tictactoe_v3",
    "connect_four_v3",
    "leduc_holdem_v4",
    "texas_holdem_no_limit_v6",
    "chess_v6",
    "go_v5",
    "hanabi_v5",
)
SPIEL: Final = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_block_dominoes")


def rate(steps: Callable[[float], int], seconds: float) -> float:
    """Return steps per second of CPU time, after some steps that are not counted."""
    steps(time.process_time() + seconds / 10)
    start = time.process_time()
    count = steps(start + seconds)
    return count / (time.process_time() - start)


def with_agents(env: Any) -> Callable[[float], int]:
    """Return what plays matches in an AEC environment: `last`, a random offered action, `step`."""
    pick, seed = random.Random(1).random, 0

    def steps(end: float) -> int:
        nonlocal seed
        count = 0
        while True:
            seed += 1
            env.reset(seed=seed)
            for _ in env.agent_iter():
                if time.process_time() >= end:
                    return count
                observation, _, over, truncated, info = env.last()
                if over or truncated:
                    env.step(None)
                    continue
                mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
                offered = np.flatnonzero(mask)
                env.step(int(offered[int(pick() * len(offered))]))
                count += 1

    return steps


def with_states(game: Any) -> Callable[[float], int]:
    """Return what plays matches of an OpenSpiel game: observation tensor, mask, a random legal action."""
    pick = random.Random(1)
    observer = game.make_py_observer()

    def steps(end: float) -> int:
        count = 0
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if time.process_time() >= end:
                    return count
                if state.is_chance_node():
                    state.apply_action(pick.choice(state.chance_outcomes())[0])
                    continue
                player = state.current_player()
                observer.set_from(state, player)
                offered = np.flatnonzero(state.legal_actions_mask(player))
                state.apply_action(int(offered[int(pick.random() * len(offered))]))
                count += 1

    return steps


def classic(name: str) -> Any:
    """Return an environment of PettingZoo. Raises ImportError if it needs a package that is not installed."""
    return importlib.import_module(f"pettingzoo.classic.{name}").env()


def pettingzoo(seconds: float) -> None:
    """Measure PettingZoo's classic games, then ours."""
    made: dict[str, Callable[[], Any]] = {f"pettingzoo.classic {name}": partial(classic, name) for name in CLASSIC}
    made |= {f"banneret {game}": partial(aec_env, game) for game in rulebook_ids()}
    for name, make in made.items():
        try:
            env = make()
        except ImportError as error:
            print(f"{name}: not measured, {str(error).splitlines()[0]}")
            continue
        print(f"{name}: {rate(with_agents(env), seconds):,.0f} steps/s", flush=True)
        env.close()


def openspiel(seconds: float) -> None:
    """Measure OpenSpiel's Python games, then ours."""
    try:
        import pyspiel  # noqa: PLC0415  # optional
        from open_spiel.python import games  # noqa: F401, PLC0415  # registers them
    except ImportError as error:
        print(f"OpenSpiel: not measured, {error}")
        return
    for name in (*SPIEL, *(f"banneret_{game.replace('-', '_')}" for game in rulebook_ids())):
        game = pyspiel.load_game(name)
        print(f"OpenSpiel {name}: {rate(with_states(game), seconds):,.0f} steps/s", flush=True)


def main() -> None:
    """Measure all."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    pettingzoo(seconds)
    openspiel(seconds)


if __name__ == "__main__":
    main()
