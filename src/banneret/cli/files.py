"""Reading and writing of record and position files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from banneret.cli.consoles import fail, note
from banneret.kernel.creation import from_position
from banneret.kernel.match import Match
from banneret.kernel.record import Record, RecordError
from banneret.kernel.rulebook import PositionError


def read_record(path: Path, game: int | None) -> tuple[Record, str]:
    """Read a record from its own file or from a line of a file of many games; return it with a name for messages."""
    with path.open("rb") as file:
        first = file.readline()
        if not first.startswith(b'{"banneret":'):
            if game is not None:
                raise RecordError(
                    str(path), 1, "--game selects a line of a file of many games; this is a single record"
                )
            return Record.read(path), str(path)
        wanted = 1 if game is None else game
        line = first
        for number in range(1, wanted):
            line = file.readline()
            if not line:
                raise RecordError(str(path), number, f"no game {wanted}: the file ends here")
        if game is None and file.readline():
            note(f"{path} contains several games; this is the first. Use --game N for another.")
    return Record.unpack(line, str(path), wanted), f"{path}, game {wanted}"


def upto(record: Record, to: int | None, source: str) -> int:
    """Return the entry up to which a record is wanted."""
    entries = len(record.entries)
    if to is not None and not 0 <= to <= entries:
        fail(f"{source}: no entry {to}: the record has {entries}")
    return entries if to is None else to


def read_position(path: Path, game: str | None) -> Match[Any] | None:
    """Read a position file; return None if the file is something else (a record).

    `game` is the game of a position that does not name one.
    """
    raw = path.read_bytes()
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if raw.lstrip()[:1] == b"{" and b'"setup":' in raw[:4096]:
            return None
        raise PositionError(f"{path}: not JSON: {error}") from None
    if isinstance(data, dict) and ("setup" in data or "banneret" in data):
        return None
    if not isinstance(data, dict):
        raise PositionError(f"{path}: not a JSON object")
    id = data.get("rulebook", game)
    if id is None:
        raise PositionError(f"{path}: this position does not name its game; use --rulebook GAME")
    if not isinstance(id, str):
        raise PositionError(f"{path}: 'rulebook' must be the id of a game, not {id!r}")
    try:
        return from_position(id, path)
    except LookupError as error:
        raise PositionError(f"{path}: {error}") from None
    except PositionError as error:
        raise PositionError(str(error) if str(path) in str(error) else f"{path}: {error}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    half = path.with_name(path.name + ".part")
    half.write_bytes(data)
    os.replace(half, path)
