"""House Lannister: abilities of units that trigger automatically; some neutral units share them.

Each implements its card: icefire:card.8, icefire:card.12.
"""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.abilities.readiness import claims_crown, unengaged
from banneret.games.icefire.abilities.strikes import act, can_act
from banneret.games.icefire.abilities.targets import aim
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.components import Attachment
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import choices, passive
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.wounds import destroy_attachment, restore, suffer
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_condition, choose_unit, may
from banneret.games.icefire.rules.table.conditions import CONDITIONS, conditions_of, give_condition
from banneret.games.icefire.rules.table.control import controls, enemy_controls
from banneret.games.icefire.rules.table.engagement import enemies_of, is_engaged
from banneret.games.icefire.rules.table.facts import NO_ABILITIES
from banneret.games.icefire.rules.table.ground import long_range, within
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import allied, opponent
from banneret.games.icefire.rules.table.units import attachment_cards, enemies_on_table, label, ranks_left, ranks_lost
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State
from banneret.kernel.flow import Flow, ask

CARD: Final = "icefire:card.8"
OPPRESSION: Final = choices("vicious", "sundering", "no-abilities", "reroll")
DUEL: Final = choices("wound", "attachment")


def melee_of(moment: Moment) -> Fight | None:
    """Return the moment's fight if it is a melee."""
    return moment.fight if moment.fight is not None and moment.fight.kind == "melee" else None


def infantry_in(state: State, unit: int) -> list[Attachment]:
    """List the infantry attachments in a unit."""
    return [card for card in attachment_cards(state, unit) if card.type == "infantry"]


def destroy_one(game: War, unit: int, seat: int, cause: int = NO_UNIT) -> Flow[None]:
    """Let a player choose an infantry attachment of a unit and destroy it: icefire:ruling.46."""
    state = game.state
    found = infantry_in(state, unit)
    if not found:
        return
    answer = yield from ask(seat, ThingChooser([card.id for card in found], "attachment", "icefire:ruling.46"))
    if isinstance(answer, Choose):
        yield from destroy_attachment(game, unit, answer.choice, seat, cause)


# Faith ---------------------------------------------------------------------------------------------------------------


