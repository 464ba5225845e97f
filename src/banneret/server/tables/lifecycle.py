"""Tables and their seats, from creation to the start of the match, and changes of players during it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, case, exists, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.bots.names import bot_factory, check_style
from banneret.bots.styles import BotError
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import OptionError, Rulebook
from banneret.kernel.stream import KEY_BYTES
from banneret.server.people.accounts import Person
from banneret.server.people.addresses import check_webhook
from banneret.server.people.blocks import check_welcome
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.entries import ask_id
from banneret.server.store.positions import checkpointed, write_events
from banneret.server.store.stamps import stamp_table
from banneret.server.tables.brought_lists import (
    bring,
    check_brought,
    choose,
    option_problem,
    ready,
    store_armies,
    with_lists,
    withdraw,
)
from banneret.server.tables.quotas import Quotas
from banneret.server.tables.rows import get_table, get_tables, insert_table, sit
from banneret.server.tables.succession import check_offer, end_handovers
from banneret.server.tables.table import NewTable, Sitting, Table
from banneret.server.tables.tenures import begin_tenures

OPTIONS_BYTES: Final = 96 * 1024
"""Maximum size of a table's options in bytes of JSON; the rules read them while other requests wait."""
PAGE: Final = 50
"""Default number of tables per page."""


class Tables:
    """Tables as stored, except for what happens in their matches."""

    def __init__(self, database: Database, quotas: Quotas) -> None:
        self.database = database
        self.quotas = quotas

    # Reading

    async def get(self, table: str) -> Table:
        """Return a table. Raises Problem not-found."""
        async with self.database.reading() as connection:
            return await get_table(connection, table)

    async def visible(self, table: str, person: Person | None, invite: str | None = None) -> Table:
        """Return a table that a person may look at. Raises Problem not-found if it does not exist or is private."""
        found = await self.get(table)
        involved = person is not None and (
            found.creator_id == person.id or any(person.id in (one.person_id, one.owner_id) for one in found.seats)
        )
        if (
            involved
            or found.visibility == "open"
            or (invite is not None and secrets.compare_digest(invite.encode(), found.invite.encode()))
        ):
            return found
        raise Problem("not-found", f"There is no table {table!r}, or it is private: ask for its link.")

    async def list(
        self,
        *,
        person: Person | None = None,
        status: str | None = None,
        game: str | None = None,
        after: str | None = None,
        limit: int = PAGE,
        viewer: Person | None = None,
    ) -> tuple[list[Table], str | None]:
        """Return a page of a person's tables, or else of public ones, and the cursor of the next page.

        The newest come first; among a person's own tables, those where it is the person's turn come before all others.
        Tables created by people whom the viewer has blocked are omitted. Raises Problem.
        """
        tables, seats = schema.tables, schema.seats
        wanted = select(tables.c.id, tables.c.created_at)
        turn: ColumnElement[int] = literal(0)
        if person is not None:
            mine = select(seats.c.table_id).where(or_(seats.c.person_id == person.id, seats.c.owner_id == person.id))
            wanted = wanted.where(or_(tables.c.id.in_(mine), tables.c.creator_id == person.id))
            asked = exists().where(seats.c.table_id == tables.c.id, seats.c.person_id == person.id, seats.c.ask != "")
            turn = case((and_(tables.c.status == "running", asked), 1), else_=0)
        else:
            wanted = wanted.where(tables.c.visibility == "open")
            if viewer is not None:
                blocked = select(schema.blocks.c.blocked_id).where(schema.blocks.c.person_id == viewer.id)
                wanted = wanted.where(tables.c.creator_id.not_in(blocked))
        if game is not None:
            wanted = wanted.where(tables.c.rulebook == game)
        if status is not None:
            wanted = wanted.where(tables.c.status == status)
        else:
            wanted = wanted.where(tables.c.status != "closed")
        if after is not None:
            wanted = wanted.where(_comes_after(after, (turn, tables.c.created_at, tables.c.id)))
        wanted = wanted.add_columns(turn.label("turn")).order_by(
            turn.desc(), tables.c.created_at.desc(), tables.c.id.desc()
        )
        async with self.database.reading() as connection:
            rows = (await connection.execute(wanted.limit(limit + 1))).all()
            found = await get_tables(connection, [row.id for row in rows[:limit]])
        last = rows[limit - 1] if len(rows) > limit else None
        return found, None if last is None else f"{last.turn}.{last.created_at}.{last.id}"

    async def secrets(self, table: Table) -> tuple[str | None, str | None]:
        """Return key and salt of a finished match, in hexadecimal digits; None for other matches."""
        if table.status != "finished" or table.commitment is None:
            return None, None
        tables = schema.tables.c
        async with self.database.reading() as connection:
            row = (await connection.execute(select(tables.key, tables.salt).where(tables.id == table.id))).one()
        return bytes(row.key).hex(), bytes(row.salt).hex()

    # Creating tables and taking seats

    async def create(self, person: Person, new: NewTable, now: int) -> Table:
        """Create a table; its match starts at once if every seat is taken. Raises Problem."""
        check_new(new)
        async with self.database.writing() as connection:
            await self.quotas.check_table(connection, person.id, new, now)
            id_ = await insert_table(connection, person, new, now)
            await start_if_full(connection, id_, now)
            return await get_table(connection, id_)

    async def join(
        self,
        table: Table,
        person: Person,
        seat: int | None,
        now: int,
        offer: str = "",
        lists: Sequence[str] = (),
    ) -> Table:
        """Take a seat, or the first free one if None, with army lists if players bring them.

        The match starts if this was the last free seat and all lists have been brought.

        In a running match, a seat whose player has left can be taken with the secret of an offer.
        Raises Problem.
        """
        async with self.database.writing() as connection:
            found = await get_table(connection, table.id, lock=True)
            still_on(found)
            free = [one.seat for one in found.seats if one.person_id is None and one.bot is None]
            if seat is None:
                seat = free[0] if free else None
            if seat is None:
                raise Problem("conflict", "No seat is free.")
            one = sitting_of(found, seat)
            await check_welcome(connection, person, found.people)
            if found.status == "running":
                await check_offer(connection, found, one, person, offer)
            elif one.person_id is not None or one.bot is not None:
                raise Problem("conflict", f"Seat {seat} is not free.")
            await come(connection, found, one, person, now)
            if lists:
                await bring(connection, found, seat, lists)
            await start_if_full(connection, table.id, now)
            return await get_table(connection, table.id)

    async def bring(self, table: Table, person: Person, seat: int, lists: Sequence[str], now: int) -> Table:
        """Store the army lists of a person's seat; the match starts when all have been brought. Raises Problem."""
        async with self.database.writing() as connection:
            found = await self._mine(connection, table, person, seat)
            await bring(connection, found, seat, lists)
            await start_if_full(connection, table.id, now)
            return await get_table(connection, table.id)

    async def choose(self, table: Table, person: Person, seat: int, number: int, now: int) -> Table:
        """Choose one of the lists of a person's seat; the match starts when all have chosen. Raises Problem."""
        async with self.database.writing() as connection:
            found = await self._mine(connection, table, person, seat)
            await choose(connection, found, seat, number)
            await start_if_full(connection, table.id, now)
            return await get_table(connection, table.id)

    async def _mine(self, connection: AsyncConnection, table: Table, person: Person, seat: int) -> Table:
        """Lock and return a table at which the person holds the seat. Raises Problem."""
        found = await get_table(connection, table.id, lock=True)
        if seat not in found.of(person):
            raise Problem("not-allowed", f"Seat {seat} is not yours.")
        await stamp_table(connection, table.id)
        return found

    async def leave(self, table: Table, person: Person, seat: int, *, for_good: bool = False) -> Table:
        """Leave a seat. Before the match it becomes free; in a running match a bot replaces the player, who can return.

        If the table allows no substitutes, the seat waits for its player, unless it is left for good. Raises Problem.
        """
        async with self.database.writing() as connection:
            found = await get_table(connection, table.id, lock=True)
            if seat not in found.of(person):
                raise Problem("not-allowed", f"Seat {seat} is not yours.")
            if found.status == "open":
                await withdraw(connection, found, seat)
                await sit(connection, table.id, seat, person_id=None, owner_id=None, bot=None)
            elif found.status == "running":
                waits = found.settings.succession == "nobody" and not for_good
                await sit(connection, table.id, seat, person_id=None, bot=None if waits else found.settings.stand_in)
            return await get_table(connection, table.id)

    async def seat(self, table: Table, person: Person, seat: int, *, bot: str | None, now: int) -> Table:
        """Put a bot in an unoccupied seat, or remove it (None). Only the table's creator may. Raises Problem."""
        if bot is not None:
            check_bot(bot, "bot", _book(table.rulebook))
        async with self.database.writing() as connection:
            found = await get_table(connection, table.id, lock=True)
            one = sitting_of(found, seat)
            if found.creator_id != person.id:
                raise Problem("not-allowed", "Only the creator of the table may do this.")
            if one.person_id is not None:
                raise Problem("conflict", f"Seat {seat} is taken.")
            still_on(found)
            if found.status == "running":
                if bot is None:
                    raise Problem("conflict", "In a running match, a seat stays with its player or a bot.")
                if found.settings.succession == "nobody" and one.owner_id is not None:
                    raise Problem("not-allowed", "At this table, the seat waits for the player who left it.")
            if bot is not None:
                await self.quotas.check_bots(connection, found.creator_id, now)
            await sit(connection, table.id, seat, bot=bot)
            await start_if_full(connection, table.id, now)
            return await get_table(connection, table.id)

    async def retry_bot(self, table: Table, person: Person, seat: int) -> Table:
        """Reset the failures of a seat's bot so that it is tried again. Any player may do this. Raises Problem."""
        async with self.database.writing() as connection:
            found = await get_table(connection, table.id, lock=True)
            one = sitting_of(found, seat)
            if not found.of(person) and found.creator_id != person.id:
                raise Problem("not-allowed", "Only the players and the creator of the table may do this.")
            still_on(found)
            if one.bot is None:
                raise Problem("conflict", f"No bot plays seat {seat}.")
            await sit(connection, table.id, seat, failures=0)
            return await get_table(connection, table.id)

    async def take_back(self, table: Table, person: Person, seat: int, now: int) -> Table:
        """Give a seat back to the player who left it, replacing the substitute. Raises Problem."""
        async with self.database.writing() as connection:
            found = await get_table(connection, table.id, lock=True)
            one = sitting_of(found, seat)
            if one.owner_id != person.id:
                raise Problem("not-allowed", f"Seat {seat} was not yours.")
            still_on(found)
            await come(connection, found, one, person, now)
            return await get_table(connection, table.id)

    async def close(self, table: Table, person: Person) -> Table:
        """Close a table whose match has not started. Raises Problem."""
        async with self.database.writing() as connection:
            found = await get_table(connection, table.id, lock=True)
            if found.creator_id != person.id:
                raise Problem("not-allowed", "Only the creator of the table may close it.")
            if found.status != "open":
                raise Problem("conflict", "The match has begun." if found.status == "running" else "It is closed.")
            await connection.execute(
                update(schema.tables).where(schema.tables.c.id == table.id).values(status="closed")
            )
            return await get_table(connection, table.id)


