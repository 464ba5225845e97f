"""Planning phase, step 3: the Messenger Raven."""

from __future__ import annotations

from banneret.games.thrones.actions import ExchangeOrder, LeaveOnTop, LookAtWildlings, PutUnder
from banneret.games.thrones.content.board import AREA, AREAS
from banneret.games.thrones.content.components import ORDER, ORDER_COUNT, ORDER_SPECIAL, ORDERS
from banneret.games.thrones.events.action import (
    OrderExchanged,
    RavenUnused,
    WildlingsReturned,
    WildlingsSeen,
)
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.planning.planning import LISTED, why_not_order
from banneret.games.thrones.rules.tracks import holder, stars
from banneret.games.thrones.rules.turns import go_on_to
from banneret.games.thrones.state import KINGS_COURT, NO_ORDER, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, about, ask
from banneret.kernel.pile import mask_of
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg

_PASS, _LOOK, _TOP, _UNDER = Pass(), LookAtWildlings(), LeaveOnTop(), PutUnder()
_EXCHANGE = tuple(tuple(ExchangeOrder(area, order.id) for order in ORDERS) for area in AREAS)


def raven(game: Thrones) -> Flow[None]:
    """Let the holder of the Messenger Raven use it once, then go on to the raids: thrones:planning.8, thrones:raven.1.

    The bans of this planning phase apply until then: thrones:ruling.9.
    """
    state = game.state
    seat = holder(state, KINGS_COURT)
    answer = yield from ask(seat, RavenChooser(state, seat))
    if isinstance(answer, Pass):
        game.emit(RavenUnused(house=state.houses[seat]))
    else:
        state.raven_used = True  # thrones:raven.5
        if isinstance(answer, ExchangeOrder):
            _exchange(game, seat, AREA[answer.area], ORDER[answer.order])
        else:
            yield from _look(game, seat)
    state.banned = []
    go_on_to(state, "raid")


def _exchange(game: Thrones, seat: int, area: int, order: int) -> None:
    """Replace an order with an unplaced one: thrones:raven.2."""
    state = game.state
    old = ORDERS[state.orders[area]].id
    state.orders[area] = order
    game.emit(OrderExchanged(house=state.houses[seat], area=AREAS[area], old=old, new=ORDERS[order].id))


def _look(game: Thrones, seat: int) -> Flow[None]:
    """Look at the top wildling card in secret and leave it on top or put it at the bottom: thrones:raven.3."""
    state = game.state
    house, mask = state.houses[seat], mask_of([seat])
    card = game.chance.look(state.wildlings, seen=mask)
    game.emit(WildlingsSeen(house=house, card=card), seen=mask)
    answer = yield from about(card, ask(seat, ReturnChooser(card)))
    if isinstance(answer, PutUnder):
        state.wildlings.move_top_under()
    game.emit(WildlingsReturned(house=house, place="under" if isinstance(answer, PutUnder) else "top"))


class RavenChooser(Chooser[Pass | LookAtWildlings | ExchangeOrder]):
    """How is the raven used? Options: not at all, the look, then exchanges by area number, in each as in `LISTED`.

    The new order must respect stars and bans (thrones:ruling.9), counting all the house's orders on the board.
    Exchanging an order for one of the same kind changes nothing and is not offered.
    """

    __slots__ = ("counts", "seat", "special", "stars", "state")
    kind = "raven"
    rule = "thrones:raven.1"
    answers = (Pass, LookAtWildlings, ExchangeOrder)

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.counts = list(ORDER_COUNT)
        """By order number: the number of unplaced tokens."""
        self.special = 0
        """Number of special orders placed."""
        for owner, order in zip(state.owner, state.orders, strict=True):
            if owner == seat and order != NO_ORDER:
                self.counts[order] -= 1
                self.special += ORDER_SPECIAL[order]
        self.stars = stars(state, seat)

    def options(self) -> list[Pass | LookAtWildlings | ExchangeOrder]:
        """List the possible uses of the raven."""
        listed: list[Pass | LookAtWildlings | ExchangeOrder] = [_PASS, _LOOK]
        instead: dict[int, list[int]] = {}  # the possible orders by the one that they replace
        for area, old in enumerate(self.state.orders):
            if old != NO_ORDER and self.state.owner[area] == self.seat:
                if old not in instead:
                    instead[old] = [order for order in LISTED if self._why_not(area, order) is None]
                listed += [_EXCHANGE[area][order] for order in instead[old]]
        return listed

    def refusal(self, action: Pass | LookAtWildlings | ExchangeOrder) -> Refusal | None:
        """Refuse areas without an order of the house, and orders that it does not have or may not place."""
        if not isinstance(action, ExchangeOrder):
            return None
        area = AREA[action.area]
        if self.state.owner[area] != self.seat or self.state.orders[area] == NO_ORDER:
            return Refusal("thrones:raven.2", msg("refuse.raven.no-order", area=action.area))
        why = self._why_not(area, ORDER[action.order])
        return None if why is None else Refusal(why[0], msg(f"refuse.{why[1]}", area=action.area, order=action.order))

    def _why_not(self, area: int, order: int) -> tuple[str, str] | None:
        old = self.state.orders[area]
        if order == old:
            return "thrones:raven.2", "raven.same-order"
        stars_left = self.stars - self.special + ORDER_SPECIAL[old]
        why = why_not_order(self.state, order, self.counts[order], max(stars_left, 0))
        return None if why is None else (why[0], f"order.{why[1]}")


class ReturnChooser(Chooser[LeaveOnTop | PutUnder]):
    """Where is the wildling card returned? Options: top, bottom."""

    __slots__ = ("card",)
    kind = "wildling-card"
    rule = "thrones:raven.3"
    answers = (LeaveOnTop, PutUnder)

    def __init__(self, card: str) -> None:
        self.card = card

    def prompt(self) -> Message:
        """Name the card, which only this seat sees."""
        return msg("ask.wildling-card", card=self.card)

    def options(self) -> list[LeaveOnTop | PutUnder]:
        """List both places."""
        return [_TOP, _UNDER]

    def refusal(self, action: LeaveOnTop | PutUnder) -> Refusal | None:
        """Refuse nothing."""
        return None
