"""Ask finished matches of Thrones what a point of each term of the evaluation counts towards winning.

    banneret arena thrones --bots greedy --games 360 --out ARENA
    python tools/fit_chances.py ARENA

At the start of each round of each match a conditional logit model compares what the houses had with who won. What goes
with winning where nobody aims at it is not always what wins, so each count is held near 1 (the evaluation's weights won
matches), nearest where bots can hoard a thing that helps nobody. What a house itself is worth, which differs much, is
taken out by stage of the match. Printed are the counts, and how well matches that were left out of the fit (a sixth at
a time) are foretold: the mean logarithm of the winner's chance. It writes nothing; `data/chances.toml` is set by hand
after it. Needs `numpy` (it comes with the extra `plots`).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from banneret.games.thrones import chances
from banneret.games.thrones.evaluation import TERMS, Judge
from banneret.kernel.record import Record

HELD: Final = {"power": 0.2, "castles": 0.4, "armies": 0.45, "cards": 0.45, "threatened": 0.4, "threatening": 0.4} | {
    "supply": 0.9,
    "tokens": 3.6,
    "orders": 0.003,
}
"""How far from 1 a count may well be (a standard deviation); others by LOOSE."""
LOOSE: Final = 0.6
HOUSE: Final = 1.0
"""The same for what a house is worth, in logarithms of odds."""
ROUNDS_TOLD: Final = 0.4
"""The starts of rounds of one match tell much the same: each counts for so much of a match."""
STAGES: Final = (4, 7, 9)
"""The last rounds of all stages of a match but the last stage."""
FOLDS: Final = 6

Columns = NDArray[np.float64]


class Start(NamedTuple):
    """The start of a round: the terms of each seat, who won, and which match it was."""

    terms: list[list[float]]
    stage: int
    winner: int
    match: int


def main() -> None:
    """Read, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arenas", nargs="+", type=Path, help="folders of finished arenas, all with as many seats")
    given = parser.parse_args()
    starts: list[Start] = []
    for folder in given.arenas:
        starts += read(folder, first=starts[-1].match + 1 if starts else 0)
    print(f"{len({one.match for one in starts})} matches, {len(starts)} starts of rounds")
    counts = fitted(starts)[: len(TERMS)]
    for term, count in zip(TERMS, counts, strict=True):
        print(f"{term:<14}{count:>8.2f}   ({getattr(chances.WEIGHTS, term):.2f} in the data file)")
    told = foretold(starts)
    print(f"left out of the fit: {told:.3f}; equal chances: {-np.log(len(starts[0].terms)):.3f}")


def read(folder: Path, first: int = 0) -> list[Start]:
    """Return the starts of rounds of an arena's matches; matches are told apart by numbers, from the first one."""
    found = []
    judge = Judge()
    for number, line in enumerate((folder / "matches.jsonl").read_bytes().splitlines(), first):
        record = Record.unpack(line, str(folder), number + 1)
        begun: list[tuple[int, list[list[float]]]] = []
        winner = 0
        for match in record.steps(events=False):
            if match.asking and len(begun) < match.state.round:
                stage = sum([match.state.round > last for last in STAGES])
                begun.append((stage, [list(column) for column in zip(*judge.terms(match.state), strict=True)]))
            if match.outcome is not None:
                winner = match.outcome.places[0][0]
        found += [Start(terms, stage, winner, number) for stage, terms in begun]
    return found


def fitted(starts: list[Start]) -> Columns:
    """Return the count of each term, then what each house is worth by stage (Newton's method)."""
    columns, won = _columns(starts)
    points = chances.WEIGHTS.points
    middle = np.concatenate([np.ones(len(TERMS)), np.zeros(columns.shape[2] - len(TERMS))])
    width = np.concatenate([[HELD.get(term, LOOSE) for term in TERMS], np.full(len(middle) - len(TERMS), HOUSE)])
    columns[:, :, : len(TERMS)] /= points
    weights = middle.copy()
    for _ in range(40):
        chance = _chances(columns, weights)
        slope = ROUNDS_TOLD * np.einsum("ns,nsf->f", won - chance, columns) - (weights - middle) / width**2
        mean = np.einsum("ns,nsf->nf", chance, columns)
        spread = np.einsum("ns,nsf,nsg->fg", chance, columns, columns) - mean.T @ mean
        weights = weights + np.linalg.solve(ROUNDS_TOLD * spread + np.diag(1 / width**2), slope)
    return weights


def foretold(starts: list[Start]) -> float:
    """Return the mean logarithm of the winner's chance where each match was left out of the fit."""
    told = []
    matches = sorted({one.match for one in starts})
    for fold in range(FOLDS):
        out = set(matches[fold::FOLDS])
        weights = fitted([one for one in starts if one.match not in out])
        columns, won = _columns([one for one in starts if one.match in out])
        columns[:, :, : len(TERMS)] /= chances.WEIGHTS.points
        told += list(np.log((_chances(columns, weights) * won).sum(axis=1)))
    return float(np.mean(told))


def _columns(starts: list[Start]) -> tuple[Columns, Columns]:
    """Return the terms of each seat, and a column for each house and stage; and who won."""
    terms = np.array([one.terms for one in starts])
    count, seats, _ = terms.shape
    house = np.zeros((count, seats, seats * (len(STAGES) + 1)))
    won = np.zeros((count, seats))
    for at, one in enumerate(starts):
        house[at, range(seats), [one.stage * seats + seat for seat in range(seats)]] = 1
        won[at, one.winner] = 1
    return np.concatenate([terms, house], axis=2), won


def _chances(columns: Columns, weights: Columns) -> Columns:
    odds = columns @ weights
    shares = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


if __name__ == "__main__":
    main()
