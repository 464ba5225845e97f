"""Choice of the implementation of announcements."""

from __future__ import annotations

from banneret.server.live.announcements import Announcements
from banneret.server.live.postgres_notify import PostgresNotify
from banneret.server.settings import Settings, SettingsError


def bus_of(settings: Settings) -> Announcements:
    """Return the configured announcements, not yet connected. Raises SettingsError."""
    if not settings.live:
        return Announcements()
    if settings.live.startswith(("redis://", "rediss://")):
        from banneret.server.live.redis_streams import RedisStreams  # noqa: PLC0415  # only needed with Redis

        return RedisStreams(settings.live)
    if settings.live == "postgresql":
        if not settings.database.startswith("postgresql://"):
            raise SettingsError("live: postgresql needs a PostgreSQL database")
        return PostgresNotify(settings.database)
    raise SettingsError(f"live: {settings.live!r} is neither empty, nor redis://..., nor postgresql")
