"""Objectives: their tokens on the table and on units, and scoring before the end of the match."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from banneret.games.runewars.actions import PlaceToken
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.questions import choose_unit
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.course import TokenDropped, TokenPlaced, TokenScored, TokenTaken, UnitMarked
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, NOBODY, PLAYERS, MatchState, label
from banneret.games.runewars.rules.ground.areas import areas_of, table_of_match
from banneret.games.runewars.rules.ground.surroundings import terrain
from banneret.games.runewars.state import placed_of
from banneret.games.runewars.units.ranges import band_of
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.plane import covers_disc, find_point, overlaps_disc, point_distance
from banneret.plane.extents import DOUBT, gap_to
from banneret.text.message import Message, msg

CONFLUENCE, BOUNTY, RAID, DEMORALIZE = (
    "confluence-of-magic",
    "bounty",
    "supply-raid",
    "demoralize-their-forces",
)
TOKENS_EACH: Final = 3
"""The number of tokens each player places."""
APART: Final = 3
"""The number of bands between the tokens of a raid."""
FROM_AREA: Final = 2
"""The maximum range of tokens from the opposing area."""
DEMORALIZING: Final = 2
"""The minimum icons of a morale card that scores."""
_STEPS: Final = 40
_TRIES: Final = 60


# Setup ---------------------------------------------------------------------------------------------------------------


class TokenSpace(Space[PlaceToken]):
    """Where is an objective token placed? Suggested: places in rows in front of the opposing areas."""

    __slots__ = ("seat", "state")
    kind = "token"
    rule = "rw:89.2a"
    answers = (PlaceToken,)

    def __init__(self, state: MatchState, seat: int) -> None:
        self.state = state
        self.seat = seat

    def refusal(self, action: PlaceToken) -> Refusal | None:
        """Refuse places that are not at range 1-2 of the opposing area, or at range 1 of what must be kept clear."""
        # rules rw:63.5, rw:89.2a, rw:ruling.45
        reason = self._forbids((action.x, action.y))
        return None if reason is None else Refusal("rw:89.2a", msg(f"refuse.token.{reason}"))

    def _forbids(self, point: tuple[int, int]) -> str | None:
        """Return why a token may not be placed there, as the end of a message id, or None."""
        if not table_of_match(self.state).point_on(point):
            return "near"
        areas = [gap_to(area, point) for area in areas_of(self.state, 1 - self.seat)]
        if min(areas) <= 0 or (band_of(min(areas)) or FROM_AREA + 1) > FROM_AREA:
            return "area"
        return "near" if self._is_near(point) else None

    def suggest(self) -> list[PlaceToken]:
        """List places from the left of the table to the right."""
        return list(self._free())

    def has_place(self) -> bool:
        """Whether there is a place."""
        return any(True for _ in self._free())

    def _free(self) -> Iterator[PlaceToken]:
        table, found = table_of_match(self.state), False
        for across in range(1, _STEPS, 3):
            for along in range(1, _STEPS, 2):
                x, y = table.width * across // _STEPS, table.depth * along // _STEPS
                if self._forbids((x, y)) is None:
                    found = True
                    yield PlaceToken(x, y)
        if not found:  # there may still be a place between those
            point = find_point(
                [(0, table.width), (0, table.depth)],
                (1.0, 1.0),
                lambda one: self.refusal(PlaceToken(*one)) is None,
                self._rules_out,
            )
            if point is not None:
                yield PlaceToken(*point)

    def _rules_out(self, point: tuple[int, ...], offs: Sequence[float]) -> bool:
        """Return whether no place within so much of a point is legal."""
        at, off = (point[0], point[1]), math.fsum(offs) + 1
        areas = areas_of(self.state, 1 - self.seat)
        if (band_of(min(point_distance(area, at) for area in areas) - off) or FROM_AREA + 1) > FROM_AREA:
            return True
        return any(covers_disc(area, at, off) for area in areas) or band_of(max(0, self._nearest(at)) + off) == 1

    def _is_near(self, at: tuple[int, int]) -> bool:
        """Return whether the nearest of what tokens are kept away from is at range 1 of a place."""
        table, most = table_of_match(self.state), tabletop().ruler.band + DOUBT
        if band_of(min(at[0], at[1], table.width - at[0], table.depth - at[1])) == 1:
            return True
        for _, placed in terrain(self.state):
            dx, dy, reach = placed.x - at[0], placed.y - at[1], placed.radius + most
            if dx * dx + dy * dy < reach * reach and band_of(point_distance(placed, at)) == 1:
                return True
        return any(band_of(_apart(at, other)) == 1 for other in self.state.token_places if other is not None)

    def _nearest(self, at: tuple[int, int]) -> float:
        """Return how far from a place the nearest of what tokens are kept away from is; below 0 beyond the table."""
        table = table_of_match(self.state)
        near = [point_distance(placed, at) for _, placed in terrain(self.state)]
        near += [_apart(at, other) for other in self.state.token_places if other is not None]
        return min([*near, at[0], at[1], table.width - at[0], table.depth - at[1]])

    def sample(self, stream: Stream) -> PlaceToken:
        """Draw any allowed place."""
        table = table_of_match(self.state)
        for _ in range(_TRIES):
            drawn = PlaceToken(stream.below(table.width), stream.below(table.depth))
            if self.refusal(drawn) is None:
                return drawn
        return stream.choice(self.suggest())

    def check(self, action: PlaceToken) -> Refusal | Message:
        """Return a message that the token can be placed there, or the refusal."""
        return self.refusal(action) or msg("check.token", x=action.x, y=action.y)


def _apart(one: tuple[int, int], other: tuple[int, int]) -> float:
    return sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def set_up_objective(game: Runewars) -> Flow[None]:
    """Resolve the setup instructions of the objective before units are deployed."""
    # rules rw:setup.6, rw:89.0, rw:89.2, rw:89.2a, rw:ruling.45
    state = game.state
    if state.objective == CONFLUENCE and state.token_seat.count(state.turn) < TOKENS_EACH:
        space = TokenSpace(state, state.turn)
        state.token_seat.append(state.turn)
        state.token_units.append(NO_UNIT)
        if space.has_place():
            answer = yield from ask(state.turn, space)
            state.token_places.append((answer.x, answer.y))
            game.emit(TokenPlaced(x=answer.x, y=answer.y))
        else:
            state.token_places.append(None)
        state.turn = 1 - state.turn
        return
    if state.objective == RAID:
        table, apart = table_of_match(state), APART * tabletop().ruler.band
        for x in (table.width // 2, table.width // 2 - apart, table.width // 2 + apart):
            _put(game, x, table.depth // 2)
    yield from happen(game, Moment("before-deployment"))
    state.turn = state.first
    state.step = "deploy"


def _put(game: Runewars, x: int, y: int) -> None:
    state = game.state
    state.token_places.append((x, y))
    state.token_units.append(NO_UNIT)
    state.token_seat.append(NOBODY)
    game.emit(TokenPlaced(x=x, y=y))


def mark_units(game: Runewars) -> Flow[None]:
    """After deployment, let each player choose an enemy unit, the second player first."""
    # rules rw:89.2a, rw:92.0, rw:ruling.45
    state = game.state
    if state.objective != BOUNTY:
        return
    for seat in (1 - state.first, state.first):
        units = [unit for unit, owner in enumerate(state.seat) if owner != seat and state.figures[unit]]
        unit = yield from choose_unit(state, seat, units, BOUNTY, "rw:89.2a")
        state.marked[seat] = unit
        if unit != NO_UNIT:
            game.emit(UnitMarked(player=PLAYERS[seat], unit=label(state, unit)))


# Play --------------------------------------------------------------------------------------------------------------


def score(game: Runewars, seat: int) -> None:
    """Let a player score an objective token from the supply."""
    # rules rw:89.3, rw:89.3a
    game.state.scored[seat] += 1
    game.emit(TokenScored(player=PLAYERS[seat], tokens=1))


def take_tokens(game: Runewars) -> None:
    """Let every unit take the tokens under it; if two units overlap a token, the one with the lower number takes it."""
    # rules rw:89.2b, rw:ruling.45, rw:ruling.58
    state = game.state
    if state.objective not in (CONFLUENCE, RAID):
        return
    radius = tabletop().token.radius
    for token, place in enumerate(state.token_places):
        if place is None:
            continue
        for unit in range(len(state.unit)):
            placed = placed_of(state, unit)
            if placed is not None and overlaps_disc(placed, place, radius):
                state.token_places[token] = None
                state.token_units[token] = unit
                game.emit(TokenTaken(unit=label(state, unit)))
                break


def tokens_of(state: MatchState, unit: int) -> int:
    """Return the number of objective tokens that a unit carries."""
    return state.token_units.count(unit)


def unit_destroyed(game: Runewars, unit: int, x: int, y: int) -> None:
    """Place the tokens of a destroyed unit where it was, and score its destruction if the objective does."""
    # rules rw:89.2b, rw:89.3, rw:ruling.45
    state = game.state
    for token, bearer in enumerate(state.token_units):
        if bearer == unit:
            state.token_units[token] = NO_UNIT
            state.token_places[token] = (x, y)
            game.emit(TokenDropped(unit=label(state, unit), x=x, y=y))
    for seat, marked in enumerate(state.marked):
        if state.objective == BOUNTY and marked == unit:
            score(game, seat)


def morale_resolved(game: Runewars, unit: int, icons: int) -> None:
    """Score a morale card that was resolved against a unit, at most once per round for each player."""
    # rules rw:89.2b, rw:89.3, rw:ruling.45
    state = game.state
    seat = 1 - state.seat[unit]
    if state.objective == DEMORALIZE and icons >= DEMORALIZING and state.scored_in[seat] != state.round:
        state.scored_in[seat] = state.round
        score(game, seat)
