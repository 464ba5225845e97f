"""Parsing shared by all games with army lists: text as people write it, TOML and JSON."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec

Army = TypeVar("Army")


class ListError(ValueError):
    """An army list that cannot be read: the line (0 for the whole list), the part concerned, and the problem."""

    def __init__(self, line: int, what: str, problem: str) -> None:
        super().__init__(f"line {line}: {what}: {problem}" if line else f"army list: {what}: {problem}")
        self.line = line
        self.what = what
        self.problem = problem


class WrittenLine(NamedTuple):
    """A line of a text list: its number and text, plus the lower-case word before its colon and the rest after it."""

    number: int
    text: str
    word: str
    rest: str


def written_lines(text: str) -> Iterator[WrittenLine]:
    """Yield the lines that are not blank; `#` starts a comment."""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        word, colon, rest = (part.strip() for part in line.partition(":"))
        if line:
            yield WrittenLine(number, line, word.lower() if colon else "", rest)


def note_head(heads: dict[str, tuple[int, str]], line: WrittenLine) -> None:
    """Record a header such as "Points: 40". Raises `ListError` for a duplicate."""
    if line.word in heads:
        raise ListError(line.number, line.text.partition(":")[0].strip(), "appears twice")
    heads[line.word] = (line.number, line.rest)


def read_toml(text: str, into: type[Army]) -> Army:
    """Read a list from TOML into the given struct type. Raises `ListError`."""
    try:
        return msgspec.convert(tomllib.loads(text), into)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ListError(0, "syntax", str(error)) from error
    except msgspec.ValidationError as error:
        raise ListError(0, "fields", str(error)) from error


def read_json(text: str | bytes, into: type[Army]) -> Army:
    """Read a list from JSON into the given struct type. Raises `ListError`."""
    try:
        return msgspec.json.decode(text, type=into)
    except msgspec.ValidationError as error:
        raise ListError(0, "fields", str(error)) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise ListError(0, "syntax", str(error)) from error


def write_json(army: object) -> str:
    """Write a list as JSON."""
    return msgspec.json.format(msgspec.json.encode(army), indent=2).decode()


def write_toml(army: msgspec.Struct) -> str:
    """Write a list as TOML: its fields, then a table for each entry; fields with their default are left out."""
    return "\n".join(_toml(army, "")).lstrip("\n") + "\n"


def _toml(table: msgspec.Struct, name: str) -> Iterator[str]:
    if name:
        yield f"\n[[{name}]]"
    entries: list[tuple[str, msgspec.Struct]] = []
    for field in msgspec.structs.fields(table):
        value = getattr(table, field.name)
        if value == field.default:
            continue
        if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
            entries += [(field.name, one) for one in value]
        else:  # JSON strings, numbers, booleans and arrays of them are valid TOML
            yield f"{field.encode_name} = {msgspec.json.encode(value).decode().replace(chr(0x7F), chr(92) + 'u007f')}"
    for inner, one in entries:
        yield from _toml(one, f"{name}.{inner}" if name else inner)


def read_word(line: int, what: str, text: str, kind: Any) -> Any:  # a Literal, and one of its values
    """Return the value of a `Literal` that the text names, ignoring case. Raises `ListError`."""
    try:
        return msgspec.convert(text.lower(), type=kind)
    except msgspec.ValidationError as error:
        raise ListError(line, what, f"'{text}' is not one of {', '.join(get_args(kind))}") from error


def read_points(line: int, text: str, most: int) -> int:
    """Return the points as a number from 1 to `most`. Raises `ListError`."""
    if not re.fullmatch("[0-9]{1,9}", text) or not 1 <= int(text) <= most:
        raise ListError(line, "points", f"'{text[:40]}' is not a whole number from 1 to {most}")
    return int(text)
