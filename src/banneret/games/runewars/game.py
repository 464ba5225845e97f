"""The running game of Runewars, as the rules receive it."""

from __future__ import annotations

from typing import TypeAlias

from banneret.games.runewars.match_state import MatchState
from banneret.kernel.game import Game

Runewars: TypeAlias = Game[MatchState]
