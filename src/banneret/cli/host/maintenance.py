"""Looking after a server: `banneret doctor`, `backup`, `restore`, `verify`."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from banneret.cli.consoles import err, fail, out

T = TypeVar("T")


def doctor(settings: Any) -> None:  # Settings, which need the extra
    """Check every setting against the world, and say what is wrong and how it is mended."""
    from banneret.server.ops.doctor import check_all

    bad = 0
    for finding in asyncio.run(check_all(settings)):
        mark = "ok  " if finding.good else "BAD "
        out().print(f"{mark} {finding.what}: {finding.told}", soft_wrap=True)
        bad += not finding.good
    if bad:
        fail(f"{bad} of these must be mended.")


def verify(settings: Any, *, replay: bool) -> None:  # Settings, which need the extra
    """Check the hash chain of every match, and with `replay` play it again."""
    from banneret.server.ops.doctor import verify_all

    checked, faults = _done(verify_all(settings, replay=replay))
    for fault in faults:
        err().print(fault, soft_wrap=True)
    out().print(f"{checked} matches checked, {len(faults)} with faults.")
    if faults:
        fail("What is stored was changed, or is not whole.")


def backup(settings: Any, file: Path) -> None:  # Settings, which need the extra
    """Write everything that is stored to a file; the server may go on meanwhile."""
    from banneret.server.store.backup import back_up
    from banneret.server.store.database import Database

    async def run() -> int:
        database = Database(settings.database_url)
        try:
            return await back_up(database, file)
        finally:
            await database.close()

    rows = _done(run())
    out().print(f"{rows} rows are in {file}. It holds secrets: keep it where nobody else reads it.", soft_wrap=True)


def restore(settings: Any, file: Path) -> None:  # Settings, which need the extra
    """Read a backup into a new database."""
    from banneret.server.store.backup import restore as run_restore
    from banneret.server.store.database import Database

    async def run() -> int:
        database = Database(settings.database_url)
        try:
            return await run_restore(database, file)
        finally:
            await database.close()

    rows = _done(run())
    out().print(f"{rows} rows are restored. `banneret verify` checks every match.", soft_wrap=True)


def _done(work: Coroutine[Any, Any, T]) -> T:
    """Carry it out; what a host can mend is told in a line."""
    from banneret.server.problems import Problem
    from banneret.server.store.backup import BackupError

    try:
        return asyncio.run(work)
    except Problem as problem:
        fail(f"{problem.detail} `banneret doctor` says more.")
    except BackupError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
