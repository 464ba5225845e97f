"""House Stark: non-combat units. Each implements its card: icefire:card.8, icefire:ncu.1."""

from __future__ import annotations

from banneret.games.icefire.abilities.card_search import CardChooser, take_back
from banneret.games.icefire.abilities.costs import pay_token, use_once
from banneret.games.icefire.abilities.stark.cards import end_effect
from banneret.games.icefire.abilities.targets import aim, enemy_ncus
from banneret.games.icefire.actions import Choose, ChooseCard
from banneret.games.icefire.effects.registry import OF_NCUS, Source, flag, ncu, number, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.board.hands import keep_limit
from banneret.games.icefire.rules.combat.rerolls import reroll
from banneret.games.icefire.rules.combat.wounds import restore
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit, may
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.lasting_effects import add_effect, silence
from banneret.games.icefire.rules.table.removal import lose_condition
from banneret.games.icefire.rules.table.sides import allied, friendly
from banneret.games.icefire.rules.table.units import (
    enemies_on_table,
    is_wall,
    label,
    ranks_lost,
    unit_card,
    units_on_table,
)
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State
from banneret.kernel.flow import Flow, ask

RULE = "icefire:card.8"
CATELYN, SANSA, WARDEN, RODRIK, ARYA, HOWLAND, HAND, LYANNA, ROBB = (
    "30201", "30202", "30204", "30205", "30206", "30207", "30208", "30209", "30210",
)  # fmt: skip  # several to a line
LOST = "lost-in-the-neck"
"""The effect on an enemy influenced by Howland."""


# Catelyn, Sansa ------------------------------------------------------------------------------------------------------


