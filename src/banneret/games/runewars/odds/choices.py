"""How the questions of an attack are answered while its odds are computed: all ways that matter, or the default."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from banneret.games.runewars.attack_actions import SpendBoon, SpendPanic
from banneret.games.runewars.effects.questions import ThingChooser, UnitChooser, UseChooser
from banneret.games.runewars.effects.surges import SurgeChooser
from banneret.games.runewars.rules.attack.morale import PanicChooser
from banneret.games.runewars.rules.damage.attack_choosers import (
    AccuracyChooser,
    BaneChooser,
    FlankDieChooser,
    RerollChooser,
    VitalityChooser,
    WoundChooser,
)
from banneret.kernel.choosers import Action, Chooser
from banneret.text.message import Message, msg

EXPLORED: Final = (SurgeChooser, AccuracyChooser, FlankDieChooser)
"""The questions to the attacker of which every answer is considered."""
_MORTAL: Final = "rw:77.2"


class Choices:
    """The answers considered for each question, and what is left out because one of them is always given."""

    __slots__ = ("first", "omitted", "seat", "surges")

    def __init__(self, seat: int, first: Action | None = None, surges: int = 0) -> None:
        self.seat = seat
        """The seat of the attacker."""
        self.first = first
        """The die that a flanking unit adds, or what surges are spent on next, if it is known."""
        self.surges = surges
        """The number of surges spent before that."""
        self.omitted: list[Message] = []

    def answer(self, seat: int, chooser: Chooser[Any]) -> Action:
        """Return the first of the answers considered."""
        return self.considered(seat, chooser)[0]

    def considered(self, seat: int, chooser: Chooser[Any]) -> Sequence[Action]:
        """Return the answers considered for a question."""
        if seat == self.seat and isinstance(chooser, EXPLORED):
            return self._explored(chooser)
        if isinstance(chooser, WoundChooser):
            return [cheapest(chooser)]
        if isinstance(chooser, PanicChooser):
            self._omit(msg("odds.omits.panic"))
            return [SpendPanic(str(chooser.most))]
        if isinstance(chooser, VitalityChooser):
            self._omit(msg("odds.omits.vitality"))
            return [SpendBoon("vitality")]
        if seat == self.seat and isinstance(chooser, ThingChooser) and not chooser.may_pass:
            return list(chooser.options())
        self._note(chooser)
        return list(chooser.options())[:1]

    def _explored(self, chooser: SurgeChooser | AccuracyChooser | FlankDieChooser) -> Sequence[Action]:
        known = isinstance(chooser, FlankDieChooser)
        if isinstance(chooser, SurgeChooser):
            known = chooser.attack.surges == self.surges
        return [self.first] if known and self.first is not None else list(chooser.options())

    def _note(self, chooser: Chooser[Any]) -> None:
        if isinstance(chooser, BaneChooser):
            self._omit(msg("odds.omits.blight"))
        elif isinstance(chooser, RerollChooser):
            self._omit(msg("odds.omits.reroll"))
        elif isinstance(chooser, UseChooser):
            self.leave_out(str(chooser.fields["ability"]))
        elif isinstance(chooser, ThingChooser | UnitChooser):
            self.leave_out(chooser.id)

    def leave_out(self, card: str) -> None:
        """Record that a card is not counted."""
        self._omit(msg("odds.omits.card", card=card))

    def _omit(self, message: Message) -> None:
        if message not in self.omitted:
            self.omitted.append(message)


def cheapest(chooser: WoundChooser) -> Action:
    """Return the figure to wound for the most wounds: the weakest for damage, the strongest for a mortal strike.

    Among equals, it is the one with the most wounds, then one on the tray with the fewest figures.
    """
    body = chooser.body

    def rank(action: Action) -> tuple[int, int, int]:
        at = chooser.figures[action]  # type: ignore[index]  # it is one of its options
        figure = body.figures[at.cell][at.place]
        cost = body.strength(figure).printed_defense
        return -cost if chooser.rule == _MORTAL else cost, -figure.wounds, len(body.figures[at.cell])

    return min(chooser.options(), key=rank)
