"""Checks of a server's configuration and of the integrity of its database."""

from __future__ import annotations

import asyncio
import shutil
import socket
from collections.abc import Sequence
from ipaddress import ip_network
from math import isinf
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import select
from sqlalchemy.engine import make_url

from banneret.kernel.registry import rulebook
from banneret.server.live.bus import bus_of
from banneret.server.matches.revival import Stored, played_again, read_told
from banneret.server.notify.delivery import NotSent, greet
from banneret.server.ops.backups import LATE, Backups, shown
from banneret.server.ops.legal import text_of
from banneret.server.problems import Problem
from banneret.server.settings import PAGE_FOLDER, Settings, SettingsError
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.entries import Divergence, chained
from banneret.server.store.migrate import newest, revision

FREE_MB: Final = 100
VERIFIED: Final = ("id", "rulebook", "version", "options", "seat_count", "settings", "key", "head", "hash")
"""Columns of a table's row that are verified; databases at all migrations have them."""


class Finding(NamedTuple):
    """The result of a check: its subject, whether it passed, and a description, with advice if it failed."""

    what: str
    good: bool
    detail: str


async def check_all(settings: Settings) -> list[Finding]:
    """Run all checks of the settings."""
    found = [await _database(settings), _disk(settings), await _live(settings), _page(), _address(settings)]
    found += [_public(settings), _backups(settings)]
    found += [_text(settings, name) for name in ("imprint_file", "privacy_file") if getattr(settings, name)]
    if settings.internal_url or settings.internal_address:
        found.append(_internal(settings))
    if settings.trusted_proxies:
        found.append(_proxies(settings))
    found.append(await _smtp(settings) if settings.smtp_host else Finding("smtp_host", True, "no e-mail is sent."))
    return found


async def _database(settings: Settings) -> Finding:
    where = make_url(settings.database_url).render_as_string(hide_password=True)
    try:
        database = Database(settings.database_url)
    except Problem as problem:
        return Finding("database", False, f"{where}: {problem} Check the setting `database` and its permissions.")
    try:
        at = await revision(database)
        async with database.writing():
            pass
    except Problem as problem:
        return Finding("database", False, f"{where}: {problem} Check the setting `database` and its permissions.")
    finally:
        await database.close()
    if at is None:
        return Finding("database", True, f"{where} is empty: `banneret serve` sets it up.")
    if at != newest():
        return Finding("database", True, f"{where} is at migration {at}: `banneret serve` brings it to {newest()}.")
    return Finding("database", True, f"{where} is up to date (migration {at}).")


def _disk(settings: Settings) -> Finding:
    url = make_url(settings.database_url)
    if url.get_backend_name() != "sqlite" or not url.database:
        return Finding("disk", True, "the database is not on this disk.")
    folder = Path(url.database).absolute().parent
    if not folder.is_dir():
        return Finding("disk", True, "not checked: the folder of the database does not exist.")
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < FREE_MB:
        return Finding("disk", False, f"{free} MB are free for {url.database}: free some space, or change `folder`.")
    return Finding("disk", True, f"{free} MB are free.")


async def _live(settings: Settings) -> Finding:
    try:
        await asyncio.wait_for(bus_of(settings).check(), 5)
    except SettingsError as error:
        return Finding("live", False, str(error))
    except Exception as error:
        return Finding("live", False, f"{settings.live}: {error}. Is it running and reachable from this machine?")
    return Finding("live", True, settings.live or "one process: nothing else is needed.")


def _backups(settings: Settings) -> Finding:
    backups = Backups(settings)
    if not backups.interval:
        return Finding("backup_hours", True, "no backups are scheduled.")
    age = backups.age()
    if isinf(age):
        return Finding("backup_hours", True, f"no backup in {backups.folder} yet: `banneret serve` writes one.")
    if age > LATE * backups.interval:
        advice = f"older than {LATE:g} times `backup_hours`: look for `backup failed` in the log."
        return Finding("backup_hours", False, f"the last backup in {backups.folder} is {shown(age)} old, {advice}")
    return Finding("backup_hours", True, f"the last backup is {shown(age)} old, in {backups.folder}.")


def _text(settings: Settings, name: str) -> Finding:
    file = getattr(settings, name)
    try:
        text_of(file, "en")
    except (OSError, ValueError) as error:
        return Finding(name, False, f"{error}. Write the text to this file, in UTF-8, or remove the setting.")
    return Finding(name, True, f"{file} is shown.")


def _page() -> Finding:
    if (PAGE_FOLDER / "index.html").is_file():
        return Finding("page", True, "the page is built.")
    return Finding("page", False, "the page is not built: run `make page`, or install a wheel. The API works anyway.")


