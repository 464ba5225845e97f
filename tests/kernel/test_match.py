"""Matches: asking, answering, forfeits, positions, copies; a rule that fails changes nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from banneret.kernel.choosers import IllegalAction, Refusal
from banneret.kernel.creation import from_position, new_match
from banneret.kernel.driver import FlowError
from banneret.kernel.flow import Checkpoint, Flow, MatchOver, ask, together
from banneret.kernel.journal import FORCED, FORFEIT
from banneret.kernel.record import Record
from banneret.kernel.registry import register, rulebooks
from banneret.kernel.rule_error import RuleError
from banneret.kernel.rulebook import OptionError, PositionError
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import check_clone, check_record, play_on, random_match, stand
from tests.kernel.helpers import (
    asked,
    begin,
    finished,
    first,
    given,
    play_first,
    play_until,
    seat_asked,
    until_asked,
)
from tests.kernel.toy import SkirlRulebook
from tests.kernel.toy_actions import Bid, BidChooser, BuryChooser, Plant, PlantSpace, ScoutChooser, Skirl
from tests.kernel.toy_events import Revealed
from tests.kernel.toy_state import State


def test_a_match_says_who_is_asked_what() -> None:
    match = begin(seats=3)
    assert list(match.asking) == [0, 1, 2]
    assert [ask.kind for ask in match.asking.values()] == ["bid"] * 3
    question = match.asking[1]
    assert (question.rule, question.prompt.id, repr(question)) == ("skirl:bid", "ask.bid", "<Ask seat 1: bid>")
    assert list(question.options) == [Bid(n) for n in range(6)]
    assert question.options[1:3] == [Bid(1), Bid(2)]
    assert match.outcome is None
    assert match.label == "round 1, muster"
    assert match.seats == 3


def test_the_seats_asked_come_in_seat_order() -> None:
    match = begin(seats=4)
    for seat in (3, 1):
        match.play(seat, "bid 1")
        match.undo(seat)
    assert list(match.asking) == list(match.clone().asking) == [0, 1, 2, 3]


def test_a_question_is_listed_when_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = []
    real = BidChooser.options

    def options(self: BidChooser) -> list[Bid]:
        listed.append(self)
        return real(self)

    monkeypatch.setattr(BidChooser, "options", options)
    monkeypatch.setattr(BidChooser, "only", lambda *_: None)
    match = begin()
    match.play(0, "bid 1")
    match.clone()
    assert listed == []
    assert len(match.asking[1].options) == 6
    assert match.asking[1].options[0] == Bid(0)
    assert len(listed) == 1


def test_an_answer_out_of_turn_is_refused() -> None:
    match = until_asked("scout")
    seat = seat_asked(match)
    for other, why in (((seat + 1) % 3, "not-asked"), (7, "no-seat"), (-1, "no-seat")):
        with pytest.raises(IllegalAction) as caught:
            match.play(other, "stay")
        assert caught.value.refusal.reason.id == f"refuse.kernel.{why}"
    with pytest.raises(IllegalAction) as caught:
        finished().play(0, "stay")
    assert caught.value.refusal.reason.id == "refuse.kernel.over"


def test_a_refusal_names_rule_and_reason_and_changes_nothing() -> None:
    match = begin()
    before = stand(match)
    with pytest.raises(IllegalAction, match=r"seat 0: 'bid 9' is not allowed: .* \(skirl:purse\)") as caught:
        match.play(0, "bid 9")
    assert (caught.value.seat, caught.value.tried) == (0, "bid 9")
    assert match.refusal(0, "bid 9") == caught.value.refusal
    assert match.refusal(0, "bid 5") is None
    assert stand(match) == before


def test_an_option_that_was_changed_is_checked_again() -> None:
    match = begin()
    option = match.asking[0].options[1]
    assert match.asking[0].offers(option)
    assert not match.asking[0].offers(Bid(1))
    match.play(0, option)
    assert match.answers[-1].action is option


def test_a_space_takes_what_is_not_suggested_as_it_is() -> None:
    match = until_asked("plant")
    seat = seat_asked(match)
    question = match.asking[seat]
    assert question.chooser.only(question.options) is None
    assert Plant(333, "south") not in list(question.options)
    match.play(seat, "plant 333 from south")
    assert match.state.banners[-1] == [seat, 333]
    assert any(a.action == Plant(333, "south") for a in match.answers)


def test_a_space_refuses_and_checks() -> None:
    space = PlantSpace([500])
    assert space.check(Plant(550, "north")) == Refusal("skirl:gap", space.refusal(Plant(550, "north")).reason)  # type: ignore[union-attr]  # a space
    assert space.refusal(Plant(560, "north")) is None
    assert space.refusal(Plant(1001, "north")) is not None
    assert not isinstance(space.check(Plant(560, "north")), Refusal)
    assert all(space.refusal(p) is None for p in space.suggest())
    match = until_asked("plant")
    assert match.refusal(seat_asked(match), f"plant {10**17} from north") is not None


# Forced answers


def test_a_forced_answer_is_neither_recorded_nor_told() -> None:
    match = until_asked("plant", seats=2)
    seat = seat_asked(match)
    before = len(match.events)
    match.play(seat, "plant 10 from north")
    assert match.asking[1 - seat].kind == "toss"  # whom to taunt was no question
    forced = [a for a in match.answers if a.how == FORCED]
    assert forced[-1].action.rival == f"seat-{1 - seat}"
    assert b"taunt" not in b"".join(Record.of(match).lines())
    assert [type(t.event).__name__ for t in match.events[before:]] == ["Planted"]
    assert all(b'"do":"posture rest"' not in line or b'"bid 0"' not in line for line in Record.of(match).lines())


def test_forced_answers_come_again_in_copies_and_replays() -> None:
    match = until_asked("toss", seats=2)
    check_clone(match)
    assert stand(Record.of(match).replay()) == stand(match)


def test_who_bids_nothing_rests_unasked() -> None:
    match = begin()
    match.play(0, "bid 0")
    match.play(0, first(match, 0))
    assert match.view(0).waiting == {0: "ready", 1: "deciding", 2: "deciding"}
    assert match.view(0).sealed[0][-1] == "posture rest"
    match.play(1, "bid 1")
    match.play(1, first(match, 1))
    assert match.asking[1].kind == "posture"


# Rules that fail


class Fails(SkirlRulebook):
    """Fails at a place that the test names."""

    id = "fails"
    at = ""

    def fail(self, place: str) -> None:
        if self.at == place:
            raise ZeroDivisionError(place)

    def muster(self, game: Skirl) -> Flow[None]:
        self.fail("muster" if game.state.round > 1 else "first")
        yield from super().muster(game)
        self.fail("closed")

    def decide(self, game: Skirl, seat: int) -> Flow[tuple[int, str]]:
        bid = yield from ask(seat, BidChooser(game.state.coins[seat]))
        if bid.coins == 3:
            self.fail("inside")
        decided = yield from super().decide(game, seat)
        return bid.coins and decided[0], decided[1]

    def scout(self, game: Skirl) -> Flow[None]:
        yield from super().scout(game)
        self.fail("scouted")

    def reveal(self, game: Skirl) -> Flow[None]:
        yield from super().reveal(game)
        self.fail("revealed")

    def outcome(self, state: State) -> Any:
        self.fail("outcome")
        return super().outcome(state)


@pytest.fixture
def fails() -> Fails:
    book = Fails()
    register(book)
    return book


def fails_and_stays(match: Any, book: Fails, place: str, seat: int, answer: str) -> None:
    before, events, record = stand(match), match.events, Record.of(match).hash()
    refusals = [match.undo_refusal(s) for s in range(match.seats)]
    book.at = place
    with pytest.raises(RuleError, match=f"ZeroDivisionError: .*{place}"):
        match.play(seat, answer)
    book.at = ""
    assert (stand(match), match.events, Record.of(match).hash()) == (before, events, record)
    assert [match.undo_refusal(s) for s in range(match.seats)] == refusals
    check_clone(match)
    match.play(seat, answer)
    play_on(match, Stream(derive_key("on")))
    check_record(match)


def test_a_rule_that_fails_inside_a_together_leaves_the_match_as_it_was(fails: Fails) -> None:
    match = begin(book="fails")
    match.play(2, "bid 1")
    match.play(0, "bid 2")
    match.play(2, "bid 1")
    fails_and_stays(match, fails, "inside", 1, "bid 3")


def test_a_rule_that_fails_when_a_together_closes_leaves_the_match_as_it_was(fails: Fails) -> None:
    match = begin(book="fails")
    while not (len(match.asking) == 1 and match.asking[1].kind == "posture"):
        seat = max(match.asking)  # the last seat first: in the journal they stand otherwise once it is closed
        if match.asking[seat].kind == "posture" and seat == 1:
            seat = 0
        match.play(seat, "bid 1" if match.asking[seat].kind == "bid" else first(match, seat))
    fails_and_stays(match, fails, "closed", 1, "posture boast")


def test_a_rule_that_fails_after_chance_and_a_checkpoint_leaves_the_match_as_it_was(fails: Fails) -> None:
    match = play_until(begin(book="fails", seed=4), asked("scout"))
    twin = match.clone()
    fails_and_stays(match, fails, "revealed", seat_asked(match), "stay")
    twin.play(seat_asked(twin), "peek deck")
    fails_and_stays(twin, fails, "scouted", seat_asked(twin), "bury")


def test_a_rule_that_fails_a_turn_later_leaves_the_match_as_it_was(fails: Fails) -> None:
    match = play_until(begin(book="fails", seed=4), asked("toss"))
    match.play(seat_asked(match), "stay")
    fails_and_stays(match, fails, "muster", seat_asked(match), "stay")


def test_an_outcome_that_fails_leaves_the_match_as_it_was(fails: Fails) -> None:
    match = play_until(begin(book="fails", rounds=1), asked("toss"))
    match.play(seat_asked(match), "stay")
    fails_and_stays(match, fails, "outcome", seat_asked(match), "stay")


def test_a_forfeit_that_fails_leaves_the_match_as_it_was(fails: Fails) -> None:
    match = play_until(begin(book="fails"), asked("scout"))
    before, record = stand(match), Record.of(match).hash()
    fails.at = "scouted"
    with pytest.raises(RuleError):
        match.forfeit(seat_asked(match))
    fails.at = ""
    assert (stand(match), Record.of(match).hash(), match.state.forfeited) == (before, record, [])
    check_clone(match)


def test_a_rule_that_fails_at_once_begins_no_match(fails: Fails) -> None:
    fails.at = "first"
    with pytest.raises(ZeroDivisionError):
        begin(book="fails")


# Flows that ask for what no flow may ask


class Strange(SkirlRulebook):
    """Its outermost flow is the test's."""

    id = "strange"
    kind = ""

    def flow(self, game: Skirl) -> Flow[None]:
        if self.kind != "no checkpoint":
            yield Checkpoint("begin")
        if self.kind == "over":
            return
        if self.kind == "other seat":
            yield from together({0: ask(1, BuryChooser())})
        elif self.kind == "nested":
            yield from together({0: together({0: ask(0, BuryChooser())})})
        elif self.kind == "empty":
            yield from together({})
            yield from ask(1, BuryChooser())
        else:
            yield from ask(0, BuryChooser())
        if self.kind == "uncaught":
            raise MatchOver


