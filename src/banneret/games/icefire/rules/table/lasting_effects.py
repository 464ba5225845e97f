"""Effects that last until the end of the turn, the round or the match."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from banneret.games.icefire.effects import registry
from banneret.games.icefire.rules.table.control import ZONES
from banneret.games.icefire.rules.table.facts import SILENCED, facts_of
from banneret.games.icefire.state import NO_UNIT, Effect, State

CONTROLS: Final = frozenset(f"controls-{zone}" for zone in ZONES)
"""The effects on players that count as controlling a zone.

The value of one that lasts only as long as a non-combat unit has its abilities is the number of its card.
"""

RESERVE: Final = "reserve"
"""The effect on a unit that is in reserve."""


def add_effect(state: State, effect: Effect) -> None:
    """Add a lasting effect; the same name on the same unit is not cumulative: icefire:stacking.1."""
    if not any(one[:3] == effect[:3] and (one.unit != NO_UNIT or one.value == effect.value) for one in state.effects):
        state.effects = (*state.effects, effect)


def has_effect(state: State, name: str, unit: int) -> bool:
    """Return whether a unit has an effect of that name."""
    return unit in facts_of(state).affected.get(name, ())


def in_reserve(state: State, unit: int) -> bool:
    """Return whether a unit is in reserve, where it cannot be targeted: icefire:ruling.11."""
    return unit in reserve(state)


def reserve(state: State) -> Collection[int]:
    """Return the units in reserve."""
    return facts_of(state).affected.get(RESERVE, ())


def silence(state: State, ncu: int, seat: int) -> None:
    """Make a non-combat unit lose its abilities for the round, and with them the zones that only they control.

    What else lasts only as long as its abilities ends too: icefire:influence.5.
    """
    owner, own = state.ncu_seat[ncu], int(state.ncu_card[ncu])
    ended = [one for one in state.effects if (one.seat, one.value) == (owner, own)]
    ended = [one for one in ended if one.name in CONTROLS or one.name in registry.OF_NCUS]
    keep_effects(state, [one for one in state.effects if one not in ended])
    add_effect(state, Effect(SILENCED, NO_UNIT, seat, "round", ncu))


def keep_effects(state: State, kept: list[Effect]) -> None:
    """End all effects but these."""
    if len(kept) < len(state.effects):  # the same tuple as long as nothing changes: see `facts`
        state.effects = tuple(kept)


def end_effects(state: State, until: str) -> None:
    """End the effects with this duration: `turn` or `round`."""
    keep_effects(state, [one for one in state.effects if one.until != until])


def drop_effects(state: State, unit: int) -> None:
    """End all effects on a unit that has left the table."""
    keep_effects(state, [one for one in state.effects if one.unit != unit])
