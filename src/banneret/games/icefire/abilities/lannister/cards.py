"""House Lannister: the Tactics cards of the faction, Jaime, Gregor and Tywin. They are played under icefire:deck.5."""

from __future__ import annotations

from banneret.games.icefire.abilities.any_faction.units import reroll_distance
from banneret.games.icefire.abilities.card_search import attach, detach
from banneret.games.icefire.abilities.lannister.card_ids import (
    A_LANNISTER_PAYS_HIS_DEBTS,
    ASSAULT_ORDERS,
    BRIBERY,
    BROKEN_RESOLVE,
    COUNTERPLOT,
    EXPLOIT_WEAKNESS_OF_TYWIN_LANNISTER,
    EXPLOIT_WEAKNESS_OF_VARGO_HOAT,
    FEALTY_TO_THE_CROWN,
    HEAR_ME_ROAR,
    INTRIGUE_AND_SUBTERFUGE,
    ISSUE_COMMANDS,
    ISSUE_COMMANDS_OF_TYWIN_LANNISTER,
    KINGSLAYERS_INFAMY,
    KINGSLAYERS_PROWESS,
    KINGSLAYERS_RENOWN,
    OVERRUN,
    PRICE_OF_FAILURE,
    SUBJUGATION_OF_POWER,
    VALIANT_EXAMPLE,
)
from banneret.games.icefire.abilities.strikes import act, can_act
from banneret.games.icefire.abilities.targets import (
    aim_card,
    enemies,
    friends,
    near_failed,
    not_replaced,
    the_target,
    the_unit,
)
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6
from banneret.games.icefire.effects.registry import Source, attached, card, choices, lasting, number, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.board.hands import draw_cards
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.wounds import restore, suffer
from banneret.games.icefire.rules.moments import NO_CARDS
from banneret.games.icefire.rules.table.affiliations import counts_as, units_of_person
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit_if_any
from banneret.games.icefire.rules.table.conditions import give_condition, has_condition
from banneret.games.icefire.rules.table.control import controls
from banneret.games.icefire.rules.table.facts import NO_ABILITIES
from banneret.games.icefire.rules.table.ground import long_range, within
from banneret.games.icefire.rules.table.lasting_effects import add_effect, keep_effects, silence
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.units import enemies_on_table, ranks_lost, unit_card
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State, Use
from banneret.kernel.flow import Flow, ask

RULE = "icefire:deck.5"
CLEGANE = "House Clegane"
choices(*(id for one in EDITIONS for id, ability in components(one).abilities.items() if ability.order))


def draw_one(game: War, use: Use) -> Flow[None]:
    """Draw a card."""
    yield from draw_cards(game, use.seat, 1)


for _id in (KINGSLAYERS_RENOWN, KINGSLAYERS_PROWESS, KINGSLAYERS_INFAMY, VALIANT_EXAMPLE):
    card(_id, use=1)(draw_one)


# The faction ---------------------------------------------------------------------------------------------------------


@card(INTRIGUE_AND_SUBTERFUGE)
def _intrigue_and_subterfuge(game: War, use: Use) -> Flow[None]:
    """The non-combat unit loses its abilities this round: icefire:deck.2.

    If Wealth is controlled, an enemy becomes Weakened.
    """
    state = game.state
    found = enemies_on_table(state, use.seat) if controls(state, use.seat, "wealth") else []
    enemy = yield from choose_unit_if_any(state, use.seat, found, "target", RULE)
    if enemy == NO_UNIT or (yield from aim_card(game, use, [enemy])):
        silence(state, use.moment.ncu, use.seat)
        if enemy != NO_UNIT:
            give_condition(game, enemy, "weakened")


@card(A_LANNISTER_PAYS_HIS_DEBTS, targets=(friends(),))
def _pays_his_debts(game: War, use: Use) -> Flow[None]:
    """Attach to a friendly unit."""
    attach(game.state, A_LANNISTER_PAYS_HIS_DEBTS, use.targets[0], use.seat)
    yield from ()