@pytest.mark.parametrize("kind", ["no checkpoint", "other seat", "nested"])
def test_a_flow_that_asks_what_it_may_not_is_an_error(kind: str) -> None:
    register(book := Strange())
    book.kind = kind
    with pytest.raises(FlowError):
        begin(book="strange")


def test_an_ending_that_is_not_caught_is_an_error_of_the_rules() -> None:
    register(book := Strange())
    book.kind = "uncaught"
    match = begin(book="strange")
    with pytest.raises(RuleError, match="MatchOver"):
        match.play(0, "stay")
    assert list(match.asking) == [0]


def test_a_flow_can_be_over_at_once_and_a_together_can_be_empty() -> None:
    register(book := Strange())
    book.kind = "over"
    assert begin(book="strange").outcome is not None
    book.kind = "empty"
    assert list(begin(book="strange").asking) == [1]
    check_clone(begin(book="strange"))


# The end


def test_a_match_ends_with_places_scores_and_reason() -> None:
    match = finished()
    assert match.asking == {}
    assert match.outcome is not None
    assert sorted(s for place in match.outcome.places for s in place) == [0, 1, 2]
    assert match.outcome.reason == "rounds"
    assert match.view().outcome == match.outcome
    check_clone(match)


def test_a_rule_can_end_the_match_at_once() -> None:
    match = until_asked("plant", goal=100)
    match.play(seat_asked(match), "plant 500 from north")
    assert match.outcome is not None
    assert match.outcome.reason == "goal"
    check_record(match)


