"""Units: their hexes, their owners and their composition."""

from __future__ import annotations

from banneret.games.battles.content.components import CAVALRY, Commander, Unit
from banneret.games.battles.state import NO_COMMANDER, NO_UNIT, OFF, State
from banneret.text.message import Field


def units_of(state: State, seat: int) -> list[int]:
    """Return the units of a seat that are in play, by number."""
    return [unit for unit, owner in enumerate(state.seat) if owner == seat and state.figures[unit]]


def in_play(state: State, unit: int) -> bool:
    """Return whether a unit has not been destroyed."""
    return state.figures[unit] > 0


def card_of(state: State, unit: int) -> Unit:
    """Return the reference card of a unit."""
    return state.box.units[state.type[unit]]


def class_of(state: State, unit: int) -> int:
    """Return the class of a unit (battles:setup.23)."""
    return state.box.classes[state.type[unit]]


def is_cavalry(state: State, unit: int) -> bool:
    """Return whether a unit is cavalry."""
    return class_of(state, unit) == CAVALRY


def commander_in(state: State, unit: int) -> Commander | None:
    """Return the commander who bears the banner of a unit, or None (battles:commander.1, battles:setup.28)."""
    number = state.commander[unit]
    return state.box.commanders[number] if number != NO_COMMANDER else None


def commanders_of(state: State, seat: int) -> list[int]:
    """Return the units of a seat with a commander in play, by number."""
    return [
        unit
        for unit, number in enumerate(state.commander)
        if number != NO_COMMANDER and state.seat[unit] == seat and state.figures[unit]
    ]


def unit_of_commander(state: State, number: int) -> int:
    """Return the unit that a commander is in, or NO_UNIT."""
    if number not in state.commander:
        return NO_UNIT
    unit = state.commander.index(number)  # a commander is in one unit
    return unit if state.figures[unit] else NO_UNIT


def ordinary_figures(state: State, unit: int) -> int:
    """Return the number of figures of a unit besides its commander (battles:unit.3, battles:unit.4)."""
    return state.figures[unit] - (state.commander[unit] != NO_COMMANDER)


def beside(state: State, unit: int) -> list[int]:
    """Return the units adjacent to a unit, by direction."""
    found = []
    for hex in state.field.steps[state.hex[unit]]:
        if hex != OFF and state.at[hex] != NO_UNIT:
            found.append(state.at[hex])
    return found


def own_beside(state: State, unit: int) -> list[int]:
    """Return the adjacent units of the same House."""
    return [other for other in beside(state, unit) if state.seat[other] == state.seat[unit]]


def enemies_beside(state: State, unit: int) -> list[int]:
    """Return the adjacent enemy units."""
    return [other for other in beside(state, unit) if state.seat[other] != state.seat[unit]]


def is_controlled(state: State, leader: int, unit: int) -> bool:
    """Return whether a unit is in the zone of control of another unit's commander."""
    return state.field.distances[state.hex[leader]][state.hex[unit]] <= zone_of(state, leader)


def zone_of(state: State, leader: int) -> int:
    """Return the radius of the zone of control of a unit's commander, or -1 if it has no commander.

    Two hexes (battles:zone.6), regardless of what is between, including his own unit (battles:ruling.11,
    battles:zone.5); zones may overlap (battles:zone.7).
    """
    commander = commander_in(state, leader)
    return -1 if commander is None else commander.zone


def controlled(state: State, leader: int) -> list[int]:
    """Return the own units in the zone of control of a unit's commander: battles:card.7, battles:ruling.17."""
    row, zone, hexes = state.field.distances[state.hex[leader]], zone_of(state, leader), state.hex
    return [unit for unit in units_of(state, state.seat[leader]) if row[hexes[unit]] <= zone]


def place(state: State, unit: int, hex: int) -> None:
    """Move a unit to a hex, all its figures together (battles:move.10, battles:order.3, battles:setup.22)."""
    old = state.hex[unit]
    if old != OFF:
        state.at[old] = NO_UNIT
    state.hex[unit] = hex
    if hex != OFF:
        state.at[hex] = unit


def name_of(state: State, unit: int) -> str:
    """Return the id of the type of a unit."""
    return card_of(state, unit).id


def label(state: State, unit: int) -> str:
    """Return the label of a unit's hex."""
    return state.field.labels[state.hex[unit]]


def fields_of(state: State, unit: int) -> dict[str, Field]:
    """Return the fields of a question about a unit: its type and hex."""
    return {"unit": name_of(state, unit), "hex": label(state, unit)}


def fields_of_both(state: State, unit: int, enemy: int) -> dict[str, Field]:
    """Return the fields of a question about a unit and its enemy."""
    return {**fields_of(state, unit), "enemy": name_of(state, enemy), "target": label(state, enemy)}


def unit_at(state: State, hex: str) -> int:
    """Return the unit in a hex, or NO_UNIT if there is none or no such hex."""
    try:
        return state.at[state.field.place(hex)]
    except ValueError:
        return NO_UNIT