def _address(settings: Settings) -> Finding:
    try:
        socket.getaddrinfo(settings.host, settings.port)
    except OSError as error:
        return Finding("host", False, f"{settings.host}: {error}. Set host to an address of this machine.")
    return Finding("host", True, f"served at {settings.url}.")


def _public(settings: Settings) -> Finding:
    if not settings.public_url:
        if settings.host in ("127.0.0.1", "localhost", "::1"):
            return Finding("public_url", True, "none: only reachable from this machine.")
        return Finding("public_url", True, "none: reachable by IP address, or by a name such as tower or tower.local.")
    parts = urlsplit(settings.public_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        return Finding("public_url", False, f"{settings.public_url!r}: write it as https://play.example.org.")
    if parts.scheme == "http" and settings.secure_cookies:
        return Finding("secure_cookies", False, "public_url is http: browsers would send no cookie; set it to false.")
    return Finding("public_url", True, settings.public_url)


def _internal(settings: Settings) -> Finding:
    address = settings.internal_url or str(settings.internal_address)
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        return Finding("internal_url", False, f"{address!r}: write it as http://10.0.0.5:8400.")
    return Finding("internal_url", True, f"other processes reach this one at {address}.")


def _proxies(settings: Settings) -> Finding:
    for one in settings.trusted_proxies:
        try:
            ip_network(one)
        except ValueError as error:
            if one != "*":
                return Finding("trusted_proxies", False, f"{error}: write addresses, such as 127.0.0.1.")
    if "*" in settings.trusted_proxies:
        return Finding("trusted_proxies", False, "with * clients can forge any address: set the proxy's address.")
    return Finding("trusted_proxies", True, ", ".join(settings.trusted_proxies))


async def _smtp(settings: Settings) -> Finding:
    where = f"{settings.smtp_host}:{settings.smtp_port}"
    if not settings.smtp_from:
        return Finding("smtp_from", False, "smtp_host is set, but there is no sender address: set smtp_from.")
    try:
        await asyncio.to_thread(greet, settings)
    except NotSent as error:
        return Finding("smtp", False, f"{error}. Check the settings that begin with smtp_.")
    return Finding("smtp", True, f"{where} accepts the connection.")


async def verify_all(settings: Settings, *, replay: bool) -> tuple[int, list[str]]:
    """Verify the hash chain of every match; return the number of matches, and a line for each fault."""
    database = Database(settings.database_url)
    faults, checked = [], 0
    try:
        if await revision(database) is None:  # never served
            return 0, []
        for table in await _tables(database):
            checked += 1
            try:
                fault = await _verify(database, table, replay=replay)
            except Exception as error:  # any error due to a corrupt row is a fault of this table only
                fault = f"{type(error).__name__}: {error}"
            if fault is not None:
                faults.append(f"table {table}: {fault}")
    finally:
        await database.close()
    return checked, faults


async def _tables(database: Database) -> Sequence[str]:
    tables = schema.tables
    async with database.reading() as connection:
        wanted = select(tables.c.id).where(tables.c.key.is_not(None)).order_by(tables.c.created_at, tables.c.id)
        return (await connection.execute(wanted)).scalars().all()


async def _verify(database: Database, table: str, *, replay: bool) -> str | None:
    tables, entries = schema.tables, schema.entries
    async with database.reading() as connection:
        needed = [tables.c[name] for name in VERIFIED]
        row = (await connection.execute(select(*needed).where(tables.c.id == table))).one()
        # A running server may add entries: those after the head that was read are ignored.
        wanted = select(entries).where(entries.c.table_id == table, entries.c.seq <= row.head).order_by(entries.c.seq)
        rows = (await connection.execute(wanted)).all()
        told = schema.told
        events = (await connection.execute(select(told).where(told.c.table_id == table).order_by(told.c.number))).all()
    last = ""
    for number, entry in enumerate(rows, 1):
        if entry.seq != number:
            return f"entry {number} is missing"
        last = chained(last, entry.body)
        if last != entry.hash:
            return f"entry {number}: its hash does not match its content and the preceding entries"
    if row.head != len(rows):
        return f"entry {len(rows) + 1} is missing: there should be {row.head}"
    book = rulebook(row.rulebook)
    if replay and row.version == book.version:  # a match under older rules continues from its last checkpoint
        bodies = [msgspec.json.decode(entry.body) for entry in rows]
        try:
            played_again(Stored.of(row), bodies, read_told(book, events, row.version))
        except Divergence as error:
            return str(error)
    return None if row.hash == last else f"entry {row.head}: its hash differs from that of the table"
