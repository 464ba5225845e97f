"""The table as text or as a drawing, as some seats see it."""

from __future__ import annotations

import sys
from typing import Any, Final

from banneret.kernel.match import Match, Seats
from banneret.show.plain_text import table_text
from banneret.show.showing import showing_of

MODES: Final = ("human", "ansi", "svg")
"""Modes of `render`: printed, returned as text, returned as an SVG drawing."""


def rendered(match: Match[Any], mode: str | None, viewers: Seats) -> str | None:
    """Print or return the table in one of `MODES`; None if there is no mode, or it is printed."""
    if mode is None:
        return None
    if mode == "svg":
        return as_drawing(match, viewers)
    text = table_text(match, viewers)
    if mode != "human":
        return text
    sys.stdout.write(text + "\n")
    return None


def as_drawing(match: Match[Any], viewers: Seats) -> str:
    """Return the table as an SVG drawing; a table of the view if the game has no drawing."""
    return showing_of(match.rulebook).draw(match.view(viewers).game)
