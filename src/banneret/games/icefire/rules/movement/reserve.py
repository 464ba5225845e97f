"""Units held in reserve instead of being deployed, and their arrival at an edge of the table."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.actions import Deploy
from banneret.games.icefire.events.round import UnitDeployed
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.choosers import may
from banneret.games.icefire.rules.table.engagement import leave_contact
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, shape_of, short_range, table_of, tray_at, width
from banneret.games.icefire.rules.table.lasting_effects import RESERVE, add_effect, in_reserve
from banneret.games.icefire.rules.table.move_spaces import TRIES, end_message
from banneret.games.icefire.rules.table.paths import end_fault, is_heading
from banneret.games.icefire.rules.table.room import FINEST, find_place
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.rules.table.surroundings import everything
from banneret.games.icefire.rules.table.units import label, units_alive
from banneret.games.icefire.rules.table.zones import AHEAD, beside, flanks, own_edge, reaches
from banneret.games.icefire.state import Effect, Moment, State
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.plane import TURN, Placed, Pose
from banneret.text.message import Message, msg

OUTFLANKING: Final = "outflanking"
"""The effect on a unit in reserve that may arrive at the start of a round."""
RULE: Final = "icefire:card.8"


def hold_back(game: War, seat: int) -> Flow[None]:
    """Ask before a player's first deployment which eligible units are held in reserve: icefire:deployment.4.

    Units already in the reserve of a siege are not asked about: icefire:ruling.137.
    """
    state = game.state
    mark = f"{seat}:deployment"
    if mark in state.once:
        return
    state.once.append(mark)
    yield from happen(game, Moment("deployment", seat))
    for unit in units_alive(state, seat):
        if state.pose[unit] is not None or in_reserve(state, unit) or not has_flag(state, unit, "outflanks"):
            continue
        if (yield from may(seat, "reserve", RULE, unit=label(state, unit))):
            keep_back(state, unit, OUTFLANKING)


def keep_back(state: State, unit: int, why: str) -> None:
    """Move a unit to the reserve, from the table if it is there."""
    state.pose[unit] = None
    leave_contact(state, unit)
    for name in (RESERVE, why):
        add_effect(state, Effect(name, unit, state.seat[unit], "match"))


class EdgeSpace(Space[Deploy]):
    """Where does a unit arrive from reserve? Wholly within Short Range of an edge. Suggestions: along each edge."""

    __slots__ = ("own_edge", "rule", "state", "unit")
    kind = "outflank"
    answers = (Deploy,)

    def __init__(self, state: State, unit: int, *, own_edge: bool, rule: str = RULE) -> None:
        self.state = state
        self.unit = unit
        self.own_edge = own_edge
        self.rule = rule  # an ability or the mode brings it

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.outflank", unit=label(self.state, self.unit))

    def refusal(self, action: Deploy) -> Refusal | None:
        """Refuse other units, places too far from the edges, and those where no move may end: icefire:terms.21."""
        state, unit = self.state, self.unit
        if action.unit != label(state, unit):
            return Refusal(self.rule, msg("refuse.deploy.unit", unit=action.unit))
        if not is_heading(action.heading):
            return Refusal("icefire:action.5", msg("refuse.move.heading"))
        pose = Pose(action.x, action.y, action.heading)
        tray = tray_at(state, unit, pose)
        far = reaches(state, tray)
        if not table_of(state).holds(tray) or min(far[edge] for edge in self._edges()) > short_range(state) + 0.001:
            return Refusal(self.rule, msg("refuse.deploy.zone", unit=action.unit))
        return end_fault(state, unit, pose)

    def suggest(self) -> list[Deploy]:
        """List places along the flank edges, facing inwards, and along the player's own edge if allowed."""
        deep = int(shape_of(self.state, self.unit).depth) // 2 + 1
        found: list[Deploy] = []
        edges = self._edges()
        for along in range(4 * INCH, max(width(self.state), DEPTH), 4 * INCH):
            for edge in edges:
                spot = beside(self.state, edge, along, deep)
                if spot is not None:
                    found.append(Deploy(label(self.state, self.unit), *spot, AHEAD[edge]))
        return [place for place in found if self.refusal(place) is None] or self._last_place()

    def _last_place(self) -> list[Deploy]:
        """List one legal place found by searching the entire table in any facing; none if there is none."""
        state, unit, name = self.state, self.unit, label(self.state, self.unit)
        edges, reach = self._edges(), short_range(state)

        def accepts(pose: Pose) -> bool:
            return self.refusal(Deploy(name, pose.x, pose.y, pose.heading)) is None

        def is_out(tray: Placed, off: float) -> bool:
            far = reaches(state, tray)
            return not table_of(state).holds(tray, off) or min(far[edge] for edge in edges) > reach + off + 1

        table = (0, 0, width(state), DEPTH)
        pose = find_place(state, unit, table, accepts, is_out, everything(state, unit), FINEST)
        return [] if pose is None else [Deploy(name, pose.x, pose.y, pose.heading)]

    def _edges(self) -> tuple[str, ...]:
        """Return the edges at which the unit may arrive."""
        seat = self.state.seat[self.unit]
        return (*flanks(self.state, seat), *([own_edge(self.state, seat)] if self.own_edge else []))

    def sample(self, stream: Stream) -> Deploy:
        """Draw a legal place."""
        reach = short_range(self.state)
        for _ in range(TRIES):
            x = stream.below(reach) if stream.below(2) else width(self.state) - stream.below(reach)
            place = Deploy(label(self.state, self.unit), x, stream.below(DEPTH), stream.below(TURN))
            if self.refusal(place) is None:
                return place
        return stream.choice(self.suggest())

    def check(self, action: Deploy) -> Refusal | Message:
        """Return where the unit would be, or why it is refused."""
        fault = self.refusal(action)
        return fault or end_message(self.state, self.unit, Pose(action.x, action.y, action.heading), action.heading)


def arrive(game: War, unit: int, why: str, *, own_edge: bool, rule: str = RULE) -> Flow[None]:
    """Place a unit from reserve on the table, not yet activated."""
    state = game.state
    answer = yield from ask(state.seat[unit], EdgeSpace(state, unit, own_edge=own_edge, rule=rule))
    state.effects = tuple([one for one in state.effects if one.unit != unit or one.name not in (RESERVE, why)])
    state.pose[unit] = Pose(answer.x, answer.y, answer.heading)
    game.emit(UnitDeployed(unit=answer.unit, x=answer.x, y=answer.y, heading=answer.heading, rule=rule))


def can_arrive(state: State, unit: int, *, own_edge: bool) -> bool:
    """Return whether there is room for a unit from reserve."""
    return bool(EdgeSpace(state, unit, own_edge=own_edge).suggest())
