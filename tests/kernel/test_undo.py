"""Undo: freely while nothing followed, otherwise by consent and with new random results."""

from __future__ import annotations

import pickle
from contextlib import suppress
from random import Random

import pytest

from banneret.kernel.choosers import IllegalAction
from banneret.kernel.flow import Flow, ask
from banneret.kernel.journal import is_given
from banneret.kernel.record import Record
from banneret.kernel.registry import register
from banneret.testing.conformance import check_clone, check_record, check_undo, random_match, stand
from tests.kernel import toy_events
from tests.kernel.helpers import Skirl as Match
from tests.kernel.helpers import asked, begin, finished, play_first, play_until, seat_asked, until_asked
from tests.kernel.toy import SkirlRulebook
from tests.kernel.toy_actions import BidChooser, BuryChooser, PostureChooser, Skirl
from tests.kernel.toy_events import Peeked

SALT = b"8 bytes!"


def why(match: Match, seat: int) -> str:
    refusal = match.undo_refusal(seat)
    return "" if refusal is None else refusal.reason.id.removeprefix("refuse.kernel.")


def taken_back(match: Match, seat: int, answer: str) -> None:
    before = stand(match)
    match.play(seat, answer)
    after = stand(match)
    match.undo(seat)
    assert stand(match) == before
    match.play(seat, answer)
    assert stand(match) == after


def test_an_answer_from_which_nothing_followed_is_taken_back_freely() -> None:
    match = until_asked("plant", seats=3)
    seat = seat_asked(match)
    taken_back(match, seat, "plant 500 from north")
    assert match.asking[seat].kind == "taunt"
    match.undo(seat)
    assert match.asking[seat].kind == "plant"
    assert [t.event for t in match.events if isinstance(t.event, toy_events.Planted)] == []


def test_one_can_go_back_several_answers_and_beyond_a_checkpoint() -> None:
    register(book := Long())
    match = begin(book=book.id)
    before = stand(match)
    for _ in range(5):
        match.play(0, "stay")
    assert match.mark == 5
    for _ in range(5):
        match.undo(0)
    assert stand(match) == before
    assert why(match, 0) == "undo-nothing"


class Long(SkirlRulebook):
    """Asks seat 0 for ever, each time from a checkpoint."""

    id = "long"

    def muster(self, game: Skirl) -> Flow[None]:
        yield from ask(0, BuryChooser())


def test_nothing_is_taken_back_where_nothing_was_answered() -> None:
    match = begin()
    assert why(match, 0) == "undo-nothing"
    with pytest.raises(IllegalAction) as caught:
        match.undo(0, consent=[1, 2], salt=SALT)
    assert caught.value.refusal.reason.id == "refuse.kernel.undo-nothing"


def test_not_after_chance() -> None:
    match = until_asked("scout")
    seat = seat_asked(match)
    match.play(seat, "peek deck")
    assert why(match, seat) == "undo-revealed"


def test_not_after_a_look_at_what_lay_face_down() -> None:
    match = until_asked("refill")
    match.play(seat_asked(match), "refill")
    assert why(match, seat_asked(match)) == "undo-revealed"


class Whispers(SkirlRulebook):
    """Shows the leader a rival's stake without chance."""

    id = "whispers"
    mode = "tell"

    def scout(self, game: Skirl) -> Flow[None]:
        seat = self.leader(game.state)
        yield from ask(seat, BuryChooser())
        if self.mode == "tell":
            game.emit(Peeked(0, "deck", "axe"), 1)
        elif self.mode == "show":
            game.chance.show(1)
        elif self.mode == "reveal":
            game.chance.reveal()
        else:
            game.emit(Peeked(0, "deck", "axe"))
        yield from ask(seat, BuryChooser())
        game.state.step = "reveal"


@pytest.mark.parametrize("mode", ["tell", "show", "reveal", "open"])
@pytest.mark.parametrize("events", [True, False])
def test_not_after_something_private_was_shown(mode: str, events: bool) -> None:
    register(book := Whispers())
    book.mode = mode
    match = play_until(begin(book="whispers", events=events), asked("bury"))
    seat = seat_asked(match)
    match.play(seat, "stay")
    assert why(match, seat) == ("" if mode == "open" else "undo-revealed")
    assert why(match.clone(), seat) == why(match, seat)


def test_not_after_another_seat_answered() -> None:
    register(book := Turns())
    match = begin(book=book.id)
    match.play(0, "stay")
    match.play(1, "stay")
    assert why(match, 0) == "undo-others"
    assert why(match, 1) == ""


