"""The round: the outermost flow, which continues from the state's checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from banneret.games.thrones.content.components import ROUNDS
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.action.march import march
from banneret.games.thrones.rules.action.power import consolidate_power
from banneret.games.thrones.rules.action.raids import raid
from banneret.games.thrones.rules.clean_up import clean_up
from banneret.games.thrones.rules.planning.planning import planning
from banneret.games.thrones.rules.planning.raven import raven
from banneret.games.thrones.rules.planning.shortage import shortage
from banneret.games.thrones.rules.westeros.westeros import bid_next, muster_next, resolve_westeros_card, westeros
from banneret.kernel.flow import Checkpoint, Flow, MatchOver

STEPS: Final[Mapping[str, Callable[[Thrones], Flow[None]]]] = {
    "westeros": westeros,
    "westeros-1": resolve_westeros_card,
    "mustering": muster_next,
    "westeros-2": resolve_westeros_card,
    "clash": bid_next,
    "westeros-3": resolve_westeros_card,
    "planning": planning,
    "shortage": shortage,
    "raven": raven,
    "raid": raid,
    "march": march,
    "power": consolidate_power,
    "clean-up": clean_up,
}
"""One turn of each step; the turn itself sets the next one: thrones:round.1, thrones:action.1."""

OVER: Final = "over"
_CHECKPOINTS: Final = tuple([Checkpoint(f"round {number}") for number in range(ROUNDS + 2)])


def play(game: Thrones) -> Flow[None]:
    """Play from the state's checkpoint to the end of the match.

    Ten rounds (thrones:round.1) of Westeros, Planning and Action phase (thrones:round.3); the first begins with
    planning (thrones:round.2).
    """
    state = game.state
    try:
        while state.step != OVER:
            yield _CHECKPOINTS[state.round]
            yield from STEPS[state.step](game)
    except MatchOver:
        state.step = OVER
