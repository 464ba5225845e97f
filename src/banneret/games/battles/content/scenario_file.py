"""Reading battle plans, and reporting every fault in them with its line and reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path as FilePath
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from banneret.games.battles.content.scenario import Scenario
from banneret.games.battles.content.scenario_checks import faults_of
from banneret.games.battles.content.scenario_lines import Path, line_of, lines_of, written

_AT_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)$")


class Fault(NamedTuple):
    """A fault of a battle plan and its line; 0 if there are no lines."""

    line: int
    place: str
    problem: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.place}: {self.problem}" if self.line else f"{self.place}: {self.problem}"


class ScenarioError(ValueError):
    """Raised for a faulty battle plan; names the file, and the line and reason of each fault."""

    def __init__(self, file: str, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{file}: {fault}" for fault in faults))
        self.file = file
        self.faults = faults


def check_scenario(text: str) -> list[Fault]:
    """Return all faults of a battle plan written as TOML, in line order."""
    return _read(text)[1]


def parse_scenario(file: str, text: str) -> Scenario:
    """Parse a battle plan. Raises ScenarioError, which names the file as given."""
    scenario, faults = _read(text)
    if scenario is None or faults:
        raise ScenarioError(file, faults)
    return scenario


def read_scenario(path: str | FilePath) -> Scenario:
    """Read a battle plan from a file. Raises ScenarioError, or OSError if the file cannot be read."""
    try:
        text = FilePath(path).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise ScenarioError(str(path), [Fault(1, "whole file", f"is not UTF-8 text: {error.reason}")]) from None
    return parse_scenario(str(path), text)


def scenario_of(raw: Mapping[str, Any]) -> Scenario:
    """Convert plain data, such as the option of a match, to a battle plan. Raises ScenarioError."""
    scenario, faults = _convert(raw)
    if scenario is None or faults:
        raise ScenarioError("scenario", [Fault(0, written(path), problem) for path, problem in faults])
    return scenario


@cache
def scenario(id: str) -> Scenario:
    """Return a bundled battle plan. Raises KeyError."""
    if id not in SCENARIOS:
        raise KeyError(id)
    file = f"{id}.toml"
    return parse_scenario(file, files("banneret.games.battles").joinpath("data", "scenarios", file).read_text("utf-8"))


def _ids() -> tuple[str, ...]:
    folder = files("banneret.games.battles").joinpath("data", "scenarios")
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


SCENARIOS: Final = _ids()
"""The ids of the bundled battle plans."""


def _read(text: str) -> tuple[Scenario | None, list[Fault]]:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        at = _AT_LINE.search(message)
        line = int(at[1]) if at else text.count("\n") + 1
        return None, [Fault(line, "syntax", message[: at.start()] if at else message)]
    lines = lines_of(text)
    scenario, found = _convert(raw)
    return scenario, sorted(Fault(line_of(lines, path), written(path), problem) for path, problem in found)


def _convert(raw: Mapping[str, Any]) -> tuple[Scenario | None, list[tuple[Path, str]]]:
    """Return the plan, or None if a field has the wrong type, and the faults of the fields or else of the plan."""
    found = _field_faults(raw, Scenario, ())
    if found:
        return None, found
    scenario = msgspec.convert(raw, Scenario)
    return scenario, faults_of(scenario)


def _field_faults(raw: Any, wanted: Any, path: Path) -> list[tuple[Path, str]]:  # values and types of TOML fields
    """Return every fault of a value; msgspec alone stops at the first."""
    if get_origin(wanted) in (Union, UnionType):
        if raw is None:
            return []  # left out; TOML has no null, but a position does
        wanted = next(one for one in get_args(wanted) if one is not type(None))
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
        return _struct_faults(raw, wanted, path)
    bare = wanted
    while hasattr(bare, "__metadata__"):
        bare = get_args(bare)[0]
    parts = get_args(bare)
    if get_origin(bare) is tuple and len(parts) == 2 and parts[1] is Ellipsis and isinstance(raw, list | tuple):
        found = [fault for n, one in enumerate(raw) for fault in _field_faults(one, parts[0], (*path, n))]
        if found:
            return found
    if get_origin(bare) is dict and isinstance(raw, Mapping):
        return [fault for key, one in raw.items() for fault in _field_faults(one, parts[1], (*path, key))]
    try:
        msgspec.convert(raw, wanted)
    except msgspec.ValidationError as error:
        return [(path, _reason(str(error), raw, bare))]
    return []


@cache
def _fields_of(wanted: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """Return the fields of a table by name. msgspec evaluates the types of all of them each time it is asked."""
    return {field.encode_name: field for field in msgspec.structs.fields(wanted)}


def _struct_faults(raw: Any, wanted: type[msgspec.Struct], path: Path) -> list[tuple[Path, str]]:
    if not isinstance(raw, Mapping):
        return [(path, f"is {raw!r} instead of a table of fields")]
    fields = _fields_of(wanted)
    found: list[tuple[Path, str]] = [
        ((*path, key), f"unknown field; expected one of: {', '.join(fields)}") for key in raw if key not in fields
    ]
    for name, field in fields.items():
        if name in raw:
            found += _field_faults(raw[name], field.type, (*path, name))
        elif field.required:
            found.append((path, f"{name!r} is missing"))
    return found


def _reason(message: str, raw: Any, wanted: Any) -> str:
    problem = message.partition(" - at `")[0]
    if get_origin(wanted) is Literal:
        return f"is {raw!r}, not one of: {', '.join(map(str, get_args(wanted)))}"
    if "matching regex" in problem:
        return f"{raw!r} is not a valid name; a hex looks like g5, an id like river-crossing"
    return problem[0].lower() + problem[1:] if problem else "is invalid"
