"""The running game, as the rules receive it."""

from __future__ import annotations

from typing import TypeAlias

from banneret.games.thrones.state import State
from banneret.kernel.game import Game

Thrones: TypeAlias = Game[State]
