"""Reviving: a match from what is stored of its table, and going on with it when the rules have changed since.

A match of older rules is never played again from its beginning. It goes on from its last checkpoint, in the form of the
newer rules, with those answers after it that they still take and that come out as they did; the entry that says so
holds all of this, so that it is revived the same way ever after. What lies before is shown from the stored events.
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
    """What a table's match is made from."""

    id: str
    rulebook: str
    version: str
    options: dict[str, Any]
    seats: int
    key: bytes
    settings: dict[str, Any]

    @classmethod
    def of(cls, row: Any) -> Stored:  # a row of the table `tables`
        """Read it from its row."""
        options, settings = msgspec.json.decode(row.options), msgspec.json.decode(row.settings)
        return cls(row.id, row.rulebook, row.version, options, row.seat_count, bytes(row.key), settings)


class Earlier(NamedTuple):
    """What lies before a match that went on under newer rules."""

    entries: list[Entry]
    """All up to the one that says which rules, which is the last."""
    told: list[LoggedEvent]
    """What was told before the checkpoint from which it went on."""
    hash: str


def revive(stored: Stored, earlier: Earlier | None = None) -> Match[Any]:
    """Return the match as it began, or as it went on under these rules. Raises what `new_match` raises, Divergence."""
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
        raise Divergence(len(earlier.entries), "the match stands elsewhere than where it went on under these rules")
    return match


def origin_of(stored: Stored, earlier: Earlier | None = None) -> Origin:
    """Return what the match of `revive` starts from. Raises what `new_origin` raises, PositionError."""
    if earlier is None:
        return new_origin(stored.rulebook, stored.seats, stored.options, stored.key)
    state = rulebook(stored.rulebook).decode(earlier.entries[-1]["state"])
    return Origin(stored.seats, {}, None, state)


def restore(
    stored: Stored, earlier: Earlier | None, entries: Sequence[Entry], snapshot: Snapshot, told: Sequence[LoggedEvent]
) -> Match[Any]:
    """Return the match after these entries from the snapshot that was stored with the last one.

    Raises what `origin_of` raises, PositionError, Divergence.
    """
    match = restored(rulebook(stored.rulebook), origin_of(stored, earlier), snapshot, told)
    if standing(match) != entries[-1]["after"]:
        raise Divergence(len(entries), "the snapshot that was stored with it is of another position")
    return match


def went_on(entries: Sequence[Entry]) -> int:
    """Return the number of the last entry with which the match went on under newer rules; 0 if there is none."""
    return next((seq for seq in range(len(entries), 0, -1) if "version" in entries[seq - 1]), 0)


def upgraded(
    stored: Stored, checkpoint: dict[str, Any] | None, since: int, entries: Sequence[Entry], told: Sequence[LoggedEvent]
) -> tuple[Entry, Match[Any]]:
    """Let a match of older rules go on under these, from a checkpoint that was passed with entry `since`.

    Returns the entry that says so, and the match. Raises PositionError where these rules cannot read the checkpoint,
    ValueError where what was told before it is not whole.
    """
    book = rulebook(stored.rulebook)
    if checkpoint is None:  # nothing was passed yet but the set-up
        begun = revive(stored)
        checkpoint, since = {"state": book.encode(begun.origin.state), "answers": [], "told": 0}, 0
    else:
        checkpoint = checkpoint | {"state": dict(book.migrate(checkpoint["state"], stored.version))}
    before = told[: checkpoint["told"]]
    if [one.number for one in before] != list(range(checkpoint["told"])):
        raise ValueError(f"of the {checkpoint['told']} events before the checkpoint, some are missing")
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
    """Return the match after an entry of older rules, or None where it is no longer taken or comes out otherwise."""
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
    """Read stored events, of this version of the rules or of an older one. Raises ValueError naming the event."""
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
    """Tell whether a version of rules comes before another, by its numbers: "1.9" is older than "1.10"."""

    def parts(text: str) -> list[tuple[int, str]]:
        return [(int(part), "") if part.isdigit() else (-1, part) for part in text.split(".")]

    return parts(version) < parts(than)


def played_again(stored: Stored, entries: Sequence[Entry], told: Sequence[LoggedEvent], hash_: str = "") -> Match[Any]:
    """Play all stored entries again that can be under these rules. Raises Divergence, PositionError."""
    base = went_on(entries)
    match = revive(stored, Earlier(list(entries[:base]), list(told), hash_) if base else None)
    for seq, entry in enumerate(entries[base:], base + 1):
        enter_again(match, seq, entry)
    return match
