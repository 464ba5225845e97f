"""Conversion of checkpoint states to readable JSON and back; every value read is validated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import (
    CARDS_OF,
    GARRISON,
    HOME,
    HOUSES,
    ORDER,
    ORDERS,
    SETUPS,
    START_POWER,
    START_THREAT,
    SUPPLY_LIMITS,
    UNIT,
    UNITS,
    WESTEROS_DECKS,
    WILDLING_CARDS,
    WILDLING_MAX,
)
from banneret.games.thrones.rules.westeros.westeros import DECK_STEPS, OWN_STEPS
from banneret.games.thrones.state import BLOCKED, NO_ORDER, NOBODY, State
from banneret.games.thrones.steps import STEPS
from banneret.kernel.pile import Pile
from banneret.kernel.position_fields import MOST_DRAWN, key_of, known, pile_of, within
from banneret.kernel.rulebook import PositionError
from banneret.kernel.stream import KEY_BYTES

_STRONGEST = 99
"""Upper bound of the strength of a neutral force."""
TRACKS = ("iron-throne", "fiefdoms", "kings-court")


class AreaData(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Units, order and tokens of an area."""

    house: str | None = None
    units: dict[str, int] = {}
    routed: dict[str, int] = {}
    order: str | None = None
    power: str | None = None
    garrison: int = 0
    neutral: int = 0
    """Strength of the neutral force; -1 for an area that nobody can enter."""


