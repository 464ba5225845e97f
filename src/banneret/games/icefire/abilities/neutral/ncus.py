"""Neutral non-combat units. Each implements its card: icefire:card.8."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.abilities.costs import RULE, pay_token, use_once
from banneret.games.icefire.abilities.lannister.ncus import aimed
from banneret.games.icefire.abilities.neutral.card_ids import (
    JAQEN_HGHAR,
    LORD_VARYS,
    PETYR_BAELISH,
    ROOSE_BOLTON,
    SHAE,
    TYCHO_NESTORIS,
    WALDER_FREY,
)
from banneret.games.icefire.abilities.neutral.cards import restore_among
from banneret.games.icefire.abilities.readiness import own, own_with_token, unused
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.effects.registry import Source, choices, ncu, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.board.board import zone_effect
from banneret.games.icefire.rules.board.hands import draw_cards
from banneret.games.icefire.rules.combat.attack import suffer_hits
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.wounds import restore
from banneret.games.icefire.rules.movement.movement import shift
from banneret.games.icefire.rules.table.choosers import ThingChooser, may
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.control import ZONES, free_zones
from banneret.games.icefire.rules.table.facts import borrow_influence
from banneret.games.icefire.rules.table.ground import INCH
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import allied, friendly
from banneret.games.icefire.rules.table.units import enemies_on_table, ncu_card, unit_card, units_on_table
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State
from banneret.kernel.flow import Flow, ask

ALLIANCE: Final = choices("all-conditions", "restore", "first-player")
PATRONS: Final = choices("restore", "weakened", "tokens")
GOES_FIRST: Final = "goes-first"


# Petyr Baelish -------------------------------------------------------------------------------------------------------


@ncu(PETYR_BAELISH, "zone-claimed", ready=own)
def _master_of_the_game(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """For a token, the effect of an unclaimed zone replaces that of the claimed one: icefire:ruling.61."""
    state = game.state
    free = free_zones(state)
    if moment.ncu != ncu or moment.replaced or not free or not (yield from pay_token(game, ncu)):
        return
    answer = yield from ask(moment.seat, ThingChooser(free, "other-zone", RULE))
    if isinstance(answer, Choose):
        moment.replaced = True
        yield from zone_effect(game, moment.seat, answer.choice, ncu)


@ncu(PETYR_BAELISH, "turn-start", ready=unused)
def _pull_strings(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Once per match, a zone counts as controlled until the end of the round: icefire:board.5."""
    state = game.state
    seat = state.ncu_seat[ncu]
    if (yield from use_once(game, ncu)):
        answer = yield from ask(seat, ThingChooser(ZONES, "control-zone", RULE))
        if isinstance(answer, Choose):
            add_effect(state, Effect(f"controls-{answer.choice}", NO_UNIT, seat, "round"))


# Lord Varys ----------------------------------------------------------------------------------------------------------


