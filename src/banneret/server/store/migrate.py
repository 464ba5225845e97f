"""Migrating: the database is brought up to date before the server begins to serve."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from banneret.server.problems import Problem
from banneret.server.store.database import Database

LOCK: Final = 8_400_211
"""The advisory lock under which one of several processes migrates a PostgreSQL database."""

REWRITTEN: Final = "0014"
"""Older SQLite files keep free pages, with deleted content in those of the oldest, and are written anew once."""

log = structlog.get_logger()


def configuration(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration, for a connection that is open already."""
    config = Config()
    config.set_main_option("script_location", str(files("banneret.server.store").joinpath("migrations")))
    config.attributes["connection"] = connection
    return config


def newest() -> str:
    """Return the newest migration there is."""
    return str(ScriptDirectory.from_config(configuration()).get_current_head())


async def revision(database: Database) -> str | None:
    """Return the migration at which a database is; None: it is empty."""
    async with database.reading() as connection:
        return await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())


async def migrate(database: Database, to: str = "head") -> None:
    """Bring the database up to date, in one transaction. Raises Problem storage."""
    before: str | None = None
    async with database.writing() as connection:
        if not database.sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        before = await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())
        await connection.run_sync(lambda sync: command.upgrade(configuration(sync), to))
    if database.sqlite and before is not None and before < REWRITTEN:
        try:
            await database.vacuum()
        except Problem as problem:
            log.warning("remains of deleted content may still be in the database", why=str(problem))
