"""Neutral armies: Jokin's Tactics cards. They are played under icefire:deck.5."""

from __future__ import annotations

from banneret.games.icefire.abilities.card_search import attach, detach
from banneret.games.icefire.abilities.lannister.cards import RULE
from banneret.games.icefire.abilities.neutral.card_ids import BROTHERS_IN_ARMS, DIVERSION_TACTICS, STALWART_MERCENARIES
from banneret.games.icefire.abilities.neutral.cards import STORMCROW
from banneret.games.icefire.abilities.strikes import act, can_act
from banneret.games.icefire.abilities.targets import friends, the_unit
from banneret.games.icefire.effects.registry import Source, attached, card, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.table.affiliations import counts_as, units_of_person
from banneret.games.icefire.rules.table.ground import is_near, long_range, short_range, tray_of, within
from banneret.games.icefire.rules.table.units import units_on_table
from banneret.games.icefire.state import Fight, Moment, State, Use
from banneret.kernel.flow import Flow


def _is_near_jokin(state: State, seat: int, unit: int) -> bool:
    """Return whether a unit is in Short Range of Jokin's unit."""
    return any(
        state.pose[one] is not None and within(state, one, unit, short_range(state))
        for one in units_of_person(state, seat, "Jokin")
    )


def _is_stormcrow(state: State, unit: int) -> bool:
    return counts_as(state, unit, STORMCROW)


@card(BROTHERS_IN_ARMS, targets=(friends(where=_is_stormcrow),))
def _brothers_in_arms(game: War, use: Use) -> Flow[None]:
    """Attach to a friendly Stormcrow unit."""
    attach(game.state, BROTHERS_IN_ARMS, use.targets[0], use.seat)
    yield from ()


@shape(BROTHERS_IN_ARMS)
def _side_by_side(state: State, fight: Fight, source: Source) -> None:
    """1 more die for each other friendly unit in Short Range, and another in Short Range of Jokin."""
    unit = source.unit
    near = [one for one in units_on_table(state, state.seat[unit]) if within(state, unit, one, short_range(state))]
    fight.extra_dice += len(near) - 1 + (1 if _is_near_jokin(state, source.seat, unit) else 0)


@attached(BROTHERS_IN_ARMS, "test-failed")
def _brotherhood_ends(game: War, moment: Moment, unit: int) -> Flow[None]:
    """A failed Panic Test removes the card."""
    if moment.test is not None and moment.test.kind == "panic":
        detach(game.state, BROTHERS_IN_ARMS, unit)
    yield from ()


def _near_defender(state: State, use: Use) -> list[int]:
    """List those in Long Range of the defender, even if the attack has destroyed it: icefire:ruling.148."""
    defender, tray = use.moment.target, use.moment.tray
    if state.pose[defender] is not None:
        tray = tray_of(state, defender)
    return [
        unit
        for unit in friends()(state, use)
        if unit != defender
        and tray is not None
        and is_near(state, unit, tray, long_range(state))
        and can_act(state, unit, ("maneuver",))
    ]


@card(DIVERSION_TACTICS, targets=(_near_defender,))
def _diversion_tactics(game: War, use: Use) -> Flow[None]:
    """Another friendly unit in Long Range of the defender maneuvers."""
    yield from act(game, use.targets[0], ("maneuver",), rule=RULE)


@card(STALWART_MERCENARIES, targets=(the_unit,))
def _stalwart_mercenaries(game: War, use: Use) -> Flow[None]:
    """+2 to the test; in Short Range of Jokin it is passed without a roll."""
    test = use.moment.test
    if test is not None:
        test.modifier += 2
        if _is_near_jokin(game.state, use.seat, test.unit):
            test.settled = True
    yield from ()
