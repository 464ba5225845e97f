"""Migrations: bring the database up to date before the server starts serving."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog
from sqlalchemy import Connection, inspect, text

from banneret.server.problems import Problem
from banneret.server.store.database import Database

if TYPE_CHECKING:  # a server whose database is up to date starts without Alembic
    from alembic.config import Config

LOCK: Final = 8_400_211
"""The advisory lock that lets only one of several processes migrate a PostgreSQL database."""

REWRITTEN: Final = "0014"
"""SQLite files before this migration keep free pages, which may hold deleted content; they are vacuumed once."""

log = structlog.get_logger()


def versions() -> Sequence[Path]:
    """Return the folders with the migrations."""
    return [Path(str(files("banneret.server.store").joinpath("migrations", "versions")))]


def configuration(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration, for an open connection if given."""
    from alembic.config import Config  # noqa: PLC0415  # only needed to migrate

    config = Config()
    config.set_main_option("script_location", str(versions()[0].parent))
    config.set_main_option("path_separator", "os")
    config.set_main_option("version_locations", os.pathsep.join(map(str, versions())))
    config.attributes["connection"] = connection
    return config


def newest() -> str:
    """Return the newest migration of this version."""
    return max(file.name.partition("_")[0] for folder in versions() for file in folder.glob("[0-9]*_*.py"))


async def revision(database: Database) -> str | None:
    """Return the migration of a database, or None if it is empty. Raises Problem storage."""
    async with database.reading() as connection:
        return await connection.run_sync(_revision)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


async def migrate(database: Database, to: str = "head") -> None:
    """Migrate the database in one transaction. Raises Problem storage."""
    if to == "head" and await revision(database) == newest():
        return
    from alembic import command  # noqa: PLC0415  # as above

    before: str | None = None
    async with database.writing() as connection:
        if not database.sqlite:
            # On a busy machine, loading the migrations takes longer than other transactions may pause.
            await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        before = await connection.run_sync(_revision)
        await connection.run_sync(lambda sync: command.upgrade(configuration(sync), to))
    if database.sqlite and before is not None and before < REWRITTEN:
        try:
            await database.vacuum()
        except Problem as problem:
            log.warning("deleted content may remain in the database file", why=str(problem))
