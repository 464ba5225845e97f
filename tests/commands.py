"""Running the `banneret` command in tests: in this process, or as a process of its own."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from banneret.cli.app import app

PATIENCE = 120.0
"""Seconds for what takes a moment. A machine may be busy; what takes so long never comes."""

COMMAND = [sys.executable, "-m", "banneret"]


@dataclass(frozen=True)
class Done:
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str


def run(*arguments: object, stdin: str | None = None) -> Done:
    """Run a command in this process."""
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def run_process(*arguments: object, stdin: str | None = None, cwd: Path | None = None) -> Done:
    """Run a command as a process of its own, to its end."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=PATIENCE,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def start(*arguments: object, cwd: Path | None = None) -> subprocess.Popen[str]:
    """Start a command as a process of its own."""
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )
