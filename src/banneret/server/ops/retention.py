"""Retention: delete old data, each kind after its own time.

Finished matches are kept. Several servers may do this at the same time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Final

import structlog
from sqlalchemy import ColumnElement, and_, delete, or_, select

from banneret.server.people.accounts import Person
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import Database

log = structlog.get_logger()

DAY_MS: Final = 86_400_000
BATCH: Final = 100
"""Maximum number of guests, and of tables, removed per run."""
USAGE_DAYS: Final = 7
"""Number of days for which the use of quotas is kept."""


class Retention:
    """Deletes data after the times in the settings."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        forget: Callable[[Person], Awaitable[None]],
        looked_at: Callable[[], Collection[str]],
    ) -> None:
        """Initialize: `forget` deletes a person, `looked_at` returns the tables that are open in some page."""
        self.settings = settings
        self.database = database
        self._forget = forget
        self._looked_at = looked_at

    async def remove_old(self, now: int) -> None:
        """Delete everything due, and shrink SQLite's file. Raises Problem."""
        await self._guests(now)
        await self._tables(now)
        await self._rest(now)
        await self.database.shrink()

    async def _guests(self, now: int) -> None:
        days, people = self.settings.retain_guest_days, schema.people
        if not days:
            return
        wanted = select(people).where(
            people.c.login.is_(None), people.c.deleted_at.is_(None), people.c.seen_at < now - days * DAY_MS
        )
        async with self.database.reading() as connection:
            found = [Person.of(row) for row in await connection.execute(wanted.limit(BATCH))]
        for person in found:
            await self._forget(person)
        if found:
            log.info("guests removed", number=len(found))

    async def _tables(self, now: int) -> None:
        old = self._old_tables(now)
        if old is None:
            return
        tables, notices = schema.tables, schema.notices
        async with self.database.reading() as connection:
            ids = set(await connection.scalars(select(tables.c.id).where(old).limit(BATCH))) - set(self._looked_at())
        for id_ in sorted(ids):
            async with self.database.writing() as connection:
                done = await connection.execute(delete(tables).where(tables.c.id == id_, old))
                if done.rowcount:
                    await connection.execute(delete(notices).where(notices.c.table_id == id_))
                    log.info("table removed", table=id_)

    def _old_tables(self, now: int) -> ColumnElement[bool] | None:
        """Return the condition for tables to delete; None if all are kept."""
        tables, tenures = schema.tables.c, schema.tenures.c
        due = []
        for days, statuses in (
            (self.settings.retain_waiting_days, ("open",)),
            (self.settings.retain_dead_days, ("running", "halted", "closed")),
        ):
            if days:
                limit = now - days * DAY_MS
                came = select(tenures.number).where(tenures.table_id == tables.id, tenures.at >= limit).exists()
                due.append(and_(tables.status.in_(statuses), tables.touched_at < limit, ~came))
        return or_(*due) if due else None

    async def _rest(self, now: int) -> None:
        sessions, usage, reports, audit = schema.sessions, schema.usage, schema.reports, schema.audit
        async with self.database.writing() as connection:
            await connection.execute(delete(sessions).where(sessions.c.expires_at <= now))
            await connection.execute(delete(schema.mail_links).where(schema.mail_links.c.expires_at <= now))
            sent = schema.notices.c.created_at < now - self.settings.retain_notice_days * DAY_MS
            await connection.execute(delete(schema.notices).where(sent))
            await connection.execute(delete(usage).where(usage.c.day < now // DAY_MS - USAGE_DAYS))
            if self.settings.retain_report_days:
                limit = now - self.settings.retain_report_days * DAY_MS
                await connection.execute(delete(reports).where(reports.c.resolved_at < limit))
                await connection.execute(delete(audit).where(audit.c.at < limit))
