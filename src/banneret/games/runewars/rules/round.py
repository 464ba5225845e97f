"""The course of a match: the outermost flow, one flow for each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_DIALS, ROUNDS, Step
from banneret.games.runewars.rules.activation import choose, perform
from banneret.games.runewars.rules.command import command
from banneret.games.runewars.rules.deployment import deploy
from banneret.games.runewars.rules.mana import cast_mana
from banneret.games.runewars.rules.scoring import end_match
from banneret.games.runewars.rules.sides import choose_cards, name_first_player
from banneret.kernel.flow import Checkpoint, Flow


def end_phase(game: Runewars) -> Flow[None]:
    """Cast the mana, hand over the first seat, and begin the next round or end the match."""
    # rules rw:30.0, rw:64.2, rw:64.3
    state = game.state
    state.dials = [NO_DIALS] * len(state.unit)
    state.shown = [False] * len(state.unit)
    state.called = 0
    state.spent = [False, False]
    if state.round >= ROUNDS:
        end_match(game)
        return
    cast_mana(game)
    state.round += 1
    state.first = 1 - state.first
    state.turn = state.first
    state.step = "command"
    yield from ()


STEPS: Final[Mapping[Step, Callable[[Runewars], Flow[None]]]] = {
    "first": name_first_player,
    "cards": choose_cards,
    "deploy": deploy,
    "command": command,
    "choose": choose,
    "perform": perform,
    "end": end_phase,
}
"""What each step is; it says itself what the next one is."""


def play(game: Runewars) -> Flow[None]:
    """Play from the checkpoint the state is at to the end of the match."""
    state = game.state
    while state.step != "over":
        yield Checkpoint("setup" if state.step in ("first", "cards", "deploy") else f"round {state.round}")
        yield from STEPS[state.step](game)
