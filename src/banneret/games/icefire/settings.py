"""The options of a match: armies, size, mode, terrain, and the FAQ of the edition of 2021."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from banneret.games.icefire.tabletop import ModeId
from banneret.kernel.rulebook import OptionError

RANDOM: Final = "random"
Army: TypeAlias = Annotated[str, msgspec.Meta(max_length=600, examples=[RANDOM, "stark", "lannister", "neutral"])]
"""A short code of an army list, the name of a faction for a random army of it, or "random"."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a match of A Song of Ice & Fire."""

    points: Annotated[int, msgspec.Meta(ge=20, le=60)] = 40
    """The agreed size of the armies."""
    armies: tuple[Army, Army] = (RANDOM, RANDOM)
    mode: ModeId = "game-of-thrones"
    terrain: Literal["drawn", "none"] = "drawn"
    """Terrain from the seed, or an empty field."""
    faq: bool = False
    """The publisher's FAQ 2021-S02, for the edition of 2021 alone."""


def settings_of(options: Any) -> Settings:  # msgspec gives the options back untyped
    """Return options as this game's own."""
    if not isinstance(options, Settings):
        raise OptionError("these are no options of A Song of Ice & Fire")
    return options