def check_new(new: NewTable) -> Rulebook[Any]:
    """Validate a new table and return its rulebook. Raises Problem invalid, naming the field or option."""
    book = _book(new.rulebook)
    size = len(msgspec.json.encode(new.options))
    if size > OPTIONS_BYTES:
        raise Problem("invalid", f"options: {size} bytes; at most {OPTIONS_BYTES}.")
    try:
        new_match(book.id, seats=new.seats, options=new.options, key=bytes(KEY_BYTES), events=False)
    except OptionError as error:
        raise option_problem("options", error) from None
    if new.places and len(new.places) != new.seats:
        raise Problem("invalid", f"places: {len(new.places)}; the table has {new.seats} seats.")
    for number, place in enumerate(new.places):
        if place.bot is not None:
            check_bot(place.bot, f"places[{number}].bot", book)
        if place.bot is not None and place.me:
            raise Problem("invalid", f"places[{number}]: either me or a bot.")
    check_brought(new)
    check_bot(new.settings.stand_in, "settings.stand_in", book)
    check_webhook(new.settings.webhook, "settings.webhook")
    return book


def check_bot(name: str, where: str, book: Rulebook[Any]) -> None:
    """Check that this server, or an installed package, has a bot that can play a game. Raises Problem invalid.

    Files are not accepted.
    """
    try:
        if name.endswith(".py"):
            raise BotError(f"there is no bot {name!r}")
        bot_factory(name)
        check_style(name, book)
    except BotError as error:
        raise Problem("invalid", f"{where}: {error}") from None


