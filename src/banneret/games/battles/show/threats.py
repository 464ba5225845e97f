"""The hexes that a unit can reach, and those it can attack from there."""

from __future__ import annotations

from collections.abc import Iterable

from banneret.games.battles.rules.field.sight import sees_hex
from banneret.games.battles.rules.field.terrain import is_barred, range_of
from banneret.games.battles.rules.field.units import card_of, place, unit_at
from banneret.games.battles.rules.orders.movement import reach, steps_of
from banneret.games.battles.show.drawing.layout import places_of
from banneret.games.battles.state import NO_UNIT, State
from banneret.show.threats import Reach, ThreatSource
from banneret.text.message import msg


class BattlesThreats(ThreatSource[State]):
    """Computes the threat ranges of the unit in a hex."""

    kinds = frozenset(("hex",))

    def of(self, state: State, thing: str) -> tuple[Reach, ...]:
        unit = unit_at(state, thing.partition(":")[2])
        if unit == NO_UNIT:
            return ()
        steps = steps_of(state, unit)
        moved = reach(state, unit, steps)
        attacked = _attacked(state, unit, [state.hex[unit], *moved])
        if card_of(state, unit).ranged:
            found = Reach("shoot", msg("threat.shoot", range=range_of(state, unit)), _drawn(state, attacked))
        else:
            found = Reach("strike", msg("threat.strike"), _drawn(state, attacked))
        return tuple(
            one for one in (found, Reach("move", msg("threat.move", steps=steps), _drawn(state, moved))) if one.area
        )


def _attacked(state: State, unit: int, hexes: Iterable[int]) -> set[int]:
    """Return the hexes that a unit can attack from one of these: battles:attack.9, battles:sight.3."""
    there, found = state.copy(), set[int]()
    ranged = card_of(state, unit).ranged
    for hex in hexes:
        place(there, unit, hex)
        row, far = state.field.distances[hex], range_of(there, unit)
        for end, distance in enumerate(row):
            if 0 < distance <= far and end not in found:
                open_ = sees_hex(there, hex, end) if ranged else not is_barred(there, hex, end)
                if open_:
                    found.add(end)
    return found


def _drawn(state: State, hexes: Iterable[int]) -> str:
    places = places_of(state.scenario)
    return "".join(places.outline(hex) for hex in sorted(hexes))
