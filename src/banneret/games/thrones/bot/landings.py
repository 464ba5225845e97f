"""The armies that houses can ship from where they are."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.thrones.content.board import COASTS, SEA_AREAS
from banneret.games.thrones.content.components import ORDER_MODIFIER, TYPE_MARCH
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import NOBODY, State


def landings(state: State, strength: Sequence[int], *, legacy: bool = False) -> list[list[tuple[int, bool]]]:
    """Return, for each seat, the strongest armies that it could ship: one with a march order, and one without.

    In the first release it was only the stronger one.
    """
    owner, orders = state.owner, state.orders
    most = [[0, 0] for _ in range(state.seats)]
    for sea in SEA_AREAS:
        seat = owner[sea]
        if seat != NOBODY:
            for area in COASTS[sea]:
                if owner[area] == seat:
                    army, marches = strength[area], TYPE_IN[orders[area]] == TYPE_MARCH
                    if not legacy:
                        army += ORDER_MODIFIER[orders[area]] if marches and army else 0
                        most[seat][marches] = max(most[seat][marches], army)
                    elif army > max(most[seat]):
                        most[seat] = [0, army] if marches else [army, 0]
    return [[(army, bool(marches)) for marches, army in enumerate(both) if army > 0] for both in most]
