"""How a battle goes, in numbers, and the luck of the Houses with their dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from banneret.games.battles.content.components import box
from banneret.games.battles.events.battle import (
    AttackDeclared,
    CommanderCaptured,
    DiceRolled,
    FiguresLost,
    Routed,
    UnitDestroyed,
    UnitRetreated,
)
from banneret.games.battles.events.round import BattleEnded, CardPlayed, ControlChanged, PointsScored
from banneret.games.battles.view import BattlesView
from banneret.kernel.events import Event
from banneret.show.course import Luck, Measure
from banneret.text.message import msg

HEADLINES: Final[tuple[type[Event], ...]] = (
    BattleEnded,
    CommanderCaptured,
    UnitDestroyed,
    Routed,
    FiguresLost,
    UnitRetreated,
    PointsScored,
    ControlChanged,
    AttackDeclared,
    CardPlayed,
)
"""Events that summarize a step of a match, most important first."""


def measures(view: BattlesView) -> tuple[Measure, ...]:
    """Return victory points, units on the board and their figures."""
    houses = sorted(view.houses, key=lambda id: view.houses[id].seat)
    units = {id: [unit for unit in view.units if unit.house == id] for id in houses}
    return (
        Measure(msg("measure.victory-points"), tuple(view.houses[id].points for id in houses)),
        Measure(msg("measure.units"), tuple(len(units[id]) for id in houses)),
        Measure(msg("measure.figures"), tuple(sum(unit.figures for unit in units[id]) for id in houses)),
    )


def luck(view: BattlesView, events: Sequence[tuple[int, Event]]) -> tuple[Luck, ...]:
    """Return the hits of attacks, before re-rolls."""
    return tuple(_luck(view, events))


def _luck(view: BattlesView, events: Sequence[tuple[int, Event]]) -> Iterator[Luck]:
    sides = box().die.sides
    for _, event in events:
        if isinstance(event, DiceRolled) and event.hits_of_sides and not event.again and event.house in view.houses:
            seat = view.houses[event.house].seat
            yield Luck(seat, msg("luck.hits"), float(event.hits), event.hits_of_sides / sides)
