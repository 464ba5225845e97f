"""Scenes: animations of events on the board, as data that clients play in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from banneret.kernel.events import Event
from banneret.show.placement import Placing

SceneKind: TypeAlias = Literal["move", "turn", "flip", "roll", "appear", "vanish", "hit", "gain"]
"""Kinds: movement along a path, revealed cards, flipped pieces, dice, arrivals, departures, losses and gains."""


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An animation of an event. Scenes are played in order.

    `thing` is the animated part of the drawing. `origin` is the part to redraw at the beginning, such as the place that
    pieces leave, and `to` the part to redraw at the end.
    """

    event: int
    """Number of the event, set by `scenes_of`."""
    kind: SceneKind
    ms: int = 0
    """Duration at normal speed in milliseconds."""
    thing: str = ""
    origin: str = ""
    to: str = ""
    path: tuple[Placing, ...] = ()
    """Poses along the path of a thing, without its current pose."""
    drawing: str = ""
    """SVG centred on the origin that moves instead of the thing; the path then includes the starting pose."""
    faces: tuple[str, ...] = ()
    """Dice or cards to show, by the ids of their names."""
    amount: int = 0
    """Amount lost or gained."""
    together: bool = False
    """Whether the scene starts together with the previous one."""


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
"""Default durations in milliseconds."""

E = TypeVar("E", bound=Event)
V = TypeVar("V")
Drawer: TypeAlias = Callable[[Any, V], Iterable[Scene]]
"""Returns the scenes of an event of one type, given the view after it."""


def scene(kind: SceneKind, **fields: Any) -> Scene:  # the fields of a scene
    """Return a scene with the default duration of its kind. The event is set by `scenes_of`."""
    return Scene(event=0, kind=kind, ms=fields.pop("ms", DURATIONS[kind]), **fields)


def scenes_of(
    drawers: Mapping[type[Event], Drawer[V]], view: V, events: Sequence[tuple[int, Event]]
) -> tuple[Scene, ...]:
    """Return the scenes of events in order; types of events without a drawer are not animated."""
    found = []
    for number, event in events:
        draw = drawers.get(type(event))
        if draw is not None:
            found += [msgspec.structs.replace(one, event=number) for one in draw(event, view)]
    return tuple(found)
