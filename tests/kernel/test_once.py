"""What rules find once is given to copies."""

from collections.abc import Iterator

import pytest

from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow, ask
from banneret.kernel.game import Game
from banneret.testing.kept import checked
from tests.kernel.helpers import until_asked
from tests.kernel.toy import SkirlRulebook
from tests.kernel.toy_actions import ScoutChooser, Skirl


class _Source:
    key = b"0" * 16
    drawn = 0


def _game() -> Game[_Source]:
    source = _Source()
    return Game(source, Chance(source, []))


def _counting() -> Iterator[int]:
    yield from range(100)


def test_a_copy_is_given_what_was_found_and_goes_on_alone() -> None:
    numbers = _counting()
    game, copy = _game(), _game()
    assert [game.once(next, numbers), game.once(next, numbers)] == [0, 1]
    copy.recall(game)
    assert [copy.once(next, numbers), copy.once(next, numbers), copy.once(next, numbers)] == [0, 1, 2]
    assert game.once(next, numbers) == 3


def test_a_checkpoint_forgets_and_simultaneous_answers_keep_nothing() -> None:
    numbers = _counting()
    game, copy = _game(), _game()
    game.once(next, numbers)
    game.forget(more=True)
    copy.recall(game)
    assert copy.once(next, numbers) == 1
    game.forget(more=False)
    game.once(next, numbers)
    copy.recall(game)
    assert copy.once(next, numbers) == 3


def test_after_a_checkpoint_what_is_found_is_kept_again() -> None:
    numbers = _counting()
    game, copy = _game(), _game()
    game.forget(more=False)
    game.forget(more=True)
    assert game.once(next, numbers) == 0
    copy.recall(game)
    assert copy.once(next, numbers) == 0


def test_a_clone_of_a_match_finds_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, found = _counting(), []

    def scout(_: SkirlRulebook, game: Skirl) -> Flow[None]:
        found.append(game.once(next, numbers))
        yield from ask(0, ScoutChooser(0, 3))

    monkeypatch.setattr(SkirlRulebook, "scout", scout)
    match = until_asked("scout")
    found.clear()
    match.clone()
    assert found == [0]


def test_a_result_that_depends_on_more_is_reported_when_checked() -> None:
    numbers = _counting()
    game, copy = _game(), _game()
    game.once(next, numbers)
    copy.recall(game)
    with checked(), pytest.raises(RuntimeError, match="finds 1 instead of 0"):
        copy.once(next, numbers)
