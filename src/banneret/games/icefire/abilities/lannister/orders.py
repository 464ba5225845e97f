"""House Lannister: Orders, some shared with neutral units. They are used under icefire:orders.2."""

from __future__ import annotations

from banneret.games.icefire.abilities.card_search import take_any
from banneret.games.icefire.abilities.strikes import melee_at, strikes
from banneret.games.icefire.abilities.targets import enemies, the_unit
from banneret.games.icefire.actions import Discard
from banneret.games.icefire.effects.registry import order
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.board.hands import DiscardChooser, discard
from banneret.games.icefire.rules.combat.attack import attack_of
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import are_engaged, enemies_of
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.units import ranks_left
from banneret.games.icefire.state import NO_UNIT, Moment, State, Use
from banneret.kernel.flow import Flow, ask


def _two_cards(state: State, use: Use) -> bool:
    return len(state.hands[use.seat]) >= 2 and len(state.decks[use.seat]) > 0


@order("order-battle-plan", can=_two_cards)
def _battle_plan(game: War, use: Use) -> Flow[None]:
    """Discard 2 cards and take any card from the deck."""
    state = game.state
    if not _two_cards(state, use):
        return
    answer = yield from ask(use.seat, DiscardChooser(state, use.seat, 2))
    if isinstance(answer, Discard):
        discard(game, use.seat, answer.cards)
        yield from take_any(game, use.seat, state.decks[use.seat].cards, "icefire:orders.2")


def _can_be_foiled(state: State, use: Use) -> bool:
    """Return whether a nearby enemy is using an Order, or is the target of a card."""
    moment = use.moment
    return moment.use is not None and (
        moment.by == "order" or (moment.target != NO_UNIT and not friendly(state, moment.target, use.seat))
    )


@order("order-counterstrategy", can=_can_be_foiled)
def _counterstrategy(game: War, use: Use) -> Flow[None]:
    """On 3 or more, cancel the Order or card: icefire:ruling.63."""
    if game.chance.pick(6) + 1 >= 3:
        use.moment.canceled = True
    yield from ()


@order("order-lannister-supremacy", targets=(the_unit,))
def _supremacy(game: War, use: Use) -> Flow[None]:
    """The attacker takes a Panic Test with -1 for each rank left; failing it costs as many more Wounds."""
    ranks = ranks_left(game.state, use.unit)
    yield from panic_test(game, use.targets[0], use.seat, modifier=-ranks, extra_wounds=ranks, cause=use.unit)


@order("order-laws-of-the-realm", targets=(the_unit,))
def _laws_of_the_realm(game: War, use: Use) -> Flow[None]:
    """The attacker counts one rank less; if it has a single rank left, it becomes Vulnerable: icefire:ruling.38."""
    if use.moment.fight is not None:
        use.moment.fight.rank_shift -= 1
    if ranks_left(game.state, use.targets[0]) == 1:
        give_condition(game, use.targets[0], "vulnerable")
    yield from ()


@order("order-resilience")
def _resilience(game: War, use: Use) -> Flow[None]:
    """The unit suffers 1 Wound for every 2 unblocked Hits: icefire:ruling.42."""
    if use.moment.fight is not None:
        use.moment.fight.notes["half-wounds"] = 1
    yield from ()


def _alone_with_it(state: State, use: Use) -> bool:
    return enemies_of(state, use.unit) == [use.moment.unit] and attack_of(state, use.unit, "melee") is not None


@order("order-set-for-charge", targets=(the_unit,), can=_alone_with_it)
def _set_for_charge(game: War, use: Use) -> Flow[None]:
    """The unit attacks the charger before the charger attacks."""
    if are_engaged(game.state, use.unit, use.targets[0]):
        yield from melee_at(game, use.unit, use.targets[0])


def _could_strike(state: State, use: Use) -> bool:
    return bool(strikes(state, use.moment.unit, use.unit))


@order("order-taunt", targets=(the_unit,), can=_could_strike)
def _taunt(game: War, use: Use) -> Flow[None]:
    """If the enemy does anything but attack or charge this unit this turn, it first becomes Vulnerable and Weakened."""
    state = game.state
    enemy = use.targets[0]

    punished = False

    def punish(game: War, moment: Moment) -> Flow[None]:
        """The target of an attack is known only when it is resolved; other actions are known when they are chosen."""
        nonlocal punished
        if punished or moment.unit != enemy or moment.target == use.unit:
            return
        if not strikes(state, enemy, use.unit):  # such as a unit that it has just destroyed
            return
        if moment.event == "action-chosen" and moment.action == "attack":
            return
        punished = True
        give_condition(game, enemy, "vulnerable")
        give_condition(game, enemy, "weakened")
        yield from ()

    if state.turn is not None:
        state.turn.later.append(("action-chosen", punish))
        state.turn.later.append(("attack-dice", punish))
    yield from ()


@order("order-adaptive-style")
def _adaptive_style(game: War, use: Use) -> Flow[None]:
    """When attacked: +1 to defense dice and +2 to the Panic Test. When attacking: Critical Blow and Sundering."""
    fight = use.moment.fight
    if fight is not None and fight.defender == use.unit:
        fight.defense_modifier += 1
        fight.panic_modifier += 2
    elif fight is not None:
        fight.keywords.update(("critical-blow", "sundering"))
    yield from ()


@order("order-threaten", targets=(enemies(within_range="long", sight=True),))
def _threaten(game: War, use: Use) -> Flow[None]:
    """An enemy in sight and Long Range becomes Weakened."""
    give_condition(game, use.targets[0], "weakened")
    yield from ()
