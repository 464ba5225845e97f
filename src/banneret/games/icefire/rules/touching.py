"""Enemies besides its target that a charger comes to touch: aligned by half, or moved off."""

from __future__ import annotations

from collections.abc import Iterator

from banneret.games.icefire.events.moves import UnitMoved
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.game_mode import mode_of
from banneret.games.icefire.rules.engagement import sides_in_contact, write_contacts
from banneret.games.icefire.rules.ground import GIVE, INCH, TABLE, pose_of, shape_of, terrain_with, tray_at, tray_of
from banneret.games.icefire.rules.units import enemies_on_table, label, on_table
from banneret.games.icefire.state import State
from banneret.plane import Placed, Pose, Side, flush, heading_out, offset_of, overlaps, place


def part_others(game: War, unit: int, target: int, pose: Pose) -> None:
    """Align or move off the other enemies that a charger would touch at a pose, before it is put there.

    In the defender's arc they engage it by half (icefire:charge.20); elsewhere, or where that cannot be, they are moved
    to 1 inch, or the shortest distance that ends the contact: icefire:charge.21, icefire:charge.22. In the edition of
    2021 all are aligned if they can be: icefire:charge-2021.2, icefire:charge-2021.3, icefire:charge-2021.4.
    """
    state = game.state
    tray = tray_at(state, unit, pose)
    for enemy in enemies_on_table(state, state.seat[unit]):
        sides = sides_in_contact(tray, tray_of(state, enemy)) if enemy != target else None
        if sides is None:
            continue
        places: Iterator[Pose] = iter(())
        if sides[0] == Side.FRONT or state.law.aligns_all:
            places = _halves(state, enemy, sides[1], tray, sides[0], pose)
        end = next(
            (at for at in (*places, *_off(state, enemy, tray, sides[0], pose)) if _free(state, unit, enemy, at, tray)),
            None,
        )
        if end is not None:
            state.pose[enemy] = end
            write_contacts(state, enemy)
            mode_of(state).moved(game, enemy)
            name = label(state, enemy)
            game.tell(
                UnitMoved(unit=name, how="parted", x=end.x, y=end.y, heading=end.heading, rule="icefire:charge.21")
            )


def _halves(state: State, enemy: int, side: Side, tray: Placed, own: Side, pose: Pose) -> Iterator[Pose]:
    """Yield where an enemy lies by half against an edge of the charger, the nearer place first."""
    shape = shape_of(state, enemy)
    edge = tray.edges_of(own)[0]
    out = heading_out(edge, pose)
    length = shape.width if side in (Side.FRONT, Side.REAR) else shape.depth
    limit = offset_of(length, tray.shape.width if own in (Side.FRONT, Side.REAR) else tray.shape.depth, length / 2)
    if limit is None:
        return
    at = pose_of(state, enemy)
    places = [flush(shape, side, edge, out, offset) for offset in (limit, -limit)]
    yield from sorted(places, key=lambda one: (one.x - at.x) * (one.x - at.x) + (one.y - at.y) * (one.y - at.y))


def _off(state: State, enemy: int, tray: Placed, own: Side, pose: Pose) -> Iterator[Pose]:
    """Yield where an enemy lies straight off the charger's edge: 1 inch, else ever less: icefire:charge.22."""
    at = pose_of(state, enemy)
    away = (heading_out(tray.edges_of(own)[0], pose) - at.heading) % 36_000
    for length in (INCH + 2, *range(50, INCH, 50)):
        yield at.moved(length, away)


def _free(state: State, unit: int, enemy: int, at: Pose, tray: Placed) -> bool:
    moved = place(shape_of(state, enemy), at)
    others = [tray_of(state, one) for one in on_table(state) if one not in (unit, enemy)]
    walls = [*TABLE.walls, *mode_of(state).barriers(state), *(piece for _, piece in terrain_with(state, "impassable"))]
    return not any(overlaps(moved, one, GIVE) for one in (*others, *walls, tray))
