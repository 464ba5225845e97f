"""A connection to an SQLite file in a thread of its own.

A transaction there takes one turn of the event loop. With the asynchronous driver, each of its statements takes two,
and a transaction spends most of its time waiting for a busy loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL

T = TypeVar("T")


class WritingThread:
    """The thread in which transactions are carried out, one after another."""

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True, pool_size=1, max_overflow=0)
        self._thread: ThreadPoolExecutor | None = None

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Carry out a transaction. Raises what `work` raises, and what SQLAlchemy does."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    def _transaction(self, work: Callable[[Connection], T]) -> T:
        with self.engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """Close the connection and end the thread, until they are needed again."""
        if self._thread is None:
            return
        thread, self._thread = self._thread, None
        await asyncio.get_running_loop().run_in_executor(thread, self.engine.dispose)
        thread.shutdown()
