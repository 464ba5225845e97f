"""BattleScribe rosters (`.ros`, `.rosz`): XML with nested selections."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from defusedxml import DefusedXmlException, ElementTree

from banneret.content.army_list_text import ListError

LARGEST: Final = 2_000_000
"""Maximum size of an unpacked roster, in bytes."""


class Selected(NamedTuple):
    """A selection in a roster: name, count, nesting depth and cost in points."""

    name: str
    number: int
    depth: int
    cost: float


class RosterFile(NamedTuple):
    """A parsed roster file. The points limit is 0 if the file has none; selections keep their order."""

    name: str
    faction: str
    points: int
    selections: tuple[Selected, ...]


def unpacked(data: bytes) -> str:
    """Return the text of an uploaded list, which may be a `.rosz` archive. Raises ListError if it is not text."""
    if data[:2] == b"PK":
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                first = next((one for one in archive.infolist() if one.filename.endswith(".ros")), None)
                if first is None or first.file_size > LARGEST:
                    raise ListError(0, "archive", "contains no .ros file, or one that is too large")
                with archive.open(first) as file:
                    data = file.read(LARGEST)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
            raise ListError(0, "archive", f"cannot be unpacked: {error}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ListError(0, "file", "is not a text in UTF-8") from error


def is_roster(text: str) -> bool:
    """Return True if a text looks like the XML of a roster."""
    return text.lstrip()[:1] == "<"


def read_roster(text: str) -> RosterFile:
    """Parse the XML of a roster. Raises ListError if it is not a readable roster."""
    try:
        root = ElementTree.fromstring(text.encode(), forbid_dtd=True)
    except (ElementTree.ParseError, DefusedXmlException, ValueError, RecursionError) as error:
        raise ListError(0, "roster", f"is not readable XML: {error}") from error
    if _tag(root) != "roster":
        raise ListError(0, "roster", f"the XML is a <{_tag(root)}>, not a <roster>")
    forces = [one for one in root.iter() if _tag(one) == "force"]
    limits = [one.get("value", "") for one in root.iter() if _tag(one) == "costLimit"]
    selections = [one for force in forces for one in _selections(force, 0)]
    return RosterFile(
        name=root.get("name", ""),
        faction=next((force.get("catalogueName", "") for force in forces), ""),
        points=max((int(_number(limit)) for limit in limits), default=0),
        selections=tuple(selections),
    )


def _selections(parent: Any, depth: int) -> Iterator[Selected]:  # an XML element
    for group in parent:
        if _tag(group) != "selections":
            continue
        for one in group:
            cost = max(
                (_number(c.get("value", "")) for costs in one if _tag(costs) == "costs" for c in costs), default=0.0
            )
            number = max(1, min(20, int(_number(one.get("number", "1")))))
            yield Selected(one.get("name", ""), number, depth, cost)
            if depth < 6:
                yield from _selections(one, depth + 1)


def _tag(element: Any) -> str:  # an XML element
    return str(element.tag).rpartition("}")[2]


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if 0 <= value <= 10_000 else 0.0