# Forfeits


def test_a_forfeited_seat_is_answered_for_by_the_first_option_and_places_last() -> None:
    match = begin(seats=4, seed=5)
    match.forfeit(2)
    assert list(match.asking) == [0, 1, 3]
    play_on(match, Stream(derive_key(5)))
    assert match.outcome is not None
    assert match.outcome.places[-1] == (2,)
    assert match.outcome.reason == "rounds"
    gone = [a for a in match.answers if a.seat == 2]
    assert gone[0].how == FORFEIT
    assert all(a.how == FORCED for a in gone[1:])
    check_record(match)
    assert [e for _, e in match.events_for() if type(e).__name__ == "Forfeited"]


def test_the_last_seat_left_wins_and_forfeits_place_in_reverse() -> None:
    match = until_asked("scout", seats=4)
    for seat in (3, 0, 1):
        assert match.outcome is None
        match.forfeit(seat)
    assert match.outcome is not None
    assert match.outcome.places == ((2,), (1,), (0,), (3,))
    assert match.outcome.reason == "forfeits"
    assert match.asking == {}
    check_clone(match)
    check_record(match)
    for seat in (2, 3):
        with pytest.raises(IllegalAction):
            match.forfeit(seat)


def test_the_rules_are_left_when_the_last_seat_has_won(monkeypatch: pytest.MonkeyPatch) -> None:
    left = []

    def scout(_: SkirlRulebook, __: Skirl) -> Flow[None]:
        try:
            yield from ask(0, ScoutChooser(0, 2))
        finally:
            left.append("scout")

    monkeypatch.setattr(SkirlRulebook, "scout", scout)
    match = until_asked("scout", seats=2)
    left.clear()
    match.forfeit(1)
    assert (match.asking, left) == ({}, ["scout"])


