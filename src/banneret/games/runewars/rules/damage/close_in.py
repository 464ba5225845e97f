"""Closing in: a unit follows an enemy that has lost the trays the unit touched."""

from __future__ import annotations

from collections.abc import Mapping

from banneret.games.runewars.actions import Move
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.questions import choose_unit
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.combat import UnitClosedIn
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.damage.attack_choosers import SIDE_NAMES, SIDES
from banneret.games.runewars.rules.ground.squaring_up import square_up_with
from banneret.games.runewars.rules.ground.surroundings import engaged_with, forget_partings, obstacles_of, part
from banneret.games.runewars.state import cells_of, is_inside, placed_of
from banneret.games.runewars.units.engagement import contacts
from banneret.games.runewars.units.formation import shape_of
from banneret.games.runewars.units.movement import Halt, Obstacle, closing_in
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.plane import Pose, Side
from banneret.text.message import Message, msg


class CloseInChooser(Chooser[Pass | Move]):
    """Does a unit close in, and in which direction? Options: no, then the directions that reach the enemy."""

    __slots__ = ("enemy", "unit", "ways")
    kind = "close-in"
    rule = "rw:12.0"
    answers = (Pass, Move)

    def __init__(self, unit: int, enemy: str, ways: dict[Side, Halt]) -> None:
        self.unit = unit
        self.enemy = enemy
        self.ways = {Move(SIDE_NAMES[side], "ahead"): halt for side, halt in ways.items()}

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.close-in", enemy=self.enemy)

    def options(self) -> list[Pass | Move]:
        """List staying, then the directions."""
        return [Pass(), *self.ways]

    def refusal(self, action: Pass | Move) -> Refusal | None:
        """Refuse directions in which the unit does not collide with that enemy."""
        if isinstance(action, Pass) or action in self.ways:
            return None
        return Refusal("rw:12.1", msg("refuse.close-in", towards=action.towards))


def close_in_on(game: Runewars, unit: int, engaged: Mapping[int, bool]) -> Flow[None]:
    """Let the enemies that are no longer engaged with a unit that has lost trays close in, in any order.

    `engaged` are those it was engaged with, and whether with an edge.
    """
    # rules rw:12.0, rw:59.4, rw:76.9
    state = game.state
    left = [enemy for enemy, by_edge in engaged.items() if _is_parted_by_loss(state, unit, enemy, by_edge=by_edge)]
    while able := [enemy for enemy in left if ways_to(state, enemy, unit)]:
        enemy = yield from choose_unit(state, state.seat[able[0]], able, "closing-in", "rw:76.9")
        left.remove(enemy)
        yield from _close_in(game, unit, enemy)


def _is_parted_by_loss(state: MatchState, unit: int, enemy: int, *, by_edge: bool) -> bool:
    """Disengage an enemy if only a corner contact is left of one with an edge; return whether it is not engaged."""
    # rules rw:59.4, rw:ruling.23
    placed, own = placed_of(state, unit), placed_of(state, enemy)
    if placed is None or own is None:
        return False
    touching = contacts(own, placed)
    if touching and not (by_edge and all(one.length == 0 for one in touching)):
        return False
    if touching:
        part(state, enemy, unit)
    return True


def _close_in(game: Runewars, unit: int, enemy: int) -> Flow[None]:
    """Let an enemy close in on a unit, if its player wants to: a shift, after which effects of shifts follow."""
    # rules rw:12.1, rw:12.1a, rw:12.2, rw:ruling.90
    state = game.state
    ways = ways_to(state, enemy, unit)
    chooser = CloseInChooser(enemy, label(state, unit), ways)
    chosen = yield from ask(state.seat[enemy], chooser)
    if isinstance(chosen, Pass):
        return
    end = chooser.ways[chosen].pose
    state.poses[enemy] = (end.x, end.y, end.heading)
    forget_partings(state, enemy)
    names = label(state, enemy), label(state, unit)
    game.emit(UnitClosedIn(unit=names[0], enemy=names[1], x=end.x, y=end.y, heading=end.heading))
    yield from square_up_with(game, enemy, unit, SIDES[chosen.towards])
    yield from happen(game, Moment("after-move", enemy, kind="shift"))


def ways_to(state: MatchState, unit: int, enemy: int) -> dict[Side, Halt]:
    """Return the directions in which a unit can close in on an enemy; empty if it is engaged or occupies terrain."""
    # rules rw:12.1, rw:12.2, rw:ruling.78
    around = obstacles_of(state, unit)
    foe = next((one for one in around if one.number == enemy), None)
    pose = state.poses[unit]
    if foe is None or pose is None or is_inside(state, unit):
        return {}
    others: list[Obstacle] = [one for one in around if one.number != enemy]
    engaged = bool(engaged_with(state, unit))
    return closing_in(shape_of(cells_of(state, unit)), Pose(*pose), foe, others, engaged=engaged)
