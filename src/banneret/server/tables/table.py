"""A table with its settings and seats, and the request for a new one."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banneret.kernel.creation import new_match
from banneret.server.people.accounts import Person


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Time control, in seconds: initial bank, increment per answer, and the maximum bank `cap`."""

    kind: Literal["none", "live", "days"] = "none"
    bank: Annotated[int, Meta(ge=10, le=30 * 86_400)] = 600
    increment: Annotated[int, Meta(ge=0, le=7 * 86_400)] = 30
    cap: Annotated[int, Meta(ge=10, le=60 * 86_400)] = 7 * 86_400


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of a table besides the options of its rulebook."""

    clock: Clock = Clock()
    at_zero: Literal["bot", "forfeit"] = "bot"
    """What happens when a clock runs out."""
    stand_in: Annotated[str, Meta(max_length=40)] = "strong"
    """The bot that replaces a player who leaves or runs out of time."""
    succession: Literal["nobody", "bot", "invited", "consent"] = "consent"
    """Who plays a seat whose player has left a running match, until that player returns.

    nobody: the seat waits, and its clock runs; bot: the stand-in; invited: the stand-in, or a person with a link from
    the player who left or from the table's creator; consent: the stand-in, or a person who requests the seat, if the
    player who left and all other players agree.
    """
    delay_rounds: Annotated[int, Meta(ge=0, le=5)] = 0
    """Number of rounds by which spectators see the match late."""
    spectators: bool = True
    auto_single: bool = False
    """Give an answer automatically if it is the only legal one."""
    even_windows: bool = False
    """After events that may offer secret reactions, accept no answer before `window_seconds` have passed."""
    window_seconds: Annotated[int, Meta(ge=1, le=120)] = 10
    undo: bool = True
    """Whether answers can be undone."""
    chat: bool = True
    """Whether the table has a chat."""
    webhook: Annotated[str, Meta(max_length=500)] = ""
    lists: Annotated[int, Meta(ge=0, le=3)] = 0
    """Number of army lists that each player brings in secret; 0 if the options name the armies.

    With several lists, all are shown once every player has brought them, and each player chooses one in secret.
    """


Code = Annotated[str, Meta(min_length=1, max_length=600)]
"""The short code of an army list, a faction for a random army of it, or "random"."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The player of a seat at a new table: the creator (`me`), a bot, or nobody yet."""

    me: bool = False
    bot: Annotated[str, Meta(max_length=40)] | None = None
    lists: Annotated[tuple[Code, ...], Meta(max_length=3)] = ()
    """The creator's army lists, at a table to which players bring them."""


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new table."""

    rulebook: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any] = {}
    settings: TableSettings = TableSettings()
    title: Annotated[str, Meta(max_length=80)] = ""
    visibility: Literal["open", "private"] = "private"
    places: Annotated[tuple[Place, ...], Meta(max_length=16)] = ()
    """One per seat. By default, the creator takes the first seat, and the others are open."""


class Sitting(msgspec.Struct, frozen=True):
    """A seat and its players."""

    seat: int
    person_id: str | None
    bot: str | None
    owner_id: str | None
    ask: str
    asked_at: int | None
    bank: int | None
    deadline: int | None
    failures: int = 0
    """Number of consecutive decisions that the seat's bot failed to make."""
    lists: tuple[str, ...] | None = None
    """The army lists brought to the seat, secret until all players have brought theirs."""
    chosen: int | None = None
    """Index of the chosen list, secret until all players have chosen."""
    place: int | None = None
    """Final place of the seat, from 1; ties share a place."""


class Table(msgspec.Struct, frozen=True):
    """A table with its seats, as stored."""

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
        """Ids of the people involved: the creator, the players, and those who may return to a seat."""
        sitting = (id_ for one in self.seats for id_ in (one.person_id, one.owner_id))
        return frozenset({self.creator_id, *(id_ for id_ in sitting if id_ is not None)})

    def people_beside(self, person: str) -> int:
        """Return the number of seats that other people play."""
        return sum(one.person_id not in (None, person) for one in self.seats)

    @property
    def full(self) -> bool:
        """Whether every seat has a player or a bot."""
        return all(one.person_id is not None or one.bot is not None for one in self.seats)


def untitled(game: str, maker: str) -> str:
    """Return the default title of a table."""
    return f"{game} · {maker}"


def seat_names(table: Table) -> tuple[str, ...]:
    """Return the ids that the game gives to a table's seats."""
    return _seat_names(table.rulebook, table.seat_count, msgspec.json.encode(table.options, order="sorted"))


@lru_cache(maxsize=256)
def _seat_names(book: str, seats: int, options: bytes) -> tuple[str, ...]:
    match = new_match(book, seats=seats, seed=0, options=msgspec.json.decode(options), events=False)
    return match.rulebook.seat_names(match.state)
