"""Line numbers of the values in a TOML text, which the standard library's parser does not report."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Field names and list indices counted from 0: `("units", 3, "hex")`."""

_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"\s*([\w-]+)\s*=\s*(.*)$")
_ENTRY: Final = re.compile(r"\s*[{\[\"]")


def lines_of(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, of each table, field, list entry (one per line) and line of a long string."""
    found: dict[Path, int] = {}
    headers: Counter[str] = Counter()
    table: Path = ()
    within: Path | None = None
    closed_by, place = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if within is not None:
            if closed_by in line and (closed_by != "]" or line.strip().startswith("]")):
                within = None
            elif closed_by == '"""' or _ENTRY.match(line):
                found[(*within, place)] = number
                place += 1
            continue
        if header := _HEADER.match(line):
            name = header[2]
            table = (*name.split("."),)
            if header[1] == "[[":
                table = (*table, headers[name])
                headers[name] += 1
            found[table] = number
        elif key := _KEY.match(line):
            path = (*table, key[1])
            found[path] = number
            opened, rest = key[2][:3], key[2]
            if opened == '"""' and rest.count('"""') == 1:
                within, closed_by, place = path, '"""', 0
            elif rest.startswith("[") and rest.count("[") > rest.count("]"):
                within, closed_by, place = path, "]", 0
    return found


def line_of(found: dict[Path, int], path: Path) -> int:
    """Return the line of a value, or of the innermost enclosing value that has one, or 1."""
    for end in range(len(path), 0, -1):
        if path[:end] in found:
            return found[path[:end]]
    return 1


def written(path: Path) -> str:
    """Format a path for people, counting from 1: `units 4: hex`."""
    parts: list[str] = []
    for part in path:
        if isinstance(part, int) and parts:
            parts[-1] += f" {part + 1}"
        else:
            parts.append(str(part))
    return ": ".join(parts) or "whole file"
