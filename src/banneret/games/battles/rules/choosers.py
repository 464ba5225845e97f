"""Questions that occur in many rules: may, and which unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from banneret.games.battles.actions import ChooseUnit, Done, Pass, Yes
from banneret.games.battles.game import Battle
from banneret.games.battles.state import State
from banneret.kernel.choosing import Action, Chooser, Options, Refusal
from banneret.kernel.flow import Flow, ask, together
from banneret.kernel.message import Field, Message, say

A = TypeVar("A", bound=Action)
T = TypeVar("T")


def decide(game: Battle, seat: int, chooser: Chooser[A]) -> Flow[A]:
    """Ask a seat for a choice before the battle, or draw it where the match has these drawn."""
    if game.state.settings.drawn_setup:
        options = chooser.options()
        return options[game.chance.pick(len(options))]
    return (yield from ask(seat, chooser))


def decide_together(game: Battle, flows: Mapping[int, Flow[T]]) -> Flow[dict[int, T]]:
    """Let seats make choices before the battle at the same time, or draw those of one after the other."""
    if not game.state.settings.drawn_setup:
        return (yield from together(flows))
    drawn = {}
    for seat, flow in flows.items():
        drawn[seat] = yield from flow
    return drawn


class MayChooser(Chooser[Pass | Yes]):
    """Does the seat do what it may do? Options: to leave it, to do it."""

    __slots__ = ("fields", "rule", "what")
    kind = "may"
    answers = (Pass, Yes)

    def __init__(self, what: str, rule: str, **fields: Field) -> None:
        self.what = what
        self.rule = rule  # type: ignore[misc]  # which rule asks depends on the question
        self.fields = fields

    def prompt(self) -> Message:
        """Return the question as a message."""
        return say(f"ask.may.{self.what}", **self.fields)

    def options(self) -> list[Pass | Yes]:
        """List both answers."""
        return [Pass(), Yes()]

    def refusal(self, action: Pass | Yes) -> Refusal | None:
        """Refuse neither."""
        return None


class UnitChooser(Chooser[Done | ChooseUnit]):
    """Which unit? Options: none of them if that is allowed, then the units by number."""

    __slots__ = ("may_stop", "rule", "state", "units", "what")
    kind = "unit"
    answers = (Done, ChooseUnit)

    def __init__(self, state: State, units: Sequence[int], what: str, rule: str, *, may_stop: bool = True) -> None:
        self.state = state
        self.units = units
        self.what = what
        self.rule = rule  # type: ignore[misc]  # which rule asks depends on the question
        self.may_stop = may_stop

    def prompt(self) -> Message:
        """Return the question as a message."""
        return say(f"ask.unit.{self.what}")

    def options(self) -> list[Done | ChooseUnit]:
        """List to stop, then the units."""
        labels = self.state.field.labels
        chosen: list[Done | ChooseUnit] = [ChooseUnit(labels[self.state.hex[unit]]) for unit in self.units]
        return [Done(), *chosen] if self.may_stop else chosen

    def refusal(self, action: Done | ChooseUnit) -> Refusal | None:
        """Refuse units that are not among these, and none where one must be chosen."""
        if isinstance(action, Done):
            return None if self.may_stop else Refusal(self.rule, say("refuse.unit.needed"))
        labels = self.state.field.labels
        if any(labels[self.state.hex[unit]] == action.hex for unit in self.units):
            return None
        return Refusal(self.rule, say(f"refuse.unit.{self.what}", hex=action.hex))

    def only(self, options: Options[Done | ChooseUnit]) -> Done | ChooseUnit | None:
        """Return the single answer there is, such as that there is no unit."""
        return options[0] if len(options) == 1 else None
