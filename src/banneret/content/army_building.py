"""Interface of games for building army lists: conversions, sections, candidates, prices, figures.

`Building` is purely descriptive; only `ListMaker.check` decides whether a list is legal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from banneret.content.army_drafts import Draft, ListEntry
from banneret.text.message import Message

Army = TypeVar("Army")


class ListSection(Struct, frozen=True, kw_only=True):
    """A group of cards in a list, such as combat units; `inside` is the section of cards that go inside its entries."""

    id: str
    title: Message
    inside: str = ""


class Formation(Struct, frozen=True, kw_only=True):
    """A formation in which a card can be fielded, and its cost."""

    form: str
    cost: int


class Candidate(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card that belongs to lists of a faction, with its printed cost; `leads` if it can command an army."""

    card: str
    section: str
    faction: str
    cost: int
    leads: bool = False
    forms: tuple[Formation, ...] = ()


class Budget(Struct, frozen=True, kw_only=True):
    """An amount that a list may use up, such as its points, and how much it does."""

    title: Message
    used: int
    limit: int


class ArmyFigure(Struct, frozen=True, kw_only=True):
    """A number of the army at a glance, such as its activations."""

    glyph: str
    title: Message
    value: str


class Building(ABC, Generic[Army]):
    """How lists of one game are built."""

    sections: ClassVar[tuple[ListSection, ...]]
    """The sections of a list, in the order in which they are displayed."""
    leads: ClassVar[bool] = False
    """Whether a list needs a Commander."""

    @abstractmethod
    def draft(self, army: Army) -> Draft:
        """Return a list as a tree of cards; `army` returns the same list again."""

    @abstractmethod
    def army(self, draft: Draft) -> Army:
        """Return the list of a tree of cards. Raises ValueError with the field and the problem."""

    @abstractmethod
    def prices(self, army: Army) -> Mapping[str, int]:
        """Return the cost of the card at each position; unknown cards cost nothing."""

    @abstractmethod
    def candidates(self, faction: str, *, assumed: bool = False) -> Sequence[Candidate]:
        """Return the cards that an army of a faction may use at all, in the order of the game's data."""

    @abstractmethod
    def fits(self, card: str, entry: ListEntry) -> bool:
        """Return whether a card may go inside an entry at all, whatever else the list contains."""

    @abstractmethod
    def budgets(self, army: Army) -> Sequence[Budget]:
        """Return the budgets of the list; the first is that of the points."""

    @abstractmethod
    def figures(self, army: Army) -> Sequence[ArmyFigure]:
        """Return the numbers of the army at a glance."""

    def health(self, entry: ListEntry) -> int:  # for games that count them
        """Return the wounds that a unit of a list takes until it is gone; 0 for what takes none."""
        return 0

    @abstractmethod
    def subtitle(self, card: str) -> Message | None:
        """Return what distinguishes a card from others of its name, such as a title; None if nothing does."""
