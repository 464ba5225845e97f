"""Handovers: seats of running matches, offered by link or requested with the consent of the players."""

from __future__ import annotations

import msgspec
from sqlalchemy import and_, delete, func, insert, select, update

from banneret.server.people.accounts import Person
from banneret.server.people.credentials import new_id, new_token, token_hash
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.tables.lifecycle import come, sitting_of, still_on
from banneret.server.tables.rows import get_table
from banneret.server.tables.succession import check_successor
from banneret.server.tables.table import Table

MOST = 8
"""Maximum number of open requests at a table."""


class Requested(msgspec.Struct, frozen=True):
    """A request for a seat, with the ids of the person requesting it and of the people who have not agreed yet."""

    id: str
    seat: int
    person: str
    asked: tuple[str, ...]


class Handovers:
    """Offers of seats, requests for seats, and the answers to them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def offer(self, table: Table, person: Person, seat: int, now: int) -> str:
        """Create a link that offers a seat, and return its secret. An older link stops working.

        Raises Problem.
        """
        handovers, token = schema.handovers, new_token()
        async with self.database.writing() as connection:
            found = await get_table(connection, table.id, lock=True)
            one = sitting_of(found, seat)
            _running(found)
            if person.id not in (found.creator_id, one.owner_id):
                raise Problem("not-allowed", "Only the player who left the seat and the table's creator can offer it.")
            if found.settings.succession != "invited":
                raise Problem("not-allowed", "At this table, seats cannot be offered.")
            if one.person_id is not None or (one.bot is not None and one.owner_id is None):
                raise Problem("conflict", f"Nobody has left seat {seat}.")
            older = and_(handovers.c.table_id == table.id, handovers.c.seat == seat, handovers.c.token.is_not(None))
            await connection.execute(delete(handovers).where(older))
            await connection.execute(
                insert(handovers).values(
                    id=new_id(),
                    table_id=table.id,
                    seat=seat,
                    person_id=person.id,
                    token=token_hash(token),
                    created_at=now,
                )
            )
        return token

    async def request(self, table: Table, person: Person, seat: int, now: int) -> Requested:
        """Request a seat whose player has left. Raises Problem."""
        id_ = new_id()
        handovers = schema.handovers
        async with self.database.writing() as connection:
            found = await get_table(connection, table.id, lock=True)
            one = sitting_of(found, seat)
            _running(found)
            await check_successor(connection, found, one, person)
            if found.settings.succession != "consent":
                raise Problem("not-allowed", "At this table, seats cannot be requested.")
            if one.owner_id == person.id:
                raise Problem("conflict", "The seat is yours: take it back.")
            asked = _asked(found, seat, person.id)
            if not asked:
                raise Problem("not-allowed", "Nobody at the table could agree.")
            open_ = and_(handovers.c.table_id == table.id, handovers.c.token.is_(None))
            await connection.execute(delete(handovers).where(open_, handovers.c.person_id == person.id))
            if (await connection.scalar(select(func.count()).select_from(handovers).where(open_)) or 0) >= MOST:
                raise Problem("conflict", "This table has too many open requests for seats.")
            await connection.execute(
                insert(handovers).values(
                    id=id_, table_id=table.id, seat=seat, person_id=person.id, token=None, created_at=now
                )
            )
        return Requested(id_, seat, person.id, asked)

    async def answer(self, table: Table, person: Person, id_: str, *, agree: bool, now: int) -> Table:
        """Agree to a request, or refuse it; its author can withdraw it. Raises Problem.

        When everybody has agreed, its author takes the seat.
        """
        handovers, people = schema.handovers, schema.people
        async with self.database.writing() as connection:
            found = await get_table(connection, table.id, lock=True)
            row = (
                await connection.execute(
                    select(handovers).where(
                        handovers.c.id == id_, handovers.c.table_id == table.id, handovers.c.token.is_(None)
                    )
                )
            ).one_or_none()
            if row is None:
                raise Problem("not-found", "This request is no longer open.")
            _running(found)
            asked = _asked(found, row.seat, row.person_id)
            if person.id not in asked and (agree or person.id != row.person_id):
                raise Problem("not-allowed", "You are not asked for consent.")
            if not agree:
                await connection.execute(delete(handovers).where(handovers.c.id == id_))
                return found
            agreed = sorted({*msgspec.json.decode(row.agreed, type=list[str]), person.id})
            values = {"agreed": msgspec.json.encode(agreed).decode()}
            await connection.execute(update(handovers).where(handovers.c.id == id_).values(**values))
            if set(asked) <= set(agreed):
                asks = (await connection.execute(select(people).where(people.c.id == row.person_id))).one()
                successor, one = Person.of(asks), sitting_of(found, row.seat)
                await check_successor(connection, found, one, successor)
                await come(connection, found, one, successor, now)
            return await get_table(connection, table.id)

    async def open(self, table: Table) -> list[Requested]:
        """Return the open requests for seats of a table."""
        handovers = schema.handovers
        async with self.database.reading() as connection:
            rows = await connection.execute(
                select(handovers)
                .where(handovers.c.table_id == table.id, handovers.c.token.is_(None))
                .order_by(handovers.c.created_at, handovers.c.id)
            )
            found = []
            for row in rows:
                agreed = msgspec.json.decode(row.agreed, type=list[str])
                asked = tuple(one for one in _asked(table, row.seat, row.person_id) if one not in agreed)
                found.append(Requested(row.id, row.seat, row.person_id, asked))
            return found


def _running(table: Table) -> None:
    still_on(table)
    if table.status != "running":
        raise Problem("conflict", f"The match of table {table.id} has not started.")


def _asked(table: Table, seat: int, by: str) -> tuple[str, ...]:
    """Return the ids of the people who have to agree: the players, and the player who left the seat."""
    ids = [one.person_id for one in table.seats] + [table.seats[seat].owner_id]
    return tuple(dict.fromkeys(one for one in ids if one is not None and one != by))
