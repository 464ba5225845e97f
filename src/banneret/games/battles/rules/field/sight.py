"""Range and line of sight."""

from __future__ import annotations

from banneret.games.battles.rules.field.terrain import blocks_sight, is_barred, range_of, terrain_of
from banneret.games.battles.rules.field.units import card_of
from banneret.games.battles.state import NO_UNIT, State


def distance(state: State, attacker: int, target: int) -> int:
    """Return the distance in hexes, counting the target's hex but not the attacker's: battles:range.1."""
    return state.field.distances[state.hex[attacker]][state.hex[target]]


def is_in_range(state: State, attacker: int, target: int) -> bool:
    """Return whether a target is in range, its own hex included: battles:range.1, battles:range.2, battles:ruling.28.

    A melee unit attacks adjacent units (battles:range.3), a ranged unit as far as its range symbol (battles:range.4).
    """
    return distance(state, attacker, target) <= range_of(state, attacker)


def is_in_sight(state: State, attacker: int, target: int) -> bool:
    """Return whether a unit sees another, from center to center of their hexes: battles:sight.2."""
    return sees_hex(state, state.hex[attacker], state.hex[target])


def sees_hex(state: State, origin: int, end: int) -> bool:
    """Return whether a unit in one hex sees another hex.

    It always sees adjacent ones (battles:sight.6, battles:ruling.30). A line along edges or through a corner is shifted
    slightly to either side, and open if one of the shifted lines is (battles:sight.5, battles:c2.2, battles:ruling.29).
    """
    if state.field.distances[origin][end] <= 1:
        return True
    left, right = state.field.between(origin, end)
    blocked = obstacles(state, left | right)
    return not left & blocked or not right & blocked or _is_open_over_hills(state, origin, end)


def obstacles(state: State, within: int = -1) -> int:
    """Return the hexes of a mask that block sight, through terrain or units of either side.

    battles:sight.3, battles:sight.4. The end hexes of a line never block it (battles:c2.1, battles:ruling.31): lines do
    not include their ends.
    """
    mask = 0
    left = within & ((1 << len(state.at)) - 1)
    while left:
        bit = left & -left
        left ^= bit
        hex = bit.bit_length() - 1
        if state.at[hex] != NO_UNIT or blocks_sight(state, hex):
            mask |= bit
    return mask


def _is_open_over_hills(state: State, origin: int, end: int) -> bool:
    """Return whether a line is open because it runs along hills, seen from a hill: battles:c11.6."""
    if not terrain_of(state, origin).high:
        return False
    for side in state.field.line(origin, end):
        run, is_open = True, True
        for hex in side:
            run = run and terrain_of(state, hex).high
            if state.at[hex] != NO_UNIT or (blocks_sight(state, hex) and not run):
                is_open = False
                break
        if is_open:
            return True
    return False


def attack_refusal(state: State, attacker: int, target: int) -> tuple[str, str] | None:
    """Return the rule and reason why a unit cannot attack an enemy from its hex, or None: battles:attack.9.

    Ranged attacks need a line of sight (battles:sight.1); melee attacks cannot cross a palisade (battles:c11.22).
    """
    if state.seat[target] == state.seat[attacker]:
        return "battles:attack.8", "own-unit"
    if not is_in_range(state, attacker, target):
        return "battles:range.2", "out-of-range"
    if card_of(state, attacker).ranged:
        if not is_in_sight(state, attacker, target):
            return "battles:sight.3", "out-of-sight"
        return None
    if is_barred(state, state.hex[attacker], state.hex[target]):
        return "battles:c11.22", "palisade"
    return None


def targets_of(state: State, attacker: int) -> list[int]:
    """Return the enemy units that a unit can attack, by number; engaged or not: battles:c5.8, battles:ruling.42."""
    own = state.seat[attacker]
    reach = range_of(state, attacker)
    row = state.field.distances[state.hex[attacker]]
    return [
        unit
        for unit, seat in enumerate(state.seat)
        if seat != own
        and state.figures[unit]
        and row[state.hex[unit]] <= reach
        and attack_refusal(state, attacker, unit) is None
    ]
