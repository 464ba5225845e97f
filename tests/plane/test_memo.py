"""Kept results are those that would be computed again."""

from functools import partial
from random import Random

import pytest

import banneret
from banneret.plane.memo import Memo


def test_a_result_is_computed_once_and_forgotten_when_the_memo_is_full() -> None:
    memo, computed = Memo[int](most=2), list[int]()

    def square(n: int) -> int:
        computed.append(n)
        return n * n

    assert [memo.get(n, partial(square, n)) for n in (3, 3, 4, 3, 5, 3)] == [9, 9, 16, 9, 25, 9]
    assert computed == [3, 4, 5, 3]


def test_a_memo_that_is_checked_finds_keys_that_lack_something(monkeypatch: pytest.MonkeyPatch) -> None:
    memo = Memo[int]()
    assert memo.get("key", lambda: 1) == 1
    assert memo.get("key", lambda: 2) == 1
    monkeypatch.setattr(Memo, "is_checked", True)
    with pytest.raises(RuntimeError, match="out of date"):
        memo.get("key", lambda: 2)


@pytest.mark.parametrize(("game", "seed"), [("icefire-s6", 1), ("icefire-2021", 2), ("runewars", 3)])
def test_nothing_kept_is_out_of_date_in_matches_and_their_copies(
    game: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Memo, "is_checked", True)
    match = banneret.new_match(game, seats=2, seed=seed, events=False)
    pick = Random(seed)
    for number in range(150):
        if match.outcome is not None:
            break
        seat, ask = next(iter(match.asking.items()))
        if number % 10 == 0:
            twin = match.clone()
            assert twin.asking[seat].options.listed == ask.options.listed
        match.play(seat, pick.choice(ask.options.listed))
