"""Movement: its range, parting blows when leaving an enemy, and what happens on entering a hex."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.battles.events.battle import UnitMoved
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.attack import PARTING, strike
from banneret.games.battles.rules.field.abilities import ability_of
from banneret.games.battles.rules.field.engagement import release
from banneret.games.battles.rules.field.terrain import is_stop, open_beside
from banneret.games.battles.rules.field.units import fields_of_both, in_play, label, name_of, place
from banneret.games.battles.rules.orders.plan_tokens import (
    carry_persons,
    choose_led,
    shoot_catapult,
    targets_of_catapult,
)
from banneret.games.battles.state import NO_UNIT, State, turn_of
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import MayChooser, Yes


def steps_of(state: State, unit: int) -> int:
    """Return the maximum number of hexes a unit moves, for its type and rank.

    battles:move.11, battles:order.10, battles:order.11, battles:order.13, battles:order.14,
    battles:unit-type.infantry-blue, battles:unit-type.cavalry-move, battles:unit-type.archer-move,
    battles:unit-type.kennelmaster.
    """
    steps = state.box.move[state.type[unit]][state.rank[unit]]
    return steps + (state.turn.bonus_move.get(unit, 0) if state.turn is not None else 0)


def reach(state: State, unit: int, steps: int) -> list[int]:
    """Return the hexes that a unit can reach in a number of steps, by number.

    Only through open hexes (battles:move.9), as far as terrain permits: forest, fords, buildings and similar terrain
    end the move (battles:move.12, battles:move.15, battles:c11.11, battles:c11.15, battles:ruling.22,
    battles:ruling.23), impassable terrain is never entered (battles:move.16). The terrain of its starting hex does not
    matter.
    """
    free = state.turn is not None and unit in state.turn.ignores_stops
    origin = state.hex[unit]
    found: list[int] = []
    seen = {origin}
    edge = [origin]
    for _ in range(steps):
        further: list[int] = []
        for here in edge:
            for to in open_beside(state, here):
                if to not in seen:
                    seen.add(to)
                    found.append(to)
                    if free or not is_stop(state, to):
                        further.append(to)
        edge = further
    found.sort()
    return found


def move(game: Battle, unit: int, hex: int) -> Flow[None]:
    """Move an ordered unit; an enemy engaged with it may strike first.

    battles:move.14, battles:c8.7, battles:ruling.25. This includes moves between two hexes adjacent to the enemy:
    battles:ruling.26. If it survives, it moves and the token is removed (battles:c8.11); if destroyed, it loses its
    move and its attack (battles:c8.12). If its banner has another rank by then, with which the hex is too far, its
    move is chosen again: battles:ruling.87.
    """
    state, turn = game.state, turn_of(game.state)
    turn.moved.add(unit)
    if state.engaged[unit] != NO_UNIT:
        stays = yield from _parting_blow(game, unit)
        if stays or not in_play(state, unit):
            return
        release(game, unit, "battles:c8.11")
        if hex not in reach(state, unit, steps_of(state, unit)):
            turn.moved.remove(unit)
            return
    led = yield from choose_led(game, unit)
    go(game, unit, hex, steps_of(state, unit), led=led)


def go(game: Battle, unit: int, hex: int, steps: int, rule: str = "battles:move.1", *, led: Sequence[int] = ()) -> None:
    """Move a unit to a hex it can reach in this number of steps, and resolve what it meets on the way."""
    state = game.state
    for stop in way(state, unit, hex, steps):
        origin, house = label(state, unit), state.houses[state.seat[unit]]
        place(state, unit, stop)
        event = UnitMoved(house=house, unit=name_of(state, unit), origin=origin, target=label(state, unit), rule=rule)
        game.emit(event)
        carry_persons(game, unit, led)
        shoot_catapult(game, unit)
        if not in_play(state, unit):
            return


def way(state: State, unit: int, hex: int, steps: int) -> list[int]:
    """Return the hexes on a unit's way in which a catapult shoots at it, followed by its destination.

    The way with the fewest shots is taken, and the shortest of these. Nothing else depends on the way, so the player is
    not asked for it: battles:ruling.84.
    """
    targets = targets_of_catapult(state, unit)
    if not targets - {hex}:
        return [hex]
    free = state.turn is not None and unit in state.turn.ignores_stops
    ways: list[list[int]] = []
    edge: dict[int, list[int]] = {state.hex[unit]: []}
    for _ in range(steps):
        further: dict[int, list[int]] = {}
        for here, shot in edge.items():
            if here != state.hex[unit] and not free and is_stop(state, here):
                continue
            for to in open_beside(state, here):
                then = [*shot, to] if to in targets else shot
                if to not in further or len(then) < len(further[to]):
                    further[to] = then
        if hex in further:
            ways.append(further[hex])
        edge = further
    return [*(stop for stop in min(ways, key=len) if stop != hex), hex]


def _parting_blow(game: Battle, unit: int) -> Flow[bool]:
    """Ask the enemy engaged with a unit whether it strikes as the unit leaves; return whether that ends the move.

    The enemy needs no order and may be inactive (battles:c8.9); it attacks with its usual dice in melee (battles:c8.8).
    Abilities and cards can protect the unit.
    """
    state = game.state
    enemy = state.engaged[unit]
    if unit in turn_of(state).no_parting or ability_of(state, unit).evades():
        return False
    seat = state.seat[enemy]
    answer = yield from ask(seat, MayChooser("parting-blow", "battles:move.14", **fields_of_both(state, enemy, unit)))
    if not isinstance(answer, Yes):
        return False
    fight = yield from strike(game, enemy, unit, PARTING)
    return fight.back > 0
