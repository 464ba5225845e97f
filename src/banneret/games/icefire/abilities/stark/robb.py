"""House Stark: Tactics cards of Robb Stark, Greatjon Umber and Brynden Tully on foot, played under icefire:deck.5."""

from __future__ import annotations

from banneret.games.icefire.abilities.any_faction.orders import give_one_of
from banneret.games.icefire.abilities.any_faction.units import reroll_distance
from banneret.games.icefire.abilities.card_search import attach, detach
from banneret.games.icefire.abilities.stark.card_ids import (
    BERSERKER_TACTICS,
    HIT_AND_RUN,
    LASH_OUT,
    LAST_STAND,
    REFUSE_TO_YIELD,
    SET_FOR_CHARGE,
    SUDDEN_RETREAT,
    SUPERIOR_POSITIONING,
    WAR_CRY,
)
from banneret.games.icefire.abilities.stark.cards import RULE, end_effect
from banneret.games.icefire.abilities.stark.units import choose_boons
from banneret.games.icefire.abilities.strikes import melee_at
from banneret.games.icefire.abilities.targets import in_range, the_target
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import attached, card, choices, lasting
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.combat.attack import attack, attack_of
from banneret.games.icefire.rules.combat.morale import morale_test
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.movement.surge_forth import surge
from banneret.games.icefire.rules.table.affiliations import counts_as, units_of_person
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import are_engaged, enemies_of, is_engaged, side_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.units import enemies_on_table, ranks_lost
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State, Use
from banneret.kernel.flow import Flow, ask

COUNTS = choices("0", "1", "2", "3")
SUDDEN = "sudden-retreat"
"""The effect on a unit that may re-roll the die of its retreat."""
RUN = "hit-and-run"
"""The effect on a unit whose retreat weakens the enemies left behind."""
WELL_PLACED = "superior-positioning"
"""The effect on a unit whose next charge is more easily disorderly."""


def choose_wounds(game: War, unit: int, seat: int) -> Flow[int]:
    """Ask how many Wounds, up to 3, a unit suffers for a card, and inflict them.

    Return the number: icefire:ruling.49.
    """
    most = min(3, game.state.health[unit])
    answer = yield from ask(seat, ThingChooser(COUNTS[: most + 1], "wounds", RULE))
    wanted = int(answer.choice) if isinstance(answer, Choose) else 0
    suffered = yield from suffer(game, unit, wanted, seat)
    return suffered


# Robb Stark ----------------------------------------------------------------------------------------------------------


def _engaged_defender(state: State, use: Use) -> list[int]:
    return [unit for unit in the_target(state, use) if is_engaged(state, unit)]


@card(SUDDEN_RETREAT, targets=(_engaged_defender,))
def _sudden_retreat(game: War, use: Use) -> Flow[None]:
    """The defender retreats; Robb's unit may re-roll the die: icefire:retreat.1."""
    state, unit = game.state, use.targets[0]
    if not is_engaged(state, unit):
        return
    if unit in units_of_person(state, use.seat, "Robb Stark"):
        add_effect(state, Effect(SUDDEN, unit, use.seat, "turn"))
    yield from perform(game, unit, "retreat", free=True)
    end_effect(state, SUDDEN, unit)


@lasting(SUDDEN, "charge-rolled")
def _sudden(game: War, moment: Moment, unit: int) -> Flow[None]:
    yield from reroll_distance(game, moment, game.state.seat[unit])


@card(SUPERIOR_POSITIONING)
def _superior_positioning(game: War, use: Use) -> Flow[None]:
    """The enemy's charge is disorderly on higher rolls too: icefire:charge.17."""
    yield from ()
    add_effect(game.state, Effect(WELL_PLACED, use.moment.unit, use.seat, "turn"))


@lasting(WELL_PLACED, "charge-rolled", edition=EDITION_2021)
def _ill_charged(game: War, moment: Moment, unit: int) -> Flow[None]:
    """A charge in the front is disorderly on 3 or less; a disorderly charger becomes Vulnerable."""
    yield from ()
    _spoil_charge(game.state, moment, 3)


