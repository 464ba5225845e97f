"""House Stark: the Tactics cards of Brynden Tully on horseback. They are played under icefire:deck.5."""

from __future__ import annotations

from banneret.games.icefire.abilities.any_faction.units import maneuver_first
from banneret.games.icefire.abilities.stark.card_ids import MARSHAL, RIDE_BY_ATTACK, RIDE_THEM_DOWN
from banneret.games.icefire.abilities.stark.cards import RULE, end_effect
from banneret.games.icefire.abilities.strikes import strikes
from banneret.games.icefire.abilities.targets import in_range, open_to
from banneret.games.icefire.actions import Maneuver
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.effects.registry import card, lasting
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.combat.attack import suffer_hits
from banneret.games.icefire.rules.combat.wounds import restore, suffer
from banneret.games.icefire.rules.movement.acting import resolve_action
from banneret.games.icefire.rules.movement.movement import move
from banneret.games.icefire.rules.table.choosers import choose_unit, may
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.facts import has_ability
from banneret.games.icefire.rules.table.ground import pose_of, tray_at, tray_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.move_spaces import (
    TurnedMarchSpace,
    aims_of,
    facing_of_interest,
    headings_of_interest,
    lengths,
)
from banneret.games.icefire.rules.table.paths import (
    crosses,
    end_fault,
    is_heading,
    slowed,
    speed_of,
    turn_fault,
    way_fault,
)
from banneret.games.icefire.rules.table.removal import lose_condition
from banneret.games.icefire.rules.table.units import enemies_on_table, label, ranks_left, unit_card, units_on_table
from banneret.games.icefire.state import Effect, Moment, State, Use
from banneret.kernel.choosers import Refusal
from banneret.kernel.flow import Flow, ask
from banneret.plane import Straight
from banneret.text.message import msg

RIDING_DOWN = "ride-them-down"
"""The effect on a unit whose charge tramples instead of attacking."""
MARSHALED = "marshal"
"""The effect on a unit that may rest instead of making a Maneuver."""


class RideSpace(TurnedMarchSpace):
    """Where does the unit ride, possibly through enemies? Suggestions: staying, then in all directions."""

    __slots__ = ()
    rule = "icefire:deck.5"

    def refusal(self, action: Maneuver) -> Refusal | None:
        """Refuse moves that are too far, meet terrain or the edge, or end in an illegal place: icefire:march.2."""
        state, unit = self.state, self.unit
        at = pose_of(state, unit)
        if not (is_heading(action.heading) and is_heading(action.facing)):
            return Refusal("icefire:action.5", msg("refuse.move.heading"))
        start, motion = at.facing(action.heading), Straight(action.distance)
        limit = self.limit - (slowed(state, unit, start, motion) if action.distance else 0)
        if not 0 <= action.distance <= limit:
            return Refusal("icefire:card.1", msg("refuse.move.far", distance=action.distance, limit=self.limit))
        if not action.distance:
            return end_fault(state, unit, at.facing(action.facing), before=at)
        through = enemies_on_table(state, state.seat[unit])
        fault = way_fault(state, unit, start, motion, through=through)
        if fault is None and start != at:
            fault = turn_fault(state, unit, start)
        return fault or end_fault(state, unit, start.moved(action.distance).facing(action.facing))

    def suggest(self) -> list[Maneuver]:
        """List the option to stay, then for each heading of interest the usual lengths, with two facings."""
        at, aims = pose_of(self.state, self.unit), aims_of(self.state, self.unit)
        found = {Maneuver(at.heading, 0, at.heading): None}
        for heading in headings_of_interest(aims, at):
            for length in lengths(self.limit):
                end = at.facing(heading).moved(length)
                for facing in (heading, facing_of_interest(aims, end.x, end.y, heading)):
                    if self.refusal(move := Maneuver(heading, length, facing)) is None:
                        found[move] = None
        return list(found)


def _chooses_its_action(state: State, use: Use) -> bool:
    """Return whether this is the action of the unit's activation rather than a free one: icefire:terms.8."""
    turn = state.turn
    return turn is not None and turn.unit == use.moment.unit and turn.action == use.moment.action


