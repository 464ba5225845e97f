"""Type of the running game that is passed to the rules."""

from __future__ import annotations

from typing import TypeAlias

from banneret.games.thrones.state import State
from banneret.kernel.game import Game

Thrones: TypeAlias = Game[State]
