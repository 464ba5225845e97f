"""The available games: those provided by installed packages as entry points, and those registered in this process."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NamedTuple

import msgspec

from banneret.kernel.rulebook import Rulebook
from banneret.kernel.schemas import json_schema

GROUP: Final = "banneret.games"
"""The entry-point group of games: the name is the id of the game, the value its rulebook class."""

ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The form of a game's id; ids appear in URLs, file names and catalogues."""

OWN_PACKAGE: Final = "banneret"


class GameFault(NamedTuple):
    """A game that cannot be offered: its id, the package that provides it, and the reason."""

    id: str
    package: str
    reason: str

    def __str__(self) -> str:
        return f"{self.id} (package {self.package}): {self.reason}"


class GameError(LookupError):
    """Raised for an installed game that cannot be loaded; names the game, its package and the reason."""


class RulebookInfo(msgspec.Struct, frozen=True):
    """A rulebook's entry in a list of games; `options` is the JSON Schema of its options."""

    id: str
    title: str
    version: str
    seats: tuple[int, ...]
    options: dict[str, Any]


class Registry:
    """Rulebooks by id, loaded from entry points on first use. A game that fails does not affect the others."""

    def __init__(
        self, books: Iterable[Rulebook[Any]] = (), *, find: Callable[[], Iterable[EntryPoint]] = tuple
    ) -> None:
        self.books = {book.id: book for book in books}
        """The loaded rulebooks by id."""
        self._find = find
        self._waiting: dict[str, EntryPoint] | None = None
        self._faults: dict[tuple[str, str], GameFault] = {}

    def register(self, book: Rulebook[Any]) -> None:
        """Add a rulebook, or replace the one with its id."""
        self.books[book.id] = book

    def ids(self) -> list[str]:
        """Return the ids of all games that are not known to fail, without loading them."""
        return sorted({*self.books, *self._entries()})

    def rulebook(self, id: str) -> Rulebook[Any]:
        """Return a rulebook by id. Raises LookupError."""
        book = self.books.get(id)
        if book is None:
            book = self._load(id)
        return book

    def all(self) -> list[Rulebook[Any]]:
        """Return all rulebooks that can be loaded, in id order."""
        found = []
        for id in self.ids():
            try:
                found.append(self.rulebook(id))
            except GameError:
                continue  # reported by `faults`
        return found

    def faults(self) -> list[GameFault]:
        """Return the faults found so far: duplicates, and games that failed to load."""
        self._entries()
        return sorted(self._faults.values())

    def _entries(self) -> dict[str, EntryPoint]:
        """Return the entry points not loaded yet; the first one of an id counts, the project's own before others."""
        if self._waiting is None:
            waiting: dict[str, EntryPoint] = {}
            for entry in sorted(self._find(), key=lambda e: (_package(e) != OWN_PACKAGE, _package(e), e.value)):
                if not ID.fullmatch(entry.name):
                    self._fault(entry, "the id of a game has lower-case letters, digits and single hyphens")
                elif entry.name in waiting:
                    self._fault(entry, f"package {_package(waiting[entry.name])} already has a game of this id")
                else:
                    waiting[entry.name] = entry
            self._waiting = waiting
        return self._waiting

    def _load(self, id: str) -> Rulebook[Any]:
        entry = self._entries().get(id)
        if entry is None:
            failed = [fault for fault in self._faults.values() if fault.id == id]
            if failed:
                raise GameError(f"the game {failed[0]} cannot be loaded")
            raise LookupError(f"there is no rulebook {id!r}; {self._known_ids()}")
        try:
            book = _made(entry)
        except Exception as error:  # whatever a third-party package raises
            del self._entries()[id]
            fault = self._fault(entry, f"{type(error).__name__}: {error}")
            raise GameError(f"a game cannot be loaded: {fault}") from error
        return self.books.setdefault(id, book)

    def _known_ids(self) -> str:
        ids = self.ids()
        if not ids:
            return "none is installed: packages provide games as entry points (pip install banneret)"
        return f"available: {', '.join(ids)}"

    def _fault(self, entry: EntryPoint, reason: str) -> GameFault:
        fault = GameFault(entry.name, _package(entry), reason)
        self._faults[entry.value, _package(entry)] = fault
        return fault


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module


def _made(entry: EntryPoint) -> Rulebook[Any]:
    """Load the rulebook of an entry point. Raises any exception of its package, and TypeError or ValueError."""
    kind = entry.load()
    if not (isinstance(kind, type) and issubclass(kind, Rulebook)):
        raise TypeError(f"{entry.value} is not a Rulebook class")
    book: Rulebook[Any] = kind()
    if book.id != entry.name:
        raise ValueError(f"{entry.value} has the id {book.id!r}, but its entry point is named {entry.name!r}")
    _info(book)
    return book


REGISTRY: Final = Registry(find=lambda: entry_points(group=GROUP))
"""The games of this process."""


def register(book: Rulebook[Any]) -> None:
    """Add a rulebook in this process. Packages offer theirs as an entry point in the group `banneret.games`."""
    REGISTRY.register(book)


def rulebook(id: str) -> Rulebook[Any]:
    """Return a rulebook by id. Raises LookupError, which lists the available ids or says why it cannot be loaded."""
    return REGISTRY.rulebook(id)


def rulebook_ids() -> list[str]:
    """Return the ids of all rulebooks without loading them."""
    return REGISTRY.ids()


def registered() -> list[Rulebook[Any]]:
    """Return all rulebooks that can be loaded, in id order."""
    return REGISTRY.all()


def faults() -> list[GameFault]:
    """Return the games that cannot be offered, with the reasons. Loads every game."""
    REGISTRY.all()
    return REGISTRY.faults()


def rulebooks() -> list[RulebookInfo]:
    """Return all games that can be played."""
    return [_info(book) for book in registered()]


def _info(book: Rulebook[Any]) -> RulebookInfo:
    return RulebookInfo(book.id, book.title, book.version, book.seats, json_schema(book.Options))
