"""Checking: whether a server can do what it is set up to do, and whether what is stored is whole."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select

from banneret.kernel.match import Match
from banneret.server import schema
from banneret.server.database import Database
from banneret.server.entries import Divergence, chained, enter_again
from banneret.server.live import backend_of
from banneret.server.migrating import newest, revision
from banneret.server.problems import Problem
from banneret.server.reviving import Stored, revive
from banneret.server.settings import Settings, SettingsError


class Finding(NamedTuple):
    """What was looked at, whether it is good, and what was found: where it is bad, how it is mended."""

    what: str
    good: bool
    told: str


async def check_all(settings: Settings) -> list[Finding]:
    """Check every setting against the world."""
    found = [await _database(settings), await _live(settings), _page(), _address(settings)]
    if settings.smtp_host:
        found.append(await _smtp(settings))
    if settings.public_url.startswith("https://") and not settings.secure_cookies:
        found.append(Finding("secure_cookies", False, "public_url is https: set secure_cookies = true."))
    return found


async def _database(settings: Settings) -> Finding:
    database = Database(settings.database_url)
    where = database.url.render_as_string(hide_password=True)
    try:
        at = await revision(database)
        async with database.writing():
            pass
    except Problem as problem:
        return Finding("database", False, f"{where}: {problem.detail} Check the setting `database` and its rights.")
    finally:
        await database.close()
    if at is None:
        return Finding("database", True, f"{where} is empty: `banneret serve` sets it up.")
    if at != newest():
        return Finding("database", True, f"{where} is at migration {at}: `banneret serve` brings it to {newest()}.")
    return Finding("database", True, f"{where} is up to date (migration {at}).")


async def _live(settings: Settings) -> Finding:
    try:
        backend = backend_of(settings)
        await asyncio.wait_for(backend.on_startup(), 5)
        await backend.publish(b"{}", ["banneret-doctor"])
        await backend.on_shutdown()
    except SettingsError as error:
        return Finding("live", False, str(error))
    except Exception as error:
        return Finding("live", False, f"{settings.live}: {error}. Is it running, and may this machine reach it?")
    return Finding("live", True, settings.live or "one process: nothing besides is needed.")


def _page() -> Finding:
    from banneret.server.api.pages import FOLDER  # noqa: PLC0415  # the pages need what is checked here

    if (Path(FOLDER) / "index.html").is_file():
        return Finding("page", True, "the page is built.")
    return Finding("page", False, "the page is not built: run `make page`, or install a wheel. The API serves without.")


def _address(settings: Settings) -> Finding:
    try:
        socket.getaddrinfo(settings.host, settings.port)
    except OSError as error:
        return Finding("host", False, f"{settings.host}: {error}. Set host to an address of this machine.")
    return Finding("host", True, f"served at {settings.url}.")


async def _smtp(settings: Settings) -> Finding:
    where = f"{settings.smtp_host}:{settings.smtp_port}"
    if not settings.smtp_from:
        return Finding("smtp_from", False, "smtp_host is set, but not from whom e-mail comes: set smtp_from.")
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(settings.smtp_host, settings.smtp_port), 5)
        writer.close()
    except (OSError, TimeoutError) as error:
        return Finding("smtp", False, f"{where}: {str(error) or 'no answer'}. Check smtp_host and smtp_port.")
    return Finding("smtp", True, f"{where} answers.")


async def verify_all(settings: Settings, *, replay: bool) -> tuple[int, list[str]]:
    """Check the chain of every match; return how many there are, and a line for each fault."""
    database = Database(settings.database_url)
    faults, checked = [], 0
    try:
        async for row in _tables(database):
            checked += 1
            fault = await _verify(database, row, replay=replay)
            if fault is not None:
                faults.append(f"table {row.id}: {fault}")
    finally:
        await database.close()
    return checked, faults


async def _tables(database: Database) -> AsyncIterator[Any]:  # rows of the table `tables`
    tables = schema.tables
    async with database.reading() as connection:
        ids = (await connection.execute(select(tables.c.id).where(tables.c.key.is_not(None)))).scalars().all()
    for id_ in ids:
        async with database.reading() as connection:
            yield (await connection.execute(select(tables).where(tables.c.id == id_))).one()


async def _verify(database: Database, row: Any, *, replay: bool) -> str | None:  # a row of the table `tables`
    entries = schema.entries
    async with database.reading() as connection:
        rows = (
            await connection.execute(select(entries).where(entries.c.table_id == row.id).order_by(entries.c.seq))
        ).all()
    match: Match[Any] | None = revive(Stored.of(row)) if replay else None
    last = ""
    for number, entry in enumerate(rows, 1):
        if entry.seq != number:
            return f"entry {number} is missing"
        last = chained(last, entry.body)
        if last != entry.hash:
            return f"entry {number}: its hash does not fit it and the entries before"
        if match is not None:
            try:
                enter_again(match, number, msgspec.json.decode(entry.body))
            except Divergence as error:
                return str(error)
    if row.head != len(rows) or row.hash != last:
        return f"it says to have {row.head} entries, and has {len(rows)}"
    return None
