"""Engagement: who is in contact with which enemy, on which side. It is state, written when trays are set together."""

from __future__ import annotations

from banneret.games.icefire.rules.table.ground import tray_of
from banneret.games.icefire.rules.table.units import enemies_on_table, is_wall, walls_against
from banneret.games.icefire.state import Contact, State
from banneret.plane import Placed, Side, shared_edges

TOUCHING = 5.0
"""How far edges may lie apart and still be in contact, in thousandths of an inch."""
PARALLEL = 2
"""How far edges in contact may be from parallel, in hundredths of a degree."""
LEAST = 20.0
"""What edges must share to be in contact, in thousandths of an inch."""


def is_engaged(state: State, unit: int) -> bool:
    """Return whether a unit is in contact with an enemy: icefire:terms.5, icefire:terms.31.

    Or with an enemy castle wall that stands: icefire:ruling.109.
    """
    return any(unit in (one.one, one.other) for one in state.contacts)


def enemies_of(state: State, unit: int) -> list[int]:
    """List the enemies that a unit is engaged with, by number; castle walls are none: icefire:castle-wall.1."""
    return [enemy for enemy in foes_of(state, unit) if not is_wall(state, enemy)]


def foes_of(state: State, unit: int) -> list[int]:
    """List all that a unit can attack in melee: enemies and castle walls in contact: icefire:castle-wall.2."""
    found = []
    for one in state.contacts:
        if one.one == unit:
            found.append(one.other)
        elif one.other == unit:
            found.append(one.one)
    return sorted(found)


def are_engaged(state: State, unit: int, other: int) -> bool:
    """Return whether two units are engaged with each other."""
    return any({one.one, one.other} == {unit, other} for one in state.contacts)


def side_of(state: State, unit: int, enemy: int) -> Side:
    """Return the side of a unit on which an enemy is in contact with it. Raises LookupError if it is not."""
    for one in state.contacts:
        if (one.one, one.other) == (unit, enemy):
            return Side(one.side_of_one)
        if (one.other, one.one) == (unit, enemy):
            return Side(one.side_of_other)
    raise LookupError(f"units {state.labels[unit]} and {state.labels[enemy]} are not engaged")


def sides_in_contact(tray: Placed, other: Placed) -> tuple[Side, Side] | None:
    """Return the sides with which two trays lie against each other, or None."""
    shared = shared_edges(tray, other, gap=TOUCHING, parallel=PARALLEL, least=LEAST)
    if not shared:
        return None
    longest = max(shared, key=lambda edge: edge.length)
    return tray.edges[longest.first].side, other.edges[longest.second].side


def found_contacts(state: State, unit: int) -> list[Contact]:
    """Return the contacts of a unit with enemies by where the trays lie."""
    tray = tray_of(state, unit)
    found = []
    for enemy in (*enemies_on_table(state, state.seat[unit]), *walls_against(state, state.seat[unit])):
        sides = sides_in_contact(tray, tray_of(state, enemy))
        if sides is None:
            continue
        if unit < enemy:
            found.append(Contact(unit, enemy, int(sides[0]), int(sides[1])))
        else:
            found.append(Contact(enemy, unit, int(sides[1]), int(sides[0])))
    return found


def write_contacts(state: State, unit: int) -> None:
    """Note whom a unit is in contact with after it was moved or set against an enemy."""
    leave_contact(state, unit)
    if state.pose[unit] is not None:
        state.contacts = sorted([*state.contacts, *found_contacts(state, unit)])


def leave_contact(state: State, unit: int) -> None:
    """End all engagement of a unit: it has moved away, or is gone."""
    state.contacts = [one for one in state.contacts if unit not in (one.one, one.other)]
