"""Matches at random: they end, keep every invariant, and nobody sees the dials of the other side."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final

import pytest

from banneret.games.runewars import secrets
from banneret.games.runewars.audit import audit
from banneret.games.runewars.match_state import MATCH_COLUMNS, NO_DIALS, MatchState
from banneret.games.runewars.position import decode, encode
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.runewars.rules.turns import hidden
from banneret.games.runewars.state import COLUMNS
from banneret.games.runewars.view import RunewarsView, view
from banneret.kernel import registry
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import Registry
from banneret.kernel.rulebook import OptionError, PositionError
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import check_match, check_record, lock_redeal, random_match
from tests.games.runewars.playing import fierce

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

OFTEN: Final = {
    "options": 12,
    "clone": 40,
    "undo": 40,
    "restart": 40,
    "audit": 2,
    "redeal": 20,
    "imagine": 20,
    "twins": 20,
}
"""How often each check of the kernel is made: at one question in so many."""
MOST: Final = 3000
"""A match takes about 300 answers; more than this would be endless."""


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch) -> RunewarsRulebook:
    """Let the rulebook be known to these tests alone, for the game is not whole yet."""
    found = RunewarsRulebook()
    monkeypatch.setattr(registry, "REGISTRY", Registry([found]))
    return found


def played_until(step: str, seed: int) -> Match[Any]:
    """Play a skirmish at random up to a step of the second round."""
    match: Match[Any] = new_match("runewars", seats=2, seed=seed, options={"size": "skirmish"})
    stream = Stream(derive_key("until", seed))
    while match.state.step != step or match.state.round < 2:
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    return match


@pytest.mark.slow
def test_a_standard_match_is_sound_to_its_end() -> None:
    check_match("runewars", 2, 1, {"size": "standard"}, checks={"audit": 20})


def test_a_match_has_eight_rounds_and_scores() -> None:
    kinds: Counter[str] = Counter()

    def look(match: Match[Any]) -> None:
        kinds.update(ask.kind for ask in match.asking.values())

    match = random_match("runewars", 2, 3, {"size": "skirmish"}, on_question=look)
    state: MatchState = match.state
    assert (state.step, state.round, state.reason) == ("over", 8, "rounds")
    assert match.outcome is not None
    assert match.outcome.scores == tuple(state.scores)
    assert {"first-player", "card", "colour", "terrain", "deploy", "dials", "content", "activate"} <= set(kinds)
    assert match.label == "round 8"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_matches_end_and_keep_every_invariant(part: int) -> None:
    """Ten matches each, every second one of those who seek battle; records replay to the same end."""
    kinds: Counter[str] = Counter()
    for seed in range(10 * part, 10 * part + 10):
        match = fought(seed, "skirmish" if seed % 5 else "standard", fiercely=seed % 2 == 0, kinds=kinds)
        assert match.outcome is not None
        assert sorted(seat for place in match.outcome.places for seat in place) == [0, 1]
        if seed % 5 == 0:
            check_record(match)
    assert {"move", "reform", "terrain", "choose"} <= set(kinds)


def fought(seed: int, size: str, *, fiercely: bool, kinds: Counter[str]) -> Match[Any]:
    """Play a match, sound after every answer; not `fiercely`: every answer is drawn from its whole space."""
    match: Match[Any] = new_match("runewars", seats=2, seed=seed, options={"size": size}, events=seed % 4 == 0)
    stream = Stream(derive_key("fought", seed))
    while match.asking:
        seat, ask = next(iter(match.asking.items()))
        kinds[ask.kind] += 1
        match.play(seat, fierce(match, ask, stream) if fiercely else ask.chooser.draw(ask.options, stream))
        wrong = match.rulebook.audit(match.state)
        assert not wrong, f"seed {seed}, {match.label}, after {len(match.answers)} answers: {wrong}"
        assert len(match.answers) < MOST
    return match


def test_dials_are_seen_by_their_own_seat_and_by_all_when_revealed() -> None:
    match = played_until("choose", 2)
    state: MatchState = match.state
    views: dict[int | None, RunewarsView] = {None: view(state, frozenset())}
    views |= {seat: view(state, frozenset({seat})) for seat in (0, 1)}
    for unit in range(len(state.unit)):
        assert state.dials[unit] != NO_DIALS
        assert views[state.seat[unit]].units[unit].dials is not None
        for other in (None, 1 - state.seat[unit]):
            assert (views[other].units[unit].dials is not None) == state.shown[unit]
            assert views[other].units[unit].ordered


def test_a_redeal_turns_the_dials_of_others_and_no_own_ones() -> None:
    match = played_until("choose", 4)
    state: MatchState = match.state
    theirs = {unit for unit in hidden(state) if state.seat[unit] == 1}
    stream, changed = Stream(derive_key("redeal")), set()
    for _ in range(30):
        other = state.copy()
        secrets.redeal(other, 1, stream)
        assert match.rulebook.audit(other) == []
        changed |= {unit for unit, dials in enumerate(other.dials) if dials != state.dials[unit]}
    assert changed == theirs


def test_a_view_that_shows_hidden_dials_is_found_out(book: RunewarsRulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_until("choose", 4)
    viewer = next(seat for seat in (0, 1) if any(match.state.seat[unit] != seat for unit in hidden(match.state)))
    lock_redeal(match, viewer, worlds=6)
    true = book.view
    monkeypatch.setattr(book, "view", lambda state, _: true(state, frozenset({0, 1})))
    with pytest.raises(AssertionError, match="a redeal changes what is received"):
        lock_redeal(match, viewer, worlds=6)


def test_every_column_is_classified() -> None:
    assert set(secrets.FIELDS) == {*COLUMNS, *MATCH_COLUMNS}
    assert secrets.FIELDS["dials"] == secrets.OWNED


def test_a_position_is_read_back_and_a_broken_one_refused() -> None:
    state: MatchState = played_until("command", 5).state
    plain = json.loads(json.dumps(encode(state)))
    assert encode(decode(plain)) == encode(state)
    for change, wrong in (
        ({"dials": []}, "dials: 0 entries"),
        ({"key": "00"}, "key: must be 16 bytes"),
        ({"scores": [1]}, "scores: 1 entries for 2 sides"),
        ({"hat": 1}, "hat"),
        ({"key": "zz"}, "hexadecimal"),
        ({"first": -1}, "first: -1 is not within 0 to 1"),
        ({"discard": ["panicked"], "active": 0}, "discard"),
        ({"discard": [*plain["discard"], plain["deck"]["cards"][0]], "active": 0}, "deck: deck and discarded cards"),
    ):
        with pytest.raises(PositionError, match=wrong):
            decode({**plain, **change})


@pytest.mark.parametrize(
    ("step", "field"),
    [
        ("terrain", "first"),
        ("terrain", "turn"),
        ("terrain", "deployer"),
        ("terrain", "red"),
        ("deploy", "turn"),
        ("deploy", "red"),
        ("choose", "first"),
        ("choose", "turn"),
    ],
)
def test_a_position_names_the_sides_that_its_step_needs(step: str, field: str) -> None:
    match: Match[Any] = new_match("runewars", seats=2, seed=5)
    stream = Stream(derive_key("sides", step))
    while match.position()["state"]["step"] != step:
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    plain = json.loads(json.dumps(match.position()["state"]))
    assert json.loads(json.dumps(encode(decode(plain)))) == plain
    with pytest.raises(PositionError, match=f"{field}: -1 is not within 0 to 1"):
        decode({**plain, field: -1})


def test_a_unit_that_is_not_deployed_occupies_no_terrain() -> None:
    match: Match[Any] = new_match("runewars", seats=2, seed=1)
    stream = Stream(derive_key("terrain", 1))
    while match.state.step != "terrain":
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.chooser.draw(ask.options, stream))
    state: MatchState = match.state
    assert state.piece_poses[0] is state.poses[0] is None
    before = audit(state)
    state.inside[0] = 0
    assert f"terrain: a1 occupies {state.pieces[0]}, and is elsewhere" in set(audit(state)) - set(before)


def test_options_that_are_none_are_refused(book: RunewarsRulebook) -> None:
    with pytest.raises(OptionError, match="armies"):
        book.options({"armies": ["random", "elves"]}, 2)
