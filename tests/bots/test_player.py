"""Players and bots: there is no truth in what a bot is given, and whatever it does, the match goes on unharmed."""

from __future__ import annotations

import gc
import pickle
import threading
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from banneret.bots.match_runner import Trouble, drive
from banneret.bots.player import Bot, Player
from banneret.kernel.choosers import Action
from banneret.kernel.events import Log
from banneret.kernel.match import Match
from banneret.kernel.pile import Pile
from banneret.kernel.record import Record
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import check_record, play_on, received, stand
from tests.kernel.helpers import asked, begin, play_first, play_until, seat_asked, until_asked
from tests.kernel.toy_actions import Bid
from tests.kernel.toy_state import State

pytestmark = pytest.mark.usefixtures("skirl")

MUTABLE = (list, dict, set, bytearray, State, Pile, Match, Log, msgspec.Struct)


def reachable(start: object) -> dict[int, Any]:
    """Everything that can be reached from an object through fields, slots, closures and running generators.

    Code is common to all: classes, modules, the globals of functions, and the rulebook with the domains of its
    actions, which hold no match.
    """
    found: dict[int, Any] = {}
    domains = (
        start._domains if isinstance(start, Match) else start._world._domains if isinstance(start, Player) else None
    )
    todo: list[Any] = [start]
    while todo:
        thing = todo.pop()
        if id(thing) in found or thing is domains or isinstance(thing, type | ModuleType | CodeType | Rulebook):
            continue
        found[id(thing)] = thing
        if isinstance(thing, FunctionType):
            todo += [*(thing.__closure__ or ()), thing.__defaults__, thing.__kwdefaults__]
        else:
            todo += gc.get_referents(thing)
    return found


def situations() -> Iterable[Match[Any]]:
    yield begin(seats=3, seed=5)
    match = begin(seats=3, seed=5)
    match.play(1, "bid 4")
    play_first(match, 1, 1)
    match.play(0, "bid 1")
    yield match
    for kind in ("scout", "bury", "plant", "toss", "refill"):
        match = until_asked("scout", seed=7)
        if kind == "bury":
            match.play(seat_asked(match), "peek deck")
        yield play_until(match, asked(kind), seed=7)


def test_nothing_that_a_player_holds_leads_to_the_truth() -> None:
    for match in situations():
        truth = match.state
        own = reachable(match)
        assert truth.key in [thing for thing in own.values() if isinstance(thing, bytes)], "the search finds keys"
        assert any(thing is truth for thing in own.values()), "the search finds states"
        for seat in match.asking:
            player = Player(match, seat, 11)
            _ = player.view, list(player.ask.options), player.imagine(3)
            held = reachable(player)
            shared = [
                v for i, v in held.items() if i in own and isinstance(v, MUTABLE) and v != {} and gc.is_tracked(v)
            ]
            assert shared == []
            secrets = {truth.key, match.origin.key}
            assert not [v for v in held.values() if isinstance(v, bytes) and v in secrets]
            hidden = [tuple(truth.deck.cards), tuple(match.origin.state.deck.cards)]
            assert not [v for v in held.values() if isinstance(v, list | tuple) and tuple(v) in hidden]


def test_the_search_finds_what_is_planted() -> None:
    match = begin()
    player = Player(match, 0, 1)

    class Curious:
        def __init__(self) -> None:
            self.player = player
            self.look = lambda: match

    assert match.state.key in [v for v in reachable(Curious()).values() if isinstance(v, bytes)]


def test_a_player_sees_what_its_seat_sees() -> None:
    for match in situations():
        for seat in match.asking:
            player = Player(match, seat, 11)
            assert player.view == match.view(seat)
            mine, asked_ = player.ask, match.asking[seat]
            assert (mine.kind, mine.prompt, list(mine.options)) == (asked_.kind, asked_.prompt, list(asked_.options))
            assert stand(player.imagine(4)) == stand(match.imagine(seat, 4))
            assert received(player.imagine(5), seat) == received(match, seat)


def test_a_player_that_was_sent_elsewhere_is_the_same_and_holds_no_secret() -> None:
    for match in situations():
        for seat in match.asking:
            player = Player(match, seat, 11)
            raw = pickle.dumps(player)
            sent: Player = pickle.loads(raw)  # noqa: S301  # our own
            assert sent.view == player.view
            assert list(sent.ask.options) == list(player.ask.options)
            assert stand(sent.imagine(3)) == stand(player.imagine(3))
            assert match.state.key not in raw
            assert match.origin.key is None or match.origin.key not in raw


def test_a_person_with_two_seats_knows_what_both_know() -> None:
    match = until_asked("scout")
    player = Player(match, 0, 1, [0, 1])
    assert player.seats == {0, 1}
    assert player.view == match.view([0, 1])


# Bots


class Plain:
    """Answers at random."""

    def __init__(self, seed: int = 0) -> None:
        self.stream = Stream(derive_key("plain", seed))

    def choose(self, player: Player) -> Action | str:
        ask = player.ask
        action: Action = ask.chooser.draw(ask.options, self.stream)
        return action


class Does(Plain):
    """Does something first, or instead."""

    def __init__(self, do: Callable[[Player], Any]) -> None:
        super().__init__()
        self.do = do

    def choose(self, player: Player) -> Action | str:
        done = self.do(player)
        return super().choose(player) if done is None else done


def played(bots: dict[int, Bot], seed: int = 1, limit: float | None = None) -> tuple[Match[Any], list[Trouble]]:
    match = begin(seats=3, seed=4)
    troubles: list[Trouble] = []
    drive(match, bots, seed=seed, limit_seconds=limit, report=troubles.append)
    assert match.outcome is not None
    check_record(match)
    assert match.rulebook.audit(match.state) == []
    return match, troubles