class Turns(SkirlRulebook):
    """Asks one seat after the other."""

    id = "turns"

    def muster(self, game: Skirl) -> Flow[None]:
        for seat in range(game.state.seats):
            yield from ask(seat, BuryChooser())


def test_not_after_all_are_ready() -> None:
    match = begin(seats=2)
    play_first(match, 0, 0, 1)
    assert why(match, 0) == ""
    play_first(match, 1)
    assert match.state.step == "scout"
    assert why(match, 0) == why(match, 1) == "undo-revealed"


def test_while_all_decide_each_takes_back_its_own_and_others_keep_theirs() -> None:
    match = begin()
    match.play(0, "bid 1")
    kept = stand(match)
    match.play(2, "bid 2")
    play_first(match, 2, 2)
    assert match.view(2).waiting[2] == "ready"
    for _ in range(3):
        match.undo(2)
    assert stand(match) == kept
    match.undo(0)
    assert stand(match) == stand(begin())


def test_taking_back_inside_a_together_takes_forced_answers_along() -> None:
    match = begin()
    match.play(1, "bid 3")
    match.play(0, "bid 0")
    play_first(match, 0)
    assert match.view(0).waiting[0] == "ready"
    match.undo(0)
    assert match.view(0).sealed[0] == ("bid 0",)
    match.undo(0)
    assert match.view(0).sealed[0] == ()
    assert match.view(1).sealed[1] == ("bid 3",)


def test_with_consent_chance_is_really_drawn_anew() -> None:
    tops = set()
    for number in range(8):
        match = until_asked("refill", seed=3)
        seat = seat_asked(match)
        match.play(seat, "refill")
        others = {0, 1, 2} - {seat}
        with pytest.raises(IllegalAction) as caught:
            match.undo(seat, consent=list(others)[:1], salt=SALT)
        assert caught.value.refusal.reason.id == "refuse.kernel.undo-revealed"
        before = match.state.key
        match.undo(seat, consent=others, salt=b"salt number %d" % number)
        assert match.asking[seat].kind == "refill"
        assert match.state.key != before
        match.play(seat, "stay")
        tops.add(play_until(match, lambda m: m.state.round == 2).state.weather)
    assert len(tops) > 1


@pytest.mark.parametrize("salt", [None, b"", b"7 bytes", b"x" * 65])
def test_consent_needs_a_salt(salt: bytes | None) -> None:
    match = until_asked("scout")
    seat = seat_asked(match)
    match.play(seat, "peek deck")
    before = stand(match)
    with pytest.raises(IllegalAction) as caught:
        match.undo(seat, consent=range(3), salt=salt)
    assert caught.value.refusal.reason.id == "refuse.kernel.undo-salt"
    assert stand(match) == before


def test_what_was_drawn_before_a_salt_stays_and_is_copied() -> None:
    match = until_asked("scout")
    weather = match.state.weather
    seat = seat_asked(match)
    match.play(seat, "peek deck")
    match.undo(seat, consent=range(3), salt=SALT)
    assert match.state.weather == weather
    check_clone(match)
    check_record(match)
    play_until(match, lambda m: not m.asking)
    check_record(match)
    assert sum(b'"salt":"' in line for line in Record.of(match).lines()) == 1


def test_a_salt_cannot_be_got_rid_of_freely() -> None:
    """Else one would take back what stood before the salt, and know how chance will fall."""
    register(Gambles())
    match = begin(book="gambles")
    match.play(0, "stay")
    match.play(1, "stay")
    rolled = match.state.weather
    match.undo(1, consent=[0, 2], salt=SALT)
    assert match.asking[1].kind == "bury"
    assert why(match, 0) == "undo-revealed"
    match.play(1, "stay")
    assert match.state.weather != rolled


class Gambles(Turns):
    """Two seats answer, and then a die with many sides is cast."""

    id = "gambles"

    def muster(self, game: Skirl) -> Flow[None]:
        yield from ask(0, BuryChooser())
        yield from ask(1, BuryChooser())
        game.state.weather = game.chance.pick(1 << 40) + 1
        yield from ask(2, BuryChooser())


def test_who_forfeited_takes_nothing_back_and_gives_no_consent() -> None:
    match = begin(seats=4)
    match.play(1, "bid 2")
    match.forfeit(1)
    assert why(match, 1) == "forfeited"
    with pytest.raises(IllegalAction):
        match.undo(1, consent=range(4), salt=SALT)
    match.play(0, "bid 2")
    match.undo(0)  # still sealed
    assert match.state.forfeited == [1]
    play_until(match, asked("scout"), seed=9)
    seat = seat_asked(match)
    match.play(seat, "peek deck")
    match.undo(seat, consent={0, 2, 3} - {seat}, salt=SALT)
    assert match.state.forfeited == [1]