def commitment(salt: bytes, key: bytes) -> str:
    """Return the hash published at the start of a match; its salt and key are published at the end."""
    return hashlib.sha256(salt + key).hexdigest()


def _book(id_: str) -> Rulebook[Any]:
    try:
        return rulebook(id_)
    except LookupError as error:
        raise Problem("invalid", f"rulebook: {error}") from None


def sitting_of(table: Table, seat: int) -> Sitting:
    """Return a seat with its players. Raises Problem not-found."""
    if not 0 <= seat < table.seat_count:
        raise Problem("not-found", f"Table {table.id} has seats 0 to {table.seat_count - 1}.")
    return table.seats[seat]


def still_on(table: Table) -> None:
    """Check that a table can still change. Raises Problem conflict if it is finished, halted or closed."""
    if table.status not in ("open", "running"):
        raise Problem("conflict", f"Table {table.id} is {table.status}.")


async def come(connection: AsyncConnection, table: Table, one: Sitting, person: Person, now: int) -> None:
    """Seat a person. If the clock ran out under a substitute, the person gets at least the increment."""
    deadline = None
    if table.status == "running" and one.ask and one.bank is not None and one.asked_at is not None:
        deadline = max(one.asked_at + one.bank, now + table.settings.clock.increment * 1000)
    owner = one.owner_id or person.id
    await sit(connection, table.id, one.seat, person_id=person.id, owner_id=owner, bot=None, deadline=deadline)
    await begin_tenures(connection, table.id, {one.seat: person.id}, now)
    await end_handovers(connection, table.id, one.seat)