@ncu(CATELYN, "influenced")
def _family(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """The influenced unit loses a Condition token: icefire:influence.1."""
    if moment.ncu == ncu:
        yield from lose_condition(game, moment.target, game.state.ncu_seat[ncu], RULE)


@shape(CATELYN)
def _honor(state: State, fight: Fight, source: Source) -> None:
    """The influenced unit rolls its highest Attack Die Value: icefire:modifier.3."""
    fight.highest_value = True


def _repeat(game: War, ncu: int) -> Flow[None]:
    """Return a card from the discard pile to the hand: icefire:deck.7."""
    seat = game.state.ncu_seat[ncu]
    answer = yield from ask(seat, CardChooser(game.state.discards[seat], "take", RULE, may_pass=False))
    if isinstance(answer, ChooseCard):
        take_back(game, seat, answer.card)
        yield from keep_limit(game, seat)


@ncu(SANSA, "activation")
def _once_in_the_match(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Once per match, when she activates, she may return a card from the discard pile."""
    state = game.state
    if moment.ncu == ncu and state.discards[state.ncu_seat[ncu]] and (yield from use_once(game, ncu)):
        yield from _repeat(game, ncu)


@ncu(SANSA, "zone-claimed")
def _in_place_of_the_zone(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """She may return a card from the discard pile instead of the zone's effect: icefire:board.4."""
    state = game.state
    seat = state.ncu_seat[ncu]
    if moment.ncu != ncu or moment.replaced or not state.discards[seat]:
        return
    if (yield from may(seat, "replace-zone", RULE, ncu=state.ncu_labels[ncu])):
        moment.replaced = True
        yield from _repeat(game, ncu)


# Eddard, Rodrik, Arya: Order tokens ----------------------------------------------------------------------------------


def _friend_in_panic(state: State, moment: Moment, ncu: int) -> bool:
    test = moment.test
    return test is not None and test.kind == "panic" and friendly(state, moment.unit, state.ncu_seat[ncu])


@ncu(WARDEN, "reroll")
def _bravery(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Pay a token to re-roll a friendly unit's Panic Test: icefire:reroll.1."""
    test = moment.test
    if test is None or test.roll is None or not _friend_in_panic(game.state, moment, ncu):
        return
    if moment.seat == game.state.ncu_seat[ncu] and (yield from pay_token(game, ncu)):
        yield from reroll(game, test.roll, game.state.ncu_seat[ncu], "test", RULE)


@ncu(WARDEN, "test-passed")
def _in_the_face_of_death(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Pay a token to restore 2 Wounds, plus 1 for each destroyed rank: icefire:wounds.3."""
    state, unit = game.state, moment.unit
    if not _friend_in_panic(state, moment, ncu) or not 0 < state.health[unit] < state.full[unit]:
        return
    if (yield from pay_token(game, ncu)):
        restore(game, unit, 2 + ranks_lost(state, unit))


@ncu(RODRIK, "zone-claimed")
def _expertise(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """When he claims Combat, an enemy becomes Vulnerable: icefire:condition.1."""
    state = game.state
    seat = state.ncu_seat[ncu]
    enemies = enemies_on_table(state, seat)
    if moment.ncu == ncu and moment.zone == "combat" and enemies:
        enemy = yield from choose_unit(state, seat, enemies, "vulnerable", RULE)
        if (yield from aim(game, seat, enemy, "ncu", ncu=ncu)):
            give_condition(game, enemy, "vulnerable")


@ncu(RODRIK, "reroll")
def _drill(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Pay a token to re-roll a friendly unit's attack dice in melee: icefire:reroll.1."""
    state, fight = game.state, moment.fight
    seat = state.ncu_seat[ncu]
    if fight is None or fight.kind != "melee" or fight.roll is None or not friendly(state, fight.attacker, seat):
        return
    if moment.action != "attack" or moment.seat != seat:
        return
    if (yield from pay_token(game, ncu)):
        yield from reroll(game, fight.roll, seat, "attack", RULE)


@ncu(ARYA, "turn-start")
def _never_do_what_they_expect(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """In an enemy turn, pay a token for a Maneuver or Retreat of friendly infantry: icefire:terms.8."""
    state = game.state
    seat = state.ncu_seat[ncu]
    infantry = [unit for unit in units_on_table(state, seat) if unit_card(state, unit).type == "infantry"]
    if allied(state, moment.seat, seat) or not infantry or not (yield from pay_token(game, ncu)):
        return
    unit = yield from choose_unit(state, seat, infantry, "maneuver", RULE)
    if (yield from aim(game, seat, unit, "ncu", ncu=ncu)):
        yield from perform(game, unit, "retreat" if is_engaged(state, unit) else "maneuver", free=True)


# Howland, Eddard as Hand, Lyanna, Robb: Influence --------------------------------------------------------------------


@ncu(HOWLAND, "influenced")
def _lost_in_the_neck(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """All terrain is Hindering to an influenced enemy: icefire:keyword.hindering."""
    yield from ()
    state = game.state
    if moment.ncu == ncu and not friendly(state, moment.target, state.ncu_seat[ncu]):
        add_effect(state, Effect(LOST, moment.target, state.ncu_seat[ncu], "round", int(state.ncu_card[ncu])))


flag("all-hinders", LOST)
OF_NCUS.add(LOST)


@ncu(HOWLAND, "attack-dice")
def _guile(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Before an influenced enemy's melee attack, remove the card to give it -1 to hit: icefire:influence.1."""
    state, fight = game.state, moment.fight
    seat = state.ncu_seat[ncu]
    if fight is None or fight.kind != "melee" or state.influence[ncu] != fight.attacker:
        return
    if not friendly(state, fight.attacker, seat) and (
        yield from may(seat, "guile", RULE, unit=label(state, fight.attacker))
    ):
        state.influence[ncu] = NO_UNIT
        end_effect(state, LOST, fight.attacker)
        fight.hit_modifier -= 1


@ncu(HAND, "turn-start")
def _price_of_honor(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Eddard may be destroyed to keep an enemy non-combat unit from acting this round: icefire:round.5."""
    state = game.state
    seat = state.ncu_seat[ncu]
    names = enemy_ncus(state, seat)
    if not names or state.ncu_card[ncu] != HAND:  # it is not part of his Influence
        return
    answer = yield from ask(seat, ThingChooser(names, "price-of-honor", RULE, may_pass=True))
    if not isinstance(answer, Choose):
        return
    chosen = state.ncu_labels.index(answer.choice)
    state.ncu_alive[ncu] = False
    state.ncu_zone[ncu] = ""
    state.influence[ncu] = NO_UNIT
    state.ncu_activated[chosen] = True  # counts as activated
    silence(state, chosen, seat)


@ncu(HAND, "targeted")
def _hands_orders(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Effects of non-combat units or zones on the influenced unit may be canceled: icefire:timing.2."""
    state = game.state
    if moment.by not in ("ncu", "zone") or state.influence[ncu] != moment.target or moment.ncu == ncu:
        return
    if (yield from may(state.ncu_seat[ncu], "cancel", RULE, unit=label(state, moment.target))):
        moment.canceled = True


def _fallen(state: State, seat: int) -> int:
    """Count the destroyed combat units of a seat's side: icefire:units.12, icefire:castle-wall.1."""
    return sum(
        allied(state, owner, seat) and not state.health[unit] and not is_wall(state, unit)
        for unit, owner in enumerate(state.seat)
    )


@number(LYANNA, "morale")
def _avenging(state: State, source: Source, unit: int) -> int:
    """An influenced friendly unit has +1 to tests."""
    return 1 if friendly(state, unit, source.seat) else 0


@shape(LYANNA)
def _the_north(state: State, fight: Fight, source: Source) -> None:
    """With one friend destroyed, Critical Blow in melee; with three, re-rolls: icefire:attack-ability.critical-blow."""
    if not friendly(state, fight.attacker, source.seat):
        return
    fallen = _fallen(state, source.seat)
    if fallen >= 1 and fight.kind == "melee":
        fight.keywords.add("critical-blow")
    if fallen >= 3:
        fight.rerolls.add((source.seat, "attack"))


@ncu(LYANNA, "test-dice")
def _unbroken(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """With two friends destroyed, the influenced unit passes all Panic Tests: icefire:panic.1."""
    yield from ()
    state = game.state
    fallen = _fallen(state, state.ncu_seat[ncu])
    if moment.test is None or not _friend_in_panic(state, moment, ncu):
        return
    if state.influence[ncu] == moment.unit and fallen >= 2:
        moment.test.settled = True


@number(ROBB, "speed")
def _swiftness(state: State, source: Source, unit: int) -> int:
    """An influenced friendly unit has +1 to Speed: icefire:card.1."""
    return 1 if friendly(state, unit, source.seat) else 0
