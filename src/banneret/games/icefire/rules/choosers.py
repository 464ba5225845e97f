"""Questions that occur in many rules: may, which unit, which of some things."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.icefire.actions import Choose, ChooseCondition, ChooseUnit, Done, Pass, Yes
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.choosing import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.message import Field, Message, say


class MayChooser(Chooser[Pass | Yes]):
    """Does the player do what may be done? Options: to leave it, to do it."""

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

    def __init__(self, state: State, units: Sequence[int], what: str, rule: str, *, may_stop: bool = False) -> None:
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
        chosen: list[Done | ChooseUnit] = [ChooseUnit(self.state.labels[unit]) for unit in self.units]
        return [Done(), *chosen] if self.may_stop else chosen

    def refusal(self, action: Done | ChooseUnit) -> Refusal | None:
        """Refuse units that are not among these, and none where one must be chosen."""
        if isinstance(action, Done):
            return None if self.may_stop else Refusal(self.rule, say("refuse.unit.needed"))
        if any(self.state.labels[unit] == action.unit for unit in self.units):
            return None
        return Refusal(self.rule, say("refuse.unit.not-one", unit=action.unit))


class ThingChooser(Chooser[Pass | Choose]):
    """Which of some things that an effect offers? Options: none if that is allowed, then the things in their order."""

    __slots__ = ("may_pass", "rule", "things", "what")
    kind = "choose"
    answers = (Pass, Choose)

    def __init__(self, things: Sequence[str], what: str, rule: str, *, may_pass: bool = False) -> None:
        self.things = things
        self.what = what
        self.rule = rule  # type: ignore[misc]  # which rule asks depends on the question
        self.may_pass = may_pass

    def prompt(self) -> Message:
        """Return the question as a message."""
        return say(f"ask.choose.{self.what}")

    def options(self) -> list[Pass | Choose]:
        """List to choose none, then the things."""
        chosen: list[Pass | Choose] = [Choose(thing) for thing in self.things]
        return [Pass(), *chosen] if self.may_pass else chosen

    def refusal(self, action: Pass | Choose) -> Refusal | None:
        """Refuse what is not offered."""
        if isinstance(action, Pass):
            return None if self.may_pass else Refusal(self.rule, say("refuse.choose.needed"))
        if action.choice in self.things:
            return None
        return Refusal(self.rule, say("refuse.choose.not-one", choice=action.choice))


class ConditionChooser(Chooser[ChooseCondition]):
    """Which Condition token? Options in their order."""

    __slots__ = ("conditions", "rule", "what")
    kind = "condition"
    answers = (ChooseCondition,)

    def __init__(self, conditions: Sequence[str], what: str, rule: str) -> None:
        self.conditions = conditions
        self.what = what
        self.rule = rule  # type: ignore[misc]  # which rule asks depends on the question

    def prompt(self) -> Message:
        """Return the question as a message."""
        return say(f"ask.condition.{self.what}")

    def options(self) -> list[ChooseCondition]:
        """List the conditions."""
        return [ChooseCondition(condition) for condition in self.conditions]

    def refusal(self, action: ChooseCondition) -> Refusal | None:
        """Refuse what is not offered."""
        if action.condition in self.conditions:
            return None
        return Refusal(self.rule, say("refuse.condition", condition=action.condition))


def choose_unit(state: State, seat: int, units: Sequence[int], what: str, rule: str) -> Flow[int]:
    """Ask a player for one of some units and return its number."""
    answer = yield from ask(seat, UnitChooser(state, units, what, rule))
    return state.labels.index(answer.unit) if isinstance(answer, ChooseUnit) else NO_UNIT


def may_choose_unit(state: State, seat: int, units: Sequence[int], what: str, rule: str) -> Flow[int]:
    """Ask a player for one of some units or none; return its number, or NO_UNIT. Nobody is asked for none of none."""
    if not units:
        return NO_UNIT
    answer = yield from ask(seat, UnitChooser(state, units, what, rule, may_stop=True))
    return state.labels.index(answer.unit) if isinstance(answer, ChooseUnit) else NO_UNIT


def may(seat: int, what: str, rule: str, **fields: Field) -> Flow[bool]:
    """Ask a player whether to do what may be done."""
    answer = yield from ask(seat, MayChooser(what, rule, **fields))
    return isinstance(answer, Yes)
