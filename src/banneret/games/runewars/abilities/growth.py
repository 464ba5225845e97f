"""Units that grow: whole trays behind the others."""

from __future__ import annotations

from banneret.games.runewars.content.components import components
from banneret.games.runewars.events.cards import TrayAdded
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.ground.surroundings import obstacles_of
from banneret.games.runewars.state import cells_of, is_inside
from banneret.games.runewars.units.engagement import GIVE
from banneret.games.runewars.units.formation import Cell, recentred, rows_of, shape_of
from banneret.plane import Pose, overlaps, place


def place_for_tray(state: MatchState, unit: int) -> Cell | None:
    """Where a tray more stands: in the back rank if that is partial, else behind it; None if there is no room.

    It is the leftmost place that joins the unit and where nothing stands: rw:ruling.66.
    """
    pose, cells = state.poses[unit], cells_of(state, unit)
    if pose is None or not cells or is_inside(state, unit):
        return None
    rows = rows_of(cells)
    columns = sorted({column for column, _ in rows[0]})
    last = rows[-1][0][1]
    partial = len(rows) > 1 and len(rows[-1]) < len(rows[0])
    row = last if partial else last + 1
    for column in columns:
        cell = (column, row)
        if cell in cells or (column, row - 1) not in cells:
            continue
        grown = cells | {cell}
        there = place(shape_of(grown), recentred(cells, Pose(*pose), grown))
        if not any(overlaps(there, one.placed, GIVE) for one in obstacles_of(state, unit)):
            return cell
    return None


def add_tray(game: Runewars, unit: int) -> bool:
    """Add a tray with all its figures to a unit; whether there was room for it."""
    # rules rw:27.2, rw:61.1a, rw:ruling.66
    state = game.state
    cell, pose = place_for_tray(state, unit), state.poses[unit]
    if cell is None or pose is None:
        return False
    cells = cells_of(state, unit)
    moved = recentred(cells, Pose(*pose), cells | {cell})
    state.figures[unit] += [(*cell, 0, "")] * components().units[state.unit[unit]].figures
    state.poses[unit] = (moved.x, moved.y, moved.heading)
    game.tell(TrayAdded(unit=label(state, unit), x=moved.x, y=moved.y, heading=moved.heading))
    return True
