"""The Rally Phase: the advantage, the refresh of command tokens, and rallying units."""

from __future__ import annotations

from banneret.games.battles.events.round import AdvantageTaken, Rallied, RoundBegan
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.command import begin_command
from banneret.games.battles.state import State
from banneret.kernel.flow import Flow


def rally(game: Battle) -> Flow[None]:
    """Carry out the phase: advantage, refresh, rally, in this order (battles:round.4, battles:round.5)."""
    yield from ()
    state = game.state
    game.emit(RoundBegan(round=state.round, colour=colour(state.round)))
    _advantage(game)
    refresh_commanders(state)
    rally_units(state)
    game.emit(Rallied())
    for seat in range(state.seats):
        state.accounted[seat] = [0] * len(state.accounted[seat])
        state.destroyed[seat] = 0
    # What cards gave units for the round: battles:leadership.no-step-back, battles:leadership.bear-island-stand.
    state.stalwart = [False] * len(state.stalwart)
    state.toughness = [0] * len(state.toughness)
    begin_command(state)
    state.step = "marshal"


def colour(round: int) -> str:
    """Return the colour of a round: battles:round.11, battles:ruling.4, battles:pieces.14."""
    return "white" if round % 2 else "black"


def first_player(state: State) -> int:
    """Return the seat with the advantage: by command tokens (battles:round.6), then Momentum (battles:round.7).

    Tokens are counted before they return from commanders: battles:ruling.1, battles:ruling.3. Momentum does not move:
    battles:ruling.2, battles:pieces.31, battles:pieces.23.
    """
    stark, lannister = state.board_tokens
    if stark == lannister:
        return state.momentum
    return 0 if stark > lannister else 1


def _advantage(game: Battle) -> None:
    """Determine the first player of the round: battles:round.8."""
    state = game.state
    state.first = first_player(state)
    stark, lannister = state.board_tokens
    rule = "battles:round.7" if stark == lannister else "battles:round.6"
    tokens = dict(zip(state.houses, state.board_tokens, strict=True))
    game.emit(AdvantageTaken(house=state.houses[state.first], tokens=tokens, rule=rule))


def refresh_commanders(state: State) -> None:
    """Return command tokens to the boards: battles:round.9, including those of captured commanders (battles:c9.9).

    A House thus keeps all its tokens: battles:c9.6, battles:ruling.63.
    """
    for number, commander in enumerate(state.box.commanders):
        state.board_tokens[state.houses.index(commander.house)] += state.held[number]
        state.held[number] = 0


def rally_units(state: State) -> None:
    """Make all units active: battles:round.10, battles:round.12, battles:round.13, battles:round.14, battles:ruling.4.

    battles:pieces.25.
    """
    state.active = [True] * len(state.active)
