"""Scenes are part of what viewers receive: equal in worlds that look alike to them, and leaks in them are caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.events import Event
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.show.scenes import Scene, scene
from banneret.show.showing import showing_of
from banneret.testing.conformance import ConformanceError, draw_answer, lock_redeal, lock_twins

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

Told = Sequence[tuple[int, Event]]

HIDDEN: dict[str, Callable[[Any], Sequence[str]]] = {
    "battles": lambda state: [card for hand in state.hands for card in hand.cards],
    "icefire-2021": lambda state: [card for deck in state.decks for card in deck.cards],
    "icefire-s6": lambda state: [card for deck in state.decks for card in deck.cards],
    "runewars": lambda state: state.deck.cards,
    "thrones": lambda state: state.wildlings.cards,
}
"""Cards that others, or nobody, may know, in the state of each game."""
TRIES = 3
SEATS = {"thrones": 3}
OPTIONS: dict[str, dict[str, Any]] = {"runewars": {"size": "skirmish"}}


MOMENTS = (5, 90)
"""Numbers of answers after which the worlds are compared: during setup, and during combat."""


def moments(game: str) -> Iterator[tuple[Match[Any], Stream]]:
    """Play a match at random and yield it at each moment."""
    match = new_match(game, seats=SEATS.get(game, 2), seed="scenes", options=OPTIONS.get(game))
    stream = Stream(derive_key("moments", game))
    for number in range(max(MOMENTS) + 1):
        if number in MOMENTS:
            yield match, Stream(derive_key("worlds", number))
        seat = stream.choice(list(match.asking))
        match.play(seat, draw_answer(match, match.asking[seat], stream))


def caught(lock: Callable[..., object], game: str) -> str:
    """Return what a lock reports of a leak; fails if it finds nothing in a few worlds."""
    for match, stream in moments(game):
        for _ in range(TRIES):
            try:
                lock(match, None, stream=stream)
            except ConformanceError as error:
                return error.what
    raise AssertionError(f"{lock.__name__} found no leak")


@pytest.mark.parametrize("game", HIDDEN)
def test_scenes_are_equal_in_worlds_that_look_alike(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a spectator and the asked seat, in twin worlds and after a redeal of hidden information."""
    showing, kinds = showing_of(rulebook(game)), set[str]()
    honest = showing.scenes

    def noted(view: Any, events: Told) -> tuple[Scene, ...]:
        found = honest(view, events)
        kinds.update(one.kind for one in found)
        return found

    monkeypatch.setattr(showing, "scenes", noted)
    for match, stream in moments(game):
        for viewers in (None, next(iter(match.asking))):
            lock_redeal(match, viewers, stream=stream, worlds=1)
            lock_twins(match, viewers, stream=stream, most=12)
    assert "move" in kinds, kinds


@pytest.mark.parametrize("game", HIDDEN)
@pytest.mark.parametrize("lock", [lock_redeal, lock_twins])
def test_a_scene_that_carries_a_hidden_card_is_caught(
    game: str, lock: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A showing that keeps the state from which the last view was made leaks what neither views nor events contain."""
    book = rulebook(game)
    showing = showing_of(book)
    make_view, honest, kept = book.view, showing.scenes, dict[str, Sequence[str]]()

    def keep(state: Any, seats: frozenset[int]) -> Any:  # as the rulebook takes and returns them
        kept["cards"] = tuple(HIDDEN[game](state))
        return make_view(state, seats)

    def leak(view: Any, events: Told) -> tuple[Scene, ...]:
        return (*honest(view, events), scene("turn", faces=kept["cards"]))

    monkeypatch.setattr(book, "view", keep)
    monkeypatch.setattr(showing, "scenes", leak)
    assert " scenes[" in caught(lock, game)
