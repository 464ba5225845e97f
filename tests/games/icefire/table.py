"""A table for running single flows of the rules with given answers and dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.attack import attack
from banneret.games.icefire.rules.combat.morale import take_test
from banneret.games.icefire.rules.table.conditions import conditions_of
from banneret.games.icefire.rules.table.sight import ARC_NAMES
from banneret.games.icefire.rules.table.sources import number_of, shape_fight
from banneret.games.icefire.state import Fight, Moment, State, Test, Turn
from banneret.kernel import notation
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Action, Chooser
from banneret.kernel.flow import Flow, Question
from banneret.plane import Side
from tests.games.icefire.scene import scene


class Table:
    """A table with units as in `scene`; `asked` collects the questions of all flows with their options."""

    def __init__(self, *units: str, turn: int = 0, **position: Any) -> None:
        self.state: State = scene(*units, turn="ab"[turn], **position).origin.state.copy()
        self.state.turn = Turn(turn)
        self.asked: list[tuple[int, str, list[str]]] = []

    def run(self, flow: Callable[[War], Flow[Any]], *answers: str, dice: Sequence[int] = ()) -> Any:
        """Run a flow. Each question gets the next answer if it is legal, else the most passive option.

        Fails if an answer is left over. `dice` are the faces of the first dice.
        """
        chance = Chance(self.state, [])
        chance.supply([face - 1 for face in dice])
        going = flow(War(self.state, chance))
        left = list(answers)
        answer: Any = None
        while True:
            try:
                request = going.send(answer)
            except StopIteration as end:
                assert not left, f"nobody was asked for {left}, but for {self.asked}"
                return end.value
            assert isinstance(request, Question)
            answer = self._answer(request.seat, request.chooser, left)

    def _answer(self, seat: int, chooser: Chooser[Any], left: list[str]) -> Action:
        options = chooser.options()
        self.asked.append((seat, chooser.prompt().id, [notation.write(option) for option in options]))
        if left:
            try:
                wanted = notation.read(left[0], chooser.answers)
            except ValueError:
                wanted = None
            if wanted is not None and chooser.refusal(wanted) is None:
                left.pop(0)
                return wanted
        first: Action = options[0]
        return first

    def fight(
        self,
        *answers: str,
        dice: Sequence[int] = (),
        attacker: int = 0,
        defender: int = 1,
        kind: str = "melee",
        arc: Side = Side.FRONT,
        charge: bool = False,
    ) -> Fight:
        """Resolve an attack of the first unit on the second."""
        fight = Fight(attacker, defender, kind, charge=charge)
        self.run(lambda game: attack(game, fight, arc), *answers, dice=dice)
        return fight

    def shaped(
        self, *, attacker: int = 0, defender: int = 1, kind: str = "melee", charge: bool = False, arc: Side = Side.FRONT
    ) -> Fight:
        """Return an attack with all modifiers in force, before any dice are rolled."""
        fight = Fight(attacker, defender, kind, charge=charge)
        fight.arc = int(arc)
        shape_fight(self.state, fight)
        return fight

    def number(self, what: str, unit: int = 0) -> int:
        """Return the modifier of a unit's statistic."""
        return number_of(self.state, what, unit)

    def test(
        self,
        kind: str,
        *answers: str,
        unit: int = 0,
        by: int = 1,
        dice: Sequence[int] = (6, 5),
        fight: Fight | None = None,
    ) -> Test:
        """Let a unit take a test."""
        test = Test(unit, kind, by, fight)
        self.run(lambda game: take_test(game, test), *answers, dice=dice)
        return test

    def charged(self, unit: int = 0, target: int = 1, arc: Side = Side.FRONT) -> Moment:
        """Return the moment after a unit has charged another."""
        return Moment(
            "charged", self.state.seat[unit], unit=unit, target=target, kind="melee", arc=ARC_NAMES[arc],
            fight=Fight(unit, target, "melee", charge=True),
        )  # fmt: skip  # several to a line

    def conditions(self, unit: int) -> list[str]:
        """List the Condition tokens of a unit."""
        return conditions_of(self.state, unit)

    def was_asked(self, prompt: str) -> bool:
        """Return whether a question with that id was asked."""
        return any(id == f"ask.{prompt}" for _, id, _ in self.asked)
