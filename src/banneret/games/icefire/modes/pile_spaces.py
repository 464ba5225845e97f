"""Questions about where to place corpse piles and the tokens linked to them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from banneret.games.icefire.actions import LayPiece, LayToken
from banneret.games.icefire.modes.objectives import radius
from banneret.games.icefire.rules.table.ground import (
    GIVE,
    INCH,
    in_inches,
    long_range,
    piece_at,
    pose_of,
    table_of,
    terrain,
    token_on_table,
    tray_of,
)
from banneret.games.icefire.rules.table.paths import is_heading
from banneret.games.icefire.rules.table.room import FINEST, LATER, SURE
from banneret.games.icefire.rules.table.units import label
from banneret.games.icefire.state import State
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.stream import Stream
from banneret.plane import (
    QUARTER,
    TURN,
    Placed,
    Pose,
    covers_disc,
    disc_distance,
    distance,
    find_point,
    point_distance,
    turned_by,
)
from banneret.text.message import Message, msg

PILE: Final = "corpse-pile"
TRIES: Final = 24
APART: Final = 1 * INCH
"""Minimum distance of a new pile from terrain and trays: icefire:feast-for-crows.18."""
_SIDES: Final = 16
_RINGS: Final = (5500, 7000, 9000, 11000)
_LATTICE: Final = range(-18 * INCH, 18 * INCH + 1, INCH)


class LinkedTokenSpace(Space[LayToken]):
    """Where is a token placed at its corpse pile? Suggestions: the center of the pile, then places around it.

    It touches the pile, or is completely on it: icefire:feast-for-crows.13, icefire:feast-for-crows-2021.4.
    """

    __slots__ = ("on_pile", "pile", "pose", "rule", "state", "token")
    kind = "token"
    answers = (LayToken,)

    def __init__(self, state: State, token: int, pose: Pose, rule: str, *, on_pile: bool) -> None:
        self.state = state
        self.token = token
        self.pose = pose
        """The pose of the pile."""
        self.pile = piece_at(PILE, pose)
        self.rule = rule  # the rule depends on why the token is placed
        self.on_pile = on_pile

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.token.pile", objective=self.token + 1)

    def refusal(self, action: LayToken) -> Refusal | None:
        """Refuse a place off the table, or away from the pile: icefire:feast-for-crows.13.

        icefire:feast-for-crows.11, icefire:feast-for-crows-2021.2, icefire:feast-for-crows-2021.4.
        """
        size = radius(self.state)
        at = (action.x, action.y)
        if not token_on_table(self.state, at, size):
            return Refusal(self.rule, msg("refuse.token.edge"))
        if self.on_pile and not covers_disc(self.pile, at, size):
            return Refusal(self.rule, msg("refuse.token.pile"))
        if disc_distance(self.pile, at, size) > GIVE:
            return Refusal(self.rule, msg("refuse.token.pile"))
        return None

    def suggest(self) -> list[LayToken]:
        """List the center of the pile, then the legal places on a ring close to it and on one at its edge."""
        pose = self.pose
        found = [LayToken(pose.x, pose.y)]
        for ring in (1800, 3000):
            for side in range(_SIDES):
                at = pose.facing((pose.heading + side * TURN // _SIDES) % TURN).moved(ring)
                place = LayToken(at.x, at.y)
                if self.refusal(place) is None:
                    found.append(place)
        return found

    def sample(self, stream: Stream) -> LayToken:
        """Draw a legal place at the pile."""
        pose = self.pose
        reach = 5 * INCH
        for _ in range(TRIES):
            place = LayToken(pose.x - reach + stream.below(2 * reach), pose.y - reach + stream.below(2 * reach))
            if self.refusal(place) is None:
                return place
        return stream.choice(self.suggest())

    def check(self, action: LayToken) -> Refusal | Message:
        """Return a message that the place is legal, or the refusal."""
        return self.refusal(action) or msg("check.token", objective=self.token + 1)


class PileSpace(Space[LayPiece]):
    """Where does destroyed infantry leave a corpse pile? Suggestions: around its tray, or else any legal place.

    In Long Range of the tray, completely or partly depending on the edition, and an inch or more from terrain and from
    every tray, including its own: icefire:feast-for-crows.18, icefire:feast-for-crows-2021.5.
    """

    __slots__ = ("found", "rule", "state", "unit", "wholly")
    kind = "pile"
    piece = PILE
    answers = (LayPiece,)

    def __init__(self, state: State, unit: int, rule: str, *, wholly: bool) -> None:
        self.state = state
        self.unit = unit
        self.rule = rule  # set by the mode
        self.wholly = wholly
        self.found: list[LayPiece] | None = None

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.pile", unit=label(self.state, self.unit))

    def refusal(self, action: LayPiece) -> Refusal | None:
        """Refuse a place off the table, out of range, or too near to terrain or a tray: icefire:feast-for-crows.18.

        icefire:feast-for-crows-2021.5.
        """
        if action.piece != PILE:
            return Refusal(self.rule, msg("refuse.terrain.piece", piece=action.piece))
        if not is_heading(action.heading):
            return Refusal("icefire:action.5", msg("refuse.move.heading"))
        return self._fault(piece_at(PILE, Pose(action.x, action.y, action.heading)))

    def _fault(self, pile: Placed, off: float = 0.0) -> Refusal | None:
        """Return why a pile may lie neither there nor anywhere within `off` of it."""
        state = self.state
        if not table_of(state).holds(pile, off):
            return Refusal(self.rule, msg("refuse.pile.edge"))
        if self._reach(pile) > long_range(state) + 0.001 + off:
            limit = in_inches(long_range(state))
            return Refusal(self.rule, msg("refuse.pile.far", unit=label(state, self.unit), limit=limit))
        for number, _, piece in terrain(state):
            if distance(pile, piece) < APART - 0.001 - off:
                return Refusal(self.rule, msg("refuse.pile.terrain", piece=state.pieces[number]))
        for other, pose in enumerate(state.pose):
            if pose is not None and distance(pile, tray_of(state, other)) < APART - 0.001 - off:
                return Refusal(self.rule, msg("refuse.pile.tray", unit=label(state, other)))
        return None

    def _reach(self, pile: Placed) -> float:
        """Return the distance from the tray to the pile's farthest point (always a corner) or to its nearest point."""
        tray = tray_of(self.state, self.unit)
        if self.wholly:
            return max(point_distance(tray, corner) for piece in pile.pieces for corner in piece.corners)
        return distance(tray, pile)

    def suggest(self) -> list[LayPiece]:
        """List the legal places around the tray; only if there are none, the legal places of a one-inch grid."""
        if self.found is None:
            self.found = [place for place in self._around() if self.refusal(place) is None]
        if not self.found:
            self.found = [place for place in self._lattice() if self.refusal(place) is None] or self._anywhere()
        return self.found[:]

    def _anywhere(self) -> list[LayPiece]:
        """Return a place searched among all in range, turned anyhow; none if there is none."""
        at, far = pose_of(self.state, self.unit), 18 * INCH
        point = find_point(
            ((at.x - far, at.x + far), (at.y - far, at.y + far), (0, TURN - 1)),
            (1.0, 1.0, turned_by(piece_at(PILE, at).radius, 1)),
            lambda one: self._fault(piece_at(PILE, Pose(*one))) is None,
            self._rules_out,
            FINEST,
            LATER,
        )
        return [] if point is None else [LayPiece(PILE, *point)]

    def _rules_out(self, point: tuple[int, ...], offs: Sequence[float]) -> bool:
        """Return whether no pile may lie within so much of a pose; near a tray not even a circle has room."""
        pile, middle = piece_at(PILE, Pose(*point)), (point[0], point[1])
        near = min(pile.shape.width, pile.shape.depth) / 2 + APART - offs[0] - offs[1] - SURE
        there = [*(piece for _, _, piece in terrain(self.state)), *self._trays()]
        if any(point_distance(one, middle) < near for one in there):
            return True
        return self._fault(pile, math.fsum(offs) + SURE) is not None

    def _trays(self) -> Iterator[Placed]:
        return (tray_of(self.state, unit) for unit, pose in enumerate(self.state.pose) if pose is not None)

    def _around(self) -> Iterator[LayPiece]:
        at = pose_of(self.state, self.unit)
        for ring in _RINGS:
            for side in range(_SIDES):
                heading = (at.heading + side * TURN // _SIDES) % TURN
                end = at.facing(heading).moved(ring)
                for turn in (at.heading, (at.heading + QUARTER) % TURN):
                    yield LayPiece(PILE, end.x, end.y, turn)

    def _lattice(self) -> Iterator[LayPiece]:
        at = pose_of(self.state, self.unit)
        for x in _LATTICE:
            for y in _LATTICE:
                for turn in (0, QUARTER // 2, QUARTER, QUARTER + QUARTER // 2):
                    yield LayPiece(PILE, at.x + x, at.y + y, turn)

    def sample(self, stream: Stream) -> LayPiece:
        """Draw a legal place with any heading."""
        at = pose_of(self.state, self.unit)
        reach = 12 * INCH
        for _ in range(TRIES):
            x, y = (value - reach + stream.below(2 * reach) for value in (at.x, at.y))
            place = LayPiece(PILE, x, y, stream.below(TURN))
            if self.refusal(place) is None:
                return place
        return stream.choice(self.suggest())

    def check(self, action: LayPiece) -> Refusal | Message:
        """Return a message that the place is legal, or the refusal."""
        return self.refusal(action) or msg("check.pile")
