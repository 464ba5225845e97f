"""Reading the TOML data files of a game, with errors that say where the mistake is."""

import re
import tomllib
from collections.abc import Collection, Container, Mapping, Sequence
from importlib.resources import files
from typing import Any, ClassVar, NoReturn, Self, TypeVar

import msgspec

T = TypeVar("T")

_PATH = re.compile(r" - at (?:`key` in )?`\$\.?(?P<path>[^`]*)`$")
_MEMBER = re.compile(r"(?:missing required|contains unknown) field `(?P<field>[^`]+)`")


class DataError(ValueError):
    """A mistake in a data file: which file, which entry, which field, and what is wrong."""

    def __init__(self, file: str, entry: str, field: str, problem: str) -> None:
        super().__init__(f"{file}: {entry}: {field}: {problem}")
        self.file = file
        self.entry = entry
        self.field = field
        self.problem = problem


class DataFile:
    """The content of one data file, handed out as checked structs. A game makes its own class, with its `package`."""

    package: ClassVar[str]
    """The package of the game, in whose folder `data` its files lie."""

    def __init__(self, name: str, content: Mapping[str, Any]) -> None:
        self.name = name
        self.content = content

    @classmethod
    def read(cls, name: str) -> Self:
        """The file of that name ("rules.toml", "plans/first.toml") in the data folder of the game. Raises DataError."""
        return cls.parse(name, files(cls.package).joinpath("data", *name.split("/")).read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, name: str, text: str) -> Self:
        """The file with that text. Raises DataError."""
        try:
            return cls(name, tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise DataError(name, "whole file", "syntax", str(error)) from error

    def keys(self, *known: str) -> None:
        """Refuse a file with any other table than these."""
        for key in self.content:
            if key not in known:
                self.fail("whole file", key, f"is unknown; there may be {', '.join(known)}")

    def table(self, key: str, into: type[T]) -> T:
        """The one table of that name."""
        if key not in self.content:
            self.fail(key, "table", "is missing")
        return self._convert(key, self.content[key], into)

    def entries(self, key: str, into: type[T], by: str = "id", *, needed: bool = True) -> tuple[T, ...]:
        """All entries of an array of tables; `by` is the field that must tell them apart."""
        raw = self.content.get(key, [])
        if not isinstance(raw, list) or (needed and not raw):
            self.fail(key, "entries", "are missing")
        labels: set[str] = set()
        converted: list[T] = []
        for place, item in enumerate(raw, start=1):
            label = str(item[by]) if isinstance(item, dict) and by in item else f"{key} {place}"
            converted.append(self._convert(label, item, into))
            if label in labels:
                self.fail(label, by, "occurs twice")
            labels.add(label)
        return tuple(converted)

    def one_of(self, entry: str, field: str, value: str, known: Container[str]) -> str:
        """The value itself, if it is known."""
        if value not in known:
            self.fail(entry, field, f"'{value}' is unknown")
        return value

    def all_of(self, entry: str, field: str, values: Sequence[str], known: Collection[str]) -> None:
        """Refuse values that are not exactly the known ones, in any order."""
        for value in values:
            self.one_of(entry, field, value, known)
        for value in known:
            if (times := values.count(value)) != 1:
                self.fail(entry, field, f"'{value}' occurs {times} times, not once")

    def fail(self, entry: str, field: str, problem: str) -> NoReturn:
        """Report a mistake in this file."""
        raise DataError(self.name, entry, field, problem)

    def _convert(self, entry: str, raw: object, into: type[T]) -> T:
        try:
            return msgspec.convert(raw, into)
        except msgspec.ValidationError as error:
            field, problem = _field_and_problem(str(error))
            raise DataError(self.name, entry, field, problem) from error


def _field_and_problem(message: str) -> tuple[str, str]:
    path = _PATH.search(message)
    problem = message[: path.start()] if path else message
    parts = [path["path"]] if path and path["path"] else []
    if member := _MEMBER.search(problem):
        parts.append(member["field"])
    return ".".join(parts) or "entry", problem
