"""Scheduled backups, written by a separate process while the server runs; the oldest are removed.

Several servers may share the backup folder: only one writes at a time, and only if a backup is due.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import structlog

from banneret.server.settings import PREFIX, Settings

log = structlog.get_logger()

HOUR: Final = 3600.0
LATE: Final = 2.0
"""Age, in intervals, from which the last backup is overdue."""
RETRY_SECONDS: Final = 600.0
"""Seconds to wait after a failed backup."""
PATTERN: Final = "banneret-*.backup"

Write = Callable[[Path], Awaitable[None]]


class BackupFailed(Exception):
    """A scheduled backup failed; the message says why."""


class Backups:
    """The folder of scheduled backups."""

    def __init__(self, settings: Settings, write: Write | None = None, clock: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.folder = Path(settings.backup_folder or Path(settings.folder) / "backups")
        self.interval = settings.backup_hours * HOUR
        self._write = write or self._write_in_process
        self._clock = clock
        self._retry_at = 0.0

    def all(self) -> list[Path]:
        """Return the backups in the folder, the newest first."""
        try:
            return sorted(self.folder.glob(PATTERN), reverse=True)
        except OSError:
            return []

    def age(self) -> float:
        """Return the age of the newest backup in seconds: infinite if there is none, NaN if none are scheduled."""
        if not self.interval:
            return float("nan")
        for file in self.all():
            with suppress(OSError):  # another process has removed it
                return max(0.0, self._clock() - file.stat().st_mtime)
        return float("inf")

    def due(self) -> bool:
        """Return whether a backup is due."""
        return self.age() >= self.interval and self._clock() >= self._retry_at

    async def make_if_due(self) -> None:
        """Write a backup if it is due, and remove the oldest ones."""
        if not self.due():
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._alone() as alone:
                if alone and self.due():
                    await self._make()
        except (OSError, BackupFailed) as error:
            self._retry_at = self._clock() + RETRY_SECONDS
            log.error("backup failed", folder=str(self.folder), error=str(error))

    async def _make(self) -> None:
        for left in self.folder.glob(f"{PATTERN}.part"):  # of a killed process
            left.unlink(missing_ok=True)
        file = self.folder / time.strftime("banneret-%Y%m%dT%H%M%SZ.backup", time.gmtime(self._clock()))
        await self._write(file)
        log.info("backup written", file=str(file), bytes=file.stat().st_size)
        for old in self.all()[self.settings.backups_kept :]:
            old.unlink(missing_ok=True)

    @contextmanager
    def _alone(self) -> Iterator[bool]:
        """Lock the folder; yield False if another process holds the lock. The lock ends with the process."""
        opened = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True
        finally:
            os.close(opened)

    async def _write_in_process(self, file: Path) -> None:
        """Run `banneret backup` in a subprocess, which is killed when the server stops."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        given = {f"{PREFIX}DATABASE": self.settings.database, f"{PREFIX}FOLDER": self.settings.folder}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "banneret", "backup", str(file)),
            env=kept | given,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, told = await process.communicate()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()
            raise
        if process.returncode:
            raise BackupFailed(told.decode(errors="replace").strip()[-500:] or f"exit code {process.returncode}")


def shown(seconds: float) -> str:
    """Return an age as text."""
    return f"{seconds / HOUR:.1f} hours" if seconds >= HOUR else f"{seconds / 60:.0f} minutes"
