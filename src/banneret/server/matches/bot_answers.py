"""What bots do in worker processes.

Workers are spawned, and import what these functions need: bots and games, but nothing else of the server, which would
take them ten times as long.
"""

from __future__ import annotations

import time

from banneret.bots.advice import Advice, advise
from banneret.bots.names import make_bot
from banneret.bots.player import Player
from banneret.kernel import notation
from banneret.kernel.choosers import Action


def think(name: str, seed: int, player: Player) -> str:
    """Return the notation of a bot's answer."""
    answer = make_bot(name, seed).choose(player)
    return answer if type(answer) is str else _written(answer)


def think_timed(name: str, seed: int, player: Player) -> tuple[str, float]:
    """Return the notation of a bot's answer, and the seconds of CPU time used."""
    begun = time.process_time()
    return think(name, seed, player), time.process_time() - begun


def advise_timed(seed: int, player: Player) -> tuple[Advice, float]:
    """Return a bot's advice, and the seconds of CPU time used."""
    begun = time.process_time()
    return advise(player, seed), time.process_time() - begun


def _written(answer: object) -> str:
    if not isinstance(answer, Action):
        raise TypeError(f"{type(answer).__name__} is not an answer")
    return notation.write(answer)