@lasting(WELL_PLACED, "charge-rolled", edition=SEASON_6)
def _ill_charged_at_robb(game: War, moment: Moment, unit: int) -> Flow[None]:
    """In Season 6, on 5 or less against Robb's unit."""
    yield from ()
    robbs = units_of_person(game.state, game.state.seat[moment.target], "Robb Stark")
    _spoil_charge(game.state, moment, 5 if moment.target in robbs else 3)


def _spoil_charge(state: State, moment: Moment, most: int) -> None:
    """Spoil the charge to which the card responded, and no later one."""
    if moment.action != "charge":
        return
    end_effect(state, WELL_PLACED, moment.unit)
    if moment.arc == "front":
        moment.notes["disorderly"] = most
        moment.notes["shaken"] = 1


@card(HIT_AND_RUN, can=lambda state, use: is_engaged(state, use.moment.unit))
def _hit_and_run(game: War, use: Use) -> Flow[None]:
    """The attacker retreats; enemies left behind by Robb's unit become Weakened: icefire:retreat.1."""
    state, unit = game.state, use.moment.unit
    if not is_engaged(state, unit):
        return
    if unit in units_of_person(state, use.seat, "Robb Stark"):
        add_effect(state, Effect(RUN, unit, use.seat, "turn"))
    yield from perform(game, unit, "retreat", free=True)
    end_effect(state, RUN, unit)


@lasting(RUN, "charge-rolled")
def _run(game: War, moment: Moment, unit: int) -> Flow[None]:
    yield from ()
    moment.notes["leaves-weakened"] = 1


# Greatjon Umber ------------------------------------------------------------------------------------------------------


@card(BERSERKER_TACTICS, edition=EDITION_2021)
def _berserker_tactics_of_2021(game: War, use: Use) -> Flow[None]:
    """Suffer Wounds after the dice to inflict more Wounds; House Umber also makes the defender Panicked."""
    state, fight = game.state, use.moment.fight
    if fight is None:
        return
    if counts_as(state, fight.attacker, "House Umber"):
        give_condition(game, fight.defender, "panicked")
    suffered = yield from choose_wounds(game, fight.attacker, use.seat)
    fight.extra_wounds += 1 + suffered if suffered else 0


@card(BERSERKER_TACTICS, edition=SEASON_6)
def _berserker_tactics(game: War, use: Use) -> Flow[None]:
    """Suffer Wounds before the dice to gain more boons."""
    state, fight = game.state, use.moment.fight
    if fight is None:
        return
    suffered = yield from choose_wounds(game, fight.attacker, use.seat)
    if state.health[fight.attacker] or "fallen" in fight.notes:
        boons = ("critical-blow", "sundering", "highest", "reroll")
        yield from choose_boons(game, fight, 1 + suffered, boons, "berserker")


@card(LASH_OUT, targets=(the_target,))
def _lash_out(game: War, use: Use) -> Flow[None]:
    """The attacker suffers 2 Wounds for each destroyed rank of the defender: icefire:ruling.33.

    If the defender is House Umber, the attacker also becomes Panicked.
    """
    state, attacker, defender = game.state, use.moment.unit, use.targets[0]
    if counts_as(state, defender, "House Umber"):
        give_condition(game, attacker, "panicked")
    yield from suffer(game, attacker, 2 * ranks_lost(state, defender), use.seat, defender)


def _falls_in_melee(state: State, use: Use) -> bool:
    unit = use.moment.unit
    return not state.health[unit] and is_engaged(state, unit) and attack_of(state, unit, "melee") is not None


@card(LAST_STAND, can=_falls_in_melee)
def _last_stand(game: War, use: Use) -> Flow[None]:
    """Before removal, the unit attacks with its highest Attack Die Value; House Umber may re-roll: icefire:units.12."""
    state, unit = game.state, use.moment.unit
    enemies = enemies_of(state, unit)
    if not enemies or state.health[unit]:
        return
    enemy = yield from choose_unit(state, use.seat, enemies, "fight", RULE, striker=unit)
    fight = Fight(unit, enemy, "melee")
    fight.notes["fallen"] = 1
    fight.highest_value = True
    if counts_as(state, unit, "House Umber"):
        fight.rerolls.add((use.seat, "attack"))
    others = [one for one in enemies_of(state, enemy) if one != unit]
    yield from attack(game, fight, side_of(state, enemy, unit))
    yield from surge(game, fight, others)


