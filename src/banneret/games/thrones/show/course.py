"""Statistics of a match: measures of each house, and its luck with Tides of Battle cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from banneret.games.thrones.content.components import TIDES
from banneret.games.thrones.events.action import (
    MatchWon,
    NeutralBeaten,
    Pillaged,
    PortCaptured,
    Raided,
    TenRoundsPlayed,
)
from banneret.games.thrones.events.combat import (
    CardsRevealed,
    CombatWon,
    GarrisonBeaten,
    MovedIn,
    Retreated,
    TidesShown,
)
from banneret.games.thrones.events.westeros import UnitLost, WildlingCardRevealed
from banneret.games.thrones.view import ThronesView
from banneret.kernel.events import Event
from banneret.show.course import Luck, Measure
from banneret.text.message import msg

_MEAN: Final = sum(card.strength * card.count for card in TIDES.values()) / sum(card.count for card in TIDES.values())
"""Mean strength of a Tides of Battle card."""

HEADLINES: Final[tuple[type[Event], ...]] = (
    MatchWon,
    TenRoundsPlayed,
    MovedIn,
    GarrisonBeaten,
    NeutralBeaten,
    CombatWon,
    Retreated,
    WildlingCardRevealed,
    PortCaptured,
    UnitLost,
    CardsRevealed,
    Pillaged,
    Raided,
)
"""Events that summarize a step of a match, most important first."""


def measures(view: ThronesView) -> tuple[Measure, ...]:
    """Return castles and strongholds, land areas and available power tokens of each seat."""
    houses = sorted(view.houses.values(), key=lambda house: house.seat)
    return (
        Measure(msg("measure.castles"), tuple(house.fortified for house in houses)),
        Measure(msg("measure.areas"), tuple(house.land_areas for house in houses)),
        Measure(msg("measure.power"), tuple(house.available for house in houses)),
    )


def luck(view: ThronesView, events: Sequence[tuple[int, Event]]) -> tuple[Luck, ...]:
    """Return the strengths of the Tides of Battle cards drawn, with their mean."""
    return tuple(_luck(view, events))


def _luck(view: ThronesView, events: Sequence[tuple[int, Event]]) -> Iterator[Luck]:
    for _, event in events:
        if isinstance(event, TidesShown):
            for house, card in ((event.attacker, event.attacking), (event.defender, event.defending)):
                if house in view.houses and card in TIDES:
                    yield Luck(view.houses[house].seat, msg("luck.tides"), TIDES[card].strength, _MEAN)
