"""The Clean-Up Phase, in order: icefire:cleanup.1."""

from __future__ import annotations

from banneret.games.icefire.actions import Discard
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.activation import between_turns
from banneret.games.icefire.rules.board.hands import DiscardChooser, discard, draw_cards, refill_to
from banneret.games.icefire.rules.moments import happen, in_order
from banneret.games.icefire.rules.table.lasting_effects import end_effects
from banneret.games.icefire.rules.table.sides import next_player
from banneret.games.icefire.rules.victory import check_points
from banneret.games.icefire.state import NO_UNIT, Moment
from banneret.kernel.flow import Flow, ask


def score(game: War) -> Flow[None]:
    """End the round, score and check for victory: icefire:cleanup.2, icefire:cleanup.3, icefire:cleanup.4.

    icefire:cleanup.1. The game mode determines what is scored: icefire:overview.2.
    """
    state = game.state
    yield from between_turns(game, _end(game))
    check_points(game)
    state.step = "refill"


def _end(game: War) -> Flow[None]:
    state = game.state
    yield from happen(game, Moment("round-end", state.first))
    yield from mode_of(state).score(game)


def refill(game: War) -> Flow[None]:
    """Clear the table and the board, refill the hands, and pass the First Player token on.

    icefire:cleanup.5, icefire:cleanup.6, icefire:cleanup.7, icefire:cleanup.8, icefire:cleanup.9, icefire:cleanup.14,
    icefire:cleanup.15, icefire:influence.4. With teams the token goes to the other team (icefire:team.6), else to the
    left: icefire:free-for-all.5.
    """
    state = game.state
    state.activated = [False] * len(state.activated)
    state.ncu_activated = [False] * len(state.ncu_activated)
    state.ncu_zone = [""] * len(state.ncu_zone)
    mode_of(state).cleared(state)
    state.influence = [NO_UNIT] * len(state.influence)
    state.orders_used = [[] for _ in state.orders_used]
    end_effects(state, "round")
    for seat in in_order(state):
        answer = yield from ask(seat, DiscardChooser(state, seat))
        if isinstance(answer, Discard):
            discard(game, seat, answer.cards)
    for seat in in_order(state):
        yield from draw_cards(game, seat, max(0, refill_to(state, seat) - len(state.hands[seat])))
    state.first = next_player(state, state.first)
    state.turn_seat = state.first
    state.round += 1
    state.step = "round-start"
