"""Events of the game: one module per part of the round."""

from __future__ import annotations

from types import ModuleType

from banneret.games.thrones.events import action, combat, westeros
from banneret.kernel.events import Event


def _events(module: ModuleType) -> list[type[Event]]:
    """Return the event types that a module defines, in order of definition."""
    found = [v for v in vars(module).values() if isinstance(v, type) and issubclass(v, Event)]
    return [event for event in found if event.__module__ == module.__name__]


EVENTS: tuple[type[Event], ...] = tuple(event for module in (westeros, action, combat) for event in _events(module))
"""Every event type of the game."""
