"""The running game of A Song of Ice & Fire, as passed to the rules."""

from __future__ import annotations

from typing import TypeAlias

from banneret.games.icefire.state import State
from banneret.kernel.game import Game

War: TypeAlias = Game[State]
