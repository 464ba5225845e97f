"""A finished match is reviewed: what decisions cost, and luck apart from skill."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

import pytest

from banneret.bots.judging import Judging
from banneret.bots.review import Review, UnjudgedError, review
from banneret.kernel import registry
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from tests.bots.climb import CLIMB, ClimbRulebook, chance
from tests.bots.matches import middle

ENOUGH = 3000
"""Answers that a review of such a short match may play."""


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> ClimbRulebook:
    found = ClimbRulebook()
    monkeypatch.setitem(registry.REGISTRY.books, found.id, found)
    return found


def played(ways: Sequence[str], chance: Sequence[int | str]) -> Match[Any]:
    """Return a match with these answers in which chance has these results: the first seed of such a match."""
    for seed in range(1000):
        match = new_match("climb", seats=2, seed=seed)
        for way in ways:
            match.play(next(iter(match.asking)), f"go {way}")
        if [draw.result for draw in match.draws if draw.result is not None] == list(chance):
            return match
    raise AssertionError("no seed gives these results")


def reviewed(match: Match[Any]) -> Review:
    record = Record.of(match)
    return review(record.steps(), record.entries, answers=ENOUGH)


@pytest.mark.usefixtures("book")
def test_a_blunder_is_the_costliest_decision() -> None:
    found = reviewed(played(["rest", "climb", "roll", "rest"], [2]))
    worst = found.costliest(0, 5)[0]
    assert worst.decision.entry == 1
    assert str(worst.better.way) == "climb"  # type: ignore[attr-defined]  # an action of this game
    assert worst.cost == pytest.approx(chance(CLIMB) - chance(0))
    assert {one.decision.entry for one in found.mistakes} == {1, 4}
    assert found.seats[0].cost == worst.cost
    assert found.seats[1].cost == found.costliest(1, 5)[0].cost
    assert found.chances[0] == (0.5, 0.5)
    assert found.chances[-1] == (0.5, 0.5)


@pytest.mark.usefixtures("book")
def test_a_lucky_die_is_luck_and_not_skill() -> None:
    for result in (0, 5):
        found = reviewed(played(["climb", "climb", "roll", "rest"], [result]))
        lucky = found.seats[0]
        expected = fmean(chance(sides + 1) for sides in range(6))
        assert lucky.luck == pytest.approx(chance(result + 1) - expected, abs=4 * lucky.error)
        assert lucky.error < 0.05
        assert found.seats[1].luck == pytest.approx(-lucky.luck)
        assert found.costliest(0, 5) == ()


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("card", ["0", "8"])
def test_what_nobody_could_know_is_luck(card: str) -> None:
    found = reviewed(played(["climb", "climb", "rest", "draw"], [card]))
    assert found.costliest(1, 5) == ()
    drawn = found.seats[1]
    won = 1.0 if card == "8" else 0.5  # the match is over: equal heights share the win
    assert drawn.luck == pytest.approx(won - (1.0 + 0.5) / 2, abs=4 * drawn.error)


@pytest.mark.usefixtures("book")
def test_a_review_is_the_same_for_a_seed() -> None:
    match = played(["rest", "climb", "roll", "draw"], [3, "8"])
    first, again = reviewed(match), reviewed(match)
    assert first.seats == again.seats
    assert [(one.decision.entry, one.cost) for one in first.mistakes] == [
        (one.decision.entry, one.cost) for one in again.mistakes
    ]


@pytest.mark.usefixtures("book")
def test_a_decision_that_was_taken_back_does_not_count() -> None:
    match = new_match("climb", seats=2, seed=1)
    entries: list[Mapping[str, Any]] = [
        {"seat": 0, "do": "go rest"},
        {"take_back": 0},
        {"seat": 0, "do": "go climb"},
        {"seat": 1, "do": "go climb"},
        {"seat": 0, "do": "go rest"},
        {"seat": 1, "do": "go rest"},
    ]

    def steps() -> Iterator[Match[Any]]:
        yield match
        for entry in entries:
            if "do" in entry:
                match.play(entry["seat"], entry["do"])
            else:
                match.undo(entry["take_back"])
            yield match

    found = review(steps(), entries, answers=ENOUGH)
    assert [one.decision.entry for one in found.costliest(0, 5)] == [5]
    assert found.seats[0].decisions == 2


def test_a_match_that_cannot_be_reviewed_is_refused(book: ClimbRulebook) -> None:
    with pytest.raises(UnjudgedError, match="not over"):
        reviewed(new_match("climb", seats=2, seed=1))
    book.judging = None
    with pytest.raises(UnjudgedError, match="climb does not evaluate positions"):
        reviewed(played(["rest", "rest", "rest", "rest"], []))
    book.judging = Judging()
    with pytest.raises(UnjudgedError, match="climb does not evaluate positions"):
        reviewed(played(["rest", "rest", "rest", "rest"], []))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["thrones", "battles", "icefire-s6", "icefire-2021", "runewars"])
def test_matches_of_every_game_are_reviewed(game: str) -> None:
    seats = 3 if game == "thrones" else 2
    match = middle(game, seats, 7, 12)
    for seat in range(1, seats):
        match.forfeit(seat)
    found = reviewed(match)
    record = Record.of(match)
    assert len(found.chances) == len(record.entries) + 1
    assert all(sum(one) == pytest.approx(1) for one in found.chances)
    assert found.chances[-1] == (1.0, *(0.0,) * (seats - 1))
    answers = [entry["seat"] for entry in record.entries if "do" in entry]
    assert [one.decisions for one in found.seats] == [answers.count(seat) for seat in range(seats)]
    assert sum(one.luck for one in found.seats) == pytest.approx(0, abs=1e-9)
    for mistake in found.mistakes:
        assert 0 < mistake.cost <= 1
        assert mistake.better != mistake.decision.done
