"""Secrets: dials and the morale deck; the three locks at every step, and leaks planted on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from banneret.games.runewars import secrets
from banneret.games.runewars.match_state import NO_DIALS, MatchState
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.runewars.rules.turns import hidden, initiative
from banneret.kernel.chance import Stream, derive_key
from banneret.kernel.conformance import ConformanceError, lock_imagine, lock_redeal, lock_twins
from banneret.kernel.journal import Origin
from banneret.kernel.making import from_position
from banneret.kernel.match import Match
from tests.games.runewars.field import deal, field
from tests.games.runewars.playing import fierce

VIEWERS = (None, 0, 1)
TABLE = (
    "a spearmen 3x2 9000 4000 0",
    "a oathsworn-cavalry 2x2 13000 4000 0",
    "b reanimates 3x2 9000 9000 18000",
    "b reanimate-archers 2x2 13000 9000 18000",
)


def battle(step: str, book: RunewarsRulebook | None = None, seed: int = 0) -> Match[Any]:
    """Two units on each side, played on to a step of the second round."""
    game = field(*TABLE)
    deal(game)
    state = game.state
    state.step, state.objective, state.size = "round", "bounty", "standard"
    state.deployment, state.red = "battle-lines", 0
    match: Match[Any] = Match(book or RunewarsRulebook(), Origin(2, {}, None, state))
    stream = Stream(derive_key("battle", seed))
    while match.state.step != step or match.state.round < 2:
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, fierce(match, ask, stream))
    return match


@pytest.mark.slow
@pytest.mark.parametrize("step", ["command", "choose", "perform"])
@pytest.mark.parametrize("seats", VIEWERS)
def test_the_locks_hold(step: str, seats: int | None) -> None:
    match = battle(step)
    for number in range(2):
        stream = Stream(derive_key("locks", step, number))
        lock_redeal(match, seats, stream=stream, worlds=2, drawing=number == 0)
        lock_imagine(match, seats, stream=stream)
        lock_twins(match, seats, stream=stream, most=12)


@pytest.mark.slow
@pytest.mark.parametrize("seats", VIEWERS)
def test_the_locks_hold_where_morale_cards_are_looked_at(seats: int | None) -> None:
    """Both sides look at the top cards and discard one, while the topmost lies open for all."""
    game = field(
        "a berserkers 2x2 9000 4000 0 | blood-diviner",
        "b berserkers 2x2 9000 9000 18000 | blood-diviner cacophony-reaver",
        runes=(1, 1, 1, 1, 1),
    )
    deal(game)
    state = game.state
    state.deck.cards.sort()
    state.step, state.objective, state.size = "round", "bounty", "standard"
    state.deployment, state.red = "battle-lines", 0
    match: Match[Any] = Match(RunewarsRulebook(), Origin(2, {}, None, state))
    asked = []
    for number in range(3):
        seat, ask = next(iter(match.asking.items()))
        asked.append((seat, ask.kind))
        stream = Stream(derive_key("looked", number))
        lock_redeal(match, seats, stream=stream, worlds=2, drawing=False)
        lock_imagine(match, seats, stream=stream)
        lock_twins(match, seats, stream=stream, most=6)
        match.play(seat, ask.options[-1])
    assert asked == [(0, "choose"), (1, "choose"), (0, "dials")]


@pytest.mark.rule("rw:50.1a")
def test_sealed_dials_are_no_part_of_what_others_receive() -> None:
    match = battle("command")
    seat = next(iter(match.asking))
    match.play(seat, match.asking[seat].options[5])
    other = match.view([1 - seat])
    assert other.waiting[seat] == "deciding"
    assert match.state.dials == [NO_DIALS] * 4
    lock_redeal(match, 1 - seat, stream=Stream(derive_key("sealed")), worlds=2)
    lock_imagine(match, 1 - seat, stream=Stream(derive_key("sealed")))


def test_a_redeal_agrees_with_what_was_called() -> None:
    """Over many worlds the hidden dials take every initiative that is still possible, and no other."""
    match = battle("choose")
    state: MatchState = match.state
    seat = state.turn
    theirs = [unit for unit in hidden(state) if state.seat[unit] == seat]
    stream, seen = Stream(derive_key("called")), set()
    for _ in range(200):
        world = state.copy()
        secrets.redeal(world, 1 << (1 - seat), stream)
        calls = [initiative(world, unit, world.dials[unit]) for unit in theirs]
        assert state.called in calls
        assert min(calls) == state.called
        seen |= set(calls)
    assert len(seen) > 1
    assert match.rulebook.audit(state) == []


def test_the_morale_deck_is_dealt_anew_and_stays_the_same_cards() -> None:
    state: MatchState = battle("choose").state
    world = state.copy()
    secrets.redeal(world, 1, Stream(derive_key("deck")))
    assert world.deck.cards != state.deck.cards
    assert sorted(world.deck.cards) == sorted(state.deck.cards)


# Leaks planted on purpose --------------------------------------------------------------------------------------------


class ShowsDials(RunewarsRulebook):
    """Leaks hidden dials in the view."""

    def view(self, state: MatchState, seats: frozenset[int]) -> Any:  # the view of the game
        return super().view(state, frozenset({0, 1}))


class KeepsDials(RunewarsRulebook):
    """Leaves the dials of others as they are where worlds are imagined."""

    def redeal(self, state: MatchState, mask: int, stream: Stream) -> None:
        super().redeal(state, 3, stream)


class ForgetsDials(RunewarsRulebook):
    """Deals anew even what the viewers have turned themselves."""

    def redeal(self, state: MatchState, mask: int, stream: Stream) -> None:
        super().redeal(state, 0, stream)


class KnowsDeck(RunewarsRulebook):
    """Lays the morale deck open in the view."""

    def view(self, state: MatchState, seats: frozenset[int]) -> Any:  # the view of the game
        return msgspec.structs.replace(super().view(state, seats), offered=tuple(state.deck.cards))


def caught(lock: Callable[..., object], match: Match[Any], seats: int | None, tries: int = 30) -> str:
    """Return what a lock says of a leak; fails if it finds nothing in a few worlds."""
    for number in range(tries):
        try:
            lock(match, seats, stream=Stream(derive_key("leak", number)))
        except ConformanceError as error:
            return error.what
    raise AssertionError(f"{lock.__name__} found no leak")


def others(match: Match[Any]) -> int:
    """A seat that does not see all dials that are turned."""
    state: MatchState = match.state
    return 1 - state.seat[hidden(state)[0]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "lock"),
    [
        (ShowsDials(), lock_redeal),
        (ShowsDials(), lock_twins),
        (KnowsDeck(), lock_redeal),
        (KnowsDeck(), lock_twins),
        (KeepsDials(), lock_twins),
        (ForgetsDials(), lock_redeal),
    ],
)
def test_planted_leaks_are_found(book: RunewarsRulebook, lock: Callable[..., object]) -> None:
    match = battle("choose", book)
    seat = others(match)
    assert caught(lock, match, 1 - seat if isinstance(book, ForgetsDials) else seat)


@pytest.mark.slow
def test_the_locks_find_nothing_where_nothing_leaks() -> None:
    match = battle("choose")
    for lock in (lock_redeal, lock_imagine, lock_twins):
        with pytest.raises(AssertionError, match="found no leak"):
            caught(lock, match, others(match), tries=4)


def test_a_position_in_the_midst_of_a_round_goes_on() -> None:
    match = battle("choose")
    again: Match[Any] = from_position("runewars", match.position()["state"])
    assert {seat: ask.kind for seat, ask in again.asking.items()} == {
        seat: ask.kind for seat, ask in match.asking.items()
    }
