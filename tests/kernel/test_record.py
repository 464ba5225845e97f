"""Records: the identical match, or the open one up to its last whole entry, or an error that names the line."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from banneret.kernel import record_lines
from banneret.kernel.creation import from_position
from banneret.kernel.flow import Flow, ask
from banneret.kernel.journal import FORCED
from banneret.kernel.record import Record, RecordError, load, save
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import check_record, play_on, stand
from tests.kernel.helpers import Skirl as Match
from tests.kernel.helpers import asked, begin, finished, play_until, seat_asked, until_asked
from tests.kernel.toy import SkirlRulebook
from tests.kernel.toy_actions import PostureChooser, Skirl

SALT = b"a salt for chance"


def raw(match: Match) -> bytes:
    return b"".join(Record.of(match).lines())


def chained(*entries: dict[str, Any]) -> bytes:
    """Write lines that are chained well, whatever they hold."""
    last, lines = b"", []
    for entry in entries:
        body = json.dumps(entry, separators=(",", ":")).encode()[:-1]
        last = hashlib.sha256(last + b"\n" + body).hexdigest()[:32].encode()
        lines.append(body + b',"hash":"' + last + b'"}\n')
    return b"".join(lines)


def parsed(whole: bytes) -> Record | RecordError:
    try:
        return Record.parse(whole, "a file")
    except RecordError as error:
        return error


def parts(match: Match) -> list[dict[str, Any]]:
    return [{k: v for k, v in json.loads(line).items() if k != "hash"} for line in Record.of(match).lines()]


def eventful() -> Match:
    """A match with a salt and a forfeit."""
    match = until_asked("scout", seats=4, seed=3)
    seat = seat_asked(match)
    match.play(seat, "peek deck")
    match.undo(seat, consent=range(4), salt=SALT)
    match.forfeit((seat + 1) % 4)
    play_on(match, Stream(derive_key("eventful")))
    return match


def test_a_saved_match_is_loaded_as_it_was(tmp_path: Path) -> None:
    for match in (begin(), until_asked("refill"), until_asked("plant", seats=2), finished(), eventful()):
        path = tmp_path / "match.jsonl"
        save(match, path)
        again = load(path)
        assert stand(again) == stand(match)
        assert Record.of(again).hash() == Record.of(match).hash()
        assert again.events == match.events
        assert path.read_bytes() == raw(match)
        check_record(match)


def test_an_entry_holds_seat_ask_notation_and_chance() -> None:
    match = until_asked("scout")
    match.play(seat_asked(match), "peek deck")
    setup, *entries = parts(match)
    assert (setup["setup"], setup["rulebook"], setup["version"], setup["seats"]) == (1, "skirl", "1", 3)
    assert bytes.fromhex(setup["key"]) == match.origin.key
    assert entries[-1] == {"seat": 1, "ask": "scout", "do": "peek deck", "chance": [match.state.deck.cards[0]]}
    assert setup["chance"][0] == match.state.weather - 1


def test_chance_before_the_first_answer_stands_in_the_setup(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the first questions have one answer each, and chance follows them."""

    def decide(_: SkirlRulebook, game: Skirl, seat: int) -> Flow[tuple[int, str]]:
        yield from ask(seat, PostureChooser(0))
        return 0, game.state.hands[seat].cards[0]

    def scout(rules: SkirlRulebook, game: Skirl) -> Flow[None]:
        game.chance.pick(6)
        yield from usual(rules, game)

    usual = SkirlRulebook.scout
    monkeypatch.setattr(SkirlRulebook, "decide", decide)
    monkeypatch.setattr(SkirlRulebook, "scout", scout)
    match = begin(seats=2)
    assert [a.how for a in match.answers] == [FORCED, FORCED]
    assert parts(match)[0]["chance"] == [draw.result for draw in match.draws if draw.result is not None]
    match = play_until(match, asked("plant"))  # where chance has fallen, after forced answers or not
    assert stand(Record.of(match).replay()) == stand(match)


def test_the_last_line_closes_it() -> None:
    assert not Record.of(until_asked("plant")).closed
    match = finished()
    assert Record.of(match).closed
    end = parts(match)[-1]
    assert end["digest"] == match.digest()
    assert Record.parse(raw(match)).closed


