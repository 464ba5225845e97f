"""Invariants of a valid state; the tests check them after every answer."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import (
    CARDS_OF,
    ORDER_COUNT,
    ORDERS,
    PORT_LIMIT,
    POWER_TOKENS,
    SHIP,
    SUPPLY_LIMITS,
    UNIT_LIMITS,
    UNITS,
    WESTEROS_DECKS,
    WILDLING_CARDS,
    WILDLING_MAX,
)
from banneret.games.thrones.rules.control import controller, places_of
from banneret.games.thrones.rules.supply import army_sizes, fits
from banneret.games.thrones.state import BLOCKED, NO_ORDER, NOBODY, State


def audit(state: State) -> list[str]:
    """Return a message for every violated invariant, supply limits included. Each begins with its topic."""
    return [*check(state), *_supply(state)]


def check(state: State) -> list[str]:
    """Return a message for every violated invariant that a match cannot continue without.

    Supply limits are not among them: a hand-written position may exceed them, since armies over the limit can only
    shrink.
    """
    return [*_areas(state), *_pieces(state), *_cards(state), *_tracks(state)]


def _areas(state: State) -> list[str]:
    problems: list[str] = []
    piles = zip(*state.units, *state.routed, strict=True)
    columns = zip(state.owner, state.orders, state.power, state.neutral, piles, strict=True)
    for a, (owner, order, power, neutral, stacks) in enumerate(columns):
        if neutral < BLOCKED:
            problems.append(f"neutral: {board.AREAS[a]} has a force of {neutral}")
        if owner == NOBODY and order == NO_ORDER and power == NOBODY and not any(stacks):
            continue
        problems += _placed(state, a, stacks)
    return problems


def _placed(state: State, a: int, stacks: Sequence[int]) -> list[str]:
    """Check an area that holds units, an order or a power token."""
    problems: list[str] = []
    name, owner, land = board.AREAS[a], state.owner[a], board.KIND[a] == board.LAND
    if min(stacks) < 0:
        problems.append(f"area: {name} holds a negative number of units")
    if (sum(stacks) > 0) != (owner != NOBODY):
        problems.append(f"area: {name} has units without a house, or a house without units")
    ships = state.units[SHIP][a] + state.routed[SHIP][a]
    if (land and ships) or (not land and sum(stacks) != ships):
        problems.append(f"area: {name} holds units of the wrong kind for it")
    if state.orders[a] != NO_ORDER and owner == NOBODY and state.combat is None:  # the battlefield is cleaned up last
        problems.append(f"order: {name} has an order and no units")
    if board.KIND[a] == board.PORT and owner != NOBODY:
        if ships > PORT_LIMIT:
            problems.append(f"port: {name} holds {ships} ships")
        if controller(state, a) != owner:
            problems.append(f"port: {name} holds ships of a house that does not control its land")
    if state.power[a] != NOBODY and not land:
        problems.append(f"power: a token lies in {name}")
    if land and owner != NOBODY and state.power[a] not in (NOBODY, owner):
        problems.append(f"control: {name} has units of one house and a power token of another")
    if state.power[a] != NOBODY and state.home_seat[a] == state.power[a]:
        problems.append(f"control: a house's power token lies on its own home crest in {name}")
    if state.neutral[a] and (owner != NOBODY or state.power[a] != NOBODY):
        problems.append(f"neutral: {name} has a neutral force and something of a house")
    if state.garrison[a] and owner not in (NOBODY, state.home_seat[a]):
        problems.append(f"garrison: {name} has a garrison and enemy units")
    return problems


def _pieces(state: State) -> list[str]:
    problems: list[str] = []
    for seat, house in enumerate(state.houses):
        own = places_of(state.owner, seat)
        for kind, (limit, units, routed) in enumerate(zip(UNIT_LIMITS, state.units, state.routed, strict=True)):
            count = sum([units[a] + routed[a] for a in own])
            if count > limit:
                problems.append(f"pieces: {house} has {count} {UNITS[kind]}s on the board")
        power = state.available[seat] + state.power.count(seat)
        if state.available[seat] < 0 or power > POWER_TOKENS:
            problems.append(f"power: {house} has {power} power tokens, {state.available[seat]} of them available")
        placed = [state.orders[a] for a in own if state.orders[a] != NO_ORDER]
        for order in sorted(set(placed)):
            if placed.count(order) > ORDER_COUNT[order]:
                problems.append(f"orders: {house} has {placed.count(order)} {ORDERS[order].id} on the board")
    return problems


def _supply(state: State) -> list[str]:
    problems: list[str] = []
    for seat, house in enumerate(state.houses):
        if not 0 <= state.supply[seat] < len(SUPPLY_LIMITS):
            problems.append(f"supply: {house} stands at {state.supply[seat]}")
        elif not fits(tuple(army_sizes(state, seat)), state.supply[seat]):
            problems.append(f"supply: the armies of {house} are {army_sizes(state, seat)} with {state.supply[seat]}")
    return problems


def _cards(state: State) -> list[str]:
    problems: list[str] = []
    played = state.combat.cards if state.combat is not None else []
    for seat, house in enumerate(state.houses):
        own = CARDS_OF[house]
        cards = [*state.hands[seat], *state.discards[seat]]
        cards += [card for card in played if card in own and card not in cards]
        if sorted(cards) != sorted(own):
            problems.append(f"cards: hand, discards and played card of {house} are not its seven cards")
        if not state.hands[seat] and state.combat is None:
            problems.append(f"cards: {house} has an empty hand outside of combat")
    for i, deck in enumerate(WESTEROS_DECKS):
        if sorted(state.decks[i].cards + state.used[i]) != sorted(deck):
            problems.append(f"cards: Westeros deck {i + 1} is not whole")
    left = state.wildlings.cards  # a revealed card is resolved while off the deck; a preemptive raid reveals two
    if not len(WILDLING_CARDS) - 2 <= len(left) <= len(WILDLING_CARDS) or len(set(left)) != len(left):
        problems.append("cards: the wildling deck is not whole")
    return problems


def _tracks(state: State) -> list[str]:
    problems = [f"tracks: track {i} does not hold every house once" for i in range(3) if not _whole(state, i)]
    if state.threat not in range(0, WILDLING_MAX + 1, 2):
        problems.append(f"wildlings: the marker stands at {state.threat}")
    return problems


def _whole(state: State, track: int) -> bool:
    return sorted(state.tracks[track]) == list(range(state.seats))
