"""The options of a match: army size and armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from banneret.content.army_lists import RANDOM
from banneret.games.runewars.content.components import FACTIONS
from banneret.kernel.rulebook import OptionError

Army: TypeAlias = Annotated[
    str,
    msgspec.Meta(max_length=600, examples=[RANDOM, *FACTIONS], extra_json_schema={"format": "army"}),
]
"""A short code of an army list, the name of a faction for a random army of it, or "random"."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a match of Runewars."""

    size: Literal["standard", "skirmish"] = "standard"
    """Armies of 200 points on a table of 6 by 3 feet, or of 100 points on one of 3 by 3."""
    armies: Annotated[tuple[Army, Army], msgspec.Meta(description="One for each seat.")] = (RANDOM, RANDOM)
    free_templates: bool = False
    """Whether templates are free: a player sees where a move would end before making it."""
    threat_erratum: bool = False
    """Whether threat counts the touching trays where a partial rank shortens an edge, according to a later erratum."""
    assumed_cards: bool = False
    """Whether armies may include cards that are completed by assumptions of this project."""
    data_pack: dict[str, Any] | None = None
    """Corrections of the deployment cards, supplied by an owner of the printed game."""


def armies_in(given: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the army of each side in the options of a match, without checking them."""
    armies = given.get("armies")
    return tuple(armies) if isinstance(armies, list | tuple) else (RANDOM, RANDOM)


def with_armies(given: Mapping[str, Any], armies: Mapping[int, str]) -> dict[str, Any]:
    """Return the options of a match in which some sides have other armies."""
    return {**given, "armies": [armies.get(side, army) for side, army in enumerate(armies_in(given))]}


def settings_of(options: Any) -> Settings:  # msgspec returns the options untyped
    """Convert options to this game's settings. Raises OptionError."""
    if not isinstance(options, Settings):
        raise OptionError("not valid options of Runewars")
    return options
