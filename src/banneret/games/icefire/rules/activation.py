"""A turn: its start, the activation of a unit, its action, its end."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.actions import ActivateNcu, ActivateUnit
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.round import TurnBegan, TurnPassed, UnitActivated
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.free_actions import ActionChooser, take_action
from banneret.games.icefire.rules.board.board import activate_ncu
from banneret.games.icefire.rules.deployment import deploy_late, late_units
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.control import free_zones
from banneret.games.icefire.rules.table.lasting_effects import end_effects, has_effect
from banneret.games.icefire.rules.table.sides import allied, clockwise, next_player, out, side
from banneret.games.icefire.rules.table.units import label, ncu_of, unit_of, units_on_table
from banneret.games.icefire.state import Moment, State, Turn
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg

WITHOUT_TURN: Final = "activated-without-turn"
"""The effect on a unit that counts as activated in this round, but not by a turn of its player."""
NEVER_ACTIVATES: Final = ("30404",)
"""Non-combat units whose own card keeps them from being activated."""


def units_to_activate(state: State, seat: int) -> list[int]:
    """List the combat units that may still be activated in this round: icefire:round.5, icefire:terms.1.

    A team chooses among the units of all its players: icefire:team.7. A unit that had no room in its zone may be
    activated once there is some: icefire:ruling.79.
    """
    return sorted([*_ready(state, seat), *_late(state, seat)])


def _ready(state: State, seat: int) -> list[int]:
    """List the units to activate on the table, and those that the mode allows besides."""
    also = [unit for one in side(state, seat) for unit in mode_of(state).also_activates(state, one)]
    return [unit for unit in (*units_on_table(state, seat), *also) if not state.activated[unit]]


def _is_any_ready(state: State, seat: int) -> bool:
    """Return whether `_ready` lists a unit."""
    sides, owners, activated = state.sides, state.seat, state.activated
    own = sides[seat]
    for unit, pose in enumerate(state.pose):  # a loop without a list, as it runs several times a turn
        if pose is not None and not activated[unit] and sides[owners[unit]] == own:
            return True
    return bool(_ready(state, seat))


def _late(state: State, seat: int) -> list[int]:
    """List the units to activate for which there is room only now. The search for room is slow."""
    late = [unit for one in side(state, seat) for unit in late_units(state, one)]
    return [unit for unit in late if not state.activated[unit]]


def ncus_to_activate(state: State, seat: int) -> list[int]:
    """List the non-combat units that may be activated; none if the board is full: icefire:board.7.

    In the 2021 edition they may be activated even then, without effect: icefire:board-2021.1.
    """
    if not free_zones(state) and not state.law.full_board_activates:
        return []
    return [
        ncu
        for ncu, owner in enumerate(state.ncu_seat)
        if state.ncu_alive[ncu]
        and not state.ncu_activated[ncu]
        and state.ncu_card[ncu] not in NEVER_ACTIVATES
        and allied(state, owner, seat)
    ]


def has_left(state: State, seat: int) -> bool:
    """Return whether a player has units left to activate."""
    return bool(_is_any_ready(state, seat) or ncus_to_activate(state, seat) or _late(state, seat))


def _any_left(state: State, seat: int) -> bool:
    """Return whether any player has units left to activate, from a player on."""
    return any(has_left(state, one) for one in clockwise(state, seat))


def may_pass(state: State, seat: int) -> bool:
    """Return whether a player may pass this turn: icefire:passing.4, icefire:passing.5, icefire:round.10."""
    return state.passes[seat] > 0 and state.passed_in[seat] < state.round


class ActivationChooser(Chooser[Pass | ActivateUnit | ActivateNcu]):
    """Which unit is activated? Options: pass if allowed, then combat units, then non-combat units."""

    __slots__ = ("seat", "state")
    kind = "activation"
    rule = "icefire:round.5"
    answers = (Pass, ActivateUnit, ActivateNcu)

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.activation")

    def options(self) -> list[Pass | ActivateUnit | ActivateNcu]:
        """List `pass` if allowed, then the units."""
        state, seat = self.state, self.seat
        found: list[Pass | ActivateUnit | ActivateNcu] = [Pass()] if may_pass(state, seat) else []
        found += [ActivateUnit(label(state, unit)) for unit in units_to_activate(state, seat)]
        found += [ActivateNcu(state.ncu_labels[ncu]) for ncu in ncus_to_activate(state, seat)]
        return found

    def refusal(self, action: Pass | ActivateUnit | ActivateNcu) -> Refusal | None:
        """Refuse passing without a pass left, and units that cannot be activated: icefire:round.9."""
        state, seat = self.state, self.seat
        if isinstance(action, Pass):
            return None if may_pass(state, seat) else Refusal("icefire:round.9", msg("refuse.pass"))
        if isinstance(action, ActivateUnit):
            unit = unit_of(state, action.unit)
            if unit in _ready(state, seat) or unit in _late(state, seat):
                return None
            return Refusal("icefire:round.5", msg("refuse.activate", unit=action.unit))
        if ncu_of(state, action.ncu) in ncus_to_activate(state, seat):
            return None
        full = not free_zones(state) and not state.law.full_board_activates
        rule = "icefire:board.7" if full else "icefire:round.5"
        return Refusal(rule, msg("refuse.activate", unit=action.ncu))


def turn(game: War) -> Flow[None]:
    """Play a turn: start, activation, end; or proceed to the Clean-Up Phase: icefire:round.4, icefire:round.8.

    icefire:round.2, icefire:round.7, icefire:round.12, icefire:terms.30. A player with nothing left goes from the start
    to the end (icefire:round.11); in the 2021 edition the turn passes on: icefire:round-2021.1. Turns go to the left,
    from one team to the other: icefire:free-for-all.4, icefire:team.7. The players of a team take turns to decide:
    icefire:ruling.129.
    """
    state = game.state
    seat = state.turn_seat
    if not game.once(_any_left, state, seat):
        state.step = "score"
        return
    if seat not in out(state) and (state.law.empty_turns or game.once(has_left, state, seat)):
        yield from _turn(game, seat)
    state.turn_seat = next_player(state, seat)


def _turn(game: War, seat: int) -> Flow[None]:
    """Play the turn of a player; its start and its end are separate events: icefire:ruling.99."""
    state = game.state
    state.turn = Turn(seat)
    game.emit(TurnBegan(player=state.law.players[seat]))
    start = Moment("turn-start", seat)
    start.notes["first"] = int(_is_first(state, seat))
    yield from mode_of(state).turn_start(game, seat)
    yield from happen(game, start)
    if game.once(has_left, state, seat):
        yield from _activate(game, seat)
    yield from happen(game, Moment("turn-end", seat))
    end_effects(state, "turn")
    state.turn = None


def between_turns(game: War, what: Flow[None]) -> Flow[None]:
    """Let something happen that is in nobody's turn; what is limited to a turn ends with it: icefire:ruling.149."""
    state = game.state
    state.turn = Turn(max(state.first, 0))
    yield from what
    end_effects(state, "turn")
    state.turn = None


