"""House Stark: the seven Tactics cards of every Stark army. They are played under icefire:deck.5."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.abilities.any_faction.units import reroll_distance
from banneret.games.icefire.abilities.card_search import attach
from banneret.games.icefire.abilities.stark.card_ids import (
    ASSAULT_ORDERS,
    DEVASTATING_IMPACT,
    NORTHERN_FEROCITY,
    SWIFT_REPOSITION,
    THE_NORTH_REMEMBERS,
    WINTER_IS_COMING,
    WINTERS_MIGHT,
)
from banneret.games.icefire.abilities.strikes import act, can_act
from banneret.games.icefire.abilities.targets import friends, not_replaced, open_to
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import Source, Those, attached, card, choices, lasting, number, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.moments import NO_CARDS, NO_ORDERS
from banneret.games.icefire.rules.movement.acting import free_maneuver
from banneret.games.icefire.rules.movement.movement import shift
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.control import controls
from banneret.games.icefire.rules.table.engagement import is_engaged
from banneret.games.icefire.rules.table.ground import INCH
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.units import ranks_left, unit_card, units_on_table
from banneret.games.icefire.state import Effect, Fight, Moment, State, Use
from banneret.kernel.flow import Flow, ask

RULE = "icefire:deck.5"
IMPACT = "devastating-impact"
REMEMBERED = "the-north-remembers"
"""The effect on a unit whose attached The North Remembers has a token."""
LOWEST = "assault-orders"
"""The effect on a unit that attacks with its lowest Attack Die Value."""
WINTER = choices("no-targets", "highest")


def end_effect(state: State, name: str, unit: int) -> None:
    """End an effect on a unit early."""
    state.effects = tuple([one for one in state.effects if (one.name, one.unit) != (name, unit)])


@card(WINTERS_MIGHT)
def _winters_might(game: War, use: Use) -> Flow[None]:
    """Sundering; re-rolls if one rank remains; highest Attack Die Value if Combat is controlled: icefire:deck.2."""
    yield from ()
    state, fight = game.state, use.moment.fight
    if fight is None:
        return
    fight.keywords.add("sundering")
    if ranks_left(state, fight.attacker) == 1:
        fight.rerolls.add((use.seat, "attack"))
    if controls(state, use.seat, "combat"):
        fight.highest_value = True


@card(NORTHERN_FEROCITY)
def _northern_ferocity(game: War, use: Use) -> Flow[None]:
    """Vicious; if one rank remains, a failed Panic Test costs 2 more Wounds: icefire:deck.2.

    If Combat is controlled, the defender becomes Panicked.
    """
    yield from ()
    state, fight = game.state, use.moment.fight
    if fight is None:
        return
    fight.keywords.add("vicious")
    if ranks_left(state, fight.attacker) == 1:
        fight.extra_panic_wounds += 2
    if controls(state, use.seat, "combat"):
        give_condition(game, fight.defender, "panicked")


@card(DEVASTATING_IMPACT, can=lambda _, use: use.moment.action == "charge")
def _devastating_impact(game: War, use: Use) -> Flow[None]:
    """The charged enemy becomes Panicked and Vulnerable; with Maneuver the die may be re-rolled: icefire:deck.2."""
    add_effect(game.state, Effect(IMPACT, use.moment.unit, use.seat, "turn"))
    if controls(game.state, use.seat, "maneuver"):
        yield from reroll_distance(game, use.moment, use.seat)


@lasting(IMPACT, "charged")
def _impact(game: War, moment: Moment, unit: int) -> Flow[None]:
    yield from ()
    for condition in ("panicked", "vulnerable"):
        give_condition(game, moment.target, condition)
    end_effect(game.state, IMPACT, unit)


@card(THE_NORTH_REMEMBERS, targets=(friends(),))
def _the_north_remembers(game: War, use: Use) -> Flow[None]:
    """Attach to a friendly unit for the match, to count destroyed friendly units: icefire:deck.6."""
    yield from ()
    attach(game.state, use.id, use.targets[0], use.seat)


@attached(THE_NORTH_REMEMBERS, "rank-destroyed", role="any")
def _remember(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The card gains a token when a friendly infantry or cavalry unit is destroyed."""
    yield from ()
    state, fallen = game.state, moment.unit
    if state.health[fallen] or fallen == unit or not friendly(state, fallen, state.seat[unit]):
        return
    if unit_card(state, fallen).type in ("infantry", "cavalry"):
        add_effect(state, Effect(REMEMBERED, unit, state.seat[unit], "match"))


