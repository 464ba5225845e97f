"""Threat ranges: the areas that units can march to."""

from __future__ import annotations

from banneret.games.thrones.content.board import AREA, AREAS, KIND, LAND
from banneret.games.thrones.rules.control import units_at
from banneret.games.thrones.rules.transport import reachable
from banneret.games.thrones.show.drawing.shapes import outline_of
from banneret.games.thrones.state import NOBODY, State
from banneret.show.threats import Reach, ThreatSource
from banneret.text.message import msg


class ThronesThreats(ThreatSource[State]):
    """Computes the areas that the units in an area can march to: thrones:march.4, thrones:march.5."""

    kinds = frozenset(("area", "unit"))

    def of(self, state: State, thing: str) -> tuple[Reach, ...]:
        area = AREA.get(thing.split(":")[1])
        if area is None or state.owner[area] == NOBODY or not any(units_at(state, area)):
            return ()
        found = reachable(state, state.owner[area], area, KIND[area] != LAND)
        if not found:
            return ()
        return (Reach("move", msg("threat.move"), "".join(outline_of(AREAS[one]) for one in found)),)
