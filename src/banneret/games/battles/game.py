"""The running game of Battles of Westeros, as the rules receive it."""

from __future__ import annotations

from typing import TypeAlias

from banneret.games.battles.state import State
from banneret.kernel.game import Game

Battle: TypeAlias = Game[State]
