"""Reforms: the headings to which a unit may turn."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.actions import Reform
from banneret.games.runewars.attack_actions import tray_name
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.moves import ActionCanceled, UnitReformed
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.ground.directions import pose_of
from banneret.games.runewars.rules.ground.surroundings import (
    engaged_with,
    forget_partings,
    is_held_in_activation,
    split,
)
from banneret.games.runewars.state import cells_of, is_inside
from banneret.games.runewars.units.formation import Cell
from banneret.games.runewars.units.movement import Obstacle, ReformJudge, reformed
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream
from banneret.plane import QUARTER, TURN, Pose
from banneret.text.message import Message, msg

_PASS: Final = Pass()
_CENTRE: Final = "centre"
_STEP: Final = TURN // 16
_TRIES: Final = 20


class ReformChooser(Space[Pass | Reform]):
    """To which heading does the unit turn? Suggested: none, then sixteenths of a circle about its centre.

    An engaged unit may also turn about its trays; for these, quarter turns are suggested.
    """

    __slots__ = ("state", "unit")
    kind = "reform"
    rule = "rw:61.0"
    answers = (Pass, Reform)

    def __init__(self, state: MatchState, unit: int) -> None:
        self.state = state
        self.unit = unit

    def prompt(self) -> Message:
        """Return the question with the unit."""
        return msg("ask.reform", unit=label(self.state, self.unit))

    def pivots(self) -> dict[str, Cell | None]:
        """Return the pivots of the unit: its centre and, if it is engaged, the centre of each of its trays."""
        # rules rw:61.1, rw:61.2, rw:ruling.26
        return self._pivots(engaged=bool(engaged_with(self.state, self.unit)))

    def _pivots(self, *, engaged: bool) -> dict[str, Cell | None]:
        trays = sorted(cells_of(self.state, self.unit)) if engaged else []
        return {_CENTRE: None, **{tray_name(cell): cell for cell in trays}}

    def end(self, action: Reform) -> Pose:
        """Return the pose of the unit after the reform."""
        return self._end(action, self.pivots())

    def _end(self, action: Reform, pivots: dict[str, Cell | None]) -> Pose:
        start = pose_of(self.state, self.unit)
        return reformed(cells_of(self.state, self.unit), start, action.heading, pivots.get(action.about))

    def refusal(self, action: Pass | Reform) -> Refusal | None:
        """Refuse headings at which the unit would overlap something, or touch what it may not."""
        return self._refusal(action, split(self.state, self.unit))

    def _refusal(self, action: Pass | Reform, around: tuple[list[Obstacle], list[Obstacle]]) -> Refusal | None:
        # rules rw:61.0, rw:61.2, rw:61.2a, rw:61.2b, rw:79.2
        if isinstance(action, Pass):
            return None
        if not 0 <= action.heading < TURN:
            return Refusal("rw:61.0", msg("refuse.heading", heading=action.heading))
        state, unit = self.state, self.unit
        enemies, others = around
        pivots = self._pivots(engaged=bool(enemies))
        if action.about not in pivots:
            return Refusal("rw:61.2", msg("refuse.pivot", unit=label(state, unit), about=action.about))
        end = self._end(action, pivots)
        rule = ReformJudge(cells_of(state, unit), pose_of(state, unit), enemies, others).forbids(end)
        return None if rule is None else Refusal(rule, msg("refuse.reform", unit=label(state, unit)))

    def suggest(self) -> list[Pass | Reform]:
        """List staying, then the possible headings, from the current one to the left."""
        start = pose_of(self.state, self.unit).heading
        turns = [Reform((start + number * _STEP) % TURN) for number in range(1, 16)]
        turns += [
            Reform((start + number * QUARTER) % TURN, about)
            for about in self.pivots()
            if about != _CENTRE
            for number in range(1, 4)
        ]
        state, unit = self.state, self.unit
        judge = ReformJudge(cells_of(state, unit), pose_of(state, unit), *split(state, unit))
        pivots = self.pivots()
        return [_PASS, *[turn for turn in turns if judge.forbids(self._end(turn, pivots)) is None]]

    def sample(self, stream: Stream) -> Pass | Reform:
        """Draw a heading, at first any."""
        pivots, around = list(self.pivots()), split(self.state, self.unit)
        for _ in range(_TRIES):
            drawn = Reform(stream.below(TURN), stream.choice(pivots))
            if self._refusal(drawn, around) is None:
                return drawn
        return _PASS

    def check(self, action: Pass | Reform) -> Refusal | Message:
        """Return a message that the unit can turn to the heading, or the refusal."""
        if isinstance(action, Pass):
            return msg("check.stay", unit=label(self.state, self.unit))
        return self.refusal(action) or msg("check.reform", unit=label(self.state, self.unit), heading=action.heading)


def reform(game: Runewars, unit: int, *, by: int | None = None) -> Flow[None]:
    """Carry out a reform if the unit still exists; `by` is the seat that chooses it, if not the unit's own.

    A unit that occupies terrain reforms too, but does not turn.
    """
    # rules rw:41.3, rw:61.0, rw:61.1, rw:61.2
    state = game.state
    if not state.figures[unit]:
        return
    if is_held_in_activation(state, unit):
        game.emit(ActionCanceled(unit=label(state, unit), rule="rw:golden.3"))
        return
    chooser = ReformChooser(state, unit)
    chosen: Pass | Reform = _PASS
    if not is_inside(state, unit):
        chosen = yield from ask(state.seat[unit] if by is None else by, chooser)
    if isinstance(chosen, Reform):
        end = chooser.end(chosen)
        state.poses[unit] = (end.x, end.y, end.heading)
        forget_partings(state, unit)
        game.emit(UnitReformed(unit=label(state, unit), x=end.x, y=end.y, heading=end.heading))
    yield from happen(game, Moment("after-reform", unit, kind="reform"))
