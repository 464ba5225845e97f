"""Army lists that players bring to a game: read and written in several formats, checked, displayed, generated.

The rulebook of a game with army lists offers a `ListMaker` as its attribute `armies`. The type of an army is up to the
game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from banneret.content.army_building import Building
from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message
from banneret.text.rules_index import RuleIndex

Army = TypeVar("Army")
RANDOM: Final = "random"
"""Placeholder for a list code: a random army of any faction."""


class ListFault(NamedTuple):
    """A rule that a list violates, with an explanation.

    `card` is the id of the card at fault, `entry` the index of the entry at fault; "" and -1 mean the list as a whole
    or that it is not known.
    """

    rule: str
    message: Message
    card: str = ""
    entry: int = -1


class ListLine(NamedTuple):
    """A line of a displayed list: name, cost, and depth (1: part of the line above)."""

    name: str
    cost: int
    depth: int = 0


class ListMaker(ABC, Generic[Army]):
    """The army lists of one game."""

    id: ClassVar[str]
    """The game's id on the command line."""
    forms: ClassVar[tuple[str, ...]]
    """The formats in which a list can be written; the first is `text`, as people write it."""
    factions: ClassVar[tuple[str, ...]]
    sizes: ClassVar[tuple[int, ...]]
    """The usual points limits."""

    @abstractmethod
    def read(self, text: str, points: int | None = None) -> Army:
        """Read a list in any supported format; `points` is the agreed limit for formats that do not include one.

        Raises ValueError with the location and the problem if the list cannot be read. Does not check legality.
        """

    @abstractmethod
    def write(self, army: Army, form: str) -> str:
        """Write a list in one of the formats. Raises ValueError if the format cannot represent it."""

    @abstractmethod
    def check(self, army: Army) -> Sequence[ListFault]:
        """Return the faults the rules find in a list; empty for a legal one."""

    @abstractmethod
    def title(self, army: Army, texts: Catalogue) -> str:
        """Return name and faction of an army on one line."""

    @abstractmethod
    def lines(self, army: Army, texts: Catalogue) -> Sequence[ListLine]:
        """Return everything in an army with its cost."""

    @abstractmethod
    def limit(self, army: Army) -> int:
        """Return the agreed points limit."""

    @abstractmethod
    def random(self, seed: int, faction: str, points: int, including: Sequence[str] = ()) -> Army:
        """Return a random legal army that contains certain cards; the same arguments give the same army.

        Raises ValueError if there is none.
        """

    @abstractmethod
    def catalogue(self, language: str) -> Catalogue:
        """Return the game's catalogue in a language."""

    @abstractmethod
    def rules(self, language: str) -> RuleIndex:
        """Return the rules that faults cite, in a language."""

    @property
    def building(self) -> Building[Army] | None:
        """The game's interface for building lists card by card, or None."""
        return None

    @property
    def starters(self) -> Sequence[Army]:
        """The lists written for people who start with the game."""
        return ()

    def armies_in(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        """Return the armies in the options of a match, each brought by the seat with its number.

        An army is a short code, a faction or `RANDOM`. Empty if matches of the game do not take lists.
        """
        return ()

    def with_armies(self, options: Mapping[str, Any], seats: int, armies: Mapping[int, str]) -> dict[str, Any]:
        """Return the options of a match to which some seats bring other armies."""
        return dict(options)

    def options_for(self, army: Army) -> dict[str, Any] | None:
        """Return options of a match for armies of this size and these cards, or None if there are none."""
        return None

    def independent(self, options: Mapping[str, Any], seats: int) -> bool:
        """Return whether an army is allowed whatever the others are, so that players can choose it in secret."""
        return True

    def total(self, army: Army) -> int:
        """Return the total cost of an army."""
        return sum(line.cost for line in self.lines(army, self.catalogue("en")))


def armies_of(book: Rulebook[Any]) -> ListMaker[Any] | None:
    """Return the army lists of a game, or None if it has none."""
    found: ListMaker[Any] | None = offered(book, "armies", ListMaker)  # type: ignore[type-abstract]  # not instantiated
    return found


def form_of(text: str) -> str:
    """Guess the format of a list: `json`, `toml`, `code` (one line without spaces or with a semicolon) or `text`."""
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
