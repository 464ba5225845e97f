"""Costs of non-combat unit abilities: Order tokens, or a single use per match."""

from __future__ import annotations

from banneret.games.icefire.game import War
from banneret.games.icefire.rules.table.choosers import may
from banneret.kernel.flow import Flow

RULE = "icefire:card.8"


def pay_token(game: War, ncu: int) -> Flow[bool]:
    """Ask whether a non-combat unit pays an Order token for its ability. Return True if paid."""
    state = game.state
    if not state.ncu_counters[ncu].get("order"):
        return False
    if not (yield from may(state.ncu_seat[ncu], "pay-token", RULE, ncu=state.ncu_labels[ncu])):
        return False
    state.ncu_counters[ncu]["order"] -= 1
    return True


def use_once(game: War, ncu: int) -> Flow[bool]:
    """Ask whether a non-combat unit uses its once-per-match ability. Return True if used."""
    state = game.state
    mark = f"{state.ncu_seat[ncu]}:{state.ncu_card[ncu]}"
    if mark in state.once:
        return False
    if not (yield from may(state.ncu_seat[ncu], "once", RULE, ncu=state.ncu_labels[ncu])):
        return False
    state.once.append(mark)
    return True
