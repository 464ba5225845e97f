"""Action phase, step 4: clean up."""

from __future__ import annotations

from banneret.games.thrones.content.board import AREAS
from banneret.games.thrones.content.components import ROUNDS
from banneret.games.thrones.events.action import OrdersCleared, RoundBegan, TenRoundsPlayed
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.ending import ranking
from banneret.games.thrones.rules.turns import go_on_to
from banneret.games.thrones.state import NO_ORDER
from banneret.kernel.flow import Flow, MatchOver


def clean_up(game: Thrones) -> Flow[None]:
    """Clear the board, then begin the next round or end the match after the tenth: thrones:cleanup.4."""
    state = game.state
    cleared = tuple(AREAS[area] for area, order in enumerate(state.orders) if order != NO_ORDER)
    state.orders = [NO_ORDER] * len(AREAS)  # thrones:cleanup.1
    stood_up = _stand_up(game)
    state.raven_used = state.blade_used = False  # thrones:cleanup.3, thrones:raven.5, thrones:blade.2
    state.banned = []
    game.emit(OrdersCleared(areas=cleared, routed=stood_up))
    if state.round == ROUNDS:
        _end(game)
    state.round += 1  # thrones:westeros.1
    game.emit(RoundBegan(round=state.round))
    go_on_to(state, "westeros")
    yield from ()


def _stand_up(game: Thrones) -> tuple[str, ...]:
    """Stand up all routed units and return their areas: thrones:cleanup.2."""
    state = game.state
    areas: list[int] = []
    for standing, routed in zip(state.units, state.routed, strict=True):
        if not any(routed):
            continue
        for area, count in enumerate(routed):
            if count:
                standing[area] += count
                routed[area] = 0
                areas.append(area)
    return tuple(AREAS[area] for area in sorted(set(areas)))


def _end(game: Thrones) -> None:
    """End the match after the tenth round: thrones:end.1, thrones:end.3, thrones:round.1."""
    state = game.state
    state.reason = "ten-rounds"
    game.emit(TenRoundsPlayed(winner=state.houses[ranking(state)[0]]))
    raise MatchOver
