"""Army lists: their contents and cost, and the rules they break."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from banneret.games.runewars.army.army_list import ArmyList, Bill, Fault, FieldedUnit
from banneret.games.runewars.content.components import Components, Faction, Row, Slot, Unit, Upgrade, components
from banneret.text.message import Field, msg

__all__ = [
    "FOR_A_UNIQUE_UNIT", "SIZES", "ArmyList", "Bill", "Fault", "FieldedUnit", "bill", "check_list", "is_legal",
    "rows_of", "unique_units",
]  # fmt: skip  # several to a line

SIZES: Final = (100, 200)
"""The points of a skirmish and of a standard match."""
FOR_A_UNIQUE_UNIT: Final = 100
"""The points that allow one unique unit."""


class _Looked(NamedTuple):
    """A unit of a list with its cards; unknown upgrades are left out."""

    place: int
    written: FieldedUnit
    unit: Unit
    upgrades: tuple[Upgrade, ...]


class _Check:
    """The check of one list: the cards found, and the faults."""

    def __init__(self, army: ArmyList, found: Components) -> None:
        self.army = army
        self.found = found
        self.faults: list[Fault] = []
        self.units: list[_Looked] = []

    def add(self, rule: str, message: str, place: int = 0, card: str | None = None, **fields: Field) -> None:
        if card is not None:  # a list can name a card ""
            fields = {"card": card, **fields}
        if place:
            fields = {"place": place, **fields}
        self.faults.append(Fault(rule=rule, message=msg(message, **fields), place=place, card=card or ""))


def check_list(army: ArmyList) -> tuple[Fault, ...]:
    """Return the faults of a list, in the order of the list; empty for a legal one."""
    check = _Check(army, components())
    if not army.units:
        check.add("rw:army.2", "fault.no-units")
    for place, written in enumerate(army.units, start=1):
        _look_up(check, place, written)
    for looked in check.units:
        _check_unit(check, looked)
        for upgrade in looked.upgrades:
            _check_upgrade(check, looked, upgrade)
        _check_slots(check, looked)
    _check_factions(check)
    _check_uniques(check)
    _check_points(check)
    order = {place: number for number, place in enumerate((*range(1, len(army.units) + 1), 0))}
    return tuple(sorted(check.faults, key=lambda fault: order[fault.place]))


class _FaultyError(Exception):
    """Raised at the first fault by `is_legal`."""


class _FirstFault(_Check):
    """The check of a list that stops at the first fault."""

    def add(self, rule: str, message: str, place: int = 0, card: str | None = None, **fields: Field) -> None:
        raise _FaultyError


def is_legal(army: ArmyList, changed: int | None = None) -> bool:
    """Return whether a list is legal: whether `check_list` finds no fault. It begins with what is found quickly.

    `changed` is the index of the only unit that is not in an otherwise equal legal list, or has one upgrade fewer
    there; the points must suffice for it.
    """
    check = _FirstFault(army, components())
    if not army.units:
        return False
    try:
        for place, written in enumerate(army.units, start=1):
            _look_up(check, place, written)
        if changed is None:
            _check_points(check)
        _check_factions(check)
        _check_uniques(check)
        for looked in _to_check(check.units, changed):
            _check_unit(check, looked)
            for upgrade in looked.upgrades:
                _check_upgrade(check, looked, upgrade)
            _check_slots(check, looked)
    except _FaultyError:
        return False
    return True


def _to_check(units: list[_Looked], changed: int | None) -> list[_Looked]:
    """Return the units whose own cards must be checked: all if a card may have changed the rules for the others."""
    return units if changed is None or units[changed].unit.army is not None else [units[changed]]


def bill(army: ArmyList) -> Bill:
    """Return the cost of the army."""
    # rules rw:army.4, rw:army.7
    found = components()
    prices = []
    for written in army.units:
        unit = found.units.get(written.unit)
        rows = [] if unit is None else rows_of(unit, written.formation)
        upgrades = [found.upgrades.get(id) for id in written.upgrades]
        costs = tuple(0 if one is None or one.cost is None else one.cost for one in upgrades)
        prices.append((rows[0].cost if rows else 0, costs))
    return Bill(units=tuple(prices))


def rows_of(unit: Unit, formation: str) -> list[Row]:
    """Return the rows of a unit's cost table with this formation; a few units have two, with different icons."""
    size = _size_of(formation)
    return [row for row in unit.rows if (row.files, row.ranks) == size]


