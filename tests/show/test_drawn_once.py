"""Cached drawings equal fresh ones, and a part depends only on the fields that it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from banneret.kernel import notation
from banneret.kernel.creation import new_match
from banneret.kernel.stream import Stream, derive_key
from banneret.show import drawn_once as drawn_once_module
from banneret.show.drawn_once import Drawings, drawn_from, drawn_once, forget_drawn
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


def test_containers_are_compared_by_their_contents() -> None:
    drawn: list[Any] = []

    @drawn_once
    def draw(places: list[Place], at: tuple[float, float], held: dict[str, int], two: tuple[Place, ...]) -> str:
        drawn.append(at)
        return f"{len(places)} {at} {held} {len(two)}"

    for _ in range(2):
        draw([Place({"knight": 1})], (1.0, 2.0), {"a": 1}, (Place({}),))
    assert len(drawn) == 1
    draw([Place({"knight": 2})], (1.0, 2.0), {"a": 1}, (Place({}),))
    draw([Place({"knight": 1})], (1.0, 3.0), {"a": 1}, (Place({}),))
    draw([Place({"knight": 1})], (1.0, 2.0), {"a": 2}, (Place({}),))
    draw([Place({"knight": 1})], (1.0, 2.0), {"a": 1}, (Place({}, "stark"),))
    assert len(drawn) == 5


def test_functions_do_not_share_their_drawings() -> None:
    def drawing(what: str) -> Callable[[str], str]:
        @drawn_once
        def draw(name: str) -> str:
            return f"{what} {name}"

        return draw

    one, other = drawing("one"), drawing("other")
    assert (one("a"), other("a"), one("a")) == ("one a", "other a", "one a")


def test_drawings_take_bounded_memory_and_those_in_use_stay() -> None:
    drawings, drawn = Drawings(largest=100), Counter[int]()

    def draw(number: int) -> str:
        drawn[number] += 1
        return "x" * 10

    for number in range(1, 1000):
        drawings.get(number, draw, (number,))
        drawings.get(0, draw, (0,))
        assert len(drawings) <= 20
    assert drawn[0] == 1
    drawings.get(1, draw, (1,))
    assert drawn[1] == 2


class Uncached(Drawings):
    """Keeps nothing."""

    def get(self, key: Any, draw: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        return draw(*args)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "options", "answers"),
    [
        ("thrones", (3, 6), ({}, {}), 150),
        ("battles", (2, 2), ({"scenario": "waystone"}, {"scenario": "breaking-the-siege"}), 120),
        ("icefire-s6", (2, 4), ({}, {}), 120),
        ("icefire-2021", (2, 2), ({}, {"mode": "storm-of-swords"}), 120),
        ("runewars", (2, 4), ({"size": "skirmish"}, {}), 120),
    ],
)
def test_a_board_is_drawn_as_if_nothing_had_been_drawn_before(
    game: str,
    seats: tuple[int, int],
    options: tuple[dict[str, str], dict[str, str]],
    answers: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two matches in turn, so that neither is shown what was drawn for the other."""
    both = [new_match(game, seats=n, seed=7, options=some) for n, some in zip(seats, options, strict=True)]
    random, showing = Random(7), showing_of(both[0].rulebook)
    for number in range(answers):
        views = []
        for match in both:
            if not match.asking:
                continue
            seat = random.choice(list(match.asking))
            ask = match.asking[seat]
            stream = Stream(derive_key("answer", random.getrandbits(32)))
            match.play(seat, notation.write(ask.chooser.draw(ask.options, stream)))
            views += [match.view(viewers).game for viewers in (None, seat)]
        if number % 15 == 0:
            kept = [showing.things(view, language) for view in views for language in ("en", "hu")]
            beside = [showing.panels(view, seats) for view in views for seats in (frozenset[int](), frozenset({0}))]
            with monkeypatch.context() as without:
                without.setattr(drawn_once_module, "_drawings", Uncached())
                assert kept == [showing.things(view, language) for view in views for language in ("en", "hu")]
                assert beside == [
                    showing.panels(view, seats) for view in views for seats in (frozenset[int](), frozenset({0}))
                ]
