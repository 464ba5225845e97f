"""Activation: a unit is chosen and revealed, and performs its action and bonus action."""

from __future__ import annotations

from banneret.games.runewars.actions import Activate
from banneret.games.runewars.components import Action, Amount, ModifierSector
from banneret.games.runewars.events.course import ToolRevealed
from banneret.games.runewars.events.moves import UnitRallied
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState, label, unit_of
from banneret.games.runewars.rules.attacking import attack
from banneret.games.runewars.rules.command import action_of, card_of, modifier_of
from banneret.games.runewars.rules.moving import march_or_shift
from banneret.games.runewars.rules.reforming import reform
from banneret.games.runewars.rules.squaring_up import square_up_after_reveal
from banneret.games.runewars.rules.turns import next_turn, ready
from banneret.games.runewars.sectors import action_id, modifier_id
from banneret.kernel.choosing import Chooser, Options, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.message import Message, say


class ActivateChooser(Chooser[Activate]):
    """Which unit is activated? Options: the own ones of the initiative that is called."""

    __slots__ = ("seat", "state")
    kind = "activate"
    rule = "rw:6.1"
    answers = (Activate,)

    def __init__(self, state: MatchState, seat: int) -> None:
        self.state = state
        self.seat = seat

    def prompt(self) -> Message:
        """Name the initiative."""
        return say("ask.activate", initiative=self.state.called)

    def options(self) -> list[Activate]:
        """List them by their numbers."""
        return [Activate(label(self.state, unit)) for unit in ready(self.state, self.seat)]

    def only(self, options: Options[Activate]) -> Activate | None:
        """Return None: how many units have this initiative is the seat's secret, so it is always asked."""
        return None

    def refusal(self, action: Activate) -> Refusal | None:
        """Refuse units that are not one's own, were activated, or have another initiative."""
        if unit_of(self.state, action.unit) in ready(self.state, self.seat):
            return None
        return Refusal("rw:6.1", say("refuse.activate", unit=action.unit, initiative=self.state.called))


def choose(game: Runewars) -> Flow[None]:
    """Let the player whose turn it is choose a unit, and reveal its command tool."""
    # rules rw:5.1, rw:5.5, rw:6.1
    state = game.state
    told = yield from ask(state.turn, ActivateChooser(state, state.turn))
    unit = unit_of(state, told.unit)
    game.chance.reveal()
    state.shown[unit] = True
    state.active = unit
    card, (action, modifier) = card_of(state, unit), state.dials[unit]
    shown = action_id(card.actions[action]), modifier_id(card.modifiers[modifier])
    game.tell(ToolRevealed(unit=told.unit, action=shown[0], modifier=shown[1]))
    state.step = "perform"


def perform(game: Runewars) -> Flow[None]:
    """Let the active unit square up, and perform its action and its bonus action; then the turn passes."""
    # rules rw:5.0, rw:5.2, rw:5.3, rw:24.0, rw:24.1
    state = game.state
    unit = state.active
    sector, modifier = action_of(state, unit), modifier_of(state, unit)
    yield from square_up_after_reveal(game, unit)
    if sector.action is not None:
        yield from act(game, unit, sector.action, sector.speed or 0, modifier)
    if modifier is not None and modifier.action is not None:
        yield from act(game, unit, modifier.action, modifier.speed or 0, None)
    state.active = NO_UNIT
    next_turn(game)


def act(game: Runewars, unit: int, action: Action, speed: Amount, modifier: ModifierSector | None) -> Flow[None]:
    """Perform an action: a move, an attack, a rally; a unit that is gone performs none."""
    # rules rw:3.0, rw:3.3, rw:80.0
    if not game.state.figures[unit]:
        return
    if action in ("march", "shift"):
        yield from march_or_shift(game, unit, action, speed, modifier)
    elif action == "reform":
        yield from reform(game, unit)
    elif action == "melee-attack":
        yield from attack(game, unit, "melee", () if modifier is None else modifier.icons)
    elif action == "ranged-attack":
        yield from attack(game, unit, "ranged", () if modifier is None else modifier.icons)
    elif action == "rally":
        rally(game, unit)


def rally(game: Runewars, unit: int) -> None:
    """Remove all banes of a unit; one that has none gains inspiration."""
    # rules rw:65.0, rw:65.1
    state = game.state
    banes = len(state.banes[unit])
    state.banes[unit] = []
    state.inspiration[unit] += not banes
    game.tell(UnitRallied(unit=label(state, unit), banes=banes))
