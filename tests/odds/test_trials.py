"""Trials: results of chance that are given, answers that are given, and every combination of answers."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel.choosers import Action, Chooser
from banneret.kernel.flow import Checkpoint, Flow, ask
from banneret.odds.trials import GivenChance, Undecided, carried_out, every_way


class Letter(Action, frozen=True, tag="trial-letter"):
    """A letter."""

    FORM = "letter {letter}"
    letter: str


class Letters(Chooser[Letter]):
    """Which of these letters?"""

    kind = "letter"
    answers = (Letter,)

    def __init__(self, letters: str) -> None:
        self.letters = letters

    def options(self) -> list[Letter]:
        """One action per letter."""
        return [Letter(letter) for letter in self.letters]


def spelled(*choices: str) -> Flow[str]:
    """Ask for a letter of each of the choices; "*" asks for one more."""
    found = ""
    for letters in choices:
        answer = yield from ask(0, Letters(letters))
        found += answer.letter
        if answer.letter == "*":
            found += (yield from ask(1, Letters("yz"))).letter
    return found


def test_given_results_come_in_their_order_until_there_are_none() -> None:
    chance = GivenChance([2, 0])
    assert [chance.pick(6), chance.pick(4)] == [2, 0]
    with pytest.raises(Undecided) as raised:
        chance.pick(8)
    assert raised.value.among == 8


def test_only_questions_with_several_options_are_answered() -> None:
    asked: list[str] = []

    def last(seat: int, chooser: Chooser[Any]) -> Action:
        assert isinstance(chooser, Letters)
        asked.append(f"{seat} {chooser.letters}")
        return chooser.options()[-1]

    assert carried_out(spelled("a", "bc", "d*"), last) == "ac*z"
    assert asked == ["0 bc", "0 d*", "1 yz"]


def test_a_trial_ends_before_a_checkpoint() -> None:
    def flow() -> Flow[None]:
        yield Checkpoint("here")

    with pytest.raises(TypeError, match="a trial ends before a checkpoint"):
        carried_out(flow(), lambda _, chooser: chooser.options()[0])


def test_every_combination_of_answers_is_tried_once() -> None:
    found = list(
        every_way(lambda answer: carried_out(spelled("ab", "c*", "def"), answer), lambda _, chooser: chooser.options())
    )
    expected = [f"{one}{two}{three}" for one in "ab" for two in ("c", "*y", "*z") for three in "def"]
    assert sorted(found) == sorted(expected)


def test_only_the_choices_that_are_given_are_tried() -> None:
    found = every_way(lambda answer: carried_out(spelled("ab", "cd"), answer), lambda _, chooser: chooser.options()[:1])
    assert list(found) == ["ac"]
