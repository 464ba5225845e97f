"""Each side's chance to win from a position, by a small network (`data/chances.json`).

The network rates a position for one side; the difference between both ratings is the logarithm of the odds. Its inputs
are the terms of the evaluation, scores, strength, the rest of the match, and the factions. The file is made by
`tools/lab/chance_matches.py` and `tools/lab/fit_network.py`.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.bots.network import Network
from banneret.bots.winning import certain, learned
from banneret.games.runewars.bot.evaluation import Judge, cost_of
from banneret.games.runewars.content.components import FACTIONS, components
from banneret.games.runewars.match_state import NOBODY, ROUNDS, MatchState
from banneret.games.runewars.rules.scoring import outcome

TERMS: Final = ("score", "lead", "objective", "strength", "tokens", "places", "contacts", "ready")
INPUTS: Final = (
    *TERMS, "share of strength", "rounds left", "last round", "skirmish", "setup", "red", "deployer", "initiative",
    *FACTIONS,
)  # fmt: skip  # several to a line
"""The features of a side. Whatever compares both sides has the opposite sign for the other one."""
BEFORE: Final = frozenset({"commanders", "first", "cards", "terrain", "tokens", "deploy", "supply"})
"""The steps before the first round."""
_TEN: Final = 0.1
"""Terms are given in tens of points."""


@cache
def network() -> Network:
    """Return the network of the data file."""
    return Network.load("banneret.games.runewars", "chances.json", INPUTS)


def chances(judge: Judge, state: MatchState) -> list[float]:
    """Return each seat's chance to win; they add up to 1. A team shares its chance."""
    if state.winner != NOBODY or state.reason:
        return certain(outcome(state), state.seats)
    return learned(network(), rows(judge, state), state.teams)


def rows(judge: Judge, state: MatchState) -> list[list[float]]:
    """Return the features of each side."""
    terms = judge.evaluate(state, 0).terms
    strength = [0.0, 0.0]
    factions = [0.0] * len(FACTIONS)
    for unit, side in enumerate(state.seat):
        if state.figures[unit]:
            cost = cost_of(state, unit)
            strength[side] += cost
            factions[_faction(state.unit[unit])] += cost if side == 0 else -cost
    whole = max(1.0, strength[0] + strength[1])
    compared = [
        *[_TEN * terms.get(name, 0.0) for name in TERMS],
        (strength[0] - strength[1]) / whole,
    ]
    shared = [
        (ROUNDS - state.round) / ROUNDS,
        1.0 if state.round >= ROUNDS else 0.0,
        1.0 if state.size == "skirmish" else 0.0,
        1.0 if state.step in BEFORE else 0.0,
    ]
    seats = [_sign(state.red), _sign(state.deployer), _sign(state.first)]
    factions = [one / whole for one in factions]
    return [
        [*compared, *shared, *seats, *factions],
        [*[-one for one in compared], *shared, *[-one for one in seats], *[-one for one in factions]],
    ]


def _sign(side: int) -> float:
    return 0.0 if side == NOBODY else 1.0 if side == 0 else -1.0


@cache
def _faction(unit: str) -> int:
    """Return the number of the faction of a unit card."""
    return [components().faction[unit] == one for one in FACTIONS].index(True)
