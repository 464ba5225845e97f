"""House Stark: the Tactics cards of Rickard Karstark and Maege Mormont. They are played under icefire:deck.5."""

from __future__ import annotations

from banneret.games.icefire.abilities.card_search import attach
from banneret.games.icefire.abilities.stark.card_ids import (
    A_NEED_FOR_VENGEANCE,
    HERE_WE_STAND,
    KARSTARK_RETRIBUTION,
    SUPPORT_OF_BEAR_ISLAND,
    SUSTAINED_ASSAULT,
    TAUNT,
)
from banneret.games.icefire.abilities.stark.cards import RULE, end_effect
from banneret.games.icefire.abilities.stark.robb import choose_wounds
from banneret.games.icefire.abilities.strikes import act, can_act, strikes
from banneret.games.icefire.abilities.targets import friends, in_range, open_to
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import Source, Those, attached, card, lasting, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.activation import ncus_to_activate
from banneret.games.icefire.rules.board.board import activate_ncu
from banneret.games.icefire.rules.combat.wounds import restore
from banneret.games.icefire.rules.table.affiliations import counts_as, units_of_person
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit, may
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import enemies_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import opponent
from banneret.games.icefire.rules.table.units import label, units_on_table
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State, Use
from banneret.kernel.flow import Flow, ask

TAUNTED = "taunted"
"""The effect on a taunted enemy; its value is the unit that the enemy should attack."""
AVENGING = "need-for-vengeance"
"""The effect on a House Karstark unit during the attack granted by its card."""
FOR_THE_ROUND = "retribution-for-the-round"
"""The effect on a unit with copies of Karstark Retribution that end with the round; its value is their number."""
STRIKES = ("melee", "ranged")


# Rickard Karstark ----------------------------------------------------------------------------------------------------


def _in_long_range(state: State, use: Use) -> list[int]:
    return open_to(state, use, in_range(state, use.moment.unit, units_on_table(state, use.seat), "long"))


def _can_taunt(state: State, use: Use, unit: int) -> bool:
    return bool(strikes(state, use.moment.unit, unit))


@card(TAUNT, targets=(Those(_in_long_range, _can_taunt),))
def _taunt(game: War, use: Use) -> Flow[None]:
    """The enemy is penalized if it does anything but attack or charge the named unit: icefire:timing.2."""
    yield from ()
    add_effect(game.state, Effect(TAUNTED, use.moment.unit, use.seat, "turn", use.targets[0]))


