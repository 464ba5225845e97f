"""How a battle goes, in numbers."""

from __future__ import annotations

from banneret.games.battles.view import BattlesView
from banneret.show.course import Measure
from banneret.text.message import msg


def measures(view: BattlesView) -> tuple[Measure, ...]:
    """Return victory points, units on the board and their figures."""
    houses = sorted(view.houses, key=lambda id: view.houses[id].seat)
    units = {id: [unit for unit in view.units if unit.house == id] for id in houses}
    return (
        Measure(msg("measure.victory-points"), tuple(view.houses[id].points for id in houses)),
        Measure(msg("measure.units"), tuple(len(units[id]) for id in houses)),
        Measure(msg("measure.figures"), tuple(sum(unit.figures for unit in units[id]) for id in houses)),
    )
