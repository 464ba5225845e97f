"""Removing Condition tokens from a unit, or what may be removed instead."""

from __future__ import annotations

from banneret.games.icefire.actions import Choose
from banneret.games.icefire.effects import registry
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_condition
from banneret.games.icefire.rules.table.conditions import conditions_of, take_condition
from banneret.games.icefire.rules.table.lasting_effects import keep_effects
from banneret.games.icefire.state import State
from banneret.kernel.flow import Flow, ask


def lose_condition(game: War, unit: int, seat: int, rule: str) -> Flow[None]:
    """Remove a Condition token from a unit, as a player chooses: icefire:condition.2.

    Some effects on the unit may be removed instead of the token.
    """
    state = game.state
    tokens = conditions_of(state, unit)
    if not tokens:
        return
    instead = _removable(state, unit)
    if not instead:
        condition = yield from choose_condition(state, seat, tokens, "lose", rule, unit)
        take_condition(game, unit, condition)
        return
    answer = yield from ask(seat, ThingChooser([*tokens, *instead], "lose", rule))
    if not isinstance(answer, Choose):
        return
    if answer.choice in instead:
        keep_effects(state, [one for one in state.effects if (one.name, one.unit) != (answer.choice, unit)])
    else:
        take_condition(game, unit, answer.choice)


def lose_conditions(game: War, unit: int, seat: int, rule: str) -> Flow[None]:
    """Remove all Condition tokens from a unit; a player may choose to remove something else instead of one."""
    for condition in conditions_of(game.state, unit):
        if _removable(game.state, unit):
            yield from lose_condition(game, unit, seat, rule)
        else:
            take_condition(game, unit, condition)


def _removable(state: State, unit: int) -> list[str]:
    """List the effects on a unit that may be removed instead of a token."""
    return [one.name for one in state.effects if one.unit == unit and one.name in registry.INSTEAD_OF_TOKENS]
