"""Counters of requests and failures: of all processes in Redis, or of this process in memory."""

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
"""Keys in memory; those used longest ago are forgotten first."""
AGAIN_SECONDS: Final = 5.0
"""Redis is left alone for this long after a failure."""
REDIS_SECONDS: Final = 1.0
"""A request waits this long for Redis at most."""
CONNECTIONS: Final = 16
"""Connections to Redis of one process."""


class BoundedMemory(Storage, MovingWindowSupport):
    """A storage for `limits` in memory.

    Unlike the one of the package it has a bound, does not look at every key with every request, and uses a clock that
    is given to it, so that a jump of the wall clock neither opens nor prolongs a limit.
    """

    STORAGE_SCHEME = None

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self.clock = clock
        self.counts: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """Key -> count, and when it expires."""
        self.windows: OrderedDict[str, deque[float]] = OrderedDict()
        """Key -> moments of the accepted requests, the oldest first."""

    @property
    def base_exceptions(self) -> type[Exception]:
        """The kind of exception that the storage raises."""
        return ValueError

    async def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Add to a count, which expires that long after its first increment."""
        count, until = self._count(key)
        self.counts[key] = count + amount, until if count else self.clock() + expiry
        self.counts.move_to_end(key)
        _shorten(self.counts)
        return count + amount

    async def get(self, key: str) -> int:
        """Return a count."""
        return self._count(key)[0]

    async def get_expiry(self, key: str) -> float:
        """Return when a count expires."""
        return self._count(key)[1]

    def _count(self, key: str) -> tuple[int, float]:
        now = self.clock()
        count, until = self.counts.get(key, (0, now))
        return (count, until) if until > now else (0, now)

    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Accept a request, if there is room for it in the time before."""
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
        """Return the moment of the oldest request that still counts, and the number of requests."""
        now = self.clock()
        counted = [at for at in self.windows.get(key, ()) if at > now - expiry]
        return (counted[0] if counted else now), len(counted)

    async def check(self) -> bool:
        """Return whether it works."""
        return True

    async def reset(self) -> int | None:
        """Forget everything."""
        found = len(self.counts) + len(self.windows)
        self.counts.clear()
        self.windows.clear()
        return found

    async def clear(self, key: str) -> None:
        """Forget a key."""
        self.counts.pop(key, None)
        self.windows.pop(key, None)


def _shorten(kept: OrderedDict[str, T]) -> None:
    while len(kept) > COUNTED:
        kept.popitem(last=False)


class Counters:
    """Counts in Redis if the processes have one, and in memory if not, or while Redis does not answer."""

    def __init__(self, live: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.memory = BoundedMemory(clock)
        self._pool: BlockingConnectionPool | None = None
        self._shared: RedisStorage | None = None
        if live.startswith(("redis://", "rediss://")):
            from redis.asyncio import BlockingConnectionPool  # noqa: PLC0415  # only where Redis counts

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
        """Count a request; return 0, or after how many milliseconds it may be sent again."""
        item = RateLimitItemPerMinute(per_minute)

        async def ask(storage: Storage) -> int:
            limiter = MovingWindowRateLimiter(storage)
            if await limiter.hit(item, who, what):
                return 0
            stats = await limiter.get_window_stats(item, who, what)
            return max(1, round((stats.reset_time - self._now(storage)) * 1000))

        return await self._ask(ask)

    async def add(self, key: str, seconds: int) -> int:
        """Increment a count, which expires that many seconds after its first increment; return it."""
        return await self._ask(lambda storage: storage.incr(key, seconds))

    async def count(self, key: str) -> int:
        """Return a count."""
        return await self._ask(lambda storage: storage.get(key))

    async def left_ms(self, key: str) -> int:
        """Return in how many milliseconds a count expires."""

        async def ask(storage: Storage) -> int:
            return max(1, round((await storage.get_expiry(key) - self._now(storage)) * 1000))

        return await self._ask(ask)

    async def forget(self, key: str) -> None:
        """Set a count to zero."""
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
            except Exception as error:  # of whatever kind: the limits must not keep anybody from playing
                self._away_until = time.monotonic() + AGAIN_SECONDS
                log.warning("limits are counted by this process alone", error=str(error)[:200])
        return await ask(self.memory)
