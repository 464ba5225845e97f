"""Styles of the sides on a measured table: colours and crest of a faction, or of a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from banneret.show.card_pictures import EMBLEM, Faction, emblems
from banneret.show.stylesheet import PlayerStyle
from banneret.show.svg import box, circle, group, path, text

_SHIELD = "M-13 -14H13V1C13 9 6 13.5 0 15.5C-6 13.5 -13 9 -13 1Z"


class SideStyle(msgspec.Struct, frozen=True, kw_only=True):
    """Style of a side: fill and ink colours, a pattern, and a crest or a letter."""

    id: str
    fill: str
    ink: str
    pattern: str
    letter: str = ""
    emblem: str = ""


def styles_of(
    players: Iterable[PlayerStyle], factions: Iterable[Faction], patterns: Mapping[str, str]
) -> dict[str, SideStyle]:
    """Return the styles of all sides by id: those of the players, and those of factions with a pattern."""
    found = {
        one.id: SideStyle(id=one.id, fill=one.fill, ink=one.ink, pattern=one.pattern, letter=one.letter)
        for one in players
    }
    for one in factions:
        if one.id in patterns:
            found[one.id] = SideStyle(
                id=one.id, fill=one.fill, ink=one.ink, pattern=patterns[one.id], emblem=one.emblem
            )
    return found


def sides_of(factions: Mapping[str, str | None], styles: Mapping[str, SideStyle]) -> dict[str, str]:
    """Return the style of each player: that of its faction, if no other player has the same."""
    number = Counter(factions.values())
    return {
        player: faction if faction is not None and faction in styles and number[faction] == 1 else player
        for player, faction in factions.items()
    }


def badge(style: SideStyle, at: tuple[float, float], size: float) -> str:
    """Return a disc in the colour of a side, with its crest or letter."""
    return group(circle(0, 0, size, f"p-{style.id} token"), _mark(style, size), at=at)


def shield(style: SideStyle) -> str:
    """Return the shield of a side, as an emblem for panels."""
    return group(
        path(_SHIELD, f"p-{style.id} token"),
        path(_SHIELD, f"weave in-weave-{style.id}"),
        circle(0, -1, 10, f"p-{style.id}"),
        group(_mark(style, 11), at=(0, -1)),
    )


def back(style: SideStyle) -> str:
    """Return the back of a card of a side, as an emblem for panels."""
    return group(
        box(-10, -14, 20, 28, f"p-{style.id} token", r=3),
        box(-10, -14, 20, 28, f"weave in-weave-{style.id}", r=3),
        badge(style, (0, 0), 7),
    )


def _mark(style: SideStyle, size: float) -> str:
    if not style.emblem:
        return text(0, 0, style.letter, size * 1.2, f"pi-{style.id} strong")
    scale = size * 1.5 / EMBLEM
    middle = f"scale({scale:.4f}) translate({-EMBLEM / 2:g} {-EMBLEM / 2:g})"
    return path(emblems()[style.emblem], f"pi-{style.id}", transform=middle)
