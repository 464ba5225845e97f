"""Chat at a table, and between some of its seats if the game allows negotiation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta
from sqlalchemy import ColumnElement, and_, exists, false, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.kernel.pile import mask_of
from banneret.kernel.registry import rulebook
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database
from banneret.server.tables.quotas import Quotas
from banneret.server.tables.rows import get_table
from banneret.server.tables.table import Table
from banneret.server.tables.tenures import Span, spans_of, tenures_of

LONGEST: Final = 1000
TRIES: Final = 20
PAGE: Final = 500
"""Maximum number of messages returned at once."""
_LATER: Final = schema.chat.alias("later")


class ChatOut(msgspec.Struct, frozen=True):
    """A chat message. `n` is its number among those that this reader may read."""

    n: int
    person: Annotated[str, Meta(max_length=16)]
    """The id of the author."""
    name: str
    seat: int | None
    seats: tuple[int, ...] | None
    """The seats between which it is private; null if everybody at the table can read it."""
    text: str
    at: int


class Reader(NamedTuple):
    """A reader of the chat: a person (None if anonymous), and those of the person's seats that are read as."""

    person: str | None
    seats: frozenset[int]


class Mark(NamedTuple):
    """A position in a table's chat for one reader: the number and the id of a message."""

    n: int = 0
    id: int = 0


class Chatting:
    """Writes and reads chat messages."""

    def __init__(self, database: Database, quotas: Quotas) -> None:
        self.database = database
        self.quotas = quotas

    async def write(
        self, table: Table, person: Person, text: str, seats: frozenset[int] | None, head: int, now: int
    ) -> None:
        """Write a message to everybody or to some seats. Raises Problem."""
        shown = "".join(char for char in text if char.isprintable() or char == "\n").strip()
        if not 1 <= len(shown) <= LONGEST:
            raise Problem("invalid", f"text: a message has 1 to {LONGEST} characters.")
        if not table.settings.chat:
            raise Problem("not-allowed", "Chat is disabled at this table.")
        if person.muted(now):
            raise Problem("not-allowed", f"A moderator of this server has muted you: {person.mute_reason or ''}")
        mine = table.of(person)
        if not mine and not table.settings.spectators:
            raise Problem("not-allowed", "Only players can write here.")
        mask = None
        if seats is not None:
            if not rulebook(table.rulebook).negotiation:
                raise Problem("not-allowed", "This game has no private messages.")
            if not mine or not seats or not seats <= set(range(table.seat_count)):
                raise Problem("invalid", f"seats: choose other seats from 0 to {table.seat_count - 1}.")
            mask = mask_of(seats | mine)
        chat = schema.chat
        for _ in range(TRIES):
            try:
                async with self.database.writing() as connection:
                    if seats is not None:
                        await _check_same_people(connection, table, seats | mine)
                    await self.quotas.count_chat(connection, person.id, now)
                    last = await connection.scalar(select(func.max(chat.c.id)).where(chat.c.table_id == table.id))
                    await connection.execute(
                        insert(chat).values(
                            table_id=table.id,
                            id=int(last or 0) + 1,
                            person_id=person.id,
                            seat=min(mine, default=None),
                            seats=mask,
                            seq=head,
                            text=shown,
                            at=now,
                        )
                    )
            except Clash:
                continue
            return
        raise Problem("conflict", "Too many messages at once; try again.")

    async def read(
        self, table: Table, reader: Reader, upto: int, after: Mark | int = 0, limit: int = PAGE
    ) -> list[ChatOut]:
        """Return messages that a reader may read, written up to entry `upto`, after a mark or a message number."""
        return (await self.page(table, reader, upto, after, limit))[0]

    async def page(
        self, table: Table, reader: Reader, upto: int, after: Mark | int = 0, limit: int = PAGE
    ) -> tuple[list[ChatOut], Mark]:
        """Return a page of messages, and the mark after which the next page begins.

        Its cost does not depend on the number of messages before the mark.
        """
        chat, people = schema.chat, schema.people
        found: list[ChatOut] = []
        async with self.database.reading() as connection:
            readable = _readable(table, await _spans(connection, table, reader), upto)
            mark = after if isinstance(after, Mark) else await _mark_at(connection, readable, after)
            more = mark is not None
            while mark is not None and more:
                missing = limit - len(found)
                rows = (
                    await connection.execute(
                        select(chat, people.c.name, _hidden(reader).label("hidden"))
                        .join(people, people.c.id == chat.c.person_id)
                        .where(readable, chat.c.id > mark.id)
                        .order_by(chat.c.id)
                        .limit(missing)
                    )
                ).all()
                shown = [(mark.n + number, row) for number, row in enumerate(rows, 1)]
                found += [_out(n, row) for n, row in shown if row.text and not row.hidden]  # "": deleted
                mark = Mark(mark.n + len(rows), rows[-1].id) if rows else mark
                more = len(rows) == missing and len(found) < limit
        return found, mark or Mark()

    async def latest(self, table: Table, reader: Reader, upto: int, count: int) -> Mark:
        """Return the mark before the last `count` messages that a reader may read."""
        chat = schema.chat
        async with self.database.reading() as connection:
            readable = _readable(table, await _spans(connection, table, reader), upto)
            last = select(chat.c.id).where(readable).order_by(chat.c.id.desc()).offset(count).limit(1)
            id_ = await connection.scalar(last)
            if id_ is None:
                return Mark()
            before = select(func.count()).select_from(chat).where(readable, chat.c.id <= id_)
            return Mark(int(await connection.scalar(before) or 0), id_)

    async def unread(self, table: Table, reader: Reader, upto: int, since: int) -> int:
        """Return the number of messages that a reader may read, written after the time `since`."""
        chat = schema.chat
        async with self.database.reading() as connection:
            readable = _readable(table, await _spans(connection, table, reader), upto)
            wanted = (
                select(func.count())
                .select_from(chat)
                .where(readable, chat.c.at > since, chat.c.text != "", ~_hidden(reader))
            )
            return int(await connection.scalar(wanted) or 0)


