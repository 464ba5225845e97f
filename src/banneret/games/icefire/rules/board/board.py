"""The Tactics Board: a non-combat unit claims a zone, and the zone takes effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from banneret.games.icefire.actions import Choose, ClaimZone
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.round import NcuActivated, ZoneClaimed
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.free_actions import can_attack, free_attack, perform
from banneret.games.icefire.rules.board.hands import draw_cards
from banneret.games.icefire.rules.board.influence import influence
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.wounds import restore
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.choosers import (
    ThingChooser,
    choose_condition,
    choose_unit_if_any,
    may_choose_unit,
)
from banneret.games.icefire.rules.table.conditions import CONDITIONS, give_condition
from banneret.games.icefire.rules.table.control import ZONES, free_zones
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.removal import lose_condition
from banneret.games.icefire.rules.table.units import enemies_on_table, units_on_table
from banneret.games.icefire.state import NO_NCU, NO_UNIT, Moment, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg

RESTORED: Final = 3


class ZoneChooser(Chooser[Pass | ClaimZone]):
    """Which zone does the non-combat unit claim? Options: none, then the free ones."""

    __slots__ = ("ncu", "state")
    kind = "zone"
    rule = "icefire:board.3"
    answers = (Pass, ClaimZone)

    def __init__(self, state: State, ncu: int) -> None:
        self.state = state
        self.ncu = ncu

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.zone", ncu=self.state.ncu_labels[self.ncu])

    def options(self) -> list[Pass | ClaimZone]:
        """List `pass`, then the free zones: icefire:board.6."""
        return [Pass(), *(ClaimZone(zone) for zone in free_zones(self.state))]

    def refusal(self, action: Pass | ClaimZone) -> Refusal | None:
        """Refuse an occupied zone: icefire:board.3."""
        if isinstance(action, Pass) or action.zone in free_zones(self.state):
            return None
        return Refusal("icefire:board.3", msg("refuse.zone", zone=action.zone))


def activate_ncu(game: War, ncu: int) -> Flow[None]:
    """Activate a non-combat unit: it claims a free zone, which takes effect at once: icefire:board.3, icefire:board.4.

    icefire:board-2021.1.
    """
    state = game.state
    seat = state.ncu_seat[ncu]
    state.ncu_activated[ncu] = True
    if state.turn is not None:
        state.turn.ncu = ncu
    game.emit(NcuActivated(ncu=state.ncu_labels[ncu], card=state.ncu_card[ncu]))
    moment = Moment("activation", seat, ncu=ncu)
    yield from happen(game, moment)
    if moment.canceled or not state.ncu_alive[ncu] or not free_zones(state):
        return
    elsewhere = mode_of(state).instead_of_claiming(state, ncu)
    if elsewhere:
        sent = yield from ask(seat, ThingChooser(elsewhere, "elsewhere", "icefire:modes.1", may_pass=True))
        if isinstance(sent, Choose):
            mode_of(state).sent(game, ncu, sent.choice)
            return
    answer = yield from ask(seat, ZoneChooser(state, ncu))
    if isinstance(answer, ClaimZone):
        yield from claim(game, ncu, answer.zone)


def claim(game: War, ncu: int, zone: str) -> Flow[None]:
    """Place a non-combat unit on a zone and resolve it, or its replacement: icefire:board.4, icefire:ruling.67."""
    state = game.state
    seat = state.ncu_seat[ncu]
    state.ncu_zone[ncu] = zone
    game.emit(ZoneClaimed(ncu=state.ncu_labels[ncu], zone=zone))
    mode_of(state).claimed(game, ncu, zone)
    moment = Moment("zone-claimed", seat, ncu=ncu, zone=zone)
    yield from happen(game, moment)
    influenced = yield from influence(game, ncu, later=True)
    if not moment.replaced and not moment.canceled:
        yield from _act(game, ncu, zone)
    if not influenced:
        yield from influence(game, ncu, later=False)
    yield from happen(game, Moment("zone-done", seat, ncu=ncu, zone=zone))


def _act(game: War, ncu: int, zone: str) -> Flow[None]:
    """Resolve a claimed zone, or its replacement in the mode."""
    state = game.state
    seat = state.ncu_seat[ncu]
    choices = mode_of(state).zone_choices(state, ncu, zone)
    if choices:
        answer = yield from ask(seat, ThingChooser(choices, "zone", "icefire:modes.1", may_pass=True))
        if not isinstance(answer, Pass):
            yield from mode_of(state).zone_effect(game, ncu, answer.choice)
            return
    yield from zone_effect(game, seat, zone)


def zone_effect(game: War, seat: int, zone: str, by: int = NO_NCU) -> Flow[None]:
    """Carry out the effect of a zone for a player, or for a non-combat unit that copies it: icefire:board.1.

    A copied effect is an effect of the unit that copies it, not of the zone: icefire:ruling.61.
    """
    yield from EFFECTS[zone](game, seat, by)


def _target(game: War, seat: int, units: list[int], zone: str, by: int, *, may: bool = False) -> Flow[int]:
    """Ask for the target of a zone and let others respond; return NO_UNIT if there is none.

    Only zones with an optional effect (`may`) can be left without one: icefire:ruling.140. A response may make a player
    choose another target, which others may respond to in turn.
    """
    state = game.state
    choose = may_choose_unit if may else choose_unit_if_any
    unit = yield from choose(state, seat, units, zone, f"icefire:zone.{zone}")
    while unit != NO_UNIT:
        if by == NO_NCU:
            moment = Moment("targeted", seat, target=unit, by="zone", zone=zone)
        else:
            moment = Moment("targeted", seat, target=unit, by="ncu", ncu=by)
        yield from happen(game, moment)
        if moment.canceled or not state.health[moment.target]:
            return NO_UNIT
        if moment.target == unit:
            break
        unit = moment.target
    return unit


def _crown(game: War, seat: int, by: int) -> Flow[None]:
    """Let one enemy take a Panic Test with -1: icefire:zone.crown."""
    unit = yield from _target(game, seat, enemies_on_table(game.state, seat), "crown", by)
    if unit != NO_UNIT:
        yield from panic_test(game, unit, seat, modifier=-1)


def _wealth(game: War, seat: int, by: int) -> Flow[None]:
    """Let one unit restore up to 3 Wounds and lose a Condition token: icefire:zone.wealth."""
    state = game.state
    unit = yield from _target(game, seat, units_on_table(state, seat) + enemies_on_table(state, seat), "wealth", by)
    if unit == NO_UNIT:
        return
    restore(game, unit, RESTORED)
    yield from lose_condition(game, unit, seat, "icefire:zone.wealth")


def _tactics(game: War, seat: int, by: int) -> Flow[None]:
    """Draw 2 Tactics cards, and give one enemy a Condition token: icefire:zone.tactics."""
    yield from draw_cards(game, seat, 2)
    unit = yield from _target(game, seat, enemies_on_table(game.state, seat), "tactics", by)
    if unit != NO_UNIT:
        condition = yield from choose_condition(game.state, seat, CONDITIONS, "give", "icefire:zone.tactics", unit)
        give_condition(game, unit, condition)


def _able_to_attack(state: State, seat: int) -> list[int]:
    return [unit for unit in units_on_table(state, seat) if can_attack(state, unit)]


def _combat(game: War, seat: int, by: int) -> Flow[None]:
    """Offer one friendly unit a free Attack action: icefire:zone.combat."""
    state = game.state
    able = game.once(_able_to_attack, state, seat)
    unit = yield from _target(game, seat, able, "combat", by, may=True)
    if unit != NO_UNIT and can_attack(state, unit):
        yield from free_attack(game, unit)


def _maneuver(game: War, seat: int, by: int) -> Flow[None]:
    """Offer one friendly unit a free Maneuver, or a Retreat if it is engaged: icefire:zone.maneuver."""
    state = game.state
    unit = yield from _target(game, seat, units_on_table(state, seat), "maneuver", by, may=True)
    if unit == NO_UNIT:
        return
    yield from perform(game, unit, "retreat" if is_engaged(state, unit) else "maneuver", free=True)


EFFECTS: Final[Mapping[str, Callable[[War, int, int], Flow[None]]]] = dict(
    zip(ZONES, (_crown, _wealth, _tactics, _combat, _maneuver), strict=True)
)
