"""The actions of a combat unit: the legal ones, and carrying one out, as its activation or for free."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.actions import Charge, TakeAction
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.charge import charge, charge_fault, charge_targets, may_still_charge
from banneret.games.icefire.rules.actions.melee import fight_melee, melee_fault, raze, raze_fault
from banneret.games.icefire.rules.actions.ranged import shoot, shooting_fault
from banneret.games.icefire.rules.movement.acting import resolve_action
from banneret.games.icefire.rules.movement.movement import maneuver, march
from banneret.games.icefire.rules.movement.retreat import retreat
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.units import enemies_on_table, label, walls_against
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import Message, msg

ACTIONS: Final = ("forgo", "maneuver", "march", "retreat", "ranged", "melee", "raze", "destroy")
"""The actions except Charge, which names its target: icefire:action.1, icefire:attack.2."""
MOVES: Final = ("maneuver", "march")
ATTACKS: Final = ("ranged", "melee", "raze", "destroy")


def action_fault(state: State, unit: int, action: str) -> Refusal | None:
    """Return why a unit may not choose an action now: icefire:action.1, icefire:maneuver.1, icefire:march.1.

    icefire:retreat.1, icefire:attack.2. An engaged unit must attack or retreat if the edition requires it:
    icefire:idleness.1, icefire:idleness.2, icefire:action.2.
    """
    return _action_fault(state, unit, action, is_engaged(state, unit))


def _action_fault(state: State, unit: int, action: str, engaged: bool) -> Refusal | None:
    if action == "forgo":
        if engaged and state.law.idleness:
            return Refusal("icefire:idleness.1", msg("refuse.idle", unit=label(state, unit)))
        return None
    forbidden = mode_of(state).action_fault(state, unit, action)
    if forbidden is not None:
        return forbidden
    if action in MOVES and engaged:
        return Refusal(f"icefire:{action}.1", msg("refuse.engaged", unit=label(state, unit)))
    if action == "retreat" and not engaged:
        return Refusal("icefire:retreat.1", msg("refuse.not-engaged", unit=label(state, unit)))
    if action == "ranged":
        return shooting_fault(state, unit)
    if action == "melee":
        return melee_fault(state, unit)
    if action == "destroy":
        return mode_of(state).destroy_fault(state, unit)
    return raze_fault(state, unit) if action == "raze" else None


class ActionChooser(Chooser[TakeAction | Charge]):
    """Which action does the unit take? Options: the actions in their order, then charges by target.

    `only_attacks`: offer a free Attack action only.
    """

    __slots__ = ("allowed", "charges", "rule", "state", "targets", "unit")
    kind = "action"
    answers = (TakeAction, Charge)

    def __init__(
        self, state: State, unit: int, allowed: tuple[str, ...] = ACTIONS, *, charges: bool = True,
        rule: str = "icefire:action.1",
    ) -> None:  # fmt: skip  # several to a line
        self.state = state
        self.unit = unit
        self.allowed = allowed
        self.charges = charges
        self.targets: list[int] | None = None
        self.rule = rule  # an effect may let a unit act

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.action", unit=label(self.state, self.unit))

    def options(self) -> list[TakeAction | Charge]:
        """List the legal actions, then the charges."""
        state, unit = self.state, self.unit
        engaged = is_engaged(state, unit)
        excluded = MOVES if engaged else ("retreat",)
        found: list[TakeAction | Charge] = [
            TakeAction(action)
            for action in self.allowed
            if action not in excluded and _action_fault(state, unit, action, engaged) is None
        ]
        if self.charges:
            if self.targets is None:
                self.targets = charge_targets(state, unit)
            found += [Charge(label(state, target)) for target in self.targets]
        return found

    def refusal(self, action: TakeAction | Charge) -> Refusal | None:
        """Refuse actions that are not legal now, and charges that cannot be completed: icefire:charge.6."""
        state, unit = self.state, self.unit
        if isinstance(action, TakeAction):
            if action.action not in self.allowed:
                return Refusal(self.rule, msg("refuse.action", action=action.action))
            return action_fault(state, unit, action.action)
        target = state.labels.index(action.target) if action.target in state.labels else NO_UNIT
        if not self.charges:
            return Refusal(self.rule, msg("refuse.action", action="charge"))
        against = state.seat[unit]
        if target == NO_UNIT or target not in enemies_on_table(state, against) + walls_against(state, against):
            return Refusal("icefire:charge.2", msg("refuse.charge.target", unit=action.target))
        return charge_fault(state, unit, target)


def take_action(game: War, unit: int, chooser: ActionChooser, *, free: bool = False) -> Flow[None]:
    """Ask for an action and carry it out: icefire:round.6, icefire:terms.8, icefire:terms.9, icefire:action.4.

    icefire:ruling.64.
    """
    state = game.state
    answer = yield from ask(state.seat[unit], chooser)
    name = "charge" if isinstance(answer, Charge) else answer.action
    target = state.labels.index(answer.target) if isinstance(answer, Charge) else NO_UNIT
    yield from perform(game, unit, name, target, free=free)


def perform(game: War, unit: int, name: str, target: int = NO_UNIT, *, free: bool = False) -> Flow[None]:
    """Carry out a legal action, after responses to its choice and after Dangerous terrain.

    icefire:keyword.dangerous.
    """
    kind = "attack" if name in ATTACKS else name
    yield from resolve_action(game, unit, name, kind, lambda: _resolve(game, unit, name, target), target, free=free)


def _resolve(game: War, unit: int, name: str, target: int) -> Flow[None]:
    """Carry out an action if it is still legal: a response may have changed it."""
    state = game.state
    if name == "charge":
        if game.once(may_still_charge, state, unit, target):
            yield from charge(game, unit, target)
    elif game.once(action_fault, state, unit, name) is None:
        yield from _carry_out(game, unit, name)


def _carry_out(game: War, unit: int, name: str) -> Flow[None]:
    if name == "maneuver":
        yield from maneuver(game, unit)
    elif name == "march":
        yield from march(game, unit)
    elif name == "retreat":
        yield from retreat(game, unit)
    elif name == "ranged":
        yield from shoot(game, unit)
    elif name == "melee":
        yield from fight_melee(game, unit)
    elif name == "destroy":
        yield from mode_of(game.state).destroy(game, unit)
    else:
        yield from raze(game, unit)


def can_attack(state: State, unit: int) -> bool:
    """Return whether a unit could make an Attack action now."""
    return any(action_fault(state, unit, action) is None for action in ATTACKS)


def free_attack(game: War, unit: int) -> Flow[None]:
    """Let a unit make a free Attack action: icefire:terms.8, icefire:terms.2.

    It makes none if a response has destroyed it or left it without enemies to attack: icefire:ruling.138.
    """
    if not game.state.health[unit] or not can_attack(game.state, unit):
        return
    chooser = ActionChooser(game.state, unit, ATTACKS, charges=False, rule="icefire:terms.8")
    yield from take_action(game, unit, chooser, free=True)
