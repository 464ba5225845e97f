"""Checks of a battle plan against its map, the components of the box, and itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, TypeAlias

from banneret.games.battles.content.components import BOX, HOUSES
from banneret.games.battles.content.scenario import (
    OUT_OF_PLAY,
    TERRAIN_LETTERS,
    Immediate,
    Scenario,
    Scoring,
    Strategy,
    Victory,
    map_lines,
)
from banneret.games.battles.content.scenario_lines import Path
from banneret.hexes import HexBoard, LabelError

Found: TypeAlias = Iterator[tuple[Path, str]]

IN_BOX: Final = {"tent": 7, "siege-tower": 8, "stone-bridge": 3, "wood-bridge": 3}
"""Number of tokens in the box. How many of the nine terrain tokens are bridges is not known: up to three per kind."""
SMALLEST, MOST_ROWS, MOST_COLUMNS = 5, 12, 15
"""Limits of the board size; the printed boards have up to 15 by 11 hexes."""
CONTROL_MARKERS: Final = 7
ARCHER_TOKENS: Final = 3
TARGETS_OF_A_COLOUR: Final = 3
PARTS_OF_UNITS: Final = ("forces", "hexes")
NEEDS: Final = {
    "control": ("objectives",),
    "fire": ("objectives",),
    "devastated": ("objectives",),
    "intact": ("objectives",),
    "burnt": ("token",),
    "remaining": ("token",),
    "units-in": ("hexes",),
    "ground": ("rows", "least"),
    "person-safe": ("person", "house"),
    "person-taken": ("person", "house"),
}
"""The fields that a kind of scoring requires besides `points` and `when`."""
AT_ONCE: Final = ("destroyed", "captured", "burnt", "found", "person-safe", "person-taken")
"""Kinds of scoring that are events."""
EITHER: Final = ("devastated",)


def faults_of(plan: Scenario) -> list[tuple[Path, str]]:
    """Return all faults of a plan whose fields have the right types."""
    found = list(_map(plan))
    if found:
        return found  # hexes cannot be checked without a map
    for check in (_hexes, _edges, _units, _figures, _commanders, _objectives, _tokens, _special, _scoring, _origins):
        found += check(plan)
    return found


def _map(plan: Scenario) -> Found:
    lines = map_lines(plan.map)
    first = next((n for n, line in enumerate(plan.map.splitlines()) if line.strip()), 0)
    if not SMALLEST <= len(lines) <= MOST_ROWS:
        yield ("map",), f"has {len(lines)} rows; a board has {SMALLEST} to {MOST_ROWS}"
        return
    for row, letters in enumerate(plan.rows):
        path: Path = ("map", first + row)
        for letter in letters:
            if letter != OUT_OF_PLAY and letter not in TERRAIN_LETTERS:
                known = ", ".join(f"{key} {name}" for key, name in TERRAIN_LETTERS.items())
                yield path, f"{letter!r} is not a terrain letter; use one of: {known}, {OUT_OF_PLAY} out of play"
        wanted = len(plan.rows[0]) - (row & 1)
        if len(letters) != wanted or not SMALLEST <= wanted <= MOST_COLUMNS:
            yield path, f"row {row + 1} has {len(letters)} hexes instead of {wanted} (every second row has one fewer)"


def _labels(plan: Scenario) -> Iterator[tuple[Path, str]]:
    """Yield every hex that the plan names, with its path in the file."""
    for name in ("units", "objectives", "tokens", "fires", "archers"):
        for n, one in enumerate(getattr(plan, name)):
            yield (name, n, "hex"), one.hex
    for n, palisade in enumerate(plan.palisades):
        yield from ((("palisades", n, "between"), label) for label in palisade.between)
    for n, road in enumerate(plan.roads):
        yield from ((("roads", n), label) for label in road)
    if plan.strategy is not None:
        yield from ((("strategy", "hexes"), label) for label in plan.strategy.hexes)
        yield from ((("strategy", "areas", n), label) for n, area in enumerate(plan.strategy.areas) for label in area)
    for n, person in enumerate(plan.persons):
        yield from ((("persons", n), label) for label in (person.hex, *person.safe) if label is not None)
    if plan.catapult is not None:
        yield from ((("catapult", "targets", n, "hex"), one.hex) for n, one in enumerate(plan.catapult.targets))
    for n, scoring in enumerate(plan.scoring):
        yield from ((("scoring", n, "hexes"), label) for label in scoring.hexes)


def _hexes(plan: Scenario) -> Found:
    for path, label in _labels(plan):
        if (problem := _unknown_hex(plan.board, label)) is not None:
            yield path, problem
    for n, palisade in enumerate(plan.palisades):
        a, b = palisade.between
        if _on_board(plan, palisade.between) and plan.board.direction(plan.board.place(a), plan.board.place(b)) is None:
            yield ("palisades", n, "between"), f"{a} and {b} are not adjacent"
    for n, road in enumerate(plan.roads):
        if not _on_board(plan, road):
            continue
        for a, b in pairwise(road):
            if plan.board.direction(plan.board.place(a), plan.board.place(b)) is None:
                yield ("roads", n), f"{a} and {b} are not adjacent"


def _unknown_hex(board: HexBoard, label: str) -> str | None:
    try:
        board.place(label)
    except LabelError as error:
        return str(error)
    return None


def _on_board(plan: Scenario, labels: Iterable[str]) -> bool:
    return all(_unknown_hex(plan.board, label) is None for label in labels)


def _terrain_at(plan: Scenario, label: str) -> str | None:
    return plan.terrain[plan.board.place(label)] if _on_board(plan, [label]) else None


def _edges(plan: Scenario) -> Found:
    if plan.edges.stark == plan.edges.lannister:
        yield ("edges",), f"both Houses have the {plan.edges.stark} edge"


def _duplicates(path: str, labels: Iterable[str], what: str) -> Found:
    seen: set[str] = set()
    for n, label in enumerate(labels):
        if label in seen:
            yield (path, n, "hex"), f"{label} already has {what}"
        seen.add(label)


def _units(plan: Scenario) -> Found:
    types = {unit.id: unit for unit in BOX.units}
    yield from _duplicates("units", (unit.hex for unit in plan.units), "a unit")
    bridged = {token.hex for token in plan.tokens if token.kind.endswith("bridge")}
    houses = set()
    for n, unit in enumerate(plan.units):
        if unit.unit not in types:
            yield ("units", n, "unit"), f"unknown unit {unit.unit!r}; expected one of: {', '.join(types)}"
            continue
        houses.add(types[unit.unit].house)
        terrain = _terrain_at(plan, unit.hex)
        if terrain is not None and BOX.terrain[terrain].impassable and unit.hex not in bridged:
            yield ("units", n, "hex"), f"{unit.hex} is {terrain}, where no unit can be placed"
    for house in HOUSES:
        if house not in houses:
            yield ("units",), f"House {house} has no unit"


def _figures(plan: Scenario) -> Found:
    types = {unit.id: unit for unit in BOX.units}
    used: Counter[str] = Counter()
    for n, unit in enumerate(plan.units):
        if (type := types.get(unit.unit)) is None:
            continue
        before = used[unit.unit]
        used[unit.unit] += type.strength - (unit.commander is not None)
        if before <= type.figures < used[unit.unit]:
            yield (
                ("units", n, "unit"),
                f"needs {used[unit.unit]} figures of {unit.unit}; the box has {type.figures}",
            )


def _commanders(plan: Scenario) -> Found:
    types = {unit.id: unit for unit in BOX.units}
    persons: set[str] = set()
    houses: set[str] = set()
    for n, unit in enumerate(plan.units):
        if unit.commander is None:
            continue
        card = BOX.commander.get(unit.commander)
        path: Path = ("units", n, "commander")
        if card is None:
            yield path, f"unknown commander {unit.commander!r}; expected one of: {', '.join(BOX.commander)}"
            continue
        if unit.unit in types and card.unit != unit.unit:
            yield path, f"{card.name} leads {card.unit}, not {unit.unit}"
        if card.person in persons:
            yield path, f"{card.name} already leads a unit"
        persons.add(card.person)
        houses.add(card.house)
    for house in HOUSES:
        if house not in houses:
            yield ("units",), f"House {house} has no commander"


def _objectives(plan: Scenario) -> Found:
    ids: set[str] = set()
    yield from _duplicates("objectives", (one.hex for one in plan.objectives), "an objective")
    for n, objective in enumerate(plan.objectives):
        if objective.id in ids:
            yield ("objectives", n, "id"), f"{objective.id!r} occurs twice"
        ids.add(objective.id)
        if objective.occupied and objective.controlled_by is not None:
            yield ("objectives", n), "'occupied' excludes 'controlled_by': the unit in the hex controls it"
    if sum(not one.occupied for one in plan.objectives) > CONTROL_MARKERS:
        yield ("objectives",), f"more than {CONTROL_MARKERS} need a control marker"


def _tokens(plan: Scenario) -> Found:
    yield from _duplicates("tokens", (token.hex for token in plan.tokens), "a token")
    yield from _duplicates("fires", (fire.hex for fire in plan.fires), "a fire")
    used = Counter(token.kind for token in plan.tokens)
    for kind, count in used.items():
        if count > IN_BOX[kind]:
            yield ("tokens",), f"{count} of {kind}; the box has {IN_BOX[kind]}"
    overlays = {token.hex: token.kind for token in plan.tokens}
    for n, token in enumerate(plan.tokens):
        terrain = _terrain_at(plan, token.hex)
        if terrain is not None and token.kind.endswith("bridge") != (terrain == "river"):
            wanted = "river" if token.kind.endswith("bridge") else "dry land"
            yield ("tokens", n, "hex"), f"{token.hex} is {terrain}; a {token.kind} belongs on {wanted}"
    for n, fire in enumerate(plan.fires):
        terrain = _terrain_at(plan, fire.hex)
        if terrain is None:
            continue
        there = overlays.get(fire.hex)
        limit = BOX.terrain[terrain].burn_limit if there is None else BOX.overlay[there].burn_limit
        if fire.level > limit:
            yield ("fires", n, "level"), f"{fire.hex} burns up to level {limit}, not {fire.level}"
    sides: set[frozenset[str]] = set()
    for n, palisade in enumerate(plan.palisades):
        if frozenset(palisade.between) in sides:
            yield ("palisades", n), f"there is already a palisade between {' and '.join(palisade.between)}"
        sides.add(frozenset(palisade.between))


def _special(plan: Scenario) -> Found:
    persons = {person.id for person in plan.persons}
    if len(persons) != len(plan.persons):
        yield ("persons",), "a person occurs twice"
    hidden = plan.strategy.person if plan.strategy is not None else None
    if plan.strategy is not None:
        if plan.strategy.real > len(plan.strategy.hexes):
            yield ("strategy", "real"), f"{plan.strategy.real} real ones in {len(plan.strategy.hexes)} hexes"
        if len(set(plan.strategy.hexes)) != len(plan.strategy.hexes):
            yield ("strategy", "hexes"), "a hex occurs twice"
        yield from _areas(plan.strategy)
        if hidden is not None and hidden not in persons:
            yield ("strategy", "person"), f"{hidden!r} is not one of the persons"
    for n, person in enumerate(plan.persons):
        if (person.hex is None) != (person.id == hidden):
            yield ("persons", n, "hex"), "give the person either a hex or a strategy token, not both"
    if len(plan.archers) > ARCHER_TOKENS:
        yield ("archers",), f"{len(plan.archers)} tokens; the box has {ARCHER_TOKENS}"
    if plan.catapult is not None:
        for rank, count in Counter(target.rank for target in plan.catapult.targets).items():
            if count > TARGETS_OF_A_COLOUR:
                yield ("catapult", "targets"), f"{count} {rank} ones; the box has {TARGETS_OF_A_COLOUR}"
        yield from (
            (("catapult", "targets", n, "hex"), problem)
            for (_, n, _), problem in _duplicates("targets", (one.hex for one in plan.catapult.targets), "a target")
        )
    if plan.defence is not None:
        tokens = plan.defence.green + plan.defence.blue + plan.defence.red
        if not 0 < len(plan.palisades) <= tokens:
            yield (
                ("defence",),
                f"{tokens} order tokens for {len(plan.palisades)} palisades; each needs at least one",
            )


def _areas(strategy: Strategy) -> Found:
    if not strategy.areas:
        return
    if len(strategy.areas) != len(strategy.hexes):
        yield ("strategy", "areas"), f"{len(strategy.areas)} areas for {len(strategy.hexes)} hexes"
    else:
        for n, (hex, area) in enumerate(zip(strategy.hexes, strategy.areas, strict=True)):
            if hex not in area:
                yield ("strategy", "areas", n), f"does not contain {hex}, the default hex of its token"
    whole = [hex for area in strategy.areas for hex in area]
    if len(set(whole)) != len(whole):
        yield ("strategy", "areas"), "a hex occurs twice"


def _scoring(plan: Scenario) -> Found:
    for n, scoring in enumerate(plan.scoring):
        for name in NEEDS.get(scoring.kind, ()):
            if not getattr(scoring, name):
                yield ("scoring", n), f"{scoring.kind!r} needs {name!r}"
        if scoring.kind not in EITHER and (scoring.when == "immediate") != (scoring.kind in AT_ONCE):
            moment = "immediate" if scoring.kind in AT_ONCE else "round or end"
            yield ("scoring", n, "when"), f"{scoring.kind!r} is counted at: {moment}"
        if scoring.kind == "found" and plan.strategy is None:
            yield ("scoring", n, "kind"), "there is no strategy token to find"
        if scoring.token is not None and all(token.kind != scoring.token for token in plan.tokens):
            yield ("scoring", n, "token"), f"there is no {scoring.token}"
        yield from _references(plan, ("scoring", n), scoring)
    if plan.victory.kind == "points" and not plan.scoring:
        yield ("victory", "kind"), "nothing scores points"
    if plan.victory.kind == "control":
        if plan.victory.house is None or not 0 < plan.victory.least <= len(plan.victory.objectives):
            yield ("victory",), "'control' needs 'house', 'objectives' and 'least', the number of objectives"
        yield from _references(plan, ("victory",), plan.victory)
    for n, immediate in enumerate(plan.immediate):
        yield from _references(plan, ("immediate", n), immediate)
        if immediate.kind in ("control", "points") and not immediate.least:
            yield ("immediate", n), f"{immediate.kind!r} needs 'least', the number required"
        if immediate.kind == "control" and immediate.least > len(immediate.objectives):
            yield ("immediate", n, "least"), f"{immediate.least} of {len(immediate.objectives)} objectives"
        if immediate.kind.startswith("person") and immediate.person is None:
            yield ("immediate", n), f"{immediate.kind!r} needs 'person'"


def _references(plan: Scenario, path: Path, part: Scoring | Victory | Immediate) -> Found:
    known = {objective.id for objective in plan.objectives}
    for id in part.objectives:
        if id not in known:
            yield (
                (*path, "objectives"),
                f"unknown objective {id!r}; the plan has: {', '.join(sorted(known)) or 'none'}",
            )
    person = None if isinstance(part, Victory) else part.person
    if person is not None and person not in {one.id for one in plan.persons}:
        yield (*path, "person"), f"{person!r} is not one of the persons"


def _origins(plan: Scenario) -> Found:
    known = {*plan.__struct_fields__, *PARTS_OF_UNITS} - {"id", "name", "about", "number", "provenance", "units"}
    for name in plan.provenance:
        if name not in known:
            yield ("provenance", name), f"unknown field; expected one of: {', '.join(sorted(known))}"
    for name in known & {"rounds", "order_rating", "leadership_rating", "command_tokens", "victory", *PARTS_OF_UNITS}:
        if name not in plan.provenance:
            yield ("provenance",), f"does not give the origin of {name!r}"
