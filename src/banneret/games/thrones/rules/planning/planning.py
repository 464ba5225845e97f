"""Planning phase, steps 1 and 2: orders are assigned face down and revealed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import itemgetter
from typing import Final

from banneret.games.thrones.actions import LiftOrder, PlaceOrder, Ready
from banneret.games.thrones.content.board import AREA, AREAS
from banneret.games.thrones.content.components import (
    CONSOLIDATE_POWER,
    DEFENSE_PLUS_ONE,
    DEFENSE_PLUS_TWO,
    MARCH_MINUS_ONE,
    MARCH_PLUS_ONE,
    MARCH_ZERO,
    ORDER,
    ORDER_COUNT,
    ORDER_SPECIAL,
    ORDERS,
    RAID,
    SPECIAL_CONSOLIDATE_POWER,
    SPECIAL_RAID,
    SUPPORT_PLUS_ONE,
    SUPPORT_ZERO,
    TYPE_DEFENSE,
    TYPE_MARCH,
    TYPE_POWER,
    TYPE_RAID,
    TYPE_SUPPORT,
)
from banneret.games.thrones.events.action import OrdersAreShort, OrdersRevealed
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import areas_with_units
from banneret.games.thrones.rules.tracks import stars
from banneret.games.thrones.rules.turns import TYPE_IN, go_on_to
from banneret.games.thrones.state import NO_ORDER, State
from banneret.kernel.choosers import Chooser, Options, Part, Refusal
from banneret.kernel.flow import Flow, ask, together
from banneret.text.message import msg

LISTED: Final = (
    DEFENSE_PLUS_ONE,
    CONSOLIDATE_POWER,
    SUPPORT_ZERO,
    RAID,
    MARCH_MINUS_ONE,
    MARCH_ZERO,
    DEFENSE_PLUS_TWO,
    SPECIAL_CONSOLIDATE_POWER,
    SUPPORT_PLUS_ONE,
    SPECIAL_RAID,
    MARCH_PLUS_ONE,
)
"""The orders as options list them: normal ones first, the least aggressive of them first."""

BANNED_BY: Final = {
    TYPE_MARCH: "thrones:event.rains-of-autumn",
    TYPE_DEFENSE: "thrones:event.storm-of-swords",
    TYPE_SUPPORT: "thrones:event.web-of-lies",
    TYPE_RAID: "thrones:event.sea-of-storms",
    TYPE_POWER: "thrones:event.feast-for-crows",
}
"""The Westeros card that bans orders of a type; Put to the Sword may replace two of them."""

DRAFT: Final = "orders"
"""The name of the draft of a house's orders."""

_READY = Ready()
_LIFT = tuple(LiftOrder(area) for area in AREAS)
_PLACE = tuple(tuple(PlaceOrder(area, order.id) for order in ORDERS) for area in AREAS)
_SPECIAL_KINDS = sum(1 << order for order in range(len(ORDERS)) if ORDER_SPECIAL[order])


def planning(game: Thrones) -> Flow[None]:
    """Let all houses place their orders at the same time, then reveal: thrones:planning.1, thrones:planning.3.

    If a house has too few orders, all place in turn order instead: thrones:shortage.1.
    """
    state = game.state
    hands = [OrderHand(state, seat) for seat in range(state.seats)]
    short = [hand.seat for hand in hands if hand.is_short()]
    if short:
        game.emit(OrdersAreShort(houses=tuple(state.houses[seat] for seat in short)))
        go_on_to(state, "shortage")
        return
    placed = yield from together({hand.seat: place_orders(hand) for hand in hands})
    for orders in placed.values():
        put_down(state, orders)
    reveal(game)


def put_down(state: State, orders: Mapping[int, int]) -> None:
    """Place a house's orders on the board: thrones:planning.2."""
    for area, order in orders.items():
        state.orders[area] = order


def reveal(game: Thrones) -> None:
    """Reveal all orders together, then proceed to the raven: thrones:planning.6, thrones:planning.7."""
    state = game.state
    state.face_down = [False] * state.seats
    orders = {AREAS[area]: ORDERS[order].id for area, order in enumerate(state.orders) if order != NO_ORDER}
    game.emit(OrdersRevealed(orders=orders))
    go_on_to(state, "raven")


def place_orders(hand: OrderHand) -> Flow[dict[int, int]]:
    """Ask a house for one order at a time, in any order, until all required ones are placed; return area -> order.

    Every area with the house's units gets one (thrones:planning.2), a port with ships too (thrones:port-orders.1); a
    house short of orders places all it may (thrones:shortage.2). A partial placement can always be completed: any token
    fits any area.
    """
    while True:
        while hand.areas and hand.kinds:
            answer = yield from ask(hand.seat, PlaceChooser(hand))
            hand.place(AREA[answer.area], ORDER[answer.order])
        if not hand.state.confirm_orders or not hand.placed:
            return hand.placed
        confirmed = yield from ask(hand.seat, ConfirmChooser(hand))
        if isinstance(confirmed, Ready):
            return hand.placed
        hand.lift(AREA[confirmed.area])