@attached(A_LANNISTER_PAYS_HIS_DEBTS, "rank-destroyed", role="any")
def _owes(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The card gains a token when a friendly infantry or cavalry unit is destroyed: icefire:units.12."""
    state, fallen = game.state, moment.unit
    soldiers = unit_card(state, fallen).type in ("infantry", "cavalry")
    if soldiers and not state.health[fallen] and friendly(state, fallen, state.seat[unit]):
        state.counters[unit]["card-40102"] = state.counters[unit].get("card-40102", 0) + 1
    yield from ()


@shape(A_LANNISTER_PAYS_HIS_DEBTS)
def _pays(state: State, fight: Fight, source: Source) -> None:
    """With a token, Vicious in melee, and +1 to hit if Crown is controlled."""
    if fight.kind == "melee" and state.counters[source.unit].get("card-40102"):
        fight.keywords.add("vicious")
        fight.hit_modifier += 1 if controls(state, source.seat, "crown") else 0


@card(HEAR_ME_ROAR, targets=(the_unit,))
def _hear_me_roar(game: War, use: Use) -> Flow[None]:
    """-1 to the test, -1 more for each destroyed rank; failing it costs 1 more Wound."""
    test = use.moment.test
    if test is not None:
        test.modifier -= 1 + ranks_lost(game.state, test.unit)
        test.extra_wounds += 1
    yield from ()


@card(BRIBERY, targets=(enemies(),), can=not_replaced)
def _bribery(game: War, use: Use) -> Flow[None]:
    """Attach to an enemy instead of the zone's effect."""
    use.moment.replaced = True
    attach(game.state, BRIBERY, use.targets[0], use.seat)
    yield from ()


@attached(BRIBERY, "test-passed")
@attached(BROKEN_RESOLVE, "test-passed")
def _shaken_off(game: War, moment: Moment, unit: int) -> Flow[None]:
    """A passed test removes the card."""
    for id in (BRIBERY, BROKEN_RESOLVE):
        detach(game.state, id, unit)
    yield from ()


@attached(BRIBERY, "targeted", role="target")
def _bought_back(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Being targeted by Wealth removes the card."""
    if moment.by == "zone" and moment.zone == "wealth":
        detach(game.state, BRIBERY, unit)
    yield from ()


@shape(BRIBERY)
def _half_hearted(state: State, fight: Fight, source: Source) -> None:
    """The unit rolls its lowest Attack Die Value: icefire:modifier.3."""
    fight.lowest_value = True


@number(BRIBERY, "morale")
def _disloyal(state: State, source: Source, unit: int) -> int:
    """-1 to tests."""
    return -1


@card(COUNTERPLOT)
def _counterplot(game: War, use: Use) -> Flow[None]:
    """Cancel the card on 3 or more, on 2 or more with Crown or Wealth, and without a roll with both."""
    state = game.state
    zones = controls(state, use.seat, "crown") + controls(state, use.seat, "wealth")
    if zones == 2 or game.chance.pick(6) + 1 >= 3 - zones:
        use.moment.canceled = True
    yield from ()


def _near_the_failed(state: State, use: Use) -> list[int]:
    test = use.moment.test
    if test is None:
        return []
    return [one for one in friends()(state, use) if near_failed(state, test, one, "long")]


@card(FEALTY_TO_THE_CROWN, targets=(_near_the_failed,))
def _fealty_to_the_crown(game: War, use: Use) -> Flow[None]:
    """A friendly unit restores the Wounds that the test cost, up to 3.

    If Crown is controlled, the test costs 1 more Wound, and up to 4 are restored.
    """
    state = game.state
    test = use.moment.test
    if test is None:
        return
    crown = 1 if controls(state, use.seat, "crown") else 0
    restore(game, use.targets[0], min(3 + crown, test.wounds + crown))
    if crown:
        yield from suffer(game, test.unit, 1, use.seat)


@card(SUBJUGATION_OF_POWER, targets=(the_unit,))
def _subjugation_of_power(game: War, use: Use) -> Flow[None]:
    """The enemy takes a Panic Test, with -1 each for Crown and Wealth controlled.

    If it fails, it loses its abilities and cannot be targeted by its side's cards this turn.
    """
    state = game.state
    zones = controls(state, use.seat, "crown") + controls(state, use.seat, "wealth")
    unit = use.targets[0]
    test = yield from panic_test(game, unit, use.seat, modifier=-zones)
    if state.health[unit] and not test.passed:
        add_effect(state, Effect(NO_ABILITIES, unit, use.seat, "turn"))
        add_effect(state, Effect(NO_CARDS, unit, use.seat, "turn"))


# Jaime Lannister -----------------------------------------------------------------------------------------------------


@card(KINGSLAYERS_RENOWN, targets=(the_unit,))
def _renown(game: War, use: Use) -> Flow[None]:
    """The test is passed; Jaime's unit restores 2 Wounds."""
    if use.moment.test is not None:
        use.moment.test.settled = True
    if use.targets[0] in units_of_person(game.state, use.seat, "Jaime Lannister"):
        restore(game, use.targets[0], 2)
    yield from ()


@card(KINGSLAYERS_PROWESS, targets=(the_unit,))
def _prowess(game: War, use: Use) -> Flow[None]:
    """Highest Attack Die Value, and Misses may be re-rolled; the defender becomes Vulnerable: icefire:terms.12."""
    fight = use.moment.fight
    if fight is not None:
        fight.highest_value = True
        fight.rerolls.add((use.seat, "misses"))
        give_condition(game, fight.defender, "vulnerable")
    yield from ()


@card(KINGSLAYERS_INFAMY, targets=(the_unit,))
def _infamy(game: War, use: Use) -> Flow[None]:
    """The enemy becomes Panicked and takes a Panic Test; if it fails, it becomes Weakened."""
    unit = use.targets[0]
    give_condition(game, unit, "panicked")
    test = yield from panic_test(game, unit, use.seat)
    if not test.passed:
        give_condition(game, unit, "weakened")


# Gregor Clegane ------------------------------------------------------------------------------------------------------


def _can_overrun(state: State, use: Use) -> bool:
    return not use.moment.replaced and can_act(state, use.moment.unit, ("march",), charges=True)


@lasting(OVERRUN, "charge-rolled")
def _overrunning(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The dice of this charge may be re-rolled, but not those of one that follows from it: icefire:reroll.1."""
    if moment.action == "charge":
        _no_longer(game.state, OVERRUN, unit)
        yield from reroll_distance(game, moment, game.state.seat[unit])


def _no_longer(state: State, name: str, unit: int) -> None:
    """End an effect on a unit."""
    keep_effects(state, [one for one in state.effects if (one.name, one.unit) != (name, unit)])


@card(OVERRUN, targets=(the_unit,), can=_can_overrun)
def _overrun(game: War, use: Use) -> Flow[None]:
    """A Charge or March instead of surging forth; House Clegane may re-roll charge dice."""
    state, unit = game.state, use.targets[0]
    use.moment.replaced = True
    if counts_as(state, unit, CLEGANE):
        add_effect(state, Effect(OVERRUN, unit, use.seat, "turn"))
    yield from act(game, unit, ("march",), charges=True, rule=RULE)
    _no_longer(state, OVERRUN, unit)


def _assault(state: State, use: Use) -> list[int]:
    return [
        unit
        for unit in friends()(state, use)
        if can_act(state, unit, ("melee",), charges=counts_as(state, unit, CLEGANE))
    ]


@card(ASSAULT_ORDERS, targets=(_assault,), can=not_replaced, edition=EDITION_2021)
def _assault_orders(game: War, use: Use) -> Flow[None]:
    """A melee attack instead of the zone's effect, or a Charge for House Clegane."""
    unit = use.targets[0]
    use.moment.replaced = True
    yield from act(game, unit, ("melee",), charges=counts_as(game.state, unit, CLEGANE), rule=RULE)


@card(ASSAULT_ORDERS, targets=(_assault,), can=not_replaced, edition=SEASON_6)
def _hasty_assault_orders(game: War, use: Use) -> Flow[None]:
    """In Season 6 that attack rolls the lowest Attack Die Value."""
    state, unit = game.state, use.targets[0]
    add_effect(state, Effect(ASSAULT_ORDERS, unit, use.seat, "turn"))
    yield from _assault_orders(game, use)
    _no_longer(state, ASSAULT_ORDERS, unit)


@shape(ASSAULT_ORDERS)
def _in_haste(state: State, fight: Fight, source: Source) -> None:
    """Lowest Attack Die Value, but not in an attack that follows from this one."""
    fight.lowest_value = True
    fight.ends.append(_no_longer_hasty)


def _no_longer_hasty(state: State, fight: Fight) -> None:
    _no_longer(state, ASSAULT_ORDERS, fight.attacker)


@card(PRICE_OF_FAILURE, targets=(the_unit,))
def _price_of_failure(game: War, use: Use) -> Flow[None]:
    """All attack dice hit; if the defender survives, the attacker becomes Panicked and Vulnerable."""
    fight = use.moment.fight
    if fight is not None:
        fight.notes["all-hit"] = 1
        fight.after.append(_pay_the_price)
    yield from ()


def _pay_the_price(game: War, fight: Fight) -> Flow[None]:
    if game.state.health[fight.defender]:
        give_condition(game, fight.attacker, "panicked")
        give_condition(game, fight.attacker, "vulnerable")
    yield from ()


# Tywin Lannister -----------------------------------------------------------------------------------------------------


@card(EXPLOIT_WEAKNESS_OF_TYWIN_LANNISTER, targets=(the_target,))
@card(EXPLOIT_WEAKNESS_OF_VARGO_HOAT, targets=(the_target,))
def _exploit_weakness(game: War, use: Use) -> Flow[None]:
    """The defender becomes Vulnerable; against a Weakened defender, attack dice may be re-rolled."""
    fight = use.moment.fight
    if fight is not None:
        give_condition(game, fight.defender, "vulnerable")
        if has_condition(game.state, fight.defender, "weakened"):
            fight.rerolls.add((use.seat, "attack"))
    yield from ()


@card(BROKEN_RESOLVE, targets=(the_unit,))
def _broken_resolve(game: War, use: Use) -> Flow[None]:
    """The enemy becomes Weakened, and the card is attached to it."""
    give_condition(game, use.targets[0], "weakened")
    attach(game.state, BROKEN_RESOLVE, use.targets[0], use.seat)
    yield from ()


@attached(BROKEN_RESOLVE, "activation")
def _broken(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit becomes Weakened whenever it activates."""
    give_condition(game, unit, "weakened")
    yield from ()


def _in_command(state: State, use: Use) -> list[int]:
    leader = use.moment.unit
    return [
        unit
        for unit in friends()(state, use)
        if unit != leader
        and within(state, leader, unit, long_range(state))
        and can_act(state, unit, ("ranged", "melee"), charges=True)
    ]


@card(ISSUE_COMMANDS_OF_TYWIN_LANNISTER, targets=(_in_command,), can=not_replaced)
@card(ISSUE_COMMANDS, targets=(_in_command,), can=not_replaced)
def _issue_commands(game: War, use: Use) -> Flow[None]:
    """Another friendly unit in Long Range attacks or charges instead of the Commander's action."""
    use.moment.replaced = True
    yield from act(game, use.targets[0], ("ranged", "melee"), charges=True, rule=RULE)


def _has_used_order(state: State, use: Use) -> list[int]:
    return [unit for unit in friends()(state, use) if state.orders_used[unit]]


@card(ISSUE_COMMANDS_OF_TYWIN_LANNISTER, use=1, targets=(_has_used_order,))
@card(ISSUE_COMMANDS, use=1, targets=(_has_used_order,))
def _once_more(game: War, use: Use) -> Flow[None]:
    """A friendly unit may use one of its Orders again this round: icefire:orders.1."""
    state = game.state
    used = state.orders_used[use.targets[0]]
    if len(used) > 1:
        answer = yield from ask(use.seat, ThingChooser(sorted(used), "order", RULE))
        if isinstance(answer, Choose):
            used.remove(answer.choice)
    else:
        used.clear()
