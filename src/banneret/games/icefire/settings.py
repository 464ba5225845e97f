"""Options of a match: armies, size, mode, terrain, and the FAQ of the 2021 edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from banneret.content.army_lists import RANDOM
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.content.tabletop import ModeId
from banneret.kernel.rulebook import OptionError

Army: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        max_length=600, examples=[RANDOM, "stark", "lannister", "neutral"], extra_json_schema={"format": "army"}
    ),
]
"""The short code of an army list, a faction for a random army of it, or "random" for any random army."""


WIDE: Final = "6x4"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of a match of A Song of Ice & Fire."""

    mode: ModeId = "game-of-thrones"
    points: Annotated[int, msgspec.Meta(ge=20, le=60)] = 40
    """The agreed size of the armies."""
    armies: tuple[Army, Army] = (RANDOM, RANDOM)
    more_armies: Annotated[tuple[Army, ...], msgspec.Meta(max_length=2)] = ()
    """The armies of the third and fourth seats; missing ones are random."""
    teams: bool = False
    """Let four players play in two teams, the first and third seats against the others, instead of a free-for-all."""
    terrain: Literal["drawn", "none", "chosen", "pool", "layout"] = "drawn"
    """Terrain drawn from the seed, an empty field, or placed by the players: freely chosen, a random pool, a layout."""
    pieces: Annotated[int, msgspec.Meta(ge=4, le=8)] = 4
    """Number of terrain pieces that the players place if `terrain` is `chosen`."""
    table: Literal["4x4", "6x4"] = "4x4"
    """Size of the battlefield in feet; the wider one is for larger matches."""

    @property
    def all_armies(self) -> tuple[str, ...]:
        """The armies of all seats."""
        return (*self.armies, *self.more_armies)

    @property
    def faq(self) -> bool:
        """Whether the publisher's FAQ 2021-S02 applies; Season 6 already includes its changes."""
        return False

    @property
    def later_cards(self) -> bool:
        """Whether cards are used for which only a later season's values are known; Season 6 has none."""
        return True


class Settings2021(Settings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a match in the 2021 edition."""

    faq: bool = False
    """Apply the publisher's FAQ 2021-S02."""
    later_cards: bool = True
    """Include cards for which only a later season's values are known; they are marked."""


TEAM_POINTS: Final = 20
"""The rulebook's suggestion for each player of a team: icefire:team.2."""
FREE_POINTS: Final = 30


def completed(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return the options with defaults that depend on the number of seats: further armies, and their size.

    Raises OptionError for more armies than seats.
    """
    found = dict(given)
    more = found.get("more_armies", ())
    if isinstance(more, list | tuple):
        if len(more) > seats - 2:
            raise OptionError(f"more_armies: {len(more)} besides the first two, for {seats} seats")
        found["more_armies"] = (*more, *[RANDOM] * (seats - 2 - len(more)))
    if seats > 2 and "points" not in found:  # the default is for two players
        found["points"] = TEAM_POINTS if found.get("teams") is True else FREE_POINTS
    return found


def armies_in(given: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """Return the army of each seat in the options of a match, without checking them."""
    parts = (given.get(name) for name in ("armies", "more_armies"))
    named = [army for part in parts if isinstance(part, list | tuple) for army in part]
    return tuple(named[seat] if seat < len(named) else RANDOM for seat in range(seats))


def with_armies(given: Mapping[str, Any], seats: int, armies: Mapping[int, str]) -> dict[str, Any]:
    """Return the options with the armies of some seats replaced."""
    named = [armies.get(seat, army) for seat, army in enumerate(armies_in(given, seats))]
    more = {"more_armies": named[2:]} if seats > 2 else {}
    return {**given, "armies": named[:2], **more}


def settings_type(edition: Edition) -> type[Settings]:
    """Return the type of an edition's options."""
    return Settings2021 if edition == EDITION_2021 else Settings


def settings_with(edition: Edition, modes: Sequence[str]) -> type[Settings]:
    """Return a type of options that allows only these game modes, and layouts only in Season 6."""
    base = settings_type(edition)
    offered: Any = Literal[tuple(modes)]
    layouts = ("layout",) if edition == SEASON_6 else ()
    terrain: Any = Literal[("drawn", "none", "chosen", "pool", *layouts)]
    made: Any = msgspec.defstruct(
        base.__name__,
        [("mode", offered, Settings.__struct_defaults__[0]), ("terrain", terrain, "drawn")],
        bases=(base,),
        namespace={"__doc__": base.__doc__},
        module=__name__,
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    offered_type: type[Settings] = made
    return offered_type


def settings_of(options: Any) -> Settings:  # msgspec returns the options untyped
    """Return options as this game's type. Raises OptionError if they are another game's."""
    if not isinstance(options, Settings):
        raise OptionError("these are no options of A Song of Ice & Fire")
    return options