def test_a_forfeit_stands() -> None:
    match = until_asked("toss")
    seat = seat_asked(match)
    match.play(seat, "stay")
    other = (seat + 1) % 3
    match.forfeit(other)
    assert why(match, seat) == "undo-forfeit"
    with pytest.raises(IllegalAction) as caught:
        match.undo(seat, consent=range(3), salt=SALT)
    assert caught.value.refusal.reason.id == "refuse.kernel.undo-forfeit"
    check_clone(match)


def test_consent_leads_back_into_what_was_sealed() -> None:
    for seed in range(6):
        match = play_until(begin(seed=seed), asked("scout"))
        match.undo(0, consent=[1, 2], salt=SALT)
        assert match.asking[0].kind in ("posture", "stake")
        check_clone(match)
        check_record(match)
        assert stand(Record.of(match).replay()) == stand(match)


def test_a_match_that_is_over_can_be_taken_back() -> None:
    match = finished()
    last = match.answers[-1].seat
    match.undo(last, consent=range(3), salt=SALT)
    assert match.outcome is None
    assert list(match.asking) == [last]
    check_record(match)


@pytest.mark.parametrize(("size", "refused"), [(7, True), (8, False), (64, False), (65, True)])
def test_a_salt_has_8_to_64_bytes(size: int, refused: bool) -> None:
    match = begin()
    if not refused:
        match.add_salt(b"x" * size)
        assert match.answers[-1].action == b"x" * size
        return
    with pytest.raises(IllegalAction) as caught:
        match.add_salt(b"x" * size)
    assert caught.value.refusal.reason.id == "refuse.kernel.undo-salt"


def test_who_had_one_answer_is_not_asked_when_others_decide_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 can only rest; its answer follows that of seat 0, which is taken back."""

    def decide(_: SkirlRulebook, game: Skirl, seat: int) -> Flow[tuple[int, str]]:
        bid = yield from ask(0, BidChooser(3)) if seat == 0 else ask(1, PostureChooser(0))
        return getattr(bid, "coins", 0), game.state.hands[seat].cards[0]

    monkeypatch.setattr(SkirlRulebook, "decide", decide)
    match = begin(seats=2)
    assert {seat: ask.kind for seat, ask in match.asking.items()} == {0: "bid"}
    match.play(0, "bid 1")
    assert asked("scout")(match)
    match.undo(0, consent=[1], salt=SALT)
    assert {seat: ask.kind for seat, ask in match.asking.items()} == {0: "bid"}
    match.play(0, "bid 2")
    assert (asked("scout")(match), match.state.bids) == (True, [2, 0])
    check_record(match)


def test_no_salt_after_the_end() -> None:
    match = finished()
    with pytest.raises(IllegalAction):
        match.add_salt(SALT)
    with pytest.raises(IllegalAction):
        begin().add_salt(b"short")


def test_events_are_what_the_standing_answers_tell() -> None:
    match = until_asked("plant")
    seat = seat_asked(match)
    before = match.events
    match.play(seat, "plant 500 from north")
    assert len(match.events) == len(before) + 1
    match.undo(seat)
    assert match.events == before


@pytest.mark.parametrize("seed", range(6))
def test_taking_back_anywhere_and_answering_again_is_the_same(seed: int) -> None:
    random_match("skirl", 2 + seed % 3, seed, on_question=check_undo)


@pytest.mark.parametrize("seed", range(4))
def test_answers_given_are_counted_through_copies_and_when_taken_back(seed: int) -> None:
    random, match, marks = Random(seed), begin(seed=seed), set[int]()
    for _ in range(120):
        if not match.asking:
            break
        if random.random() < 0.1:
            with suppress(IllegalAction):
                seat = random.randrange(match.seats)
                match.undo(seat, consent={0, 1, 2} - {seat}, salt=SALT)
        else:
            seat = random.choice(list(match.asking))
            match.play(seat, random.choice(match.asking[seat].options.listed))
        for one in (match, match.clone(), pickle.loads(pickle.dumps(match))):  # noqa: S301  # its own
            for seat in range(match.seats):
                assert one.given(seat) == sum(is_given(answer, seat) for answer in one.answers)
        marks.add(match.mark)
    assert len(marks) > 1
