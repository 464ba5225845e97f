"""Questions shared by many rules: yes or no, and which unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from banneret.games.battles.actions import ChooseUnit
from banneret.games.battles.game import Battle
from banneret.games.battles.state import State
from banneret.kernel.choosers import Action, Chooser, Options
from banneret.kernel.flow import Flow, ask, together
from banneret.kernel.questions import Done, UnitQuestion
from banneret.text.message import Message, msg

A = TypeVar("A", bound=Action)
T = TypeVar("T")


def decide(game: Battle, seat: int, chooser: Chooser[A]) -> Flow[A]:
    """Ask a seat for a choice before the battle, or draw it if the match has `drawn_setup`."""
    if game.state.settings.drawn_setup:
        options = chooser.options()
        return options[game.chance.pick(len(options))]
    return (yield from ask(seat, chooser))


def decide_together(game: Battle, flows: Mapping[int, Flow[T]]) -> Flow[dict[int, T]]:
    """Let seats make choices before the battle simultaneously, or draw them seat by seat."""
    if not game.state.settings.drawn_setup:
        return (yield from together(flows))
    drawn = {}
    for seat, flow in flows.items():
        drawn[seat] = yield from flow
    return drawn


class UnitChooser(UnitQuestion[Done | ChooseUnit]):
    """Which unit? Options: none if that is allowed, then the units by number."""

    __slots__ = ("state",)
    kind = "unit"
    answers = (Done, ChooseUnit)

    def __init__(self, state: State, units: Sequence[int], what: str, rule: str, *, may_stop: bool = True) -> None:
        super().__init__(units, what, rule, may_stop=may_stop, none=Done())
        self.state = state

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.unit.{self.what}")

    def named(self, unit: int) -> ChooseUnit:
        """Return the action that chooses a unit, by its hex."""
        return ChooseUnit(self.state.field.labels[self.state.hex[unit]])

    def fault(self, action: Done | ChooseUnit | None) -> Message:
        """Return why an action names none of these units, or that one of them is required."""
        if action is None:
            return msg("refuse.unit.needed")
        return msg(f"refuse.unit.{self.what}", hex=getattr(action, "hex", ""))

    def only(self, options: Options[Done | ChooseUnit]) -> Done | ChooseUnit | None:
        """Return the single option, for example if there is no unit."""
        return options[0] if len(options) == 1 else None
