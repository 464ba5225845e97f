"""Scenes: what events look like on the board, as data that any client can play in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from banneret.kernel.events import Event
from banneret.show.placement import Placing

SceneKind: TypeAlias = Literal["move", "turn", "flip", "roll", "appear", "vanish", "hit", "gain"]
"""Moves along a path, cards turned up, pieces turned over, dice, arrivals, departures, losses and gains."""


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an event looks like. Scenes are played in order, those of one event and of several.

    `thing` is the part of the drawing that moves, turns or is hit. `origin` is the part that is redrawn when the
    scene begins, such as the place that pieces leave, and `to` the one that is redrawn when it ends.
    """

    event: int
    """The number of the event, set by `scenes_of`."""
    kind: SceneKind
    ms: int = 0
    """The duration at normal speed, in milliseconds."""
    thing: str = ""
    origin: str = ""
    to: str = ""
    path: tuple[Placing, ...] = ()
    """The poses that a thing passes through, from the one it has now, which is not repeated."""
    drawing: str = ""
    """What moves, as SVG around its middle, if it is not the thing itself; the path then begins where it starts."""
    faces: tuple[str, ...] = ()
    """Dice or cards that are shown, by the ids of their names."""
    amount: int = 0
    """How much is lost or gained."""
    together: bool = False
    """Whether it begins with the scene before."""


DURATIONS: Final[Mapping[SceneKind, int]] = {
    "move": 620,
    "turn": 900,
    "flip": 280,
    "roll": 900,
    "appear": 220,
    "vanish": 220,
    "hit": 380,
    "gain": 420,
}
"""Durations in milliseconds of scenes that have none of their own."""

E = TypeVar("E", bound=Event)
V = TypeVar("V")
Drawer: TypeAlias = Callable[[Any, V], Iterable[Scene]]
"""Returns the scenes of an event of one type, given the view after it."""


def scene(kind: SceneKind, **fields: Any) -> Scene:  # the fields of a scene
    """Return a scene without its event, which `scenes_of` sets, with the usual duration of its kind."""
    return Scene(event=0, kind=kind, ms=fields.pop("ms", DURATIONS[kind]), **fields)


def scenes_of(
    drawers: Mapping[type[Event], Drawer[V]], view: V, events: Sequence[tuple[int, Event]]
) -> tuple[Scene, ...]:
    """Return the scenes of events in order: each type of event has a drawer, or looks like nothing."""
    found = []
    for number, event in events:
        draw = drawers.get(type(event))
        if draw is not None:
            found += [msgspec.structs.replace(one, event=number) for one in draw(event, view)]
    return tuple(found)
