"""Reports of messages and people at tables, for moderators to resolve."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from sqlalchemy import func, insert, select, update

from banneret.server.admin.audit import note
from banneret.server.admin.rights import Actor, demand
from banneret.server.people.accounts import Person
from banneret.server.people.credentials import new_id
from banneret.server.problems import Problem
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.tables.chat import ChatOut
from banneret.server.tables.table import Table

PAGE: Final = 200
"""Maximum number of reports per response."""
OPEN_EACH: Final = 20
"""Maximum number of open reports per person."""

Status = Literal["open", "resolved"]


class FiledReport(msgspec.Struct, frozen=True):
    """A report."""

    id: str
    at: int
    reporter_id: str
    reporter: str
    person_id: str | None
    """The reported person, if known to the server."""
    person: str
    """The reported name."""
    table_id: str
    quote: str
    """The reported message; empty if the person is reported."""
    text: str
    """The reporter's comment."""
    status: str
    resolved_at: int | None
    resolution: str


class Reports:
    """Stores reports."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(
        self, reporter: Person, table: Table, said: ChatOut | None, seat: int | None, text: str, now: int
    ) -> str:
        """Store a report on a message, or on the person in a seat; return its id. Raises Problem."""
        if said is None and seat is not None and not 0 <= seat < table.seat_count:
            raise Problem("invalid", f"seat: table {table.id} has seats 0 to {table.seat_count - 1}.")
        one = table.seats[seat] if said is None and seat is not None else None
        person = (one.person_id or one.owner_id) if one is not None else None
        if said is not None:  # the seat may have changed hands, or the author is a spectator
            person = said.person
        if said is None and person is None:
            raise Problem("invalid", "seat: it is empty.")
        if person == reporter.id:
            raise Problem("invalid", "You cannot report yourself.")
        reports, people = schema.reports, schema.people
        id_ = new_id()
        async with self.database.writing() as connection:
            mine = (reports.c.reporter_id == reporter.id) & (reports.c.status == "open")
            if (await connection.scalar(select(func.count()).where(mine)) or 0) >= OPEN_EACH:
                raise Problem("too-many", f"You already have {OPEN_EACH} open reports.", retry_ms=3_600_000)
            name = said.name if said is not None else ""
            if person is not None:
                name = await connection.scalar(select(people.c.name).where(people.c.id == person)) or name
            await connection.execute(
                insert(reports).values(
                    id=id_,
                    at=now,
                    reporter_id=reporter.id,
                    reporter=reporter.name,
                    person_id=person,
                    person=name,
                    table_id=table.id,
                    quote=said.text if said is not None else "",
                    text=text,
                    status="open",
                    resolution="",
                )
            )
        return id_

    async def list(self, status: Status | None = "open", limit: int = PAGE) -> list[FiledReport]:
        """Return reports, the newest first."""
        reports = schema.reports
        wanted = select(reports).order_by(reports.c.at.desc(), reports.c.id).limit(limit)
        if status is not None:
            wanted = wanted.where(reports.c.status == status)
        async with self.database.reading() as connection:
            return [FiledReport(**row._mapping) for row in await connection.execute(wanted)]  # public

    async def resolve(self, actor: Actor, report: str, reason: str, now: int) -> None:
        """Mark a report as resolved. Raises Problem."""
        demand(actor, "resolve")
        reports = schema.reports
        async with self.database.writing() as connection:
            row = (await connection.execute(select(reports).where(reports.c.id == report))).one_or_none()
            if row is None:
                raise Problem("not-found", f"There is no report {report!r}.")
            if row.status != "open":
                raise Problem("conflict", f"Report {report} is already resolved.")
            await connection.execute(
                update(reports)
                .where(reports.c.id == report)
                .values(status="resolved", resolved_at=now, resolution=reason)
            )
            await note(
                connection, actor, "resolve", now, reason, person=row.person_id, table=row.table_id, detail=report
            )
