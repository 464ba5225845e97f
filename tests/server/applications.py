"""Applications and databases for tests, made once for each process: building them takes longer than most tests."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any

from litestar import Litestar
from sqlalchemy import create_engine

from banneret.server.app import make_app
from banneret.server.services import Services
from banneret.server.store import migrate as migrations
from banneret.server.store.database import Database

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
    """Bring a database up to date: an empty SQLite file by what all migrations together make of one."""
    if database.sqlite and to == "head" and await migrations.revision(database) is None:
        async with database.engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await (await driver.executescript(_migrated())).close()
    else:
        await migrations.migrate(database, to)


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
