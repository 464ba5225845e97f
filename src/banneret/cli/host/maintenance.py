"""Server maintenance: `banneret doctor`, `backup`, `restore`, `verify`."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from banneret.cli.consoles import err, fail, out

T = TypeVar("T")


def doctor(settings: Any) -> None:  # Settings, which require the extra
    """Check that every setting works; report problems and how to fix them."""
    from banneret.server.ops.doctor import check_all

    bad = 0
    for finding in asyncio.run(check_all(settings)):
        mark = "ok  " if finding.good else "BAD "
        out().print(f"{mark} {finding.what}: {finding.detail}", soft_wrap=True)
        bad += not finding.good
    if bad:
        fail(f"{bad} problem{'s' if bad > 1 else ''} found.")


def verify(settings: Any, *, replay: bool) -> None:  # Settings, which require the extra
    """Check the hash chain of every match, and with `replay` replay the match."""
    from banneret.server.ops.doctor import verify_all

    checked, faults = done(verify_all(settings, replay=replay))
    for fault in faults:
        err().print(fault, soft_wrap=True)
    out().print(f"{checked} matches checked, {len(faults)} with faults.")
    if faults:
        fail("Stored data has been changed or is incomplete.")


def backup(settings: Any, file: Path) -> None:  # Settings, which require the extra
    """Back up all stored data to a file; the server can keep running."""
    from banneret.server.store.backup import back_up
    from banneret.server.store.database import Database

    async def run() -> int:
        database = Database(settings.database_url)
        try:
            return await back_up(database, file)
        finally:
            await database.close()

    rows = done(run())
    out().print(f"Wrote {rows} rows to {file}. The file contains secrets: keep it private.", soft_wrap=True)


def restore(settings: Any, file: Path) -> None:  # Settings, which require the extra
    """Restore a backup into a new database."""
    from banneret.server.store.backup import restore as run_restore
    from banneret.server.store.database import Database

    async def run() -> int:
        database = Database(settings.database_url)
        try:
            return await run_restore(database, file)
        finally:
            await database.close()

    rows = done(run())
    out().print(f"Restored {rows} rows. Run `banneret verify` to check every match.", soft_wrap=True)


def done(work: Coroutine[Any, Any, T], advice: str = " Run `banneret doctor` for details.") -> T:
    """Run a coroutine; report errors that the host can fix on one line."""
    from banneret.server.problems import Problem
    from banneret.server.store.backup import BackupError

    try:
        return asyncio.run(work)
    except Problem as problem:
        fail(str(problem) + advice)
    except BackupError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
