"""Retreating: the roll, the way out, and the pivots of the enemies left behind."""

from __future__ import annotations

from banneret.games.icefire.actions import Withdraw
from banneret.games.icefire.events.moves import DistanceRolled
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.movement.movement import move, note_mover, pivot
from banneret.games.icefire.rules.table.choosers import may
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import are_engaged, enemies_of, is_engaged, side_of
from banneret.games.icefire.rules.table.ground import INCH, in_inches, pose_of, tray_of
from banneret.games.icefire.rules.table.move_spaces import TRIES, aims_of, end_message, facing_of_interest, lengths
from banneret.games.icefire.rules.table.paths import BEARINGS, end_fault, is_heading, slowed, speed_of, way_fault
from banneret.games.icefire.rules.table.room import farthest_way, find_turned
from banneret.games.icefire.rules.table.surroundings import Around, nearby
from banneret.games.icefire.rules.table.units import label
from banneret.games.icefire.state import Moment, State
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.plane import TURN, Side, Straight
from banneret.plane.motion import way_of
from banneret.text.message import Message, msg


def withdraw_fault(
    state: State, unit: int, action: Withdraw, limit: int, around: Around | None = None
) -> Refusal | None:
    """Return why a retreat is illegal: icefire:retreat.3, icefire:retreat.5, icefire:retreat.7, icefire:ruling.27.

    Forward only if an enemy engages its flank or rear: icefire:retreat.4, icefire:ruling.25.
    """
    if not is_heading(action.facing):
        return Refusal("icefire:action.5", msg("refuse.move.heading"))
    if action.bearing == "forward" and all(side_of(state, unit, one) == Side.FRONT for one in enemies_of(state, unit)):
        return Refusal("icefire:retreat.4", msg("refuse.retreat.forward"))
    start = pose_of(state, unit)
    motion = Straight(action.distance, BEARINGS[action.bearing])
    around = around or nearby(state, unit, limit)
    slow = slowed(state, unit, start, motion, around)
    if action.distance <= 0 or action.distance > limit - slow:
        return Refusal(
            "icefire:retreat.3", msg("refuse.move.far", distance=in_inches(action.distance), limit=in_inches(limit))
        )
    fault = way_fault(state, unit, start, motion, around=around)
    if fault is not None:
        return fault
    return end_fault(state, unit, start.moved(*motion).facing(action.facing), around=around)


class RetreatSpace(Space[Withdraw]):
    """Where does the unit retreat? Suggestions: staying if allowed, then all directions, the farthest first."""

    __slots__ = ("limit", "state", "unit", "ways")
    kind = "retreat"
    rule = "icefire:retreat.3"
    answers = (Withdraw,)

    def __init__(self, state: State, unit: int, limit: int) -> None:
        self.state = state
        self.unit = unit
        self.limit = limit
        self.ways: list[Withdraw] | None = None

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.retreat", unit=label(self.state, self.unit), limit=in_inches(self.limit))

    def _stay(self) -> Withdraw:
        return Withdraw("back", 0, pose_of(self.state, self.unit).heading)

    def _ways(self) -> list[Withdraw]:
        if self.ways is None:
            self.ways = ways_out(self.state, self.unit, self.limit)
        return self.ways

    def refusal(self, action: Withdraw) -> Refusal | None:
        """Refuse blocked paths, and staying if contact can and must be broken: icefire:idleness.4.

        icefire:retreat.8, icefire:ruling.28, icefire:retreat-2021.1.
        """
        if action == self._stay():
            if self.state.law.idleness and self._ways():
                return Refusal("icefire:idleness.4", msg("refuse.retreat.stay", unit=label(self.state, self.unit)))
            return None
        return withdraw_fault(self.state, self.unit, action, self.limit)

    def suggest(self) -> list[Withdraw]:
        """List staying, if allowed, and the retreats."""
        stay = [] if self.state.law.idleness and self._ways() else [self._stay()]
        return [*stay, *self._ways()]

    def sample(self, stream: Stream) -> Withdraw:
        """Draw a legal retreat."""
        for _ in range(TRIES):
            facing = pose_of(self.state, self.unit).heading if stream.below(2) else stream.below(TURN)
            way = Withdraw(stream.choice(tuple(BEARINGS)), 1 + stream.below(max(1, self.limit)), facing)
            if self.refusal(way) is None:
                return way
        return stream.choice(self.suggest())

    def check(self, action: Withdraw) -> Refusal | Message:
        """Return where the unit would end, or why the retreat is refused."""
        end = pose_of(self.state, self.unit).moved(action.distance, BEARINGS[action.bearing])
        return self.refusal(action) or end_message(self.state, self.unit, end, action.facing)


