"""Reforms: to which headings a unit may turn."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.actions import Pass, Reform
from banneret.games.runewars.events.moves import UnitReformed
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.movement import forbids_reform, reformed
from banneret.games.runewars.rules.moving import pose_of
from banneret.games.runewars.rules.surroundings import split
from banneret.games.runewars.state import cells_of
from banneret.kernel.chance import Stream
from banneret.kernel.choosing import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.message import Message, say
from banneret.plane import TURN, Pose

_PASS: Final = Pass()
_STEP: Final = TURN // 16
_TRIES: Final = 20


class ReformChooser(Space[Pass | Reform]):
    """To which heading does the unit turn about its centre? Suggested: none, then sixteenths of a circle."""

    __slots__ = ("state", "unit")
    kind = "reform"
    rule = "rw:61.0"
    answers = (Pass, Reform)

    def __init__(self, state: MatchState, unit: int) -> None:
        self.state = state
        self.unit = unit

    def prompt(self) -> Message:
        """Name the unit."""
        return say("ask.reform", unit=label(self.state, self.unit))

    def end(self, heading: int) -> Pose:
        """Where the unit stands then."""
        return reformed(cells_of(self.state, self.unit), pose_of(self.state, self.unit), heading)

    def refusal(self, action: Pass | Reform) -> Refusal | None:
        """Refuse headings at which the unit would overlap or touch what it may not."""
        if isinstance(action, Pass):
            return None
        if not 0 <= action.heading < TURN:
            return Refusal("rw:61.0", say("refuse.heading", heading=action.heading))
        state, unit = self.state, self.unit
        enemies, others = split(state, unit)
        rule = forbids_reform(cells_of(state, unit), pose_of(state, unit), self.end(action.heading), enemies, others)
        return None if rule is None else Refusal(rule, say("refuse.reform", unit=label(state, unit)))

    def suggest(self) -> list[Pass | Reform]:
        """List to stay, and what is possible of sixteen headings, from the present one on to the left."""
        start = pose_of(self.state, self.unit).heading
        turns = [Reform((start + number * _STEP) % TURN) for number in range(1, 16)]
        return [_PASS, *(turn for turn in turns if self.refusal(turn) is None)]

    def sample(self, stream: Stream) -> Pass | Reform:
        """Draw a heading, any one at first."""
        for _ in range(_TRIES):
            drawn = Reform(stream.below(TURN))
            if self.refusal(drawn) is None:
                return drawn
        return _PASS

    def check(self, action: Pass | Reform) -> Refusal | Message:
        """Say to which heading the unit would turn, or why it may not."""
        if isinstance(action, Pass):
            return say("check.stay", unit=label(self.state, self.unit))
        return self.refusal(action) or say("check.reform", unit=label(self.state, self.unit), heading=action.heading)


def reform(game: Runewars, unit: int) -> Flow[None]:
    """Carry out a reform."""
    # rules rw:61.0, rw:61.1
    state = game.state
    chooser = ReformChooser(state, unit)
    chosen = yield from ask(state.seat[unit], chooser)
    if isinstance(chosen, Pass):
        return
    end = chooser.end(chosen.heading)
    state.poses[unit] = (end.x, end.y, end.heading)
    game.tell(UnitReformed(unit=label(state, unit), x=end.x, y=end.y, heading=end.heading))
