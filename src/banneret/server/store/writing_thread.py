"""A dedicated thread with a connection to an SQLite file.

A transaction there takes one turn of the event loop. With the asynchronous driver, each of its statements takes two
turns, so that a transaction mostly waits for a busy loop.
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
    """The thread that runs transactions one after another."""

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True, pool_size=1, max_overflow=0)
        self._thread: ThreadPoolExecutor | None = None

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction. Raises whatever `work` or SQLAlchemy raises."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    def _transaction(self, work: Callable[[Connection], T]) -> T:
        with self.engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """Close the connection and end the thread. Both are started again when needed."""
        if self._thread is None:
            return
        thread, self._thread = self._thread, None
        await asyncio.get_running_loop().run_in_executor(thread, self.engine.dispose)
        thread.shutdown()
