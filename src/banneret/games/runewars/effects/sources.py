"""Sources of effects: the ids of a unit, and the effects of all units that apply to a moment or a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeVar

from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.registry import Adder, Handler, Role, Source
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.state import Held

_T = TypeVar("_T", Handler, Adder)


def ids_of(state: MatchState, unit: int) -> list[str]:
    """Return the ids of a unit: its own, then those of its abilities, upgrades and conditions."""
    # rules rw:15.1, rw:15.4, rw:34.0, rw:34.7
    return [*_printed(state.unit[unit]), *state.upgrades[unit], *state.conditions[unit]]


@cache
def _printed(unit: str) -> tuple[str, ...]:
    """Return the id of a unit's card and those of its abilities."""
    card = components().units[unit]
    return card.id, *(one.id for one in card.abilities)


def held_by_all(state: MatchState) -> frozenset[str]:
    """Return the ids of all units; most effects are looked up in vain, which this shows at once."""
    return _held(state)[3]


def _held(state: MatchState) -> Held:
    held = state.held
    if held is None or held[1] != state.upgrades or held[2] != state.conditions or held[0] != state.unit:
        cards = tuple([(unit, id) for unit in range(len(state.unit)) for id in ids_of(state, unit)])
        ids = frozenset([id for _, id in cards])
        held = state.held = state.unit.copy(), state.upgrades.copy(), state.conditions.copy(), ids, cards
    return held


def answering(
    state: MatchState, table: Mapping[str, _T], unit: int, target: int = NO_UNIT
) -> Iterator[tuple[_T, Source]]:
    """Return the entries of a table that apply to this unit and target; the first player's effects come first.

    Effects of one player are in the order of units and cards.
    """
    # rules rw:74.1, rw:76.10
    held = _held(state)
    if held[3].isdisjoint(table):
        return
    entries = [(owner, id) for owner, id in held[4] if id in table]
    for seat in in_order(state):
        for owner, id in entries:
            if state.seat[owner] == seat and (state.figures[owner] or owner in (unit, target)):
                found = table[id]
                if concerns(found.role, owner, unit, target):
                    yield found, Source(owner, id)


def in_order(state: MatchState) -> tuple[int, int]:
    """Return the seats, the first player's first."""
    # rules rw:74.1, rw:76.10
    first = max(state.first, 0)
    return first, 1 - first


def concerns(role: Role, owner: int, unit: int, target: int) -> bool:
    """Whether an effect of one unit applies to a moment or number of another in this role."""
    return role == "any" or owner == (unit if role == "unit" else target)
