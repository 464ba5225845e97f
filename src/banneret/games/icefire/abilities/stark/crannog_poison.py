"""Crannog Poison: a card that other cards attach to an enemy unit."""

from __future__ import annotations

from banneret.games.icefire.actions import Choose
from banneret.games.icefire.effects.registry import choices, lasting
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.conditions import conditions_of, take_condition
from banneret.games.icefire.rules.table.lasting_effects import add_effect, has_effect
from banneret.games.icefire.state import Effect, Moment, State
from banneret.kernel.flow import Flow, ask

POISON = "crannog-poison"
CURES = choices("panicked", "vulnerable", "weakened", POISON)


def attach_poison(state: State, unit: int, seat: int) -> None:
    """Poison a unit. A second copy has no further effect: icefire:stacking.1."""
    add_effect(state, Effect(POISON, unit, seat, "match"))


@lasting(POISON, "action-chosen")
def _poison(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Before each of its actions the unit suffers 1 Wound, or 2 if it has a Condition token."""
    state = game.state
    if state.health[unit]:
        by = next(one.seat for one in state.effects if one.name == POISON and one.unit == unit)
        yield from suffer(game, unit, 2 if conditions_of(state, unit) else 1, by)


def lose_condition(game: War, unit: int, seat: int, rule: str) -> Flow[None]:
    """Remove from a unit a Condition token or, instead, the poison, as a player chooses."""
    state = game.state
    removable = conditions_of(state, unit)
    if not removable:
        return
    if has_effect(state, POISON, unit):
        removable.append(POISON)
    answer = yield from ask(seat, ThingChooser(removable, "lose", rule))
    if not isinstance(answer, Choose):
        return
    if answer.choice == POISON:
        state.effects = tuple([one for one in state.effects if (one.name, one.unit) != (POISON, unit)])
    else:
        take_condition(game, unit, answer.choice)