def _is_first(state: State, seat: int) -> bool:
    """Return whether a turn is the first of the round for its player's side, which has neither acted nor passed."""
    acted = [
        owner
        for unit, owner in enumerate(state.seat)
        if state.activated[unit] and not has_effect(state, WITHOUT_TURN, unit)
    ]
    acted += [owner for owner, done in zip(state.ncu_seat, state.ncu_activated, strict=True) if done]
    return state.passed_in[seat] < state.round and not any(allied(state, owner, seat) for owner in acted)


def _activate(game: War, seat: int) -> Flow[None]:
    """Let the player activate a unit, or pass: icefire:round.5, icefire:passing.4, icefire:round.9.

    A team passes together: icefire:ruling.128.
    """
    state = game.state
    answer = yield from ask(seat, ActivationChooser(state, seat))
    if isinstance(answer, ActivateUnit):
        unit = unit_of(state, answer.unit)
        _hand_over(state, state.seat[unit])
        yield from activate_unit(game, unit)
    elif isinstance(answer, ActivateNcu):
        ncu = ncu_of(state, answer.ncu)
        _hand_over(state, state.ncu_seat[ncu])
        yield from activate_ncu(game, ncu)
    else:
        for one in side(state, seat):  # a team passes together
            state.passes[one] -= 1
            state.passed_in[one] = state.round
        if state.turn is not None:
            state.turn.passed = True
        game.emit(TurnPassed(player=state.law.players[seat], left=state.passes[seat]))


def _hand_over(state: State, owner: int) -> None:
    """Pass the turn within a team to the player whose unit was activated."""
    if state.turn is not None:
        state.turn.seat = owner


def activate_unit(game: War, unit: int) -> Flow[None]:
    """Activate a combat unit: it chooses an action, carries it out, and is marked as activated: icefire:action.3.

    icefire:terms.1, icefire:terms.2. Something else may replace the action: icefire:idleness.3.
    """
    state = game.state
    if state.turn is not None:
        state.turn.unit = unit
    game.emit(UnitActivated(unit=label(state, unit)))
    if state.pose[unit] is None:
        acts = False
        if unit in mode_of(state).also_activates(state, state.seat[unit]):
            acts = yield from mode_of(state).enter(game, unit)
        else:
            yield from deploy_late(game, unit)
        if not acts:
            state.activated[unit] = True
            return
    moment = Moment("activation", state.seat[unit], unit=unit)
    yield from mode_of(state).activated(game, unit)
    yield from happen(game, moment)
    ended = state.turn is not None and state.turn.ended  # by a failed charge: icefire:charge.28
    if state.health[unit] and not moment.replaced and not moment.canceled and not ended:
        gave_up = yield from mode_of(state).instead_of_acting(game, unit)
        if not gave_up:
            yield from take_action(game, unit, ActionChooser(state, unit))
    state.activated[unit] = True
