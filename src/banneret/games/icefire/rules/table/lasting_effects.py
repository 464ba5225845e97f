"""Effects that last until the end of the turn, the round or the match."""

from __future__ import annotations

from banneret.games.icefire.rules.table.facts import facts_of
from banneret.games.icefire.state import NO_UNIT, Effect, State


def add_effect(state: State, effect: Effect) -> None:
    """Add a lasting effect; the same name on the same unit is not cumulative: icefire:stacking.1."""
    if not any(one[:3] == effect[:3] and (one.unit != NO_UNIT or one.value == effect.value) for one in state.effects):
        state.effects = (*state.effects, effect)


def has_effect(state: State, name: str, unit: int) -> bool:
    """Return whether a unit has an effect of that name."""
    return unit in facts_of(state).affected.get(name, ())


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
