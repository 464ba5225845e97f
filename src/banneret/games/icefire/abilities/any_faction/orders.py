"""Orders of several factions. They are used under icefire:orders.2 and name their targets first: icefire:timing.2."""

from __future__ import annotations

from banneret.games.icefire.abilities.targets import enemies, engaged_enemies, friends
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.effects.registry import choices, order
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.charge import charge_fault
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.combat.attack import suffer_hits
from banneret.games.icefire.rules.combat.morale import morale_test
from banneret.games.icefire.rules.movement.movement import shift
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_condition
from banneret.games.icefire.rules.table.conditions import conditions_of, give_condition
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.ground import INCH
from banneret.games.icefire.rules.table.units import ranks_left
from banneret.games.icefire.state import NO_UNIT, State, Use
from banneret.kernel.flow import Flow, ask

RULE = "icefire:orders.2"
SENTINEL = choices("maneuver", "charge")


def give_one_of(game: War, seat: int, unit: int, conditions: tuple[str, ...], rule: str) -> Flow[None]:
    """Let a player give a unit one of some Condition tokens: icefire:condition.1."""
    left = [one for one in conditions if one not in conditions_of(game.state, unit)]
    if left and game.state.health[unit]:
        condition = yield from choose_condition(game.state, seat, left, "give", rule, unit)
        give_condition(game, unit, condition)


@order("order-tactical-reposition", targets=(friends(within_range="short"),))
def _tactical_reposition(game: War, use: Use) -> Flow[None]:
    """A friendly unit in Short Range shifts 3 inches: icefire:terms.23."""
    yield from shift(game, use.targets[0], 3 * INCH, "order", RULE)


@order("order-war-cry", targets=(enemies(within_range="long"),))
def _war_cry(game: War, use: Use) -> Flow[None]:
    """If a Morale Test is passed, an enemy in Long Range becomes Panicked or Vulnerable: icefire:morale.3."""
    if (yield from morale_test(game, use.unit, use.seat)):
        yield from give_one_of(game, use.seat, use.targets[0], ("panicked", "vulnerable"), RULE)


@order("order-hold-the-line", targets=(engaged_enemies,))
def _hold_the_line(game: War, use: Use) -> Flow[None]:
    """An engaged enemy suffers 2 Hits, plus 1 for each remaining rank of the unit: icefire:ruling.33."""
    hits = 2 + ranks_left(game.state, use.unit)
    yield from suffer_hits(game, use.targets[0], hits, use.seat, use.unit)


@order("order-incite")
def _incite(game: War, use: Use) -> Flow[None]:
    """The attack gains Vicious and rolls the highest Attack Die Value: icefire:attack-ability.vicious."""
    yield from ()
    if use.moment.fight is not None:
        use.moment.fight.keywords.add("vicious")
        use.moment.fight.highest_value = True


@order("order-martial-training")
def _martial_training(game: War, use: Use) -> Flow[None]:
    """The attack may re-roll dice, and the defender becomes Vulnerable: icefire:reroll.1."""
    yield from ()
    if use.moment.fight is not None:
        use.moment.fight.rerolls.add((use.seat, "attack"))
        give_condition(game, use.moment.target, "vulnerable")


def _sentinel_ways(state: State, use: Use) -> list[str]:
    unit, attacker = use.unit, use.moment.unit
    if is_engaged(state, unit):
        return []
    charges = attacker != NO_UNIT and state.health[attacker] and charge_fault(state, unit, attacker) is None
    return ["maneuver", "charge"] if charges else ["maneuver"]


@order("order-sentinel", can=lambda state, use: bool(_sentinel_ways(state, use)))
def _sentinel(game: War, use: Use) -> Flow[None]:
    """A free Maneuver, or a Charge against the attacker: icefire:terms.8."""
    ways = _sentinel_ways(game.state, use)
    if not ways:
        return
    answer = yield from ask(use.seat, ThingChooser(ways, "sentinel", RULE))
    if isinstance(answer, Choose):
        target = use.moment.unit if answer.choice == "charge" else NO_UNIT
        yield from perform(game, use.unit, answer.choice, target, free=True)