@passive("battle-prayer", "test-passed")
@passive("fanatical-zeal", "test-passed")
def _gain_faith(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit gains a Faith token for each test passed."""
    counters = game.state.counters[unit]
    counters["faith"] = counters.get("faith", 0) + 1
    yield from ()


def _pay_faith(game: War, unit: int) -> Flow[bool]:
    """Let a player pay a unit's Faith token. Return True if paid."""
    state = game.state
    if not state.counters[unit].get("faith"):
        return False
    if not (yield from may(state.seat[unit], "faith", CARD, unit=label(state, unit))):
        return False
    state.counters[unit]["faith"] -= 1
    return True


@passive("battle-prayer", "attack-dice")
def _pray_for_strength(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Before its attack dice in melee, pay a token for Sundering and re-rolls."""
    fight = melee_of(moment)
    if fight is not None and (yield from _pay_faith(game, unit)):
        fight.keywords.add("sundering")
        fight.rerolls.add((game.state.seat[unit], "attack"))


@passive("battle-prayer", "defense-rolled", role="target")
def _pray_for_life(game: War, moment: Moment, unit: int) -> Flow[None]:
    """After defense dice, pay a token to block 1 Hit, plus 1 for each destroyed rank."""
    if moment.fight is not None and moment.fight.hits and (yield from _pay_faith(game, unit)):
        moment.fight.blocked += 1 + ranks_lost(game.state, unit)


@passive("fanatical-zeal", "attack-dice")
def _zeal(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Before its attack dice in melee, pay a token for Precision and re-rolls."""
    fight = melee_of(moment)
    if fight is not None and (yield from _pay_faith(game, unit)):
        fight.keywords.add("precision")
        fight.rerolls.add((game.state.seat[unit], "attack"))


@passive("zealous-resurgence", "activation")
def _resurgence(game: War, moment: Moment, unit: int) -> Flow[None]:
    """When the unit activates, pay a token to restore 2 Wounds."""
    state = game.state
    if state.health[unit] < state.full[unit] and (yield from _pay_faith(game, unit)):
        restore(game, unit, 2)


# Attacks -------------------------------------------------------------------------------------------------------------


@passive("brutal-armaments", "test-dice", role="target")
def _brutal(game: War, moment: Moment, unit: int) -> Flow[None]:
    """A Panic Test failed because of its melee attack costs 1 more Wound for each destroyed rank of the defender."""
    if moment.test is not None and moment.test.kind == "panic" and melee_of(moment) is not None:
        moment.test.extra_wounds += ranks_lost(game.state, moment.unit)
    yield from ()


@passive("lannister-oppression", "attack-dice")
def _oppression(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Before its attack dice in melee, choose one of four, plus one for each Condition token on the defender."""
    state = game.state
    fight = melee_of(moment)
    if fight is None:
        return
    seat = state.seat[unit]
    left = list(OPPRESSION)
    for _ in range(min(len(left), 1 + len(conditions_of(state, fight.defender)))):
        answer = yield from ask(seat, ThingChooser(left, "oppression", CARD))
        if not isinstance(answer, Choose):
            return
        left.remove(answer.choice)
        if answer.choice == "no-abilities":
            add_effect(state, Effect(NO_ABILITIES, fight.defender, seat, "turn"))
        elif answer.choice == "reroll":
            fight.rerolls.add((seat, "attack"))
        else:
            fight.keywords.add(answer.choice)


@passive("expert-duelist", "attack-dice")
def _duel(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Before its attack dice in melee, choose 1 more Wound, or roll to destroy an infantry attachment on 5 or more."""
    state = game.state
    fight = melee_of(moment)
    if fight is None:
        return
    answer = None
    if infantry_in(state, fight.defender):
        answer = yield from ask(state.seat[unit], ThingChooser(DUEL, "duel", CARD))
    if not isinstance(answer, Choose) or answer.choice == "wound":
        fight.extra_wounds += 1
    elif game.chance.pick(6) + 1 >= 5:
        yield from destroy_one(game, fight.defender, state.seat[unit], unit)


@passive("horrific-visage", "attack-dice", role="target")
def _horror(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Before a melee attack on the unit, the attacker takes a Panic Test with -1 for each rank the unit has left."""
    if melee_of(moment) is not None:
        state = game.state
        yield from panic_test(game, moment.unit, state.seat[unit], modifier=-ranks_left(state, unit), cause=unit)


@passive("violent-reactions", "attack-end", edition=SEASON_6)
def _reactions(game: War, moment: Moment, unit: int) -> Flow[None]:
    """In Season 6 the unit becomes Vulnerable after its attack."""
    give_condition(game, unit, "vulnerable")
    yield from ()


@passive("vengeance-of-the-crown", "attack-end", role="target")
def _vengeance(game: War, moment: Moment, unit: int) -> Flow[None]:
    """If Crown is controlled, a melee attacker suffers 1 Wound, plus 1 for each destroyed rank of the unit."""
    state = game.state
    if melee_of(moment) is not None and controls(state, state.seat[unit], "crown"):
        yield from suffer(game, moment.unit, 1 + ranks_lost(state, unit), state.seat[unit], unit)


@passive("might-of-the-throne", "charge-rolled")
def _sure_charge(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Its charge dice count as 6 unless the opponent controls Crown."""
    state = game.state
    if moment.action == "charge" and not enemy_controls(state, state.seat[unit], "crown"):
        moment.notes["roll"] = 6
    yield from ()


# Tests ---------------------------------------------------------------------------------------------------------------


@passive("domineering-pride", "test-dice", edition=SEASON_6)
def _pride(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit passes Panic Tests while engaged by an enemy with no more ranks."""
    _look_down(game.state, moment, unit, ranks_left(game.state, unit))
    yield from ()


@passive("domineering-pride", "test-dice", edition=EDITION_2021)
def _pride_of_2021(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit passes Panic Tests while engaged by an enemy with fewer ranks."""
    _look_down(game.state, moment, unit, ranks_left(game.state, unit) - 1)
    yield from ()


def _look_down(state: State, moment: Moment, unit: int, most: int) -> None:
    """Pass a Panic Test of a unit engaged by an enemy with at most `most` ranks."""
    if moment.test is None or moment.test.kind != "panic":
        return
    if any(ranks_left(state, enemy) <= most for enemy in enemies_of(state, unit)):
        moment.test.settled = True


@passive("duty-to-the-crown", "test-passed")
def _duty(game: War, moment: Moment, unit: int) -> Flow[None]:
    """A passed test restores 1 Wound, or 2 if Crown is controlled."""
    state = game.state
    restore(game, unit, 2 if controls(state, state.seat[unit], "crown") else 1)
    yield from ()


@passive("prey-on-fear", "test-failed", role="any")
def _prey(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Whenever an enemy engaged with the unit fails a Panic Test, the unit restores 2 Wounds."""
    if moment.test is not None and moment.test.kind == "panic" and unit in moment.test.held:  # icefire:ruling.144
        restore(game, unit, 2)
    yield from ()


# Activations and actions ---------------------------------------------------------------------------------------------


@passive("the-mountain-that-rides", "activation", ready=unengaged)
def _ride(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit may maneuver when it activates."""
    state = game.state
    if is_engaged(state, unit):
        return
    if (yield from may(state.seat[unit], "maneuver", CARD, unit=label(state, unit))):
        yield from perform(game, unit, "maneuver", free=True)


@passive("recruiting-from-the-hills", "activation")
def _recruit(game: War, moment: Moment, unit: int) -> Flow[None]:
    """When the unit activates, it restores 1 Wound, plus 1 for each destroyed rank."""
    restore(game, unit, 1 + ranks_lost(game.state, unit))
    yield from ()


@passive("reinforcements", "activation")
def _reinforce(game: War, moment: Moment, unit: int) -> Flow[None]:
    """When the unit activates, it restores 1 Wound, or 2 if Crown is controlled."""
    state = game.state
    restore(game, unit, 2 if controls(state, state.seat[unit], "crown") else 1)
    yield from ()


@passive("lannister-justice", "action-chosen")
def _justice(game: War, moment: Moment, unit: int) -> Flow[None]:
    """If Crown is controlled, an enemy in Long Range takes a Panic Test before each of the unit's actions.

    The test has -1 for each rank the unit has left.
    """
    state = game.state
    seat = state.seat[unit]
    near = [one for one in enemies_on_table(state, seat) if within(state, unit, one, long_range(state))]
    if not near or not controls(state, seat, "crown"):
        return
    enemy = yield from choose_unit(state, seat, near, "ability", CARD)
    if (yield from aim(game, seat, enemy, source=unit)):
        yield from panic_test(game, enemy, seat, modifier=-ranks_left(state, unit), cause=unit)


@passive("orders-of-the-crown-joffrey-baratheon", "zone-claimed", role="any", ready=claims_crown)
@passive("orders-of-the-crown-preston-greenfield", "zone-claimed", role="any", ready=claims_crown)
def _orders_of_the_crown(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit may make a Maneuver or March instead of the effect of Crown."""
    yield from instead_of(game, moment, unit, "crown", ("maneuver", "march"))


@passive("might-of-the-throne-kevan-lannister", "zone-claimed", role="any", ready=claims_crown)
def _might_of_kevan(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit may make a melee attack or Charge instead of the effect of Crown."""
    yield from instead_of(game, moment, unit, "crown", ("melee",), charges=True)


def instead_of(
    game: War, moment: Moment, unit: int, zone: str, actions: tuple[str, ...], *, charges: bool = False
) -> Flow[None]:
    """Let a unit act instead of the effect of a zone claimed by its side: icefire:board.4."""
    state = game.state
    seat = state.seat[unit]
    if not allied(state, moment.seat, seat) or moment.zone != zone or moment.replaced:
        return
    if not game.once(lambda: can_act(state, unit, actions, charges=charges)):
        return
    if (yield from may(seat, "replace-zone", CARD, unit=label(state, unit))):
        moment.replaced = True
        yield from act(game, unit, actions, charges=charges, rule=CARD)


@passive("sabotage-and-subvert", "turn-start", role="any")
def _sabotage(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The opponent may destroy the Turncoat, dealing the unit 1 Wound; the unit also gains a Condition token.

    This turn it uses no Orders and cannot be targeted by its own side's cards.
    """
    state = game.state
    seat = opponent(state, state.seat[unit])
    if not (yield from may(seat, "sabotage", CARD, unit=label(state, unit))):
        return
    traitor = next(card.id for card in attachment_cards(state, unit) if "sabotage-and-subvert" in card.abilities)
    yield from destroy_attachment(game, unit, traitor, seat)
    if not state.health[unit]:
        return
    condition = yield from choose_condition(state, seat, CONDITIONS, "give", CARD, unit)
    give_condition(game, unit, condition)
    add_effect(state, Effect("no-orders", unit, seat, "turn"))
    add_effect(state, Effect("no-cards", unit, seat, "turn"))