@lru_cache(maxsize=256)
def _size_of(formation: str) -> tuple[int, int] | None:
    """Return width and depth of a formation as rows write it, or None."""
    files, _, ranks = formation.partition("x")
    size = (int(files), int(ranks)) if files.isdecimal() and ranks.isdecimal() else None
    return size if size is not None and f"{size[0]}x{size[1]}" == formation else None


def unique_units(points: int) -> int:
    """Return the number of unique units allowed in an army with these points."""
    # rules rw:army.13, rw:28.2, rw:ruling.50
    return points // FOR_A_UNIQUE_UNIT


def _look_up(check: _Check, place: int, written: FieldedUnit) -> None:
    upgrades = []
    for id in written.upgrades:
        if id in check.found.upgrades:
            upgrades.append(check.found.upgrades[id])
        else:  # rule rw:army.8
            check.add("rw:army.8", "fault.unknown-upgrade", place, id)
    unit = check.found.units.get(written.unit)
    if unit is None:  # rule rw:army.2
        check.add("rw:army.2", "fault.unknown-unit", place, written.unit)
    else:
        check.units.append(_Looked(place, written, unit, tuple(upgrades)))


def _check_unit(check: _Check, looked: _Looked) -> None:
    unit = looked.unit
    if not unit.has_dials and not (check.army.assumed and unit.assumed):  # rules rw:ruling.47, rw:ruling.82
        check.add("rw:ruling.47", "fault.no-dials", looked.place, unit.id)
    if not rows_of(unit, looked.written.formation):  # rule rw:army.3
        there = tuple(dict.fromkeys(row.formation for row in unit.rows))
        formation = looked.written.formation
        check.add("rw:army.3", "fault.formation", looked.place, unit.id, formation=formation, formations=there)


def _check_upgrade(check: _Check, looked: _Looked, upgrade: Upgrade) -> None:
    place, unit, faction = looked.place, looked.unit, check.found.faction[upgrade.id]
    known = check.found.playable(upgrade, assumed=check.army.assumed)
    for gap in () if known else upgrade.gap:  # rules rw:ruling.47, rw:ruling.82
        check.add("rw:ruling.47", f"fault.gap.{gap}", place, upgrade.id, unit=unit.id)
    if upgrade.unplayed is not None and not known:
        check.add("rw:ruling.47", f"fault.unplayed.{upgrade.unplayed}", place, upgrade.id, unit=unit.id)
    if upgrade.type not in (None, unit.type):  # rules rw:army.5, rw:15.6, rw:27.1
        check.add("rw:15.6", "fault.type", place, upgrade.id, unit=unit.id, type=str(upgrade.type))
    if faction not in (None, check.army.faction):  # rules rw:army.6, rw:15.7, rw:40.0, rw:ruling.48
        check.add("rw:15.7", "fault.upgrade-faction", place, upgrade.id, unit=unit.id, faction=str(faction))
    if upgrade.only and unit.id not in upgrade.only:  # rule rw:golden.2
        check.add("rw:golden.2", "fault.only", place, upgrade.id, unit=unit.id, others=upgrade.only)


def _check_slots(check: _Check, looked: _Looked) -> None:
    # rules rw:army.8, rw:15.0
    if not looked.upgrades:
        return
    least: list[Upgrade] | None = None
    for row in rows_of(looked.unit, looked.written.formation):
        over = _without_slot(check, looked, row)
        if least is None or len(over) < len(least):
            least = over
    for upgrade in least or ():
        formation = looked.written.formation
        check.add(
            "rw:army.8",
            "fault.slot",
            looked.place,
            upgrade.id,
            unit=looked.unit.id,
            slot=upgrade.slot,
            formation=formation,
        )


