"""Succession: who may take over a seat whose player has left a running match, as the table's settings say.

Whoever sits down sees what the seat holds. So nobody takes over a seat who has held another one of the table, and
nobody does without the offer or the consent that the settings ask for.
"""

from __future__ import annotations

import secrets

from sqlalchemy import and_, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.people.accounts import Person
from banneret.server.people.blocks import check_welcome
from banneret.server.people.credentials import token_hash
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.tables.table import Sitting, Table
from banneret.server.tables.tenures import tenures_of


async def check_successor(connection: AsyncConnection, table: Table, one: Sitting, person: Person) -> None:
    """Refuse a person who may not have this seat of a running match in any way. Raises Problem."""
    if one.person_id is not None:
        raise Problem("conflict", f"Somebody sits in seat {one.seat}.")
    if one.bot is not None and one.owner_id is None:
        raise Problem("conflict", f"Seat {one.seat} is a bot's.")
    if table.settings.succession in ("nobody", "bot"):
        raise Problem("not-allowed", "At this table, only the player who left a seat can take it back.")
    await check_welcome(connection, person, table.people)
    if any(had.person == person.id and had.seat != one.seat for had in await tenures_of(connection, table.id)):
        raise Problem("not-allowed", "You have held another seat of this match, so you cannot take over this one.")


async def check_offer(connection: AsyncConnection, table: Table, one: Sitting, person: Person, offer: str) -> None:
    """Refuse a person who may not sit down in a seat of a running match at once. Raises Problem."""
    await check_successor(connection, table, one, person)
    if table.settings.succession == "consent":
        raise Problem("not-allowed", "The players of this match have to agree: ask them for the seat.")
    handovers = schema.handovers
    stored = await connection.scalar(
        select(handovers.c.token).where(
            handovers.c.table_id == table.id, handovers.c.seat == one.seat, handovers.c.token.is_not(None)
        )
    )
    if stored is None or not secrets.compare_digest(stored, token_hash(offer)):
        raise Problem("not-allowed", "This seat is taken over by those who are invited: ask for a link.")


async def end_handovers(connection: AsyncConnection, table: str, seat: int) -> None:
    """Delete the offers of a seat, and the requests for it."""
    handovers = schema.handovers
    await connection.execute(delete(handovers).where(and_(handovers.c.table_id == table, handovers.c.seat == seat)))
