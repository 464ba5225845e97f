"""Stops: how many answers are passes for those who are only asked when they hold something."""

from __future__ import annotations

import pytest

from banneret.bots import make_bot
from banneret.bots.player import Player
from banneret.kernel import notation
from banneret.kernel.creation import new_match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import derive_key


@pytest.mark.slow
@pytest.mark.parametrize("book", ["icefire-s6", "icefire-2021"])
def test_at_most_one_answer_in_four_is_a_pass_in_a_window_of_the_first_round(book: str) -> None:
    """Two greedy bots with the default lists; windows in which a hand has only `pass` are not asked."""
    match = new_match(book, seats=2, seed=1)
    bots = [make_bot("greedy", seat) for seat in range(2)]
    asked = passes = spared = 0
    while "2" not in match.label:
        seat, ask = next(iter(match.asking.items()))
        name = ask.chooser.window()
        assert name == "" or name in rulebook(book).windows
        if name and len(ask.options) == 1:
            spared += 1
            match.play(seat, ask.options[0])
            continue
        answer = bots[seat].choose(Player(match, seat, derive_key("stops", asked)))
        asked += 1
        passes += name != "" and (answer if isinstance(answer, str) else notation.write(answer)) == "pass"
        match.play(seat, answer)
    assert passes <= asked / 4
    assert passes + spared > asked / 4, "it would be more without stops"
