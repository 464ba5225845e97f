"""What replays do in a worker process.

Workers are spawned, and import what these functions need, but neither the database nor the web framework, which would
take them several times as long.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record, RecordError
from banneret.kernel.stream import KEY_BYTES
from banneret.server.matches.revival import Stored
from banneret.server.matches.stream import Before, first_new, rewinds, step_of, written_step
from banneret.server.store.entries import Entry, chained, enter

SOURCE: Final = "record"


class Written(NamedTuple):
    """A replayed match, and its database rows."""

    match: Match[Any]
    entries: list[dict[str, Any]]
    told: list[dict[str, Any]]
    hash: str
    rewound: int
    first: str
    """The label at the beginning of the match."""


def replayed(begin: Match[Any] | Callable[[], Match[Any]], entries: list[Entry]) -> Match[Any]:
    """Return a match after replaying stored entries."""
    match = begin() if callable(begin) else begin
    for entry in entries:
        enter(match, entry)
    return match


def limit(memory: int, nice: int) -> None:
    """Limit the memory of this process to a number of bytes, and yield to other processes."""
    os.nice(nice)
    with suppress(ValueError, OSError):  # the system may have a lower limit
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def replayed_record(raw: bytes) -> tuple[Record, bytes, Written]:
    """Replay a record. Raises RecordError."""
    record = Record.parse(raw, SOURCE)
    if not record.closed:
        raise RecordError(SOURCE, len(record.entries) + 1, "the match is not over")
    if "key" not in record.setup or record.setup.get("supplied"):
        raise RecordError(SOURCE, 1, "matches from a position or with supplied dice are not accepted")
    match = record.replay(source=SOURCE)  # checks every answer, every result and the outcome
    key = match.origin.key
    if key is None or len(key) != KEY_BYTES:
        raise RecordError(SOURCE, 1, f"the key must have {KEY_BYTES} bytes")
    start = new_match(match.rulebook.id, seats=match.seats, options=record.setup["options"], key=key)
    return record, key, _write(start, record.entries)


def branched(stored: Stored, entries: list[Entry]) -> Written:
    """Return a new match after these entries."""
    start = new_match(stored.rulebook, seats=stored.seats, options=stored.options, key=stored.key)
    return _write(start, entries)


def _write(match: Match[Any], entries: Iterable[Entry]) -> Written:
    """Apply entries to a new match; return it with the rows of its entries and events."""
    rows: list[dict[str, Any]] = []
    seqs = [0] * len(match.events)
    last, rewound, first = "", 0, match.label
    events = match.events
    for seq, entry in enumerate(entries, 1):
        before = Before(match.opened_at, dict(match.asking), events)
        entry = enter(match, entry)  # noqa: PLW2901  # adds its results
        step = step_of(before, match, entry)
        body = msgspec.json.encode(entry | {"step": written_step(step, match.label)})
        last = chained(last, body)
        rewound += rewinds(before, match, entry)
        since = first_new(before, match)
        events = match.events
        seqs[since:] = [seq] * (len(match.events) - since)
        rows.append({"seq": seq, "body": body, "hash": last})
    told = [
        {"number": one.number, "seq": seq, "seen": one.seen, "body": msgspec.json.encode(one.event)}
        for one, seq in zip(match.events, seqs, strict=True)
    ]
    return Written(match, rows, told, last, rewound, first)
