"""How a match went: chances by step, turning points, and what a record and stored entries have in common."""

from __future__ import annotations

import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.record import Record
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.server.past.story import LEAST, TURNING, moments_of_record, story_of
from banneret.show.showing import showing_of

EVERYBODY = frozenset({0, 1, 2})


@pytest.fixture(scope="module")
def record() -> Record:
    """Return the record of a short match."""
    match, stream = new_match("thrones", seats=3, seed=4), Stream(derive_key("story", ""))
    for _ in range(60):
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    for seat in (1, 2):
        match.forfeit(seat)
    assert match.outcome is not None
    return Record.of(match)


def test_every_step_has_a_chance_for_every_seat(record: Record) -> None:
    story = story_of(moments_of_record(record), EVERYBODY)
    assert len(story.chances) == len(record.entries) + 1
    assert story.exact
    assert all(sum(one) == pytest.approx(1, abs=0.01) for one in story.chances)
    assert story.chances[-1] == (1.0, 0.0, 0.0)


def test_turning_points_are_the_greatest_changes_in_order(record: Record) -> None:
    story = story_of(moments_of_record(record), EVERYBODY)
    assert 0 < len(story.turning) <= TURNING
    assert [one.step for one in story.turning] == sorted({one.step for one in story.turning})
    for one in story.turning:
        before, after = story.chances[one.step - 1], story.chances[one.step]
        assert one.change == pytest.approx(after[one.seat] - before[one.seat], abs=0.002)
        assert abs(one.change) >= LEAST


def test_a_turning_point_is_summarized_by_the_most_important_event_of_its_step() -> None:
    match, stream = new_match("battles", seats=2, seed=4), Stream(derive_key("headlines", ""))
    for _ in range(150):
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    match.forfeit(1)
    record = Record.of(match)
    headlines = list(showing_of(match.rulebook).headlines())
    moments = list(moments_of_record(record))
    begins = [one.step.since for one in moments] + [len(match.events)]
    chosen = []
    for turning in story_of(moments_of_record(record), frozenset({0, 1})).turning:
        events = [one.event for one in match.events[begins[turning.step] : begins[turning.step + 1]]]
        best = min((headlines.index(type(one)) for one in events if type(one) in headlines), default=None)
        event = match.events[turning.event].event
        assert event is events[0] if best is None else type(event) is headlines[best]
        chosen.append(event is not events[0])
    assert any(chosen), "in some step another event than the first is the most important one"


@pytest.mark.parametrize("game", ["battles", "icefire-2021", "icefire-s6", "runewars", "thrones"])
def test_headlines_are_events_of_their_game(game: str) -> None:
    book = rulebook(game)
    headlines = showing_of(book).headlines()
    assert headlines
    assert set(headlines) <= set(book.events)
    assert len(set(headlines)) == len(headlines)


def test_numbers_are_kept_for_every_round_and_the_end(record: Record) -> None:
    story = story_of(moments_of_record(record), EVERYBODY)
    assert [one.label for one in story.rounds] == ["round 1", "round 2", "round 3", "round 4", ""]
    assert {measure.name.id for measure in story.rounds[0].measures} == {
        "measure.castles", "measure.areas", "measure.power"
    }  # fmt: skip  # several to a line
    assert all(len(measure.values) == 3 for one in story.rounds for measure in one.measures)


def test_the_causes_of_all_changes_are_the_change_over_the_match(record: Record) -> None:
    story = story_of(moments_of_record(record), EVERYBODY)
    assert len(story.balances) == 3
    for seat, one in enumerate(story.balances):
        change = story.chances[-1][seat] - story.chances[0][seat]
        assert one.own + one.chance + one.rest == pytest.approx(change, abs=0.01)
    assert any(one.own for one in story.balances)
    assert any(one.chance for one in story.balances)
