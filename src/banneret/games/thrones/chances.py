"""How likely each house is to win from a position: what castles, armies, power and the rest are worth, by round.

The evaluation says in points what a house has; this says what that means in the end, the others' share included.
"""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from banneret.games.thrones.board import FORTIFIED, LAND_AREAS, MUSTER_POINTS, SEA_AREAS
from banneret.games.thrones.components import ROUNDS
from banneret.games.thrones.datafile import DataFile
from banneret.games.thrones.evaluation import CARD_POINTS, Judge, Lay
from banneret.games.thrones.rules.ending import ranking
from banneret.games.thrones.state import NOBODY, State

_ByRound = tuple[float, float, float, float]


class ChanceWeights(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weights, in each of four stages of a match; the data file says what each of them counts."""

    castle: _ByRound
    muster: _ByRound
    land: _ByRound
    sea: _ByRound
    footman: _ByRound
    knight: _ByRound
    ship: _ByRound
    siege_engine: _ByRound
    supply: _ByRound
    throne: _ByRound
    fiefdoms: _ByRound
    court: _ByRound
    power: _ByRound
    card: _ByRound
    threatened: _ByRound
    threatening: _ByRound
    climb: _ByRound


WEIGHTS: Final = DataFile.read("chances.toml").table("weights", ChanceWeights)
_STAGE: Final = tuple((r > 4) + (r > 7) + (r > 9) for r in range(ROUNDS + 2))
_PLENTY: Final = 12
"""Power tokens beyond these help no more."""


def chances(judge: Judge, state: State) -> list[float]:
    """Return for each seat how likely it is to win; together they are certain to."""
    if state.step == "over" or state.reason:
        first = ranking(state)[0]
        return [float(seat == first) for seat in range(state.seats)]
    odds = _log_odds(judge, state)
    most = max(odds)
    shares = [math.exp(one - most) for one in odds]
    total = sum(shares)
    return [share / total for share in shares]


def _log_odds(judge: Judge, state: State) -> list[float]:
    n, at, w = state.seats, _STAGE[state.round], WEIGHTS
    lay = Lay(state)
    found = [0.0] * (n + 1)  # the last entry is NOBODY's
    holder, owner = lay.holder, state.owner
    for area in LAND_AREAS:
        found[holder[area]] += w.land[at]
    for area in SEA_AREAS:
        found[owner[area]] += w.sea[at]
    for area in FORTIFIED:
        found[holder[area]] += w.castle[at] + w.muster[at] * MUSTER_POINTS[area]
    footman, knight, ship, engine = w.footman[at], w.knight[at], w.ship[at], w.siege_engine[at]
    a, b, c, d = state.units
    e, f, g, h = state.routed
    for area, seat in enumerate(owner):
        if seat != NOBODY:
            found[seat] += (
                footman * (a[area] + e[area])
                + knight * (b[area] + f[area])
                + ship * (c[area] + g[area])
                + engine * (d[area] + h[area])
            )
    for weight, track in zip((w.throne[at], w.fiefdoms[at], w.court[at]), state.tracks, strict=True):
        for place, seat in enumerate(track):
            found[seat] -= weight * place
    threatened, threatening = judge.threats(state, lay)
    for seat in range(n):
        found[seat] += (
            w.supply[at] * state.supply[seat]
            + w.power[at] * min(state.available[seat], _PLENTY)
            + w.card[at] * sum([CARD_POINTS[card] for card in state.hands[seat]])
            + w.threatened[at] * threatened[seat]
            + w.threatening[at] * threatening[seat]
            + w.climb[at] * max(0, lay.castles[seat] - 3) ** 2
        )
    return found[:n]
