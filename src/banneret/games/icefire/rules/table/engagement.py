"""Engagement: which enemies are in contact, and on which side. It is stored whenever trays are placed together."""

from __future__ import annotations

from banneret.games.icefire.rules.table.ground import tray_of
from banneret.games.icefire.rules.table.units import enemies_on_table, is_wall, walls_against
from banneret.games.icefire.state import Contact, State
from banneret.plane import Placed, Side, shared_edges

TOUCHING = 5.0
"""Maximum gap between edges in contact, in thousandths of an inch."""
PARALLEL = 2
"""Maximum angle between edges in contact, in hundredths of a degree."""
LEAST = 20.0
"""Minimum length shared by edges in contact, in thousandths of an inch."""


def is_engaged(state: State, unit: int) -> bool:
    """Return whether a unit is in contact with an enemy: icefire:terms.5, icefire:terms.31.

    Contact with an intact enemy castle wall counts: icefire:ruling.109.
    """
    for one in state.contacts:  # noqa: SIM110  # loops without generators, as these are the most frequent questions
        if unit in (one.one, one.other):
            return True
    return False


def enemies_of(state: State, unit: int) -> list[int]:
    """List the enemies that a unit is engaged with, by number, without castle walls: icefire:castle-wall.1."""
    return [enemy for enemy in foes_of(state, unit) if not is_wall(state, enemy)]


def foes_of(state: State, unit: int) -> list[int]:
    """List everything a unit can attack in melee: enemies and castle walls in contact: icefire:castle-wall.2."""
    found = []
    for one in state.contacts:
        if one.one == unit:
            found.append(one.other)
        elif one.other == unit:
            found.append(one.one)
    return sorted(found)


def are_engaged(state: State, unit: int, other: int) -> bool:
    """Return whether two units are engaged with each other."""
    for one in state.contacts:  # as above
        if (one.one == unit and one.other == other) or (one.one == other and one.other == unit):
            return True
    return False


def side_of(state: State, unit: int, enemy: int) -> Side:
    """Return the side of a unit on which an enemy is in contact with it. Raise LookupError if there is no contact."""
    for one in state.contacts:
        if (one.one, one.other) == (unit, enemy):
            return Side(one.side_of_one)
        if (one.other, one.one) == (unit, enemy):
            return Side(one.side_of_other)
    raise LookupError(f"units {state.labels[unit]} and {state.labels[enemy]} are not engaged")


def sides_in_contact(tray: Placed, other: Placed) -> tuple[Side, Side] | None:
    """Return the sides on which two trays are in contact, or None."""
    shared = shared_edges(tray, other, gap=TOUCHING, parallel=PARALLEL, least=LEAST)
    if not shared:
        return None
    edge = shared[0]  # rectangles share at most one
    return tray.edges[edge.first].side, other.edges[edge.second].side


def found_contacts(state: State, unit: int) -> list[Contact]:
    """Return the contacts of a unit with enemies, found from the positions of the trays."""
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


def write_contacts(state: State, unit: int, found: list[Contact] | None = None) -> None:
    """Store the contacts of a unit after it was moved or placed against an enemy; `found` if they are known."""
    leave_contact(state, unit)
    if state.pose[unit] is not None:
        found = found_contacts(state, unit) if found is None else found
        state.contacts = sorted([*state.contacts, *found])


def leave_contact(state: State, unit: int) -> None:
    """End all engagement of a unit that has moved away or left the table."""
    state.contacts = [one for one in state.contacts if unit not in (one.one, one.other)]
