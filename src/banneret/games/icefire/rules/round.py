"""The course of a match: the outermost flow and the flows of the steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.round import RoundBegan
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.activation import between_turns, turn
from banneret.games.icefire.rules.battlefield import place_terrain, places_terrain
from banneret.games.icefire.rules.cleanup import refill, score
from banneret.games.icefire.rules.deployment import deploy, name_first_player, take_zones
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.victory import announce_outcome
from banneret.games.icefire.state import Moment
from banneret.kernel.flow import Checkpoint, Flow, MatchOver


def begin_round(game: War) -> Flow[None]:
    """Begin a round: icefire:round.1, icefire:round.3, icefire:terms.7, icefire:terms.22, icefire:overview.4."""
    state = game.state
    game.emit(RoundBegan(round=state.round))
    yield from between_turns(game, _start(game))
    state.turn_seat = state.first
    state.step = "turn"


def _start(game: War) -> Flow[None]:
    state = game.state
    yield from happen(game, Moment("round-start", state.first))
    yield from mode_of(state).round_start(game)


def prepare(game: War) -> Flow[None]:
    """Let the players do what a mode requires during setup: icefire:setup.2."""
    state = game.state
    yield from mode_of(state).prepare(game)
    state.step = "terrain" if places_terrain(state) else "zones"


STEPS: Final[Mapping[str, Callable[[War], Flow[None]]]] = {
    "missions": prepare,
    "terrain": place_terrain,
    "zones": take_zones,
    "deploy": deploy,
    "first": name_first_player,
    "round-start": begin_round,
    "turn": turn,
    "score": score,
    "refill": refill,
}
"""One turn of each step; the turn itself sets the next step."""

OVER: Final = "over"


def play(game: War) -> Flow[None]:
    """Play from the state's checkpoint to the end of the match."""
    state = game.state
    try:
        while state.step != OVER:
            yield Checkpoint(f"round {state.round}" if state.round else "deployment")
            yield from STEPS[state.step](game)
    except MatchOver:
        state.step = OVER
        state.turn = None
        announce_outcome(game)
