"""A probe that checks by writing whether the database can be written to."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from sqlalchemy import text

from banneret.server.store.database import Database

FRESH_SECONDS: Final = 1.0
"""Seconds during which a successful write is not repeated, so that frequent probes cause few writes."""

# A row that every database has. It keeps its value, but is written and committed all the same.
_WRITE: Final = text("UPDATE alembic_version SET version_num = version_num")


class Probe:
    """Writes to a database at most once per `FRESH_SECONDS`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._turn = asyncio.Lock()
        self._wrote_at = float("-inf")

    async def write(self) -> None:
        """Write and commit something, unless that has just succeeded. Raises Problem storage."""
        async with self._turn:
            if time.monotonic() - self._wrote_at < FRESH_SECONDS:
                return
            async with self.database.writing() as connection:
                await connection.execute(_WRITE)
            self._wrote_at = time.monotonic()
