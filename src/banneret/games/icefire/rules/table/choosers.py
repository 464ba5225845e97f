"""Questions shared by many rules: yes or no, a unit, an item of a list."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.icefire.actions import Choose, ChooseCondition, ChooseUnit
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.choosers import Chooser, Part, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Done, MayChooser, Pass, UnitQuestion, Yes
from banneret.text.message import Field, Message, msg


class UnitChooser(UnitQuestion[Done | ChooseUnit]):
    """Which unit? Options: none of them if allowed, then the units by number."""

    __slots__ = ("state", "striker")
    kind = "unit"
    answers = (Done, ChooseUnit)

    def __init__(  # who is asked, and about what
        self,
        state: State,
        units: Sequence[int],
        what: str,
        rule: str,
        *,
        may_stop: bool = False,
        striker: int = NO_UNIT,
    ) -> None:
        super().__init__(units, what, rule, may_stop=may_stop, none=Done())
        self.state = state
        self.striker = striker
        """The unit that attacks the chosen one, which may differ from the active unit."""

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.unit.{self.what}")

    def named(self, unit: int) -> ChooseUnit:
        """Return the action that chooses a unit, by its label."""
        return ChooseUnit(self.state.labels[unit])

    def fault(self, action: Done | ChooseUnit | None) -> Message:
        """Return the reason: the action names none of these units, or one of them must be named."""
        if action is None:
            return msg("refuse.unit.needed")
        return msg("refuse.unit.not-one", unit=getattr(action, "unit", ""))


class ThingChooser(Chooser[Pass | Choose]):
    """Which of the things that an effect offers? Options: none if allowed, then the things in order."""

    __slots__ = ("may_pass", "missing", "rule", "things", "what")
    kind = "choose"
    answers = (Pass, Choose)

    def __init__(
        self, things: Sequence[str], what: str, rule: str, *, may_pass: bool = False, missing: int = 0
    ) -> None:
        self.missing = missing
        """If several things are chosen one after the other: how many are left; 0 for a single one."""
        self.things = things
        self.what = what
        self.rule = rule  # which rule asks depends on the question
        self.may_pass = may_pass

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.choose.{self.what}")

    def part(self) -> Part | None:
        """Return how many things are left to choose, if there are several."""
        return Part(self.what, self.missing) if self.missing else None

    def options(self) -> list[Pass | Choose]:
        """List `pass` if allowed, then the things."""
        chosen: list[Pass | Choose] = [Choose(thing) for thing in self.things]
        return [Pass(), *chosen] if self.may_pass else chosen

    def refusal(self, action: Pass | Choose) -> Refusal | None:
        """Refuse things that are not offered."""
        if isinstance(action, Pass):
            return None if self.may_pass else Refusal(self.rule, msg("refuse.choose.needed"))
        if action.choice in self.things:
            return None
        return Refusal(self.rule, msg("refuse.choose.not-one", choice=action.choice))


class ConditionChooser(Chooser[ChooseCondition]):
    """Which Condition token? Options in order. `unit` is the label of the unit that has or gets it, if it is one."""

    __slots__ = ("conditions", "rule", "unit", "what")
    kind = "condition"
    answers = (ChooseCondition,)

    def __init__(self, conditions: Sequence[str], what: str, rule: str, unit: str = "") -> None:
        self.conditions = conditions
        self.what = what
        self.rule = rule  # which rule asks depends on the question
        self.unit = unit

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.condition.{self.what}", unit=self.unit) if self.unit else msg(f"ask.condition.{self.what}")

    def options(self) -> list[ChooseCondition]:
        """List the conditions."""
        return [ChooseCondition(condition) for condition in self.conditions]

    def refusal(self, action: ChooseCondition) -> Refusal | None:
        """Refuse conditions that are not offered."""
        if action.condition in self.conditions:
            return None
        return Refusal(self.rule, msg("refuse.condition", condition=action.condition))


def choose_condition(state: State, seat: int, conditions: Sequence[str], what: str, rule: str, unit: int) -> Flow[str]:
    """Ask a player for a Condition token that a unit has or gets, or all enemies get (`NO_UNIT`)."""
    named = "" if unit == NO_UNIT else state.labels[unit]
    answer = yield from ask(seat, ConditionChooser(conditions, what, rule, named))
    return answer.condition


def choose_unit(
    state: State, seat: int, units: Sequence[int], what: str, rule: str, *, striker: int = NO_UNIT
) -> Flow[int]:
    """Ask a player for one of several units and return its number; `striker` is the unit that attacks it."""
    answer = yield from ask(seat, UnitChooser(state, units, what, rule, striker=striker))
    return state.labels.index(answer.unit) if isinstance(answer, ChooseUnit) else NO_UNIT


def choose_unit_if_any(state: State, seat: int, units: Sequence[int], what: str, rule: str) -> Flow[int]:
    """Ask a player for one of several units; return its number, or NO_UNIT if there is none: icefire:ruling.140."""
    return NO_UNIT if not units else (yield from choose_unit(state, seat, units, what, rule))


def may_choose_unit(state: State, seat: int, units: Sequence[int], what: str, rule: str) -> Flow[int]:
    """Ask a player for at most one of several units; return its number, or NO_UNIT. Do not ask if there is none."""
    if not units:
        return NO_UNIT
    answer = yield from ask(seat, UnitChooser(state, units, what, rule, may_stop=True))
    return state.labels.index(answer.unit) if isinstance(answer, ChooseUnit) else NO_UNIT


def may(seat: int, what: str, rule: str, **fields: Field) -> Flow[bool]:
    """Ask a player whether to use an optional effect."""
    answer = yield from ask(seat, MayChooser(what, rule, **fields))
    return isinstance(answer, Yes)
