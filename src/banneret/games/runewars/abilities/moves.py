"""Moves granted by cards: shifts and marches with their own speed, reforms, rallies, repositioned units."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.runewars.actions import Place
from banneret.games.runewars.content.components import ModifierSector
from banneret.games.runewars.content.tabletop import TRAY
from banneret.games.runewars.effects.questions import choose_thing
from banneret.games.runewars.events.cards import UnitPlaced
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.activation import rally
from banneret.games.runewars.rules.attack.charges import march_of_card
from banneret.games.runewars.rules.ground.squaring_up import PlaceChooser
from banneret.games.runewars.rules.ground.surroundings import forget_partings, obstacles_of
from banneret.games.runewars.rules.movement.marches import march_or_shift
from banneret.games.runewars.rules.movement.reforms import reform
from banneret.games.runewars.state import NO_PIECE, cells_of, placed_of
from banneret.games.runewars.units.engagement import GIVE, touches
from banneret.games.runewars.units.formation import shape_of
from banneret.kernel.flow import Flow, ask
from banneret.plane import HALF, QUARTER, TURN, Pose, Side, overlaps, place

SIDEWAYS = (Side.LEFT, Side.RIGHT)

__all__ = ["SIDEWAYS", "march", "place_behind", "places_behind", "rally", "reform", "shift"]


def shift(  # how a card bounds a shift
    game: Runewars,
    unit: int,
    speed: int,
    *,
    disengage: bool = True,
    may_turn: bool = False,
    id: str = "",
    seat: int | None = None,
    sides: Sequence[Side] | None = None,
) -> Flow[None]:
    """Let a unit shift at a speed; `seat` chooses the destination if it is not the unit's player.

    With `may_turn` its player chooses between straight ahead and a turn.
    """
    # rules rw:52.0, rw:52.1, rw:52.4, rw:85.0, rw:golden.3
    if game.state.poses[unit] is not None:
        turn = (yield from _turned(game, unit, id)) if may_turn else None
        yield from march_or_shift(game, unit, "shift", speed, turn, held=not disengage, by=seat, sides=sides)


def _turned(game: Runewars, unit: int, id: str) -> Flow[ModifierSector | None]:
    """Ask the player of a unit whether its move is modified by a turn."""
    chosen = yield from choose_thing(game.state.seat[unit], ("turn",), id, may_pass=True)
    return ModifierSector(modifier="turn", speed=0, stance="white") if chosen else None


def march(
    game: Runewars, unit: int, speed: int, *, may_turn: bool = False, id: str = "", seat: int | None = None
) -> Flow[None]:
    """Let a unit march at a speed; with `may_turn` its player chooses between straight ahead and a turn.

    If a card makes the march a charge, the unit attacks an enemy it collides with.
    """
    # rules rw:53.0, rw:75.3, rw:85.0
    turn = (yield from _turned(game, unit, id)) if may_turn else None
    if game.state.poses[unit] is not None:
        yield from march_of_card(game, unit, speed, turn, by=seat)


def places_behind(state: MatchState, unit: int, enemy: int) -> list[Place]:
    """Return the places where an edge of a unit is aligned with the rear edge of an enemy, its front edge first."""
    # rules rw:19.1a, rw:79.0
    pose, cells, other = state.poses[enemy], cells_of(state, unit), cells_of(state, enemy)
    there = placed_of(state, enemy)
    if pose is None or there is None or not cells:
        return []
    width, depth = _size(other)
    found = []
    for turned in (0, HALF, QUARTER, TURN - QUARTER):
        wide, deep = _size(cells) if turned in (0, HALF) else reversed(_size(cells))
        for step in range(1 - wide, width):
            local = ((step + (wide - width) / 2) * TRAY, -(depth + deep) / 2 * TRAY)
            x, y = Pose(*pose).to_world(local)
            spot = Place(round(x), round(y), (pose[2] + turned) % TURN)
            placed = place(shape_of(cells), Pose(spot.x, spot.y, spot.heading))
            free = not any(overlaps(placed, one.placed, GIVE) for one in obstacles_of(state, unit))
            if free and touches(placed, there):
                found.append(spot)
    return found


def _size(cells: frozenset[tuple[int, int]]) -> tuple[int, int]:
    columns, rows = {column for column, _ in cells}, {row for _, row in cells}
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def place_behind(game: Runewars, unit: int, enemy: int) -> Flow[None]:
    """Pick up a unit and place it behind an enemy, where its player chooses."""
    state = game.state
    chosen = yield from ask(state.seat[unit], PlaceChooser(label(state, unit), places_behind(state, unit, enemy)))
    put(game, unit, Pose(chosen.x, chosen.y, chosen.heading))


def put(game: Runewars, unit: int, pose: Pose) -> None:
    """Place a unit."""
    game.state.poses[unit] = (pose.x, pose.y, pose.heading)
    game.state.inside[unit] = NO_PIECE
    forget_partings(game.state, unit)
    game.emit(UnitPlaced(unit=label(game.state, unit), x=pose.x, y=pose.y, heading=pose.heading))
