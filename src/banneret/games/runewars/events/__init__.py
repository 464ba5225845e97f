"""What happens in a match, as logged: one class per event, with the rule it follows."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.events import cards, combat, course, moves
from banneret.kernel.events import Event

EVENTS: Final[tuple[type[Event], ...]] = tuple(
    found
    for module in (cards, combat, course, moves)
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, Event) and found is not Event
)