class HouseData(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a house has off the board. Omitted fields have their values at setup, or are empty."""

    available: int = START_POWER
    supply: int = 2
    hand: list[str] | None = None
    discards: list[str] = []
    face_down: bool = False


class PileData(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A face-down pile, top card first.

    `known` holds, for each card, the bit mask of the seats that know it, or -1 if all do.
    """

    cards: list[str]
    known: list[int] | None = None


class PositionData(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A checkpoint state. Only the houses are required."""

    houses: list[str]
    tides_of_battle: bool = False
    confirm_orders: bool = False
    round: int = 1
    step: str = "planning"
    turn: int = 0
    areas: dict[str, AreaData] = {}
    seats: dict[str, HouseData] = {}
    """Keyed by house id."""
    tracks: dict[str, list[str]] = {}
    blade_used: bool = False
    raven_used: bool = False
    threat: int = START_THREAT
    decks: list[PileData] = []
    used: list[list[str]] = msgspec.field(default_factory=lambda: [[], [], []])
    westeros: list[str] = []
    wildlings: PileData | None = None
    banned: list[str] = []
    winner: str | None = None
    reason: str = ""
    forfeited: list[int] = []
    key: str = "00" * KEY_BYTES
    drawn: int = 0


def encode(state: State) -> dict[str, Any]:
    """Return the JSON form of a checkpoint state."""
    names = state.houses
    crowds = map(sum, zip(*state.units, *state.routed, strict=True))
    data = PositionData(
        houses=list(names),
        tides_of_battle=state.tides,
        confirm_orders=state.confirm_orders,
        round=state.round,
        step=state.step,
        turn=state.turn,
        areas={board.AREAS[a]: _encode_area(state, a) for a, crowd in enumerate(crowds) if crowd or _marked(state, a)},
        seats={
            house: HouseData(
                available=state.available[seat],
                supply=state.supply[seat],
                hand=state.hands[seat][:],
                discards=state.discards[seat][:],
                face_down=state.face_down[seat],
            )
            for seat, house in enumerate(names)
        },
        tracks={track: [names[s] for s in state.tracks[i]] for i, track in enumerate(TRACKS)},
        blade_used=state.blade_used,
        raven_used=state.raven_used,
        threat=state.threat,
        decks=[PileData(cards=d.cards[:], known=d.known[:]) for d in state.decks],
        used=[cards[:] for cards in state.used],
        westeros=state.westeros[:],
        wildlings=PileData(cards=state.wildlings.cards[:], known=state.wildlings.known[:]),
        banned=[ORDERS[o].id for o in state.banned],
        winner=names[state.winner] if state.winner != NOBODY else None,
        reason=state.reason,
        forfeited=state.forfeited[:],
        key=state.key.hex(),
        drawn=state.drawn,
    )
    encoded: dict[str, Any] = msgspec.to_builtins(data)
    return encoded


def _marked(state: State, a: int) -> bool:
    """Return whether an area holds anything but units."""
    empty = state.owner[a] == NOBODY and state.power[a] == NOBODY and state.orders[a] == NO_ORDER
    return not empty or state.garrison[a] != 0 or state.neutral[a] != 0


def _encode_area(state: State, a: int) -> AreaData:
    order, power = state.orders[a], state.power[a]
    return AreaData(
        house=_house(state, state.owner[a]),
        units={UNITS[k]: state.units[k][a] for k in range(4) if state.units[k][a]},
        routed={UNITS[k]: state.routed[k][a] for k in range(4) if state.routed[k][a]},
        order=ORDERS[order].id if order != NO_ORDER else None,
        power=_house(state, power),
        garrison=state.garrison[a],
        neutral=state.neutral[a],
    )


def _house(state: State, seat: int) -> str | None:
    return state.houses[seat] if seat != NOBODY else None


def decode(data: Mapping[str, Any]) -> State:
    """Return the state that a position describes. Raises PositionError naming the field and the reason."""
    try:
        given = msgspec.convert(data, PositionData, strict=True)
    except msgspec.ValidationError as error:
        raise PositionError(f"thrones position: {error}") from None
    _check_houses(given)
    state = State()
    _decode_board(state, given)
    _decode_seats(state, given)
    _decode_rest(state, given)
    return state


def _check_houses(given: PositionData) -> None:
    houses = given.houses
    for house in houses:
        known("houses", house, HOUSES)
    if len(set(houses)) != len(houses) or len(houses) not in SETUPS:
        raise PositionError(f"houses: {houses} are not 3 to 6 different houses")
    for house in given.seats:
        known("seats", house, houses)
    for name, track in given.tracks.items():
        known("tracks", name, TRACKS)
        if sorted(track) != sorted(houses):
            raise PositionError(f"tracks.{name}: {track} does not list every house once")


def _decode_board(state: State, given: PositionData) -> None:
    n = len(board.AREAS)
    seat_of = {house: seat for seat, house in enumerate(given.houses)}
    state.seats = len(given.houses)
    state.houses = tuple(given.houses)
    home = [NOBODY] * n
    for house, seat in seat_of.items():
        home[HOME[house]] = seat
    state.home_seat = tuple(home)
    state.owner = [NOBODY] * n
    state.units = [[0] * n for _ in range(4)]
    state.routed = [[0] * n for _ in range(4)]
    state.orders = [NO_ORDER] * n
    state.power = [NOBODY] * n
    state.garrison = [0] * n
    state.neutral = [0] * n
    for name, area in given.areas.items():
        known("areas", name, board.AREA)
        _decode_area(state, seat_of, board.AREA[name], area)


def _decode_area(state: State, seat_of: dict[str, int], a: int, data: AreaData) -> None:
    where = f"areas.{board.AREAS[a]}"
    for column, units in ((state.units, data.units), (state.routed, data.routed)):
        for unit, count in units.items():
            known(f"{where}.units", unit, UNITS)
            if count < 1:
                raise PositionError(f"{where}.units.{unit}: {count} is no number of units")
            if (unit == "ship") == (board.KIND[a] == board.LAND):
                raise PositionError(f"{where}.units: a {unit} cannot be placed here")
            column[UNIT[unit]][a] = count
    if bool(data.units or data.routed) != (data.house is not None):
        raise PositionError(f"{where}.house: units and their house are given together or not at all")
    if data.house is not None:
        known(f"{where}.house", data.house, seat_of)
        state.owner[a] = seat_of[data.house]
    if data.order is not None:
        known(f"{where}.order", data.order, ORDER)
        if data.house is None:
            raise PositionError(f"{where}.order: an order lies where no units are")
        state.orders[a] = ORDER[data.order]
    if data.power is not None:
        known(f"{where}.power", data.power, seat_of)
        if board.KIND[a] != board.LAND:
            raise PositionError(f"{where}.power: power tokens lie on land only")
        state.power[a] = seat_of[data.power]
    if data.garrison and (state.home_seat[a] == NOBODY or data.garrison != GARRISON[state.houses[state.home_seat[a]]]):
        raise PositionError(f"{where}.garrison: {data.garrison} is no garrison of this area")
    state.garrison[a] = data.garrison
    within(f"{where}.neutral", data.neutral, BLOCKED, _STRONGEST if board.KIND[a] == board.LAND else 0)
    state.neutral[a] = data.neutral


def _decode_seats(state: State, given: PositionData) -> None:
    state.available, state.supply, state.hands, state.discards, state.face_down = [], [], [], [], []
    for house in state.houses:
        data = given.seats.get(house, HouseData())
        where = f"seats.{house}"
        cards = CARDS_OF[house]
        hand = [c for c in cards if c not in data.discards] if data.hand is None else data.hand
        if sorted([*hand, *data.discards]) != sorted(cards):
            raise PositionError(f"{where}: hand and discards together are not the seven cards of the house")
        within(f"{where}.supply", data.supply, 0, len(SUPPLY_LIMITS) - 1)
        within(f"{where}.available", data.available, 0, 20)
        state.available.append(data.available)
        state.supply.append(data.supply)
        state.hands.append([c for c in cards if c in hand])
        state.discards.append(data.discards[:])
        state.face_down.append(data.face_down)


def _decode_rest(state: State, given: PositionData) -> None:
    seat_of = {house: seat for seat, house in enumerate(given.houses)}
    state.tides = given.tides_of_battle
    state.confirm_orders = given.confirm_orders
    within("round", given.round, 1, 10)
    state.round = given.round
    known("step", given.step, STEPS)
    state.step = given.step
    within("turn", given.turn, 0, (len(TRACKS) if given.step == "clash" else state.seats) - 1)
    state.turn = given.turn
    setup = SETUPS[state.seats]
    usual = dict(zip(TRACKS, (setup.iron_throne, setup.fiefdoms, setup.kings_court), strict=True))
    if not set(setup.houses) == set(given.houses) and set(given.tracks) != set(TRACKS):
        raise PositionError("tracks: these houses are no usual set-up, so all three tracks must be given")
    state.tracks = [[seat_of[h] for h in given.tracks.get(track, usual[track])] for track in TRACKS]
    state.blade_used = given.blade_used
    state.raven_used = given.raven_used
    if given.threat not in range(0, WILDLING_MAX + 1, 2):
        raise PositionError(f"threat: {given.threat} is no place of the wildling track")
    state.threat = given.threat
    _decode_cards(state, given)
    for order in given.banned:
        known("banned", order, ORDER)
    state.banned = [ORDER[o] for o in given.banned]
    state.combat = None
    if given.winner is not None:
        known("winner", given.winner, seat_of)
    state.winner = seat_of[given.winner] if given.winner is not None else NOBODY
    known("reason", given.reason, ("", "seven-areas", "ten-rounds"))
    state.reason = given.reason
    for seat in given.forfeited:
        within("forfeited", seat, 0, state.seats - 1)
    state.forfeited = given.forfeited[:]
    state.key = key_of(given.key)
    within("drawn", given.drawn, 0, MOST_DRAWN)
    state.drawn = given.drawn


def _decode_cards(state: State, given: PositionData) -> None:
    if len(given.used) != 3 or len(given.decks) not in (0, 3) or len(given.westeros) not in (0, 3):
        raise PositionError("decks, used, westeros: there are three of each, or none is given")
    state.used = [cards[:] for cards in given.used]
    for card, deck in zip(given.westeros, WESTEROS_DECKS, strict=False):
        known("westeros", card, deck)
    if given.step in (*DECK_STEPS[:-1], *OWN_STEPS.values()) and not given.westeros:
        raise PositionError(f"westeros: three cards are revealed before the step {given.step!r}")
    state.westeros = given.westeros[:]
    state.decks = []
    for i, deck in enumerate(WESTEROS_DECKS):
        out = list(given.used[i])
        if given.decks:
            pile = given.decks[i]
        else:
            left = list(deck)
            for card in out:
                known(f"used.{i}", card, left)
                left.remove(card)
            pile = PileData(cards=left)
        state.decks.append(_pile(f"decks.{i}", pile, out, deck, state.seats))
    wildlings = given.wildlings if given.wildlings is not None else PileData(cards=list(WILDLING_CARDS))
    state.wildlings = _pile("wildlings", wildlings, [], WILDLING_CARDS, state.seats)


def _pile(where: str, data: PileData, out: list[str], whole: tuple[str, ...], seats: int) -> Pile:
    if sorted([*data.cards, *out]) != sorted(whole):
        raise PositionError(f"{where}: the pile and the cards used are not the deck")
    marks = data.known if data.known is not None else [0] * len(data.cards)
    return pile_of(where, data.cards, marks, seats)
