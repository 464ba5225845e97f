"""What a newcomer reads about a game before a match: the optional part `introduction` of a rulebook.

The words are texts of the game's catalogue: `about.title.ID`, `about.subtitle.ID`, `about.what.ID`, `about.play.ID` and
`about.built.ID` for the game with this id, and `about.seat.NAME` and `about.option.VALUE` for what is chosen at a new
table. A missing text is left out.
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
    answers: Annotated[int, Meta(ge=0, le=400)] = 0
    """Number of answers, given by quick estimates, after which the picture is drawn."""
    seed: int = 1
    options: dict[str, Any] = {}


class Introduction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Facts for choosing a game."""

    minutes: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]]
    """How long a match takes: the shortest and the longest usual time."""
    weight: Annotated[int, Meta(ge=1, le=5)]
    """How much there is to learn, from 1 to 5."""
    picture: Picture | None = None
    tints: dict[str, str] = {}
    """Colors of seats by the names of the seats."""
    pictured: tuple[str, ...] = ()
    """Options whose values are chosen by pictures of the board at the beginning."""


def read_introduction(package: str, id_: str) -> Introduction:
    """Return the introduction of a game from `data/introduction.toml` of its package. Raises DataError."""
    text = files(package).joinpath("data", _NAME).read_text(encoding="utf-8")
    return DataFile.parse(_NAME, text).table(id_, Introduction)


def introduction_of(book: Rulebook[Any]) -> Introduction | None:
    """Return the introduction of a game, or None if it has none."""
    return offered(book, "introduction", Introduction)
