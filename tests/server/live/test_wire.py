"""Secrecy on the wire: in worlds that differ in what a viewer cannot know, he is sent the same bytes."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

import banneret
from banneret.kernel import notation
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.pile import knows, mask_of
from banneret.kernel.stream import Stream, derive_key
from banneret.server.live import sockets as live_module
from banneret.server.live.onlookers import Looking
from banneret.server.live.sockets import Live
from banneret.server.matches import stream as stream_module
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.revival import Stored
from banneret.server.matches.stream import step_of
from banneret.server.services import Services
from banneret.server.store.entries import answered, enter
from banneret.testing.twins import twin_of

pytestmark = [pytest.mark.anyio, pytest.mark.no_cover]  # what is run thousands of times is measured elsewhere

SEATS = 4


class Leak(AssertionError):
    """A viewer was sent something that tells more than it may."""


_NUMBERS = count()


def hosted_at(match: Match[Any]) -> Hosted:
    """Host a match at a table of its own."""
    table = f"table-{next(_NUMBERS)}"
    return Hosted(Stored(table, match.rulebook.id, match.rulebook.version, {}, match.seats, b"", {}), match)


class Watched:
    """A match as several viewers are sent it, without a database in between."""

    def __init__(self, live: Live, match: Match[Any], viewers: list[frozenset[int]]) -> None:
        self.live = live
        self.hosted = hosted_at(match)
        self.looking = [Looking(self.hosted.stored.id, None, seats, True, "en") for seats in viewers]
        self.sent: list[list[bytes]] = []
        self.seqs: list[int] = []
        for one in self.looking:
            seq, first = live.first(self.hosted, one, 0)
            self.sent.append([first])
            self.seqs.append(seq)

    def answer(self, seat: int, do: str) -> None:
        before = self.hosted.match
        refusal, action = before.judge(seat, do)
        assert refusal is None
        match = before.clone()
        entry = enter(match, answered(before, seat, action))
        self.hosted.follow(match, self.hosted.head + 1, entry, "", step_of(before, match, entry))
        for at, one in enumerate(self.looking):
            for seq, message in self.live.after(self.hosted, one, self.seqs[at], self.hosted.head):
                self.sent[at].append(message)
                self.seqs[at] = seq


def shown(one: Match[Any], other: Match[Any], mask: int) -> bool:
    """Return whether these viewers have seen different random results, or a rule has revealed something."""
    results = [[d.result for d in m.draws if d.result is not None and knows(d.seen, mask)] for m in (one, other)]
    notes = any(d.result is None and knows(d.seen, mask) for m in (one, other) for d in m.draws)
    return notes or results[0] != results[1]


def play_twins(live: Live, match: Match[Any], random: Random, answers: int) -> int:
    """Play twin worlds on with the same answers; return how many messages were compared. Raises Leak."""
    viewers = [frozenset[int](), *(frozenset({seat}) for seat in range(match.seats)), frozenset({0, 2})]
    book, compared = match.rulebook, 0
    for seats in viewers:
        state = book.decode(match.position()["state"])
        twin = twin_of(book, state.copy(), mask_of(seats), Stream(derive_key("wire", random.getrandbits(32))))
        if twin is None:
            continue
        worlds = [Match(book, Origin(match.seats, {}, None, one)) for one in (state.copy(), twin)]
        one, other = (Watched(live, world, [seats]) for world in worlds)
        for _ in range(answers):
            if one.sent != other.sent:
                if shown(one.hosted.match, other.hosted.match, mask_of(seats)):
                    break
                raise Leak(f"{set(seats)} is sent something else in a twin world: message {len(one.sent[0]) - 1}")
            compared += len(one.sent[0])
            asking = one.hosted.match.asking
            if not asking:
                break
            seat = random.choice(list(asking))
            do = notation.write(random.choice(asking[seat].options.listed))
            if other.hosted.match.refusal(seat, do) is not None:
                break
            one.answer(seat, do)
            other.answer(seat, do)
    return compared


def sealed_differently(live: Live, match: Match[Any], random: Random) -> int:
    """Let others seal other answers, and other numbers of them: nobody else learns of it. Raises Leak."""
    viewers = [frozenset[int](), frozenset({0})]
    worlds = [Watched(live, match.clone(), viewers) for _ in range(2)]
    given = 0
    for number, world in enumerate(worlds):
        for seat in (1, 2):
            # Orders one after another, but never the last, by which the seat becomes ready.
            most = len({o.area for o in world.hosted.match.asking[seat].options.listed if hasattr(o, "area")}) - 1
            for _ in range(random.randint(0, most) if number else most):
                options = world.hosted.match.asking[seat].options.listed
                world.answer(seat, notation.write(random.choice(options)))
                given += 1
    if worlds[0].sent != worlds[1].sent:
        raise Leak("sealed answers of others are noticed")
    return given


@pytest.mark.slow
async def test_twin_worlds_are_sent_the_same_bytes(services: Services) -> None:
    random, compared = Random(11), 0
    for seed in range(2):
        match = banneret.new_match("thrones", seats=SEATS, seed=seed)
        for number in range(200):
            if not match.asking:
                break
            if number % 60 == 5:
                compared += play_twins(services.live, match, random, answers=15)
            seat = random.choice(list(match.asking))
            match.play(seat, random.choice(match.asking[seat].options.listed))
    assert compared > 400


async def test_sealed_answers_of_others_are_not_noticed_by_number_size_or_order(services: Services) -> None:
    random, given = Random(3), 0
    for seed in range(5):
        match = banneret.new_match("thrones", seats=SEATS, seed=seed)
        given += sealed_differently(services.live, match, random)
    assert given > 10


async def test_the_locks_catch_a_stream_that_counts_entries(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def everything(*_: object) -> bool:
        return True

    for module in (live_module, stream_module):
        monkeypatch.setattr(module, "noticed", everything)
    match = banneret.new_match("thrones", seats=SEATS, seed=1)
    with pytest.raises(Leak, match="sealed answers"):
        sealed_differently(services.live, match, Random(0))


async def test_the_locks_catch_a_standing_that_holds_a_hidden_card(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = stream_module.standing

    def leaky(match: Match[Any], rewound: int, viewers: frozenset[int], *public: Any) -> Any:
        state: Any = match.state
        found = msgspec.to_builtins(honest(match, rewound, viewers, *public), str_keys=True)
        return found | {"decks": [list(deck.cards) for deck in state.decks], "wildlings": list(state.wildlings.cards)}

    monkeypatch.setattr(stream_module, "standing", leaky)
    match = banneret.new_match("thrones", seats=SEATS, seed=1)
    with pytest.raises(Leak, match="twin world"):
        play_twins(services.live, match, Random(1), answers=5)
