"""Which house card the other house in a combat probably plays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from banneret.games.thrones.bot.evaluation import CARD_POINTS
from banneret.games.thrones.content.components import CARDS, HouseCard

TEMPER: Final = 2.0
"""A card that gains this many points more is played 2.7 times as often."""
STEPS: Final = 5
"""How often both houses respond to what the other one probably plays."""
ICON: Final = 2.5
"""Value of a sword icon without a fortification icon against it."""


class Side(NamedTuple):
    """A house in a combat: its cards, and what it gains if it wins, and loses otherwise."""

    cards: tuple[str, ...]
    gain: float
    loss: float
    keep: float
    """Value of keeping a point of a card for a later combat."""


def came(side: Side, card: HouseCard, enemy: HouseCard, *, won: bool) -> float:
    """Return the gain of a house from a combat, the price of its card excluded."""
    if won:
        return side.gain + ICON * max(0, card.swords - enemy.towers)
    return -side.loss - ICON * max(0, enemy.swords - card.towers)


@lru_cache(maxsize=256)  # the same combat is fought in many imagined worlds
def expected(own: Side, other: Side, edge: int, least: int) -> tuple[float, ...]:
    """Return how likely the other house plays each of its cards.

    Strong cards are likely at first; then the houses respond to each other several times. `edge` is the lead of the
    own house in strength without cards, and `least` the lead that it needs.
    """
    ours, enemies = [[CARDS[id] for id in side.cards] for side in (own, other)]
    wins = [[edge + card.strength - enemy.strength >= least for enemy in enemies] for card in ours]
    mine = [
        [
            came(own, card, enemy, won=won) - own.keep * CARD_POINTS[card.id]
            for enemy, won in zip(enemies, row, strict=True)
        ]
        for card, row in zip(ours, wins, strict=True)
    ]
    theirs = [
        [
            came(other, enemy, card, won=not won) - other.keep * CARD_POINTS[enemy.id]
            for card, won in zip(ours, row, strict=True)
        ]
        for enemy, row in zip(enemies, zip(*wins, strict=True), strict=True)
    ]
    odds = _shares([CARD_POINTS[card.id] for card in enemies])
    for step in range(STEPS):
        pace = 1 / (1 + 0.5 * step)
        response = _shares(_against(theirs, _shares(_against(mine, odds))))
        odds = [(1 - pace) * old + pace * new for old, new in zip(odds, response, strict=True)]
    return tuple(odds)


def _against(rows: Sequence[Sequence[float]], odds: Sequence[float]) -> list[float]:
    """Return the mean gain of each card against cards that are played with these probabilities."""
    return [math.fsum([gain * share for gain, share in zip(row, odds, strict=True)]) for row in rows]


def _shares(gains: Sequence[float]) -> list[float]:
    """Return how likely a house plays each card that gains these points."""
    most = max(gains)
    shares = [math.exp((gain - most) / TEMPER) for gain in gains]
    total = math.fsum(shares)
    return [share / total for share in shares]
