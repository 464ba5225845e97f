"""Whether an event fits the trigger of an Order or a Tactics card in the data."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.content.components import Trigger
from banneret.games.icefire.rules.table.affiliations import units_of_person
from banneret.games.icefire.rules.table.control import controls
from banneret.games.icefire.rules.table.engagement import are_engaged, is_engaged
from banneret.games.icefire.rules.table.ground import is_near, range_of, within
from banneret.games.icefire.rules.table.sides import allied, friendly
from banneret.games.icefire.rules.table.sight import sees
from banneret.games.icefire.rules.table.units import commander_unit, unit_card
from banneret.games.icefire.state import NO_NCU, NO_UNIT, Moment, State

UNFINISHED: Final = frozenset(
    (
        "activation",
        "action-chosen",
        "action-end",
        "charge-rolled",
        "charged",
        "surge",
        "attack-dice",
        "attack-rolled",
        "test-dice",
        "reroll",
        "test-rolled",
    )
)
"""Events in the middle of a unit's activity; they are over once the unit is destroyed."""
AIMED: Final = frozenset(("charge-rolled", "charged", "attack-dice", "attack-rolled"))
"""Those that are over once their target is destroyed, too."""


def fits(state: State, trigger: Trigger, moment: Moment, seat: int, source: int) -> bool:
    """Return whether a trigger fits a moment, for a player and the unit with the Order (NO_UNIT for a card).

    icefire:orders.3, icefire:deck-2021.1, icefire:ruling.56. What a destroyed unit was about to do is over:
    icefire:ruling.138.
    """
    if trigger.event != moment.event:
        return False
    if moment.event in UNFINISHED and _is_over(state, moment):
        return False
    if (
        trigger.side is not None
        and trigger.side != "any"
        and (trigger.side == "friendly") != allied(state, moment.seat, seat)
    ):
        return False
    if trigger.zone is not None and not controls(state, seat, trigger.zone):
        return False
    return (
        _kind_fits(trigger, moment)
        and (trigger.who is None or _who_fits(state, trigger, moment, seat, source))
        and (trigger.at is None or _at_fits(state, trigger, moment, seat, source))
        and (trigger.near is None or _near_fits(state, trigger, moment, seat, source))
    )


def _is_over(state: State, moment: Moment) -> bool:
    """Return whether a unit has been destroyed in the middle of something, or the target that it attacks or charges.

    A unit that attacks before it is removed still does so.
    """
    if moment.unit == NO_UNIT:
        return False
    if not state.health[moment.unit]:
        return moment.fight is None or "fallen" not in moment.fight.notes
    target = moment.target if moment.event in AIMED else NO_UNIT
    return target != NO_UNIT and not state.health[target]


def _kind_fits(trigger: Trigger, moment: Moment) -> bool:
    if trigger.attack is not None and trigger.attack != moment.kind:
        return False
    if trigger.test == "panic" and (moment.test is None or moment.test.kind != "panic"):
        return False  # a Panic Test is also a Morale Test, but not vice versa
    if trigger.actions and moment.action not in trigger.actions:
        return False
    if trigger.arcs and moment.arc not in trigger.arcs:
        return False
    if trigger.by:
        wanted = {"order" if by == "own-order" else by for by in trigger.by}
        if "ability" in wanted:
            wanted |= {"order", "ncu"}  # which are also abilities
        if moment.by not in wanted:
            return False
    return not trigger.first or bool(moment.notes.get("first"))


def _who_fits(state: State, trigger: Trigger, moment: Moment, seat: int, source: int) -> bool:
    """Return whether the acting unit matches the trigger by type, place or person: icefire:card.4."""
    who, unit = trigger.who, moment.unit
    if who is None:
        return True
    if who == "this":
        return unit == source
    if who == "this-or-at-this":
        return source in (unit, moment.target)
    if who == "ncu":
        return moment.ncu != NO_NCU
    if unit == NO_UNIT:
        return False
    if who == "combat-unit":
        return True
    if who == "commander":
        return unit == commander_unit(state, seat)
    if who in ("unengaged", "unengaged-cavalry") and is_engaged(state, unit):
        return False
    if who in ("cavalry", "unengaged-cavalry"):
        return unit_card(state, unit).type == "cavalry"
    return who == "unengaged" or unit in units_of_person(state, seat, who)


def _at_fits(state: State, trigger: Trigger, moment: Moment, seat: int, source: int) -> bool:
    at, target = trigger.at, moment.target
    if at is None:
        return True
    if at == "this":
        return target == source
    if at == "engaged":  # the acting unit is engaged with the unit of the Order
        if moment.event == "test-failed" and moment.test is not None:  # icefire:ruling.144
            return source in moment.test.held
        return NO_UNIT not in (moment.unit, source) and are_engaged(state, moment.unit, source)
    if target == NO_UNIT:
        return False
    if at == "enemy":
        return not friendly(state, target, seat)
    return friendly(state, target, seat) and not (at == "other-friendly" and target == source)


def _near_fits(state: State, trigger: Trigger, moment: Moment, seat: int, source: int) -> bool:
    if trigger.near is None:
        return True
    middles = [source] if trigger.near == "this" else units_of_person(state, seat, trigger.near)
    # a trigger with a range concerns the acting unit, or the target if the text speaks of another friend
    unit = moment.target if trigger.at in ("other-friendly", "friendly") else moment.unit
    if unit == NO_UNIT:
        unit = moment.target
    if unit == NO_UNIT:
        return False
    if state.pose[unit] is None:
        return unit == moment.target and any(_was_near(state, trigger, middle, moment) for middle in middles)
    return any(_is_near(state, trigger, middle, unit) for middle in middles)


def _was_near(state: State, trigger: Trigger, middle: int, moment: Moment) -> bool:
    """Return whether a unit is in range of one that an attack has destroyed: icefire:ruling.148."""
    if moment.event != "attack-end" or moment.tray is None or trigger.sight or trigger.within is None:
        return False
    return (
        middle != NO_UNIT
        and state.pose[middle] is not None
        and is_near(state, middle, moment.tray, range_of(state, trigger.within))
    )


def _is_near(state: State, trigger: Trigger, middle: int, unit: int) -> bool:
    if middle == NO_UNIT or state.pose[middle] is None:
        return False
    if trigger.within is not None and not within(state, middle, unit, range_of(state, trigger.within)):
        return False
    return not trigger.sight or sees(state, middle, unit)