def plain() -> dict[int, Bot]:
    return {seat: Plain(seat) for seat in range(3)}


def test_bots_play_a_match_to_its_end() -> None:
    match, troubles = played(plain())
    assert troubles == []
    assert match.digest() == played(plain())[0].digest()
    assert match.digest() != played({**plain(), 1: Plain(7)})[0].digest()


def test_a_match_waits_for_a_seat_without_a_bot() -> None:
    match = begin()
    drive(match, {0: Plain(0), 2: Plain(2)}, seed=1)
    assert list(match.asking) == [1]


def raises(_: Player) -> None:
    raise KeyError("a mistake")


def leaves(_: Player) -> None:
    raise SystemExit(3)


def drowns(_: Player) -> None:
    drowns(_)


@pytest.mark.parametrize(
    ("do", "kind", "detail"),
    [
        (raises, "raised", "KeyError: 'a mistake'"),
        (leaves, "raised", "SystemExit: 3"),
        (drowns, "raised", "RecursionError"),
        (lambda _: "bid 9", "illegal", "'bid 9' is not allowed: skirl.purse"),
        (lambda _: "fly", "illegal", "(kernel:notation)"),
        (lambda _: Bid(77), "illegal", "(kernel:domain)"),
        (lambda _: Bid("{self}"), "illegal", "(kernel:notation)"),  # type: ignore[arg-type]  # a bad answer is the point
        (lambda _: 7, "illegal", "int is not an action"),
        (lambda _: {"do": "bid", "coins": 1}, "illegal", "dict is not an action"),
        (lambda _: type("Sly", (str,), {"__str__": lambda _: "bid 1"})("bid 9"), "illegal", "Sly is not an action"),
        (lambda _: Bid, "illegal", "is not an action"),
    ],
)
@pytest.mark.parametrize("limit", [None, 20.0])
def test_a_bot_that_fails_is_reported_and_replaced(do: Any, kind: str, detail: str, limit: float | None) -> None:
    asked_again: list[int] = []

    def once(player: Player) -> Any:
        asked_again.append(player.seat)
        return do(player)

    match, (trouble,) = played({**plain(), 1: Does(once)}, limit=limit)
    assert (trouble.seat, trouble.answers, trouble.kind) == (1, trouble.answers, kind)
    assert detail in trouble.detail
    assert asked_again == [1]
    assert match.digest() == played({**plain(), 1: Does(do)})[0].digest()


def test_a_bot_that_stalls_is_left_behind() -> None:
    wake = threading.Event()

    def stall(_: Player) -> None:
        wake.wait(30)

    match, (trouble,) = played({**plain(), 2: Does(stall)}, limit=0.2)
    wake.set()
    assert (trouble.seat, trouble.kind) == (2, "late")
    assert "0.2 seconds" in trouble.detail
    assert match.outcome is not None


def test_a_bot_that_is_late_with_its_answer_changes_nothing_any_more() -> None:
    wake, done = threading.Event(), threading.Event()

    def stall(player: Player) -> None:
        wake.wait(30)
        play_on(player._world, Stream(derive_key("late")))
        done.set()

    match, _ = played({**plain(), 2: Does(stall)}, limit=0.2)
    before = stand(match)
    wake.set()
    assert done.wait(30)
    assert stand(match) == before


def spoil(player: Player) -> None:
    """Change all that can be reached."""
    answer = player.ask.options[0]
    _ = player.view
    for thing in reachable(player).values():
        if isinstance(thing, list) and thing and not any(isinstance(x, type) for x in thing):
            thing.reverse()
        elif isinstance(thing, Pile):
            thing.known = [-1] * len(thing.known)
        elif isinstance(thing, State):
            thing.scores = [10**6] * thing.seats
            thing.key = bytes(16)
        elif isinstance(thing, Bid) and thing is not answer:
            msgspec.structs.force_setattr(thing, "coins", 0)


def test_a_bot_that_spoils_what_it_is_given_spoils_nothing_else() -> None:
    def first(player: Player) -> Action:
        action: Action = player.ask.options[0]
        return action

    def spoils(player: Player) -> Action:
        action = first(player)
        spoil(player)
        return action

    honest, none = played({**plain(), 1: Does(first)})
    spoilt, troubles = played({**plain(), 1: Does(spoils)})
    assert (none, troubles) == ([], [])
    assert Record.of(spoilt).hash() == Record.of(honest).hash()


def test_an_answer_that_a_bot_changes_afterwards_stays_as_it_was_given() -> None:
    kept: list[Action] = []

    def keep(player: Player) -> Action:
        for action in kept:
            if isinstance(action, Bid):
                msgspec.structs.force_setattr(action, "coins", 0)
        kept.append(Bid(2) if player.ask.kind == "bid" and len(player.ask.options) > 2 else player.ask.options[0])
        return kept[-1]

    match, troubles = played({**plain(), 1: Does(keep)})
    assert troubles == []
    assert match.answers[3].action == Bid(2) or Bid(2) in [a.action for a in match.answers if a.seat == 1]


def test_a_bot_that_cheats_gains_nothing() -> None:
    """It plays its world, not the match: the card it finds on top of its deck is not the one that comes."""
    hits = total = 0
    for seed in range(60):
        match = until_asked("scout", seed=seed)
        seat = seat_asked(match)
        world = Player(match, seat, derive_key("cheat", seed))._world
        hits += world.state.deck.cards[0] == match.state.deck.cards[0]
        total += 1
    assert hits < total / 2  # one in five by chance
