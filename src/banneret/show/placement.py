"""Positions of things in the drawing of a measured table, for clients that drag and turn them without knowing rules."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

FAR: Final = 100_000
"""Limit of coordinates; no drawing is that large."""
Length: TypeAlias = Annotated[float, msgspec.Meta(ge=-FAR, le=FAR)]


class Placing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Position of a thing in the coordinates of the drawing: its centre and rotation."""

    x: Length
    y: Length
    turn: Annotated[float, msgspec.Meta(ge=-FAR, le=FAR)] = 0.0
    """Degrees clockwise; at 0 its front faces up."""
    thing: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """The thing, as options refer to it, such as "unit:a3"; empty if the context determines it."""
