"""A match and its copies: clones, undone answers, restarts, records and interleavings are the same match."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, Final

import msgspec

from banneret.kernel.asks import MatchView
from banneret.kernel.choosers import Action
from banneret.kernel.creation import from_position
from banneret.kernel.journal import FORFEIT, GIVEN, SALT
from banneret.kernel.match import Match, restored
from banneret.kernel.record import Record, RecordError
from banneret.kernel.snapshot import Snapshot
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance.offers import in_notation
from banneret.testing.conformance.random_play import SALT_BYTES, ConformanceError, compare, demand, draw_answer
from banneret.testing.conformance.snapshot import stand


def check_clone(match: Match[Any], *, stream: Stream | None = None) -> None:
    """A clone has the same position and events as the match, and playing on it does not change the match."""
    stream = stream or Stream(derive_key("clone", len(match.answers)))
    before = stand(match)
    twin = match.clone()
    compare(match, before, stand(twin), "a clone has a different position")
    compare(match, Record.of(match).hash(), Record.of(twin).hash(), "the clone's record differs")
    compare(match, match.events, twin.events, "a clone has different events")
    for seat in range(match.seats):
        one, other = match.undo_refusal(seat), twin.undo_refusal(seat)
        compare(match, one, other, "a clone can undo something else", seat)
    for _ in range(3):
        if twin.asking:
            seat = stream.choice(list(twin.asking))
            twin.play(seat, draw_answer(twin, twin.asking[seat], stream))
    compare(match, before, stand(match), "playing on a clone changed the match")


def check_copies(match: Match[Any], *, stream: Stream | None = None) -> None:
    """A match that was pickled, copied, cloned, or saved and loaded has the same position and continues alike."""
    stream = stream or Stream(derive_key("copies", len(match.answers)))
    before, record = stand(match), Record.of(match)
    further = match.clone()
    seat, answer = None, None
    if further.asking:
        seat = stream.choice(list(further.asking))
        answer = draw_answer(further, further.asking[seat], stream)
        further.play(seat, answer)
    after = stand(further)
    for way, copied in COPIES.items():
        twin = copied(match)
        compare(match, before, stand(twin), f"after {way} the match has a different position")
        compare(match, record.hash(), Record.of(twin).hash(), f"after {way} its record differs")
        if match.events:
            compare(match, match.events, twin.events, f"after {way} it has different events")
        if seat is not None and answer is not None:
            twin.play(seat, answer)
            compare(match, after, stand(twin), f"after {way} it continues differently", seat)
    state = match.rulebook.decode(match.position()["state"])
    coded = match.rulebook.encode(state)
    for again in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301  # as below
        compare(match, coded, match.rulebook.encode(again), "a copied state differs")
    compare(match, before, stand(match), "copying changed the match")


def _pickled(match: Match[Any]) -> Match[Any]:
    again: Match[Any] = pickle.loads(pickle.dumps(match))  # noqa: S301  # its own bytes
    return again


def _from_snapshot(match: Match[Any]) -> Match[Any]:
    if match.supplied:  # such a match has no snapshot
        return match.clone()
    snapshot = msgspec.json.decode(msgspec.json.encode(match.snapshot()), type=Snapshot)
    return restored(match.rulebook, match.origin, snapshot, match.events)


COPIES: Final[dict[str, Callable[[Match[Any]], Match[Any]]]] = {
    "pickling": _pickled,
    "a deep copy": copy.deepcopy,
    "a shallow copy": copy.copy,
    "cloning": lambda match: match.clone(),
    "a snapshot": _from_snapshot,
    "saving and loading": lambda match: Record.parse(b"".join(Record.of(match).lines())).replay(),
}
"""The ways of copying a match."""


def check_undo(match: Match[Any], *, stream: Stream | None = None) -> None:
    """Undo an answer and repeat it: freely, this gives the same match; with consent and a salt, the same question."""
    stream = stream or Stream(derive_key("undo", len(match.answers)))
    for seat, ask in match.asking.items():
        twin = match.clone()
        before = stand(twin)
        action = draw_answer(twin, ask, stream)
        twin.play(seat, action)
        after = stand(twin)
        record = Record.of(twin).hash()
        if twin.undo_refusal(seat) is None:
            twin.undo(seat)
            compare(match, before, stand(twin), f"undoing {in_notation(action)!r} leads elsewhere", seat)
            twin.play(seat, action)
            compare(match, after, stand(twin), f"{in_notation(action)!r} repeated leads elsewhere", seat)
            compare(
                match,
                record,
                Record.of(twin).hash(),
                f"{in_notation(action)!r} repeated makes a different record",
                seat,
            )
        else:
            consent = [s for s in range(match.seats) if s != seat]
            twin.undo(seat, consent=consent, salt=SALT_BYTES)
            demand(match, seat in twin.asking, "after an agreed undo the seat is not asked", seat)
            compare(match, ask.kind, twin.asking[seat].kind, "after an agreed undo the question differs", seat)
            compare(
                match,
                stand(twin),
                stand(Record.of(twin).replay()),
                "the record of an undo leads elsewhere",
                seat,
            )


def check_restart(match: Match[Any]) -> None:
    """The last checkpoint's state, through its JSON form, leads to the same position with the answers since then."""
    position = msgspec.json.decode(msgspec.json.encode(match.position()))
    if not match.supplied:
        del position["chance"]
    again = from_position(match.rulebook.id, position, events=False)
    one, other = stand(match), stand(again)
    compare(match, one, other, "the match created from its position has a different position")
    state = match.rulebook.decode(position["state"])
    coded = msgspec.json.decode(msgspec.json.encode(match.rulebook.encode(state.copy())))
    compare(match, position["state"], coded, "the JSON form of a copied state differs")


