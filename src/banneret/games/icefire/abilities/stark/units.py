"""House Stark: abilities of units that trigger automatically.

Each implements its card: icefire:card.8, icefire:card.12.
"""

from __future__ import annotations

from banneret.games.icefire.abilities.any_faction.units import CARD, aim_at_one, reroll_distance, wound_engaged
from banneret.games.icefire.abilities.stark.crannog_poison import attach_poison
from banneret.games.icefire.abilities.stark.numbers import HODOR_SPENT
from banneret.games.icefire.abilities.strikes import strike
from banneret.games.icefire.abilities.targets import aim
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import choices, flag, lost, passive
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.morale import morale_test
from banneret.games.icefire.rules.combat.rerolls import reroll
from banneret.games.icefire.rules.combat.wounds import destroy_attachment, restore, suffer
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_condition, may, may_choose_unit
from banneret.games.icefire.rules.table.conditions import conditions_of, give_condition
from banneret.games.icefire.rules.table.ground import long_range, short_range, within
from banneret.games.icefire.rules.table.lasting_effects import add_effect, has_effect
from banneret.games.icefire.rules.table.sides import friendly, opponent
from banneret.games.icefire.rules.table.units import (
    attachment_cards,
    label,
    ranks_lost,
    units_on_table,
)
from banneret.games.icefire.rules.victory import credited, score
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State
from banneret.kernel.flow import Flow, ask

FREE = choices("critical-blow", "precision", "sundering", "vicious", "reroll", "highest")
"""Boons that several abilities offer for an attack."""
TRIDENTS = choices("weaken", "poison")


# Before attack dice --------------------------------------------------------------------------------------------------


def choose_boons(game: War, fight: Fight, number: int, boons: tuple[str, ...], what: str) -> Flow[None]:
    """Let the attacker choose some of the boons that an ability offers for an attack, each once."""
    seat = game.state.seat[fight.attacker]
    left = list(boons)
    for _ in range(min(number, len(boons))):
        answer = yield from ask(seat, ThingChooser(left, what, CARD))
        if isinstance(answer, Choose):
            left.remove(answer.choice)
            take_boon(game.state, fight, answer.choice)


def take_boon(state: State, fight: Fight, boon: str) -> None:
    """Apply a chosen boon to an attack: icefire:card.9, icefire:reroll.1."""
    if boon == "reroll":
        fight.rerolls.add((state.seat[fight.attacker], "attack"))
    elif boon == "highest":
        fight.highest_value = True
    elif boon == "hit":
        fight.hit_modifier += 1
    else:
        fight.keywords.add(boon)


