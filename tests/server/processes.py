"""Servers as processes of their own, for tests of what only a whole process shows."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.commands import COMMAND, PATIENCE


class Serving:
    """A `banneret serve` that answers."""

    def __init__(self, process: subprocess.Popen[bytes], url: str, log: Path) -> None:
        self.process = process
        self.url = url
        self.log = log

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Ask for something."""
        return httpx.get(self.url + path, headers=headers, trust_env=False, timeout=PATIENCE)

    def stop(self, by: int = signal.SIGTERM) -> None:
        """Stop it."""
        self.process.send_signal(by)
        self.process.wait(PATIENCE)


@contextmanager
def serving(
    folder: Path, *arguments: str, env: Mapping[str, str] | None = None, python: str | None = None
) -> Iterator[Serving]:
    """Run `banneret serve` in a folder, on a port that is free, until the block ends.

    `python` is the interpreter of another environment, which does not see the source tree.
    """
    log, said = folder / "serve.log", folder / "serve.out"
    away = ("BANNERET_", "PYTHONPATH") if python else ("BANNERET_",)
    given = {name: value for name, value in os.environ.items() if not name.startswith(away)}
    with log.open("wb") as errors, said.open("wb") as out:
        process = subprocess.Popen(
            [python or COMMAND[0], *COMMAND[1:], "serve", "--port", "0", *arguments],
            cwd=folder,
            stdout=out,
            stderr=errors,
            stdin=subprocess.DEVNULL,
            env=given | dict(env or {}),
        )
    try:
        end = time.monotonic() + PATIENCE
        while (found := re.search(r"http://\S+", said.read_text())) is None:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        yield Serving(process, found.group(), log)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