def ways_out(state: State, unit: int, limit: int) -> list[Withdraw]:
    """List the legal retreats examined: back, sideways and forward, each as far as possible, in two facings.

    If none of these is legal, list one or two per direction with any distance and facing: a unit stays only if there is
    no legal retreat at all: icefire:ruling.28.
    """
    found = []
    at, around, aims = pose_of(state, unit), nearby(state, unit, limit), aims_of(state, unit)
    for bearing in ("back", "left", "right", "forward"):
        for length in lengths(limit):
            end = at.moved(length, BEARINGS[bearing])
            facings = dict.fromkeys((at.heading, facing_of_interest(aims, end.x, end.y, end.heading)))
            legal = [
                way
                for facing in facings
                if withdraw_fault(state, unit, way := Withdraw(bearing, length, facing), limit, around) is None
            ]
            found += legal
            if legal:
                break
    return found or [way for bearing in BEARINGS for way in _narrow_ways(state, unit, bearing, limit)]


def _narrow_ways(state: State, unit: int, bearing: str, limit: int) -> list[Withdraw]:
    """List legal retreats in one direction, found by searching all distances and facings; none if there is none."""
    at, tray = pose_of(state, unit), tray_of(state, unit)
    around = nearby(state, unit, limit).along(tray, *way_of(tray, Straight(limit, BEARINGS[bearing])))

    def accepts(distance: int, facing: int) -> bool:
        end = at.moved(distance, BEARINGS[bearing]).facing(facing)
        if end_fault(state, unit, end, around=around) is not None:  # first, as the way is free for all distances tried
            return False
        return withdraw_fault(state, unit, Withdraw(bearing, distance, facing), limit, around) is None

    def barred(distance: int) -> bool:
        motion = Straight(distance, BEARINGS[bearing])
        far = distance > limit - slowed(state, unit, at, motion, around)
        return far or way_fault(state, unit, at, motion, around=around) is not None

    farthest = farthest_way(limit, barred)
    found = find_turned(state, unit, farthest, lambda one: at.moved(one, BEARINGS[bearing]), accepts, around)
    return [Withdraw(bearing, distance, facing) for distance, facing in found]


def retreat(game: War, unit: int) -> Flow[None]:
    """Let an engaged unit retreat: icefire:retreat.1, icefire:retreat.2. Enemies that it frees may then pivot.

    icefire:retreat.6, icefire:ruling.26.
    """
    state = game.state
    seat = state.seat[unit]
    moment = Moment("charge-rolled", seat, unit=unit, action="retreat")
    moment.notes["roll"] = game.chance.pick(6) + 1
    roll = yield from rolled(game, moment)
    limit = speed_of(state, unit) + roll * INCH
    game.emit(DistanceRolled(unit=label(state, unit), roll=roll, distance=limit, rule="icefire:retreat.2"))
    held = enemies_of(state, unit)
    note_mover(state, unit)
    answer = yield from ask(seat, RetreatSpace(state, unit, limit))
    if answer.distance:
        motion = Straight(answer.distance, BEARINGS[answer.bearing])
        yield from move(game, unit, pose_of(state, unit), motion, answer.facing, "retreat")
        yield from free_pivots(game, held, moment)


def rolled(game: War, moment: Moment) -> Flow[int]:
    """Return the roll of a retreat after all effects on it."""
    yield from happen(game, moment)
    return moment.notes["roll"]


def free_pivots(game: War, held: list[int], moment: Moment) -> Flow[None]:
    """Let enemies that a unit has left pivot, if they are unengaged and nothing forbids it: icefire:retreat.6."""
    state = game.state
    for enemy in held:
        if moment.notes.get("leaves-weakened") and not are_engaged(state, moment.unit, enemy):
            give_condition(game, enemy, "weakened")
        if not state.health[enemy] or is_engaged(state, enemy) or moment.notes.get("no-pivots"):
            continue
        if (yield from may(state.seat[enemy], "pivot", "icefire:retreat.6", unit=label(state, enemy))):
            yield from pivot(game, enemy, "freed", "icefire:retreat.6")
