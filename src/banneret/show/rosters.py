"""Rosters: the units of each side with their current statistics, as data for clients."""

from __future__ import annotations

import msgspec

from banneret.show.card import Stat
from banneret.text.message import Message


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A token, condition, attachment or effect on a thing.

    `card` explains it, `count` is the number of tokens.
    """

    name: Message
    card: str = ""
    count: int = 1


class RosterRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit or another thing of a side.

    `thing` is its id as in drawings and options, such as "unit:a3"; `card` the id of its card. `stats` are its current
    statistics, `signs` the marks on it. `gone` is true if it is destroyed or out of play, `done` if it has acted.
    """

    thing: str
    name: Message
    card: str = ""
    stats: tuple[Stat, ...] = ()
    signs: tuple[Mark, ...] = ()
    gone: bool = False
    done: bool = False


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """The units of one side; `side` is the id of its name, such as a house or a player."""

    side: str
    title: Message
    stats: tuple[Stat, ...]
    rows: tuple[RosterRow, ...]


def named_mark(id: str, count: int = 1, card: str | None = None) -> Mark:
    """Return a mark with the name of an id, which by default is also the id of its card."""
    return Mark(Message(f"name.{id}"), id if card is None else card, count)
