"""Before the setup of a team game: each team decides which of its players commands which unit."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.actions import GiveUnit
from banneret.games.runewars.events.course import UnitGiven
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import SIDES, MatchState, label
from banneret.games.runewars.rules.ground.teams import seat_names, seats_of
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import Message, msg

COMMANDERS: Final = ("a", "b", "a-2", "b-2")
"""The names of the seats of the largest teams."""


class CommanderChooser(Chooser[GiveUnit]):
    """Who commands a unit? Options: the players of its team; each must command at least one unit."""

    __slots__ = ("given", "state")
    kind = "commander"
    rule = "rw:team.3"
    answers = (GiveUnit,)

    def __init__(self, state: MatchState, given: int) -> None:
        self.state = state
        self.given = given
        """The unit; those of the side before it are already given."""

    def prompt(self) -> Message:
        """Return the question with the unit."""
        return msg("ask.commander", unit=label(self.state, self.given))

    def options(self) -> list[GiveUnit]:
        """List the players in the order of their seats."""
        names = seat_names(self.state)
        listed = [GiveUnit(label(self.state, self.given), names[seat]) for seat in seats_of(self.state, self._side)]
        return [one for one in listed if self.refusal(one) is None]

    def refusal(self, action: GiveUnit) -> Refusal | None:
        """Refuse other units, players of the other team, and a choice that leaves another player without a unit."""
        # rules rw:team.1, rw:team.3
        state, names = self.state, seat_names(self.state)
        if action.unit != label(state, self.given):
            return Refusal(self.rule, msg("refuse.commander.unit", unit=action.unit))
        seats = seats_of(state, self._side)
        if action.player not in [names[seat] for seat in seats]:
            return Refusal("rw:team.1", msg("refuse.commander.team", player=action.player))
        of_side = [unit for unit, side in enumerate(state.seat) if side == self._side]
        place = of_side.index(self.given)
        commanding = {state.controller[unit] for unit in of_side[:place]} | {names.index(action.player)}
        if len(of_side) - place - 1 < len(set(seats) - commanding):
            return Refusal(self.rule, msg("refuse.commander.none", player=action.player))
        return None

    @property
    def _side(self) -> int:
        return self.state.seat[self.given]


def choose_commanders(game: Runewars) -> Flow[None]:
    """Let each team give its units to its players, one after the other; the first player of a team chooses."""
    # rules rw:team.1, rw:team.3, rw:ruling.64
    state = game.state
    for side in range(SIDES):
        for unit, owner in enumerate(state.seat):
            if owner == side:
                answer = yield from ask(side, CommanderChooser(state, unit))
                state.controller[unit] = seat_names(state).index(answer.player)
                game.emit(UnitGiven(unit=answer.unit, player=answer.player))
    state.step = "first"
