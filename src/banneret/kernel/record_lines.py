"""The lines of a record, which are a setup and entries, one JSON line each, chained by hashes."""

from __future__ import annotations

import hashlib
import os  # noqa: TID251  # a saved record is on the disk before it replaces the old one
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from banneret.compiled import mypyc_attr
from banneret.kernel import notation
from banneret.kernel.chance import Draw
from banneret.kernel.journal import FORCED, FORFEIT, GIVEN, SALT, Answer, Origin
from banneret.kernel.rulebook import Rulebook

FORMAT: Final = 1
MARK: Final = b',"hash":"'
HASH_CHARS: Final = 32


class Recorded(Protocol):
    """The recorded object: a match in its current position."""

    rulebook: Rulebook[Any]
    origin: Origin
    answers: list[Answer]
    draws: list[Draw]

    @property
    def journal(self) -> Sequence[Answer]:
        """The answers in recorded order."""

    @property
    def supplied(self) -> bool:
        """Whether results of chance were supplied."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RecordLines:
    """The lines of a record without their hashes, as plain data. `closed` is whether the match is over."""

    def __init__(self, setup: dict[str, Any], entries: list[dict[str, Any]], end: dict[str, Any] | None) -> None:
        self.setup = setup
        self.entries = entries
        self.end = end

    @property
    def closed(self) -> bool:
        """Whether a last line closes the record."""
        return self.end is not None

    def lines(self) -> Iterator[bytes]:
        """Yield the lines, each with the hash that chains it to the previous ones."""
        last = b""
        for data in (self.setup, *self.entries, *([self.end] if self.end is not None else [])):
            body = msgspec.json.encode(data)[:-1]
            last = chain(last, body)
            yield body + MARK + last + b'"}\n'

    def hash(self) -> str:
        """Return the hash of the last line: equal for equal setups and answers, in whatever order they came in."""
        line = b""
        for written in self.lines():
            line = written
        return line[-HASH_CHARS - 3 : -3].decode()

    def save(self, path: str | Path) -> None:
        """Write the record to a file atomically."""
        target = Path(path)
        half = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            with half.open("wb") as file:
                file.writelines(self.lines())
                file.flush()
                os.fsync(file.fileno())
            half.replace(target)
        finally:
            half.unlink(missing_ok=True)

    def pack(self) -> bytes:
        """Return the record as one JSON line, for a file of many matches."""
        return msgspec.json.encode(
            {"banneret": FORMAT, "setup": self.setup, "entries": self.entries, "end": self.end, "hash": self.hash()}
        )


def setup_of(match: Recorded) -> dict[str, Any]:
    """Return the setup entry: the start of a match."""
    origin = match.origin
    book = match.rulebook
    start: dict[str, Any] = (
        {"options": dict(origin.options), "key": origin.key.hex()}
        if origin.key is not None
        else {"position": book.encode(origin.state)}
    )
    first = next((i for i, a in enumerate(match.journal) if a.how != FORCED), len(match.answers))
    if match.supplied:
        start["supplied"] = True
    return {
        "setup": FORMAT,
        "rulebook": book.id,
        "version": book.version,
        "seats": origin.seats,
        **start,
        "chance": [d.result for d in match.draws if d.after <= first and d.result is not None],
    }


def entries_of(match: Recorded) -> Iterator[dict[str, Any]]:
    """Yield the given answers, each with the chance results before the next one."""
    results: dict[int, list[int | str]] = {}
    for draw in match.draws:
        if draw.result is not None:
            results.setdefault(draw.after, []).append(draw.result)
    entry: dict[str, Any] | None = None
    for number, answer in enumerate(match.journal, 1):
        data = _entry(answer)
        if data is not None:
            if entry is not None:
                yield entry
            entry = data
        if number in results and entry is not None:
            entry.setdefault("chance", []).extend(results[number])
    if entry is not None:
        yield entry


def _entry(answer: Answer) -> dict[str, Any] | None:
    if answer.how == GIVEN:
        return {"seat": answer.seat, "ask": answer.kind, "do": notation.write(answer.action)}
    if answer.how == FORFEIT:
        return {"forfeit": answer.seat}
    if answer.how == SALT:
        return {"salt": answer.action.hex()}
    return None


def chain(last: bytes, body: bytes) -> bytes:
    """Return the hash of a line without its mark, chained to that of the line before."""
    return hashlib.sha256(last + b"\n" + body).hexdigest()[:HASH_CHARS].encode()