def check_audit(match: Match[Any]) -> None:
    """No invariant is broken."""
    wrong = match.rulebook.audit(match.state)
    demand(match, not wrong, f"broken: {'; '.join(wrong)}")


def check_record(match: Match[Any]) -> None:
    """The record, when written, read and replayed, is the identical match."""
    record = Record.of(match)
    raw = b"".join(record.lines())
    for again in (Record.parse(raw), Record.unpack(record.pack())):
        compare(match, record.hash(), again.hash(), "the record read back differs")
        try:
            replayed = again.replay(events=False)
        except RecordError as error:
            raise ConformanceError(match, f"the record cannot be replayed: {error}") from error
        compare(match, stand(match), stand(replayed), "the record leads elsewhere")
        compare(match, raw, b"".join(Record.of(replayed).lines()), "the replayed match has a different record")


def check_interleaving(match: Match[Any], *, stream: Stream | None = None) -> None:
    """The same answers of each seat, in a different order where seats decide simultaneously, are the same match."""
    stream = stream or Stream(derive_key("interleaving", len(match.answers)))
    if any(a.how in (FORFEIT, SALT) for a in match.answers):
        return
    waiting: dict[int, list[Action]] = {seat: [] for seat in range(match.seats)}
    for answer in match.answers:
        if answer.how == GIVEN:
            waiting[answer.seat].append(answer.action)
    again = Match(match.rulebook, match.origin, events=False)
    at = dict.fromkeys(waiting, 0)
    while ready := [seat for seat in again.asking if at[seat] < len(waiting[seat])]:
        seat = stream.choice(ready)
        again.play(seat, waiting[seat][at[seat]])
        at[seat] += 1
    compare(match, match.digest(), again.digest(), "a different interleaving leads elsewhere")
    compare(
        match, Record.of(match).hash(), Record.of(again).hash(), "a different interleaving makes a different record"
    )


def check_events_off(match: Match[Any]) -> None:
    """The record does not depend on whether events are logged and views requested."""
    record = Record.of(match)
    quiet, loud = record.replay(events=False), None
    for loud in record.steps(events=True):
        check_views(loud)
    compare(match, Record.of(quiet).hash(), Record.of(loud).hash() if loud else "", "logging events changes the record")
    compare(match, record.hash(), Record.of(quiet).hash(), "not logging events changes the record")


def check_views(match: Match[Any]) -> None:
    """Views and events of every seat, of all seats, and of a spectator survive a JSON round trip."""
    book = match.rulebook
    event: Any = book.events[0]
    for type_ in book.events[1:]:
        event = event | type_
    numbers = [n for n, _ in match.events_for()]
    for seats in ([], *([s] for s in range(match.seats)), range(match.seats)):
        view = match.view(seats)
        again = msgspec.json.decode(msgspec.json.encode(view), type=MatchView[book.View])  # type: ignore[name-defined]  # its own struct
        compare(match, view, again, "the view read back differs", seats)
        events = match.events_for(seats)
        compare(match, numbers, [n for n, _ in events], "the numbers of events differ between viewers", seats)
        read = msgspec.json.decode(msgspec.json.encode([e for _, e in events[-20:]]), type=list[event])
        compare(match, [e for _, e in events[-20:]], read, "an event read back differs", seats)
