"""Planning phase, step 1, if a house is short of orders: all place face down in turn order."""

from __future__ import annotations

from banneret.games.thrones.content.board import AREAS
from banneret.games.thrones.content.components import ORDERS
from banneret.games.thrones.events.action import OrdersPlaced
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import turn_order
from banneret.games.thrones.rules.planning.planning import OrderHand, place_orders, put_down, reveal
from banneret.kernel.flow import Flow, together
from banneret.kernel.pile import mask_of


def shortage(game: Thrones) -> Flow[None]:
    """Let the next house in turn order place its orders face down; reveal after the last one: thrones:shortage.1.

    The house short of orders places all it may and leaves areas of its choice empty: thrones:shortage.2,
    thrones:ruling.25. Until the reveal the others see only which areas have an order: thrones:secrets.1,
    thrones:alliances.2.
    """
    state = game.state
    seat = turn_order(state)[state.turn]
    orders = (yield from together({seat: place_orders(OrderHand(state, seat))}))[seat]
    put_down(state, orders)
    state.face_down[seat] = True
    areas = sorted(orders)
    game.emit(
        OrdersPlaced(
            house=state.houses[seat],
            areas=tuple(AREAS[area] for area in areas),
            orders=tuple(ORDERS[orders[area]].id for area in areas),
        ),
        seen=mask_of([seat]),
    )
    state.turn += 1
    if state.turn == state.seats:
        game.chance.reveal()  # the orders placed face down in earlier turns
        reveal(game)
