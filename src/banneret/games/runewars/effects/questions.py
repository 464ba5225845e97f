"""Questions that many cards ask: whether to use a card, which unit, which of several things."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.runewars.actions import Choose, ChooseUnit
from banneret.games.runewars.match_state import NO_UNIT, MatchState, label, unit_of
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, about, ask
from banneret.kernel.questions import MayChooser, Pass, Yes
from banneret.text.message import Message, msg

CARD = "rw:34.0"
"""The rule under which cards ask."""


class UseChooser(MayChooser):
    """Does the player use a card? Options: no, yes. `question` names a more specific text than that of other cards."""

    __slots__ = ("question", "unit")

    def __init__(self, id: str, unit: str, rule: str, question: str = "") -> None:
        self.unit = unit
        self.question = question
        super().__init__(id, rule, ability=id, unit=unit)

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(_worded("ask.may", self.question), **self.fields)


class UnitChooser(Chooser[Pass | ChooseUnit]):
    """Which unit? Options: none, if allowed, then the units by number."""

    __slots__ = ("id", "may_pass", "rule", "state", "units")
    kind = "unit"
    answers = (Pass, ChooseUnit)

    def __init__(self, state: MatchState, units: Sequence[int], id: str, rule: str, *, may_pass: bool) -> None:
        self.state = state
        self.units = units
        self.id = id
        self.rule = rule  # which rule asks depends on the question
        self.may_pass = may_pass

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.unit", ability=self.id)

    def options(self) -> list[Pass | ChooseUnit]:
        """List choosing none, then the units."""
        chosen: list[Pass | ChooseUnit] = [ChooseUnit(label(self.state, unit)) for unit in self.units]
        return [Pass(), *chosen] if self.may_pass else chosen

    def refusal(self, action: Pass | ChooseUnit) -> Refusal | None:
        """Refuse units that are not offered, and none where one must be chosen."""
        if isinstance(action, Pass):
            return None if self.may_pass else Refusal(self.rule, msg("refuse.choose.needed"))
        if unit_of(self.state, action.unit) in self.units:
            return None
        return Refusal(self.rule, msg("refuse.choose.unit", unit=action.unit))


class ThingChooser(Chooser[Pass | Choose]):
    """Which of several things that a card offers to a unit? Options: none, if allowed, then the things in order.

    `question` names a more specific text than that of other cards.
    """

    __slots__ = ("id", "may_pass", "question", "rule", "things", "unit")
    kind = "choose"
    answers = (Pass, Choose)

    def __init__(
        self, things: Sequence[str], id: str, rule: str, *, may_pass: bool, unit: str = "", question: str = ""
    ) -> None:
        self.unit = unit
        self.question = question
        self.things = things
        self.id = id
        self.rule = rule  # which rule asks depends on the question
        self.may_pass = may_pass

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(_worded("ask.choose", self.question), ability=self.id, **({"unit": self.unit} if self.unit else {}))

    def options(self) -> list[Pass | Choose]:
        """List choosing none, then the things."""
        chosen: list[Pass | Choose] = [Choose(thing) for thing in self.things]
        return [Pass(), *chosen] if self.may_pass else chosen

    def refusal(self, action: Pass | Choose) -> Refusal | None:
        """Refuse things that are not offered."""
        if isinstance(action, Pass):
            return None if self.may_pass else Refusal(self.rule, msg("refuse.choose.needed"))
        if action.thing in self.things:
            return None
        return Refusal(self.rule, msg("refuse.choose.thing", thing=action.thing))


def _worded(kind: str, question: str) -> str:
    return f"{kind}.{question}" if question else kind


def may(
    state: MatchState, unit: int, id: str, seat: int | None = None, rule: str = CARD, *, question: str = ""
) -> Flow[bool]:
    """Ask the player of a unit, or another seat, whether to use an effect."""
    # rule rw:76.11
    asked = state.seat[unit] if seat is None else seat
    answer = yield from about(id, ask(asked, UseChooser(id, label(state, unit), rule, question)))
    return isinstance(answer, Yes)


def choose_unit(  # who is asked for what
    state: MatchState, seat: int, units: Sequence[int], id: str, rule: str = CARD, *, may_pass: bool = False
) -> Flow[int]:
    """Ask a seat to choose one of these units; return its number, or NO_UNIT. An empty choice is not asked."""
    if not units:
        return NO_UNIT
    answer = yield from about(id, ask(seat, UnitChooser(state, units, id, rule, may_pass=may_pass)))
    return unit_of(state, answer.unit) if isinstance(answer, ChooseUnit) else NO_UNIT


def choose_thing(
    seat: int,
    things: Sequence[str],
    id: str,
    rule: str = CARD,
    *,
    may_pass: bool = False,
    unit: str = "",
    question: str = "",
) -> Flow[str]:
    """Ask a seat to choose one of these things; return it, or "". An empty choice is not asked."""
    if not things:
        return ""
    chooser = ThingChooser(things, id, rule, may_pass=may_pass, unit=unit, question=question)
    answer = yield from about(id, ask(seat, chooser))
    return answer.thing if isinstance(answer, Choose) else ""
