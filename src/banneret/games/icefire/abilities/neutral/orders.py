"""Neutral units: Orders. They are used under icefire:orders.2."""

from __future__ import annotations

from banneret.games.icefire.abilities.neutral.card_ids import THE_HIGH_SENESCHAL
from banneret.games.icefire.abilities.targets import the_target
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.effects.registry import GRANTED, Every, flag, order
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.charge import charge_fault
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.wounds import (
    destroy_attachment,
    forget_loss,
    lost_attachments,
    replace_attachment,
)
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.ground import long_range, short_range, within
from banneret.games.icefire.rules.table.lasting_effects import add_effect, keep_effects
from banneret.games.icefire.rules.table.units import attachment_cards, enemies_on_table, ranks_left, unit_card
from banneret.games.icefire.state import Effect, State, Use
from banneret.kernel.flow import Flow, ask

RULE = "icefire:orders.2"
EXAMPLE = "order-set-an-example"
NEW_NAME = "order-taking-a-new-name"


def _can_charge_it(state: State, use: Use) -> bool:
    target = use.moment.target
    return state.health[target] > 0 and charge_fault(state, use.unit, target) is None


@order("order-charging-volley", targets=(the_target,), can=_can_charge_it)
def _charging_volley(game: War, use: Use) -> Flow[None]:
    """After shooting, the unit charges the defender."""
    if _can_charge_it(game.state, use):
        yield from perform(game, use.unit, "charge", use.targets[0], free=True)


def _enemies(state: State, use: Use) -> list[int]:
    return enemies_on_table(state, use.seat)


def _is_near(state: State, use: Use, enemy: int) -> bool:
    return within(state, use.unit, enemy, short_range(state))


@order(EXAMPLE, targets=(Every(_enemies, _is_near),))
def _set_an_example(game: War, use: Use) -> Flow[None]:
    """All enemies in Short Range become Panicked; on a 6 Theon is destroyed: icefire:ruling.46."""
    state = game.state
    for enemy in use.targets:
        give_condition(game, enemy, "panicked")
    if game.chance.pick(6) + 1 == 6:
        theon = next((card.id for card in attachment_cards(state, use.unit) if EXAMPLE in card.abilities), "")
        yield from destroy_attachment(game, use.unit, theon, use.seat)


def _others_near(state: State, use: Use) -> list[int]:
    return [
        enemy
        for enemy in enemies_on_table(state, use.seat)
        if enemy != use.moment.unit and within(state, use.unit, enemy, long_range(state))
    ]


@order("order-spread-fear", targets=(_others_near,))
def _spread_fear(game: War, use: Use) -> Flow[None]:
    """Another enemy in Long Range takes a Panic Test with -1 for each rank of the unit; failure costs 1 more Wound."""
    ranks = ranks_left(game.state, use.unit)
    yield from panic_test(game, use.targets[0], use.seat, modifier=-ranks, extra_wounds=1, cause=use.unit)


def fallen_infantry(state: State, seat: int) -> list[str]:
    """List a seat's destroyed infantry attachments."""
    lost = dict.fromkeys(lost_attachments(state, seat))
    return [id for id in lost if state.cards.attachments[id].type == "infantry"]


def _nameless(state: State, unit: int) -> str:
    """Return the attachment of a unit that may take a new name: Jaqen, or the one whose name he has; or ""."""
    given = [str(one.value) for one in state.effects if (one.name, one.unit) == (NEW_NAME, unit)]
    inside = attachment_cards(state, unit)
    return next((card.id for card in inside if NEW_NAME in card.abilities or card.id in given), "")


def _can_rename(state: State, use: Use) -> bool:
    if unit_card(state, use.unit).type != "infantry" or not fallen_infantry(state, use.seat):
        return False
    return bool(_nameless(state, use.unit))


@order(NEW_NAME, can=_can_rename)
def _take_a_new_name(game: War, use: Use) -> Flow[None]:
    """A destroyed infantry attachment replaces this one, which is destroyed, and gains this Order.

    icefire:attachment.7.
    """
    state, unit = game.state, use.unit
    model = _nameless(state, unit)
    found = fallen_infantry(state, use.seat)
    if not model or not found:
        return
    answer = yield from ask(use.seat, ThingChooser(found, "attachment", RULE))
    if not isinstance(answer, Choose):
        return
    keep_effects(state, [one for one in state.effects if (one.name, one.unit) != (NEW_NAME, unit)])
    add_effect(state, Effect(NEW_NAME, unit, use.seat, "match", int(answer.choice)))
    forget_loss(state, use.seat, answer.choice)
    yield from replace_attachment(game, unit, model, answer.choice, use.seat)


GRANTED.add(NEW_NAME)
flag("never-activates", THE_HIGH_SENESCHAL)  # no effect on the match: see `activation.NEVER_ACTIVATES`
