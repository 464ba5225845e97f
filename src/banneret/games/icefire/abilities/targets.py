"""Candidates for the targets of Orders and Tactics cards, and the responses to other effects that target a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from banneret.games.icefire.effects.registry import Candidates, Those
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.activation import NEVER_ACTIVATES
from banneret.games.icefire.rules.moments import NO_CARDS, NO_ORDERS, happen
from banneret.games.icefire.rules.table.engagement import enemies_of, is_engaged
from banneret.games.icefire.rules.table.facts import facts_of
from banneret.games.icefire.rules.table.ground import is_near, range_of, within
from banneret.games.icefire.rules.table.sides import allied, friendly
from banneret.games.icefire.rules.table.sight import sees
from banneret.games.icefire.rules.table.units import enemies_on_table, units_on_table
from banneret.games.icefire.state import NO_NCU, NO_UNIT, Moment, State, Test, Use
from banneret.kernel.flow import Flow

Range = Literal["short", "long"]


def open_to(state: State, use: Use, units: Iterable[int]) -> list[int]:
    """Return the units that the user may target, without friends closed to their own side's cards or Orders."""
    barred = facts_of(state).affected.get(NO_CARDS if use.unit == NO_UNIT else NO_ORDERS)
    if not barred:  # mostly
        return list(units)
    return [unit for unit in units if unit not in barred or not friendly(state, unit, use.seat)]


def friends(
    *, within_range: Range | None = None, others: bool = False, where: Callable[[State, int], bool] | None = None
) -> Candidates:
    """Return a function that lists friendly units, optionally within range of the unit with the Order."""

    def among(state: State, use: Use) -> list[int]:
        """List them, including the unit with the Order unless `others` is set: icefire:terms.11."""
        found = open_to(state, use, units_on_table(state, use.seat))
        return [unit for unit in found if unit != use.unit] if others else found

    def fulfils(state: State, use: Use, unit: int) -> bool:
        return (within_range is None or within(state, use.unit, unit, range_of(state, within_range))) and (
            where is None or where(state, unit)
        )

    return among if within_range is None and where is None else Those(among, fulfils)


def enemies(
    *, within_range: Range | None = None, sight: bool = False, where: Callable[[State, int], bool] | None = None
) -> Candidates:
    """Return a function that lists enemy units, optionally within range and sight of the unit with the Order."""

    def among(state: State, use: Use) -> list[int]:
        return enemies_on_table(state, use.seat)

    def fulfils(state: State, use: Use, unit: int) -> bool:
        return (
            (within_range is None or within(state, use.unit, unit, range_of(state, within_range)))
            and (not sight or sees(state, use.unit, unit))
            and (where is None or where(state, unit))
        )

    return Those(among, fulfils)


def enemy_ncus(state: State, seat: int) -> list[str]:
    """List the labels of the enemy non-combat units that may be targeted; those that never activate may not."""
    return [
        state.ncu_labels[ncu]
        for ncu, owner in enumerate(state.ncu_seat)
        if not allied(state, owner, seat) and state.ncu_alive[ncu] and state.ncu_card[ncu] not in NEVER_ACTIVATES
    ]


def engaged_enemies(state: State, use: Use) -> list[int]:
    """List the enemies engaged with the unit that uses an Order."""
    return enemies_of(state, use.unit)


def the_unit(state: State, use: Use) -> list[int]:
    """List the unit that acts in the triggering moment."""
    return open_to(state, use, [use.moment.unit]) if state.pose[use.moment.unit] is not None else []


def not_replaced(state: State, use: Use) -> bool:
    """Return whether nothing has replaced the current action or effect yet."""
    return not use.moment.replaced


def test_of_a_friend(state: State, use: Use) -> bool:
    """Return whether dice that may be re-rolled are those of a friendly unit's test: icefire:reroll.2."""
    return use.moment.test is not None and friendly(state, use.moment.unit, use.seat)


def the_target(state: State, use: Use) -> list[int]:
    """List the target of the triggering moment, such as the defender of an attack."""
    target = use.moment.target
    return open_to(state, use, [target]) if target != NO_UNIT and state.health[target] else []


def engaged(state: State, unit: int) -> bool:
    """Return whether a unit is engaged with any enemy."""
    return is_engaged(state, unit)


def in_range(state: State, unit: int, units: Iterable[int], name: Range) -> list[int]:
    """Return those of the units that are in range of a unit; none if that unit has meanwhile been destroyed."""
    if state.pose[unit] is None:
        return []
    return [other for other in units if within(state, unit, other, range_of(state, name))]


def near_failed(state: State, test: Test, unit: int, name: Range) -> bool:
    """Return whether a unit is in range of one that has failed a test, perhaps destroyed by it: icefire:ruling.144."""
    if test.tray is None or state.pose[unit] is None:
        return False
    return unit == test.unit or is_near(state, unit, test.tray, range_of(state, name))


def aim(
    game: War, seat: int, unit: int, by: str = "ability", *, source: int = NO_UNIT, ncu: int = NO_NCU
) -> Flow[bool]:
    """Let others respond to an ability that targets a unit. Return True if it takes effect: icefire:timing.2."""
    moment = Moment("targeted", seat, unit=source, target=unit, by=by, ncu=ncu)
    yield from happen(game, moment)
    return not moment.canceled and game.state.health[unit] > 0


def aim_card(game: War, use: Use, units: Iterable[int]) -> Flow[bool]:
    """Let others respond to targets that a card names only now. Return True if it takes effect: icefire:timing.2.

    A response for one of them cancels what it does to all: icefire:ruling.58.
    """
    for unit in dict.fromkeys(units):
        moment = Moment("targeted", use.seat, unit=use.unit, target=unit, by="card", use=use)
        moment.depth = use.depth + 1
        yield from happen(game, moment)
        if moment.canceled:
            return False
    return True
