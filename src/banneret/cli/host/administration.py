"""The acts of `banneret admin`, on the database of a server that may be running."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from banneret.cli.consoles import out
from banneret.cli.host.maintenance import done
from banneret.cli.host.serve import settings_of

T = TypeVar("T")


def grant(config: Path | None, who: str, role: str | None, reason: str) -> None:
    """Give an account a role, or (None) take it away."""

    async def work(database: Any) -> str:  # Database, which requires the extra
        from banneret.server.admin.people import PeopleAdministration
        from banneret.server.admin.rights import COMMAND_LINE

        people = PeopleAdministration(database)
        person = await people.find(who)
        await people.grant(COMMAND_LINE, person, role, reason, _now())
        return str(person.name)

    name = _in_database(config, work)
    out().print(f"{name} has no role now." if role is None else f"{name} has the role {role} now.", soft_wrap=True)


def list_people(config: Path | None, search: str) -> None:
    """Print people."""

    async def work(database: Any) -> list[Any]:  # Database
        from banneret.server.admin.people import PeopleAdministration

        return await PeopleAdministration(database).search(search)

    for one in _in_database(config, work):
        marks = [one.role, one.muted(_now()) and "muted", one.banned(_now()) and "banned"]
        _line(one.id, one.login or "(guest)", one.name, *filter(None, marks))


def list_tables(config: Path | None, status: str | None) -> None:
    """Print tables."""

    async def work(database: Any) -> list[Any]:  # Database
        from banneret.server.admin.tables import TablesAdministration

        return await TablesAdministration(database).list(status)

    for one in _in_database(config, work):
        _line(one.id, one.status, one.rulebook, _date(one.created_at), one.title, one.halted or "")


def list_reports(config: Path | None, status: Any) -> None:  # a status of reports, or None
    """Print reports."""

    async def work(database: Any) -> list[Any]:  # Database
        from banneret.server.admin.reports import Reports

        return await Reports(database).list(status)

    for one in _in_database(config, work):
        _line(one.id, one.status, _date(one.at), f"{one.reporter} on {one.person}", f"table {one.table_id}")
        if one.quote:
            _line("", f"> {one.quote}")
        _line("", one.text)


def list_audit(config: Path | None) -> None:
    """Print the audit log."""

    async def work(database: Any) -> list[Any]:  # Database
        from banneret.server.admin.audit import entries

        return await entries(database)

    for one in _in_database(config, work):
        target = one.person_id or one.table_id or ""
        _line(_date(one.at), one.actor, one.act, target, one.detail, one.reason)


def resolve(config: Path | None, report: str, reason: str) -> None:
    """Mark a report as resolved."""

    async def work(database: Any) -> None:  # Database
        from banneret.server.admin.reports import Reports
        from banneret.server.admin.rights import COMMAND_LINE

        await Reports(database).resolve(COMMAND_LINE, report, reason, _now())

    _in_database(config, work)
    out().print(f"Report {report} is resolved.")


def act_on_person(config: Path | None, act: Any, who: str, reason: str, hours: int | None = None) -> None:
    """Carry out an act on a person."""

    async def work(database: Any) -> tuple[str, Any]:  # Database; Link
        from banneret.server.admin.people import PeopleAdministration
        from banneret.server.admin.rights import COMMAND_LINE

        people = PeopleAdministration(database)
        person = await people.find(who)
        return person.name, await people.act(COMMAND_LINE, act, person, reason, _now(), hours)

    name, link = _in_database(config, work)
    out().print(f"{act}: {name}.", soft_wrap=True)
    if link is not None:
        out().print(f"Link for a new password, valid for {link.hours} hours:", soft_wrap=True)
        out().print(link.url(settings_of(config).url), soft_wrap=True)


def act_on_table(config: Path | None, act: Any, table: str, reason: str, hours: int | None = None) -> None:
    """Carry out an act on a table."""

    async def work(database: Any) -> Any:  # Database; Table
        from banneret.server.admin.rights import COMMAND_LINE
        from banneret.server.admin.tables import TablesAdministration

        return await TablesAdministration(database).act(COMMAND_LINE, act, table, reason, _now(), hours)

    found = _in_database(config, work)
    out().print(f"{act}: table {table} is {found.status}.", soft_wrap=True)


def _in_database(config: Path | None, work: Callable[[Any], Awaitable[T]]) -> T:
    settings = settings_of(config)
    from banneret.server.problems import Problem
    from banneret.server.store.database import Database
    from banneret.server.store.migrate import newest, revision

    async def run() -> T:
        database = Database(settings.database_url)
        try:
            if await revision(database) != newest():
                raise Problem("storage", "The database is of another version: start `banneret serve` once.")
            return await work(database)
        finally:
            await database.close()

    return done(run(), advice="")


def _line(*parts: str) -> None:
    out().print("  ".join("".join(char for char in part if char.isprintable()) for part in parts), soft_wrap=True)


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _now() -> int:
    return int(time.time() * 1000)
