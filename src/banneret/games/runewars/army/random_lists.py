"""Random legal armies from a seed, for matches without a chosen army."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from banneret.games.runewars.army.lists import ArmyList, FieldedUnit, bill, check_list, rows_of
from banneret.games.runewars.content.components import Faction, components
from banneret.kernel.stream import Stream, derive_key

_UNITS_FIRST: Final = 0.75
"""The share of the points spent on units before upgrades are bought."""


def random_list(seed: int, faction: Faction, points: int, *, assumed: bool = False) -> ArmyList:
    """Return a legal army of a faction; the same seed gives the same army. Cards are added while any fits.

    Raises ValueError if the points are too few for any unit.
    """
    stream = Stream(derive_key("runewars army", faction, points, seed))
    army = ArmyList(faction=faction, points=points, assumed=assumed)
    units, upgrades = _fieldable(assumed=assumed)
    while True:
        stream.shuffle(units)
        stream.shuffle(upgrades)
        spent = bill(army).total
        first, then = _more_units(army, units), _more_upgrades(army, upgrades)
        tried = [first, then] if spent < points * _UNITS_FIRST else [then, first]
        grown = next((one for kind in tried for one in kind if not check_list(one)), None)
        if grown is None:
            break
        army = grown
    if not army.units:
        raise ValueError(f"{faction}: {points} points are too few for any unit")
    return army


def larger(army: ArmyList) -> Iterator[ArmyList]:
    """Yield the legal armies with one additional unit or upgrade."""
    units, upgrades = _fieldable(assumed=army.assumed)
    for one in (*_more_units(army, units), *_more_upgrades(army, upgrades)):
        if not check_list(one):
            yield one


def _fieldable(*, assumed: bool) -> tuple[list[FieldedUnit], list[str]]:
    """Return every unit in each of its formations, and every upgrade, that can be fielded."""
    found = components()
    units = [
        FieldedUnit(unit=unit.id, formation=row.formation)
        for unit in found.fielded(assumed=assumed)
        for row in unit.rows
    ]
    return units, [card.id for card in found.upgrades.values() if found.playable(card, assumed=assumed)]


def _more_units(army: ArmyList, units: list[FieldedUnit]) -> Iterator[ArmyList]:
    """Yield the army with each additional unit it can afford."""
    found = components()
    left = army.points - bill(army).total
    for unit in units:
        if rows_of(found.units[unit.unit], unit.formation)[0].cost <= left:
            yield replace(army, units=(*army.units, unit))


def _more_upgrades(army: ArmyList, upgrades: list[str]) -> Iterator[ArmyList]:
    """Yield the army with each additional upgrade it can afford, on every unit."""
    found = components()
    left = army.points - bill(army).total
    for id in upgrades:
        card = found.upgrades[id]
        if (card.cost or 0) > left or found.faction[id] not in (None, army.faction):
            continue
        for place, unit in enumerate(army.units):
            if card.type not in (None, found.units[unit.unit].type) or (card.only and unit.unit not in card.only):
                continue
            grown = replace(unit, upgrades=(*unit.upgrades, id))
            yield replace(army, units=(*army.units[:place], grown, *army.units[place + 1 :]))
