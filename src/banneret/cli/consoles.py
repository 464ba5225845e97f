"""The two consoles: data to standard output, messages and plain errors to standard error."""

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
    """Return the console of standard output, for data; wide enough for tables where it is no terminal."""
    return _console(sys.stdout)


def err() -> Console:
    """Return the console of standard error, for messages and progress."""
    return _console(sys.stderr)


def _console(file: Any) -> Console:  # whatever stands for the stream, in tests too
    width = None if file.isatty() else _WIDE
    return Console(file=file, width=width, markup=False, highlight=False, emoji=False, soft_wrap=False)


def note(text: str) -> None:
    """Write a message to standard error."""
    err().print(text, soft_wrap=True)


def fail(why: str) -> NoReturn:
    """Say what failed and end with 1."""
    err().print(f"Error: {why}", soft_wrap=True)
    raise typer.Exit(1)


@contextmanager
def reported() -> Iterator[None]:
    """Turn errors of files, records, positions and options into a plain message and an end with 1."""
    try:
        yield
    except (RecordError, PositionError, OptionError) as error:
        fail(str(error))
    except BrokenPipeError:  # whoever reads our output has enough
        raise
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
