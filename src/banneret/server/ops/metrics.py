"""Metrics for Prometheus. No label contains a person or table."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from sqlalchemy import func, select

from banneret.server.matches.hosted import Hosted, Turn
from banneret.server.store import schema
from banneret.server.store.database import Database

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 4, 8, 16, 32, 64)
SLOW = (0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Measures:
    """The metrics of a server process. Each instance has its own registry, so that there can be several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        r = self.registry
        self.requests = Counter("banneret_requests", "Requests answered", ["method", "status"], registry=r)
        self.seconds = Histogram("banneret_request_seconds", "Duration of requests", registry=r, buckets=QUICK)
        self.problems = Counter("banneret_problems", "Problems returned to clients, by kind", ["kind"], registry=r)
        self.security = Counter("banneret_security_events", "Events of the security log", ["event"], registry=r)
        self.entries = Counter("banneret_entries", "Entries stored, by kind", ["kind"], registry=r)
        self.ended = Counter("banneret_matches_ended", "Matches that ended", registry=r)
        self.clashes = Counter("banneret_clashes", "Entries retried because another process was faster", registry=r)
        self.thinking = Histogram("banneret_bot_seconds", "Duration of bots' decisions", registry=r, buckets=SLOW)
        self.troubles = Counter("banneret_bot_troubles", "Failures of bots, by kind", ["kind"], registry=r)
        self.rules_failed = Counter("banneret_rules_failed", "Errors in rules, by game", ["game"], registry=r)
        self.sockets = Gauge("banneret_sockets", "Open sockets of tables", registry=r)
        self.tables = Gauge("banneret_tables", "Tables, by status", ["status"], registry=r)
        self.commits = Histogram("banneret_commit_seconds", "Duration of commits", registry=r, buckets=QUICK)
        self.batches = Histogram("banneret_commit_entries", "Entries per commit", registry=r, buckets=SIZES)
        self.waiting = Gauge("banneret_entries_waiting", "Entries waiting for the next commit", registry=r)
        self.hosted = Gauge("banneret_matches_hosted", "Matches in memory", registry=r)
        self.revived = Counter("banneret_matches_revived", "Matches loaded into memory", registry=r)
        self.leases = Gauge("banneret_leases", "Tables leased by this process, if there are several", registry=r)
        self.leases_taken = Counter("banneret_leases_taken", "Leases of tables taken", registry=r)
        self.forwarded = Counter("banneret_forwarded", "Requests forwarded to another process", registry=r)
        self.lag = Gauge("banneret_loop_lag_seconds", "Delay of the event loop when last checked", registry=r)
        self.bots_thinking = Gauge("banneret_bots_thinking", "Questions waiting for a bot's answer", registry=r)
        self.bots_waiting = Gauge("banneret_bots_waiting", "Questions to bots queued for all processes", registry=r)
        self.bots_helped = Counter("banneret_bots_helped", "Questions answered for other processes", registry=r)
        self.backup_age = Gauge("banneret_backup_age_seconds", "Age of the last scheduled backup", registry=r)
        self.backup_interval = Gauge("banneret_backup_interval_seconds", "Time between two backups", registry=r)
        self.live_away = Gauge("banneret_live_away", "1 if other processes cannot currently be notified", registry=r)
        self.announcements = Gauge("banneret_announcements_waiting", "Announcements waiting to be sent", registry=r)
        self.notices_due = Gauge("banneret_notices_due", "Overdue notices", registry=r)
        self.notices = Counter("banneret_notices", "Notices processed, by result", ["status"], registry=r)

    async def entered(self, _hosted: Hosted, turn: Turn) -> None:
        """Count an entry (a listener of the host)."""
        for kind in ("do", "forfeit", "take_back", "salt"):
            if kind in turn.entry:
                self.entries.labels(kind).inc()
        if turn.ended and turn.entry:
            self.ended.inc()

    def committed(self, entries: int, seconds: float) -> None:
        """Count a commit (a listener of the writer)."""
        self.commits.observe(seconds)
        self.batches.observe(entries)

    async def failed(self, _table: str, _seat: int, kind: str) -> None:
        """Count a failure of a bot."""
        self.troubles.labels(kind).inc()

    async def count_stored(self, database: Database, now: int) -> None:
        """Update the gauges of stored tables and overdue notices."""
        status, notices = schema.tables.c.status, schema.notices.c
        due = select(func.count()).where(notices.status == "waiting", notices.next_at <= now)
        async with database.reading() as connection:
            rows = (await connection.execute(select(status, func.count()).group_by(status))).all()
            self.notices_due.set(await connection.scalar(due) or 0)
        found: dict[str, int] = {row[0]: row[1] for row in rows}
        for one in ("open", "running", "finished", "halted", "closed"):
            self.tables.labels(one).set(found.get(one, 0))
