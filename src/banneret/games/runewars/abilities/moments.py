"""Moments as they come: everything that answers one acts, in its order."""

from __future__ import annotations

from banneret.games.runewars.abilities.registry import HANDLERS, Moment
from banneret.games.runewars.abilities.sources import answering, ids_of
from banneret.games.runewars.game import Runewars
from banneret.kernel.flow import Flow


def happen(game: Runewars, moment: Moment) -> Flow[Moment]:
    """Let everything answer a moment that answers it, and return the moment.

    What has been cancelled is answered by nobody any more. Cards that leave their unit on the way act no more.
    """
    # rules rw:34.5, rw:76.0, rw:76.5, rw:76.7, rw:76.8
    state = game.state
    for handler, source in list(answering(state, HANDLERS[moment.name], moment.unit, moment.target)):
        if moment.canceled:
            break
        if source.id in ids_of(state, source.unit):
            yield from handler.act(game, moment, source)
    return moment
