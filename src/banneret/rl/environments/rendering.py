"""Rendering of the table as text or drawing, as some seats see it."""

from __future__ import annotations

import sys
from typing import Any, Final

from banneret.kernel.match import Match, Seats
from banneret.show.plain_text import table_text
from banneret.show.showing import showing_of

MODES: Final = ("human", "ansi", "svg")
"""Modes of `render`: printed, returned as text, returned as an SVG drawing."""


def rendered(match: Match[Any], mode: str | None, viewers: Seats) -> str | None:
    """Print or return the table in one of `MODES`. Return None if it is printed, or without a mode."""
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
    """Return the table as an SVG drawing, or as a table of the view's fields if the game has no drawing."""
    return showing_of(match.rulebook).draw(match.view(viewers).game)
