"""The questions for moves: maneuver, march, pivot, shift. Any legal move may be answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from banneret.games.icefire.actions import Maneuver, March, Pivot, Shift
from banneret.games.icefire.rules.table.ground import in_inches, pose_of, shape_of, tray_at, tray_of
from banneret.games.icefire.rules.table.layout import layout_for
from banneret.games.icefire.rules.table.paths import (
    BEARINGS,
    end_fault,
    is_heading,
    shift_fault,
    slowed,
    stride_fault,
    walk_fault,
    way_fault,
)
from banneret.games.icefire.rules.table.room import SURE, farthest_way, is_full
from banneret.games.icefire.rules.table.strides import CROWDED, Ends, Strides
from banneret.games.icefire.rules.table.surroundings import Around, nearby
from banneret.games.icefire.rules.table.units import enemies_on_table, label, walls_against
from banneret.games.icefire.state import State
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.stream import Stream
from banneret.plane import (
    HALF,
    QUARTER,
    TURN,
    Placed,
    Pose,
    Straight,
    find_whole,
    heading_towards,
)
from banneret.plane.memo import Memo
from banneret.plane.pose import place_anew
from banneret.text.message import Message, msg

TRIES: Final = 24
"""Number of random moves tried before a sample falls back to a suggested one."""


_Spot: TypeAlias = tuple[int, int]


class Aims(NamedTuple):
    """What a unit may face, collected once for all poses examined."""

    enemies: list[_Spot]
    spots: list[_Spot]
    """The tokens on the table, then the enemies and intact enemy walls."""


def aims_of(state: State, unit: int) -> Aims:
    """Return what a unit may face."""
    seat = state.seat[unit]
    enemies = [(pose.x, pose.y) for enemy in enemies_on_table(state, seat) if (pose := state.pose[enemy]) is not None]
    walls = [(pose.x, pose.y) for pose in (pose_of(state, wall) for wall in walls_against(state, seat))]
    return Aims(enemies, [*state.tokens, *enemies, *walls])


def headings_of_interest(aims: Aims, at: Pose) -> list[int]:
    """List headings worth examining from a pose: the current one, towards enemies and objectives, and the quarters."""
    found = [at.heading]
    for x, y in aims.spots:
        if (x, y) != (at.x, at.y):
            found.append(heading_towards(x - at.x, y - at.y))
    found += [(at.heading + turn) % TURN for turn in (QUARTER, HALF, 3 * QUARTER)]
    return list(dict.fromkeys(found))


def facing_of_interest(aims: Aims, x: int, y: int, heading: int) -> int:
    """Return the heading from a place towards the nearest enemy, or the current heading if there is none."""
    nearest, to_x, to_y = 0, 0, 0
    for there_x, there_y in aims.enemies:
        dx, dy = there_x - x, there_y - y
        away = dx * dx + dy * dy
        if away and (not nearest or away < nearest):
            nearest, to_x, to_y = away, dx, dy
    return heading_towards(to_x, to_y) if nearest else heading


def lengths(limit: int) -> Iterator[int]:
    """Yield the lengths of a move that are examined, the longest first."""
    for part in (4, 3, 2, 1):
        yield limit * part // 4


_MANEUVERS: Final = Memo[tuple[Maneuver, ...]]()
_MARCHES: Final = Memo[tuple[March, ...]]()


class ManeuverSpace(Space[Maneuver]):
    """Where does the unit maneuver? Suggestions: staying, then towards enemies, objectives and all directions."""

    __slots__ = ("limit", "state", "unit")
    kind = "maneuver"
    rule = "icefire:maneuver.3"
    answers = (Maneuver,)

    def __init__(self, state: State, unit: int, limit: int) -> None:
        self.state = state
        self.unit = unit
        self.limit = limit

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.maneuver", unit=label(self.state, self.unit), limit=in_inches(self.limit))

    def refusal(self, action: Maneuver) -> Refusal | None:
        """Refuse moves that are too long, meet something or end illegally: icefire:maneuver.2, icefire:maneuver.3."""
        return walk_fault(self.state, self.unit, action.heading, action.distance, action.facing, self.limit)

    def suggest(self) -> list[Maneuver]:
        """List staying, then for each heading of interest the longest free path, with two facings."""
        key = self.limit, tuple(self.state.tokens), layout_for(self.state, self.unit)
        return list(_MANEUVERS.get(key, self._found))

    def _found(self) -> tuple[Maneuver, ...]:
        state, unit, limit = self.state, self.unit, self.limit
        at, around, aims = pose_of(state, unit), nearby(state, unit, limit), aims_of(state, unit)
        strides, ends, shape = Strides(state, unit, around), Ends(state, unit, around), shape_of(state, unit)
        found = [Maneuver(at.heading, 0, at.heading)]
        for heading in headings_of_interest(aims, at):
            turned = at.facing(heading)
            start = None
            for length in lengths(limit):
                if not strides.are_legal(heading, length):
                    start = start or place_anew(shape, turned)
                    if stride_fault(state, unit, start, heading, length, limit, around) is not None:
                        continue
                end, before = turned.moved(length), at if length == 0 else None
                beside = ends.beside(end.x, end.y)
                if beside is CROWDED:
                    if before is None:
                        continue
                    beside = around  # a unit that only turns may stay near an enemy
                facing = facing_of_interest(aims, end.x, end.y, heading)
                moves = [
                    Maneuver(heading, length, one)
                    for one in ((heading, facing) if facing != heading else (heading,))
                    if beside is None or ends.is_legal(end.facing(one), beside, before)
                ]
                if length == 0:
                    moves = [move for move in moves if move not in found]
                if moves:
                    found += moves
                    break
        return tuple(found)

    def sample(self, stream: Stream) -> Maneuver:
        """Draw a legal move with any heading, length and facing."""
        at = pose_of(self.state, self.unit)
        for _ in range(TRIES):
            heading = stream.below(TURN)
            move = Maneuver(heading, stream.below(self.limit + 1), heading if stream.below(2) else stream.below(TURN))
            if self.refusal(move) is None:
                return move
        return Maneuver(at.heading, 0, at.heading)

    def check(self, action: Maneuver) -> Refusal | Message:
        """Return where the unit would end, or why the move is refused."""
        return self.refusal(action) or end_message(
            self.state,
            self.unit,
            pose_of(self.state, self.unit).facing(action.heading).moved(action.distance),
            action.facing,
        )


class TurnedMarchSpace(ManeuverSpace):
    """Where does a unit march that may pivot first? Suggestions as for a Maneuver."""

    __slots__ = ()
    rule = "icefire:march.2"

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.march", unit=label(self.state, self.unit), limit=in_inches(self.limit))


class MarchSpace(Space[March]):
    """Where does the unit march? Suggestions: staying, then forward as far as possible, with facings of interest."""

    __slots__ = ("limit", "state", "turns", "unit")
    kind = "march"
    rule = "icefire:march.2"
    answers = (March,)

    def __init__(self, state: State, unit: int, limit: int) -> None:
        self.state = state
        self.unit = unit
        self.limit = limit

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.march", unit=label(self.state, self.unit), limit=in_inches(self.limit))

    def refusal(self, action: March) -> Refusal | None:
        """Refuse moves that are too long, meet something or end illegally: icefire:march.2, icefire:march.3."""
        heading = pose_of(self.state, self.unit).heading
        return walk_fault(self.state, self.unit, heading, action.distance, action.facing, self.limit)

    def suggest(self) -> list[March]:
        """List staying, then the lengths examined with the facings of interest there."""
        key = self.limit, tuple(self.state.tokens), layout_for(self.state, self.unit)
        return list(_MARCHES.get(key, self._found))

    def _found(self) -> tuple[March, ...]:
        state, unit, limit = self.state, self.unit, self.limit
        at, around, aims = pose_of(state, unit), nearby(state, unit, limit), aims_of(state, unit)
        strides, ends, start = Strides(state, unit, around), Ends(state, unit, around), tray_of(state, unit)
        found = {March(0, at.heading): None}
        for length in (*lengths(limit), 0):
            if not strides.are_legal(at.heading, length) and (
                stride_fault(state, unit, start, at.heading, length, limit, around) is not None
            ):
                continue
            end, before = at.moved(length), at if length == 0 else None
            beside = ends.beside(end.x, end.y)
            if beside is CROWDED:
                if before is None:
                    continue
                beside = around  # a unit that only turns may stay near an enemy
            for facing in headings_of_interest(aims, end):
                if beside is None or ends.is_legal(end.facing(facing), beside, before):
                    found[March(length, facing)] = None
        return tuple(found)

    def sample(self, stream: Stream) -> March:
        """Draw a legal march with any length and facing."""
        at = pose_of(self.state, self.unit)
        for _ in range(TRIES):
            facing = at.heading if stream.below(2) else stream.below(TURN)
            move = March(stream.below(self.limit + 1), facing)
            if self.refusal(move) is None:
                return move
        return March(0, at.heading)

    def check(self, action: March) -> Refusal | Message:
        """Return where the unit would end, or why the march is refused."""
        end = pose_of(self.state, self.unit).moved(action.distance)
        return self.refusal(action) or end_message(self.state, self.unit, end, action.facing)


class PivotSpace(Space[Pivot]):
    """Which way does the unit turn? Suggestions: no turn, then headings of interest. `accepts` may narrow it."""

    __slots__ = ("accepts", "rule", "state", "unit", "what")
    kind = "pivot"
    answers = (Pivot,)

    def __init__(
        self, state: State, unit: int, what: str, rule: str, accepts: Callable[[Pose], Refusal | None] | None = None
    ) -> None:
        self.state = state
        self.unit = unit
        self.what = what
        self.rule = rule  # which rule lets it turn depends on the question
        self.accepts = accepts

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.pivot.{self.what}", unit=label(self.state, self.unit))

    def refusal(self, action: Pivot) -> Refusal | None:
        """Refuse invalid headings, and ends over a tray or near an enemy: icefire:terms.21, icefire:action.8."""
        if not is_heading(action.heading):
            return Refusal("icefire:action.5", msg("refuse.move.heading"))
        before = pose_of(self.state, self.unit)
        if self.accepts is not None:
            return self.accepts(before.facing(action.heading))
        return end_fault(self.state, self.unit, before.facing(action.heading), before=before)

    def suggest(self) -> list[Pivot]:
        """List the legal headings of interest."""
        at = pose_of(self.state, self.unit)
        turns = [Pivot(heading) for heading in headings_of_interest(aims_of(self.state, self.unit), at)]
        return [turn for turn in turns if self.refusal(turn) is None]

    def sample(self, stream: Stream) -> Pivot:
        """Draw a legal heading."""
        for _ in range(TRIES):
            turn = Pivot(stream.below(TURN))
            if self.refusal(turn) is None:
                return turn
        return stream.choice(self.suggest())

    def check(self, action: Pivot) -> Refusal | Message:
        """Return how the unit would face, or why the pivot is refused."""
        at = pose_of(self.state, self.unit)
        return self.refusal(action) or end_message(self.state, self.unit, at, action.heading)


class ShiftSpace(Space[Shift]):
    """Where does the unit shift? Suggestions: staying, then all four directions. `accepts` may narrow it.

    If no suggestion remains, one legal shift per direction is searched: `refuses(tray, off)` may be True only if
    `accepts` refuses every pose whose tray is within `off` of that one.

    Straight forward, backward or sideways, never diagonally, without a pivot: icefire:terms.23, icefire:terms.24,
    icefire:terms.25.
    """

    __slots__ = ("accepts", "limit", "refuses", "rule", "state", "unit", "what")
    kind = "shift"
    answers = (Shift,)

    def __init__(  # what shifts, how far, for what
        self,
        state: State,
        unit: int,
        limit: int,
        what: str,
        rule: str,
        accepts: Callable[[Pose], Refusal | None] | None = None,
        refuses: Callable[[Placed, float], bool] | None = None,
    ) -> None:
        self.state = state
        self.unit = unit
        self.limit = limit
        self.what = what
        self.rule = rule  # which rule lets it shift depends on the question
        self.accepts = accepts
        self.refuses = refuses

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.shift.{self.what}", unit=label(self.state, self.unit), limit=in_inches(self.limit))

    def refusal(self, action: Shift) -> Refusal | None:
        """Refuse shifts that are too long, meet something, or end illegally."""
        return self._fault(action, nearby(self.state, self.unit, self.limit))

    def _fault(self, action: Shift, around: Around) -> Refusal | None:
        fault = shift_fault(self.state, self.unit, action.bearing, action.distance, self.limit, around)
        if fault is None and self.accepts is not None:
            return self.accepts(pose_of(self.state, self.unit).moved(action.distance, BEARINGS[action.bearing]))
        return fault

    def suggest(self) -> list[Shift]:
        """List staying, then for each direction the lengths examined."""
        return list(self._ways())

    def has_way(self) -> bool:
        """Return whether there is any legal shift."""
        return next(self._ways(), None) is not None

    def _ways(self) -> Iterator[Shift]:
        around = nearby(self.state, self.unit, self.limit)
        looked_at = [Shift("forward", 0)]
        looked_at += [Shift(bearing, length) for bearing in BEARINGS for length in lengths(self.limit)]
        found = False
        for shift in looked_at:
            if self._fault(shift, around) is None:
                found = True
                yield shift
        if not found and self.refuses is not None:
            yield from self._narrow_ways(around)

    def _narrow_ways(self, around: Around) -> Iterator[Shift]:
        """Yield a legal shift of any length in each direction that has one."""
        at, refuses = pose_of(self.state, self.unit), self.refuses
        for bearing, way in BEARINGS.items():

            def accepts(length: int, bearing: str = bearing) -> bool:
                return self._fault(Shift(bearing, length), around) is None

            def barred(length: int, way: int = way) -> bool:
                motion = Straight(length, way)
                far = length > self.limit - slowed(self.state, self.unit, at, motion, around)
                return far or way_fault(self.state, self.unit, at, motion, around=around) is not None

            def rules_out(low: int, high: int, way: int = way) -> bool:
                middle = (low + high) // 2
                pose, off = at.moved(middle, way), high - middle + SURE
                if is_full(self.state, self.unit, pose, off, around):
                    return True
                return refuses is not None and refuses(tray_at(self.state, self.unit, pose), off)

            length = find_whole([(1, farthest_way(self.limit, barred))], accepts, rules_out)
            if length is not None:
                yield Shift(bearing, length)

    def sample(self, stream: Stream) -> Shift:
        """Draw a legal shift."""
        for _ in range(TRIES):
            shift = Shift(stream.choice(tuple(BEARINGS)), stream.below(self.limit + 1))
            if self.refusal(shift) is None:
                return shift
        return stream.choice(self.suggest())

    def check(self, action: Shift) -> Refusal | Message:
        """Return where the unit would end, or why the shift is refused."""
        at = pose_of(self.state, self.unit)
        end = at.moved(action.distance, BEARINGS[action.bearing])
        return self.refusal(action) or end_message(self.state, self.unit, end, at.heading)


def end_message(state: State, unit: int, end: Pose, facing: int) -> Message:
    """Describe where a move would end."""
    return msg(
        "check.move",
        unit=label(state, unit),
        x=in_inches(end.x),
        y=in_inches(end.y),
        heading=f"{facing / 100:g}",
    )
