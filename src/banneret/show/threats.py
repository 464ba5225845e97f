"""Threat ranges: where a thing on the table can move, charge and shoot, from public information.

A game offers them as its attribute `threats` (`ThreatSource`). They are computed in a world imagined for a spectator,
so that they reveal no secrets.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec

from banneret.kernel.match import Match
from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook
from banneret.show.svg import number
from banneret.text.message import Message

S = TypeVar("S")
Way: TypeAlias = Literal["move", "charge", "strike", "shoot"]

IMAGINED = 1
"""Seed of the imagined world; threat ranges do not depend on it."""


class Reach(msgspec.Struct, frozen=True):
    """A threat range: description, and area as SVG path data in the coordinates of the drawing."""

    way: Way
    what: Message
    area: str


class ThreatSource(ABC, Generic[S]):
    """Computes the threat ranges of one game. `S` is its state."""

    kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of things that may have threat ranges, such as "unit" for "unit:a3"."""

    @abstractmethod
    def of(self, state: S, thing: str) -> tuple[Reach, ...]:
        """Return the threat ranges of a thing as options refer to it, largest first; empty if it has none.

        The state is that of a world imagined for a spectator: it must not depend on what is hidden there.
        """


def threats_of(book: Rulebook[Any]) -> ThreatSource[Any] | None:
    """Return the threat source of a game, or None."""
    return offered(book, "threats", ThreatSource)  # type: ignore[type-abstract]  # not instantiated


def threats(match: Match[Any], thing: str) -> tuple[Reach, ...]:
    """Return the threat ranges of a thing in a match from public information; empty if it has none."""
    return imagined(match, thing)()


def imagined(match: Match[Any], thing: str) -> Callable[[], tuple[Reach, ...]]:
    """Return a function that computes `threats` on a separate state, so that it can run in another thread."""
    source = threats_of(match.rulebook)
    if source is None or thing.partition(":")[0] not in source.kinds:
        return tuple
    return partial(source.of, match.imagine(None, IMAGINED).state, thing)


def outline(areas: Iterable[Sequence[tuple[float, float]]]) -> str:
    """Return areas, given by their corners, as SVG path data."""
    return "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z" for corners in areas if len(corners) > 2
    )
