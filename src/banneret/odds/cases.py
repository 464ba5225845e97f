"""Hypothetical cases: the fields of a game's form, and their one-line format for links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from banneret.text.message import Message

Side: TypeAlias = Literal["", "attacker", "defender"]


class CaseError(ValueError):
    """Raised for an invalid case. The message names the field and the possible values."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a case: a choice of ids, or an integer from `least` to `most`. `initial` is the default.

    The two `compared` fields are the axes of the matrix.
    """

    id: str
    label: Message
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    initial: str
    compared: bool = False
    side: Side = ""
    """The side that the field describes, or "" for circumstances of both. Labels do not repeat it."""


def read_case(line: str) -> dict[str, str]:
    """Return the values of a line such as "attacker:10101,side:rear". Raises CaseError."""
    found: dict[str, str] = {}
    for part in filter(None, line.split(",")):
        name, colon, value = part.partition(":")
        if not colon or not name or not value:
            raise CaseError(f"{part!r} is not a field of a case; write field:value,field:value")
        if name in found:
            raise CaseError(f"the field {name!r} is given twice")
        found[name] = value
    return found


def written_case(given: Mapping[str, str]) -> str:
    """Return a case as a line for `read_case`."""
    return ",".join(f"{name}:{value}" for name, value in given.items())


def completed(fields: Iterable[Field], given: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every field, by default its initial one. Raises CaseError for unknown fields or values."""
    known = {field.id: field for field in fields}
    for name in given:
        if name not in known:
            raise CaseError(f"there is no field {name!r}; choose from {', '.join(known)}")
    return {id: _checked(field, given.get(id, field.initial)) for id, field in known.items()}


def _checked(field: Field, value: str) -> str:
    if field.choices:
        if value not in field.choices:
            raise CaseError(f"{field.id}: {value!r} is not possible; choose from {', '.join(field.choices)}")
        return value
    least, most = field.least or 0, field.most if field.most is not None else 0
    if not (value.isascii() and value.isdecimal()) or not least <= int(value) <= most:
        raise CaseError(f"{field.id}: {value!r} is not a whole number from {least} to {most}")
    return str(int(value))