# Brynden Tully on foot -----------------------------------------------------------------------------------------------


def _stands_firm(state: State, use: Use) -> bool:
    unit, enemy = use.moment.target, use.moment.unit
    melee = attack_of(state, unit, "melee") is not None
    return melee and use.moment.arc != "rear" and enemies_of(state, unit) == [enemy]


@card(SET_FOR_CHARGE, targets=(the_target,), can=_stands_firm)
def _set_for_charge(game: War, use: Use) -> Flow[None]:
    """A unit charged in the front or flank by the only enemy engaged with it attacks first: icefire:charge.23."""
    unit, enemy = use.targets[0], use.moment.unit
    if game.state.health[unit] and game.state.health[enemy] and are_engaged(game.state, unit, enemy):
        yield from melee_at(game, unit, enemy)


@card(REFUSE_TO_YIELD)
def _refuse_to_yield(game: War, use: Use) -> Flow[None]:
    """Enemies in contact become Vulnerable. The card stays until a Panic Test is failed: icefire:deck.6."""
    yield from ()
    state, unit = game.state, use.moment.unit
    _expose(game, unit)
    if state.health[unit]:
        attach(state, use.id, unit, use.seat)


def _expose(game: War, unit: int) -> None:
    for enemy in enemies_of(game.state, unit):
        give_condition(game, enemy, "vulnerable")


@attached(REFUSE_TO_YIELD, "test-passed")
def _unyielding(game: War, moment: Moment, unit: int) -> Flow[None]:
    yield from ()
    if moment.test is not None and moment.test.kind == "panic":
        _expose(game, unit)


@attached(REFUSE_TO_YIELD, "test-failed")
def _yielding(game: War, moment: Moment, unit: int) -> Flow[None]:
    yield from ()
    if moment.test is not None and moment.test.kind == "panic":
        detach(game.state, REFUSE_TO_YIELD, unit)


@attached(REFUSE_TO_YIELD, "test-dice")
def _family_duty(game: War, moment: Moment, unit: int) -> Flow[None]:
    """+1 to Panic Tests of House Tully."""
    yield from ()
    if moment.test is not None and moment.test.kind == "panic" and counts_as(game.state, unit, "House Tully"):
        moment.test.modifier += 1


def _enemies_far_and_near(state: State, use: Use) -> list[int]:
    return in_range(state, use.moment.unit, enemies_on_table(state, use.seat), "long")


@card(WAR_CRY, targets=(_enemies_far_and_near,), edition=SEASON_6)
def _war_cry(game: War, use: Use) -> Flow[None]:
    """If a Morale Test is passed, an enemy in Long Range becomes Panicked or Vulnerable, both for House Tully."""
    unit = use.moment.unit
    if (yield from morale_test(game, unit, use.seat)):
        yield from _frighten(game, use, both=counts_as(game.state, unit, "House Tully"))


@card(WAR_CRY, targets=(_enemies_far_and_near,), edition=EDITION_2021)
def _war_cry_of_2021(game: War, use: Use) -> Flow[None]:
    """If a Morale Test is passed, an enemy in Long Range becomes Panicked or Vulnerable, both for Brynden's unit."""
    unit = use.moment.unit
    if (yield from morale_test(game, unit, use.seat)):
        yield from _frighten(game, use, both=unit in units_of_person(game.state, use.seat, "Brynden Tully"))


def _frighten(game: War, use: Use, *, both: bool) -> Flow[None]:
    enemy = use.targets[0]
    if both and enemy != NO_UNIT:
        for condition in ("panicked", "vulnerable"):
            give_condition(game, enemy, condition)
    else:
        yield from give_one_of(game, use.seat, enemy, ("panicked", "vulnerable"), RULE)
