"""Stored snapshots: a match is revived from its last one, and only the entries after it are entered again.

A snapshot is derived from the entries. It is stored with every `EVERY`th entry of a match, and with each entry that
takes the match back behind it, so that the stored events before its checkpoint are those of the snapshot. Without a
usable one, the match is replayed from its beginning.
"""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec

from banneret.kernel.match import Match
from banneret.kernel.snapshot import Snapshot

EVERY: Final = 32
"""The number of entries after which a new snapshot is stored."""
FORMAT: Final = 1
_LEVEL: Final = 1  # of compression: the fastest


class _Stored(msgspec.Struct, frozen=True):
    format: int
    hash: str
    first: str
    match: Snapshot


def snapshot_row(table: str, seq: int, hash_: str, first: str, match: Match[Any]) -> dict[str, Any]:
    """Return the row of a snapshot after the entry with this number and hash.

    `first` is the label with which the match began.
    """
    body = msgspec.json.encode(_Stored(FORMAT, hash_, first, match.snapshot()))
    return {"table_id": table, "seq": seq, "body": zlib.compress(body, _LEVEL)}


def read_snapshot(body: bytes, hash_: str) -> tuple[str, Snapshot]:
    """Return the label with which the match began, and its snapshot after the entry with this hash.

    Raises ValueError.
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
