"""What a running server consists of; a request reaches all of it through `services`."""

from __future__ import annotations

import time

from banneret.server.database import Database
from banneret.server.hosting import Host
from banneret.server.settings import Settings


class Services:
    """The parts of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database_url)
        self.host = Host(self.database, self.now)

    def now(self) -> int:
        """Return the moment, in milliseconds since 1970 (UTC)."""
        return int(time.time() * 1000)

    async def start(self) -> None:
        """Begin to serve: the database is up to date before the first request."""

    async def stop(self) -> None:
        """End what runs, within the settings' `stop_seconds`."""
        await self.database.close()
