"""Tables made from matches: rematches, branches from a step, and matches loaded from records."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.kernel.record import RecordError
from banneret.server.matches.host import Host
from banneret.server.matches.replay_work import Written, branched, replayed_record
from banneret.server.matches.replays import Replays
from banneret.server.matches.stream import entry_of
from banneret.server.people.accounts import Person
from banneret.server.people.blocks import check_welcome
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.entries import Entry
from banneret.server.store.positions import checkpointed
from banneret.server.store.snapshots import EVERY, snapshot_row
from banneret.server.tables.lifecycle import check_new, start_if_full
from banneret.server.tables.quotas import Quotas
from banneret.server.tables.rows import get_table, insert_table, origin_text, sit
from banneret.server.tables.table import Clock, NewTable, Place, Table, TableSettings
from banneret.server.tables.tenures import begin_tenures

CHUNK: Final = 500
"""Number of rows written at a time."""


class Branching:
    """Creates tables from matches."""

    def __init__(self, database: Database, host: Host, replays: Replays, quotas: Quotas) -> None:
        self.database = database
        self.quotas = quotas
        self.host = host
        self.replays = replays

    async def rematch(self, table: Table, person: Person, now: int) -> Table:
        """Create a table with the same settings as a finished match, or join the one created by another player.

        Bots keep their seats, and other people's seats are reserved. Raises Problem.
        """
        mine = table.of(person)
        if table.status != "finished":
            raise Problem("conflict", "The match is not over.")
        if not mine:
            raise Problem("not-allowed", "You did not play in this match.")
        origin = {"rematch": table.id}
        tables = schema.tables.c
        async with self.database.writing() as connection:
            await get_table(connection, table.id, lock=True)
            made: str | None = await connection.scalar(
                select(tables.id).where(tables.origin == origin_text(origin), tables.status == "open")
            )
            if made is None:
                new = _alike(table, mine, person)
                await self.quotas.check_table(connection, person.id, new, now)
                made = await insert_table(connection, person, new, now, origin)
            else:
                found = await get_table(connection, made, lock=True)
                await check_welcome(connection, person, found.people)
                for one in found.seats:
                    if one.seat in mine and one.person_id is None and one.bot is None:
                        await sit(connection, made, one.seat, person_id=person.id, owner_id=person.id)
                        await begin_tenures(connection, made, {one.seat: person.id}, now)
            await start_if_full(connection, made, now)
            return await get_table(connection, made)

    async def branch(self, table: Table, person: Person, step: int, places: Sequence[Place], now: int) -> Table:
        """Create a table that continues a finished match from a step, with new random results.

        By default, the person plays seat 0 and bots the others. Raises Problem.
        """
        if table.status != "finished":
            raise Problem("conflict", "Only finished matches can be branched.")
        hosted = await self.host.hosted(table.id)
        if hosted.base:
            raise Problem("conflict", "The rules have changed during this match, so it cannot be branched.")
        try:
            at = entry_of(hosted.steps, frozenset(range(table.seat_count)), step)
        except LookupError:
            raise Problem("invalid", f"at: the match has no step {step}.") from None
        if at >= hosted.head:
            raise Problem("invalid", f"at: the match ends with step {step}.")
        seated = tuple(places) or (Place(me=True), *[Place(bot=table.settings.stand_in)] * (table.seat_count - 1))
        like = _alike(table, frozenset(), person)
        settings = msgspec.structs.replace(like.settings, clock=Clock(), lists=0)
        new = msgspec.structs.replace(like, places=seated, settings=settings)
        check_new(new)
        stored = hosted.stored
        entries: list[Entry] = [*hosted.entries[:at], {"salt": secrets.token_hex(16)}]
        written = await self.replays.run(branched, stored, entries)
        async with self.database.writing() as connection:
            await self.quotas.check_table(connection, person.id, new, now)
            made = await insert_table(connection, person, new, now, {"branch": table.id, "at": step})
            await _store(connection, made, stored.key, written, now)
            await start_if_full(connection, made, now, written.match, written.rewound)
            return await get_table(connection, made)

    async def load(self, person: Person, raw: bytes, now: int, title: str = "") -> Table:
        """Create a table from the record of a finished match, for replaying and branching. Raises Problem."""
        try:
            record, key, written = await self.replays.run(replayed_record, raw)
        except (RecordError, RecursionError) as error:
            raise Problem("invalid", str(error)) from None
        new = NewTable(
            rulebook=record.setup["rulebook"],
            seats=record.setup["seats"],
            options=record.setup["options"],
            settings=TableSettings(chat=False),
            title=title,
            places=tuple(Place() for _ in range(record.setup["seats"])),
        )
        async with self.database.writing() as connection:
            await self.quotas.check_table(connection, person.id, new, now)
            made = await insert_table(connection, person, new, now, {"record": record.hash()})
            await _store(connection, made, key, written, now)
            await connection.execute(
                update(schema.tables)
                .where(schema.tables.c.id == made)
                .values(status="finished", started_at=now, ended_at=now)
            )
            return await get_table(connection, made)


def _alike(table: Table, mine: frozenset[int], person: Person) -> NewTable:
    """Return the request for a table like an existing one; only its creator keeps the webhook."""
    settings = table.settings
    if table.creator_id != person.id:
        settings = msgspec.structs.replace(settings, webhook="")
    return NewTable(
        rulebook=table.rulebook,
        seats=table.seat_count,
        options=table.options,
        settings=settings,
        title=table.title,
        visibility="open" if table.visibility == "open" else "private",
        places=tuple(Place(me=one.seat in mine, bot=None if one.owner_id else one.bot) for one in table.seats),
    )


async def _store(connection: AsyncConnection, table: str, key: bytes, written: Written, now: int) -> None:
    for stored, rows in ((schema.entries, written.entries), (schema.told, written.told)):
        more = {"table_id": table} | ({"at": now} if stored is schema.entries else {})
        for first in range(0, len(rows), CHUNK):
            await connection.execute(insert(stored), [row | more for row in rows[first : first + CHUNK]])
    head = len(written.entries)
    if head >= EVERY:
        row = snapshot_row(table, head, written.hash, written.first, written.match)
        await connection.execute(insert(schema.snapshots), row)
    await connection.execute(
        update(schema.tables)
        .where(schema.tables.c.id == table)
        .values(
            key=key,
            head=head,
            hash=written.hash,
            label=written.match.label,
            **checkpointed(written.match, head),
        )
    )