@pytest.mark.parametrize(("seat", "why"), [(1, "forfeited"), (9, "no-seat")])
def test_a_forfeit_is_refused_where_there_is_none(seat: int, why: str) -> None:
    match = begin()
    match.forfeit(1)
    with pytest.raises(IllegalAction) as caught:
        match.forfeit(seat)
    assert caught.value.refusal.reason.id == f"refuse.kernel.{why}"


@pytest.mark.parametrize("seed", range(25))
def test_forfeits_anywhere_are_copied_and_played_again(seed: int) -> None:
    """Forfeits fall at random, within what is sealed too; every copy stands where the match stands."""
    stream = Stream(derive_key("forfeits", seed))
    match = begin(seats=2 + seed % 3, seed=seed)
    while match.asking:
        if stream.below(12) == 0:
            left = [s for s in range(match.seats) if s not in match.state.forfeited]
            match.forfeit(stream.choice(left))
            check_clone(match)
            check_record(match)
            assert stand(from_position("skirl", json.loads(json.dumps(match.position())))) == stand(match)
            world = match.imagine(0, seed)
            assert world.state.forfeited == match.state.forfeited
            assert stand(match.imagine(0, 3).imagine(0, seed)) == stand(world)
            continue
        seat = stream.choice(list(match.asking))
        question = match.asking[seat]
        match.play(seat, question.chooser.draw(question.options, stream))
    check_record(match)
    check_clone(match)


def test_forfeits_while_all_decide_keep_their_order() -> None:
    match = begin(seats=4)
    match.play(3, "bid 2")
    match.forfeit(3)
    match.forfeit(1)
    play_first(match, 2, 2, 0, 0)
    assert match.state.forfeited == [3, 1]
    (revealed,) = [t.event for t in match.events if isinstance(t.event, Revealed)]
    assert revealed.bids[3] == 2  # what was answered before stands
    assert revealed.bids[1] == 0
    check_record(match)
    again = Record.parse(b"".join(Record.of(match).lines())).replay()
    assert again.state.forfeited == [3, 1]


# Positions


def test_a_position_is_a_checkpoint_and_the_answers_since(tmp_path: Path) -> None:
    match = begin(seed=2)
    match.play(1, "bid 1")
    match.play(0, "bid 2")
    position = json.loads(json.dumps(match.position()))
    assert position["answers"] == [[0, "bid 2"], [1, "bid 1"]]
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position))
    for again in (from_position("skirl", position), from_position("skirl", path), from_position("skirl", str(path))):
        assert stand(again) == stand(match)
    state_alone = from_position("skirl", position["state"])
    assert given(state_alone) == 0
    assert state_alone.label == match.label


