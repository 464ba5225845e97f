"""The rules of Hidden Coin."""

import pytest
from banneret import IllegalAction, Match, from_position, new_match

from hidden_coin.state import State


def begin(*answers: str, prize: int = 4, rounds: int = 1) -> Match[State]:
    """Start a match in which the die shows `prize`, and play the answers."""
    start = new_match("hidden-coin", seats=2, seed=1, options={"rounds": rounds}).position()["state"]
    match = from_position("hidden-coin", start, chance=[prize - 1])
    for answer in answers:
        match.play(next(iter(match.asking)), answer)
    return match


def scores(match: Match[State]) -> tuple[int, ...]:
    """Return the scores of a finished match."""
    assert match.outcome is not None
    return match.outcome.scores


def test_only_the_hider_sees_the_hand() -> None:
    match = begin("hide left")
    assert match.view(1).game.hand == "left"
    assert match.view(0).game.hand is None
    assert match.view(None).game.hand is None


def test_a_right_guess_scores_for_the_guesser() -> None:
    assert scores(begin("hide left", "guess left")) == (4, 0)


def test_a_wrong_guess_scores_for_the_hider() -> None:
    assert scores(begin("hide left", "guess right")) == (0, 4)


def test_passing_is_allowed_only_for_a_small_prize() -> None:
    assert scores(begin("hide left", "pass", prize=3)) == (0, 0)
    with pytest.raises(IllegalAction) as refused:
        begin("hide left", "pass", prize=4)
    assert refused.value.refusal.rule == "hidden-coin:round.4"


def test_the_seats_take_turns_hiding() -> None:
    match = begin("hide left", "guess left", rounds=2)
    assert list(match.asking) == [0]
    assert match.asking[0].kind == "hide"
