"""Effects that last to the end of the turn, of the round or of the match."""

from __future__ import annotations

from banneret.games.icefire.state import NO_UNIT, Effect, State


def add_effect(state: State, effect: Effect) -> None:
    """Let an effect last; the same name on the same unit does not add up: icefire:stacking.1."""
    if not any(one[:3] == effect[:3] and (one.unit != NO_UNIT or one.value == effect.value) for one in state.effects):
        state.effects.append(effect)


def has_effect(state: State, name: str, unit: int) -> bool:
    """Return whether an effect of that name is on a unit."""
    return any(one.name == name and one.unit == unit for one in state.effects)


def end_effects(state: State, until: str) -> None:
    """End the effects that last until then: `turn` or `round`."""
    state.effects = [one for one in state.effects if one.until != until]


def drop_effects(state: State, unit: int) -> None:
    """End all effects on a unit that is gone."""
    state.effects = [one for one in state.effects if one.unit != unit]