def _comes_after(cursor: str, keys: tuple[ColumnElement[int], ColumnElement[int], ColumnElement[str]]) -> Any:
    turn, made, id_ = keys
    try:
        first, second, third = cursor.split(".")
        at = int(first), int(second)
    except ValueError:
        raise Problem("invalid", "after: not the `next` of a page.") from None
    if not all(0 <= one < 2**53 for one in at):
        raise Problem("invalid", "after: not the `next` of a page.")
    same = turn == at[0]
    return or_(turn < at[0], and_(same, made < at[1]), and_(same, made == at[1], id_ < third))


async def start_if_full(
    connection: AsyncConnection, table: str, now: int, match: Match[Any] | None = None, rewound: int = 0
) -> None:
    """Start a table's match if every seat is taken and all lists are ready; `match` continues a stored one instead."""
    found = await get_table(connection, table)
    if found.status != "open" or not found.full or (match is None and not ready(found)):
        return
    row = (await connection.execute(select(schema.tables.c.key).where(schema.tables.c.id == table))).one()
    key = bytes(row.key) if row.key is not None else secrets.token_bytes(KEY_BYTES)
    salt = secrets.token_bytes(16)
    await connection.execute(
        update(schema.tables)
        .where(schema.tables.c.id == table)
        .values(
            status="running",
            key=key,
            salt=salt,
            commitment=commitment(salt, key),
            started_at=now,
            touched_at=now,
        )
    )
    if match is None:
        options = with_lists(found)
        await store_armies(connection, found, options)
        match = new_match(found.rulebook, seats=found.seat_count, options=options, key=key)
        begun = schema.tables.c.id == table
        await connection.execute(update(schema.tables).where(begun).values(**checkpointed(match, 0)))
        await write_events(connection, table, match)
    bank = found.settings.clock.bank * 1000 if found.settings.clock.kind != "none" else None
    for seat in range(found.seat_count):
        asked = seat in match.asking
        await sit(
            connection,
            table,
            seat,
            ask=ask_id(match, rewound, seat) if asked else "",
            asked_at=now if asked else None,
            bank=bank,
            deadline=now + bank if asked and bank is not None else None,
        )
