"""Where the editions differ in play: Season 6 is the base, the edition of 2021 overrides what it does otherwise.

Rules never ask which edition is played; they ask `state.law`. The differences in cards, armies, modes and terrain
are in the data of the editions, and where a card acts differently in one it has a handler registered for that edition.
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
    """Whether a non-combat unit may be activated though no zone is free."""
    morale_doubles: bool = True
    """Whether two 6 always pass and two 1 always fail a Morale Test."""
    innate_in_attachments: bool = True
    """Whether attachments keep their innate abilities where a unit loses its abilities."""
    commander_objectives: bool = False
    """Whether an objective of the Commander's unit scores one more."""
    aligns_all: bool = False
    """Whether every further enemy that a charger touches is aligned, not only those in the defender's arc."""
    overlap_within_move: bool = True
    """Whether a pivot within a longer move may end over enemy trays too."""
    shift_is_move: bool = True
    chooser_deploys_first: bool = False
    """Whether the player who chose the zone must deploy first, in place of saying who does."""
    players: tuple[str, ...] = ("a", "b", "c", "d")
    """What the seats are called, as many as there can be."""
    free_zones: tuple[str, ...] = ("near", "far", "left", "right")
    """The zones of a free-for-all: table edges: icefire:free-for-all.2."""
    wall_rule: str = "icefire:castle-wall.8"
    """What keeps units from castle walls and from behind them."""
    layouts: bool = True
    """Whether terrain may be set up by battlefield layouts."""
    instead: Mapping[str, str] = {}
    """Rules of Season 6 that refusals and events name, and those of this edition that stand in their place."""

    def rule(self, id: str) -> str:
        """Return the rule of this edition that stands where one of Season 6 does."""
        return self.instead.get(id, id)


class Law2021(Law):
    """The edition of 2021."""

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
    """Corners: icefire:free-for-all-2021.1."""
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
    """The edition of 2021 with the publisher's FAQ 2021-S02."""

    idleness = True
    full_board_activates = False


SEASON_6_LAW: Final = Law()
LAW_2021: Final = Law2021()
LAW_2021_FAQ: Final = Law2021Faq()


def law_of(edition: Edition, *, faq: bool = False) -> Law:
    """Return the law of an edition; `faq` adds the publisher's FAQ to that of 2021.

    Raises ValueError if Season 6 is asked for with the FAQ: it has its changes already.
    """
    if edition == SEASON_6:
        if faq:
            raise ValueError("the FAQ is an option of the edition of 2021; Season 6 has it already")
        return SEASON_6_LAW
    return LAW_2021_FAQ if faq else LAW_2021
