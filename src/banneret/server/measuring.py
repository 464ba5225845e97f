"""Measuring: figures for Prometheus. A figure names no person and no table."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from banneret.server.hosting import Hosted, Turn


class Measures:
    """What a server process counts; each has a registry of its own, so that there can be several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        r = self.registry
        self.requests = Counter("banneret_requests", "Requests answered", ["method", "status"], registry=r)
        self.seconds = Histogram("banneret_request_seconds", "How long answers took", registry=r)
        self.moves = Counter("banneret_entries", "Entries stored, by kind", ["kind"], registry=r)
        self.ended = Counter("banneret_matches_ended", "Matches that ended", registry=r)
        self.clashes = Counter("banneret_clashes", "Entries tried again because another process was first", registry=r)
        self.troubles = Counter("banneret_bot_troubles", "Bots that failed, by kind", ["kind"], registry=r)
        self.sockets = Gauge("banneret_sockets", "Connections that look at tables", registry=r)
        self.notices = Counter("banneret_notices", "Notices, by what became of them", ["status"], registry=r)

    async def entered(self, _hosted: Hosted, turn: Turn) -> None:
        """Count an entry (a listener of the host)."""
        for kind in ("do", "forfeit", "take_back", "salt"):
            if kind in turn.entry:
                self.moves.labels(kind).inc()
        if turn.ended and turn.entry:
            self.ended.inc()

    async def failed(self, _table: str, _seat: int, kind: str) -> None:
        """Count a bot that failed."""
        self.troubles.labels(kind).inc()
