"""Counters for rate limits: in Redis, shared by all processes, or in memory."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

import structlog
from limits import RateLimitItemPerMinute
from limits.aio.storage import MovingWindowSupport, RedisStorage, Storage
from limits.aio.strategies import MovingWindowRateLimiter

if TYPE_CHECKING:
    from redis.asyncio import BlockingConnectionPool

log = structlog.get_logger()

T = TypeVar("T")

COUNTED: Final = 100_000
"""Maximum number of keys in memory; the least recently used are dropped first."""
AGAIN_SECONDS: Final = 5.0
"""Seconds to wait after a failure of Redis before using it again."""
REDIS_SECONDS: Final = 1.0
"""Timeout of Redis per request, in seconds."""
CONNECTIONS: Final = 16
"""Maximum number of connections to Redis per process."""


class BoundedMemory(Storage, MovingWindowSupport):
    """An in-memory storage for `limits`.

    Unlike that of the package, it is bounded, does not scan all keys on every request, and uses an injected clock, so
    that a jump of the wall clock neither lifts nor prolongs a limit.
    """

    STORAGE_SCHEME = None

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self.clock = clock
        self.counts: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """Count and expiry time by key."""
        self.windows: OrderedDict[str, deque[float]] = OrderedDict()
        """Times of the accepted requests by key, the oldest first."""

    @property
    def base_exceptions(self) -> type[Exception]:
        """The exceptions that the storage may raise."""
        return ValueError

    async def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Increment a count, which expires `expiry` seconds after its first increment, and return it."""
        count, until = self._count(key)
        self.counts[key] = count + amount, until if count else self.clock() + expiry
        self.counts.move_to_end(key)
        _shorten(self.counts)
        return count + amount

    async def get(self, key: str) -> int:
        """Return a count."""
        return self._count(key)[0]

    async def get_expiry(self, key: str) -> float:
        """Return the time at which a count expires."""
        return self._count(key)[1]

    def _count(self, key: str) -> tuple[int, float]:
        now = self.clock()
        count, until = self.counts.get(key, (0, now))
        return (count, until) if until > now else (0, now)

    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Accept a request unless `limit` requests were accepted within the last `expiry` seconds."""
        window = self.windows.setdefault(key, deque())
        self.windows.move_to_end(key)
        now = self.clock()
        while window and window[0] <= now - expiry:
            window.popleft()
        if len(window) + amount > limit:
            return False
        window.extend([now] * amount)
        _shorten(self.windows)
        return True

    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return the time of the oldest request in the window, and the number of requests."""
        now = self.clock()
        counted = [at for at in self.windows.get(key, ()) if at > now - expiry]
        return (counted[0] if counted else now), len(counted)

    async def check(self) -> bool:
        """Return whether the storage works."""
        return True

    async def reset(self) -> int | None:
        """Delete all counts and return their number."""
        found = len(self.counts) + len(self.windows)
        self.counts.clear()
        self.windows.clear()
        return found

    async def clear(self, key: str) -> None:
        """Delete a key."""
        self.counts.pop(key, None)
        self.windows.pop(key, None)


def _shorten(kept: OrderedDict[str, T]) -> None:
    while len(kept) > COUNTED:
        kept.popitem(last=False)


class Counters:
    """Counts in Redis if configured. Counts in memory otherwise, and while Redis does not respond."""

    def __init__(self, live: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.memory = BoundedMemory(clock)
        self._pool: BlockingConnectionPool | None = None
        self._shared: RedisStorage | None = None
        if live.startswith(("redis://", "rediss://")):
            from redis.asyncio import BlockingConnectionPool  # noqa: PLC0415  # only needed with Redis

            self._pool = BlockingConnectionPool.from_url(
                live,
                max_connections=CONNECTIONS,
                timeout=REDIS_SECONDS,
                socket_timeout=REDIS_SECONDS,
                socket_connect_timeout=REDIS_SECONDS,
            )
            self._shared = RedisStorage(
                f"async+{live}",
                implementation="redispy",
                key_prefix="banneret",
                connection_pool=self._pool,  # type: ignore[arg-type]  # the package types all options as plain values
            )
        self._away_until = float("-inf")

    async def take(self, who: str, what: str, per_minute: int) -> int:
        """Count a request. Return 0 if it is accepted, or the milliseconds until it may be retried."""
        item = RateLimitItemPerMinute(per_minute)

        async def ask(storage: Storage) -> int:
            limiter = MovingWindowRateLimiter(storage)
            if await limiter.hit(item, who, what):
                return 0
            stats = await limiter.get_window_stats(item, who, what)
            return max(1, round((stats.reset_time - self._now(storage)) * 1000))

        return await self._ask(ask)

    async def add(self, key: str, seconds: int) -> int:
        """Increment a count, which expires `seconds` after its first increment, and return it."""
        return await self._ask(lambda storage: storage.incr(key, seconds))

    async def count(self, key: str) -> int:
        """Return a count."""
        return await self._ask(lambda storage: storage.get(key))

    async def left_ms(self, key: str) -> int:
        """Return the number of milliseconds until a count expires."""

        async def ask(storage: Storage) -> int:
            return max(1, round((await storage.get_expiry(key) - self._now(storage)) * 1000))

        return await self._ask(ask)

    async def forget(self, key: str) -> None:
        """Reset a count to zero."""
        await self._ask(lambda storage: storage.clear(key))

    async def close(self) -> None:
        """Close the connections to Redis."""
        if self._pool is not None:
            await self._pool.disconnect()

    def _now(self, storage: Storage) -> float:
        return self.memory.clock() if storage is self.memory else time.time()

    async def _ask(self, ask: Callable[[Storage], Awaitable[T]]) -> T:
        if self._shared is not None and time.monotonic() >= self._away_until:
            try:
                return await ask(self._shared)
            except Exception as error:  # whatever its type: a failure of the limits must not stop play
                self._away_until = time.monotonic() + AGAIN_SECONDS
                log.warning("rate limits are counted by this process only", error=str(error)[:200])
        return await ask(self.memory)
