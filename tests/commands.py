"""Running the `banneret` command in tests: in this process, or as a process of its own."""

import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import typer.main
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


@cache
def _banneret() -> Any:  # a type of click, which typer may vendor under another name
    """Return the command; building all subcommands takes typer longer than most of them run."""
    return typer.main.get_command(app)


def run(*arguments: object, stdin: str | None = None) -> Done:
    """Run a command in this process."""
    code: object = 0
    with CliRunner().isolation(input=stdin) as (out, err, _):
        try:
            _banneret().main([str(a) for a in arguments], prog_name="banneret")
        except SystemExit as end:
            code = end.code
        sys.stdout.flush()
        sys.stderr.flush()
        written = [file.getvalue().decode().replace("\r\n", "\n") for file in (out, err)]
    assert isinstance(code, int), code
    return Done(code, *written)


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
