"""The consequences of an area changing hands: tokens, orders, ports, victory."""

from __future__ import annotations

from collections.abc import Iterable

from banneret.games.thrones.actions import TakePort
from banneret.games.thrones.content.board import AREAS, KIND, LAND, PORT_AREAS, PORT_OF
from banneret.games.thrones.content.components import ORDERS, PORT_LIMIT, SHIP
from banneret.games.thrones.events.action import OrderRemoved, PortCaptured, PortLost, PowerReturned
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import (
    add_units,
    check_victory,
    controller,
    count_units,
    holder_without_units,
    pieces_left,
    remove_order,
    remove_units,
)
from banneret.games.thrones.rules.supply import fits_after
from banneret.games.thrones.state import NO_ORDER, NOBODY, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import Message, msg

_NO_PORT = -1
_TAKE_PORT = {port: tuple(TakePort(AREAS[port], n) for n in range(PORT_LIMIT + 1)) for port in PORT_AREAS}


def settle(game: Thrones, areas: Iterable[int], left: int = NOBODY) -> Flow[None]:
    """Settle areas that units were lost in, left or entered; then check for victory.

    Remove other houses' tokens from areas a house now holds and orders from areas without units; ports follow their
    land (thrones:ruling.24, thrones:ruling.2). A home area without enemies needs nothing: its crest holds it at once
    (thrones:home.3). `left` is an area whose units have all marched off to a combat, as in `check_victory`.
    """
    state = game.state
    for area in areas:
        return_power(game, area)
        clear_order(game, area)
        if KIND[area] == LAND:
            holder = holder_without_units(state, area) if area == left else controller(state, area)
            yield from settle_port(game, area, holder)
    check_victory(game, left)


def return_power(game: Thrones, area: int) -> None:
    """Return the power token of an area that an enemy controls: thrones:secure.5, thrones:secure.6.

    The token stays if no other house has entered, or if its own house has units there: thrones:secure.3.
    """
    state = game.state
    token = state.power[area]
    if token == NOBODY or state.owner[area] in (NOBODY, token):
        return
    state.power[area] = NOBODY
    game.emit(PowerReturned(house=state.houses[token], area=AREAS[area]))


def clear_order(game: Thrones, area: int) -> None:
    """Remove the order of an area without units: thrones:ruling.33."""
    state = game.state
    if state.orders[area] != NO_ORDER and state.owner[area] == NOBODY:
        order = ORDERS[state.orders[area]].id
        remove_order(state, area)
        game.emit(OrderRemoved(area=AREAS[area], order=order))


def clear_orders(game: Thrones) -> None:
    """Remove all orders in areas without units: thrones:ruling.33."""
    owner = game.state.owner
    for area in [a for a, order in enumerate(game.state.orders) if order != NO_ORDER and owner[a] == NOBODY]:
        clear_order(game, area)


def settle_port(game: Thrones, area: int, holder: int) -> Flow[None]:
    """Hand the port of a land area to `holder`, the area's new controller: thrones:port-capture.1.

    The ships are lost if there is no controller (thrones:ruling.65). A house that regains its home area captures the
    port like any other (thrones:ruling.66).
    """
    port = PORT_OF[area]
    if port == _NO_PORT or game.state.owner[port] in (NOBODY, holder):
        return
    if holder == NOBODY:
        house = game.state.houses[game.state.owner[port]]
        game.emit(PortLost(house=house, port=AREAS[port], ships=_remove_ships(game, port)))
    else:
        yield from _capture(game, port, holder)


def _capture(game: Thrones, port: int, seat: int) -> Flow[None]:
    """Replace ships of a port with the house's own; all are removed: thrones:port-capture.1, thrones:port-capture.2."""
    state = game.state
    victim, most = state.owner[port], ships_to_take(state, seat, port)
    removed = _remove_ships(game, port)
    ships = 0
    if most:
        ships = (yield from ask(seat, TakePortChooser(port, most))).ships
    if ships:
        add_units(state, port, seat, SHIP, ships)
    house, loser = state.houses[seat], state.houses[victim]
    game.emit(PortCaptured(house=house, port=AREAS[port], victim=loser, removed=removed, ships=ships))


def _remove_ships(game: Thrones, port: int) -> int:
    """Remove all ships and the order of a port; return the number of ships."""
    state = game.state
    ships = count_units(state, port)
    remove_units(state, port, SHIP, state.units[SHIP][port])
    remove_units(state, port, SHIP, state.routed[SHIP][port], routed=True)
    clear_order(game, port)
    return ships


def ships_to_take(state: State, seat: int, port: int) -> int:
    """Return how many ships of a port a house can replace, limited by its pieces and supply.

    thrones:ruling.64, thrones:ports.3, thrones:ports.4, thrones:supply.7.
    """
    most = min(count_units(state, port), pieces_left(state, seat, SHIP))
    while most > 1 and not fits_after(state, seat, {port: most}):
        most -= 1
    return most


class TakePortChooser(Chooser[TakePort]):
    """How many ships in a captured port are replaced by the house's own? Options: 0, 1, 2, 3 as far as possible."""

    __slots__ = ("most", "port")
    kind = "take-port"
    rule = "thrones:port-capture.1"
    answers = (TakePort,)

    def __init__(self, port: int, most: int) -> None:
        self.port = port
        self.most = most

    def prompt(self) -> Message:
        """Name the port."""
        return msg("ask.take-port", area=AREAS[self.port], most=self.most)

    def options(self) -> list[TakePort]:
        """List the numbers of ships from 0 up."""
        return list(_TAKE_PORT[self.port][: self.most + 1])

    def refusal(self, action: TakePort) -> Refusal | None:
        """Refuse other ports, and more ships than pieces, supply and the captured ships allow."""
        if action.area != AREAS[self.port]:
            return Refusal(self.rule, msg("refuse.port.other-port", area=AREAS[self.port]))
        if action.ships > self.most:
            return Refusal("thrones:ruling.64", msg("refuse.port.too-many", area=action.area, most=self.most))
        return None
