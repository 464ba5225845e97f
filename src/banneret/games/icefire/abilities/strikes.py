"""Effects that make a unit act immediately: one of some free actions, or an attack or charge against a given enemy."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.actions import Choose
from banneret.games.icefire.effects.registry import choices
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.charge import charge_fault, chargeable
from banneret.games.icefire.rules.actions.free_actions import ActionChooser, action_fault, perform, take_action
from banneret.games.icefire.rules.actions.melee import fight_at, realign
from banneret.games.icefire.rules.actions.ranged import may_shoot_at, shoot
from banneret.games.icefire.rules.combat.attack import attack_of
from banneret.games.icefire.rules.movement.acting import resolve_action
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.engagement import are_engaged
from banneret.games.icefire.rules.table.units import alive
from banneret.games.icefire.state import State
from banneret.kernel.flow import Flow, ask

STRIKES: Final = choices("melee", "ranged", "charge")
ATTACKS: Final = ("ranged", "melee")


def can_act(state: State, unit: int, actions: tuple[str, ...], *, charges: bool = False) -> bool:
    """Return whether a unit could take one of some actions now."""
    return any(action_fault(state, unit, action) is None for action in actions) or (
        charges and any(charge_fault(state, unit, enemy) is None for enemy in chargeable(state, unit))
    )


def _can_act(state: State, unit: int, actions: tuple[str, ...], charges: bool) -> bool:
    return can_act(state, unit, actions, charges=charges)


def act(game: War, unit: int, actions: tuple[str, ...], *, charges: bool = False, rule: str) -> Flow[None]:
    """Let a unit perform one of some actions for free, if it can: icefire:terms.8, icefire:terms.9."""
    state = game.state
    if alive(state, unit) and game.once(_can_act, state, unit, actions, charges):
        yield from take_action(game, unit, ActionChooser(state, unit, actions, charges=charges, rule=rule), free=True)


def strikes(state: State, unit: int, enemy: int, kinds: tuple[str, ...] = STRIKES) -> list[str]:
    """List how a unit could attack or charge an enemy now, perhaps after the shift before shooting."""
    if not alive(state, unit) or not alive(state, enemy) or state.pose[unit] is None:
        return []
    found = []
    if "melee" in kinds and are_engaged(state, unit, enemy) and attack_of(state, unit, "melee") is not None:
        found.append("melee")
    if "ranged" in kinds and may_shoot_at(state, unit, enemy):
        found.append("ranged")
    if "charge" in kinds and charge_fault(state, unit, enemy) is None:
        found.append("charge")
    return found


def strike(
    game: War, unit: int, enemy: int, rule: str, kinds: tuple[str, ...] = STRIKES, *, may: bool = False
) -> Flow[None]:
    """Let a unit make an Attack or Charge action at an enemy, if it can. With `may`, its player may decline."""
    state = game.state
    found = game.once(strikes, state, unit, enemy, kinds)
    if not found:
        return
    answer = yield from ask(state.seat[unit], ThingChooser(found, "strike", rule, may_pass=may))
    if not isinstance(answer, Choose):
        return
    if answer.choice == "charge":
        yield from perform(game, unit, "charge", enemy, free=True)
    elif answer.choice == "melee":
        yield from melee_at(game, unit, enemy)
    else:
        yield from _ranged_at(game, unit, enemy)


def melee_at(game: War, unit: int, enemy: int) -> Flow[None]:
    """Let a unit make a Melee Attack action at an enemy engaged with it: icefire:melee.3, icefire:ruling.143."""

    def resolve() -> Flow[None]:
        if are_engaged(game.state, unit, enemy):
            yield from realign(game, unit)
            if game.state.health[unit] and are_engaged(game.state, unit, enemy):
                yield from fight_at(game, unit, enemy)

    yield from resolve_action(game, unit, "melee", "attack", resolve, free=True)


def _ranged_at(game: War, unit: int, enemy: int) -> Flow[None]:
    """Let a unit make a Ranged Attack action at an enemy, with its shift: icefire:ranged.3, icefire:ruling.143."""

    def resolve() -> Flow[None]:
        if alive(game.state, enemy) and may_shoot_at(game.state, unit, enemy):
            yield from shoot(game, unit, only=enemy)

    yield from resolve_action(game, unit, "ranged", "attack", resolve, free=True)
