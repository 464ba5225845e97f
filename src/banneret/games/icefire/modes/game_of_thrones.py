"""A Game of Thrones: five objectives with cards."""

from __future__ import annotations

from banneret.games.icefire.effects.game_mode import mode
from banneret.games.icefire.modes.objectives import ObjectiveMode


@mode
class GameOfThrones(ObjectiveMode):
    """Objectives all over the battlefield, each with a power: icefire:game-of-thrones.2."""

    id = "game-of-thrones"
