"""What is around a unit: obstacles, the enemies it is engaged with, and all else."""

from __future__ import annotations

from banneret.games.runewars.engagement import touches
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.movement import Obstacle
from banneret.games.runewars.rules.areas import table_of_match
from banneret.games.runewars.state import other_units, placed_of


def obstacles_of(state: MatchState, unit: int) -> list[Obstacle]:
    """All that a unit can collide with: other units by their numbers, and the table edges as NO_UNIT."""
    # rules rw:45.1, rw:45.1a, rw:45.1c
    walls = [Obstacle(NO_UNIT, wall) for wall in table_of_match(state).walls]
    return [*other_units(state, unit), *walls]


def is_enemy(state: MatchState, unit: int, other: int) -> bool:
    """Whether the number of an obstacle is that of an enemy."""
    return other != NO_UNIT and state.seat[other] != state.seat[unit]


def split(state: MatchState, unit: int) -> tuple[list[Obstacle], list[Obstacle]]:
    """The enemies that a unit is engaged with, and all other obstacles."""
    # rules rw:59.0, rw:59.2
    placed = placed_of(state, unit)
    around = obstacles_of(state, unit)
    if placed is None:
        return [], around
    engaged = [one for one in around if is_enemy(state, unit, one.number) and touches(placed, one.placed)]
    return engaged, [one for one in around if one not in engaged]
