"""Each side's chance to win from a position, by a small network (`data/chances.json`).

The network rates a position for one side; the ratings are the logarithms of the odds. The inputs are the terms of the
evaluation compared with the average of the other sides, Victory Points, the rest of the match, and its form. The file
is made by `tools/lab/chance_matches.py` and `tools/lab/fit_network.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import fsum
from typing import Final

from banneret.bots.network import Network
from banneret.bots.winning import certain, learned
from banneret.games.icefire.bot.evaluation import Judge
from banneret.games.icefire.content.editions import EDITION_2021
from banneret.games.icefire.rules.table.sides import out
from banneret.games.icefire.rules.table.units import walls, walls_against
from banneret.games.icefire.rules.victory import needed, outcome
from banneret.games.icefire.state import NOBODY, State

TERMS: Final = (
    "points", "prospects", "standing", "resources", "contacts", "forces", "commanders", "conditions", "places", "ready",
)  # fmt: skip  # several to a line
FACTIONS: Final = ("stark", "lannister")
"""The factions that differ from an average one; Neutrals count as such."""
INPUTS: Final = (
    *TERMS, "lead in points", "share of points needed", "share of forces", "rounds left", "last round", "three sides",
    "four sides", "teams", "2021", "attacker", "first player", "army size", *FACTIONS,
)  # fmt: skip  # several to a line
"""The features of a side."""
_TEN: Final = 0.1
"""Terms are given in tens of points."""


@cache
def network() -> Network:
    """Return the network of the data file."""
    return Network.load("banneret.games.icefire", "chances.json", INPUTS)


def chances(judge: Judge, state: State) -> list[float]:
    """Return each seat's chance to win; they add up to 1. A team shares its chance."""
    if state.winner != NOBODY or state.reason:
        return certain(outcome(state), state.seats)
    gone = {state.sides[seat] for seat in out(state)} if len(set(state.sides)) == state.seats else set()
    return learned(network(), rows(judge, state), state.sides, gone)


def rows(judge: Judge, state: State) -> list[list[float]]:
    """Return the features of each side."""
    terms = judge.terms(state)
    count = len(set(state.sides))
    wanted = needed(state)
    points = state.victory_points[:count]  # the first seats belong to different sides
    forces = terms["forces"]
    whole = max(1.0, fsum(forces))
    rounds = state.table.table.rounds
    siege = bool(walls(state))
    shared = [
        (rounds - state.round) / rounds,
        1.0 if state.round >= rounds else 0.0,
        1.0 if count == 3 else 0.0,
        1.0 if count == 4 else 0.0,
        1.0 if count < state.seats else 0.0,
        1.0 if state.law.edition == EDITION_2021 else 0.0,
    ]
    first = NOBODY if state.first == NOBODY else state.sides[state.first]
    size = state.points[0] / 40
    found = []
    for side in range(count):
        best = max([points[other] for other in range(count) if other != side])
        attacker = (1.0 if walls_against(state, side) else -1.0) if siege else 0.0
        found.append(
            [
                *[_TEN * _lead(terms[name], side) for name in TERMS],
                (points[side] - best) / wanted,
                points[side] / wanted,
                forces[side] / whole - 1 / count,
                *shared,
                attacker,
                0.0 if first == NOBODY else 1.0 if first == side else -1.0 / (count - 1),
                size,
                *[_lead([float(one == name) for one in state.factions[:count]], side) for name in FACTIONS],
            ]
        )
    return found


def _lead(values: Sequence[float], side: int) -> float:
    """Return how far a side is above the average of the others."""
    return values[side] - (fsum(values) - values[side]) / (len(values) - 1)
