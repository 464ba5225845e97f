"""A rule that fails: what leaves the match, with the record so far, and that the match goes on."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import banneret
from banneret.kernel.record import Record, RecordError, load, records
from banneret.kernel.registry import register
from banneret.kernel.rule_error import RuleError
from banneret.testing.conformance import stand
from tests.kernel.helpers import asked, begin, play_until, seat_asked
from tests.kernel.test_match import Fails
from tests.kernel.toy import SkirlRulebook
from tests.kernel.toy_actions import BidChooser


def failed(match: banneret.Match[object], book: Fails, answer: str = "bid 3") -> RuleError:
    book.at = "inside"
    with pytest.raises(RuleError) as caught:
        match.play(1, answer)
    book.at = ""
    return caught.value


@pytest.fixture
def fails() -> Fails:
    book = Fails()
    register(book)
    return book


def begun() -> banneret.Match[object]:
    match = begin(book="fails")
    for seat, answer in ((2, "bid 1"), (0, "bid 2"), (2, "bid 1")):
        match.play(seat, answer)
    return match


def test_the_error_carries_the_record_so_far_and_says_how_to_report_it(fails: Fails, tmp_path: Path) -> None:
    match = begun()
    error = failed(match, fails)
    assert isinstance(error.__cause__, ZeroDivisionError)
    assert (error.rulebook, error.seat, error.tried) == ("fails", 1, "bid 3")
    assert "a rule of fails failed at 'bid 3' of seat 1: ZeroDivisionError" in str(error)
    assert "error.save(path)" in str(error)
    error.save(tmp_path / "fault.record")
    again = load(tmp_path / "fault.record")
    assert stand(again) == stand(match)
    note = Record.read(tmp_path / "fault.record").entries[-1]["note"]
    assert note.startswith("seat 1: bid 3: ZeroDivisionError")


def test_the_match_goes_on_as_if_nothing_had_been_tried(fails: Fails) -> None:
    match, twin = begun(), begun()
    failed(match, fails)
    for one in (match, twin):
        one.play(1, "bid 3")
    assert stand(match) == stand(twin)
    assert Record.of(match).hash() == Record.of(twin).hash()


@pytest.mark.usefixtures("fails")
def test_a_chooser_that_fails_to_judge_is_a_rule_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    before = stand(match)

    def refusal(_self: object, _action: object) -> None:
        raise KeyError("no such purse")

    with monkeypatch.context() as patched:
        patched.setattr(BidChooser, "refusal", refusal)
        with pytest.raises(RuleError, match="KeyError"):
            match.play(1, "bid 3")
    assert stand(match) == before


@pytest.mark.usefixtures("fails")
def test_an_interruption_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    before = stand(match)

    def flow(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(type(match), "_continue", flow)
        with pytest.raises(KeyboardInterrupt):
            match.play(1, "bid 3")
    assert stand(match) == before


def test_errors_are_pickled_whole(fails: Fails) -> None:
    match = begun()
    error = pickle.loads(pickle.dumps(failed(match, fails)))  # noqa: S301  # our own bytes
    assert (error.seat, error.tried, error.record.entries[-1].keys()) == (1, "bid 3", {"note"})
    with pytest.raises(banneret.IllegalAction) as caught:
        match.play(1, "bid 77")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  # our own bytes
    assert (str(again), again.refusal) == (str(caught.value), caught.value.refusal)
    fault = pickle.loads(pickle.dumps(RecordError("a", 3, "cut off")))  # noqa: S301  # our own bytes
    assert (str(fault), fault.line) == ("a, line 3: cut off", 3)


def test_a_record_at_which_a_rule_fails_says_so(fails: Fails) -> None:
    match = begun()
    match.play(1, "bid 3")
    record = Record.of(match)
    fails.at = "inside"
    with pytest.raises(RecordError, match="a rule failed at"):
        record.replay()
    fails.at = ""


# What is refused is a sentence, seats are checked, and a match shows where it stands


def test_a_refusal_reads_as_a_sentence() -> None:
    from banneret.games.battles.rulebook import BattlesRulebook  # noqa: PLC0415  # a game with texts

    register(BattlesRulebook())
    match = banneret.new_match("battles", seats=2, seed=1)
    (seat,) = match.asking
    with pytest.raises(banneret.IllegalAction) as caught:
        match.play(seat, "fly away")
    assert "refuse." not in str(caught.value)
    assert caught.value.why.endswith(".")
    with pytest.raises(banneret.IllegalAction, match=r"There is no such seat\. \(kernel:ask\)"):
        match.play(7, "pass")


@pytest.mark.parametrize("seats", [9, -1, [0, 9], "0", None])
def test_only_seats_of_the_match_look_at_it(seats: object) -> None:
    match = begin()
    looks: list[Callable[[Any], object]] = [match.view, match.events_for, lambda who: match.imagine(who, 1)]
    for look in looks:
        if seats is None:
            look(seats)
        else:
            with pytest.raises(ValueError, match="there is no seat"):
                look(seats)


@pytest.mark.parametrize("seat", [9, -1])
def test_only_seats_of_the_match_answer(seat: int) -> None:
    match = begin()
    assert match.undo_refusal(seat) is not None
    tries: list[Callable[[], None]] = [
        lambda: match.play(seat, "bid 1"),
        lambda: match.forfeit(seat),
        lambda: match.undo(seat),
    ]
    for tried in tries:
        with pytest.raises(banneret.IllegalAction) as caught:
            tried()
        assert caught.value.refusal.reason.id == "refuse.kernel.no-seat"


def test_a_match_shows_where_it_stands() -> None:
    match = begin()
    assert repr(match).startswith("<Match of skirl, ")
    assert "seat 0 is asked 'bid'" in repr(match)
    assert repr(SkirlRulebook.id) not in repr(match)


# Files of many matches


def test_a_file_of_many_matches_is_read_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = [Record.of(begin(seed=seed)) for seed in (1, 2, 3)]
    path.write_bytes(b"".join(record.pack() + b"\n" for record in whole) + whole[0].pack()[:-20])
    assert [record.hash() for record in records(path)] == [record.hash() for record in whole]
    assert banneret.records is records
    with pytest.raises(RecordError, match=r"a file of many matches.*banneret\.records"):
        load(path)


def test_the_records_of_a_saved_match_are_its_one(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    banneret.save(begin(), path)
    assert [record.hash() for record in records(path)] == [Record.read(path).hash()]


def test_a_file_that_is_no_record_is_named_as_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text('{\n  "scenario": "waystone"\n}\n')
    with pytest.raises(RecordError, match="not a saved match but other JSON"):
        load(path)


@pytest.mark.usefixtures("fails")
def test_an_interrupted_forfeit_is_no_fault_of_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_until(begin(book="fails"), asked("scout"))
    before = stand(match)

    def interrupted(_: Fails, place: str) -> None:
        if place == "scouted":
            raise KeyboardInterrupt

    monkeypatch.setattr(Fails, "fail", interrupted)
    with pytest.raises(KeyboardInterrupt):
        match.forfeit(seat_asked(match))
    assert (stand(match), match.state.forfeited) == (before, [])
