"""Secrets of Battles of Westeros: hands, decks and strategy tokens; the three locks, and leaks planted on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from banneret.games.battles.rulebook import BattlesRulebook
from banneret.games.battles.rules.command import TurnChooser
from banneret.games.battles.secrets import FIELDS, HIDDEN, PILE, PUBLIC
from banneret.games.battles.state import State
from banneret.games.battles.view import BattlesView
from banneret.kernel.creation import new_match
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import ConformanceError, lock_imagine, lock_redeal, lock_twins
from tests.games.battles.scene import BOOK, GUARD, HEAVY, HOST, play, scene

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

rule = pytest.mark.rule
VIEWERS = (None, 0, 1)


def hands_dealt() -> Match[State]:
    """Both have cards in hand; Stark begins."""
    match = scene(f"c3 {HOST} green", f"f3 {GUARD} blue", step="marshal")
    assert [len(hand) for hand in match.state.hands] == [3, 3]
    return match


def hand_seen() -> Match[State]:
    """Tywin has seen Stark's hand and chooses a card of it."""
    match = scene(f"d3 {HEAVY} green tywin-lannister", turn="lannister", hands={"stark": ["sl01", "sl05"]},
                  tokens={"lannister": {"valor": 1}})  # fmt: skip  # several to a line
    return play(match, "lannister: commit tywin-lannister")


def discarding() -> Match[State]:
    """Stark discards down to one card."""
    return scene(f"c3 {HOST} green", f"f3 {GUARD} blue", step="discard", hands={"stark": ["sl01", "sl03", "sl05"]})


def tokens_hidden() -> Match[State]:
    """An ambush: strategy tokens lie face down."""
    return new_match("battles", seats=2, seed=1, options={"scenario": "ambush-in-the-wolfswood"})


def leaders_chosen() -> Match[State]:
    """Stark has chosen its commanders for a skirmish, Lannister has not."""
    match = new_match("battles", seats=2, seed=1, options={"scenario": "open-field"})
    return play(match, "stark: lead maege-mormont", "stark: done")


MOMENTS = (hands_dealt, hand_seen, discarding, tokens_hidden, leaders_chosen)


def test_every_column_of_the_state_is_classified() -> None:
    assert set(FIELDS) == set(State.__slots__)
    assert {name for name, kind in FIELDS.items() if kind == PILE} == {"decks", "hands", "strategy"}
    assert {name for name, kind in FIELDS.items() if kind == HIDDEN} == {"key", "drawn"}
    assert set(FIELDS.values()) == {PUBLIC, PILE, HIDDEN}


@pytest.mark.parametrize("begin", MOMENTS)
@pytest.mark.parametrize("seats", VIEWERS)
def test_the_locks_are_shut(begin: Callable[[], Match[State]], seats: int | None) -> None:
    match = begin()
    for number in range(3):
        stream = Stream(derive_key("locks", number))
        lock_redeal(match, seats, stream=stream, worlds=2, drawing=number == 0)
        lock_imagine(match, seats, stream=stream)
        lock_twins(match, seats, stream=stream, most=12)


def test_a_hand_is_seen_by_its_own_seat_alone() -> None:
    match = hands_dealt()
    own = {seat: match.view([seat]).game.houses for seat in (0, 1)}
    assert None not in own[0]["stark"].hand
    assert own[0]["lannister"].hand == own[1]["stark"].hand == (None, None, None)
    assert match.view([]).game.houses["stark"].hand == (None, None, None)


@rule("battles:plan.strategy-tokens", "battles:pieces.27")
def test_the_house_that_lies_low_knows_its_tokens() -> None:
    from banneret.games.battles.rules.orders.plan_tokens import end_of_turn  # noqa: PLC0415  # one test alone needs it
    from banneret.kernel.chance import Chance  # noqa: PLC0415  # one test alone needs it
    from banneret.kernel.game import Game  # noqa: PLC0415  # one test alone needs it

    match = tokens_hidden()
    plan = match.state.scenario.strategy
    assert plan is not None
    owner = match.state.houses.index(plan.house)
    assert "face-down" not in match.view([owner]).game.strategy.values()
    assert set(match.view([1 - owner]).game.strategy.values()) == {"face-down"}
    end_of_turn(Game(match.state, Chance(match.state, [])))
    assert set(match.view([1 - owner]).game.strategy.values()) == {"face-down"}


def test_what_is_known_is_imagined_as_it_is() -> None:
    """Lannister has seen Stark's hand and finds it in every world; a spectator finds others there as well."""
    match = hand_seen()
    hands = {who: {tuple(sorted(match.imagine(who, n).state.hands[0].cards)) for n in range(20)} for who in (1, None)}
    assert hands[1] == {("sl01", "sl05")}
    assert len(hands[None]) > 1


# Leaks planted on purpose


def planted(book: BattlesRulebook, match: Match[State]) -> Match[State]:
    """Return the same match under a leaking rulebook, from its last checkpoint on."""
    position = match.position()
    leaking = Match(book, Origin(match.seats, {}, None, book.decode(position["state"])))
    for seat, action in position["answers"]:
        leaking.play(seat, action)
    return leaking


def caught(lock: Callable[..., object], match: Match[State], seats: int | None, tries: int = 40) -> str:
    """Return what a lock says of a leak; fails if it finds nothing in a few worlds."""
    for number in range(tries):
        try:
            lock(match, seats, stream=Stream(derive_key("leak", number)))
        except ConformanceError as error:
            return error.what
    raise AssertionError(f"{lock.__name__} found no leak")


class ShowsHands(BattlesRulebook):
    """Leaks the hands in the view."""

    def view(self, state: State, seats: frozenset[int]) -> BattlesView:
        view = super().view(state, seats)
        return msgspec.structs.replace(view, houses=super().view(state, frozenset({0, 1})).houses)


class ForgetsHands(BattlesRulebook):
    """Redeals even what the viewers have seen."""

    def redeal(self, state: State, mask: int, stream: Stream) -> None:
        super().redeal(state, 0, stream)


@pytest.mark.parametrize("lock", [lock_redeal, lock_twins])
def test_a_view_of_hands_is_caught(lock: Callable[..., object]) -> None:
    assert ".hand" in caught(lock, planted(ShowsHands(), hands_dealt()), 0)


def test_a_redeal_of_what_is_known_is_caught() -> None:
    assert ".hand" in caught(lock_redeal, planted(ForgetsHands(), hands_dealt()), 0)


def test_options_by_a_hidden_card_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Stark may do must not depend on Lannister's hand."""
    whole = TurnChooser.options

    def options(self: TurnChooser) -> list[Any]:
        return whole(self)[: 1 if min(self.state.hands[1].cards) < "ll10" else None]

    monkeypatch.setattr(TurnChooser, "options", options)
    assert "options" in caught(lock_redeal, planted(BOOK, hands_dealt()), 0)


def test_the_locks_find_nothing_where_nothing_leaks() -> None:
    match = planted(BattlesRulebook(), hands_dealt())
    for lock in (lock_redeal, lock_imagine, lock_twins):
        with pytest.raises(AssertionError, match="found no leak"):
            caught(lock, match, 0, tries=6)
