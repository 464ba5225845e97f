"""The games there are: those that installed packages offer by entry point, and those registered in this process."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NamedTuple

import msgspec

from banneret.kernel.rulebook import Rulebook

GROUP: Final = "banneret.games"
"""The entry-point group of games: the name is the id of the game, the value its rulebook class."""

ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What the id of a game looks like; ids appear in URLs, file names and catalogues."""

OWN_PACKAGE: Final = "banneret"


class GameFault(NamedTuple):
    """A game that cannot be offered: its id, the package that brings it, and the reason."""

    id: str
    package: str
    reason: str

    def __str__(self) -> str:
        return f"{self.id} (package {self.package}): {self.reason}"


class GameError(LookupError):
    """A game that is installed and cannot be loaded; names it, its package and the reason."""


class RulebookInfo(msgspec.Struct, frozen=True):
    """A rulebook as a list of games shows it; `options` is the JSON Schema of its options."""

    id: str
    title: str
    version: str
    seats: tuple[int, ...]
    options: dict[str, Any]


class Registry:
    """Rulebooks by id, loaded from entry points when first asked for. A game that fails does not affect the others."""

    def __init__(
        self, books: Iterable[Rulebook[Any]] = (), *, find: Callable[[], Iterable[EntryPoint]] = tuple
    ) -> None:
        self.books = {book.id: book for book in books}
        """The rulebooks that are loaded, by id."""
        self._find = find
        self._waiting: dict[str, EntryPoint] | None = None
        self._faults: dict[tuple[str, str], GameFault] = {}

    def register(self, book: Rulebook[Any]) -> None:
        """Add a rulebook, or replace the one of its id."""
        self.books[book.id] = book

    def ids(self) -> list[str]:
        """Return the ids of all games that are not known to fail; none is loaded."""
        return sorted({*self.books, *self._entries()})

    def rulebook(self, id: str) -> Rulebook[Any]:
        """Return a rulebook by id. Raises LookupError."""
        book = self.books.get(id)
        if book is None:
            book = self._load(id)
        return book

    def all(self) -> list[Rulebook[Any]]:
        """Return all rulebooks that can be loaded, by id."""
        found = []
        for id in self.ids():
            try:
                found.append(self.rulebook(id))
            except GameError:
                continue  # `faults` reports it
        return found

    def faults(self) -> list[GameFault]:
        """Return the faults found so far: duplicates, and games that failed when they were asked for."""
        self._entries()
        return sorted(self._faults.values())

    def _entries(self) -> dict[str, EntryPoint]:
        """Return the entry points that are not loaded yet; the first of an id counts, our own before others."""
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
            raise LookupError(f"there is no rulebook {id!r}; {self._there_are()}")
        try:
            book = _made(entry)
        except Exception as error:  # whatever a package of somebody else raises
            del self._entries()[id]
            fault = self._fault(entry, f"{type(error).__name__}: {error}")
            raise GameError(f"a game cannot be loaded: {fault}") from error
        return self.books.setdefault(id, book)

    def _there_are(self) -> str:
        ids = self.ids()
        if not ids:
            return "there are none: games are found by the entry points of installed packages (pip install banneret)"
        return f"there are: {', '.join(ids)}"

    def _fault(self, entry: EntryPoint, reason: str) -> GameFault:
        fault = GameFault(entry.name, _package(entry), reason)
        self._faults[entry.value, _package(entry)] = fault
        return fault


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module


def _made(entry: EntryPoint) -> Rulebook[Any]:
    """Load the rulebook that an entry point names. Raises whatever its package raises, and TypeError or ValueError."""
    kind = entry.load()
    if not (isinstance(kind, type) and issubclass(kind, Rulebook)):
        raise TypeError(f"{entry.value} is no Rulebook class")
    book: Rulebook[Any] = kind()
    if book.id != entry.name:
        raise ValueError(f"{entry.value} has the id {book.id!r}, and its entry point is named {entry.name!r}")
    _info(book)
    return book


REGISTRY: Final = Registry(find=lambda: entry_points(group=GROUP))
"""The games of this process."""


def register(book: Rulebook[Any]) -> None:
    """Add a rulebook in this process; packages offer theirs by an entry point of the group `banneret.games`."""
    REGISTRY.register(book)


def rulebook(id: str) -> Rulebook[Any]:
    """Return a rulebook by id. Raises LookupError naming those there are, or why it cannot be loaded."""
    return REGISTRY.rulebook(id)


def rulebook_ids() -> list[str]:
    """Return the ids of all rulebooks; none is loaded."""
    return REGISTRY.ids()


def registered() -> list[Rulebook[Any]]:
    """Return all rulebooks that can be loaded, by id."""
    return REGISTRY.all()


def faults() -> list[GameFault]:
    """Return the games that cannot be offered, with the reasons; loads every game to find out."""
    REGISTRY.all()
    return REGISTRY.faults()


def rulebooks() -> list[RulebookInfo]:
    """Return all games that can be played."""
    return [_info(book) for book in registered()]


def _info(book: Rulebook[Any]) -> RulebookInfo:
    return RulebookInfo(book.id, book.title, book.version, book.seats, msgspec.json.schema(book.Options))
