"""The options of a match: the size of the armies, and the armies."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from banneret.kernel.rulebook import OptionError

RANDOM: Final = "random"
Army: TypeAlias = Literal["random", "daqan-lords", "waiqar-the-undying", "latari-elves", "uthuk-yllan"]
"""A faction for a random army of it, or "random"."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a match of Runewars."""

    size: Literal["standard", "skirmish"] = "standard"
    """Armies of 200 points on a table of 6 by 3 feet, or of 100 on one of 3 by 3."""
    armies: Annotated[tuple[Army, Army], msgspec.Meta(description="One for each seat.")] = (RANDOM, RANDOM)
    free_templates: bool = False
    """Whether the templates are free: a player sees where a move would end before it is made."""
    threat_erratum: bool = False
    """Whether threat goes by the trays that touch where a partial rank shortens an edge, as a later erratum says."""
    assumed_cards: bool = False
    """Whether random armies also have cards of which this project assumes what no source shows."""
    data_pack: dict[str, Any] | None = None
    """Corrections of the deployment cards, by an owner of the printed game."""


def settings_of(options: Any) -> Settings:  # msgspec gives the options back untyped
    """Return options as this game's own. Raises OptionError."""
    if not isinstance(options, Settings):
        raise OptionError("these are no options of Runewars")
    return options