def test_a_position_can_be_one_in_which_all_is_over() -> None:
    state = {**finished().position()["state"], "step": "over"}
    match = from_position("skirl", state)
    assert match.outcome is not None
    assert match.asking == {}
    check_clone(match)


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"rulebook": "chess"}, "rulebook"),
        ({"answers": [[0, "bid 9"]]}, r"answers\[0\]: 'bid 9' of seat 0 is not allowed: skirl.purse"),
        ({"answers": [[0, "bid 1"], [0]]}, r"answers\[1\]"),
        ({"answers": [[0, 1]]}, r"answers\[0\]"),
        ({"answers": 7}, "answers: not a list"),
        ({"answers": [{"forfeit": 9}]}, r"answers\[0\]"),
        ({"answers": [{"salt": "xyz"}]}, r"answers\[0\]"),
        ({"answers": [{"dance": 1}]}, r"answers\[0\]: 'dance' is neither"),
        ({"answers": [{}]}, r"answers\[0\]"),
        ({"chance": "abc"}, "chance"),
        ({"state": {"seats": 3}}, "missing"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_name(change: dict[str, Any], names: str) -> None:
    with pytest.raises(PositionError, match=names):
        from_position("skirl", {**begin().position(), **change})


@pytest.mark.parametrize("text", ["", "[]", "{", "7", "\xff"])
def test_a_file_that_is_no_position_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(PositionError, match=r"p\.json"):
        from_position("skirl", path)


# Making


def test_the_same_seed_is_the_same_match() -> None:
    assert begin(seed=1).digest() == begin(seed=1).digest()
    assert begin(seed=1).digest() != begin(seed="1").digest()
    keys = {new_match("skirl", seats=2).state.key for _ in range(5)}
    assert len(keys) == 5
    assert new_match("skirl", seats=2, key=bytes(16)).state.key == bytes(16)


def test_what_a_match_cannot_be_made_of() -> None:
    for arguments, what in (
        ({"seats": 5}, "seats: 5; skirl is played with 2, 3, 4"),
        ({"seats": 2, "options": {"rounds": "x"}}, "rounds"),
        ({"seats": 2, "options": {"dice": 2}}, "dice"),
        ({"seats": 2, "key": b"short"}, "key: 5 bytes"),
    ):
        with pytest.raises(OptionError, match=what):
            new_match("skirl", **arguments)
    with pytest.raises(LookupError, match="there is no rulebook 'go'; available: skirl"):
        new_match("go", seats=2)
    (info,) = rulebooks()
    assert (info.id, info.seats, info.version) == ("skirl", (2, 3, 4), "1")
    assert "rounds" in json.dumps(info.options)


# Copies


def test_a_clone_is_equal_and_independent() -> None:
    def look(match: Any) -> None:
        if len(match.answers) % 7 == 0:
            check_clone(match)

    for seats in (2, 3, 4):
        random_match("skirl", seats, 11, on_question=look, events=True)


def test_old_copies_never_change() -> None:
    kept: list[tuple[Any, Any]] = []

    def look(match: Any) -> None:
        twin = match.clone()
        kept.append((twin, stand(twin)))

    random_match("skirl", 3, 3, on_question=look)
    assert len(kept) > 20
    assert all(stand(twin) == before for twin, before in kept)


HASH = """
import sys
from banneret.kernel import registry
from tests.kernel.toy import SkirlRulebook
from banneret.testing.conformance import random_match, lock_redeal
from banneret.kernel.record import Record
registry.register(SkirlRulebook())
match = random_match("skirl", 4, 17)
world = Record.of(random_match("skirl", 4, 18)).replay(upto=30).imagine([1], 5)
print(match.digest(), Record.of(match).hash(), world.digest())
"""


@pytest.mark.slow
def test_nothing_depends_on_the_order_of_a_hash() -> None:
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "src"), str(root)])
    found = set()
    for seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        done = subprocess.run([sys.executable, "-c", HASH], capture_output=True, text=True, env=env, check=True)
        found.add(done.stdout)
    assert len(found) == 1
    assert len(found.pop().split()) == 3
