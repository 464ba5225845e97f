"""What seats see is the same, whether made at once or laid over what a spectator sees."""

from __future__ import annotations

from itertools import combinations

import pytest

from banneret.kernel import notation
from banneret.kernel.creation import new_match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance.random_play import ConformanceError
from banneret.testing.conformance.snapshot import check_overlay


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats"),
    [("thrones", 3), ("thrones", 6), ("battles", 2), ("icefire-s6", 2), ("icefire-2021", 2), ("runewars", 4)],
)
def test_an_overlaid_view_is_the_view(game: str, seats: int) -> None:
    match, stream = new_match(game, seats=seats, seed=11), Stream(derive_key("overlay", game, seats))
    everybody = range(seats)
    viewers = [(), *((seat,) for seat in everybody), *combinations(everybody, 2), tuple(everybody)]
    for number in range(80):
        if not match.asking:
            break
        seat = stream.choice(list(match.asking))
        ask = match.asking[seat]
        match.play(seat, notation.write(ask.chooser.draw(ask.options, stream)))
        if number < 20 or number % 10 == 0:  # drafts and dials are at the beginning
            for some in viewers:
                check_overlay(match, some)


@pytest.mark.parametrize("game", ["battles", "icefire-s6"])
def test_an_overlay_with_a_secret_of_another_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match(game, seats=2, seed=11)
    for _ in range(40):  # until somebody holds cards
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, notation.write(ask.options.listed[0]))
    book = match.rulebook
    monkeypatch.setattr(
        type(book), "overlaid", lambda self, state, _public, _seats: self.view(state, frozenset({0, 1}))
    )
    check_overlay(match, (0, 1))
    with pytest.raises(ConformanceError, match="overlaid view differs"):
        check_overlay(match, (0,))
