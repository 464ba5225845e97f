"""The round: the outermost flow, which goes on from whatever checkpoint the state is at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from banneret.games.battles.game import Battle
from banneret.games.battles.rules.command import command
from banneret.games.battles.rules.leadership.marshaling_phase import marshal
from banneret.games.battles.rules.preparations import fortify, hide, lay_targets
from banneret.games.battles.rules.rally import rally
from banneret.games.battles.rules.regroup import discard, recover, regroup
from banneret.games.battles.rules.skirmish import choose_commanders, line_up, raise_forces, strew
from banneret.games.battles.steps import OVER, ROUND
from banneret.kernel.flow import Checkpoint, Flow, MatchOver

STEPS: Final[Mapping[str, Callable[[Battle], Flow[None]]]] = {
    "commanders": choose_commanders,
    "forces": raise_forces,
    "strew": strew,
    "line-up": line_up,
    "palisades": fortify,
    "targets": lay_targets,
    "hiding": hide,
    "rally": rally,
    "marshal": marshal,
    "command": command,
    "regroup": regroup,
    "discard": discard,
    "recover": recover,
}
"""What one turn of each step is; it says itself what the next turn is."""


def play(game: Battle) -> Flow[None]:
    """Play from the checkpoint the state is at to the end of the battle.

    A round is Rally, Marshaling, Command, Regroup, always in this order: battles:round.2, battles:round.3.
    """
    state = game.state
    try:
        while state.step != OVER:
            yield Checkpoint(f"round {state.round}" if state.step in ROUND else "setup")
            yield from STEPS[state.step](game)
    except MatchOver:
        if state.turn is not None and state.turn.card is not None:
            state.discards[state.turn.seat].append(state.turn.card)  # a card that was still being played
        state.step = OVER
        state.turn = None
