"""Stored snapshots: a match is loaded from its last one, and only the entries after it are replayed.

A snapshot is derived from the entries. It is stored with every `EVERY`th entry of a match, and with each entry that
undoes answers before the previous snapshot, so that the stored events before its checkpoint are those of the snapshot.
Without a usable snapshot, the match is replayed from its beginning.
"""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec

from banneret.kernel.match import Match
from banneret.kernel.snapshot import Snapshot

EVERY: Final = 32
"""Number of entries between two snapshots."""
FORMAT: Final = 1
_LEVEL: Final = 1  # of compression: the fastest


class _Stored(msgspec.Struct, frozen=True):
    format: int
    hash: str
    first: str
    match: Snapshot


def snapshot_row(table: str, seq: int, hash_: str, first: str, match: Match[Any]) -> dict[str, Any]:
    """Return the row of a snapshot after the entry with the given number and hash.

    `first` is the label of the match at its beginning.
    """
    body = msgspec.json.encode(_Stored(FORMAT, hash_, first, match.snapshot()))
    return {"table_id": table, "seq": seq, "body": zlib.compress(body, _LEVEL)}


def read_snapshot(body: bytes, hash_: str) -> tuple[str, Snapshot]:
    """Return the label of the match at its beginning, and the snapshot taken after the entry with the given hash.

    Raises ValueError if the snapshot is unreadable or belongs to another entry.
    """
    try:
        stored = msgspec.json.decode(zlib.decompress(body), type=_Stored)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise ValueError(f"the snapshot cannot be read: {error}") from None
    if stored.format != FORMAT:
        raise ValueError(f"the snapshot has format {stored.format}, not {FORMAT}")
    if stored.hash != hash_:
        raise ValueError("the snapshot belongs to another entry")
    return stored.first, stored.match
