"""Combat units before any loss: their models, ranks and Wounds, from their cards alone."""

from typing import Final

from banneret.games.icefire.content.components import Unit

MODELS: Final = {"infantry": 12, "cavalry": 4, "solo-small": 1, "solo-large": 1}
RANKS: Final = {"infantry": 3, "cavalry": 2, "solo-small": 1, "solo-large": 1}


def models_at_start(card: Unit) -> int:
    """Return the models on a full tray: icefire:units.4, icefire:units.5, icefire:units.7, icefire:units.8."""
    return card.models if card.models is not None else MODELS[card.tray]


def full_health(card: Unit) -> int:
    """Return the Wounds of a full unit: its models, or the sum of their Wounds: icefire:units.11."""
    each = 1 if card.wounds is None or card.type == "infantry" else card.wounds
    return models_at_start(card) * each


def ranks_at_start(card: Unit) -> int:
    """Return the ranks of a full tray: icefire:units.15, icefire:units.16."""
    return card.ranks if card.ranks is not None else RANKS[card.tray]
