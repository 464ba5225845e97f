"""Tune the weights of Thrones' evaluation by self-play, and write them to its data file.

    python tools/lab/tune_evaluation.py --steps 40 --games 6 --seats 6 --seed 1

Uses simultaneous perturbation: each step multiplies all weights by random factors near one, lets greedy bots with these
factors play against greedy bots with their inverses, with seats shared equally, and moves the weights towards the side
that won more. The same arguments give the same weights; `--dry` writes nothing.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from random import Random

from msgspec import structs

from banneret.bots import Bot, GreedyBot, play_for
from banneret.games.thrones.bot.judging import ThronesJudging
from banneret.games.thrones.bot.weights import WEIGHTS, Weights
from banneret.kernel.creation import new_match

DATA = Path(__file__).parents[2] / "src/banneret/games/thrones/data/evaluation.toml"
FIXED = {"win"}
"""Weights that matches cannot judge: a win is a win."""


def main() -> None:
    """Tune and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40, help="number of steps (40)")
    parser.add_argument("--games", type=int, default=6, help="pairs of games per step (6)")
    parser.add_argument("--seats", type=int, default=6, choices=(3, 4, 5, 6), help="number of seats (6)")
    parser.add_argument("--spread", type=float, default=0.15, help="size of the trial changes of weights (0.15)")
    parser.add_argument(
        "--rate", type=float, default=0.3, help="change after a step that wins all games (0.3 of the spread)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same weights (1)")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    random = Random(given.seed)
    weights: dict[str, float] = structs.asdict(WEIGHTS)
    names = [name for name in weights if name not in FIXED]
    for step in range(given.steps):
        factors = {name: 1 + given.spread * (1 if random.random() < 0.5 else -1) for name in names}
        up = {**weights, **{name: weights[name] * factors[name] for name in names}}
        down = {**weights, **{name: weights[name] / factors[name] for name in names}}
        better = advantage(up, down, given.seats, given.games, given.seed * 1_000_003 + step)
        for name in names:
            weights[name] *= factors[name] ** (given.rate * better)
        print(f"step {step + 1}: {better:+.2f}", flush=True)
    for name, weight in weights.items():
        print(f"{name} = {weight:.3g}")
    if not given.dry:
        write(weights)


def advantage(one: dict[str, float], other: dict[str, float], seats: int, games: int, seed: int) -> float:
    """Return how much more often bots with the first weights win, from -1 to 1, over both seatings of each game."""
    judges = [ThronesJudging(Weights(**weights)) for weights in (one, other)]
    wins = [0, 0]
    for game in range(games):
        for turned in range(2):
            match = new_match("thrones", seats=seats, seed=f"tune {seed} {game}", events=False)
            side = [(seat + game + turned) % 2 for seat in range(seats)]
            bots: dict[int, Bot] = {
                seat: GreedyBot(seed + seat, worlds=2, judge=judges[side[seat]]) for seat in range(seats)
            }
            while match.asking:
                play_for(bots, match, next(iter(match.asking)), seed=seed + game)
            if match.outcome is not None:
                wins[side[match.outcome.places[0][0]]] += 1
    return (wins[0] - wins[1]) / sum(wins)


def write(weights: dict[str, float]) -> None:
    """Write the weights to the data file, keeping its comments."""
    text = DATA.read_text("utf-8")
    for name, weight in weights.items():
        number = f"{weight:.3g}"
        number = number if "." in number else f"{number}.0"
        text = re.sub(rf"^{name} = [\d.]+", f"{name} = {number}", text, count=1, flags=re.MULTILINE)
    DATA.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
