"""Castle walls, both as pieces of terrain and as the objects of a siege."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.content.tabletop import Mode
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, inches, piece_at, pose_of, range_of, tray_of
from banneret.games.icefire.rules.table.sides import allied, side
from banneret.games.icefire.rules.table.sight import sees
from banneret.games.icefire.rules.table.units import CASTLE_WALL, enemies_on_table, wall_card
from banneret.games.icefire.state import State
from banneret.plane import TURN, Placed, Pose, distance, place, rectangle

LINE: Final = 10
"""Thickness of the outer face for measuring distances from it, in thousandths of an inch."""


def places_of(mode: Mode) -> Iterator[Pose]:
    """Yield the poses of a mode's castle walls."""
    for x, y, degrees in mode.walls:
        yield Pose(mode.width * INCH // 2 + inches(x), DEPTH // 2 + inches(y), round(degrees * 100) % TURN)


def lay_walls(state: State) -> None:
    """Place the mode's castle walls as terrain: icefire:honed-and-ready.3."""
    for pose in places_of(state.mode):
        state.pieces.append(CASTLE_WALL)
        state.piece_pose.append(pose)


def raise_walls(state: State, seat: int) -> None:
    """Add a player's castle walls after all units, though they are not units: icefire:storm-of-swords.4.

    icefire:castle-wall.1. Their Wounds are our own ruling: icefire:siege.1, icefire:ruling.96.
    """
    health = full_health(wall_card())
    for number, _ in enumerate(state.mode.walls, 1):
        state.card = (*state.card, CASTLE_WALL)
        state.seat.append(seat)
        state.pose.append(None)
        state.health.append(health)
        state.full.append(health)
        state.attachments = (*state.attachments, ())
        state.activated.append(False)
        state.conditions.append(0)
        state.counters.append({})
        state.orders_used.append([])
        state.labels = (*state.labels, f"w{number}")


@cache
def behind(mode: Mode) -> Placed:
    """Return the strip behind the walls, from flank edge to flank edge: icefire:castle-wall.9, icefire:ruling.107."""
    depth = min(
        min(y for piece in wall.pieces for _, y in piece.corners)
        for wall in (piece_at(CASTLE_WALL, pose) for pose in places_of(mode))
    )
    return place(rectangle(mode.width * INCH, int(depth)), Pose(mode.width * INCH // 2, int(depth) // 2, 0))


@cache
def barriers_but(mode: Mode, gone: int | None) -> tuple[Placed, ...]:
    """Return a mode's walls except one, and the strip behind them: icefire:castle-wall.8."""
    walls = [piece_at(CASTLE_WALL, pose) for number, pose in enumerate(places_of(mode)) if number != gone]
    return (*walls, behind(mode))


# Arrows --------------------------------------------------------------------------------------------------------------


def face_of(state: State, wall: int) -> Placed:
    """Return the outer face of a wall; it can shoot from any point of the face: icefire:siege.2."""
    tray = tray_of(state, wall)
    at = pose_of(state, wall).moved(int(tray.shape.depth) // 2 - LINE // 2)
    return place(rectangle(int(tray.shape.width), LINE), at)


def in_bowshot(state: State, wall: int) -> list[int]:
    """List the enemies that a wall may shoot: in Long Range and in line of sight of its face: icefire:siege.2."""
    face, reach = face_of(state, wall), range_of(state, wall_card().attacks[0].kind)
    return [
        enemy
        for enemy in enemies_on_table(state, state.seat[wall])
        if distance(face, tray_of(state, enemy)) <= reach + 0.001 and sees(state, wall, enemy, ranged=True)
    ]


# Sides ---------------------------------------------------------------------------------------------------------------


def attacks(state: State, seat: int) -> bool:
    """Return whether a player attacks, alone or in a team, from the far edge: icefire:storm-of-swords.3."""
    return allied(state, seat, state.far)


def besieger(state: State) -> int:
    """Return the seat of the attacker, for a team its first player."""
    return min(side(state, state.far))


def besieged(state: State) -> int:
    """Return the seat of the defender, who owns the walls; for a team its first player: icefire:ruling.133."""
    return next(seat for seat in range(state.seats) if not attacks(state, seat))
