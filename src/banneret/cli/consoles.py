"""The two consoles: data on standard output, messages and plain errors on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
from rich.console import Console

from banneret.kernel.record import RecordError
from banneret.kernel.rulebook import OptionError, PositionError

INTERRUPTED = 130
_WIDE = 120


def out() -> Console:
    """Return the console for data on standard output; if it is not a terminal, wide enough for tables."""
    return _console(sys.stdout)


def err() -> Console:
    """Return the console for messages and progress on standard error."""
    return _console(sys.stderr)


def _console(file: Any) -> Console:  # any stream, including those of tests
    width = None if file.isatty() else _WIDE
    return Console(file=file, width=width, markup=False, highlight=False, emoji=False, soft_wrap=False)


def note(text: str) -> None:
    """Write a message to standard error."""
    err().print(text, soft_wrap=True)


def fail(why: str) -> NoReturn:
    """Report an error and exit with status 1."""
    err().print(f"Error: {why}", soft_wrap=True)
    raise typer.Exit(1)


@contextmanager
def reported() -> Iterator[None]:
    """Report errors of files, records, positions and options as a message and exit with status 1."""
    try:
        yield
    except (RecordError, PositionError, OptionError) as error:
        fail(str(error))
    except BrokenPipeError:  # the reader of the output has closed the pipe
        raise
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
