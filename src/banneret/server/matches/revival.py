"""Loading matches from the database, and upgrading them to newer rules.

A match under older rules is never replayed from its beginning. It continues from its last checkpoint, converted to the
newer rules, with those later answers that are still legal and have the same results. The entry of the upgrade contains
all of this, so that the match is always loaded the same way. Earlier history is shown from the stored events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from banneret.kernel.choosers import IllegalAction
from banneret.kernel.creation import from_position, new_match, new_origin
from banneret.kernel.events import Forfeited, LoggedEvent
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match, restored
from banneret.kernel.registry import rulebook
from banneret.kernel.rule_error import RuleError
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.snapshot import Snapshot
from banneret.server.store.entries import Divergence, Entry, enter, enter_again, standing


class Stored(msgspec.Struct, frozen=True):
    """The stored data from which a table's match is created."""

    id: str
    rulebook: str
    version: str
    options: dict[str, Any]
    seats: int
    key: bytes
    settings: dict[str, Any]

    @classmethod
    def of(cls, row: Any) -> Stored:  # a row of the table `tables`
        """Return the data of a database row."""
        options, settings = msgspec.json.decode(row.options), msgspec.json.decode(row.settings)
        return cls(row.id, row.rulebook, row.version, options, row.seat_count, bytes(row.key), settings)


class Earlier(NamedTuple):
    """The history of a match before its upgrade to newer rules."""

    entries: list[Entry]
    """All entries up to the upgrade, which is the last one."""
    told: list[LoggedEvent]
    """The events before the checkpoint of the upgrade."""
    hash: str


def revive(stored: Stored, earlier: Earlier | None = None) -> Match[Any]:
    """Return the match at its beginning or upgrade. Raises whatever `new_match` raises, and Divergence."""
    if earlier is None:
        return new_match(stored.rulebook, seats=stored.seats, options=stored.options, key=stored.key)
    *entries, base = earlier.entries
    match = from_position(
        stored.rulebook, {"state": base["state"], "answers": base["answers"]}, history=earlier.told[: base["told"]]
    )
    since = base["from"]
    for entry in entries[since : since + base["kept"]]:
        enter(match, entry)
    if standing(match) != base["after"]:
        raise Divergence(len(earlier.entries), "the match differs from that of the upgrade")
    return match


def origin_of(stored: Stored, earlier: Earlier | None = None) -> Origin:
    """Return the origin of the match returned by `revive`. Raises whatever `new_origin` raises, and PositionError."""
    if earlier is None:
        return new_origin(stored.rulebook, stored.seats, stored.options, stored.key)
    state = rulebook(stored.rulebook).decode(earlier.entries[-1]["state"])
    return Origin(stored.seats, {}, None, state)


def restore(
    stored: Stored, earlier: Earlier | None, entries: Sequence[Entry], snapshot: Snapshot, told: Sequence[LoggedEvent]
) -> Match[Any]:
    """Return the match from the snapshot stored with the last of these entries.

    Raises whatever `origin_of` raises, PositionError, Divergence.
    """
    match = restored(rulebook(stored.rulebook), origin_of(stored, earlier), snapshot, told)
    if standing(match) != entries[-1]["after"]:
        raise Divergence(len(entries), "its snapshot belongs to another position")
    return match


def went_on(entries: Sequence[Entry]) -> int:
    """Return the number of the last upgrade entry; 0 if there is none."""
    return next((seq for seq in range(len(entries), 0, -1) if "version" in entries[seq - 1]), 0)


def upgraded(
    stored: Stored, checkpoint: dict[str, Any] | None, since: int, entries: Sequence[Entry], told: Sequence[LoggedEvent]
) -> tuple[Entry, Match[Any]]:
    """Upgrade a match of older rules from the checkpoint that was passed with entry `since`.

    Return the upgrade's entry, and the match. Raises PositionError if the current rules cannot read the checkpoint,
    ValueError if events before it are missing.
    """
    book = rulebook(stored.rulebook)
    if checkpoint is None:  # only the setup has passed
        begun = revive(stored)
        checkpoint, since = {"state": book.encode(begun.origin.state), "answers": [], "told": 0}, 0
    else:
        checkpoint = checkpoint | {"state": dict(book.migrate(checkpoint["state"], stored.version))}
    before = told[: checkpoint["told"]]
    if [one.number for one in before] != list(range(checkpoint["told"])):
        raise ValueError(f"some of the {checkpoint['told']} events before the checkpoint are missing")
    position = {"state": checkpoint["state"], "answers": checkpoint["answers"]}
    match = from_position(book.id, position, history=before)
    kept = 0
    for entry in entries[since:]:
        after = _kept(match, entry)
        if after is None:
            break
        match = after
        kept += 1
    base = {"version": book.version, "from": since, "kept": kept, "told": checkpoint["told"], **position}
    return base | {"after": standing(match)}, match


def _kept(match: Match[Any], entry: Entry) -> Match[Any] | None:
    """Return the match after an entry of older rules, or None if it is no longer legal or has other results."""
    ask = match.asking.get(entry.get("seat", -1))
    if "do" in entry and (ask is None or ask.kind != entry["ask"]):
        return None
    after = match.clone()
    try:
        done = enter(after, entry)
    except (IllegalAction, RuleError, LookupError, TypeError, ValueError):
        return None
    return after if done.get("chance", []) == entry.get("chance", []) else None


def read_told(book: Rulebook[Any], rows: Sequence[Any], version: str) -> list[LoggedEvent]:
    """Decode stored events of this or an older version of the rules. Raises ValueError naming the event."""
    union: Any = Forfeited  # a union type, which has no type of its own
    for kind in book.events:
        union = union | kind
    found = []
    for row in rows:
        try:
            data = msgspec.json.decode(row.body)
            if version != book.version:
                data = book.migrate_event(data, version)
            found.append(LoggedEvent(row.number, msgspec.convert(data, union), row.seen))
        except msgspec.MsgspecError as error:
            raise ValueError(f"event {row.number} cannot be read: {error}") from None
    return found


def is_older(version: str, than: str) -> bool:
    """Return whether a version is older than another, comparing numerically: "1.9" is older than "1.10"."""

    def parts(text: str) -> list[tuple[int, str]]:
        return [(int(part), "") if part.isdigit() else (-1, part) for part in text.split(".")]

    return parts(version) < parts(than)


def played_again(stored: Stored, entries: Sequence[Entry], told: Sequence[LoggedEvent], hash_: str = "") -> Match[Any]:
    """Replay all stored entries since the last upgrade. Raises Divergence, PositionError."""
    base = went_on(entries)
    match = revive(stored, Earlier(list(entries[:base]), list(told), hash_) if base else None)
    for seq, entry in enumerate(entries[base:], base + 1):
        enter_again(match, seq, entry)
    return match
