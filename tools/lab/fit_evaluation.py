"""Estimate from matches of Thrones how much each thing a house has at the start of a round contributes to winning.

    python tools/lab/fit_evaluation.py --games 180 --seed 1

Greedy bots play each other, each with random weights around those of the data file, so that houses pursue different
goals. A conditional logit model then relates the chance of winning to castles, land, seas, units, power ... at the
start of rounds, removing the value of the houses themselves. A value of 1 in the table is one point of the evaluation
if ten points are a clear advantage. Writes nothing: set the weights by hand, and check in an arena whether they win.
Requires `numpy` (installed with the extra `plots`).
"""

from __future__ import annotations

import argparse
import math
from random import Random
from typing import Final, NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from banneret.bots import Bot, GreedyBot, play_for
from banneret.games.thrones.bot.evaluation import CARD_POINTS, TERMS, Judge
from banneret.games.thrones.bot.judging import ThronesJudging
from banneret.games.thrones.bot.lay import Lay
from banneret.games.thrones.bot.weights import WEIGHTS, Weights
from banneret.games.thrones.content.board import (
    FORTIFIED,
    LAND_AREAS,
    MUSTER_POINTS,
    PORT_AREAS,
    POWER,
    SEA_AREAS,
    SUPPLY,
)
from banneret.games.thrones.state import State
from banneret.kernel.creation import new_match

FACTS: Final = (
    "castles",
    "mustering points",
    "land areas",
    "barrels",
    "crowns",
    "supply",
    "footmen",
    "knights",
    "ships",
    "siege engines",
    "seas",
    "ports",
    "places behind on the Iron Throne track",
    "places behind on the Fiefdoms track",
    "places behind on the King's Court track",
    "power tokens",
    "points of cards in hand",
    "points of the term: threatened",
    "points of the term: threatening",
    "points of the term: approach",
)
POINTS: Final = 28.0
"""The number of points that multiplies a house's odds of winning by 2.7."""
RIDGE: Final = 3.0

Columns = NDArray[np.float64]


class Sample(NamedTuple):
    """The start of a round: a row of facts for each seat, and the winner of the match."""

    facts: list[list[float]]
    winner: int


def main() -> None:
    """Play, fit and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=180, help="number of games (180)")
    parser.add_argument("--seats", type=int, default=6, choices=(3, 4, 5, 6), help="number of seats (6)")
    parser.add_argument("--spread", type=float, default=0.4, help="variation of the weights (0.4)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
    given = parser.parse_args()
    samples = [
        one for game in range(given.games) for one in played(given.seats, given.spread, given.seed * 1_000_003 + game)
    ]
    worth, error = fitted(samples)
    print(f"{given.games} games, {len(samples)} rounds")
    for fact, points, off in zip(FACTS, worth, error, strict=True):
        print(f"{fact:<42}{POINTS * points:>8.2f} ± {POINTS * off:.2f}")


def played(seats: int, spread: float, seed: int) -> list[Sample]:
    """Play a match of greedy bots with individual weights; return a sample for the start of each round."""
    random = Random(seed)
    match = new_match("thrones", seats=seats, seed=f"fit {seed}", events=False)
    bots: dict[int, Bot] = {}
    for seat in range(seats):
        drawn = {name: weight * math.exp(random.gauss(0, spread)) for name, weight in structs.asdict(WEIGHTS).items()}
        judge = ThronesJudging(Weights(**{**drawn, "win": WEIGHTS.win}))
        bots[seat] = GreedyBot(seed + seat, worlds=2, judge=judge)
    found: list[list[list[float]]] = []
    label = ""
    while match.asking:
        if match.together and match.label != label:
            label = match.label
            found.append(facts(match.state))
        play_for(bots, match, next(iter(match.asking)), seed=seed)
    winner = 0 if match.outcome is None else match.outcome.places[0][0]
    return [Sample(rows, winner) for rows in found]


def facts(state: State) -> list[list[float]]:
    """Return what each seat has, in the order of FACTS."""
    held = Lay(state).holder
    rows = []
    for seat in range(state.seats):
        land = [area for area in LAND_AREAS if held[area] == seat]
        terms = Judge().evaluate(state, seat).terms
        rows.append(
            [
                float(len([area for area in FORTIFIED if held[area] == seat])),
                float(sum([MUSTER_POINTS[area] for area in land])),
                float(len(land)),
                float(sum([SUPPLY[area] for area in land])),
                float(sum([POWER[area] for area in land])),
                float(state.supply[seat]),
                *[
                    float(sum([count for count, owner in zip(kind, state.owner, strict=True) if owner == seat]))
                    for kind in state.units
                ],
                float(len([area for area in SEA_AREAS if held[area] == seat])),
                float(len([area for area in PORT_AREAS if state.owner[area] == seat])),
                *[float(track.index(seat)) for track in state.tracks],
                float(state.available[seat]),
                sum([CARD_POINTS[card] for card in state.hands[seat]]),
                *[terms[name] for name in TERMS if name in ("threatened", "threatening", "approach")],
            ]
        )
    return rows


def fitted(samples: list[Sample]) -> tuple[Columns, Columns]:
    """Return each fact's contribution to the log odds of winning and its standard error (Newton's method)."""
    given = np.array([one.facts for one in samples])
    count, seats, width = given.shape
    mean, spread = given.mean(axis=(0, 1)), given.std(axis=(0, 1)) + 1e-9
    house = np.broadcast_to(np.eye(seats), (count, seats, seats))
    columns = np.concatenate([(given - mean) / spread, house], axis=2)
    won = np.zeros((count, seats))
    won[np.arange(count), [one.winner for one in samples]] = 1
    weights = np.zeros(columns.shape[2])
    curve = np.eye(len(weights))
    for _ in range(40):
        odds = columns @ weights
        chance = np.exp(odds - odds.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        slope = np.einsum("ns,nsf->f", won - chance, columns) - RIDGE * weights
        middle = np.einsum("ns,nsf->nf", chance, columns)
        curve = np.einsum("ns,nsf,nsg->fg", chance, columns, columns) - middle.T @ middle + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    error = np.sqrt(np.diag(np.linalg.inv(curve)))
    return weights[:width] / spread, error[:width] / spread


if __name__ == "__main__":
    main()