@pytest.mark.slow
@pytest.mark.parametrize("make", [eventful, lambda: until_asked("toss", seats=2)])
def test_cut_off_at_every_byte(make: Any) -> None:
    match = make()
    whole = raw(match)
    lines = whole.splitlines(keepends=True)
    ends = [sum(map(len, lines[: i + 1])) for i in range(len(lines))]
    entries = len(Record.of(match).entries)
    replayed: dict[int, str] = {}
    for size in range(len(whole) + 1):
        record = parsed(whole[:size])
        if isinstance(record, RecordError):
            assert size < ends[0] - 1
            assert record.line == 1
            continue
        found = sum(size >= end - 1 for end in ends)  # the end of a line may be missing
        assert len(record.entries) == min(found - 1, entries)
        assert record.closed == (Record.of(match).closed and found == len(lines))
        if found not in replayed:
            replayed[found] = Record.of(record.replay()).hash()
    # where only the closing line is missing, the match played again is over all the same
    assert len(set(replayed.values())) == len(lines) - Record.of(match).closed


def test_a_thousand_bytes_changed() -> None:
    match = eventful()
    whole = raw(match)
    lines = whole.count(b"\n")
    stream = Stream(derive_key("edits"))
    caught = 0
    for _ in range(1000):
        at, byte = stream.below(len(whole)), stream.below(256)
        edited = whole[:at] + bytes([byte]) + whole[at + 1 :]
        record = parsed(edited)
        if isinstance(record, RecordError):
            caught += 1
            assert record.source == "a file"
            assert str(record).startswith("a file, line ")
            line = whole.count(b"\n", 0, at) + 1
            assert line - 1 <= record.line <= line + 1
            continue
        if edited == whole:
            assert record.hash() == Record.of(match).hash()
        else:  # only the end of the last line can go unnoticed as a line cut off
            assert at >= len(whole) - 3 or at > whole.rindex(b"\n", 0, -1)
            assert len(record.entries) == lines - 2
            assert Record.of(record.replay()).hash()
    assert caught > 800


def test_lines_that_are_dropped_doubled_or_swapped_are_noticed() -> None:
    lines = raw(finished()).splitlines(keepends=True)
    for broken in (
        lines[:3] + lines[4:],
        [*lines[:3], lines[2], *lines[3:]],
        [*lines[:2], lines[3], lines[2], *lines[4:]],
    ):
        with pytest.raises(RecordError, match=r"line [34]: the line is damaged"):
            Record.parse(b"".join(broken))
    last = lines[-1].rstrip(b"\n").replace(b'"end"', b'"And"')
    with pytest.raises(RecordError, match=f"line {len(lines)}: the line is damaged"):
        Record.parse(b"".join([*lines[:-1], last]))
    with pytest.raises(RecordError, match="line 1"):
        Record.parse(b"".join(lines[1:]))
    with pytest.raises(RecordError, match="line 1"):
        Record.parse(b"")


def test_a_record_of_another_version_is_replayed_as_far_as_the_rules_agree() -> None:
    match = eventful()
    setup, *entries = parts(match)
    again = Record.parse(chained({**setup, "version": "0"}, *entries)).replay()
    assert stand(again) == stand(match)
    at = max(i for i, entry in enumerate(entries) if "do" in entry)
    wrong = [*entries[:at], {**entries[at], "do": "no such answer"}]
    with pytest.raises(RecordError, match=r"not allowed.*made under rules '0' of skirl; these are '1'"):
        Record.parse(chained({**setup, "version": "0"}, *wrong)).replay()


def test_an_unknown_rulebook_format_or_setup() -> None:
    setup = parts(begin())[0]
    for change, what in (
        ({"rulebook": "chess"}, "no rulebook 'chess'"),
        ({"setup": 2}, "unknown format 2"),
        ({"seats": 7}, "7 seats"),
        ({"seats": "3"}, "'3' seats"),
        ({"key": "xyz"}, "bad setup"),
        ({"options": {"dice": 1}}, "dice"),
        ({"chance": [0, "axe"]}, "chance gave"),
    ):
        with pytest.raises(RecordError, match=f"line 1: .*{what}"):
            Record.parse(chained({**setup, **change})).replay()
    del setup["key"]
    with pytest.raises(RecordError, match="'key' is missing"):
        Record.parse(chained(setup)).replay()
    with pytest.raises(RecordError, match="the first line is not a setup"):
        Record.parse(chained({"seat": 0}))


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        ({"seat": 0, "ask": "bid", "do": "bid 9"}, "'bid 9' of seat 0 is not allowed: skirl.purse"),
        ({"seat": 0, "ask": "bid", "do": "fly"}, "(kernel:notation)"),
        ({"seat": 0, "ask": "stake", "do": "bid 1"}, "seat 0 answers 'stake', but is asked 'bid'"),
        ({"seat": 9, "ask": "bid", "do": "bid 1"}, "(kernel:ask)"),
        ({"seat": [], "ask": "bid", "do": "bid 1"}, "bad entry"),
        ({"ask": "bid", "do": "bid 1"}, "bad entry"),
        ({"forfeit": 7}, "(kernel:forfeit)"),
        ({"forfeit": None}, "(kernel:forfeit)"),
        ({"salt": "xyz"}, "bad entry"),
        ({"salt": "00"}, "(kernel:undo.3)"),
        ({"take_back": 0}, "(kernel:undo.1)"),
        ({"dance": 1}, "unknown kind of entry: dance"),
        ({"seat": 0, "ask": "bid", "do": "bid 1", "chance": [4]}, r"chance gave \[\], but the record has \[4\]"),
    ],
)
def test_an_entry_that_cannot_be_is_named(entry: dict[str, Any], what: str) -> None:
    with pytest.raises(RecordError, match=f"line 2: .*{what}"):
        Record.parse(chained(parts(begin())[0], entry)).replay()


