"""Army lists as people bring them to a game: read and written in several forms, checked, shown, made at random.

The rulebook of a game that has them offers a `ListMaker` as its attribute `armies`. What an army is, only the game
knows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message
from banneret.text.rules_index import RuleIndex

Army = TypeVar("Army")


class ListFault(NamedTuple):
    """What a rule has against a list."""

    rule: str
    message: Message


class ListLine(NamedTuple):
    """A line of a list that is shown: what it is, what it costs, and its depth (1: it belongs to the one above)."""

    name: str
    cost: int
    depth: int = 0


class ListMaker(ABC, Generic[Army]):
    """The army lists of one game."""

    id: ClassVar[str]
    """The game, as the command line calls it."""
    forms: ClassVar[tuple[str, ...]]
    """In which forms a list is written: `text`, as people do, is the first."""
    factions: ClassVar[tuple[str, ...]]
    sizes: ClassVar[tuple[int, ...]]
    """Usual limits of points."""

    @abstractmethod
    def read(self, text: str, points: int | None = None) -> Army:
        """Read a list in any form it can be written in; `points` are those agreed, for forms that do not hold them.

        Raises ValueError: where, what, and why it cannot be read. Whether the army is legal is another matter.
        """

    @abstractmethod
    def write(self, army: Army, form: str) -> str:
        """Write a list in one of the forms. Raises ValueError if that form cannot hold it."""

    @abstractmethod
    def check(self, army: Army) -> Sequence[ListFault]:
        """What the rules have against a list; nothing for a legal one."""

    @abstractmethod
    def title(self, army: Army, texts: Catalogue) -> str:
        """Name and faction of an army, in a line."""

    @abstractmethod
    def lines(self, army: Army, texts: Catalogue) -> Sequence[ListLine]:
        """Everything in an army with its cost."""

    @abstractmethod
    def limit(self, army: Army) -> int:
        """The points agreed."""

    @abstractmethod
    def random(self, seed: int, faction: str, points: int) -> Army:
        """A legal army; the same seed gives the same one. Raises ValueError if there is none."""

    @abstractmethod
    def catalogue(self, language: str) -> Catalogue:
        """The game's texts in a language."""

    @abstractmethod
    def rules(self, language: str) -> RuleIndex:
        """The rules that faults name, in a language."""

    def total(self, army: Army) -> int:
        """What an army costs."""
        return sum(line.cost for line in self.lines(army, self.catalogue("en")))


def armies_of(book: Rulebook[Any]) -> ListMaker[Any] | None:
    """Return the army lists of a game, or None if it has none."""
    found: ListMaker[Any] | None = offered(book, "armies", ListMaker)  # type: ignore[type-abstract]  # it is not called
    return found


def form_of(text: str) -> str:
    """Which form a list seems to have: `json`, `toml`, `code` (a line without blanks or with a semicolon), `text`."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return "text"
    if lines[0].startswith("{"):
        return "json"
    key, equals, _ = lines[0].partition("=")
    if lines[0].startswith("[") or (equals and key.strip().isidentifier()):
        return "toml"
    if len(lines) == 1 and (";" in lines[0] or ("-" in lines[0] and " " not in lines[0])):
        return "code"
    return "text"
