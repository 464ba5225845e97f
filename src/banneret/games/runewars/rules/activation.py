"""Activation: a unit is chosen and revealed, and performs its action and bonus action."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.actions import Activate
from banneret.games.runewars.attack_actions import SpendBane
from banneret.games.runewars.content.components import Action, Amount, Bane, ModifierSector
from banneret.games.runewars.effects import held_cards as holding
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.questions import choose_thing
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.effects.skills import perform_skill
from banneret.games.runewars.events.moves import ActionCanceled, InspirationSpent, ModifierCanceled, UnitRallied
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_ACTION, NO_BONUS, NO_MODIFIER, NO_UNIT, MatchState, label, unit_of
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.charges import charge_attack
from banneret.games.runewars.rules.command import action_of, modifier_of, show_tool
from banneret.games.runewars.rules.damage.attack_choosers import BaneChooser
from banneret.games.runewars.rules.ground.objectives import take_tokens
from banneret.games.runewars.rules.ground.squaring_up import square_up_after_reveal
from banneret.games.runewars.rules.ground.tokens import gain_inspiration, spend_banes
from banneret.games.runewars.rules.movement.marches import march_or_shift
from banneret.games.runewars.rules.movement.reforms import reform
from banneret.games.runewars.rules.scoring import eliminated
from banneret.games.runewars.rules.turns import may_pass, next_turn, pass_on, ready, shift_initiative
from banneret.games.runewars.state import without_one
from banneret.kernel.choosers import Chooser, Options, Refusal
from banneret.kernel.flow import Flow, MatchOver, ask
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg

MOVES: Final = ("march", "shift")
_INSPIRATION: Final = "inspiration"


class ActivateChooser(Chooser[Pass | Activate]):
    """Which unit is activated? Options: none, if allowed, then the seat's own units with this initiative."""

    __slots__ = ("seat", "state")
    kind = "activate"
    rule = "rw:6.1"
    answers = (Pass, Activate)

    def __init__(self, state: MatchState, seat: int) -> None:
        self.state = state
        self.seat = seat

    def prompt(self) -> Message:
        """Return the question with the initiative."""
        return msg("ask.activate", initiative=self.state.called)

    def options(self) -> list[Pass | Activate]:
        """List passing, then the units by number."""
        units: list[Pass | Activate] = [Activate(label(self.state, unit)) for unit in ready(self.state, self.seat)]
        return [Pass(), *units] if may_pass(self.state, self.seat) else units

    def only(self, options: Options[Pass | Activate]) -> Pass | Activate | None:
        """Return None: the number of units with this initiative is the seat's secret, so it is always asked."""
        return None

    def refusal(self, action: Pass | Activate) -> Refusal | None:
        """Refuse units of others, activated ones, other initiatives, and passing while a unit must be activated."""
        if isinstance(action, Pass):
            if may_pass(self.state, self.seat):
                return None
            return Refusal("rw:6.1", msg("refuse.activate.pass", initiative=self.state.called))
        if unit_of(self.state, action.unit) in ready(self.state, self.seat):
            return None
        return Refusal("rw:6.1", msg("refuse.activate", unit=action.unit, initiative=self.state.called))


def choose(game: Runewars) -> Flow[None]:
    """Let the player whose turn it is choose a unit with the called initiative."""
    # rules rw:5.0, rw:5.5, rw:6.1, rw:ruling.75
    state = game.state
    answer = yield from ask(state.turn, ActivateChooser(state, state.turn))
    game.chance.reveal()
    if isinstance(answer, Pass):
        pass_on(game, state.turn)
        next_turn(game)
        return
    state.active, state.fighting = unit_of(state, answer.unit), None
    shift_initiative(game, state.active)
    state.step = "reveal"


# Step 1: the command tool ------------------------------------------------------------------------------------------


def reveal(game: Runewars) -> Flow[None]:
    """Let the active unit spend inspiration, then reveal its tool."""
    # rule rw:5.1
    state = game.state
    unit = state.active
    yield from happen(game, Moment("before-reveal", unit))
    yield from spend_inspiration(game, unit)
    if state.figures[unit]:
        show_tool(game, unit)
    state.step = "revealed"


def revealed(game: Runewars) -> Flow[None]:
    """Let cards respond to the revealed tool, and the opponent spend the unit's banes.

    This is a separate step so that worlds sampled from here on have the dials that everyone has seen.
    """
    # rules rw:5.1, rw:82.1b, rw:82.1d
    state = game.state
    unit = state.active
    if state.figures[unit]:
        yield from happen(game, Moment("reveal", unit))
        yield from spend_banes_at_reveal(game, unit)
    settle(game)
    state.step = "perform"


def spend_inspiration(game: Runewars, unit: int) -> Flow[None]:
    """Let a unit spend inspiration before its tool is revealed: to remove a bane, or to ready an upgrade."""
    # rules rw:15.5, rw:18.0, rw:44.0, rw:44.1, rw:44.1a, rw:44.2
    state = game.state
    while state.inspiration[unit] and state.figures[unit]:
        things = [*dict.fromkeys(state.banes[unit]), *holding.readyable(state, unit)]
        chosen = yield from choose_thing(
            state.seat[unit],
            things,
            _INSPIRATION,
            "rw:44.1a",
            may_pass=True,
            unit=label(state, unit),
            question=_INSPIRATION,
        )
        if not chosen:
            return
        state.inspiration[unit] -= 1
        game.emit(InspirationSpent(unit=label(state, unit), thing=chosen))
        if chosen in state.banes[unit]:
            state.banes[unit] = without_one(state.banes[unit], chosen)
        else:
            holding.ready(game, unit, chosen)