def test_an_end_that_is_not_so_is_named() -> None:
    *before, end = parts(finished())
    number = len(before) + 1
    for change, what in (
        ({"digest": "0" * 64}, "ends in a different state"),
        ({"end": {**end["end"], "reason": "x"}}, "does not end as recorded"),
        ({"end": 7}, ""),
    ):
        with pytest.raises(RecordError, match=f"line {number}: .*{what}"):
            Record.parse(chained(*before, {**end, **change})).replay()
    with pytest.raises(RecordError, match="the record continues after its closing line"):
        Record.parse(chained(*before, end, {"note": "x"}))
    with pytest.raises(RecordError):
        Record.parse(chained(*before[:4], end)).replay()


def test_the_hash_of_a_record_is_that_of_its_last_line() -> None:
    for match in (begin(), finished()):
        record = Record.of(match)
        assert record.hash() == json.loads([*record.lines()][-1])["hash"]


def test_notes_and_takings_back_may_stand_in_between() -> None:
    setup = parts(begin())[0]
    match = begin()
    lines = chained(
        setup,
        {"seat": 0, "ask": "bid", "do": "bid 1"},
        {"note": "a person sat down"},
        {"take_back": 0},
        {"seat": 0, "ask": "bid", "do": "bid 2"},
    )
    match.play(0, "bid 2")
    assert stand(Record.parse(lines).replay()) == stand(match)


def test_saving_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.jsonl"
    Record.of(until_asked("scout")).save(path)
    before = path.read_bytes()

    def fail(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(record_lines.os, "fsync", fail)  # type: ignore[attr-defined]  # its own import
    with pytest.raises(OSError, match="the disk is full"):
        Record.of(finished()).save(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["match.jsonl"]


def test_packed_records() -> None:
    line = b""
    for match in (begin(), finished(), eventful()):
        line = Record.of(match).pack()
        assert b"\n" not in line
        record = Record.unpack(line)
        assert record.hash() == Record.of(match).hash()
        assert stand(record.replay()) == stand(match)
    for broken in (
        b"",
        b"{}",
        b"\xff",
        line[:-2],
        line.replace(b"bid 1", b"bid 2", 1),
        line.replace(b'"banneret":1', b'"banneret":2'),
    ):
        with pytest.raises(RecordError, match="packed record, line 1"):
            Record.unpack(broken)


def test_a_record_can_be_played_up_to_an_entry() -> None:
    match = finished()
    record = Record.of(match)
    for upto in (0, 1, 7, len(record.entries), 10_000, -5):
        part = record.replay(upto=upto)
        assert len(Record.of(part).entries) == max(0, min(upto, len(record.entries)))
    states = list(record.steps())
    assert len(states) == len(record.entries) + 1
    assert states[-1].digest() == match.digest()


def test_the_record_of_a_position() -> None:
    start = until_asked("scout").position()["state"]
    match = from_position("skirl", start)
    play_on(match, Stream(derive_key("position")))
    assert parts(match)[0]["position"]["seats"] == 3
    check_record(match)


def test_the_record_of_supplied_results_says_so() -> None:
    match = play_until(begin(seed=9), asked("scout"))
    card = match.state.deck.cards[3]
    match.supply([card])
    match.play(seat_asked(match), "peek deck")
    assert match.state.deck.cards[0] == card
    assert parts(match)[0]["supplied"] is True
    check_record(match)


def test_events_and_views_do_not_change_the_record() -> None:
    quiet, loud = finished(events=False), finished(events=True)
    assert quiet.events == []
    assert quiet.events_for(0) == []
    assert loud.events
    assert raw(quiet) == raw(loud)
    assert [s.view(0) for s in Record.of(loud).steps()]
    assert [type(m) for m in Record.of(loud).steps(events=False)]
    assert raw(Record.of(loud).replay(events=False)) == raw(loud)
