"""Where things lie on a measured table, as a drawing shows it: for clients that drag and turn them without any rule."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

FAR: Final = 100_000
"""No drawing reaches as far."""
Length: TypeAlias = Annotated[float, msgspec.Meta(ge=-FAR, le=FAR)]


class Placing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a thing lies, in the coordinates of the drawing: its middle, and how it is turned."""

    x: Length
    y: Length
    turn: Annotated[float, msgspec.Meta(ge=-FAR, le=FAR)] = 0.0
    """Degrees with the clock; at 0 its front looks up."""
    thing: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """The thing, as options refer to it, such as "unit:a3"; empty where that is clear."""