@lasting(TAUNTED, "action-chosen")
def _ignored(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Before an action other than an attack, or a charge at another unit, it becomes Vulnerable and Weakened."""
    yield from ()
    taunter = _taunter(game.state, unit)
    if taunter == NO_UNIT or (moment.action == "charge" and moment.target == taunter):
        return
    if moment.action != "attack" and strikes(game.state, unit, taunter):
        _shake(game, unit)


@lasting(TAUNTED, "attack-dice")
def _struck_another(game: War, moment: Moment, unit: int) -> Flow[None]:
    """An attack against another unit has the same effect before its dice are rolled."""
    yield from ()
    taunter = _taunter(game.state, unit)
    if taunter not in (NO_UNIT, moment.target) and strikes(game.state, unit, taunter):
        _shake(game, unit)


def _taunter(state: State, unit: int) -> int:
    """Return the unit that has taunted a unit, or NO_UNIT if the taunt has ended in the same moment."""
    return next((one.value for one in state.effects if (one.name, one.unit) == (TAUNTED, unit)), NO_UNIT)


def _shake(game: War, unit: int) -> None:
    for condition in ("vulnerable", "weakened"):
        give_condition(game, unit, condition)
    end_effect(game.state, TAUNTED, unit)


@card(A_NEED_FOR_VENGEANCE, targets=(friends(where=lambda state, unit: can_act(state, unit, STRIKES)),))
def _a_need_for_vengeance(game: War, use: Use) -> Flow[None]:
    """A friendly unit attacks, House Karstark with +1 to hit; then the opponent may activate a non-combat unit."""
    state, unit = game.state, use.targets[0]
    if counts_as(state, unit, "House Karstark"):
        add_effect(state, Effect(AVENGING, unit, use.seat, "turn"))
    yield from act(game, unit, STRIKES, rule=RULE)
    end_effect(state, AVENGING, unit)
    foe = opponent(state, use.seat)
    able = [state.ncu_labels[ncu] for ncu in ncus_to_activate(state, foe)]
    if able:
        answer = yield from ask(foe, ThingChooser(able, "activate-ncu", RULE, may_pass=True))
        if isinstance(answer, Choose):
            yield from activate_ncu(game, state.ncu_labels.index(answer.choice))


@shape(AVENGING)
def _avenging(state: State, fight: Fight, source: Source) -> None:
    """+1 to hit, but not in an attack that follows from this one."""
    fight.hit_modifier += 1
    fight.ends.append(_avenged_now)


def _avenged_now(state: State, fight: Fight) -> None:
    end_effect(state, AVENGING, fight.attacker)


@card(KARSTARK_RETRIBUTION)
def _karstark_retribution(game: War, use: Use) -> Flow[None]:
    """Attach to the attacker: for the match if House Karstark was attacked, otherwise for the round: icefire:deck.6."""
    yield from ()
    state, enemy = game.state, use.moment.unit
    attach(state, use.id, enemy, use.seat)
    if not counts_as(state, use.moment.target, "House Karstark"):
        copies = 1 + sum(one.value for one in state.effects if (one.name, one.unit) == (FOR_THE_ROUND, enemy))
        end_effect(state, FOR_THE_ROUND, enemy)
        add_effect(state, Effect(FOR_THE_ROUND, enemy, use.seat, "round", copies))


@attached(KARSTARK_RETRIBUTION, "attack-end")
def _exposed(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit becomes Vulnerable after each of its attacks."""
    yield from ()
    give_condition(game, unit, "vulnerable")


@attached(KARSTARK_RETRIBUTION, "rank-destroyed")
def _avenged(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Whenever the unit loses a rank, an enemy unit engaged with it restores 2 Wounds: icefire:wounds.3."""
    state = game.state
    owner = next(one.seat for one in state.attached if (one.card, one.unit) == (KARSTARK_RETRIBUTION, unit))
    for _ in range(moment.notes.get("ranks", 1)):
        enemies = enemies_of(state, unit)
        if enemies:
            friend = yield from choose_unit(state, owner, enemies, "restore", RULE)
            restore(game, friend, 2)


@attached(KARSTARK_RETRIBUTION, "round-end", role="any")
def _forgotten(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Remove the copies for the round, but not one for the match."""
    yield from ()
    state = game.state
    for _ in range(sum(one.value for one in state.effects if (one.name, one.unit) == (FOR_THE_ROUND, unit))):
        detach_one(state, KARSTARK_RETRIBUTION, unit)


# Maege Mormont -------------------------------------------------------------------------------------------------------


@card(HERE_WE_STAND, targets=(friends(),))
def _here_we_stand(game: War, use: Use) -> Flow[None]:
    """Attach to a friendly unit for the match: icefire:deck.6."""
    yield from ()
    attach(game.state, use.id, use.targets[0], use.seat)


@attached(HERE_WE_STAND, "destroyed")
def _stand(game: War, moment: Moment, unit: int) -> Flow[None]:
    """When the unit would be destroyed, the card may be discarded to keep it with 1 Wound: icefire:units.12."""
    state = game.state
    seat = state.seat[unit]
    if not state.health[unit] and (yield from may(seat, "stand", RULE, unit=label(state, unit))):
        detach_one(state, HERE_WE_STAND, unit)
        state.health[unit] = 1


def detach_one(state: State, card: str, unit: int) -> None:
    """Discard one of several copies of a card attached to a unit: icefire:ruling.62."""
    at = next(at for at, one in enumerate(state.attached) if (one.card, one.unit) == (card, unit))
    one = state.attached[at]
    state.attached = (*state.attached[:at], *state.attached[at + 1 :])
    state.discards[one.seat].append(card)


def _others_near_the_first(state: State, use: Use) -> list[int]:
    first = use.targets[0] if use.targets else NO_UNIT
    others = [unit for unit in units_on_table(state, use.seat) if unit != first]
    return open_to(state, use, others if first == NO_UNIT else in_range(state, first, others, "long"))


def _has_a_friend_near(state: State, use: Use) -> list[int]:
    units = open_to(state, use, units_on_table(state, use.seat))
    return [unit for unit in units if len(in_range(state, unit, units, "long")) > 1]


def _enemies_of_the_second(state: State, use: Use) -> list[int]:
    """List the enemies engaged with the unit that restores Wounds, if House Mormont suffers for it."""
    giver, taker = use.targets
    return enemies_of(state, taker) if taker != NO_UNIT and counts_as(state, giver, "House Mormont") else []


@card(SUPPORT_OF_BEAR_ISLAND, targets=(_has_a_friend_near, _others_near_the_first, _enemies_of_the_second))
def _support_of_bear_island(game: War, use: Use) -> Flow[None]:
    """One friend suffers up to 3 Wounds and another restores 1 more than that: icefire:wounds.3.

    If the first is House Mormont, an enemy engaged with the second becomes Weakened.
    """
    state = game.state
    giver, taker, enemy = use.targets
    suffered = yield from choose_wounds(game, giver, use.seat)
    if not state.health[taker]:
        return
    restore(game, taker, 1 + suffered)
    if enemy != NO_UNIT:
        give_condition(game, enemy, "weakened")


def _lasts(state: State, fight: Fight) -> bool:
    """Return whether a melee has continued since the turn began."""
    moved = () if state.turn is None else state.turn.moved
    return not fight.charge and fight.attacker not in moved and fight.defender not in moved


@card(SUSTAINED_ASSAULT, edition=SEASON_6)
def _sustained_assault(game: War, use: Use) -> Flow[None]:
    """In a melee from before this turn, highest Attack Die Value and re-rolls; House Mormont makes it Vulnerable."""
    yield from ()
    state, fight = game.state, use.moment.fight
    if fight is None:
        return
    if _lasts(state, fight):
        fight.highest_value = True
        fight.rerolls.add((use.seat, "attack"))
    if counts_as(state, fight.attacker, "House Mormont"):
        give_condition(game, fight.defender, "vulnerable")


@card(SUSTAINED_ASSAULT, edition=EDITION_2021)
def _sustained_assault_of_2021(game: War, use: Use) -> Flow[None]:
    """In a melee from before this turn, highest Attack Die Value; Maege's unit may re-roll in any melee."""
    yield from ()
    state, fight = game.state, use.moment.fight
    if fight is None:
        return
    if _lasts(state, fight):
        fight.highest_value = True
    if fight.attacker in units_of_person(state, use.seat, "Maege Mormont"):
        fight.rerolls.add((use.seat, "attack"))
