"""A table: its settings, its seats, and what a new one is made from."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banneret.kernel.creation import new_match
from banneret.server.people.accounts import Person


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long one may think: a bank, and an increment for every answer, in seconds; `cap` limits the bank."""

    kind: Literal["none", "live", "days"] = "none"
    bank: Annotated[int, Meta(ge=10, le=30 * 86_400)] = 600
    increment: Annotated[int, Meta(ge=0, le=7 * 86_400)] = 30
    cap: Annotated[int, Meta(ge=10, le=60 * 86_400)] = 7 * 86_400


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is played, beside the options of its rulebook."""

    clock: Clock = Clock()
    at_zero: Literal["bot", "forfeit"] = "bot"
    """What happens when a clock runs out."""
    stand_in: Annotated[str, Meta(max_length=40)] = "fair"
    """The bot that takes over where somebody leaves or runs out of time."""
    succession: Literal["nobody", "bot", "invited", "consent"] = "consent"
    """Who plays on where somebody has left a running match, until that player comes back.

    nobody: the seat waits, and its clock runs; bot: the stand-in; invited: the stand-in, and whoever is given a link by
    the player who left or by the table's maker; consent: the stand-in, and whoever asks, if the player who left and all
    other players agree.
    """
    delay_rounds: Annotated[int, Meta(ge=0, le=5)] = 0
    """Spectators see the match so many rounds late."""
    spectators: bool = True
    auto_single: bool = False
    """Where a list of answers has one alone, it is given by itself."""
    even_windows: bool = False
    """Where one may react with what others cannot see, no answer is taken before `window_seconds` are over."""
    window_seconds: Annotated[int, Meta(ge=1, le=120)] = 10
    undo: bool = True
    """Whether answers can be taken back."""
    chat: bool = True
    """Whether there is talk at the table."""
    webhook: Annotated[str, Meta(max_length=500)] = ""
    lists: Annotated[int, Meta(ge=0, le=3)] = 0
    """The number of army lists that each player brings in secret; 0: the options name the armies.

    With several, all lists are shown when every player has brought them, and each chooses one in secret.
    """


Code = Annotated[str, Meta(min_length=1, max_length=600)]
"""The short code of an army list, a faction for a random army of it, or "random"."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who is to sit in a seat of a new table: oneself, a bot, or nobody yet."""

    me: bool = False
    bot: Annotated[str, Meta(max_length=40)] | None = None
    lists: Annotated[tuple[Code, ...], Meta(max_length=3)] = ()
    """One's own army lists, at a table to which players bring them."""


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is made from."""

    rulebook: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any] = {}
    settings: TableSettings = TableSettings()
    title: Annotated[str, Meta(max_length=80)] = ""
    visibility: Literal["open", "private"] = "private"
    places: Annotated[tuple[Place, ...], Meta(max_length=16)] = ()
    """One for each seat; without them one sits in the first, and the others are open."""


class Sitting(msgspec.Struct, frozen=True):
    """A seat and who has it."""

    seat: int
    person_id: str | None
    bot: str | None
    owner_id: str | None
    ask: str
    asked_at: int | None
    bank: int | None
    deadline: int | None
    failures: int = 0
    """Decisions in a row that the seat's bot failed to make."""
    lists: tuple[str, ...] | None = None
    """The army lists that the person has brought: a secret until all have."""
    chosen: int | None = None
    """Which of them the person has chosen: a secret until all have."""
    place: int | None = None
    """In which the seat has finished, from 1; ties share a place."""


class Table(msgspec.Struct, frozen=True):
    """A table as it is stored, with its seats."""

    id: str
    title: str
    rulebook: str
    version: str
    options: dict[str, Any]
    seat_count: int
    settings: TableSettings
    visibility: str
    invite: str
    status: str
    creator_id: str
    origin: dict[str, Any] | None
    commitment: str | None
    label: str
    halted: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    seats: tuple[Sitting, ...]

    def of(self, person: Person | None) -> frozenset[int]:
        """Return the seats of a person."""
        if person is None:
            return frozenset()
        return frozenset(one.seat for one in self.seats if one.person_id == person.id)

    @property
    def people(self) -> frozenset[str]:
        """The people whose table it is: the maker, those who play, and those who may come back."""
        sitting = (id_ for one in self.seats for id_ in (one.person_id, one.owner_id))
        return frozenset({self.creator_id, *(id_ for id_ in sitting if id_ is not None)})

    def people_beside(self, person: str) -> int:
        """Return the number of seats that other people play."""
        return sum(one.person_id not in (None, person) for one in self.seats)

    @property
    def full(self) -> bool:
        """Whether somebody or a bot sits in every seat."""
        return all(one.person_id is not None or one.bot is not None for one in self.seats)


def untitled(game: str, maker: str) -> str:
    """Return what a table is called to which nobody has given a title."""
    return f"{game} · {maker}"


def seat_names(table: Table) -> tuple[str, ...]:
    """Return the ids of the seats of a table in its game."""
    return _seat_names(table.rulebook, table.seat_count, msgspec.json.encode(table.options, order="sorted"))


@lru_cache(maxsize=256)
def _seat_names(book: str, seats: int, options: bytes) -> tuple[str, ...]:
    match = new_match(book, seats=seats, seed=0, options=msgspec.json.decode(options), events=False)
    return match.rulebook.seat_names(match.state)
