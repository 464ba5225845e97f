"""Secrecy on the wire of a whole server: all that a viewer receives by WebSocket and HTTP, in twin worlds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from banneret.kernel import notation, registry
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.pile import mask_of
from banneret.kernel.stream import Stream, derive_key
from banneret.server.live import sockets as live_module
from banneret.server.live.sockets import Live
from banneret.server.live.summaries import Facts, Summaries, TableInfo
from banneret.server.matches import stream as stream_module
from banneret.server.matches.hosted import Hosted
from banneret.server.people.accounts import Person
from banneret.server.settings import Settings
from banneret.server.tables.table import Table
from banneret.testing.twins import twin_of
from tests.kernel.toy import SkirlRulebook
from tests.server.worlds import Leak, World, world

pytestmark = [pytest.mark.anyio, pytest.mark.no_cover]  # what is run thousands of times is measured elsewhere

Script = list[tuple[int, str]]


@pytest.fixture(autouse=True)
def _skirl(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let skirl be a game of the server, for these tests alone."""
    monkeypatch.setattr(registry.REGISTRY, "books", dict(registry.REGISTRY.books))
    registry.register(SkirlRulebook())


@pytest.fixture
def new_settings(tmp_path: Path) -> Callable[[], Settings]:
    """Return what makes settings, each with a database of its own."""
    made: list[int] = []

    def make() -> Settings:
        made.append(1)
        much = 1_000_000
        return Settings(
            database=f"sqlite:///{tmp_path / f'{len(made)}.sqlite3'}",
            rate_signing=much,
            rate_answers=much,
            rate_reads=much,
            rate_questions=much,
        )

    return make


def answer_of(match: Match[Any], random: Random) -> tuple[int, str]:
    """Return a seat that is asked and an answer."""
    seat = random.choice(list(match.asking))
    ask = match.asking[seat]
    stream = Stream(derive_key("answer", random.getrandbits(32)))
    return seat, notation.write(ask.chooser.draw(ask.options, stream))


def compared(one: World, other: World) -> int:
    """Return how many things were compared until something was shown. Raises Leak."""
    number = 0
    pairs = zip(one.received, other.received, one.shown, other.shown, strict=False)
    for step, (mine, its, shown, seen) in enumerate(pairs):
        if mine != its:
            if shown.results != seen.results or shown.notes or seen.notes:
                return number
            different = [(a, b) for a, b in zip(mine, its, strict=False) if a != b]
            raise Leak(f"{set(one.seats)} receives something else in a twin world, step {step}: {different or mine}")
        number += len(mine)
    return number


async def twins(
    settings: Callable[[], Settings], match: Match[Any], viewers: frozenset[int], random: Random, answers: int
) -> int:
    """Play a match on from its last checkpoint in twin worlds; return how many things were compared."""
    book = match.rulebook
    state = book.decode(match.position()["state"])
    stream = Stream(derive_key("wire", random.getrandbits(32)))
    other = twin_of(book, state.copy(), mask_of(viewers), stream)
    if other is None:
        other = state.copy()
        other.key = derive_key(state.key, "twin", 1)
    script: Script = []
    async with world(settings(), book, state, match.seats, viewers) as one:
        for _ in range(answers):
            if not one.match.asking:
                break
            script.append(answer_of(one.match, random))
            assert await one.answer(*script[-1])
            await one.step()
    async with world(settings(), book, other, match.seats, viewers) as twin:
        for seat, do in script:
            if seat not in twin.match.asking or not await twin.answer(seat, do):
                break
            await twin.step()
    return compared(one, twin)


async def sealed(settings: Callable[[], Settings], match: Match[Any], viewers: frozenset[int], random: Random) -> int:
    """Let others seal other answers, and more of them; return how many things were compared. Raises Leak."""
    book = match.rulebook
    state = book.decode(match.position()["state"])
    worlds = []
    for number in range(2):
        async with world(settings(), book, state, match.seats, viewers) as one:
            others = [seat for seat in one.match.asking if seat not in viewers]
            for turn in range(3):
                for seat in others[: 1 + turn]:
                    # In one world nobody but the viewer does anything; in the other they answer, but are not ready.
                    if number:
                        await seal(one, seat, random)
                mine = [seat for seat in one.match.asking if seat in viewers]
                if mine:
                    assert await one.answer(mine[0], notation.write(one.match.asking[mine[0]].options.listed[0]))
                await one.step(questions=6)
            worlds.append(one)
    return compared(*worlds)


