"""Succession: who may take over a seat whose player has left a running match, according to the table's settings.

A successor sees everything that the seat sees, so a person who has held another seat of the table is refused, as is
anyone without the offer or consent that the settings require.
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
    """Check whether a person may take this seat of a running match at all. Raises Problem."""
    if one.person_id is not None:
        raise Problem("conflict", f"Seat {one.seat} is taken.")
    if one.bot is not None and one.owner_id is None:
        raise Problem("conflict", f"Seat {one.seat} belongs to a bot.")
    if table.settings.succession in ("nobody", "bot"):
        raise Problem("not-allowed", "At this table, only the player who left a seat can take it back.")
    await check_welcome(connection, person, table.people)
    if any(had.person == person.id and had.seat != one.seat for had in await tenures_of(connection, table.id)):
        raise Problem("not-allowed", "You have held another seat of this match, so you cannot take over this one.")


async def check_offer(connection: AsyncConnection, table: Table, one: Sitting, person: Person, offer: str) -> None:
    """Check whether a person may take a seat of a running match with this offer. Raises Problem."""
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
        raise Problem("not-allowed", "This seat can only be taken with an invitation: ask for a link.")


async def end_handovers(connection: AsyncConnection, table: str, seat: int) -> None:
    """Delete the offers of and requests for a seat."""
    handovers = schema.handovers
    await connection.execute(delete(handovers).where(and_(handovers.c.table_id == table, handovers.c.seat == seat)))