class OrderHand:
    """The orders a house may still place and the areas that need one. Private to its flow."""

    __slots__ = ("areas", "counts", "kinds", "placed", "seat", "stars", "state")

    def __init__(self, state: State, seat: int) -> None:
        """Take the tokens into the hand: two normal ones and a special one of each type (thrones:orders.8).

        Those banned by a Westeros card cannot be placed: thrones:ruling.9, thrones:event.storm-of-swords,
        thrones:event.rains-of-autumn, thrones:event.sea-of-storms, thrones:event.web-of-lies,
        thrones:event.feast-for-crows.
        """
        self.state = state
        self.seat = seat
        self.areas = areas_with_units(state, seat)
        """Areas still without an order, by area number."""
        self.counts = list(ORDER_COUNT)
        """By order number: the number of tokens left."""
        for order in state.banned:
            self.counts[order] = 0
        self.stars = stars(state, seat)
        self.placed: dict[int, int] = {}
        self.kinds = self._kinds()
        """Bit by order number: whether the order can be placed now."""

    def _kinds(self) -> int:
        kinds = sum([1 << order for order, count in enumerate(self.counts) if count])
        return kinds if self.stars else kinds & ~_SPECIAL_KINDS

    def place(self, area: int, order: int) -> None:
        """Place an order."""
        self.placed[area] = order
        self.areas.remove(area)
        self.counts[order] -= 1
        if not self.counts[order]:
            self.kinds &= ~(1 << order)
        if ORDER_SPECIAL[order]:
            self.stars -= 1
            if not self.stars:
                self.kinds &= ~_SPECIAL_KINDS

    def lift(self, area: int) -> None:
        """Take an order back into the hand."""
        order = self.placed.pop(area)
        self.areas = sorted([*self.areas, area])
        self.counts[order] += 1
        if ORDER_SPECIAL[order]:
            self.stars += 1
        self.kinds = self._kinds()

    def is_short(self) -> bool:
        """Return whether a house may place fewer orders than it has areas with units: thrones:ruling.26."""
        return self.tokens_left() < len(self.areas)

    def tokens_left(self) -> int:
        """Count the tokens that can still be placed: thrones:kings-court.1, thrones:shortage.3.

        All normal ones, and special ones up to the number of stars: thrones:planning.5, thrones:special.1.
        """
        special = sum([count for order, count in enumerate(self.counts) if ORDER_SPECIAL[order]])
        return sum(self.counts) - special + min(special, self.stars)


@cache
def _of_kinds(kinds: int) -> Callable[[tuple[PlaceOrder, ...]], tuple[PlaceOrder, ...]]:
    """Return a function that selects the options of these kinds of orders (bits by order number) from an area's."""
    orders = [order for order in LISTED if kinds >> order & 1]
    return itemgetter(*orders) if len(orders) > 1 else lambda row: tuple([row[order] for order in orders])


def why_not_order(state: State, order: int, tokens: int, stars_left: int) -> tuple[str, str] | None:
    """Return rule and reason why an order cannot be placed, or None.

    `tokens` and `stars_left` are the tokens of this order and the stars that the house has left.
    """
    if order in state.banned:
        by_choice = "put-to-the-sword" in state.westeros
        return "thrones:event.put-to-the-sword" if by_choice else BANNED_BY[TYPE_IN[order]], "banned"
    if not tokens:
        return "thrones:orders.8", "no-token"
    if ORDER_SPECIAL[order] and not stars_left:
        return "thrones:kings-court.3", "no-star"
    return None


class PlaceChooser(Chooser[PlaceOrder]):
    """Which order is placed in which area? Options by area number, in each as in `LISTED`."""

    __slots__ = ("hand",)
    kind = "order"
    rule = "thrones:planning.2"
    answers = (PlaceOrder,)

    def __init__(self, hand: OrderHand) -> None:
        self.hand = hand

    def part(self) -> Part:
        """Return the areas that still need an order: thrones:planning.2."""
        hand = self.hand
        missing = min(len(hand.areas), hand.tokens_left())
        return Part(DRAFT, missing, tuple(f"area:{AREAS[area]}" for area in hand.areas))

    def options(self) -> list[PlaceOrder]:
        """List all remaining orders for all remaining areas."""
        pick = _of_kinds(self.hand.kinds)
        listed: list[PlaceOrder] = []
        for area in self.hand.areas:
            listed += pick(_PLACE[area])
        return listed

    def only(self, options: Options[PlaceOrder]) -> PlaceOrder | None:
        """Return the only answer, or None; only the last area can have just one."""
        return super().only(options) if len(self.hand.areas) == 1 else None

    def refusal(self, action: PlaceOrder) -> Refusal | None:
        """Refuse areas that need no order, and orders the house does not have or may not place.

        A garrison without units receives no order: thrones:garrison.1, thrones:garrison.5.
        """
        hand, area, order = self.hand, AREA[action.area], ORDER[action.order]
        if area in hand.placed:
            return Refusal("thrones:planning.3", msg("refuse.order.second", area=action.area))
        if area not in hand.areas:
            return Refusal("thrones:planning.2", msg("refuse.order.no-units", area=action.area))
        why = why_not_order(hand.state, order, hand.counts[order], hand.stars)
        return None if why is None else Refusal(why[0], msg(f"refuse.order.{why[1]}", order=action.order))


class ConfirmChooser(Chooser[Ready | LiftOrder]):
    """Are the orders final? Options: ready, then lifting one, by area number."""

    __slots__ = ("hand",)
    kind = "confirm-orders"
    rule = "thrones:planning.6"
    answers = (Ready, LiftOrder)

    def __init__(self, hand: OrderHand) -> None:
        self.hand = hand

    def part(self) -> Part:
        """Return `ready` as what ends the draft."""
        return Part(DRAFT, 0, closing=_READY)

    def options(self) -> list[Ready | LiftOrder]:
        """List `ready` and every order placed."""
        return [_READY, *(_LIFT[area] for area in sorted(self.hand.placed))]

    def refusal(self, action: Ready | LiftOrder) -> Refusal | None:
        """Refuse lifting an order where none was placed."""
        if isinstance(action, Ready) or AREA[action.area] in self.hand.placed:
            return None
        return Refusal("thrones:planning.2", msg("refuse.order.none-to-lift", area=action.area))
