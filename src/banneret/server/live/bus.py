"""Announcing: what carries announcements between processes, and comes back by itself when it was away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import suppress
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # it has no types
import structlog
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from banneret.server.settings import Settings, SettingsError

log = structlog.get_logger()

AGAIN_SECONDS: Final = 1.0
"""So long is waited before a lost connection is tried again."""


class Steady(ChannelsBackend):
    """A backend that may be away: what is announced meanwhile is lost, and said to be lost when it is back.

    Redis and PostgreSQL are restarted, and networks fail; nothing of a match depends on announcements.
    """

    def __init__(self, make: Callable[[], ChannelsBackend], back: bytes) -> None:
        self._make = make
        self._back = back
        self._channels: set[str] = set()
        self._inner: ChannelsBackend | None = None

    @property
    def away(self) -> bool:
        """Whether nothing can be announced at the moment."""
        return self._inner is None

    async def on_startup(self) -> None:
        """Do nothing yet: it is connected to when it is read."""

    async def on_shutdown(self) -> None:
        """Close the connection."""
        inner, self._inner = self._inner, None
        if inner is not None:
            with suppress(Exception):  # it may be gone already
                await inner.on_shutdown()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Announce something; it is lost while the backend is away."""
        if self._inner is None:
            return
        try:
            await self._inner.publish(data, channels)
        except Exception as error:  # of whatever kind: each backend has its own
            log.warning("announcement lost", error=str(error)[:200])

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Read these channels, as soon as it can be."""
        new = set(channels) - self._channels
        self._channels |= new
        if self._inner is not None and new:
            await self._inner.subscribe(new)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Read these channels no longer."""
        gone = set(channels)
        self._channels -= gone
        if self._inner is not None:
            with suppress(Exception):
                await self._inner.unsubscribe(gone)

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        """Yield what comes; after a connection was lost and found again, say so on every channel."""
        lost = False
        while True:
            inner = self._make()
            try:
                await inner.on_startup()
                await inner.subscribe(self._channels)
                self._inner = inner
                if lost:
                    log.info("announcements are back")
                    await self.publish(self._back, self._channels)
                    for channel in self._channels:
                        yield channel, self._back
                lost = True
                async for event in inner.stream_events():
                    yield event
            except Exception as error:
                log.warning("announcements are away", error=str(error)[:200])
                lost = True
            self._inner = None
            with suppress(Exception):
                await inner.on_shutdown()
            await asyncio.sleep(AGAIN_SECONDS)

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Return nothing: what was announced is over."""
        return []


class PostgresBackend(ChannelsBackend):
    """LISTEN and NOTIFY, on two connections that are kept."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._came: asyncio.Queue[tuple[str, bytes] | None] = asyncio.Queue()
        self._ears: Any = None  # connections of asyncpg
        self._mouth: Any = None
        self._speaking = asyncio.Lock()

    async def on_startup(self) -> None:
        """Connect."""
        self._ears = await asyncpg.connect(self._address)
        self._ears.add_termination_listener(lambda _: self._came.put_nowait(None))
        self._mouth = await asyncpg.connect(self._address)

    async def on_shutdown(self) -> None:
        """Close both connections."""
        for one in (self._ears, self._mouth):
            if one is not None and not one.is_closed():
                await one.close(timeout=2)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Notify."""
        async with self._speaking:
            if self._mouth.is_closed():
                self._mouth = await asyncpg.connect(self._address)
            for channel in channels:
                await self._mouth.execute("SELECT pg_notify($1, $2)", channel, data.decode())

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listen."""
        for channel in channels:
            await self._ears.add_listener(channel, self._hear)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Listen no longer."""
        for channel in channels:
            await self._ears.remove_listener(channel, self._hear)

    def _hear(self, _connection: Any, _process: int, channel: str, said: object) -> None:
        self._came.put_nowait((channel, str(said).encode()))

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        """Yield what is notified. Raises ConnectionError when the connection is lost."""
        while True:
            event = await self._came.get()
            if event is None:
                raise ConnectionError("the connection to PostgreSQL is lost")
            yield event

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Return nothing: PostgreSQL keeps none."""
        return []


def backend_of(settings: Settings) -> ChannelsBackend:
    """Return what carries announcements, not yet connected. Raises SettingsError."""
    if not settings.live:
        return MemoryChannelsBackend()
    if settings.live.startswith(("redis://", "rediss://")):
        return _redis(settings.live)
    if settings.live == "postgresql":
        if not settings.database.startswith("postgresql://"):
            raise SettingsError("live: postgresql needs a PostgreSQL database")
        return PostgresBackend(settings.database)
    raise SettingsError(f"live: {settings.live!r} is neither empty, nor redis://..., nor postgresql")


def steady_backend(settings: Settings, back: bytes) -> ChannelsBackend:
    """Return the same, but so that it may be away; `back` is announced when it was. Raises SettingsError."""
    backend = backend_of(settings)
    return Steady(lambda: backend_of(settings), back) if settings.live else backend


def _redis(address: str) -> ChannelsBackend:
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend  # noqa: PLC0415  # where used
    from redis.asyncio import Redis  # noqa: PLC0415  # only where Redis carries

    class Closing(RedisChannelsPubSubBackend):
        """Closes the connections of its pool too."""

        async def on_shutdown(self) -> None:
            await super().on_shutdown()
            await redis.aclose()

    redis = Redis.from_url(address, socket_connect_timeout=5, health_check_interval=15)
    return Closing(redis=redis, stream_sleep_no_subscriptions=1)
