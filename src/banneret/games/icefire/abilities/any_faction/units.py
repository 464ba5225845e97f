"""Abilities of units of several factions that trigger automatically.

Each implements its card: icefire:card.8, icefire:card.12.
"""

from __future__ import annotations

from banneret.games.icefire.abilities.readiness import unengaged
from banneret.games.icefire.abilities.targets import aim
from banneret.games.icefire.effects.registry import passive
from banneret.games.icefire.game import War
from banneret.games.icefire.roll import Roll
from banneret.games.icefire.rules.actions.charge import ALL_SIXES, charge_targets
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.combat.attack import suffer_hits
from banneret.games.icefire.rules.combat.morale import morale_test
from banneret.games.icefire.rules.combat.rerolls import reroll
from banneret.games.icefire.rules.combat.wounds import restore, suffer
from banneret.games.icefire.rules.table.choosers import choose_unit, may
from banneret.games.icefire.rules.table.engagement import enemies_of, is_engaged
from banneret.games.icefire.rules.table.ground import gap
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.units import label, ranks_lost
from banneret.games.icefire.state import NO_UNIT, Effect, Moment, State
from banneret.kernel.flow import Flow

CARD = "icefire:card.8"


def reroll_distance(game: War, moment: Moment, seat: int) -> Flow[None]:
    """Let a player re-roll the die of a charge or a retreat, each player at most once: icefire:reroll.1."""
    if moment.notes.get(f"rerolled-{seat}"):
        return
    roll = Roll([moment.notes["roll"]])
    if (yield from reroll(game, roll, seat, "distance", "icefire:reroll.1")):
        moment.notes[f"rerolled-{seat}"] = 1
        moment.notes["roll"] = roll.dice[0]


def count_as_six(state: State, unit: int, seat: int, until: str = "turn") -> None:
    """Make all charge dice of a unit count as 6."""
    add_effect(state, Effect(ALL_SIXES, unit, seat, until))


def wound_engaged(game: War, unit: int, wounds: int) -> Flow[None]:
    """Make one enemy engaged with a unit suffer Wounds; the unit's player chooses the enemy."""
    state = game.state
    enemies = enemies_of(state, unit)
    if not enemies:
        return
    seat = state.seat[unit]
    enemy = yield from choose_unit(state, seat, enemies, "wound", CARD)
    yield from suffer(game, enemy, wounds, seat, unit)


@passive("cavalry", "activation", ready=unengaged)
@passive("direwolf", "activation", ready=unengaged)
def _maneuver_first(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit may make a Maneuver at the start of its activation: icefire:terms.8."""
    if not moment.canceled:
        yield from maneuver_first(game, unit)


def maneuver_first(game: War, unit: int) -> Flow[None]:
    """Let an unengaged unit make a Maneuver before its action, once in its activation."""
    turn = game.state.turn
    mark = f"maneuver-first:{unit}"
    if is_engaged(game.state, unit) or (turn is not None and (turn.ended or mark in turn.spent)):
        return
    if (yield from may(game.state.seat[unit], "maneuver", CARD, unit=label(game.state, unit))):
        if turn is not None:
            turn.spent.add(mark)
        yield from perform(game, unit, "maneuver", free=True)


@passive("counterstrike", "defense-rolled", role="target")
def _counterstrike(game: War, moment: Moment, unit: int) -> Flow[None]:
    """A melee attacker suffers 1 Hit for each Miss: icefire:terms.12, icefire:ruling.33."""
    state, fight = game.state, moment.fight
    if fight is not None and fight.kind == "melee":
        yield from suffer_hits(game, fight.attacker, fight.misses, state.seat[unit], unit)


@passive("dauntless", "test-passed")
def _dauntless(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit restores 1 Wound for each test passed: icefire:wounds.3."""
    yield from ()
    restore(game, unit, 1)


@passive("stubborn-tenacity", "test-passed")
def _stubborn_tenacity(game: War, moment: Moment, unit: int) -> Flow[None]:
    """For each Panic Test passed, an enemy engaged with the unit suffers 1 Wound: icefire:resolve.17."""
    if moment.test is not None and moment.test.kind == "panic":
        yield from wound_engaged(game, unit, 1)


@passive("fueled-by-slaughter", "attack-end")
def _fueled_by_slaughter(game: War, moment: Moment, unit: int) -> Flow[None]:
    """After a melee attack that caused Wounds, restore 1 Wound, plus 1 for each destroyed rank of the defender."""
    yield from ()
    fight = moment.fight
    if fight is not None and fight.kind == "melee" and fight.wounds:
        restore(game, unit, 1 + ranks_lost(game.state, fight.defender))


@passive("elusive-escape", "charge-rolled")
def _elusive_escape(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Retreat dice may be re-rolled; enemies left behind may not pivot and become Weakened: icefire:retreat.6."""
    if moment.action == "retreat":
        moment.notes["no-pivots"] = 1
        moment.notes["leaves-weakened"] = 1
        yield from reroll_distance(game, moment, game.state.seat[unit])


@passive("uncontrolled-rage", "activation")
def _uncontrolled_rage(game: War, moment: Moment, unit: int) -> Flow[None]:
    """If a Morale Test is failed, the unit charges the nearest enemy that it can, with a roll of 6: icefire:morale.3.

    The charge is in addition to the unit's own action.
    """
    state = game.state
    seat = state.seat[unit]
    if not charge_targets(state, unit) or (yield from morale_test(game, unit, seat)) or not state.health[unit]:
        return
    targets = charge_targets(state, unit)
    if targets:
        nearest = min(targets, key=lambda enemy: gap(state, unit, enemy))
        count_as_six(state, unit, seat)
        yield from perform(game, unit, "charge", nearest, free=True)
        state.effects = tuple([one for one in state.effects if (one.name, one.unit) != (ALL_SIXES, unit)])


def aim_at_one(game: War, unit: int, candidates: list[int], what: str) -> Flow[int]:
    """Ask for a target of a unit's ability and let others respond.

    Return NO_UNIT if there is none or it has no effect.
    """
    state = game.state
    if not candidates:
        return NO_UNIT
    chosen = yield from choose_unit(state, state.seat[unit], candidates, what, CARD)
    takes_effect = yield from aim(game, state.seat[unit], chosen, source=unit)
    return chosen if takes_effect else NO_UNIT
