"""Reading of a game's TOML data files, with errors that locate the mistake."""

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
    """A mistake in a data file: file, entry, field, and the problem."""

    def __init__(self, file: str, entry: str, field: str, problem: str) -> None:
        super().__init__(f"{file}: {entry}: {field}: {problem}")
        self.file = file
        self.entry = entry
        self.field = field
        self.problem = problem


class DataFile:
    """The content of one data file, converted to validated structs. Each game subclasses it and sets `package`."""

    package: ClassVar[str]
    """The package of the game, whose `data` folder contains the files."""

    def __init__(self, name: str, content: Mapping[str, Any]) -> None:
        self.name = name
        self.content = content

    @classmethod
    def read(cls, name: str) -> Self:
        """Read the named file ("rules.toml", "plans/first.toml") from the game's data folder. Raises DataError."""
        return cls.parse(name, files(cls.package).joinpath("data", *name.split("/")).read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, name: str, text: str) -> Self:
        """Parse the text of a file. Raises DataError."""
        try:
            return cls(name, tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise DataError(name, "whole file", "syntax", str(error)) from error

    def keys(self, *known: str) -> None:
        """Raise DataError if the file has any other table than the known ones."""
        for key in self.content:
            if key not in known:
                self.fail("whole file", key, f"is unknown; allowed: {', '.join(known)}")

    def table(self, key: str, into: type[T]) -> T:
        """Return the table of that name."""
        if key not in self.content:
            self.fail(key, "table", "is missing")
        return self._convert(key, self.content[key], into)

    def entries(self, key: str, into: type[T], by: str = "id", *, needed: bool = True) -> tuple[T, ...]:
        """Return all entries of an array of tables; `by` is the field that must be unique."""
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
        """Return the value if it is known; raise DataError otherwise."""
        if value not in known:
            self.fail(entry, field, f"'{value}' is unknown")
        return value

    def all_of(self, entry: str, field: str, values: Sequence[str], known: Collection[str]) -> None:
        """Raise DataError unless the values are exactly the known ones, in any order."""
        for value in values:
            self.one_of(entry, field, value, known)
        for value in known:
            if (times := values.count(value)) != 1:
                self.fail(entry, field, f"'{value}' occurs {times} times instead of once")

    def fail(self, entry: str, field: str, problem: str) -> NoReturn:
        """Raise DataError for this file."""
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