async def _check_same_people(connection: AsyncConnection, table: Table, seats: frozenset[int]) -> None:
    """Refuse a private message to a seat that has just changed hands. Raises Problem conflict."""
    now = await get_table(connection, table.id, lock=True)
    if any(now.seats[seat].person_id != table.seats[seat].person_id for seat in seats):
        raise Problem("conflict", "Another person holds the seat now; the message was not sent.")


async def _spans(connection: AsyncConnection, table: Table, reader: Reader) -> list[Span]:
    if not reader.seats or reader.person is None:
        return []
    return spans_of(await tenures_of(connection, table.id), reader.person, sorted(reader.seats))


def _readable(table: Table, spans: Sequence[Span], upto: int) -> ColumnElement[bool]:
    """Return the condition for messages to everybody, and for private ones to seats while the reader held them.

    Messages after one that is later than `upto` are held back with it, so that their numbers do not change.
    """
    chat = schema.chat
    allowed: list[ColumnElement[bool]] = [chat.c.seats.is_(None)]
    for span in spans:
        during = and_(chat.c.seats.bitwise_and(1 << span.seat) != 0, chat.c.id > span.first)
        allowed.append(during if span.last is None else and_(during, chat.c.id <= span.last))
    other = _LATER.c
    later = select(func.min(other.id)).where(other.table_id == table.id, other.seq > upto).scalar_subquery()
    return and_(chat.c.table_id == table.id, or_(*allowed), or_(later.is_(None), chat.c.id < later))


def _hidden(reader: Reader) -> ColumnElement[bool]:
    """Return the condition for messages from people whom the reader has blocked."""
    if reader.person is None:
        return false()
    blocks = schema.blocks
    return exists().where(blocks.c.person_id == reader.person, blocks.c.blocked_id == schema.chat.c.person_id)


async def _mark_at(connection: AsyncConnection, readable: ColumnElement[bool], n: int) -> Mark | None:
    """Return the mark of a message by its number, or None if there is no such message."""
    if n == 0:
        return Mark()
    chat = schema.chat
    wanted = select(chat.c.id).where(readable).order_by(chat.c.id).offset(n - 1).limit(1)
    id_ = await connection.scalar(wanted)
    return None if id_ is None else Mark(n, id_)


def _out(n: int, row: Any) -> ChatOut:  # a row of `chat`, with the name of its author
    return ChatOut(n, row.person_id, row.name, row.seat, _seats(row.seats), row.text, row.at)


def _seats(mask: int | None) -> tuple[int, ...] | None:
    return None if mask is None else tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
