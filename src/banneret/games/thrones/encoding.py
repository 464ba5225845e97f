"""Encoding of what a seat knows as integers, for learning agents; written directly from the state."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from banneret.encoding import Column, Columns, Encoding, Part, PileNumbers, Writer, spans
from banneret.games.thrones.content.board import AREAS
from banneret.games.thrones.content.components import (
    CARDS,
    CARDS_OF_WILDLINGS,
    CARDS_PER_HOUSE,
    CARDS_PER_WESTEROS_DECK,
    HOUSES,
    ORDERS,
    POWER_TOKENS,
    ROUNDS,
    STARS,
    SUPPLY_LIMITS,
    TIDES,
    UNIT_LIMITS,
    UNITS,
    WESTEROS,
    WILDLING_CARDS,
    WILDLING_MAX,
)
from banneret.games.thrones.rules.combat.strength import strength
from banneret.games.thrones.state import NO_ORDER, NO_SIDE, NOBODY, Combat, State
from banneret.games.thrones.steps import STEPS
from banneret.kernel.pile import mask_of

SEATS: Final = max(STARS)
_AREAS: Final = len(AREAS)
_FACE_DOWN: Final = len(ORDERS)
_CARD: Final = {card: number for number, card in enumerate(CARDS)}
_WESTEROS: Final = {card: number for number, card in enumerate(WESTEROS, 2)}
_WILDLING: Final = {card: number for number, card in enumerate(WILDLING_CARDS, 2)}
_TIDES: Final = {card: number for number, card in enumerate(TIDES)}
_MOST: Final = 99
"""Upper bound of strengths; higher than any that can occur."""
_IN_AREAS: Final = "over the areas in the order of the domain `area`"


def _hands(hands: list[list[str]]) -> list[int]:
    found = [0] * len(CARDS)
    for hand in hands:
        for card in hand:
            found[_CARD[card]] = 1
    return found


def _discards(piles: list[list[str]]) -> list[int]:
    found = [0] * len(CARDS)
    for pile in piles:
        for place, card in enumerate(pile, 1):
            found[_CARD[card]] = place
    return found


def _tracks(tracks: list[list[int]]) -> list[int]:
    return [seat for track in tracks for seat in (*track, *[-1] * (SEATS - len(track)))]


def _used(piles: list[list[str]]) -> list[int]:
    return [number for pile in piles for number in _westeros(pile, CARDS_PER_WESTEROS_DECK)]


def _westeros(cards: Sequence[str], room: int = 3) -> list[int]:
    return [_WESTEROS[card] for card in cards] + [0] * (room - len(cards))


def _banned(orders: list[int]) -> list[int]:
    return [int(order in orders) for order in range(len(ORDERS))]


def _padded(seats: Sequence[int]) -> list[int]:
    return [*seats, *[-1] * (SEATS - len(seats))]


_PUBLIC: Final = (
    (
        Part("owner", (_AREAS,), -1, SEATS - 1, f"seat whose units are there, or -1; {_IN_AREAS}"),
        Column("owner"),
    ),
    (
        Part("units", (len(UNITS), _AREAS), 0, max(UNIT_LIMITS), f"units by kind that are not routed; {_IN_AREAS}"),
        Column("units", width=_AREAS),
    ),
    (
        Part("routed", (len(UNITS), _AREAS), 0, max(UNIT_LIMITS), f"routed units by kind; {_IN_AREAS}"),
        Column("routed", width=_AREAS),
    ),
    (Part("power", (_AREAS,), -1, SEATS - 1, "seat whose power token is there, or -1"), Column("power")),
    (Part("garrison", (_AREAS,), 0, _MOST, "strength of the garrison"), Column("garrison")),
    (Part("neutral", (_AREAS,), -1, _MOST, "strength of the neutral force; -1: nobody can enter"), Column("neutral")),
    (
        Part("houses", (SEATS,), -1, len(HOUSES) - 1, "house of each seat in the order of the domain, or -1"),
        Column("houses", lambda houses: _padded([HOUSES.index(house) for house in houses])),
    ),
    (Part("available", (SEATS,), 0, POWER_TOKENS, "available power tokens of each seat"), Column("available")),
    (Part("supply", (SEATS,), 0, len(SUPPLY_LIMITS) - 1, "place of each seat on the supply track"), Column("supply")),
    (Part("face_down", (SEATS,), 0, 1, "whether the orders of each seat are face down"), Column("face_down")),
    (Part("forfeited", (SEATS,), -1, SEATS - 1, "seats that forfeited, in order, or -1"), Column("forfeited", _padded)),
    (Part("hands", (len(CARDS),), 0, 1, "house cards in hand"), Column("hands", _hands)),
    (
        Part("discards", (len(CARDS),), 0, CARDS_PER_HOUSE, "house cards in discard piles, from the oldest, 1; or 0"),
        Column("discards", _discards),
    ),
    (
        Part("tracks", (3, SEATS), -1, SEATS - 1, "seats on the influence tracks, from the top, or -1"),
        Column("tracks", _tracks),
    ),
    (Part("round", (1,), 0, ROUNDS, "round"), Column("round", lambda value: [value])),
    (Part("step", (1,), 0, len(STEPS) - 1, "step of the round"), Column("step", lambda step: [STEPS.index(step)])),
    (Part("blade_used", (1,), 0, 1, "Valyrian Steel Blade used"), Column("blade_used", lambda value: [value])),
    (Part("raven_used", (1,), 0, 1, "Messenger Raven used"), Column("raven_used", lambda value: [value])),
    (Part("threat", (1,), 0, WILDLING_MAX, "wildling threat"), Column("threat", lambda value: [value])),
    (Part("tides", (1,), 0, 1, "option Tides of Battle"), Column("tides", lambda value: [value])),
    (
        Part("westeros", (3,), 0, len(WESTEROS) + 1, "revealed Westeros cards from 2, or 0"),
        Column("westeros", _westeros),
    ),
    (
        Part(
            "used",
            (3, CARDS_PER_WESTEROS_DECK),
            0,
            len(WESTEROS) + 1,
            "used Westeros cards from 2, the oldest first, or 0",
        ),
        Column("used", _used),
    ),
    (Part("banned", (len(ORDERS),), 0, 1, "orders that are not allowed in this round"), Column("banned", _banned)),
)


class ThronesEncoding(Encoding[State]):
    """Arrays over the 58 areas, over six seats and over the cards."""

    parts = (
        *(part for part, _ in _PUBLIC),
        Part(
            "orders", (_AREAS,), -1, _FACE_DOWN, f"number of the order, {_FACE_DOWN} if face down, -1 if there is none"
        ),
        Part(
            "decks",
            (3, CARDS_PER_WESTEROS_DECK),
            0,
            len(WESTEROS) + 1,
            "Westeros decks from the top: 0 no card, 1 an unknown card, 2 and more the card",
        ),
        Part("wildlings", (CARDS_OF_WILDLINGS,), 0, len(WILDLING_CARDS) + 1, "wildling deck from the top, as `decks`"),
        Part(
            "combat",
            (19,),
            -1,
            _MOST,
            "1 during a combat; area of the march and contested area; march order; four numbers of attacking units;"
            " winner (0 attacker, 1 defender) or -1; for each side: seat, strength, house card or -1, blade, Tides of"
            " Battle card or -1",
        ),
        Part("supports", (_AREAS,), 0, 2, "1: supports the attacker, 2: supports the defender"),
    )

    def writer(self) -> ThronesWriter:
        return ThronesWriter()


class ThronesWriter(Writer[State]):
    """Encodes the positions of one match."""

    def __init__(self) -> None:
        self._columns = Columns(ThronesEncoding.parts, [column for _, column in _PUBLIC])
        self._orders: list[int] = []
        self._order_values = array("i")
        self._piles = PileNumbers({**_WESTEROS, **_WILDLING}, (*[CARDS_PER_WESTEROS_DECK] * 3, CARDS_OF_WILDLINGS))

    def write(self, state: State, viewers: frozenset[int], out: array[int]) -> None:
        self._columns.write(state, out)
        orders = _seen_orders(state, viewers) if True in state.face_down else state.orders
        if orders != self._orders:
            self._orders = orders[:]
            self._order_values = array("i", orders)
        out[_ORDERS] = self._order_values
        out[_PILES] = self._piles.values((*state.decks, state.wildlings), mask_of(viewers))
        if state.combat is not None:
            _write_combat(state, state.combat, viewers, out)


def _seen_orders(state: State, viewers: frozenset[int]) -> list[int]:
    """Return the order in each area, with `_FACE_DOWN` for those hidden from all viewers."""
    orders = state.orders[:]
    for area, owner in enumerate(state.owner):
        if orders[area] != NO_ORDER and owner != NOBODY and state.face_down[owner] and owner not in viewers:
            orders[area] = _FACE_DOWN
    return orders


def _write_combat(state: State, fight: Combat, viewers: frozenset[int], out: array[int]) -> None:
    values = [1, fight.origin, fight.target, fight.march, *fight.army, fight.winner]
    for side in (0, 1):
        seat, card, tides = fight.seats[side], fight.cards[side], fight.tides[side]
        values += (
            seat,
            strength(state, fight, side),
            -1 if card is None else _CARD[card],
            fight.blade[side],
            _TIDES[tides] if tides is not None and (fight.tides_shown or seat in viewers) else -1,
        )
    out[_COMBAT] = array("i", values)
    for area, side in fight.supports.items():
        if side != NO_SIDE:
            out[_SUPPORTS + area] = side + 1


_WHERE: Final = spans(ThronesEncoding.parts)
_ORDERS: Final = _WHERE["orders"]
_PILES: Final = slice(_WHERE["decks"].start, _WHERE["wildlings"].stop)
_COMBAT: Final = _WHERE["combat"]
_SUPPORTS: Final = _WHERE["supports"].start
