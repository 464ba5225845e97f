"""Each House's chance to win from a position, by a small network (`data/chances.json`).

The network rates a position for one House; the difference between both ratings is the logarithm of the odds. Its inputs
are the terms of the evaluation, the rest of the match, and the battle plan. `tools/lab/chance_matches.py` and
`tools/lab/fit_network.py` make the file.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.bots.network import Network
from banneret.bots.winning import certain, learned
from banneret.games.battles.bot.evaluation import Judge
from banneret.games.battles.rules.victory.victory import outcome
from banneret.games.battles.state import NOBODY, STARK, State

TERMS: Final = (
    "points", "prospects", "goal", "standing", "morale", "persons", "resources", "forces", "commanders", "places",
    "ready",
)  # fmt: skip  # several to a line
PLANS: Final = (
    "ambush-in-the-wolfswood", "breaking-the-siege", "burning-harvest", "clash-on-the-kingsroad",
    "crossing-of-the-trident", "harassment-to-harrenhal", "millers-fords", "rallying-the-remnant",
    "razing-the-red-fork", "siege-of-the-holdfast", "waystone", "wolf-raiders",
)  # fmt: skip  # several to a line
"""The plans that favour a House by themselves; others count as even."""
INPUTS: Final = (*TERMS, "share of figures", "rounds left", "last round", "house", "first player", *PLANS)
"""The features of a House. Whatever compares both Houses has the opposite sign for the other one."""
SIDES: Final = (0, 1)
_TEN: Final = 0.1
"""Terms are given in tens of points."""


@cache
def network() -> Network:
    """Return the network of the data file."""
    return Network.load("banneret.games.battles", "chances.json", INPUTS)


def chances(judge: Judge, state: State) -> list[float]:
    """Return each seat's chance to win; they add up to 1."""
    if state.winner != NOBODY or state.reason:
        return certain(outcome(state), 2)
    return learned(network(), rows(judge, state), SIDES)


def rows(judge: Judge, state: State) -> list[list[float]]:
    """Return the features of each House."""
    terms = judge.evaluate(state, STARK).terms
    plan = state.scenario
    figures = [0, 0]
    for seat, count in zip(state.seat, state.figures, strict=True):
        figures[seat] += count
    share = (figures[0] - figures[1]) / max(1, figures[0] + figures[1])
    left = max(0, plan.rounds - state.round) / 10
    last = 1.0 if state.round >= plan.rounds else 0.0
    first = 1.0 if state.first == STARK else -1.0
    own = [_TEN * terms[name] for name in TERMS]
    plans = [1.0 if plan.id == name else 0.0 for name in PLANS]
    return [
        [*own, share, left, last, 1.0, first, *plans],
        [*[-one for one in own], -share, left, last, -1.0, -first, *[-one for one in plans]],
    ]
