"""Blocks: hide the messages, lists and tables of other people, and keep them from joining the blocker's tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from sqlalchemy import delete, exists, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Clash, Database

MOST: Final = 500
"""Maximum number of people blocked by one person."""


class Blocked(msgspec.Struct, frozen=True):
    """A blocked person."""

    id: str
    name: str
    at: int


class Blocks:
    """Blocks between people."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def list(self, person: Person) -> list[Blocked]:
        """Return the people blocked by a person, the most recent first."""
        blocks, people = schema.blocks, schema.people
        wanted = select(people.c.id, people.c.name, blocks.c.at).join(people, people.c.id == blocks.c.blocked_id)
        wanted = wanted.where(blocks.c.person_id == person.id).order_by(blocks.c.at.desc(), people.c.id)
        async with self.database.reading() as connection:
            return [Blocked(row.id, row.name, row.at) for row in await connection.execute(wanted)]

    async def add(self, person: Person, other: str, now: int) -> None:
        """Block a person. Raises Problem."""
        blocks, people = schema.blocks, schema.people
        if other == person.id:
            raise Problem("invalid", "You cannot block yourself.")
        try:
            async with self.database.writing() as connection:
                known = select(exists().where(people.c.id == other, people.c.deleted_at.is_(None)))
                if not await connection.scalar(known):
                    raise Problem("not-found", f"There is no person {other!r}.")
                mine = select(func.count()).select_from(blocks).where(blocks.c.person_id == person.id)
                if (await connection.scalar(mine) or 0) >= MOST:
                    raise Problem("conflict", f"You have already blocked {MOST} people.")
                await connection.execute(insert(blocks).values(person_id=person.id, blocked_id=other, at=now))
        except Clash:
            return  # already blocked

    async def remove(self, person: Person, other: str) -> None:
        """Lift a block, if there is one."""
        blocks = schema.blocks
        async with self.database.writing() as connection:
            await connection.execute(
                delete(blocks).where(blocks.c.person_id == person.id, blocks.c.blocked_id == other)
            )


async def blockers_of(connection: AsyncConnection, person: str) -> frozenset[str]:
    """Return the ids of the people who have blocked a person."""
    blocks = schema.blocks
    return frozenset(await connection.scalars(select(blocks.c.person_id).where(blocks.c.blocked_id == person)))


async def check_welcome(connection: AsyncConnection, person: Person, people: Iterable[str | None]) -> None:
    """Check that none of `people` has blocked a person. Raises Problem not-allowed."""
    if not await blockers_of(connection, person.id) & frozenset(people):
        return
    raise Problem("not-allowed", "You cannot sit down at this table.")
