"""Questions about where the defender of a siege places terrain, and where the attacker's units return."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from banneret.games.icefire.actions import Deploy, LayPiece
from banneret.games.icefire.modes.redeployment import RedeploySpace
from banneret.games.icefire.rules.deployment import deploy_fault
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, piece_at, short_range, table_of, terrain, width
from banneret.games.icefire.rules.table.move_spaces import TRIES
from banneret.games.icefire.rules.table.paths import end_fault, is_heading
from banneret.games.icefire.rules.table.units import label, unit_of
from banneret.games.icefire.rules.table.zones import at_far_edge, zone_depth
from banneret.games.icefire.state import State
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream
from banneret.plane import HALF, QUARTER, TURN, Placed, Pose, Table, distance
from banneret.plane.distance import is_far
from banneret.text.message import Message, msg

PIECE_RULE: Final = "icefire:storm-of-swords.6"
BACK_RULE: Final = "icefire:storm-of-swords.12"
STEP: Final = 3 * INCH


class SiegeTerrainSpace(Space[LayPiece]):
    """Where does the defender place a piece of terrain? Suggestions: free places of a grid, lengthwise and crosswise.

    Beyond Short Range of the defender's zone and of other pieces: icefire:storm-of-swords.6.
    """

    __slots__ = ("found", "piece", "seat", "state")
    kind = "siege-terrain"
    rule = PIECE_RULE
    answers = (LayPiece,)

    def __init__(self, state: State, seat: int, piece: str) -> None:
        self.state = state
        self.seat = seat
        self.piece = piece
        self.found: list[LayPiece] | None = None

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.siege-terrain", piece=self.piece)

    def refusal(self, action: LayPiece) -> Refusal | None:
        """Refuse places off the table, or in Short Range of the zone or other pieces: icefire:storm-of-swords.6."""
        state, reach = self.state, short_range(self.state)
        if action.piece != self.piece:
            return Refusal(PIECE_RULE, msg("refuse.terrain.piece", piece=action.piece))
        if not is_heading(action.heading):
            return Refusal("icefire:action.5", msg("refuse.move.heading"))
        placed = piece_at(self.piece, Pose(action.x, action.y, action.heading))
        fault = _ground_fault(placed, table_of(state), self._own(), reach)
        if fault is not None:
            return fault
        for number, _, other in terrain(state):
            if _is_near(placed, other, reach):
                return Refusal(PIECE_RULE, msg("refuse.siege-terrain.near", piece=state.pieces[number]))
        return None

    def suggest(self) -> list[LayPiece]:
        """List the free places of the grid."""
        if self.found is None:
            self.found = list(self._free())
        return self.found[:]

    def has_room(self) -> bool:
        """Return whether any place is free, without listing all of them."""
        return next(self._free(), None) is not None

    def _own(self) -> _Own:
        return _Own(at_far_edge(self.state, self.seat), zone_depth(self.state, self.seat))

    def _free(self) -> Iterator[LayPiece]:
        """Yield the places that `refusal` accepts, using caches: bots ask about the same places many times."""
        state, reach = self.state, short_range(self.state)
        where = self.piece, table_of(state), self._own(), reach
        pieces = zip(state.pieces, state.piece_pose, strict=True)
        taken = frozenset().union(*[_near_to(id, pose, *where) for id, pose in pieces if id])
        return (place for place in _lattice(*where) if place not in taken)

    def sample(self, stream: Stream) -> LayPiece:
        """Draw a free place."""
        for _ in range(TRIES):
            place = LayPiece(self.piece, stream.below(width(self.state)), stream.below(DEPTH), stream.below(TURN))
            if self.refusal(place) is None:
                return place
        return stream.choice(self.suggest())

    def check(self, action: LayPiece) -> Refusal | Message:
        """Return a message that the place is legal, or the refusal."""
        return self.refusal(action) or msg("check.siege-terrain", piece=self.piece)


class _Own(NamedTuple):
    """The deployment zone of the player who places terrain: its edge and its depth."""

    far: bool
    depth: int


def _ground_fault(placed: Placed, table: Table, own: _Own, reach: int) -> Refusal | None:
    """Return why a piece may not be placed here even without other pieces, or None."""
    if not table.holds(placed):
        return Refusal(PIECE_RULE, msg("refuse.siege-terrain.edge"))
    front, _, rear, _ = table.edge_gaps(placed)
    if (front if own.far else rear) - own.depth <= reach:
        return Refusal(PIECE_RULE, msg("refuse.siege-terrain.zone"))
    return None


def _is_near(placed: Placed, other: Placed, reach: int) -> bool:
    return not is_far(placed, other, reach + 1) and distance(placed, other) <= reach


@lru_cache(maxsize=1 << 7)
def _lattice(piece: str, table: Table, own: _Own, reach: int) -> tuple[LayPiece, ...]:
    """Return the grid places where a piece may be placed if there are no other pieces."""
    spots = product(range(STEP, table.depth, STEP), range(STEP, table.width, STEP), (0, QUARTER))
    return tuple(
        LayPiece(piece, x, y, turn)
        for y, x, turn in spots
        if _ground_fault(piece_at(piece, Pose(x, y, turn)), table, own, reach) is None
    )


@lru_cache(maxsize=1 << 11)
def _near_to(id: str, pose: Pose, piece: str, table: Table, own: _Own, reach: int) -> frozenset[LayPiece]:
    """Return the grid places that are in Short Range of another piece."""
    other = piece_at(id, pose)
    return frozenset(
        place
        for place in _lattice(piece, table, own, reach)
        if _is_near(piece_at(piece, Pose(place.x, place.y, place.heading)), other, reach)
    )


class ReturnSpace(RedeploySpace):
    """Does a destroyed unit return, and where in the zone? Suggestions: none, then places along the zone."""

    __slots__ = ()

    def __init__(self, state: State, seat: int, units: list[int]) -> None:
        super().__init__(state, seat, units, zone_depth(state, seat), BACK_RULE)

    def refusal(self, action: Pass | Deploy) -> Refusal | None:
        """Refuse units that may not return, and places outside the zone or near enemies: icefire:storm-of-swords.12."""
        if isinstance(action, Pass):
            return None
        state, unit = self.state, unit_of(self.state, action.unit)
        if unit not in self.units:
            return Refusal(BACK_RULE, msg("refuse.deploy.unit", unit=action.unit))
        pose = Pose(action.x, action.y, action.heading)
        return deploy_fault(state, unit, pose) or end_fault(state, unit, pose)

    def suggest(self) -> list[Pass | Deploy]:
        """List the option to bring nothing back, then the free places along the front and the back of the zone."""
        far = at_far_edge(self.state, self.seat)
        found: list[Pass | Deploy] = [Pass()]
        for unit in self.units:
            for row in (self.own - STEP, STEP):
                y = DEPTH - row if far else row
                along = range(STEP, width(self.state), STEP)
                places = [Deploy(label(self.state, unit), x, y, HALF if far else 0) for x in along]
                found += [place for place in places if self.refusal(place) is None]
        return found