@passive("mace-spike", "attack-dice")
def _mace_spike(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Choose one, plus one for each destroyed rank: Critical Blow, Precision, re-rolls."""
    if moment.fight is not None and moment.fight.kind == "melee":
        boons = ("critical-blow", "precision", "reroll")
        yield from choose_boons(game, moment.fight, 1 + ranks_lost(game.state, unit), boons, "mace-spike")


@passive("battle-scars", "attack-dice")
def _battle_scars(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Choose one, plus one for each destroyed rank: Vicious, re-rolls, highest Attack Die Value."""
    if moment.fight is not None and moment.fight.kind == "melee":
        boons = ("vicious", "reroll", "highest")
        yield from choose_boons(game, moment.fight, 1 + ranks_lost(game.state, unit), boons, "battle-scars")


@passive("unleashed-ferocity", "attack-dice")
def _unleashed_ferocity(game: War, moment: Moment, unit: int) -> Flow[None]:
    """For each destroyed rank the defender becomes Panicked or Vulnerable: icefire:condition.1."""
    state, fight = game.state, moment.fight
    if fight is None or fight.kind != "melee" or not ranks_lost(state, unit):
        return
    if not (yield from aim(game, state.seat[unit], fight.defender, source=unit)):
        return
    for _ in range(ranks_lost(state, unit)):
        left = [one for one in ("panicked", "vulnerable") if one not in conditions_of(state, fight.defender)]
        if not left:
            return
        condition = yield from choose_condition(state, state.seat[unit], left, "give", CARD, fight.defender)
        give_condition(game, fight.defender, condition)


@passive("poisoned-tridents", "attack-dice")
def _poisoned_tridents(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The defender becomes Weakened or poisoned."""
    state, fight = game.state, moment.fight
    if fight is None or fight.kind != "melee":
        return
    answer = yield from ask(state.seat[unit], ThingChooser(TRIDENTS, "tridents", CARD))
    if isinstance(answer, Choose) and answer.choice == "poison":
        attach_poison(state, fight.defender, state.seat[unit])
    else:
        give_condition(game, fight.defender, "weakened")


@passive("rally-cry", "attack-dice")
def _rally_cry(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Another friendly unit in Long Range restores 2 Wounds: icefire:wounds.3."""
    state, fight = game.state, moment.fight
    if fight is None or fight.kind != "melee":
        return
    near = [
        friend
        for friend in units_on_table(state, state.seat[unit])
        if friend != unit and within(state, unit, friend, long_range(state))
    ]
    friend = yield from aim_at_one(game, unit, near, "rally")
    if friend != NO_UNIT:
        restore(game, friend, 2)


@passive("jojens-greensight", "reroll", edition=SEASON_6)
def _greensight(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Pay one of Jojen's tokens to re-roll the unit's attack dice or defense dice: icefire:ruling.34."""
    state, fight = game.state, moment.fight
    if fight is None or fight.roll is None or not state.counters[unit].get("order"):
        return
    if moment.action == "test" or moment.seat != state.seat[unit]:
        return
    if (yield from reroll(game, fight.roll, state.seat[unit], "greensight", CARD)):
        state.counters[unit]["order"] -= 1


SIGHTS = choices("attack-dice", "charge-dice")
flag("ignores-hindering", "greensight-charge")
flag("ignores-rough", "greensight-charge")


@passive("jojens-greensight", "action-chosen", edition=EDITION_2021)
def _greensight_of_2021(game: War, moment: Moment, unit: int) -> Flow[None]:
    """In 2021 each Attack or Charge re-rolls attack dice, or charge dice while ignoring Hindering and Rough terrain."""
    state = game.state
    if moment.action not in ("attack", "charge"):
        return
    seat = state.seat[unit]
    answer = yield from ask(seat, ThingChooser(SIGHTS, "greensight", CARD))
    chosen = isinstance(answer, Choose) and answer.choice == "charge-dice"
    add_effect(state, Effect("greensight-charge" if chosen else "greensight-attack", unit, seat, "turn"))


@passive("jojens-greensight", "charge-rolled")
def _greensight_in_a_charge(game: War, moment: Moment, unit: int) -> Flow[None]:
    if moment.action == "charge" and has_effect(game.state, "greensight-charge", unit):
        yield from reroll_distance(game, moment, game.state.seat[unit])


@passive("jojens-greensight", "attack-dice")
def _greensight_in_an_attack(game: War, moment: Moment, unit: int) -> Flow[None]:
    yield from ()
    if moment.fight is not None and has_effect(game.state, "greensight-attack", unit):
        take_boon(game.state, moment.fight, "reroll")
        game.state.effects = tuple(
            [one for one in game.state.effects if (one.name, one.unit) != ("greensight-attack", unit)]
        )


# Attacks on friendly units
# ---------------------------------------------------------------------------------------------


@passive("brans-protector", "attack-end", role="any")
def _brans_protector(game: War, moment: Moment, unit: int) -> Flow[None]:
    """After Bran's unit is attacked, this unit may attack or charge the attacker: icefire:ruling.74.

    Even if the attack has destroyed that unit: icefire:ruling.148.
    """
    state, fight = game.state, moment.fight
    if fight is None or not friendly(state, fight.defender, state.seat[unit]) or not state.health[fight.attacker]:
        return
    inside = state.attachments[fight.defender] if state.health[fight.defender] else fight.defended
    bran = any(state.cards.attachments[id].is_person("Bran Stark") for id in inside)
    if bran and not friendly(state, fight.attacker, state.seat[unit]):
        yield from strike(game, unit, fight.attacker, CARD, may=True)


# Moves ---------------------------------------------------------------------------------------------------------------


flag("pivots-before-marching", "enhanced-mobility")


@passive("regroup", "action-end")
def _regroup(game: War, moment: Moment, unit: int) -> Flow[None]:
    """After a Retreat, restore 2 Wounds, plus 1 for each destroyed rank."""
    yield from ()
    if moment.action == "retreat":
        restore(game, unit, 2 + ranks_lost(game.state, unit))


@passive("hodor-thrice", "charge-rolled", edition=SEASON_6)
def _hodor_straight(game: War, moment: Moment, unit: int) -> Flow[None]:
    """In Season 6 enemies left behind by the retreat may not pivot."""
    if moment.action == "retreat" and not has_effect(game.state, HODOR_SPENT, unit):
        moment.notes["no-pivots"] = 1
    yield from _hodor(game, moment, unit)


@passive("hodor-thrice", "charge-rolled", edition=EDITION_2021)
def _hodor(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Retreat dice may count as 6, which costs Hodor his abilities: icefire:attachment.11."""
    state = game.state
    if moment.action != "retreat" or has_effect(state, HODOR_SPENT, unit):
        return
    seat = state.seat[unit]
    if moment.notes["roll"] < 6 and (yield from may(seat, "hodor", CARD, unit=label(state, unit))):
        moment.notes["roll"] = 6
        add_effect(state, Effect(HODOR_SPENT, unit, seat, "match"))


# Losses --------------------------------------------------------------------------------------------------------------


@passive("go-down-fighting", "rank-destroyed")
def _go_down_fighting(game: War, moment: Moment, unit: int) -> Flow[None]:
    """For each destroyed rank, an enemy engaged with the unit suffers 1 Wound."""
    for _ in range(moment.notes.get("ranks", 1)):
        yield from wound_engaged(game, unit, 1)


@passive("water-dance", "rank-destroyed")
def _water_dance(game: War, moment: Moment, unit: int) -> Flow[None]:
    """An attacker that destroys a rank becomes Vulnerable: icefire:terms.3."""
    state, enemy = game.state, moment.target
    if enemy == NO_UNIT or not state.health[enemy]:
        return
    if state.turn is not None and all((one.attacker, one.defender) != (enemy, unit) for one in state.turn.fights):
        return  # it was no attack, but another effect of that enemy
    if (yield from aim_at_one(game, unit, [moment.target], "water-dance")) != NO_UNIT:
        give_condition(game, moment.target, "vulnerable")


@passive("rally-banner", "test-passed", role="any")
def _rally_banner(game: War, moment: Moment, unit: int) -> Flow[None]:
    """A friendly unit in Short Range that passes a test restores 1 Wound; banners do not stack: icefire:stacking.1."""
    yield from ()
    state = game.state
    if not friendly(state, moment.unit, state.seat[unit]) or not state.health[moment.unit]:
        return
    near = within(state, unit, moment.unit, short_range(state))
    if near and not moment.notes.get("rallied"):
        moment.notes["rallied"] = 1
        restore(game, moment.unit, 1)


@passive("to-the-last", "destroyed")
def _to_the_last(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Pay a Wound token to take a Morale Test; if passed, the unit survives with 1 Wound: icefire:units.12."""
    state = game.state
    if state.health[unit] or not state.counters[unit].get("wound"):
        return
    state.counters[unit]["wound"] -= 1
    state.health[unit] = 1  # alive for the duration of the test
    passed = yield from morale_test(game, unit, state.seat[unit])
    if not passed and state.health[unit]:
        state.health[unit] = 0


@lost("valuable-captive-rickon-stark")
def _rickon_is_lost(game: War, unit: int, by: int) -> Flow[None]:
    """The opponent (or each opponent) gains 1 Victory Point: icefire:victory.1."""
    yield from ()
    for seat in credited(game.state, unit, by):
        score(game, seat, 1, CARD)


@lost("a-man-freed-a-name-owed")
def _jaqen_is_lost(game: War, unit: int, by: int) -> Flow[None]:
    """The opponent may wound one of the player's units, or an attachment in it first: icefire:ruling.46."""
    state = game.state
    owner = state.seat[unit]
    foe = opponent(state, owner)
    target = yield from may_choose_unit(state, foe, units_on_table(state, owner), "name-owed", CARD)
    if target == NO_UNIT or not (yield from aim(game, foe, target)):
        return
    wounds = 3
    inside = [card.id for card in attachment_cards(state, target) if card.type == "infantry"]
    if inside:
        answer = yield from ask(foe, ThingChooser(inside, "attachment", CARD, may_pass=True))
        if isinstance(answer, Choose):
            yield from destroy_attachment(game, target, answer.choice, foe)
            wounds -= 1
    if state.health[target]:
        yield from suffer(game, target, wounds, foe)
