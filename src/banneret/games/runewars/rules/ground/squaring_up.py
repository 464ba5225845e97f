"""Squaring up: a unit aligns with an enemy; if several places are possible, its player chooses."""

from __future__ import annotations

from banneret.games.runewars.actions import Place
from banneret.games.runewars.events.moves import UnitSquaredUp
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, ground_of, label
from banneret.games.runewars.rules.ground.directions import pose_of
from banneret.games.runewars.rules.ground.surroundings import engaged_with, obstacles_of
from banneret.games.runewars.state import cells_of, is_inside
from banneret.games.runewars.units.alignment import must_square_up, square_up
from banneret.games.runewars.units.engagement import is_aligned
from banneret.games.runewars.units.formation import shape_of
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.plane import Pose, Side, place
from banneret.text.message import Message, msg


class PlaceChooser(Chooser[Place]):
    """Where does a unit that squares up end? Options: the possible places."""

    __slots__ = ("places", "unit")
    kind = "place"
    rule = "rw:19.1"
    answers = (Place,)

    def __init__(self, unit: str, places: list[Place]) -> None:
        self.unit = unit
        self.places = places

    def prompt(self) -> Message:
        """Return the question with the unit."""
        return msg("ask.place", unit=self.unit)

    def options(self) -> list[Place]:
        """List the places."""
        return self.places.copy()

    def refusal(self, action: Place) -> Refusal | None:
        """Refuse any other place."""
        return None if action in self.places else Refusal("rw:19.1", msg("refuse.place"))


def square_up_with(game: Runewars, unit: int, enemy: int, side: Side) -> Flow[bool]:
    """Square a unit up with an enemy, using the edge that counts as its front; return whether it could."""
    # rules rw:19.0, rw:19.1, rw:91.1, rw:ruling.56
    state = game.state
    own, other = state.poses[unit], state.poses[enemy]
    if own is None or other is None or is_inside(state, unit) or is_inside(state, enemy):
        return False
    ends = ground_of(state).squared.get((unit, enemy, side), lambda: _ends(state, unit, enemy, side))
    if not ends:
        return False
    places = list(dict.fromkeys(Place(end.x, end.y, end.heading) for end in ends))
    chosen = yield from ask(state.seat[unit], PlaceChooser(label(state, unit), places))
    state.poses[unit] = (chosen.x, chosen.y, chosen.heading)
    if state.poses[unit] != own:
        game.emit(UnitSquaredUp(unit=label(state, unit), x=chosen.x, y=chosen.y, heading=chosen.heading))
    return True


def _ends(state: MatchState, unit: int, enemy: int, side: Side) -> tuple[Pose, ...]:
    """Return where a unit may end when it squares up with an enemy."""
    around = [one.placed for one in obstacles_of(state, unit) if one.number != enemy]
    shapes = shape_of(cells_of(state, unit)), shape_of(cells_of(state, enemy))
    return square_up(shapes[0], pose_of(state, unit), side, shapes[1], pose_of(state, enemy), around)


def square_up_after_reveal(game: Runewars, unit: int) -> Flow[None]:
    """Let a unit that is engaged with one enemy, and not aligned with it, try to square up first."""
    # rules rw:5.6, rw:19.5d
    state = game.state
    enemies = engaged_with(state, unit)
    if len(enemies) == 1 and not is_inside(state, unit) and must_square_up(1, _aligned(state, unit, enemies[0])):
        yield from square_up_with(game, unit, enemies[0], Side.FRONT)


def _aligned(state: MatchState, unit: int, enemy: int) -> bool:
    own, other = pose_of(state, unit), pose_of(state, enemy)
    one, two = (place(shape_of(cells_of(state, number)), pose) for number, pose in ((unit, own), (enemy, other)))
    return is_aligned(one, own.heading, two, other.heading)
