"""Moments: every effect with this timing is resolved, the first player's effects first."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.runewars.actions import Order
from banneret.games.runewars.effects.registry import HANDLERS, Handler, Moment, Source
from banneret.games.runewars.effects.sources import answering, held_by_all, ids_of
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import msg


class OrderChooser(Chooser[Order]):
    """Which effect is resolved next? Options: the player's effects with this timing, by units and their cards."""

    __slots__ = ("sources", "state")
    kind = "order"
    rule = "rw:76.9"
    answers = (Order,)

    def __init__(self, state: MatchState, sources: Sequence[Source]) -> None:
        self.state = state
        self.sources = sources

    def options(self) -> list[Order]:
        """List the remaining effects."""
        return [Order(label(self.state, source.unit), source.id) for source in self.sources]

    def refusal(self, action: Order) -> Refusal | None:
        """Refuse effects that are not among them."""
        if action in self.options():
            return None
        return Refusal(self.rule, msg("refuse.order", unit=action.unit, effect=action.effect))


def happen(game: Runewars, moment: Moment, side: int | None = None) -> Flow[Moment]:
    """Resolve all effects that respond to a moment, or those of one side, and return the moment.

    Once the moment is canceled, no further effect responds. Cards that leave their unit in the meantime are skipped.
    """
    # rules rw:34.5, rw:76.0, rw:76.5, rw:76.7, rw:76.8, rw:76.10
    state, table = game.state, HANDLERS[moment.name]
    if held_by_all(state).isdisjoint(table):  # mostly
        return moment
    waiting = [
        one
        for one in answering(state, table, moment.unit, moment.target)
        if side is None or state.seat[one[1].unit] == side
    ]
    while waiting and not moment.canceled:
        handler, source = one = yield from _next(state, waiting)
        waiting.remove(one)
        if source.id in ids_of(state, source.unit):
            yield from handler.act(game, moment, source)
    return moment


def _next(state: MatchState, waiting: Sequence[tuple[Handler, Source]]) -> Flow[tuple[Handler, Source]]:
    """Ask the player to whom all of these effects belong which is resolved next."""
    # rules rw:76.9, rw:ruling.52
    side = state.seat[waiting[0][1].unit]
    own = [one for one in waiting if state.seat[one[1].unit] == side]
    chosen = yield from ask(side, OrderChooser(state, [source for _, source in own]))
    return next(one for one in own if Order(label(state, one[1].unit), one[1].id) == chosen)