def _without_slot(check: _Check, looked: _Looked, row: Row) -> list[Upgrade]:
    """Return the upgrades of a unit for which a row has no free icon, in the order of the list."""
    icons = [*_icons(check, looked.unit, row)]
    icons += [upgrade.adds_slot for upgrade in looked.upgrades if upgrade.adds_slot is not None]
    free = sum(_has_extra(check, looked.unit, one) for one in _army_rules(check))
    over = []
    for upgrade in looked.upgrades:
        if upgrade.slot in icons:
            icons.remove(upgrade.slot)
        elif free and any(_is_extra(check, looked.unit, upgrade, one) for one in _army_rules(check)):
            free -= 1
        else:
            over.append(upgrade)
    return over


def _icons(check: _Check, unit: Unit, row: Row) -> tuple[Slot, ...]:
    """Return the upgrade icons of a row, or of the next more expensive one if a character of the army grants them."""
    if any(one.next_row for one in _army_rules(check)):  # rule rw:army.12
        dearer = [other for other in unit.rows if other.cost > row.cost]
        if dearer:
            return dearer[0].slots
    return row.slots


def _army_rules(check: _Check) -> Iterator[Unit]:
    """Yield the units of the army whose cards change army building."""
    # rule rw:army.12: a character does so only as a unit of the army
    return (looked.unit for looked in check.units if looked.unit.army is not None)


def _has_extra(check: _Check, unit: Unit, leader: Unit) -> bool:
    extra = leader.extra
    return extra is not None and extra.type == unit.type and extra.faction == check.found.faction[unit.id]


def _is_extra(check: _Check, unit: Unit, upgrade: Upgrade, leader: Unit) -> bool:
    extra = leader.extra
    return (
        extra is not None
        and _has_extra(check, unit, leader)
        and check.found.faction[upgrade.id] == extra.faction
        and extra.upgrade in upgrade.name.lower()
    )


def _check_factions(check: _Check) -> None:
    # rules rw:army.2, rw:army.12, rw:40.0
    leaders = [one for one in _army_rules(check) if one.brings is not None]
    for looked in check.units:
        faction = check.found.faction[looked.unit.id]
        if faction == check.army.faction:
            continue
        allowed = next((one for one in leaders if _may_bring(one, faction, looked.unit)), None)
        if allowed is None:
            check.add("rw:army.2", "fault.faction", looked.place, looked.unit.id, faction=faction or "")
        else:
            leaders.remove(allowed)


def _may_bring(leader: Unit, faction: Faction | None, unit: Unit) -> bool:
    brings = leader.brings
    return brings is not None and faction in brings.factions and unit.type in brings.types and not unit.unique


def _check_uniques(check: _Check) -> None:
    # rules rw:28.1, rw:ruling.49
    person = check.found.persons
    seen: set[str] = set()
    count = 0
    for looked in check.units:
        cards: tuple[Unit | Upgrade, ...] = (looked.unit, *looked.upgrades)
        for card in cards:
            if not card.unique:
                continue
            name = person.get(card.name, card.name)
            if name in seen:
                check.add("rw:28.1", "fault.unique-name", looked.place, card.id, name=card.name)
            seen.add(name)
        count += looked.unit.unique
    allowed = unique_units(check.army.points)
    if count > allowed:  # rules rw:army.13, rw:28.2
        check.add("rw:28.2", "fault.unique-units", count=count, allowed=allowed, points=check.army.points)


def _check_points(check: _Check) -> None:
    # rules rw:army.1, rw:skirmish.1
    total = bill(check.army).total
    if total > check.army.points:
        check.add("rw:army.1", "fault.points", total=total, points=check.army.points)
