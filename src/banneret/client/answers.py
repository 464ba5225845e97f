"""Structs of what the server answers."""

from __future__ import annotations

from typing import Any

import msgspec


class Option(msgspec.Struct, frozen=True):
    """A possible answer in notation, and the things it refers to."""

    do: str
    refers: tuple[str, ...]


class Ask(msgspec.Struct, frozen=True):
    """An open question."""

    id: str
    seat: int
    kind: str
    rule: str
    prompt: dict[str, Any]
    space: bool
    options: tuple[Option, ...]
    draft: str = ""
    """The draft that begins with the question, if it is one of several that can be answered as a whole."""


class SeatDraft(msgspec.Struct, frozen=True):
    """A draft: the answers so far, the questions that can be answered next, and the number of missing answers."""

    seat: int
    ask: str
    name: str
    answers: tuple[Option, ...]
    asks: tuple[Ask, ...]
    missing: int
    things: tuple[str, ...]
    """The things that still lack an answer."""
    whole: bool


class Standing(msgspec.Struct, frozen=True):
    """The state of a match as seen from the client's seats; the content of `view` depends on the game."""

    view: dict[str, Any]
    asks: tuple[Ask, ...]
    undo: dict[int, dict[str, Any] | None]

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.view.get("outcome") is not None


class Person(msgspec.Struct, frozen=True):
    """A person's id and name."""

    id: str
    name: str


class SavedList(msgspec.Struct, frozen=True):
    """A saved army list; `draft` is only included if the list was requested alone.

    `banneret.armies` reads it: `msgspec.convert(saved.draft, Draft)`, or `armies.read(builder, saved.code)`.
    """

    id: str
    rulebook: str
    name: str
    folder: str
    visibility: str
    faction: str
    points: int
    cost: int
    code: str
    legal: bool
    owner: Person
    mine: bool
    created_at: int
    changed_at: int
    draft: dict[str, Any] | None = None


class ListResult(msgspec.Struct, frozen=True):
    """How the matches of a person with one army list ended; `list` is the id of the saved list, if there is one."""

    rulebook: str
    code: str
    list: str | None
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    last_at: int


class Seat(msgspec.Struct, frozen=True):
    """A seat: its name in the game, and the person or bot playing it."""

    seat: int
    name: str
    person: Person | None
    bot: str | None
    mine: bool
    asked: bool
    deadline: int | None


class Table(msgspec.Struct, frozen=True):
    """A table as listed in the lobby. `invite` is included only for its members."""

    id: str
    title: str
    rulebook: str
    status: str
    visibility: str
    label: str
    invite: str | None
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    settings: dict[str, Any]
    commitment: str | None
    key: str | None
    salt: str | None
    requests: tuple[SeatRequest, ...] = ()
    lists: tuple[SeatLists, ...] = ()

    @property
    def mine(self) -> list[int]:
        """The client's own seats."""
        return [one.seat for one in self.seats if one.mine]


class SeatLists(msgspec.Struct, frozen=True):
    """The army lists that a player has brought to a seat; `lists` and `choice` are None while they are secret."""

    seat: int
    brought: bool
    chosen: bool
    lists: tuple[str, ...] | None
    choice: int | None


class SeatRequest(msgspec.Struct, frozen=True):
    """A person's request for a seat that its player has left, and those who still have to agree."""

    id: str
    seat: int
    person: Person
    asked: tuple[str, ...]


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of the client's account."""

    id: str
    name: str
    created_at: int
    used_at: int | None


class ChatMessage(msgspec.Struct, frozen=True):
    """A chat message; `seats` lists the participants of a private message, None means everyone."""

    n: int
    name: str
    seat: int | None
    seats: tuple[int, ...] | None
    text: str
    at: int


class Checked(msgspec.Struct, frozen=True):
    """Whether an answer is allowed, and the reason if it is not."""

    allowed: bool
    refusal: dict[str, Any] | None
    effect: dict[str, Any] | None
