"""Chat: at a table, and between some of its seats where the game allows negotiation."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import func, insert, select

from banneret.kernel.pile import mask_of
from banneret.kernel.registry import rulebook
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database
from banneret.server.tables.rows import names_of
from banneret.server.tables.table import Table

LONGEST: Final = 1000
TRIES: Final = 20
PAGE: Final = 500
"""So many messages are returned at most."""


class ChatOut(msgspec.Struct, frozen=True):
    """A message; `n` counts those that this reader may read."""

    n: int
    name: str
    seat: int | None
    seats: tuple[int, ...] | None
    """Between which seats it is; null: for everybody at the table."""
    text: str
    at: int


class Chatting:
    """Writes and reads."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def write(
        self, table: Table, person: Person, text: str, seats: frozenset[int] | None, head: int, now: int
    ) -> None:
        """Write a message, to everybody or to some seats. Raises Problem."""
        shown = "".join(char for char in text if char.isprintable() or char == "\n").strip()
        if not 1 <= len(shown) <= LONGEST:
            raise Problem("invalid", f"text: a message has 1 to {LONGEST} characters.")
        if not table.settings.chat:
            raise Problem("not-allowed", "At this table nobody writes.")
        if person.muted(now):
            raise Problem("not-allowed", f"A moderator of this server has muted you: {person.mute_reason or ''}")
        mine = table.of(person)
        if not mine and not table.settings.spectators:
            raise Problem("not-allowed", "Only those who play write here.")
        mask = None
        if seats is not None:
            if not rulebook(table.rulebook).negotiation:
                raise Problem("not-allowed", "This game has no talk between some of its players.")
            if not mine or not seats or not seats <= set(range(table.seat_count)):
                raise Problem("invalid", f"seats: between your own seat and some of 0 to {table.seat_count - 1}.")
            mask = mask_of(seats | mine)
        chat = schema.chat
        for _ in range(TRIES):
            try:
                async with self.database.writing() as connection:
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
        raise Problem("conflict", "Too many write at once.")

    async def read(
        self, table: Table, viewers: frozenset[int], upto: int, after: int = 0, limit: int = PAGE
    ) -> list[ChatOut]:
        """Return the messages that these viewers may read, written up to entry `upto`, from number `after` + 1 on."""
        chat = schema.chat
        async with self.database.reading() as connection:
            rows = (
                await connection.execute(
                    select(chat).where(chat.c.table_id == table.id, chat.c.seq <= upto).order_by(chat.c.id)
                )
            ).all()
        mask = mask_of(viewers)
        mine = [row for row in rows if row.seats is None or row.seats & mask]
        page = [(n, row) for n, row in enumerate(mine, 1) if n > after and row.text][:limit]  # no text: deleted
        names = await names_of(self.database, [row.person_id for _, row in page])
        return [
            ChatOut(n, names.get(row.person_id, ""), row.seat, _seats(row.seats), row.text, row.at) for n, row in page
        ]


def _seats(mask: int | None) -> tuple[int, ...] | None:
    return None if mask is None else tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
