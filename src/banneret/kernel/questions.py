"""Questions and answers shared by many rules of several games: yes or no, which unit; pass, done, yes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

from banneret.compiled import mypyc_attr
from banneret.kernel.choosers import Action, Chooser, Refusal
from banneret.kernel.plain_actions import Done, Pass, Yes
from banneret.text.message import Field, Message, msg

__all__ = ["Done", "MayChooser", "Pass", "UnitQuestion", "Yes"]

A = TypeVar("A", bound=Action)


@mypyc_attr(allow_interpreted_subclasses=True)
class MayChooser(Chooser[Pass | Yes]):
    """Does a player use an optional effect? Options: no, yes."""

    __slots__ = ("fields", "rule", "what")
    kind = "may"
    answers = (Pass, Yes)

    def __init__(self, what: str, rule: str, **fields: Field) -> None:
        self.what = what
        self.rule = rule  # the rule depends on the question
        self.fields = fields

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.may.{self.what}", **self.fields)

    def options(self) -> list[Pass | Yes]:
        """List both answers."""
        return [Pass(), Yes()]

    def refusal(self, action: Pass | Yes) -> Refusal | None:
        """Refuse neither."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class UnitQuestion(Chooser[A]):
    """Which unit? Options: none if that is allowed, then the units in their order."""

    __slots__ = ("may_stop", "none", "rule", "units", "what")

    def __init__(self, units: Sequence[int], what: str, rule: str, *, may_stop: bool, none: A) -> None:
        self.units = units
        self.what = what
        self.none = none
        """The action that chooses none of them."""
        self.rule = rule  # the rule depends on the question
        self.may_stop = may_stop

    @abstractmethod
    def named(self, unit: int) -> A:
        """Return the action that chooses a unit."""

    @abstractmethod
    def fault(self, action: A | None) -> Message:
        """Return why an action names none of these units; for None, that one of them is required."""

    def options(self) -> list[A]:
        """Return the action to stop, if allowed, then one per unit."""
        chosen = [self.named(unit) for unit in self.units]
        return [self.none, *chosen] if self.may_stop else chosen

    def refusal(self, action: A) -> Refusal | None:
        """Refuse units that are not among these, and choosing none if one is required."""
        if action == self.none:
            return None if self.may_stop else Refusal(self.rule, self.fault(None))
        if any(self.named(unit) == action for unit in self.units):
            return None
        return Refusal(self.rule, self.fault(action))
