"""The implementation status of the cards: what is registered for each, and the number of tests that exercise it."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from banneret.games.runewars.abilities import registration as loading
from banneret.games.runewars.content.components import Components, Unit, Upgrade, components
from banneret.games.runewars.effects import registry

REGISTERED: Final = loading.LOADED
"""Everything is registered before it is counted."""


class Covered(msgspec.Struct, frozen=True, kw_only=True):
    """A card: its kind, its parts with and without an implementation, and the tests that exercise it.

    `asserted` is whether a test fails without each part that has an own implementation, and `why` the reason if it
    is not played, else "".
    """

    id: str
    kind: str
    faction: str
    does: tuple[str, ...]
    idle: tuple[str, ...]
    tests: int
    asserted: bool
    why: str


@cache
def handler_tests() -> dict[str, tuple[str, ...]]:
    """Return the tests that reach each handler, as recorded by `tools/runewars_cards.py`; by its table, name and id."""
    return {key: tuple(tests) for key, tests in _recorded("card-tests.json").items()}


@cache
def asserted() -> frozenset[str]:
    """Return the ids without whose handlers a test fails, as recorded by `tools/runewars_cards.py`."""
    return frozenset(_recorded("card-asserted.json"))


def _recorded(name: str) -> dict[str, Any]:  # a JSON file
    file = files("banneret.games.runewars").joinpath("data", name)
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}  # not included in a wheel
    return found


def coverage() -> tuple[Covered, ...]:
    """Return every unit, upgrade and condition, in the order of the data."""
    found = components()
    return (
        *(_unit(found, unit) for unit in found.units.values()),
        *(_upgrade(found, upgrade) for upgrade in found.upgrades.values()),
        *(_covered(id, "condition", "any", (id,), ()) for id in found.conditions),
    )


def _unit(found: Components, unit: Unit) -> Covered:
    ids = [one.id for one in unit.abilities]
    if unit.army is not None and not (unit.brings or unit.next_row or unit.extra):
        ids.append(unit.id)
    shown = tuple(dict.fromkeys(one.keyword for one in unit.keywords))
    why = "" if unit.has_dials else "its command tool is not known"
    return _covered(unit.id, "unit", str(found.faction[unit.id]), (*shown, *ids), IN_DATA, why)


def _upgrade(found: Components, upgrade: Upgrade) -> Covered:
    shown = tuple(dict.fromkeys(one.keyword for one in upgrade.keywords))
    ids = () if shown and upgrade.id not in registry.registered() else (upgrade.id,)
    why = f"unknown: {', '.join(upgrade.gap)}" if upgrade.gap else UNPLAYED.get(upgrade.unplayed or "", "")
    faction = str(found.faction[upgrade.id] or "any")
    data = (upgrade.id,) if upgrade.adds_slot is not None else ()
    return _covered(upgrade.id, "upgrade", faction, (*shown, *ids), data, why)


IN_DATA: Final = ("unstable-dice",)
"""Abilities that are implemented by numbers in the data."""
UNPLAYED: Final = {
    "overgrown": "it needs overgrown terrain, of which too little is known",
    "units": "it is for units whose command tool is not known",
}


def _covered(id: str, kind: str, faction: str, ids: tuple[str, ...], data: tuple[str, ...], why: str = "") -> Covered:
    there = registry.registered() | registry.KEYWORDS | set(data)
    handled = [one for one in ids if one in registry.registered() | registry.KEYWORDS]
    tests = {
        test for key, names in handler_tests().items() for one in ids if key.rpartition(" ")[2] == one for test in names
    }
    return Covered(
        id=id,
        kind=kind,
        faction=faction,
        does=tuple(one for one in ids if one in there),
        idle=tuple(one for one in ids if one not in there),
        tests=len(tests),
        asserted=bool(handled) and asserted().issuperset(handled),
        why=why,
    )