def spend_banes_at_reveal(game: Runewars, unit: int) -> Flow[None]:
    """Let the opponent spend stun against the modifier and immobilize against moves of a revealed unit."""
    # rules rw:11.0, rw:11.1, rw:11.2, rw:18.0, rw:82.0, rw:82.1, rw:82.1b, rw:82.1d, rw:82.2, rw:ruling.54
    state = game.state
    name = label(state, unit)
    if modifier_of(state, unit) is not None and (yield from _spends(game, unit, "stun")):
        state.canceled[unit] |= NO_MODIFIER
        game.emit(ModifierCanceled(unit=name, rule="rw:82.1d"))
    bonus = modifier_of(state, unit)
    for action, bit in ((action_of(state, unit).action, NO_ACTION), (bonus and bonus.action, NO_BONUS)):
        if action in MOVES and (yield from _spends(game, unit, "immobilize")):
            state.canceled[unit] |= bit
            game.emit(ActionCanceled(unit=name, rule="rw:82.1b"))


def _spends(game: Runewars, unit: int, bane: Bane) -> Flow[bool]:
    state = game.state
    if bane not in state.banes[unit]:
        return False
    answer = yield from ask(1 - state.seat[unit], BaneChooser(label(state, unit), bane))
    if isinstance(answer, SpendBane):
        spend_banes(game, unit, bane, 1)
        return True
    return False


# Steps 2 and 3: action and bonus action ----------------------------------------------------------------------------


def perform(game: Runewars) -> Flow[None]:
    """Let the active unit square up and perform its action and bonus action; then the turn passes.

    A bonus action is performed even if the action was canceled, but not after the unit has entered terrain.
    """
    # rules rw:3.4, rw:5.2, rw:5.3, rw:5.6, rw:6.2, rw:11.1, rw:11.1a, rw:11.2, rw:24.0, rw:24.1, rw:24.2
    # rules rw:41.2b, rw:48.2
    state = game.state
    unit = state.active
    sector, modifier = action_of(state, unit), modifier_of(state, unit)
    ended = not state.figures[unit]
    if not ended:
        yield from square_up_after_reveal(game, unit)
    if sector.action is not None and not ended and not state.canceled[unit] & NO_ACTION:
        ended = yield from act(game, unit, sector.action, sector.speed or 0, modifier)
        ended = ended or holding.ENTERED in state.marks[unit]  # by the move of a card
        settle(game)
    bonus = None if modifier is None or state.canceled[unit] & (NO_BONUS | NO_MODIFIER) else modifier.action
    if bonus is not None and modifier is not None and not ended:
        yield from act(game, unit, bonus, modifier.speed or 0, None)
        settle(game)
    take_tokens(game)
    if state.figures[unit]:
        yield from happen(game, Moment("after-activation", unit))
    settle(game)
    holding.forget(state, holding.ACTIVATION)
    state.active = NO_UNIT
    next_turn(game)


def act(game: Runewars, unit: int, action: Action, speed: Amount, modifier: ModifierSector | None) -> Flow[bool]:
    """Perform an action; return whether it ends the activation. A destroyed unit performs none."""
    # rules rw:3.0, rw:3.3, rw:26.0, rw:33.0, rw:37.0, rw:41.2b, rw:75.0, rw:75.3, rw:75.3a, rw:80.0, rw:ruling.46
    if not game.state.figures[unit]:
        return True
    icons = () if modifier is None else modifier.icons
    if action in MOVES:
        moved = yield from march_or_shift(game, unit, action, speed, modifier)
        yield from charge_attack(game, unit, moved, icons)
        take_tokens(game)
        return moved.entered
    if action == "reform":
        yield from reform(game, unit)
        take_tokens(game)
    elif action == "melee-attack":
        if not (yield from happen(game, Moment("melee-action", unit))).canceled:
            yield from attack(game, unit, "melee", icons)
    elif action == "ranged-attack":
        yield from attack(game, unit, "ranged", icons)
    elif action == "rally":
        yield from rally(game, unit)
    elif action == "skill":
        yield from perform_skill(game, unit)
    return False


def rally(game: Runewars, unit: int) -> Flow[None]:
    """Remove all banes of a unit and ready its upgrades; if there was nothing to do, it gains inspiration."""
    # rules rw:15.5, rw:32.3, rw:65.0, rw:65.1
    state = game.state
    banes = len(state.banes[unit])
    state.banes[unit] = []
    readied = holding.ready_all(game, unit)
    game.emit(UnitRallied(unit=label(state, unit), banes=banes))
    if not banes and not readied:
        gain_inspiration(game, unit, 1, "rw:65.1")
    yield from happen(game, Moment("rallied", unit))


def settle(game: Runewars) -> None:
    """End the match if a player has no units left. Raises MatchOver."""
    # rules rw:29.0, rw:29.1, rw:71.1
    if eliminated(game.state):
        raise MatchOver