@ncu(LORD_VARYS, "zone-done")
def _little_birds(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """For a token, Varys responds to the zone that an enemy has claimed."""
    state = game.state
    seat = state.ncu_seat[ncu]
    if allied(state, moment.seat, seat) or not (yield from pay_token(game, ncu)):
        return
    if moment.zone == "tactics":
        yield from draw_cards(game, seat, 1)
        return
    own = moment.zone in ("wealth", "maneuver")
    candidates = units_on_table(state, seat) if own else enemies_on_table(state, seat)
    unit = yield from aimed(game, ncu, candidates, "ability")
    if unit == NO_UNIT:
        return
    if moment.zone == "crown":
        yield from panic_test(game, unit, seat)
    elif moment.zone == "wealth":
        restore(game, unit, 2)
    elif moment.zone == "combat":
        yield from suffer_hits(game, unit, 3, seat)
    else:
        yield from shift(game, unit, 3 * INCH, "ability", RULE)


# Jaqen H'ghar --------------------------------------------------------------------------------------------------------


@ncu(JAQEN_HGHAR, "activation", ready=own)
def _choosing_a_name(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """When Jaqen activates, another unit's Influence may replace his own for the round: icefire:card.8."""
    state = game.state
    others = [
        state.ncu_labels[other]
        for other in range(len(state.ncu_card))
        if other != ncu and state.ncu_alive[other] and any(one.influence for one in ncu_card(state, other).abilities)
    ]
    if moment.ncu != ncu or not others:
        return
    answer = yield from ask(moment.seat, ThingChooser(others, "ncu", RULE, may_pass=True))
    if isinstance(answer, Choose):
        card = state.ncu_card[state.ncu_labels.index(answer.choice)]
        add_effect(state, borrow_influence(state, ncu, card))


@shape(JAQEN_HGHAR)
def _a_name_given(state: State, fight: Fight, source: Source) -> None:
    """An influenced friendly infantry unit has Precision in melee."""
    friend = friendly(state, source.unit, source.seat) and unit_card(state, source.unit).type == "infantry"
    if fight.kind == "melee" and friend:
        fight.keywords.add("precision")


# Tycho Nestoris ------------------------------------------------------------------------------------------------------


@ncu(TYCHO_NESTORIS, "turn-start", ready=unused)
def _backing_of_the_bank(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Once per match, restore 5 Wounds among friendly units."""
    seat = game.state.ncu_seat[ncu]
    if (yield from use_once(game, ncu)):
        yield from restore_among(game, seat, 5, units_on_table(game.state, seat))


# Walder Frey ---------------------------------------------------------------------------------------------------------


@ncu(WALDER_FREY, "zone-claimed", ready=own)
def _strategic_alliance(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Once per match, two of three effects replace that of the zone that Walder claims."""
    if moment.ncu != ncu or moment.replaced or not (yield from use_once(game, ncu)):
        return
    moment.replaced = True
    left = list(ALLIANCE)
    for _ in range(2):
        answer = yield from ask(moment.seat, ThingChooser(left, "alliance", RULE))
        if not isinstance(answer, Choose):
            return
        left.remove(answer.choice)
        yield from _ally(game, ncu, answer.choice)


def _ally(game: War, ncu: int, choice: str) -> Flow[None]:
    state = game.state
    seat = state.ncu_seat[ncu]
    if choice == "first-player":
        add_effect(state, Effect(GOES_FIRST, NO_UNIT, seat, "match"))
    elif choice == "restore":
        unit = yield from aimed(game, ncu, units_on_table(state, seat), "restore")
        if unit != NO_UNIT:
            restore(game, unit, 3)
    else:
        unit = yield from aimed(game, ncu, enemies_on_table(state, seat), "ability")
        for condition in ("weakened", "vulnerable", "panicked"):
            if unit != NO_UNIT:
                give_condition(game, unit, condition)


@ncu(WALDER_FREY, "round-start")
def _go_first(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """At the start of the next round, the player with the promise becomes First Player: icefire:terms.7."""
    state = game.state
    seat = state.ncu_seat[ncu]
    promise = Effect(GOES_FIRST, NO_UNIT, seat, "match")
    if promise in state.effects:
        state.effects = tuple([one for one in state.effects if one != promise])
        state.first = seat
    yield from ()


# Roose Bolton --------------------------------------------------------------------------------------------------------


@ncu(ROOSE_BOLTON, "activation", ready=own_with_token)
def _horrific_rumors(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """When Roose activates, pay a token to make an enemy Panicked."""
    if moment.ncu == ncu and (yield from pay_token(game, ncu)):
        unit = yield from aimed(game, ncu, enemies_on_table(game.state, game.state.ncu_seat[ncu]), "panicked")
        if unit != NO_UNIT:
            give_condition(game, unit, "panicked")


@ncu(ROOSE_BOLTON, "zone-claimed", ready=own)
def _rumors_spread(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """An enemy's Panic Test may replace the effect of the zone that he claims."""
    state = game.state
    found = enemies_on_table(state, state.ncu_seat[ncu])
    if moment.ncu != ncu or moment.replaced or not found:
        return
    if (yield from may(moment.seat, "replace-zone", RULE, unit=state.ncu_labels[ncu])):
        moment.replaced = True
        unit = yield from aimed(game, ncu, found, "panic")
        if unit != NO_UNIT:
            yield from panic_test(game, unit, moment.seat)


# Shae ----------------------------------------------------------------------------------------------------------------


@ncu(SHAE, "zone-claimed")
def _find_a_patron(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Before the effect of the zone that she claims, choose one of three.

    A friendly unit restores 1 Wound, an enemy becomes Weakened, or she gains 2 tokens.
    """
    state = game.state
    if moment.ncu != ncu:
        return
    answer = yield from ask(moment.seat, ThingChooser(PATRONS, "patron", RULE))
    choice = answer.choice if isinstance(answer, Choose) else "tokens"
    if choice == "tokens":
        state.ncu_counters[ncu]["order"] = state.ncu_counters[ncu].get("order", 0) + 2
        return
    candidates = units_on_table(state, moment.seat) if choice == "restore" else enemies_on_table(state, moment.seat)
    unit = yield from aimed(game, ncu, candidates, choice)
    if unit == NO_UNIT:
        return
    if choice == "restore":
        restore(game, unit, 1)
    else:
        give_condition(game, unit, "weakened")


@ncu(SHAE, "zone-done")
def _lose_favor(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """After the effect she loses a token."""
    counters = game.state.ncu_counters[ncu]
    if moment.ncu == ncu:
        counters["order"] = max(0, counters.get("order", 0) - 1)
    yield from ()


@ncu(SHAE, "round-end")
def _found_out(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """If she has no token at the end of a round, she is destroyed."""
    state = game.state
    if not state.ncu_counters[ncu].get("order"):
        state.ncu_alive[ncu] = False
        state.ncu_zone[ncu] = ""
        state.influence[ncu] = NO_UNIT
    yield from ()
