"""Random legal armies from a seed, for matches without a chosen army."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Final

from msgspec.structs import replace

from banneret.games.runewars.army.lists import ArmyList, FieldedUnit, bill, is_legal, rows_of
from banneret.games.runewars.content.components import Faction, Upgrade, components
from banneret.kernel.stream import Stream, derive_key

_UNITS_FIRST: Final = 0.75
"""The share of the points spent on units before upgrades are bought."""
_CHECKS: Final = 3_000
"""Number of armies tried in the search for one with certain cards."""


def random_list(
    seed: int, faction: Faction, points: int, *, assumed: bool = False, including: tuple[str, ...] = ()
) -> ArmyList:
    """Return a random legal army of a faction; the same seed gives the same army. Cards are added while any fits.

    `including` are the ids of units and upgrades that it contains. Raises ValueError if the points are too few for any
    unit, and if no legal army with those cards is found.
    """
    stream = Stream(derive_key("runewars army", faction, points, seed))
    army = ArmyList(faction=faction, points=points, assumed=assumed)
    units, upgrades = _fieldable(assumed=assumed)
    if including:
        army = _including(army, including, stream, units)
    while True:
        stream.shuffle(units)
        stream.shuffle(upgrades)
        spent = bill(army).total
        first, then = _more_units(army, units), _more_upgrades(army, upgrades, _Room(army))
        tried = [first, then] if spent < points * _UNITS_FIRST else [then, first]
        grown = next((one for kind in tried for one, changed in kind if is_legal(one, changed)), None)
        if grown is None:
            break
        army = grown
    if not army.units:
        raise ValueError(f"{faction}: {points} points are too few for any unit")
    return army


def _including(army: ArmyList, ids: tuple[str, ...], stream: Stream, units: list[FieldedUnit]) -> ArmyList:
    """Return a legal army that contains these cards; raise ValueError if none is found."""
    found = components()
    for id in ids:
        if id not in found.units and id not in found.upgrades:
            raise ValueError(f"{id}: there is no such card")
    stream.shuffle(units)
    wanted = sorted(ids, key=lambda id: id not in found.units)
    for tried in (units, sorted(units, key=lambda unit: rows_of(found.units[unit.unit], unit.formation)[0].cost)):
        complete = next(_completed(army, wanted, tried, iter(range(_CHECKS))), None)
        if complete is not None:
            return complete
    raise ValueError(f"{army.faction}: no army of {army.points} points with these cards was found")


def _completed(army: ArmyList, ids: list[str], units: list[FieldedUnit], budget: Iterator[int]) -> Iterator[ArmyList]:
    """Yield the legal armies with all of these cards, as long as the budget of checks lasts."""
    if not ids:
        yield army
        return
    first, rest = ids[0], ids[1:]
    if first in components().units:
        options = _more_units(army, [unit for unit in units if unit.unit == first])
    else:
        roomier = chain([army], (one for one, _ in _more_units(army, units)))
        options = (one for grown in roomier for one in _more_upgrades(grown, [first]))
    for grown, _ in options:
        if next(budget, None) is None:
            return
        if is_legal(grown):
            yield from _completed(grown, rest, units, budget)


def larger(army: ArmyList) -> Iterator[ArmyList]:
    """Yield the legal armies with one additional unit or upgrade."""
    units, upgrades = _fieldable(assumed=army.assumed)
    for one, _ in (*_more_units(army, units), *_more_upgrades(army, upgrades)):
        if is_legal(one):
            yield one


def _fieldable(*, assumed: bool) -> tuple[list[FieldedUnit], list[str]]:
    """Return every unit in each of its formations, and every upgrade, that can be fielded."""
    units, upgrades = _all_fieldable(assumed=assumed)
    return list(units), list(upgrades)


@cache
def _all_fieldable(*, assumed: bool) -> tuple[tuple[FieldedUnit, ...], tuple[str, ...]]:
    found = components()
    units = [
        FieldedUnit(unit=unit.id, formation=row.formation)
        for unit in found.fielded(assumed=assumed)
        for row in unit.rows
    ]
    return tuple(units), tuple([card.id for card in found.upgrades.values() if found.playable(card, assumed=assumed)])


def _more_units(army: ArmyList, units: list[FieldedUnit]) -> Iterator[tuple[ArmyList, int]]:
    """Yield the army with each additional unit it can afford, and the index of that unit."""
    found = components()
    left = army.points - bill(army).total
    for unit in units:
        if rows_of(found.units[unit.unit], unit.formation)[0].cost <= left:
            yield replace(army, units=(*army.units, unit)), len(army.units)


class _Room:
    """What the units of an army have room for. It spares most checks of whole lists, which are decisive."""

    __slots__ = ("_free", "_persons")

    def __init__(self, army: ArmyList) -> None:
        found = components()
        cards = [found.units[unit.unit] for unit in army.units]
        self._persons = {found.persons.get(card.name, card.name) for card in cards if card.unique}
        for unit in army.units:
            own = [found.upgrades[id] for id in unit.upgrades]
            self._persons.update([found.persons.get(card.name, card.name) for card in own if card.unique])
        self._free: list[list[list[str]]] | None = None
        if all(card.army is None for card in cards):  # other units may grant further icons: rw:army.12
            self._free = [_free_icons(unit) for unit in army.units]

    def lacks(self, card: Upgrade, place: int) -> bool:
        """Return whether a unit certainly has no room for an upgrade."""
        if card.unique and components().persons.get(card.name, card.name) in self._persons:
            return True
        if self._free is None or card.adds_slot is not None:
            return False
        return all(card.slot not in free for free in self._free[place])


def _free_icons(unit: FieldedUnit) -> list[list[str]]:
    """Return the icons that the upgrades of a unit leave free, for each row that its formation may have."""
    found = components()
    own = [found.upgrades[id] for id in unit.upgrades]
    added: list[str] = [upgrade.adds_slot for upgrade in own if upgrade.adds_slot is not None]
    free = []
    for row in rows_of(found.units[unit.unit], unit.formation):
        icons = [*row.slots, *added]
        for upgrade in own:
            if upgrade.slot in icons:
                icons.remove(upgrade.slot)
        free.append(icons)
    return free


def _more_upgrades(army: ArmyList, upgrades: list[str], room: _Room | None = None) -> Iterator[tuple[ArmyList, int]]:
    """Yield the army with each additional upgrade it can afford, on every unit, and the index of that unit.

    With `room`, upgrades for which a unit lacks room are left out.
    """
    found = components()
    left = army.points - bill(army).total
    for id in upgrades:
        card = found.upgrades[id]
        if (card.cost or 0) > left or found.faction[id] not in (None, army.faction):
            continue
        for place, unit in enumerate(army.units):
            if card.type not in (None, found.units[unit.unit].type) or (card.only and unit.unit not in card.only):
                continue
            if room is not None and room.lacks(card, place):
                continue
            grown = replace(unit, upgrades=(*unit.upgrades, id))
            yield replace(army, units=(*army.units[:place], grown, *army.units[place + 1 :])), place
