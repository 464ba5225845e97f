"""Every branch of the rules that changes something, by name, with what tells that it has happened."""

from __future__ import annotations

from typing import Final

from tests.games.thrones.effects_board import BOARD
from tests.games.thrones.effects_combat import COMBAT
from tests.games.thrones.watching import Effect

EFFECTS: Final[tuple[Effect, ...]] = (*COMBAT, *BOARD)
"""The table. Ids begin with the card, order or chapter concerned."""
IDS: Final[tuple[str, ...]] = tuple(effect.id for effect in EFFECTS)
