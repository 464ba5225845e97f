"""Order tokens: the pools and the supply."""

from __future__ import annotations

from banneret.games.battles.content.components import TOKENS
from banneret.games.battles.events.round import TokenUsed
from banneret.games.battles.game import Battle
from banneret.games.battles.state import State


def supply(state: State, kind: int) -> int:
    """Return how many order tokens of a kind are left in the supply."""
    return state.box.supply.each - state.pool[0][kind] - state.pool[1][kind]


def spend(game: Battle, seat: int, kind: int, number: int = 1) -> None:
    """Return order tokens from a pool to the supply: battles:command.14, battles:order.15."""
    state = game.state
    state.pool[seat][kind] -= number
    accounted = state.accounted[seat]
    accounted[kind] = max(accounted[kind] - number, 0)
    game.emit(TokenUsed(house=state.houses[seat], token=TOKENS[kind], number=number))
