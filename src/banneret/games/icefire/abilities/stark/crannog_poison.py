"""Crannog Poison: a card that other cards attach to an enemy unit."""

from __future__ import annotations

from banneret.games.icefire.effects.registry import choices, lasting, removable
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.conditions import conditions_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.state import Effect, Moment, State
from banneret.kernel.flow import Flow

POISON = "crannog-poison"
choices("panicked", "vulnerable", "weakened", POISON)
removable(POISON)


def attach_poison(state: State, unit: int, seat: int) -> None:
    """Poison a unit. A second copy has no further effect: icefire:stacking.1."""
    add_effect(state, Effect(POISON, unit, seat, "match"))


@lasting(POISON, "action-chosen")
def _poison(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Before each of its actions the unit suffers 1 Wound, or 2 if it has a Condition token."""
    state = game.state
    if state.health[unit] and not moment.notes.get("instead"):
        by = next(one.seat for one in state.effects if one.name == POISON and one.unit == unit)
        yield from suffer(game, unit, 2 if conditions_of(state, unit) else 1, by)
