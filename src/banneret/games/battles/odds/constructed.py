"""A constructed case as a state: two units on an empty field, with commanders in far corners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.games.battles.content.components import BOX, HOUSES, RANKS, TERRAINS, Unit
from banneret.games.battles.content.scenario import SOUTH
from banneret.games.battles.position import decode
from banneret.games.battles.state import State, Turn
from banneret.odds import CaseError

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
_WIDTHS: Final = (9, 8, 9, 8, 9, 8, 9)
_CORNERS: Final = {"stark": "a1", "lannister": "i7"}
_PLACES: Final = {"stark": ("e4", "e3", "e5"), "lannister": ("e5", "e6", "e4")}
"""For an attacker of each House: its hex in melee, its hex in a ranged attack, and its target's hex."""
_MARKED: Final = (
    "rounds", "order_rating", "leadership_rating", "command_tokens", "momentum", "morale", "forces", "hexes", "victory",
)  # fmt: skip  # several to a line


def constructed(given: Mapping[str, str]) -> tuple[State, int, int]:
    """Return a state, the attacker and the defender. Raises CaseError for units of one House and too many figures."""
    own, other = (BOX.units[BOX.unit_number[given[name]]] for name in (ATTACKER, DEFENDER))
    if own.house == other.house:
        raise CaseError(f"{DEFENDER}: {other.id} is of the same House as {own.id}")
    near, far, target = _PLACES[own.house]
    units = [_unit(given, own, far if own.ranged else near, ATTACKER), _unit(given, other, target, DEFENDER)]
    for house, corner in _CORNERS.items():
        leader = next(one for one in BOX.commanders if one.house == house)
        host = BOX.units[BOX.unit_number[leader.unit]]
        led = {"unit": host.id, "rank": RANKS[0], "commander": leader.id, "figures": host.strength}
        units.append({"hex": corner, **led})
    state = decode(_position(units, own.house))
    state.terrain[state.field.place(target)] = TERRAINS.index(given["ground"])
    turn = state.turn = Turn(HOUSES.index(own.house))
    if given["flanking"] == "yes":
        turn.flanks.add(0)
    return state, 0, 1


def _unit(given: Mapping[str, str], card: Unit, hex: str, role: str) -> dict[str, Any]:
    field = {ATTACKER: "attacking", DEFENDER: "defending"}[role]
    figures = int(given[field]) or card.strength
    if figures > card.strength:
        raise CaseError(f"{field}: {card.id} has only {card.strength} figures")
    return {"hex": hex, "unit": card.id, "rank": given[f"{role}-rank"], "figures": figures}


def _position(units: list[dict[str, Any]], house: str) -> dict[str, Any]:
    """Return the position of these units on plains, in the turn of a House."""
    plan = {
        "id": "case",
        "name": "Case",
        "about": "A constructed case.",
        "rounds": 5,
        "order_rating": 3,
        "leadership_rating": 3,
        "command_tokens": 3,
        "momentum": house,
        "morale": dict.fromkeys(HOUSES, "rout"),
        "edges": {"stark": "north", "lannister": SOUTH},
        "map": "\n".join("." * width for width in _WIDTHS),
        "units": [{name: value for name, value in unit.items() if name != "figures"} for unit in units],
        "victory": {"kind": "points"},
        "scoring": [{"kind": "destroyed", "points": 1, "when": "immediate"}],
        "provenance": dict.fromkeys(_MARKED, "project"),
    }
    there = [{name: value for name, value in unit.items() if name != "unit"} for unit in units]
    return {"scenario": plan, "step": "command", "first": house, "turn": house, "units": there, "houses": {}}
