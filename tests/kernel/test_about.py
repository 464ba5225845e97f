"""Questions asked by a card name the card, and only the seat asked sees it."""

from __future__ import annotations

from banneret.kernel.flow import Question, Together, about, ask, together
from banneret.kernel.match import Match
from banneret.kernel.questions import MayChooser
from banneret.kernel.record import Record
from tests.kernel.helpers import asked, begin, first, play_until, seat_asked, until_asked


def abouts(match: Match[object]) -> dict[int, str]:
    return {seat: ask.about for seat, ask in match.asking.items()}


def test_a_question_of_no_card_is_about_nothing() -> None:
    assert abouts(until_asked("taunt")) == {seat_asked(until_asked("taunt")): ""}


def test_all_questions_of_a_card_are_about_it_and_those_of_a_card_within_about_that() -> None:
    match = until_asked("toss")
    seat = seat_asked(match)
    assert abouts(match) == {seat: "taunt"}
    match.play(seat, first(match, seat))
    play_until(match, asked("refill"))
    seat = seat_asked(match)
    assert abouts(match) == {seat: "refill"}
    match.play(seat, "refill")
    assert abouts(match) == {seat: "taunt"}  # the second question of the kind is not wrapped again


def test_questions_in_simultaneous_decisions_keep_it_when_they_are_repeated() -> None:
    match = begin(seed=6)
    for seat in (0, 2):
        match.play(seat, "bid 1")
    assert abouts(match) == {0: "stake", 1: "", 2: "stake"}
    assert abouts(match.clone()) == abouts(match)
    assert abouts(Record.of(match).replay()) == abouts(match)


def test_copies_and_records_are_asked_about_the_same_card() -> None:
    match = until_asked("toss")
    assert abouts(match.clone()) == abouts(Record.of(match).replay()) == abouts(match)


def test_only_the_seat_asked_sees_what_its_question_is_about() -> None:
    match = until_asked("toss")
    seat = seat_asked(match)
    assert [one.about for one in match.view(frozenset({seat})).asks] == ["taunt"]
    assert match.view(frozenset({(seat + 1) % 3})).asks == ()


def test_simultaneous_questions_of_a_card_are_marked_too() -> None:
    flows = {seat: ask(seat, MayChooser("use", "skirl:use.1")) for seat in range(2)}
    flows[1] = about("inner", flows[1])
    request = next(about("outer", together(flows)))
    assert isinstance(request, Together)
    questions = {seat: next(flow) for seat, flow in request.flows.items()}
    assert {seat: one.about for seat, one in questions.items() if isinstance(one, Question)} == {0: "outer", 1: "inner"}
