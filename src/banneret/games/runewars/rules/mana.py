"""Casting the mana tokens."""

from __future__ import annotations

from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.course import ManaCast
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.state import runes
from banneret.kernel.flow import Flow


def cast_mana(game: Runewars) -> Flow[None]:
    """Cast all mana tokens: each lands on one of its sides."""
    # rules rw:51.0, rw:51.1, rw:51.2, rw:74.3
    state = game.state
    state.mana = [game.chance.pick(2) for _ in state.mana]
    game.emit(ManaCast(runes={str(rune): number for rune, number in runes(state).items()}))
    yield from happen(game, Moment("mana-cast"))
