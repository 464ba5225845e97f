"""The surroundings of a unit: obstacles, the enemies it is engaged with, and everything else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from banneret.games.runewars.content.tabletop import piece_of
from banneret.games.runewars.effects.numbers import has_flag
from banneret.games.runewars.match_state import NO_UNIT, MatchState, ground_of
from banneret.games.runewars.rules.ground.areas import table_of_match
from banneret.games.runewars.state import NO_PIECE, other_units, placed_of
from banneret.games.runewars.units.engagement import TOUCH, touches
from banneret.games.runewars.units.movement import Obstacle
from banneret.plane import Placed, Pose, Shape, Table, place, polygon
from banneret.plane.extents import DOUBT

_FIRST_PIECE: Final = NO_UNIT - 1
"""The obstacle number of the first terrain piece; those of the others descend from it."""


def obstacles_of(state: MatchState, unit: int) -> list[Obstacle]:
    """Return everything a unit can collide with: other units by number, terrain, and the table edges as NO_UNIT.

    Occupied terrain is the same obstacle as its occupant; other pieces are numbered by `as_obstacle`.
    """
    # rules rw:41.0, rw:45.1, rw:45.1a, rw:45.1b, rw:45.1c, rw:73.1
    return ground_of(state).obstacles.get(unit, lambda: _obstacles(state, unit)).copy()


def _obstacles(state: MatchState, unit: int) -> list[Obstacle]:
    walls = _obstacles_at_edges(table_of_match(state))
    pieces = [_obstacle(piece, placed) for piece, placed in terrain(state) if piece not in state.inside]
    return [*other_units(state, unit), *pieces, *walls]


@cache
def _obstacles_at_edges(table: Table) -> tuple[Obstacle, ...]:
    return tuple([Obstacle(NO_UNIT, wall) for wall in table.walls])


@lru_cache(maxsize=1 << 10)
def _obstacle(piece: int, placed: Placed) -> Obstacle:
    return Obstacle(as_obstacle(piece), placed)


def as_obstacle(piece: int) -> int:
    """Return the obstacle number of a terrain piece."""
    return _FIRST_PIECE - piece


def piece_met(state: MatchState, number: int) -> int:
    """Return the terrain piece of an obstacle, including one occupied by a unit; NO_PIECE for any other."""
    if number >= 0:
        return state.inside[number]
    return NO_PIECE if number == NO_UNIT else _FIRST_PIECE - number


def terrain(state: MatchState) -> list[tuple[int, Placed]]:
    """Return the terrain pieces on the table, by number."""
    return [(number, placed) for number in range(len(state.pieces)) if (placed := placed_piece(state, number))]


def placed_piece(state: MatchState, piece: int) -> Placed | None:
    """Return a terrain piece in its place, or None if it is not on the table."""
    pose = state.piece_poses[piece]
    return None if pose is None else _placed(state.pieces[piece], pose)


@lru_cache(maxsize=1 << 10)
def _placed(side: str, pose: tuple[int, int, int]) -> Placed:
    return place(outline_of(side), Pose(*pose))


@cache
def outline_of(side: str) -> Shape:
    """Return the outline of a terrain piece, given one of its sides."""
    return polygon(piece_of(side).outline)


def is_enemy(state: MatchState, unit: int, other: int) -> bool:
    """Whether an obstacle number is that of an enemy."""
    # rules rw:35.0, rw:team.4
    return other >= 0 and state.seat[other] != state.seat[unit]


def split(
    state: MatchState, unit: int, around: Sequence[Obstacle] | None = None
) -> tuple[list[Obstacle], list[Obstacle]]:
    """Return the enemies a unit is engaged with, and all other obstacles; `around` are its `obstacles_of` if known."""
    # rules rw:41.8, rw:41.8a, rw:59.0, rw:59.1, rw:59.2, rw:59.5
    if around is None:
        around = obstacles_of(state, unit)
    engaged = engaged_with(state, unit)
    return [one for one in around if one.number in engaged], [one for one in around if one.number not in engaged]


def part(state: MatchState, unit: int, other: int) -> None:
    """End the engagement of two units that touch at a corner."""
    # rules rw:59.4, rw:ruling.23
    pair = min(unit, other), max(unit, other)
    if pair not in state.parted:
        state.parted.append(pair)


def engaged_with(state: MatchState, unit: int) -> list[int]:
    """Return the numbers of the enemies that a unit is engaged with."""
    # rules rw:41.8, rw:41.8a, rw:59.0, rw:59.1, rw:59.2, rw:59.5
    return ground_of(state).engaged.get(unit, lambda: _engaged_with(state, unit)).copy()


def _engaged_with(state: MatchState, unit: int) -> list[int]:
    placed = placed_of(state, unit)
    if placed is None:
        return []
    x, y, near, own = placed.x, placed.y, placed.radius + TOUCH + DOUBT, state.seat[unit]
    found = []
    for number, seat in enumerate(state.seat):
        if seat == own:
            continue
        other = placed_of(state, number)
        if other is None:
            continue
        dx, dy, reach = x - other.x, y - other.y, near + other.radius
        if dx * dx + dy * dy < reach * reach and touches(placed, other) and not is_parted(state, unit, number):
            found.append(number)
    return found


def is_held_in_activation(state: MatchState, unit: int) -> bool:
    """Whether an activated unit may neither reform nor shift because of a card of an enemy it is engaged with."""
    # rules rw:golden.2, rw:golden.3
    return state.active == unit and any(
        has_flag(state, enemy, "holds-in-activation") for enemy in engaged_with(state, unit)
    )


def is_parted(state: MatchState, unit: int, other: int) -> bool:
    """Whether the loss of a tray has disengaged two units that touch at a corner."""
    # rules rw:59.4, rw:ruling.23
    return (min(unit, other), max(unit, other)) in state.parted


def met_again(state: MatchState, unit: int) -> list[int]:
    """Return the enemies that a unit touches although a lost tray had disengaged them: it has collided with them."""
    # rules rw:59.4, rw:91.0, rw:ruling.23
    placed = placed_of(state, unit)
    apart = [other for other in range(len(state.unit)) if other != unit and is_parted(state, unit, other)]
    return [
        other
        for other in apart
        if placed is not None and (there := placed_of(state, other)) is not None and touches(placed, there)
    ]


def forget_partings(state: MatchState, unit: int) -> None:
    """Make contacts of a unit that has moved count as engagements again."""
    # rules rw:59.0, rw:ruling.23
    state.parted = [pair for pair in state.parted if unit not in pair]
