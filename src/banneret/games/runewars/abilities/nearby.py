"""Nearby units: allies and enemies of a unit, at a range, in line of sight, or engaged with it."""

from __future__ import annotations

from collections.abc import Iterable

from banneret.games.runewars.content.components import Rune
from banneret.games.runewars.effects.registry import Moment, Source
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.rules.attack.attack_targets import line_to
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.state import cells_of, placed_of, runes
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.ranges import range_between, range_of_sight


def rune(state: MatchState, kind: Rune) -> int:
    """Return the number of active runes of a kind."""
    # rules rw:51.3, rw:51.6
    return runes(state)[kind]


def on_table(state: MatchState) -> list[int]:
    """Return the units on the table."""
    return [unit for unit in range(len(state.unit)) if state.figures[unit] and state.poses[unit] is not None]


def enemies(state: MatchState, unit: int) -> list[int]:
    """Return the enemies of a unit on the table."""
    # rule rw:35.0
    return [other for other in on_table(state) if state.seat[other] != state.seat[unit]]


def allies(state: MatchState, unit: int) -> list[int]:
    """Return the other units of its side on the table, for cards that refer to other allies."""
    # rules rw:81.0, rw:81.1
    return [other for other in on_table(state) if state.seat[other] == state.seat[unit] and other != unit]


def own_side(state: MatchState, unit: int) -> list[int]:
    """Return the allies of a unit on the table, including itself, which is at range 1 of itself."""
    # rules rw:81.0, rw:81.1, rw:ruling.69
    return [other for other in on_table(state) if state.seat[other] == state.seat[unit]]


def within(state: MatchState, unit: int, others: Iterable[int], high: int) -> list[int]:
    """Return the given units that are at range 1 to `high` of a unit; range 1 to 0 is range 1."""
    # rules rw:63.3b, rw:63.6a, rw:63.6c, rw:ruling.86
    own = placed_of(state, unit)
    if own is None:
        return []
    found = []
    for other in others:
        placed = placed_of(state, other)
        band = None if placed is None else range_between(own, placed)
        if band is not None and band <= max(1, high):
            found.append(other)
    return found


def in_sight(state: MatchState, unit: int, others: Iterable[int], high: int) -> list[int]:
    """Return the given units to which a unit has line of sight at range 1 to `high`, past units and terrain.

    Cards that change the line of sight of ranged attacks do not count.
    """
    # rules rw:41.6, rw:41.7, rw:41.9c, rw:41.9e, rw:63.3a, rw:70.0, rw:70.1
    found = []
    for other in others:
        line = line_to(state, unit, other)
        band = None if line is None else range_of_sight(line)
        if band is not None and band <= high:
            found.append(other)
    return found


def met_by(moment: Moment, source: Source) -> int:
    """Return the enemy that a unit collides with or that collides with it, at a collision; else NO_UNIT."""
    # rule rw:91.0
    if source.unit not in (moment.unit, moment.target):
        return NO_UNIT
    return moment.target if source.unit == moment.unit else moment.unit


def unengaged(state: MatchState, others: Iterable[int]) -> list[int]:
    """Return the given units that are unengaged."""
    return [other for other in others if not engaged_with(state, other)]


def range_of(state: MatchState, attack: Attack) -> int:
    """Return the range from the attacker to the defender, or 6 beyond the ruler."""
    # rule rw:63.3
    return next((high for high in range(1, 6) if within(state, attack.attacker, [attack.defender], high)), 6)


def trays(state: MatchState, unit: int) -> int:
    """Return the number of trays of a unit."""
    return len(cells_of(state, unit))


def is_hidden(state: MatchState, unit: int) -> bool:
    """Whether the command tool of a unit is set and not revealed."""
    return state.dials[unit][0] >= 0 and not state.shown[unit]
