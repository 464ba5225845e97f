"""Solve the example game with counterfactual regret minimization in OpenSpiel: `python examples/learning/cfr.py`.

The example need not be installed; `examples/hidden-coin/src` must be on the path.
"""

from __future__ import annotations

import argparse

import pyspiel
from hidden_coin.rulebook import HiddenCoinRulebook
from open_spiel.python.algorithms import cfr, exploitability

import banneret
from banneret.rl.spiel import register_spiel_games


def main() -> None:
    """Print how exploitable the average policy is, before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=20)
    given = parser.parse_args()
    banneret.register(HiddenCoinRulebook())
    register_spiel_games()
    options = f'{{"rounds":{given.rounds}}}'
    parameters = {"options": options, "chance": "explicit", "seeds": 1, "rows": 8}
    game = pyspiel.load_game("banneret_hidden_coin", parameters)
    solver = cfr.CFRSolver(game)
    for iteration in range(given.iterations + 1):
        if iteration in (0, 1, 5, 10, given.iterations):
            found = exploitability.exploitability(game, solver.average_policy())
            print(f"{iteration} iterations: exploitability {found:.4f}")
        solver.evaluate_and_update_policy()


if __name__ == "__main__":
    main()
