"""Setup of a match: options, the house of each seat, the board and the shuffled decks."""

from __future__ import annotations

from typing import Any

import msgspec

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import (
    CARDS_OF,
    GARRISON,
    HOME,
    HOUSES,
    SETUPS,
    START_POWER,
    START_THREAT,
    WESTEROS_DECKS,
    WILDLING_CARDS,
    Setup,
)
from banneret.games.thrones.state import BLOCKED, NO_ORDER, NOBODY, State
from banneret.kernel.chance import Chance
from banneret.kernel.pile import Pile
from banneret.kernel.rulebook import OptionError

DRAWN = "drawn"


class ThronesOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a match."""

    houses: dict[str, str] | list[str] | str = msgspec.field(default_factory=dict)
    """House of each seat: a map from seat number to house, a list of one house per seat, or "drawn" to draw them at
    random. Omitted seats get the remaining houses in setup order.
    """
    tides_of_battle: bool = False
    """Play with the Tides of Battle cards (thrones:tides.1)."""
    confirm_orders: bool = False
    """Ask each house to confirm its orders once all are placed. Without it, placing the last order confirms them."""
    lannister_port_ship: bool = False
    """Let Lannister start with its ship in port in three-player games too (thrones:ruling.71); with more players it
    always does.
    """


def chosen_houses(options: ThronesOptions, seats: int) -> tuple[str, ...] | None:
    """Return the house of each seat, or None if houses are drawn at random: thrones:setup.6. Raises OptionError.

    With fewer than six players some houses are not in play: thrones:players.1, thrones:players.3, thrones:players.6.
    """
    if seats not in SETUPS:
        raise OptionError(f"seats: {seats}; thrones is played with {', '.join(map(str, SETUPS))}")
    given = options.houses
    if given == DRAWN:
        return None
    if isinstance(given, str):
        raise OptionError(f'houses: {given!r}; give "drawn", a list of houses, or seat numbers with houses')
    playable = SETUPS[seats].houses
    if isinstance(given, list):
        given = {str(seat): house for seat, house in enumerate(given)}
    placed: dict[int, str] = {}
    for seat, house in given.items():
        if not seat.isdecimal() or int(seat) >= seats:
            raise OptionError(f"houses: seat {seat!r} does not exist; seats are 0 to {seats - 1}")
        if house not in playable:
            why = "is not played with this number of seats" if house in HOUSES else "is no house"
            raise OptionError(f"houses: {house!r} {why}; there are: {', '.join(playable)}")
        if house in placed.values():
            raise OptionError(f"houses: {house!r} is given to two seats")
        placed[int(seat)] = house
    left = [house for house in playable if house not in placed.values()]
    return tuple(placed[seat] if seat in placed else left.pop(0) for seat in range(seats))


def new_state(seats: int, options: ThronesOptions, key: bytes) -> State:
    """Set up the match in the order of the rulebook: thrones:setup.1, thrones:aim.3.

    The numbers printed on pieces and screens come from the data files: thrones:ruling.73. The wildling and Westeros
    decks are shuffled: thrones:setup.2, thrones:setup.3.
    """
    houses = chosen_houses(options, seats)
    setup = SETUPS[seats]
    state = State()
    state.key = key
    state.drawn = 0
    chance = Chance(state, [])
    if houses is None:
        left = list(setup.houses)
        houses = tuple(left.pop(chance.pick(len(left))) for _ in range(seats))
    _place_seats(state, houses, options)
    _place_board(state, setup, frozenset() if options.lannister_port_ship else setup.left_out)
    _place_tokens(state, setup)
    for pile in (state.wildlings, *state.decks):
        chance.shuffle(pile)
    return state


def _place_seats(state: State, houses: tuple[str, ...], options: ThronesOptions) -> None:
    state.seats = len(houses)
    state.houses = houses
    home = [NOBODY] * len(board.AREAS)
    for seat, house in enumerate(houses):
        home[HOME[house]] = seat
    state.home_seat = tuple(home)
    state.tides = options.tides_of_battle
    state.confirm_orders = options.confirm_orders


def _place_board(state: State, setup: Setup, left_out: frozenset[int]) -> None:
    """Place units, garrisons and neutral forces: thrones:setup.11, thrones:setup.12, thrones:setup.4.

    The neutral forces depend on the number of seats: thrones:neutral.1, thrones:players.2, thrones:players.4,
    thrones:players.7. Lannister's ship in port with three players: thrones:ruling.71.
    """
    areas = len(board.AREAS)
    state.owner = [NOBODY] * areas
    state.units = [[0] * areas for _ in range(4)]
    state.routed = [[0] * areas for _ in range(4)]
    state.orders = [NO_ORDER] * areas
    state.power = [NOBODY] * areas
    state.garrison = [0] * areas
    state.neutral = [0] * areas
    for placed in setup.units:
        if placed.area in left_out:
            continue
        state.owner[placed.area] = state.houses.index(placed.house)
        state.units[placed.unit][placed.area] += placed.count
    for house in state.houses:
        state.garrison[HOME[house]] = GARRISON[house]
    for area, strength in setup.neutral.items():
        state.neutral[area] = strength
    for area in setup.blocked:
        state.neutral[area] = BLOCKED


def _place_tokens(state: State, setup: Setup) -> None:
    """Place markers, deal cards and tokens: thrones:setup.5, thrones:setup.7, thrones:setup.8, thrones:setup.13.

    Gaps on the tracks are closed, and the first house on each takes its dominance token: thrones:setup.9,
    thrones:setup.10.
    """
    seat_of = {house: seat for seat, house in enumerate(state.houses)}
    state.round = 1
    state.step = "planning"
    state.turn = 0
    state.face_down = [False] * state.seats
    state.available = [START_POWER] * state.seats
    state.supply = [setup.supply[house] for house in state.houses]
    tracks = (setup.iron_throne, setup.fiefdoms, setup.kings_court)
    state.tracks = [[seat_of[house] for house in track] for track in tracks]
    state.blade_used = False
    state.raven_used = False
    state.hands = [list(CARDS_OF[house]) for house in state.houses]
    state.discards = [[] for _ in state.houses]
    state.threat = START_THREAT
    state.decks = [Pile(deck) for deck in WESTEROS_DECKS]
    state.used = [[], [], []]
    state.westeros = []
    state.wildlings = Pile(WILDLING_CARDS)
    state.banned = []
    state.combat = None
    state.winner = NOBODY
    state.reason = ""
    state.forfeited = []


def option_values(options: Any) -> ThronesOptions:  # msgspec returns the options untyped
    """Return the options as this game's type. Raises OptionError if they are another game's."""
    if not isinstance(options, ThronesOptions):
        raise OptionError("these are no options of thrones")
    return options