def _may_ride_by(state: State, use: Use) -> bool:
    """Return whether the unit chooses its action, and may march in this mode: icefire:dance-with-dragons.6."""
    return _chooses_its_action(state, use) and mode_of(state).action_fault(state, use.moment.unit, "march") is None


@card(RIDE_BY_ATTACK, can=_may_ride_by)
def _ride_by_attack(game: War, use: Use) -> Flow[None]:
    """Instead of its action, the unit may pivot and march, even through enemies, and wounds one of them.

    icefire:march.2, icefire:terms.20. Enemies that it leaves behind may not pivot.
    """
    use.moment.canceled = True
    unit = use.moment.unit
    yield from resolve_action(
        game, unit, "march", "march", lambda: _ride(game, unit, use.seat), free=False, instead=True
    )


def _ride(game: War, unit: int, seat: int) -> Flow[None]:
    """Let a unit pivot, march and wound an enemy that it moved through."""
    state = game.state
    answer = yield from ask(state.seat[unit], RideSpace(state, unit, 2 * speed_of(state, unit)))
    start, motion = pose_of(state, unit).facing(answer.heading), Straight(answer.distance)
    ridden = [
        enemy
        for enemy in enemies_on_table(state, seat)
        if answer.distance and crosses(tray_at(state, unit, start), motion, tray_of(state, enemy))
    ]
    yield from move(game, unit, start, motion, answer.facing, "march")
    survivors = [enemy for enemy in ridden if state.health[enemy]]
    if survivors and state.health[unit]:
        enemy = yield from choose_unit(state, seat, survivors, "wound", RULE)
        yield from suffer(game, enemy, 1 + ranks_left(state, enemy), seat, unit)


def _riders(state: State, use: Use) -> list[int]:
    enemy = use.moment.unit
    cavalry = [unit for unit in units_on_table(state, use.seat) if unit_card(state, unit).type == "cavalry"]
    near = in_range(state, enemy, cavalry, "long")
    return [unit for unit in open_to(state, use, near) if strikes(state, unit, enemy, ("charge",))]


@card(RIDE_THEM_DOWN, targets=(_riders,))
def _ride_them_down(game: War, use: Use) -> Flow[None]:
    """Cavalry charges the enemy that moved and tramples it instead of attacking: icefire:charge.2."""
    state, unit, enemy = game.state, use.targets[0], use.moment.unit
    add_effect(state, Effect(RIDING_DOWN, unit, use.seat, "turn"))
    yield from perform(game, unit, "charge", enemy, free=True)
    end_effect(state, RIDING_DOWN, unit)


@lasting(RIDING_DOWN, "charged")
def _trample(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The enemy becomes Panicked and suffers 2 Hits for each rank of the charger: icefire:ruling.33."""
    state = game.state
    moment.replaced = True
    give_condition(game, moment.target, "panicked")
    yield from suffer_hits(game, moment.target, 2 * ranks_left(state, unit), state.seat[unit], unit)


@card(MARSHAL)
def _marshal(game: War, use: Use) -> Flow[None]:
    """Once this turn the unit may rest instead of making a Maneuver, even the one before its action: icefire:timing.3.

    That one comes before cards are played; a player who has declined it may still choose it to rest.
    """
    unit = use.moment.unit
    add_effect(game.state, Effect(MARSHALED, unit, use.seat, "turn"))
    if has_ability(game.state, unit, "cavalry"):
        yield from maneuver_first(game, unit)


@lasting(MARSHALED, "action-chosen")
def _rest(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit restores 3 Wounds and loses a Condition token instead of making a Maneuver: icefire:wounds.3."""
    state = game.state
    seat = state.seat[unit]
    if moment.action != "maneuver" or moment.canceled:
        return
    if (yield from may(seat, "marshal", RULE, unit=label(state, unit))):
        end_effect(state, MARSHALED, unit)
        moment.canceled = True
        restore(game, unit, 3)
        yield from lose_condition(game, unit, seat, RULE)
