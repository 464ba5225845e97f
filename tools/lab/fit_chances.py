"""Estimate from finished matches of Thrones how much each term of the evaluation contributes to winning.

    banneret arena thrones --bots greedy --games 360 --out ARENA
    python tools/lab/fit_chances.py ARENA

After every fifth turn of each match, a conditional logit model relates the houses' positions to the winner: castles,
weighted by how little remains to be played, and the terms of the evaluation. Correlation with winning does not always
imply that a term wins matches if pursued, so each coefficient is kept close to 1 (the evaluation's weights won
matches), closest where bots could hoard something useless. The value of the houses themselves, which differs greatly,
is removed by stage of the match. Prints the coefficients, and the prediction quality on held-out matches (a sixth at a
time) as the mean logarithm of the winner's probability. Writes nothing; update `data/chances.toml` by hand. Requires
`numpy` (installed with the extra `plots`).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banneret.games.thrones.bot import chances
from banneret.games.thrones.bot.evaluation import TERMS, Judge
from banneret.kernel.record import Record

HELD: Final = {"power": 0.2, "castles": 0.4, "armies": 0.45, "cards": 0.45, "threatened": 0.4, "threatening": 0.4} | {
    "supply": 0.9,
    "tokens": 3.6,
    "orders": 0.003,
}
"""Prior standard deviation of a coefficient from 1; LOOSE for the others."""
LOOSE: Final = 0.6
HOUSE: Final = 1.0
"""The same for the value of a house, in log odds."""
CASTLE: Final = 1.0
"""The same for the additional weight of a castle with one round to go."""
TURNS: Final = 5
"""Number of turns between two samples of a match."""
WEIGHT: Final = 0.06
"""Samples of one match are correlated: each counts as this fraction of a match."""
STAGES: Final = (4, 7, 9)
"""The last rounds of all stages of a match except the last one."""
FOLDS: Final = 6

Columns = NDArray[np.float64]


class Look(NamedTuple):
    """A sample of a match: castles and terms of each seat, the winner, and the number of the match."""

    castles: list[float]
    """Weighted by how likely castles are to be kept."""
    terms: list[list[float]]
    stage: int
    winner: int
    match: int


def main() -> None:
    """Read, fit and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arenas", nargs="+", type=Path, help="folders of finished arenas with equal numbers of seats")
    given = parser.parse_args()
    looks: list[Look] = []
    for folder in given.arenas:
        looks += read(folder, first=looks[-1].match + 1 if looks else 0)
    print(f"{len({one.match for one in looks})} matches, {len(looks)} samples")
    castle, *counts = fitted(looks)[: 1 + len(TERMS)]
    print(f"{'each castle':<14}{castle:>8.2f}   ({chances.CASTLES.odds:.2f} in the data file)")
    for term, count in zip(TERMS, counts, strict=True):
        print(f"{term:<14}{count:>8.2f}   ({getattr(chances.WEIGHTS, term):.2f} in the data file)")
    quality = held_out(looks)
    print(f"held-out matches: {quality:.3f}; equal chances: {-np.log(len(looks[0].terms)):.3f}")


def read(folder: Path, first: int = 0) -> list[Look]:
    """Return samples of an arena's matches; matches are numbered from `first`."""
    found = []
    judge = Judge()
    for number, line in enumerate((folder / "matches.jsonl").read_bytes().splitlines(), first):
        record = Record.unpack(line, str(folder), number + 1)
        seen: list[tuple[list[float], list[list[float]], int]] = []
        turn = winner = 0
        for match in record.steps(events=False):
            if match.asking and match.mark >= turn:
                turn = match.mark + TURNS
                sure = chances.certainty(match.state)
                stage = sum([match.state.round > last for last in STAGES])
                terms = [list(column) for column in zip(*judge.terms(match.state), strict=True)]
                seen.append(([sure * count for count in chances.castles(match.state)], terms, stage))
            if match.outcome is not None:
                winner = match.outcome.places[0][0]
        found += [Look(castles, terms, stage, winner, number) for castles, terms, stage in seen]
    return found


def fitted(looks: list[Look]) -> Columns:
    """Return the coefficients of castles and terms, followed by the house values by stage (Newton's method)."""
    columns, won = _columns(looks)
    houses = columns.shape[2] - 1 - len(TERMS)
    middle = np.concatenate([[chances.CASTLES.odds], np.ones(len(TERMS)), np.zeros(houses)])
    width = np.concatenate([[CASTLE], [HELD.get(term, LOOSE) for term in TERMS], np.full(houses, HOUSE)])
    weights = middle.copy()
    for _ in range(40):
        chance = _chances(columns, weights)
        slope = WEIGHT * np.einsum("ns,nsf->f", won - chance, columns) - (weights - middle) / width**2
        mean = np.einsum("ns,nsf->nf", chance, columns)
        spread = np.einsum("ns,nsf,nsg->fg", chance, columns, columns) - mean.T @ mean
        weights = weights + np.linalg.solve(WEIGHT * spread + np.diag(1 / width**2), slope)
    return weights


def held_out(looks: list[Look]) -> float:
    """Return the mean logarithm of the winner's probability, with each match left out of the fit."""
    logarithms = []
    matches = sorted({one.match for one in looks})
    for fold in range(FOLDS):
        out = set(matches[fold::FOLDS])
        weights = fitted([one for one in looks if one.match not in out])
        columns, won = _columns([one for one in looks if one.match in out])
        logarithms += list(np.log((_chances(columns, weights) * won).sum(axis=1)))
    return float(np.mean(logarithms))


def _columns(looks: list[Look]) -> tuple[Columns, Columns]:
    """Return castles, terms and indicators of house and stage for each seat, and the winners."""
    castles = np.array([one.castles for one in looks])[:, :, None]
    terms = np.array([one.terms for one in looks]) / chances.WEIGHTS.points
    count, seats, _ = terms.shape
    house = np.zeros((count, seats, seats * (len(STAGES) + 1)))
    won = np.zeros((count, seats))
    for at, one in enumerate(looks):
        house[at, range(seats), [one.stage * seats + seat for seat in range(seats)]] = 1
        won[at, one.winner] = 1
    return np.concatenate([castles, terms, house], axis=2), won


def _chances(columns: Columns, weights: Columns) -> Columns:
    odds = columns @ weights
    shares = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


if __name__ == "__main__":
    main()
