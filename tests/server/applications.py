"""Applications and databases for tests, made once for each process: building them takes longer than most tests."""

from __future__ import annotations

import sqlite3
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any

from litestar import Litestar
from sqlalchemy import create_engine, text

from banneret.server.app import make_app
from banneret.server.services import Services
from banneret.server.store import migrate as migrations
from banneret.server.store.database import Database
from tests.server.servers import postgres_tools

_idle: defaultdict[int, list[Litestar]] = defaultdict(list)
"""Largest body -> applications that no test uses now. All else that differs is in their services."""


@contextmanager
def application(services: Services) -> Iterator[Litestar]:
    """Yield an application with these parts, used again afterwards with others."""
    idle = _idle[services.settings.body_limit]
    app = idle.pop() if idle else make_app(services.settings, services)
    app.state.services = services
    try:
        yield app
    finally:
        idle.append(app)


async def migrate(database: Database, to: str = "head") -> None:
    """Bring a database up to date: an empty one by what all migrations together make of one."""
    if to != "head" or await migrations.revision(database) is not None:
        await migrations.migrate(database, to)
    elif database.sqlite:
        async with database.engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await (await driver.executescript(_migrated())).close()
    elif _dumped:
        async with database.writing() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": migrations.LOCK})
            if await connection.run_sync(migrations._revision) is None:  # no other server has been faster
                driver = (await connection.get_raw_connection()).driver_connection
                await driver.execute(_dumped[0])
    else:
        await migrations.migrate(database)
        _dumped.extend(_dump(database))


_dumped: list[str] = []
"""The script that makes an up-to-date PostgreSQL database, once one was migrated."""


def _dump(database: Database) -> list[str]:
    tools = postgres_tools()
    if tools is None or not (tools / "pg_dump").exists():
        return []
    url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    command = [str(tools / "pg_dump"), "--inserts", "--no-owner", "--no-privileges", "--dbname", url]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    of_session = ("SET ", "SELECT pg_catalog.set_config(", "\\")
    return ["\n".join(line for line in done.stdout.splitlines() if not line.startswith(of_session))]


@cache
def _migrated() -> str:
    """Return the script that makes an up-to-date database in one transaction, as SQLite dumps one that was migrated."""
    from alembic import command  # noqa: PLC0415  # only for tests that serve

    with TemporaryDirectory() as folder:
        file = f"{folder}/template.sqlite3"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            command.upgrade(migrations.configuration(connection), "head")
        engine.dispose()
        with sqlite3.connect(file) as dumped:
            made = "\n".join(dumped.iterdump()).replace("BEGIN TRANSACTION", "BEGIN IMMEDIATE", 1)
        dumped.close()
    return made