async def seal(one: World, seat: int, random: Random) -> None:
    """Let a seat answer, unless it may be ready then: that all may know."""
    asking = one.match.asking
    listed = asking[seat].options.listed
    do = notation.write(random.choice(listed))
    tried = one.match.clone()
    tried.play(seat, do)
    if seat in tried.asking and tried.opened_at == one.match.opened_at:
        await one.answer(seat, do)


def advanced(book: str, seats: int, seed: int, answers: int) -> Match[Any]:
    """Return a match after some random answers."""
    match, random = new_match(book, seats=seats, seed=seed), Random(seed)
    for _ in range(answers):
        if not match.asking:
            break
        match.play(*answer_of(match, random))
    return match


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "seats", "answers", "viewers"),
    [
        ("thrones", 3, 0, {0}),
        ("thrones", 6, 40, set()),
        ("thrones", 4, 90, {1, 3}),
        ("thrones", 5, 160, {2}),
        ("skirl", 4, 0, set()),
        ("skirl", 3, 9, {1}),
        ("skirl", 4, 20, {0, 2}),
    ],
)
async def test_twin_worlds_receive_the_same_bytes(
    new_settings: Callable[[], Settings], book: str, seats: int, answers: int, viewers: set[int]
) -> None:
    random = Random(seats * 1000 + answers)
    match = advanced(book, seats, answers, answers)
    assert await twins(new_settings, match, frozenset(viewers), random, answers=20) > 20


@pytest.mark.slow
@pytest.mark.parametrize(("book", "viewers"), [("thrones", set()), ("thrones", {1}), ("skirl", {0}), ("skirl", set())])
async def test_what_others_seal_is_not_noticed(
    new_settings: Callable[[], Settings], book: str, viewers: set[int]
) -> None:
    match = new_match(book, seats=3, seed=5)
    assert await sealed(new_settings, match, frozenset(viewers), Random(1)) > 20


@pytest.mark.slow
@pytest.mark.parametrize("planted", ["entries are counted", "a table's moves are counted", "every move is announced"])
async def test_the_locks_catch_planted_leaks(
    new_settings: Callable[[], Settings], monkeypatch: pytest.MonkeyPatch, planted: str
) -> None:
    def always(*_: object) -> bool:
        return True

    if planted == "entries are counted":
        for module in (live_module, stream_module):
            monkeypatch.setattr(module, "noticed", always)
    else:
        honest = Summaries.describe_to
        told = [0]

        async def leaky(summaries: Summaries, table: Table, person: Person | None, facts: Facts) -> TableInfo:
            info = await honest(summaries, table, person, facts)
            hosted = summaries.host.standing(table.id)
            assert hosted is not None
            told[0] += 1
            number = told[0] if planted == "every move is announced" else hosted.head
            return msgspec.structs.replace(info, title=f"{info.title} {number}")

        monkeypatch.setattr(Summaries, "describe_to", leaky)
    with pytest.raises(Leak):
        await sealed(new_settings, new_match("thrones", seats=3, seed=5), frozenset({1}), Random(1))


@pytest.mark.slow
async def test_the_locks_catch_a_public_view_made_for_a_player(
    new_settings: Callable[[], Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The view that is kept for everybody must not be that of a player who looked first."""

    def first(_live: Live, _hosted: Hosted, match: Match[Any], _entry: int) -> Any:  # the game's own view
        return match.view(range(match.seats)).game

    monkeypatch.setattr(Live, "_seen", first)
    match = advanced("skirl", 3, 9, 9)
    with pytest.raises(Leak):
        await twins(new_settings, match, frozenset(), Random(1), answers=5)