@shape(REMEMBERED)
def _in_memory(state: State, fight: Fight, source: Source) -> None:
    """With a token, the unit rolls its highest Attack Die Value: icefire:modifier.3."""
    fight.highest_value = True


@number(REMEMBERED, "hit")
def _in_memory_to_hit(state: State, source: Source, unit: int) -> int:
    """+1 to hit if Combat is controlled: icefire:deck.2."""
    return 1 if controls(state, source.seat, "combat") else 0


@card(WINTER_IS_COMING)
def _winter_is_coming(game: War, use: Use) -> Flow[None]:
    """Choose one, or both if Maneuver is controlled: icefire:deck.2.

    The enemy cannot be targeted by its side's cards and Orders, or the attack rolls the highest Attack Die Value.
    """
    state, moment = game.state, use.moment
    chosen = list(WINTER)
    if not controls(state, use.seat, "maneuver"):
        answer = yield from ask(use.seat, ThingChooser(WINTER, "winter", RULE))
        chosen = [answer.choice] if isinstance(answer, Choose) else []
    if "no-targets" in chosen:
        for name in (NO_CARDS, NO_ORDERS):
            add_effect(state, Effect(name, moment.target, use.seat, "turn"))
    if "highest" in chosen and moment.fight is not None:
        moment.fight.highest_value = True


@card(SWIFT_REPOSITION, targets=(friends(),))
def _swift_reposition(game: War, use: Use) -> Flow[None]:
    """A friendly unit shifts 2 inches, or maneuvers 3 if Maneuver is controlled: icefire:terms.23, icefire:deck.2."""
    unit = use.targets[0]
    if controls(game.state, use.seat, "maneuver") and not is_engaged(game.state, unit):
        yield from free_maneuver(game, unit, limit=3 * INCH)
    else:
        yield from shift(game, unit, 2 * INCH, "card", RULE)


def _friends(state: State, use: Use) -> list[int]:
    return open_to(state, use, units_on_table(state, use.seat))


def _can_assault(state: State, use: Use, unit: int) -> bool:
    return can_act(state, unit, ("melee",), charges=use.moment.zone == "combat")


_WHO_CAN_ASSAULT: Final = Those(_friends, _can_assault)


@card(ASSAULT_ORDERS, targets=(_WHO_CAN_ASSAULT,), can=not_replaced, edition=EDITION_2021)
def _assault_orders(game: War, use: Use) -> Flow[None]:
    """Instead of the zone's effect, a friendly unit attacks, or may charge if the zone is Combat: icefire:board.4."""
    use.moment.replaced = True
    yield from act(game, use.targets[0], ("melee",), charges=use.moment.zone == "combat", rule=RULE)


@card(ASSAULT_ORDERS, targets=(_WHO_CAN_ASSAULT,), can=not_replaced, edition=SEASON_6)
def _hasty_assault_orders(game: War, use: Use) -> Flow[None]:
    """In Season 6 that attack rolls its lowest Attack Die Value: icefire:modifier.3."""
    state, unit = game.state, use.targets[0]
    add_effect(state, Effect(LOWEST, unit, use.seat, "turn"))
    yield from _assault_orders(game, use)
    end_effect(state, LOWEST, unit)


@shape(LOWEST)
def _lowest(state: State, fight: Fight, source: Source) -> None:
    """Use the lowest value for this attack, but not for one that follows from it."""
    fight.lowest_value = True
    fight.ends.append(_no_longer_hasty)


def _no_longer_hasty(state: State, fight: Fight) -> None:
    end_effect(state, LOWEST, fight.attacker)
