"""Drafts: several answers as one whole, judged like single answers, and nothing answered before they are committed."""

from __future__ import annotations

import pytest

from banneret.kernel.choosers import Part
from banneret.kernel.drafts import closing, fit, offered, part_of, position
from banneret.kernel.notation import write
from tests.kernel.helpers import Skirl, begin, first, play_until, seal, until_asked
from tests.kernel.toy_actions import Stay, TossChooser


def stake(match: Skirl, seat: int) -> str:
    twin = match.clone()
    twin.play(seat, "bid 1")
    return first(twin, seat)


def test_answers_come_in_any_order_and_the_match_stays_as_it_is() -> None:
    match = begin(seed=6)
    before, card = match.digest(), stake(match, 0)
    draft = fit(match, 0, ["posture lurk", card, "bid 2"])
    assert [write(one) for one in draft.given] == ["posture lurk", card, "bid 2"]
    assert [write(one) for one in draft.played] == ["bid 2", card, "posture lurk"]
    assert (draft.name, draft.missing, draft.whole, draft.asks, draft.faults) == ("plan", 0, True, (), ())
    assert match.digest() == before
    assert draft.shown is match
    assert draft.staged == draft.given


def test_what_is_missing_is_counted_and_can_be_answered_next() -> None:
    match = begin(seed=6)
    empty = fit(match, 1, [])
    assert (empty.missing, empty.whole, [ask.kind for ask in empty.asks]) == (3, False, ["bid", "stake", "posture"])
    some = fit(match, 1, ["posture boast"])
    assert (some.missing, [ask.kind for ask in some.asks]) == (2, ["bid", "stake"])


def test_faults_name_the_rule_and_the_place_of_the_answer() -> None:
    match = begin(seed=6)
    draft = fit(match, 0, ["bid 900", "bid 2", "bid 3", "stay", "nonsense"])
    assert not draft.whole
    assert [write(one) for one in draft.given] == ["bid 2"]
    faults = {one.at: one.refusal.rule for one in draft.faults}
    assert faults == {0: "kernel:domain", 2: "kernel:draft", 3: "kernel:draft", 4: "kernel:notation"}


def test_a_draft_is_whole_though_its_last_answer_would_end_the_phase() -> None:
    match = begin(seed=6)
    for seat in (1, 2):
        seal(match, seat, "bid 1", stake(match, seat), "posture rest")
    draft = fit(match, 0, ["bid 2", stake(match, 0), "posture rest"])
    assert draft.whole
    assert match.label == draft.shown.label
    over = fit(match, 0, ["bid 2", stake(match, 0), "posture rest", "stay"])
    assert [one.at for one in over.faults] == [3]


def test_what_it_says_does_not_depend_on_others() -> None:
    alone, after = begin(seed=6), begin(seed=6)
    for seat in (1, 2):
        seal(after, seat, "bid 1", stake(after, seat), "posture rest")
    for answers in ([], ["bid 2"], ["bid 2", stake(alone, 0), "posture rest"], ["bid 2", "posture rest", "bid 1"]):
        one, other = fit(alone, 0, answers), fit(after, 0, answers)
        assert one[:4] == other[:4] or [a.kind for a in one.asks] == [a.kind for a in other.asks]
        assert (one.given, one.missing, one.whole, one.faults) == (
            other.given,
            other.missing,
            other.whole,
            other.faults,
        )


def test_a_question_on_its_own_is_no_draft() -> None:
    match = play_until(begin(seed=6), lambda now: not now.together)
    (seat,) = match.asking
    assert part_of(match, seat) is None
    assert closing(match, seat, "plan", None) is None
    with pytest.raises(LookupError):
        fit(match, seat, [])


def closing_toss(monkeypatch: pytest.MonkeyPatch, things: tuple[str, ...]) -> Skirl:
    """A match that asks which card is tossed, as a draft that `stay` ends."""
    monkeypatch.setattr(TossChooser, "part", lambda _: Part("toss", len(things), things, closing=Stay()))
    return until_asked("toss")


@pytest.mark.parametrize("things", [(), ("card:axe",)])
def test_the_answer_that_ends_a_draft_is_not_offered_in_it(
    monkeypatch: pytest.MonkeyPatch, things: tuple[str, ...]
) -> None:
    match = closing_toss(monkeypatch, things)
    (ask,) = match.asking.values()
    assert ask.options.listed[0] == Stay()
    assert offered(ask) == (list(ask.options.listed[1:]) if things else [])
    monkeypatch.setattr(TossChooser, "part", lambda _: Part("toss", 1))
    assert offered(ask) == list(ask.options.listed)


def test_an_answer_that_only_ends_a_draft_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    match = closing_toss(monkeypatch, ())
    (seat,) = match.asking
    draft = fit(match, seat, ["stay"])
    assert (draft.given, draft.faults, draft.whole) == ((), (), True)


def test_an_answer_is_tried_where_its_question_comes_and_never_beyond_the_draft() -> None:
    match = begin(seed=6)
    for seat in (1, 2):
        seal(match, seat, "bid 1", stake(match, seat), "posture rest")
    kinds = {
        tried: position(match, 0, ["bid 2"], tried).asking[0].kind
        for tried in ("bid 1", "posture lurk", stake(match, 0), None)
    }
    assert list(kinds.values()) == ["stake", "posture", "stake", "stake"]
    whole = position(match, 0, ["bid 2", stake(match, 0), "posture rest"], "posture lurk")
    assert whole.asking[0].kind == "posture"
    assert whole.label == match.label
