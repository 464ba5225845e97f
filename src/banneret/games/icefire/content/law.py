"""Where the editions differ in play: Season 6 is the base, and the 2021 edition overrides its differences.

Rules never check which edition is played; they consult `state.law`. Differences in cards, armies, modes and terrain are
in the data of the editions. A card that works differently in one edition has a handler registered for that edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition


class Law:
    """Season 6."""

    edition: Edition = SEASON_6
    passes: int = 2
    """Turns that the player with fewer units may pass."""
    idleness: bool = True
    """Whether an engaged unit must attack or retreat."""
    empty_turns: bool = True
    """Whether a player with nothing left to activate still has the start and the end of a turn."""
    full_board_activates: bool = False
    """Whether a non-combat unit may be activated even if no zone is free."""
    morale_doubles: bool = True
    """Whether a double 6 always passes and a double 1 always fails a Morale Test."""
    innate_in_attachments: bool = True
    """Whether attachments keep their innate abilities when a unit loses its abilities."""
    commander_objectives: bool = False
    """Whether an objective controlled by the Commander's unit scores 1 more."""
    aligns_all: bool = False
    """Whether every further enemy that a charger touches is aligned, not only those in the defender's arc."""
    overlap_within_move: bool = True
    """Whether a pivot within a longer move may also end over enemy trays."""
    shift_is_move: bool = True
    chooser_deploys_first: bool = False
    """Whether the player who chose the zone must deploy first, instead of deciding who does."""
    players: tuple[str, ...] = ("a", "b", "c", "d")
    """The names of all possible seats, in order."""
    free_zones: tuple[str, ...] = ("near", "far", "left", "right")
    """The zones of a free-for-all are table edges: icefire:free-for-all.2."""
    wall_rule: str = "icefire:castle-wall.8"
    """The rule that keeps units away from castle walls and from behind them."""
    layouts: bool = True
    """Whether terrain may be set up from battlefield layouts."""
    instead: Mapping[str, str] = {}
    """Rules of Season 6 named in refusals and events, mapped to the rules of this edition that replace them."""

    def rule(self, id: str) -> str:
        """Return this edition's replacement of a rule of Season 6, or the rule itself."""
        return self.instead.get(id, id)


class Law2021(Law):
    """The 2021 edition."""

    edition: Edition = EDITION_2021
    passes = 0
    idleness = False
    empty_turns = False
    full_board_activates = True
    morale_doubles = False
    innate_in_attachments = False
    commander_objectives = True
    aligns_all = True
    overlap_within_move = False
    shift_is_move = False
    chooser_deploys_first = True
    free_zones = ("near-left", "near-right", "far-left", "far-right")
    """The zones are corners: icefire:free-for-all-2021.1."""
    wall_rule = "icefire:castle-wall-2021.1"
    layouts = False
    instead = {  # noqa: RUF012  # never changed, and typed as a Mapping
        "icefire:action.7": "icefire:action-2021.2",
        "icefire:charge.4": "icefire:charge-2021.1",
        "icefire:charge.20": "icefire:charge-2021.2",
        "icefire:charge.21": "icefire:charge-2021.3",
        "icefire:free-for-all.2": "icefire:free-for-all-2021.1",
        "icefire:keyword.destructible": "icefire:keyword-2021.destructible",
        "icefire:terms.19": "icefire:terms-2021.1",
        "icefire:units.12": "icefire:units-2021.1",
    }


class Law2021Faq(Law2021):
    """The 2021 edition with the publisher's FAQ 2021-S02."""

    idleness = True
    full_board_activates = False


SEASON_6_LAW: Final = Law()
LAW_2021: Final = Law2021()
LAW_2021_FAQ: Final = Law2021Faq()


def law_of(edition: Edition, *, faq: bool = False) -> Law:
    """Return the law of an edition; `faq` applies the publisher's FAQ to the 2021 edition.

    Raises ValueError for Season 6 with the FAQ, which Season 6 already includes.
    """
    if edition == SEASON_6:
        if faq:
            raise ValueError("the FAQ is an option of the 2021 edition; Season 6 already includes it")
        return SEASON_6_LAW
    return LAW_2021_FAQ if faq else LAW_2021
