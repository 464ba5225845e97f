"""The services of a running server, which handlers receive as `services`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Final

import structlog
from sqlalchemy import update

from banneret.server.admin.people import PeopleAdministration
from banneret.server.admin.reports import Reports
from banneret.server.admin.tables import TablesAdministration
from banneret.server.live.onlookers import Onlookers
from banneret.server.live.sockets import Live
from banneret.server.live.summaries import Summaries
from banneret.server.matches.bots import Thinking
from banneret.server.matches.branch import Branching
from banneret.server.matches.clocks import Clocks
from banneret.server.matches.drafts import Drafts
from banneret.server.matches.forwarding import Forwarding
from banneret.server.matches.host import Host
from banneret.server.matches.replays import Replays
from banneret.server.matches.steady_time import SteadyTime
from banneret.server.matches.takeback import Undoing
from banneret.server.matches.unasked import Unasked
from banneret.server.matches.windows import Windows
from banneret.server.notify.account_mail import AccountMail
from banneret.server.notify.outbox import Notices
from banneret.server.ops.backups import Backups
from banneret.server.ops.metrics import Measures
from banneret.server.ops.retention import Retention
from banneret.server.past.reviews import Reviews
from banneret.server.people.accounts import People, Person
from banneret.server.people.attempts import Attempts
from banneret.server.people.blocks import Blocks
from banneret.server.people.counters import Counters
from banneret.server.people.mail_links import MailLinks
from banneret.server.people.passkeys import Passkeys
from banneret.server.people.saved_lists import SavedLists
from banneret.server.people.security_log import SecurityLog
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.store.database import Database
from banneret.server.store.leases import LEASE_SECONDS, Leases
from banneret.server.store.migrate import migrate
from banneret.server.store.probe import Probe
from banneret.server.store.stamps import stamp_tables_of
from banneret.server.tables.chat import Chatting
from banneret.server.tables.handovers import Handovers
from banneret.server.tables.lifecycle import Tables
from banneret.server.tables.list_results import ListResults
from banneret.server.tables.quotas import Quotas
from banneret.server.tables.read_marks import Reading
from banneret.server.tables.standings import Standings
from banneret.server.tables.table import Table

log = structlog.get_logger()

ROUND_SECONDS: Final = 1.0
CHORES_SECONDS: Final = 60.0
RETENTION_EVERY: Final = 60
SWEEP_EVERY: Final = 5


class Services:
    """The services of one server process; `address` is where other processes on the database can reach it, if any."""

    def __init__(self, settings: Settings, clock: Callable[[], int] | None = None, address: str | None = None) -> None:
        self.settings = settings
        self._clock = clock
        self.time = SteadyTime() if clock is None else SteadyTime(clock, lambda: clock() / 1000)
        self.database = Database(settings.database_url, None if address is None else LEASE_SECONDS)
        self.probe = Probe(self.database)
        self.leases = Leases(self.database, address)
        self.forwarding = Forwarding(self.leases)
        self.host = Host(self.database, self.now, self.leases)
        self.counters = Counters(settings.live, time.monotonic if clock is None else lambda: clock() / 1000)
        self.security_log = SecurityLog()
        attempts = Attempts(self.counters)
        self.people = People(self.database, settings.session_days, attempts, self.security_log)
        self.mail_links = MailLinks(self.database, attempts, self.counters)
        self.account_mail = AccountMail(settings, self.mail_links, self.now)
        self.quotas = Quotas(self.database, settings)
        self.passkeys = Passkeys(self.database)
        self.blocks = Blocks(self.database)
        self.saved_lists = SavedLists(self.database, settings.quota_lists)
        self.standings = Standings(self.database)
        self.list_results = ListResults(self.database)
        self.tables = Tables(self.database, self.quotas)
        self.admin_people = PeopleAdministration(self.database)
        self.admin_tables = TablesAdministration(self.database)
        self.reports = Reports(self.database)
        self.replays = Replays(settings)
        self.reviews = Reviews(settings)
        self.branching = Branching(self.database, self.host, self.replays, self.quotas)
        self.clocks = Clocks(self.database, self.host, self.tables, self.time, alone=address is None)
        self.undoing = Undoing(self.database, self.host, self.tables, self.now)
        self.drafts = Drafts(self.database, self.host)
        self.unasked = Unasked(self.database)
        self.windows = Windows(self.host, self.unasked, self.now)
        self.thinking = Thinking(settings, self.database, self.host, self.tables, self.windows, self.now)
        self.chatting = Chatting(self.database, self.quotas)
        self.handovers = Handovers(self.database)
        self.reading = Reading(self.database)
        self.onlookers = Onlookers()
        self.summaries = Summaries(self.database, self.host, self.tables, self.undoing, self.handovers, self.onlookers)
        self.live = Live(settings, self.host, self.onlookers, self.summaries)
        self.measures = Measures()
        self.notices = Notices(
            settings, self.database, self.host, self.tables, self.undoing, self.onlookers.looks, self.counters, self.now
        )
        self.web_push = self.notices.web_push
        self.backups = Backups(settings)
        self.retention = Retention(settings, self.database, self.delete_person, self.onlookers.tables)
        self._rounds: asyncio.Task[None] | None = None
        self._chores: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()
        self._announce()
        self._measure()

    def _announce(self) -> None:
        """Notify spectators and players of changes to a table outside its match."""
        for listeners in (self.undoing.listeners, self.clocks.listeners, self.host.halted, self.thinking.recovered):
            listeners.append(lambda table: self.live.announce(table, "table"))
        self.thinking.reported.append(lambda table, *_: self.live.announce(table, "table"))
        self.drafts.listeners.append(lambda table: self.live.announce(table, "draft"))

    def _measure(self) -> None:
        """Connect the metrics to what they measure."""
        self.security_log.listeners.append(lambda event: self.measures.security.labels(event).inc())
        self.host.listeners.append(self.measures.entered)
        self.host.writer.committed.append(self.measures.committed)
        self.host.revived.append(self.measures.revived.inc)
        self.measures.waiting.set_function(lambda: self.host.writer.waiting)
        self.measures.hosted.set_function(self.host.count)
        self.measures.live_away.set_function(lambda: self.live.bus.away)
        self.measures.announcements.set_function(lambda: self.live.bus.waiting)
        self.measures.leases.set_function(self.leases.count)
        self.leases.taken_over.append(self.measures.leases_taken.inc)
        self.forwarding.forwarded.append(self.measures.forwarded.inc)
        self.measures.bots_thinking.set_function(self.thinking.count)
        self.measures.bots_waiting.set_function(self.thinking.queue.count)
        self.thinking.queue.helped.append(self.measures.bots_helped.inc)
        self.host.clashed.append(self.measures.clashes.inc)
        self.host.failed.append(lambda game: self.measures.rules_failed.labels(game).inc())
        self.thinking.timed.append(self.measures.thinking.observe)
        self.thinking.used.append(self.quotas.thought)
        self.notices.became.append(lambda status: self.measures.notices.labels(status).inc())
        self.measures.sockets.set_function(self.onlookers.count)
        self.measures.backup_age.set_function(self.backups.age)
        self.measures.backup_interval.set(self.backups.interval)
        self.thinking.reported.append(self.measures.failed)

    def now(self) -> int:
        """Return the current time in milliseconds since 1970 (UTC)."""
        return self.time.now()

    async def changed(self, table: Table) -> None:
        """Announce that a seat of a table has changed hands, and let bots play."""
        if table.status == "running":
            await self.host.wake(table.id)
            await self.notices.changed(table)
        await self.live.announce(table.id, "table")

    async def end_sockets(self) -> None:
        """Close sockets whose sessions have ended, no matter which process or command ended them."""
        looking = [one for one in self.onlookers.everybody() if one.session is not None]
        if not looking:
            return
        still = await self.people.still_open({str(one.session) for one in looking}, self.now())
        for one in looking:
            if one.session not in still:
                one.signed_out = True
                one.notify("table")

    async def leave_all(self, person: Person) -> None:
        """Remove a person from all seats for good; in running matches, bots replace the person."""
        for table in (await self.tables.list(person=person, limit=10_000))[0]:
            for seat in sorted(table.of(person)):
                await self.changed(await self.tables.leave(table, person, seat, for_good=True))
        seats = schema.seats
        async with self.database.writing() as connection:
            await stamp_tables_of(connection, person.id)
            await connection.execute(update(seats).where(seats.c.person_id == person.id).values(person_id=None))
            await connection.execute(update(seats).where(seats.c.owner_id == person.id).values(owner_id=None))

    async def delete_person(self, person: Person) -> None:
        """Remove a person from all seats, and delete the person's data."""
        await self.leave_all(person)
        for table in await self.people.delete(person, self.now()):
            self.host.forget(table)
            await self.live.announce(table, "table")

    async def start(self) -> None:
        """Start serving, and resume clocks and bots."""
        await migrate(self.database)
        await self.leases.start()
        self.thinking.start()
        await self.clocks.resume()
        await self.host.resume()
        await self.live.start()
        await self.notices.start()
        self._rounds = asyncio.ensure_future(self._make_rounds())
        self._chores = asyncio.ensure_future(self._do_chores())

    async def _make_rounds(self) -> None:
        """Check every second for expired clocks and unanswered questions to bots."""
        for number in count():
            try:
                await self.host.adopt()
                await self.clocks.due()
                if self.database.to_purge:
                    await self.database.purge()
                self.host.rest(self.onlookers.tables())
                if number % SWEEP_EVERY == 0:
                    await self.end_sockets()
                    await self.clocks.beat()
                    await self.thinking.sweep()
            except Problem as problem:  # a database may be briefly unavailable
                log.warning("rounds", problem=str(problem))
            except Exception:
                log.exception("rounds failed")
            rests = time.monotonic()
            if await self._stops_within(ROUND_SECONDS):
                return
            self.measures.lag.set(max(0.0, time.monotonic() - rests - ROUND_SECONDS))

    async def _do_chores(self) -> None:
        """Run slow maintenance tasks every minute, independently of the rounds."""
        for number in count():
            if await self._stops_within(CHORES_SECONDS):
                return
            try:
                await self.quotas.store_thinking(self.now())
                await self.quotas.measure_tables()
                if number % RETENTION_EVERY == 0:
                    await self.retention.remove_old(self.now())
                await self.backups.make_if_due()
            except Problem as problem:
                log.warning("chores", problem=str(problem))
            except Exception:
                log.exception("chores failed")

    async def _stops_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)
        return self._stopping.is_set()

    async def stop(self) -> None:
        """Stop all tasks within `stop_seconds`. Writes in progress are completed."""
        self._stopping.set()
        if self._chores is not None:
            self._chores.cancel()
            await asyncio.gather(self._chores, return_exceptions=True)
        if self._rounds is not None:
            await asyncio.wait([self._rounds], timeout=self.settings.stop_seconds / 4)
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)
        await self.notices.stop()
        await self.account_mail.stop()
        await self.thinking.stop()
        await self.replays.stop()
        await self.reviews.stop()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.host.settle(), self.settings.stop_seconds / 4)
        with suppress(Problem):
            await self.quotas.store_thinking(self.now())
        await self.leases.stop()
        await self.forwarding.stop()
        await self.live.stop()
        await self.counters.close()
        await self.database.close()
