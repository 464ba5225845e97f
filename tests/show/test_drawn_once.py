"""What is drawn once for each state is what would be drawn anew, and a part sees only the fields that it names."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from banneret.kernel import notation
from banneret.kernel.creation import new_match
from banneret.kernel.stream import Stream, derive_key
from banneret.show.drawn_once import drawn_from, drawn_once, forget_drawn
from banneret.show.showing import showing_of


class Place(msgspec.Struct, frozen=True):
    """A place and what is there."""

    units: dict[str, int]
    owner: str | None = None


def test_a_part_is_drawn_once_for_each_state() -> None:
    drawn: list[Any] = []

    @drawn_once
    def draw(place: Place, language: str) -> str:
        drawn.append(place)
        return f"{place.units} {place.owner} {language}"

    assert draw(Place({"knight": 1}), "en") == draw(Place({"knight": 1}), "en") == "{'knight': 1} None en"
    assert draw(Place({"knight": 2}), "en") != draw(Place({"knight": 1}), "de")
    assert len(drawn) == 3
    forget_drawn()
    draw(Place({"knight": 1}), "en")
    assert len(drawn) == 4


def test_a_part_sees_only_the_fields_that_it_names() -> None:
    @drawn_from("units")
    def draw(place: Place) -> str:
        return str(place.owner)

    with pytest.raises(AttributeError):
        draw(Place({}))


@pytest.mark.parametrize("seats", [3, 6])
def test_a_board_is_drawn_as_if_nothing_had_been_drawn_before(seats: int) -> None:
    match, random = new_match("thrones", seats=seats, seed=7), Random(7)
    showing = showing_of(match.rulebook)
    for number in range(300):
        if not match.asking:
            break
        seat = random.choice(list(match.asking))
        ask = match.asking[seat]
        stream = Stream(derive_key("answer", random.getrandbits(32)))
        match.play(seat, notation.write(ask.chooser.draw(ask.options, stream)))
        if number % 10 == 0:
            views = [match.view(viewers).game for viewers in (None, seat)]
            kept = [showing.things(view, language) for view in views for language in ("en", "hu")]
            forget_drawn()
            assert kept == [showing.things(view, language) for view in views for language in ("en", "hu")]
