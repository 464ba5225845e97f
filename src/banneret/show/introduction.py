"""Introduction of a game for newcomers: the optional attribute `introduction` of a rulebook.

The texts are entries of the game's catalogue: `about.title.ID`, `about.subtitle.ID`, `about.what.ID`, `about.play.ID`
and `about.built.ID` for the game with this id, and `about.seat.NAME` and `about.option.VALUE` for the choices at a new
table. Missing texts are omitted.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from banneret.content.datafile import DataFile
from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook

_NAME: Final = "introduction.toml"


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position and the part of the drawing that a picture of the game shows."""

    view: tuple[float, float, float, float]
    """The part of the drawing: x, y, width and height in its units."""
    wide: tuple[float, float, float, float] | None = None
    """The part in a wide frame, such as the head of a page; by default `view`."""
    answers: Annotated[int, Meta(ge=0, le=400)] = 0
    """Number of answers, given by quick estimates, after which the picture is drawn."""
    seed: int = 1
    options: dict[str, Any] = {}


class Introduction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Facts for choosing a game."""

    minutes: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]]
    """Usual duration of a match, from shortest to longest."""
    weight: Annotated[int, Meta(ge=1, le=5)]
    """Complexity from 1 to 5."""
    picture: Picture | None = None
    tints: dict[str, str] = {}
    """Colors of seats by the names of the seats."""
    pictured: tuple[str, ...] = ()
    """Options whose values are presented as pictures of the board at setup."""


def read_introduction(package: str, id_: str) -> Introduction:
    """Return the introduction of a game from `data/introduction.toml` of its package. Raises DataError."""
    text = files(package).joinpath("data", _NAME).read_text(encoding="utf-8")
    return DataFile.parse(_NAME, text).table(id_, Introduction)


def introduction_of(book: Rulebook[Any]) -> Introduction | None:
    """Return the introduction of a game, or None if it has none."""
    return offered(book, "introduction", Introduction)
