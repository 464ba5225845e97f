"""Observations: equal if what a seat may know is equal, and different if it differs."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import numpy as np
import pytest

from banneret.kernel.choosers import Space
from banneret.kernel.match import Match
from banneret.kernel.pile import mask_of
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.rl import Episode, Observer, Task
from banneret.rl.spaces import observation_space
from banneret.testing.twins import twin_of
from tests.rl.play import GAMES, positions

TASKS = [Task(game=game) for game in GAMES] + [Task(game="thrones", seats=3, options={"tides_of_battle": True})]
COIN = Task(game="hidden-coin")


@pytest.fixture(params=[*TASKS, COIN], ids=lambda task: f"{task.game}-{task.seat_count if task is not COIN else 2}")
def task(request: pytest.FixtureRequest) -> Task:
    request.getfixturevalue("hidden_coin")
    found: Task = request.param
    return found


def knowledge(match: Match[Any], seat: int) -> bytes:
    """What a seat may know, as JSON: its view without what is the same in other words."""
    view = match.view(None if seat < 0 else seat)
    return msgspec.json.encode(
        [view.game, *map(list, (view.waiting.items(), view.asks, view.sealed.items()))], order="sorted"
    )


def observed(observer: Observer, match: Match[Any], seat: int) -> bytes:
    found = observer.observe(match, seat, None)
    return found["observation"].tobytes()


@pytest.mark.slow
def test_observations_are_equal_exactly_if_the_views_are(task: Task) -> None:
    observer = Observer(rulebook(task.game))
    views: dict[bytes, bytes] = {}
    seen: dict[bytes, bytes] = {}
    for match in positions(task, 1, 100):
        for seat in (*match.asking, -1):
            view, observation = knowledge(match, seat) + bytes([seat + 1]), observed(observer, match, seat)
            assert views.setdefault(observation, view) == view
            assert seen.setdefault(view, observation) == observation
    assert len(views) > 8


def test_a_redeal_of_what_a_seat_cannot_know_changes_nothing(task: Task) -> None:
    observer = Observer(rulebook(task.game))
    for number, match in enumerate(positions(task, 2, 60)):
        if number % 6 == 0:
            for seat in range(match.seats):
                world = match.imagine(seat, number)
                assert observed(observer, world, seat) == observed(observer, match, seat)


@pytest.mark.slow
def test_a_secret_changes_nothing_for_those_who_do_not_know_it(task: Task) -> None:
    book = rulebook(task.game)
    observer = Observer(book)
    different = 0
    for number, match in enumerate(positions(task, 3, 80)):
        if match.mark != len(match.answers):
            continue  # the checkpoint is the same as before
        state = book.decode(match.position()["state"])
        for seat in range(match.seats):
            stream = Stream(derive_key("twin", number, seat))
            twin = twin_of(book, state, mask_of([seat]), stream)
            if twin is None:
                continue
            for viewer in range(match.seats):
                viewers = frozenset((viewer,))
                ours, other = (written(observer, one, viewers) for one in (state, twin))
                same = plain(book.view(state, viewers)) == plain(book.view(twin, viewers))
                assert (ours == other) == same
                assert same or viewer != seat
                different += not same
    assert different or task.game == "thrones"  # where no seat alone knows a card of a pile after a few turns


def written(observer: Observer, state: Any, viewers: frozenset[int]) -> bytes:
    out = array("i", bytes(4 * observer.size))
    observer.encoding.writer().write(state, viewers, out)
    return out.tobytes()


def plain(view: Any) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(view, str_keys=True), order="sorted")


def test_a_writer_that_has_written_before_writes_the_same_as_a_new_one(task: Task) -> None:
    observer = Observer(rulebook(task.game))
    writer = observer.writer()
    for match in positions(task, 4, 30):
        for seat in (*match.asking, -1):
            again = observer.observe(match, seat, None, writer)["observation"]
            assert again.tobytes() == observed(observer, match, seat)


def test_a_writer_notices_what_is_taken_back_or_given_up(task: Task) -> None:
    observer = Observer(rulebook(task.game))
    writer = observer.writer()
    for number, match in enumerate(positions(task, 6, 40)):
        seat = next(iter(match.asking))
        stages: list[Callable[[], None]] = [lambda: None]
        if number % 3 == 0:
            first, last = match.asking[seat].options[0], match.asking[seat].options[-1]
            stages += [partial(match.play, seat, first), partial(free_undo, match, seat), partial(replay, match, last)]
        if number == 30 and match.seats > 2:
            stages.append(partial(match.forfeit, seat))
        for stage in stages:
            stage()
            for viewer in (*match.asking, seat, -1):
                again = observer.observe(match, viewer, None, writer)["observation"]
                assert again.tobytes() == observed(observer, match, viewer)


def free_undo(match: Match[Any], seat: int) -> None:
    if match.undo_refusal(seat) is None:
        match.undo(seat)


def replay(match: Match[Any], action: Any) -> None:
    for seat, ask in match.asking.items():
        if type(action) in ask.chooser.answers and match.refusal(seat, action) is None:
            match.play(seat, action)
            return


def test_observations_are_within_their_bounds_and_rows_tell_options_apart(task: Task) -> None:
    observer = Observer(rulebook(task.game))
    space = observation_space(observer)
    episode = Episode(task, 5, observer)
    random = np.random.default_rng(5)
    for _ in range(60):
        if episode.over:
            break
        seat = episode.asked[0]
        observation = episode.observe(seat)
        assert space.contains(observation)
        menu = episode.menu(seat)
        assert menu is not None
        assert observation["action_mask"].sum() == len(menu)
        rows = observation["options"]
        assert not rows[len(menu) :].any()
        if not menu.paged and not isinstance(menu.ask.chooser, Space):
            assert len(np.unique(rows[: len(menu)], axis=0)) == len(set(menu.actions))
        episode.step(seat, int(random.integers(len(menu))))


def test_parts_have_their_names_and_shapes() -> None:
    observer = Observer(rulebook("thrones"))
    match = Task(game="thrones").new_match(1)
    observation = observer.observe(match, 2, None)
    parts = observer.parts_of(observation["observation"])
    assert parts["units"].shape == (4, 58)
    assert parts["units"].sum() == sum(map(sum, match.state.units))
    assert parts["seat"].tolist() == [2]
    assert parts["waiting"].tolist() == [1] * 6
    assert not parts["sealed"].any()
    ask = match.asking[2]
    match.play(2, ask.options[3])
    sealed = observer.parts_of(observer.observe(match, 2, None)["observation"])["sealed"]
    assert sealed[0].tolist() == observer.actions.row(ask.options[3])
    assert not observer.parts_of(observer.observe(match, 1, None)["observation"])["sealed"].any()
