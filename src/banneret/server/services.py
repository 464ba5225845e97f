"""What a running server consists of; a request reaches all of it through `services`."""

from __future__ import annotations

import time

from sqlalchemy import update

from banneret.server import schema
from banneret.server.database import Database
from banneret.server.guarding import Rates
from banneret.server.hosting import Host
from banneret.server.people import People, Person
from banneret.server.settings import Settings


class Services:
    """The parts of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database_url)
        self.host = Host(self.database, self.now)
        self.people = People(self.database, settings.session_days)
        self.rates = Rates(self.now)

    def now(self) -> int:
        """Return the moment, in milliseconds since 1970 (UTC)."""
        return int(time.time() * 1000)

    async def leave_all(self, person: Person) -> None:
        """Take a person out of every seat, for good."""
        seats = schema.seats
        async with self.database.writing() as connection:
            await connection.execute(update(seats).where(seats.c.person_id == person.id).values(person_id=None))
            await connection.execute(update(seats).where(seats.c.owner_id == person.id).values(owner_id=None))

    async def start(self) -> None:
        """Begin to serve: the database is up to date before the first request."""

    async def stop(self) -> None:
        """End what runs, within the settings' `stop_seconds`."""
        await self.database.close()
