"""Carrying out orders: all moves of the ordered units, then all their attacks."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.battles.actions import Attack, ChooseUnit, MoveUnit, Scorch
from banneret.games.battles.events.round import UnitOrdered
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.fire import scorch, scorch_refusal, scorch_targets
from banneret.games.battles.rules.field.choosers import UnitChooser
from banneret.games.battles.rules.field.sight import attack_refusal, targets_of
from banneret.games.battles.rules.field.units import card_of, in_play, label, name_of, unit_at
from banneret.games.battles.rules.orders.aftermath import attack, target_refusal
from banneret.games.battles.rules.orders.movement import move, reach, steps_of
from banneret.games.battles.state import NO_UNIT, State, Turn, turn_of
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Done
from banneret.text.message import msg


def carry_out(game: Battle, units: Sequence[int]) -> Flow[None]:
    """Move and attack with the ordered units, and make them inactive.

    All moves come before any attack (battles:order.6, battles:move.3, battles:attack.1, battles:ruling.19). Units that
    do neither still count as ordered: battles:order.8, battles:order.18, battles:move.13, battles:ruling.24.
    """
    state, turn = game.state, turn_of(game.state)
    for unit in units:
        turn.ordered.append(unit)
        house = state.houses[state.seat[unit]]
        game.emit(UnitOrdered(house=house, unit=name_of(state, unit), hex=label(state, unit)))
    yield from _moves(game, turn)
    yield from _attacks(game, turn)
    for unit in turn.ordered:
        state.active[unit] = False


def _moves(game: Battle, turn: Turn) -> Flow[None]:
    """Ask for moves, each finished before the next: battles:move.2, battles:order.1.

    No unit has to move: battles:order.7, battles:move.4.
    """
    state = game.state
    while True:
        units = [unit for unit in turn.ordered if in_play(state, unit) and unit not in turn.moved]
        if not units:
            return
        answer = yield from ask(turn.seat, MoveChooser(state, units))
        if isinstance(answer, Done):
            return
        yield from move(game, unit_at(state, answer.hex), state.field.place(answer.target))


def _attacks(game: Battle, turn: Turn) -> Flow[None]:
    """Ask for attacks, in any order: battles:attack.3, battles:attack.4, battles:order.17."""
    state = game.state
    while True:
        units = [unit for unit in turn.ordered if may_attack(state, turn, unit)]
        if not units:
            return
        answer = yield from ask(turn.seat, AttackChooser(state, units))
        if isinstance(answer, Done):
            return
        unit = unit_at(state, answer.hex)
        turn.attacked.add(unit)
        if isinstance(answer, Scorch):
            yield from scorch(game, unit, state.field.place(answer.target))
        else:
            target = unit_at(state, answer.target)
            supporters = yield from _join(game, turn, unit, target)
            yield from attack(game, unit, target, supporters=supporters)


def may_attack(state: State, turn: Turn, unit: int) -> bool:
    """Return whether an ordered unit can still attack in this turn.

    Once per turn (battles:attack.4), and after moving only if its chart allows it: battles:unit-type.order-chart.
    """
    if not in_play(state, unit) or unit in turn.attacked:
        return False
    return unit not in turn.moved or card_of(state, unit).attack_after_move


def _join(game: Battle, turn: Turn, unit: int, target: int) -> Flow[list[int]]:
    """Ask which other ordered units give up their own attack to support this one: battles:c13.1, battles:c13.2."""
    state = game.state
    joined: list[int] = []
    if not state.settings.coordinated_attacks or card_of(state, unit).ranged:
        return joined
    while True:
        can = [
            other
            for other in turn.ordered
            if other != unit
            and other not in joined
            and may_attack(state, turn, other)
            and not card_of(state, other).ranged
            and attack_refusal(state, other, target) is None
        ]
        if not can:
            return joined
        answer = yield from ask(turn.seat, UnitChooser(state, can, "join", "battles:c13.1"))
        if not isinstance(answer, ChooseUnit):
            return joined
        other = unit_at(state, answer.hex)
        joined.append(other)
        turn.attacked.add(other)


class MoveChooser(Chooser[Done | MoveUnit]):
    """Which ordered unit moves where? Options: no more moves, then moves by unit and hex.

    Moving is optional: battles:order.7, battles:move.4. Only ordered units move: battles:move.1, battles:order.5.
    """

    __slots__ = ("reached", "state", "units")
    kind = "move"
    rule = "battles:order.6"
    answers = (Done, MoveUnit)

    def __init__(self, state: State, units: Sequence[int]) -> None:
        self.state = state
        self.units = units
        self.reached: dict[int, list[int]] | None = None

    def _reach(self) -> dict[int, list[int]]:
        if self.reached is None:
            self.reached = {unit: reach(self.state, unit, steps_of(self.state, unit)) for unit in self.units}
        return self.reached

    def options(self) -> list[Done | MoveUnit]:
        """Return an action to stop moving, then every move: battles:order.7, battles:move.4."""
        labels = self.state.field.labels
        moves = [
            MoveUnit(labels[self.state.hex[unit]], labels[hex])
            for unit, hexes in self._reach().items()
            for hex in hexes
        ]
        return [Done(), *moves]

    def refusal(self, action: Done | MoveUnit) -> Refusal | None:
        """Refuse units that were not ordered or have moved, and hexes out of reach.

        battles:order.5, battles:move.1, battles:move.11.
        """
        if isinstance(action, Done):
            return None
        unit = unit_at(self.state, action.hex)
        if unit not in self.units:
            return Refusal("battles:move.1", msg("refuse.move.not-ordered", hex=action.hex))
        try:
            target = self.state.field.place(action.target)
        except ValueError:
            return Refusal("battles:move.6", msg("refuse.move.off-board", hex=action.target))
        if target in self._reach()[unit]:
            return None
        if self.state.at[target] != NO_UNIT:
            return Refusal("battles:move.9", msg("refuse.move.occupied", hex=action.target))
        return Refusal("battles:move.11", msg("refuse.move.out-of-reach", hex=action.hex, target=action.target))


class AttackChooser(Chooser[Done | Attack | Scorch]):
    """Which ordered unit attacks whom? Options: no more attacks, then attacks by unit and target, then fires.

    Attacking is optional (battles:attack.5, battles:c5.7); an engaged unit may attack or shoot others (battles:c5.8).
    """

    __slots__ = ("state", "units")
    kind = "attack"
    rule = "battles:attack.3"
    answers = (Done, Attack, Scorch)

    def __init__(self, state: State, units: Sequence[int]) -> None:
        self.state = state
        self.units = units

    def options(self) -> list[Done | Attack | Scorch]:
        """Return an action to stop attacking, then every attack and fire: battles:attack.5, battles:c5.7."""
        state = self.state
        found: list[Done | Attack | Scorch] = [Done()]
        for unit in self.units:
            own = label(state, unit)
            found += [Attack(own, label(state, target)) for target in targets_of(state, unit)]
        for unit in self.units:
            own = label(state, unit)
            found += [Scorch(own, state.field.labels[hex]) for hex in scorch_targets(state, unit)]
        return found

    def refusal(self, action: Done | Attack | Scorch) -> Refusal | None:
        """Refuse units that were not ordered or have attacked, and targets out of reach or sight."""
        if isinstance(action, Done):
            return None
        unit = unit_at(self.state, action.hex)
        if unit not in self.units:
            return Refusal("battles:attack.7", msg("refuse.attack.not-ordered", hex=action.hex))
        if isinstance(action, Scorch):
            return scorch_refusal(self.state, unit, action.target)
        return target_refusal(self.state, unit, action.target)
