"""The round: the outermost flow, which continues from the checkpoint of the state."""

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
"""The flow of one turn of each step; it sets the next step and turn itself."""


def play(game: Battle) -> Flow[None]:
    """Play from the checkpoint of the state to the end of the battle.

    A round is Rally, Marshaling, Command, Regroup, always in this order: battles:round.2, battles:round.3.
    """
    state = game.state
    try:
        while state.step != OVER:
            yield Checkpoint(f"round {state.round}" if state.step in ROUND else "setup")
            yield from STEPS[state.step](game)
    except MatchOver:
        if state.turn is not None and state.turn.card is not None:
            state.discards[state.turn.seat].append(state.turn.card)  # the card being played
        state.step = OVER
        state.turn = None
