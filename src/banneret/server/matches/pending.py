"""An entry before it is stored, with the match after it and all rows to commit with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection

from banneret.kernel.match import Match
from banneret.server.matches.banks import seats_after
from banneret.server.matches.hosted import Hosted, Turn
from banneret.server.matches.stream import Step, first_new, rewinds, step_of, written_step
from banneret.server.store.entries import Entry, ask_id, chained, enter
from banneret.server.store.leases import Lease
from banneret.server.store.positions import checkpointed, event_rows, rewrite_events
from banneret.server.store.snapshots import EVERY, snapshot_row
from banneret.server.store.writer import Change, Kind, Row
from banneret.server.tables.table import Sitting

Joiner = Callable[[Hosted, Match[Any], Turn, int], Iterable[tuple[Kind, Row]]]


class Pending(NamedTuple):
    """The changes that storing an entry would make."""

    change: Change
    seats: tuple[Sitting, ...]
    match: Match[Any]
    turn: Turn
    step: Step


def changed(
    hosted: Hosted,
    entry: Entry,
    now: int,
    joiners: Sequence[Joiner],
    person: str | None = None,
    idempotency: str | None = None,
    lease: Lease | None = None,
) -> Pending:
    """Return the changes by an entry, without making them. Raises IllegalAction, RuleError."""
    match = hosted.match.clone()
    mark = match.mark
    entry = enter(match, entry)
    step = step_of(hosted.match, match, entry)
    entry["step"] = written_step(step, match.label)
    seq = hosted.head + 1
    body = msgspec.json.encode(entry)
    back = rewinds(hosted.match, match, entry)
    again = hosted.rewinds + back
    after = {seat: ask_id(match, again, seat) for seat in match.asking}
    turn = Turn(hosted.stored.id, seq, entry, hosted.asks(), after, match.outcome is not None)
    checkpoint = checkpointed(match, seq) if match.mark != mark or "take_back" in entry else None
    hash_ = chained(hosted.hash, body)
    row = {"body": body, "hash": hash_, "person_id": person, "idempotency": idempotency}
    change, seats = change_of(hosted, match, turn, row, checkpoint, now, joiners)
    if seq - hosted.saved >= EVERY or (back and hosted.saved):
        saved = snapshot_row(hosted.stored.id, seq, hash_, hosted.rounds[0][1], match)
        change = change._replace(rows=[*change.rows, (Kind.SNAPSHOT, saved)])
    return Pending(change._replace(lease=lease), seats, match, turn, step)


def change_of(
    hosted: Hosted,
    match: Match[Any],
    turn: Turn,
    row: Row,
    checkpoint: Row | None,
    now: int,
    joiners: Sequence[Joiner],
) -> tuple[Change, tuple[Sitting, ...]]:
    """Return the changes to the database by an entry, and the seats after it."""
    id_, table = turn.table, hosted.kept.table
    rows: list[tuple[Kind, Row]] = [(Kind.ENTRY, {"table_id": id_, "seq": turn.seq, "at": now, **row})]
    newer = "version" in turn.entry
    since = turn.entry["told"] if newer else first_new(hosted.match, match)
    if newer or since < len(hosted.match.events):
        rows.append((Kind.EVENTS_GONE, {"g_table": id_, "g_since": since}))
    rows += [(Kind.EVENTS, event) for event in event_rows(id_, turn.seq, match, since)]
    seats = seats_after(table, hosted.kept.people, turn.after, now)
    both = zip(seats, table.seats, strict=True)
    rows += [(Kind.SEATS, _seat_row(id_, one)) for one, before in both if one is not before]
    if turn.ended:
        seats = _placed(seats, match)
        rows += [(Kind.PLACES, {"g_table": id_, "g_seat": one.seat, "g_place": one.place}) for one in seats]
    for joiner in joiners:
        rows += joiner(hosted, match, turn, now)
    head = {
        "hash": row["hash"],
        "label": match.label,
        "touched_at": now,
        "status": "finished" if turn.ended else "running",
        "ended_at": now if turn.ended else None,
        "version": hosted.stored.version,
    }

    def rewrite(connection: Connection) -> None:
        rewrite_events(connection, id_, match, since)

    change = Change(id_, turn.seq, hosted.kept.stamp, head, checkpoint, rows, rewrite if newer else None)
    return change, seats


def _placed(seats: tuple[Sitting, ...], match: Match[Any]) -> tuple[Sitting, ...]:
    """Return the seats with their final places, from 1; ties share a place."""
    outcome = match.outcome
    if outcome is None:
        return seats
    places, place = dict[int, int](), 1
    for tied in outcome.places:
        places.update(dict.fromkeys(tied, place))
        place += len(tied)
    return tuple(msgspec.structs.replace(one, place=places.get(one.seat)) for one in seats)


def _seat_row(table: str, one: Sitting) -> Row:
    return {
        "g_table": table,
        "g_seat": one.seat,
        "g_ask": one.ask,
        "g_asked_at": one.asked_at,
        "g_bank": one.bank,
        "g_deadline": one.deadline,
    }
