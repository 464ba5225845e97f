"""Events of a match, each with the rule it follows."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.events import attacks, moves, round, tokens
from banneret.kernel.events import Event

EVENTS: Final[tuple[type[Event], ...]] = tuple(
    found
    for module in (round, moves, attacks, tokens)
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, Event) and found is not Event
)
