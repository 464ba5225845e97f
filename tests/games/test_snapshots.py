"""A match restored from its snapshot equals one that was replayed, also in what it can still undo."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from banneret.kernel.choosers import IllegalAction
from banneret.kernel.match import Match, restored
from banneret.kernel.record import Record
from banneret.kernel.rulebook import PositionError
from banneret.kernel.snapshot import Snapshot
from banneret.testing.conformance import random_match, stand
from banneret.testing.conformance.random_play import compare
from tests.games.test_copies import MATCHES

SALT = bytes(16)


def again(match: Match[Any]) -> Match[Any]:
    snapshot = msgspec.json.decode(msgspec.json.encode(match.snapshot()), type=Snapshot)
    return restored(match.rulebook, match.origin, snapshot, match.events)


def undone(match: Match[Any], seat: int) -> Match[Any] | str:
    """Return the match after a seat has undone its last answer with everybody's consent, or why it cannot."""
    twin = match.clone()
    try:
        twin.undo(seat, consent=range(match.seats), salt=SALT)
    except IllegalAction as error:
        return error.refusal.rule
    return twin


def same(match: Match[Any], other: Match[Any], what: str) -> None:
    compare(match, stand(match), stand(other), f"{what}: another position")
    compare(match, match.events, other.events, f"{what}: other events")
    compare(match, Record.of(match).hash(), Record.of(other).hash(), f"{what}: another record")
    refusals = ([one.undo_refusal(seat) for seat in range(match.seats)] for one in (match, other))
    compare(match, next(refusals), next(refusals), f"{what}: something else can be undone")
    marks, others = ([m.mark, m.events_before, m.opened_at, m.forfeited, m.outcome] for m in (match, other))
    compare(match, marks, others, f"{what}: other marks")


@pytest.mark.parametrize(("book", "seats", "options"), MATCHES)
def test_a_restored_match_equals_the_replayed_one(book: str, seats: int, options: dict[str, Any]) -> None:
    random = Random(f"{book} {seats} {options}")
    left: list[Match[Any]] = []
    looks = iter(sorted(random.sample(range(150), 6)))
    at, step = next(looks), 0

    def look(match: Match[Any]) -> None:
        nonlocal at, step
        if step == at:
            at = next(looks, -1)
            restored_ = again(match)
            same(match, restored_, "restored")
            for seat in range(match.seats):
                ours, theirs = undone(match, seat), undone(restored_, seat)
                if isinstance(ours, str) or isinstance(theirs, str):
                    assert ours == theirs
                else:
                    same(ours, theirs, f"seat {seat} has undone")
            left.append(match.clone())
        step += 1

    random_match(book, seats, "snapshots", options, on_question=look, events=True, most=3000)
    assert left
    given_up = left[-1]
    given_up.forfeit(0)
    same(given_up, again(given_up), "a seat has been forfeited")


def test_a_snapshot_of_other_rules_or_without_its_events_is_refused() -> None:
    match = random_match("thrones", 3, "snapshots", {}, events=True, most=3000)
    snapshot = match.snapshot()
    with pytest.raises(PositionError, match="version"):
        restored(match.rulebook, match.origin, msgspec.structs.replace(snapshot, version="0"), match.events)
    with pytest.raises(PositionError, match="events"):
        restored(match.rulebook, match.origin, snapshot, match.events[1:])
    answers = [msgspec.structs.replace(one, action="dance") for one in snapshot.answers]
    with pytest.raises(PositionError, match="answers"):
        restored(match.rulebook, match.origin, msgspec.structs.replace(snapshot, answers=answers), match.events)
