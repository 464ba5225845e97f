"""Secrets: dials and the morale deck; the three locks at every step, and leaks planted on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from banneret.games.runewars import secrets
from banneret.games.runewars.actions import Content
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.sectors import action_id, modifier_id
from banneret.games.runewars.effects.held_cards import ACTIVATION, forget
from banneret.games.runewars.events.cards import ToolSeen
from banneret.games.runewars.match_state import NO_DIALS, NO_UNIT, MatchState
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.runewars.rules.activation import ActivateChooser, choose
from banneret.games.runewars.rules.command import card_of, choices
from banneret.games.runewars.rules.turns import fits, hidden, initiative, is_due, next_turn
from banneret.kernel import notation
from banneret.kernel.chance import Chance
from banneret.kernel.creation import from_position
from banneret.kernel.events import Log
from banneret.kernel.game import Game
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import ConformanceError, lock_imagine, lock_redeal, lock_twins
from tests.games.runewars.field import deal, field, play
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


# Initiatives that a card shifts --------------------------------------------------------------------------------------

PENNON = ("a spearmen 2x2 9000 3000 0 | raven-pennon-bearer", "b reanimates 2x1 9000 11000 18000")
Seen = tuple[tuple[int, int, str, bool], ...]


def courses(before: MatchState, then: bool, seen: Seen = ()) -> Iterator[tuple[Seen, MatchState]]:
    """Yield all that can be seen of a round in which nobody does anything, with the state at each step.

    `then`: whether the pennon is exhausted once the other unit is activated.
    """
    if before.step != "choose":
        return
    yield (*seen, (before.called, before.turn, "", False)), before
    for option in ActivateChooser(before, before.turn).options():
        state = before.copy()
        game = Game(state, Chance(state, []), Log())
        play(game, choose(game), notation.write(option))
        now = (*seen, (before.called, before.turn, notation.write(option), bool(state.exhausted[0])))
        if state.step == "reveal":
            yield now, state
            state = state.copy()
            game = Game(state, Chance(state, []), Log())
            if state.active == 1 and not state.shown[0]:
                state.exhausted[0] = ["raven-pennon-bearer"] if then else []
            state.shown[state.active] = True
            state.active = NO_UNIT
            forget(state, ACTIVATION)
            next_turn(game)
        yield from courses(state, then, now)


@pytest.mark.slow
@pytest.mark.rule("rw:ruling.75")
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("then", [False, True])
def test_dials_with_a_pennon_are_any_that_what_was_seen_leaves_and_no_others(first: bool, then: bool) -> None:
    """What fits is compared with all rounds that look the same, whatever the dials were.

    The pennon is exhausted at first or not, and then, when the other unit has been activated, or not.
    """
    found: dict[Seen, set[int]] = {}
    told: dict[Seen, set[int]] = {}
    for action in range(len(components().units["spearmen"].actions)):
        dials = (action, 0)
        game = field(*PENNON)
        game.state.dials = [dials, (0, 0)]
        game.state.exhausted[0] = ["raven-pennon-bearer"] * first
        next_turn(game)
        for seen, state in courses(game.state, then):
            if state.shown[0]:
                continue
            found.setdefault(seen, set()).add(initiative(state, 0, dials))
            fitting = {initiative(state, 0, one) for one in choices(card_of(state, 0)) if fits(state, 0, one)}
            told[seen] = {value for value in fitting if value <= state.called} if is_due(state, 0) else fitting
    assert len(found) > len(components().units["spearmen"].actions)
    assert told == found


@pytest.mark.slow
@pytest.mark.parametrize("seats", VIEWERS)
def test_the_locks_hold_where_initiatives_are_shifted(seats: int | None) -> None:
    """The holder of the pennon passes or not; nothing that others receive reveals its dials."""
    game = field(PENNON[0], "a spearmen 2x1 13000 3000 0", PENNON[1], "b reanimates 2x1 13000 11000 18000")
    deal(game)
    state = game.state
    state.step, state.objective, state.size = "round", "bounty", "standard"
    state.deployment, state.red = "battle-lines", 0
    match: Match[Any] = Match(RunewarsRulebook(), Origin(2, {}, None, state))
    stream = Stream(derive_key("pennon"))
    asked = passed = 0
    while match.state.round == 1:
        seat, ask = next(iter(match.asking.items()))
        if ask.kind == "activate":
            asked += 1
            lock_redeal(match, seats, stream=stream, worlds=2)
            lock_imagine(match, seats, stream=stream)
            lock_twins(match, seats, stream=stream, most=4)
        answer = ask.chooser.draw(ask.options, stream)
        passed += ask.kind == "activate" and isinstance(answer, Pass)
        match.play(seat, Content() if ask.kind == "content" else answer)
        assert match.rulebook.audit(match.state) == []
    assert asked > passed > 0


@pytest.mark.slow
@pytest.mark.rule("rw:ruling.74")
@pytest.mark.parametrize("seats", VIEWERS)
def test_the_locks_hold_where_a_tool_is_revealed_in_the_midst_of_an_activation(seats: int | None) -> None:
    """An avenger strikes back and reveals its tool; then who attacked it is asked for a bonus action."""
    game = field(
        "a rune-golems 2x1 9000 8500 0",
        "a spearmen 2x1 13000 4000 0",
        "b deepwood-archers 2x2 9000 10000 18000 | avenger-of-latariana",
        "b deepwood-archers 2x1 13000 13000 18000",
    )
    deal(game)
    state = game.state
    state.step, state.objective, state.size = "perform", "bounty", "standard"
    state.deployment, state.red, state.turn = "battle-lines", 0, 0
    strike_and_reform = (4, 3)
    state.dials, state.shown, state.active = [strike_and_reform, (0, 0), (2, 1), (1, 0)], [True, False, False, False], 0
    state.called = 3
    match: Match[Any] = Match(RunewarsRulebook(), Origin(2, {}, None, state))
    stream = Stream(derive_key("avenger"))
    shown = 0
    while match.state.active == 0 and match.state.step == "perform":
        lock_redeal(match, seats, stream=stream, worlds=2)
        lock_imagine(match, seats, stream=stream)
        shown += match.state.shown[2]
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, "yes" if ask.kind == "may" else ask.options[-1])
    assert match.state.shown[2]
    assert shown


# Tools that are looked at --------------------------------------------------------------------------------------------

LORDS = (
    "a baron-zachareth 1x1 9000 4000 0 | lord-of-subterfuge",
    "a spearmen 2x1 6000 4000 0",
    "b baron-zachareth 1x1 9000 9000 18000 | lord-of-subterfuge",
    "b reanimates 2x1 6000 9000 18000",
)
SCRIPT = "yes", "unit b1", "unit b2", "unit a2", "dials", "yes", "unit a2", "pass", "unit b2", "dials"


def lords(runes: Sequence[int] = (1, 1, 1, 1, 1)) -> Match[Any]:
    """Two Lords of Subterfuge, about to look at the tools of the first round."""
    game = field(*LORDS, runes=runes)
    deal(game)
    state = game.state
    state.step, state.objective, state.size = "ordered", "bounty", "standard"
    state.deployment, state.red, state.turn = "battle-lines", 0, 0
    state.dials = [(0, 0), (1, 1), (2, 1), (1, 0)]
    return Match(RunewarsRulebook(), Origin(2, {}, None, state))


@pytest.mark.slow
@pytest.mark.rule("rw:ruling.76", "rw:76.10")
@pytest.mark.parametrize("seats", VIEWERS)
def test_the_locks_hold_where_tools_are_looked_at_and_dials_turned_anew(seats: int | None) -> None:
    """The second player looks at a dial that the first has set again; then only its owner knows the last change."""
    match = lords()
    for number, answer in enumerate((*SCRIPT, None)):
        stream = Stream(derive_key("looked at", number))
        lock_redeal(match, seats, stream=stream, worlds=2)
        lock_imagine(match, seats, stream=stream)
        lock_twins(match, seats, stream=stream, most=4)
        if answer is not None:
            seat, ask = next(iter(match.asking.items()))
            match.play(seat, ask.options[-1] if answer == "dials" else answer)
    assert (match.state.step, match.state.seen) == ("choose", [0, 2, 1, 0])
    assert match.state.dials[1] != (1, 1)


@pytest.mark.rule("rw:ruling.76")
def test_a_world_keeps_the_dials_that_were_looked_at_and_deals_the_others_anew() -> None:
    """During the effect and after it; a dial that was set again is no longer known."""
    match = lords()
    known: list[list[bool]] = []
    for answer in ("yes", "unit b1", "pass", "unit a2", "dials", "yes", "pass", "unit b1", "dials"):
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.options[-1] if answer == "dials" else answer)
        worlds = [match.imagine(0, number).state.dials for number in range(12)]
        known.append([all(world[unit] == match.state.dials[unit] for world in worlds) for unit in (2, 3)])
    looked, amended = [True, False], [False, False]
    assert known == [[False, False], *[looked] * 7, amended]


@pytest.mark.rule("rw:ruling.76")
def test_who_looks_is_all_that_others_are_told() -> None:
    match = lords()
    match.play(0, "yes")
    match.play(0, "unit b1")
    told = [[one for _, one in match.events_for(seat) if isinstance(one, ToolSeen)] for seat in (0, 1, None)]
    card = components().units["baron-zachareth"]
    assert told[0] == [ToolSeen("a1", "b1", action_id(card.actions[2]), modifier_id(card.modifiers[1]))]
    assert told[1] == told[2] == [ToolSeen("a1", "b1", None, None)]


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
    """Redeals even what the viewers have set themselves."""

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
