"""Rosters: the forces of each side with their current numbers, as data that any client can display."""

from __future__ import annotations

import msgspec

from banneret.show.card import Stat
from banneret.text.message import Message


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is on a thing or in force for it: a token, a condition, an attachment, an effect.

    `card` is the card that explains it, `count` the number of tokens.
    """

    name: Message
    card: str = ""
    count: int = 1


class RosterRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit or another thing of a side.

    `thing` is its id as in drawings and options, such as "unit:a3"; `card` the id of its card. `stats` are its numbers
    now, `signs` what is on it. `gone` is true if it was destroyed or is out of play, `done` if it has acted.
    """

    thing: str
    name: Message
    card: str = ""
    stats: tuple[Stat, ...] = ()
    signs: tuple[Mark, ...] = ()
    gone: bool = False
    done: bool = False


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """The force of one side; `side` is the id of its name, such as a house or a player."""

    side: str
    title: Message
    stats: tuple[Stat, ...]
    rows: tuple[RosterRow, ...]


def named_mark(id: str, count: int = 1, card: str | None = None) -> Mark:
    """Return a mark called by the name of its id; by default the id is that of its card, too."""
    return Mark(Message(f"name.{id}"), id if card is None else card, count)
