"""What every command needs: the two consoles, plain errors, records and positions from files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import typer
from rich.console import Console

from banneret.kernel.catalogue import Catalogue
from banneret.kernel.choosing import Refusal
from banneret.kernel.making import from_position
from banneret.kernel.match import Match
from banneret.kernel.record import Record, RecordError
from banneret.kernel.rulebook import OptionError, PositionError, Rulebook, registered, rulebook

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


def chosen_book(id: str) -> Rulebook[Any]:
    """Return the rulebook named on the command line."""
    try:
        return rulebook(id)
    except LookupError as error:
        raise typer.BadParameter(str(error)) from None


def complete_books() -> list[str]:
    """Return what completes the name of a rulebook."""
    return [book.id for book in registered()]


def texts_of(book: Rulebook[Any], language: str = "en") -> Catalogue:
    """Return the texts in a language; without compiled catalogues ids stand for sentences."""
    try:
        return book.catalogue(language)
    except FileNotFoundError:
        return Catalogue(language, [])


def seat_of(match: Match[Any], name: str, option: str = "--seat") -> int:
    """Return the seat that goes by a name (its house)."""
    names = match.rulebook.seat_names(match.state)
    if name not in names:
        raise typer.BadParameter(
            f"there is no {name!r} in this match; there are: {', '.join(names)}", param_hint=option
        )
    return names.index(name)


def cited(book: Rulebook[Any], rule: str, language: str = "en") -> str:
    """Return a rule as people cite it, with its summary; the kernel's own rules stand in no book."""
    index = book.rules(language)
    found = index.get(rule)
    return f"{index.citation(rule)}: {found.summary} [{rule}]" if found is not None else rule


def why_not(book: Rulebook[Any], refusal: Refusal, language: str = "en") -> str:
    """Return a refusal as a sentence, with the rule that forbids."""
    return f"{texts_of(book, language).render(refusal.reason)} ({cited(book, refusal.rule, language)})"


def read_record(path: Path, game: int | None) -> tuple[Record, str]:
    """Read a record: a file of its own, or a line of a file of many games; return what to call it in messages."""
    with path.open("rb") as file:
        first = file.readline()
        if not first.startswith(b'{"banneret":'):
            if game is not None:
                raise RecordError(str(path), 1, "--game names a line of a file of many games; this is a single record")
            return Record.read(path), str(path)
        wanted = 1 if game is None else game
        line = first
        for number in range(1, wanted):
            line = file.readline()
            if not line:
                raise RecordError(str(path), number, f"there is no game {wanted}; the file ends here")
        if game is None and file.readline():
            note(f"{path} holds several games: this is the first; --game N shows another.")
    return Record.unpack(line, str(path), wanted), f"{path}, game {wanted}"


def upto(record: Record, to: int | None, source: str) -> int:
    """Return up to which entry a record is wanted."""
    entries = len(record.entries)
    if to is not None and not 0 <= to <= entries:
        fail(f"{source}: there is no entry {to}; the record has {entries}")
    return entries if to is None else to


def read_position(path: Path, default: str) -> Match[Any] | None:
    """Read a position file, or return None if the file is something else (a record)."""
    raw = path.read_bytes()
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        if raw.lstrip()[:1] == b"{" and b'"setup":' in raw[:4096]:
            return None
        return from_position(default, path)  # it says what is wrong
    if isinstance(data, dict) and ("setup" in data or "banneret" in data):
        return None
    id = data.get("rulebook", default) if isinstance(data, dict) else default
    try:
        return from_position(id, path)
    except LookupError as error:
        raise PositionError(f"{path}: {error}") from None
    except PositionError as error:
        raise PositionError(str(error) if str(path) in str(error) else f"{path}: {error}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all."""
    half = path.with_name(path.name + ".part")
    half.write_bytes(data)
    os.replace(half, path)
