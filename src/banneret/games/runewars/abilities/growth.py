"""Units that grow: additional trays behind the others."""

from __future__ import annotations

from banneret.games.runewars.content.components import components
from banneret.games.runewars.events.cards import TrayAdded
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.ground.directions import pose_of
from banneret.games.runewars.rules.ground.surroundings import forget_partings, obstacles_of
from banneret.games.runewars.state import cells_of, is_inside, set_trays, standing_cells
from banneret.games.runewars.units.engagement import GIVE
from banneret.games.runewars.units.formation import Cell, recentred, rows_of, shape_of
from banneret.plane import Pose, overlaps, place


def place_for_tray(state: MatchState, unit: int) -> Cell | None:
    """Return the place of an additional tray: in the back rank if it is partial, else behind it; None without room.

    It is the leftmost place that is connected to the trays with figures and is empty, or holds an empty tray that a
    card keeps, which the new tray replaces.
    """
    # rules rw:27.2, rw:ruling.66, rw:ruling.77
    pose, cells, standing = state.poses[unit], cells_of(state, unit), standing_cells(state, unit)
    if pose is None or not standing or is_inside(state, unit):
        return None
    rows = rows_of(standing)
    columns = sorted({column for column, _ in rows[0]})
    last = rows[-1][0][1]
    partial = len(rows) > 1 and len(rows[-1]) < len(rows[0])
    row = last if partial else last + 1
    for column in columns:
        cell = (column, row)
        if cell in standing or (column, row - 1) not in standing:
            continue
        if cell in cells:
            return cell
        grown = cells | {cell}
        there = place(shape_of(grown), recentred(cells, Pose(*pose), grown))
        if not any(overlaps(there, one.placed, GIVE) for one in obstacles_of(state, unit)):
            return cell
    return None


def add_tray(game: Runewars, unit: int) -> bool:
    """Add a tray with all its figures to a unit; return whether there was room for it."""
    # rules rw:27.2, rw:59.0, rw:61.1a, rw:ruling.66
    state = game.state
    cell = place_for_tray(state, unit)
    if cell is None:
        return False
    added = [(*cell, 0, "")] * components().units[state.unit[unit]].figures
    set_trays(state, unit, [*state.figures[unit], *added], (one for one in state.empty_trays[unit] if one != cell))
    forget_partings(state, unit)
    there = pose_of(state, unit)
    game.emit(TrayAdded(unit=label(state, unit), x=there.x, y=there.y, heading=there.heading))
    return True
