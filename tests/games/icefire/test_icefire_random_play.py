"""Matches at random: they end, keep every invariant, and are the same however they are reached."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import msgspec
import pytest

from banneret.games.icefire.actions import Charge, Maneuver, March, PlayCard, TakeAction, UseOrder
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import modes
from banneret.games.icefire.rules.table.units import enemies_on_table
from banneret.games.icefire.state import State
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Space
from banneret.kernel.creation import from_position, new_match
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose
from banneret.testing.conformance import random_match
from tests.games.icefire.scene import same_questions

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

OFTEN: Final = {
    "options": 30,
    "clone": 40,
    "undo": 60,
    "restart": 60,
    "audit": 10,
    "redeal": 60,
    "imagine": 60,
    "twins": 60,
}
"""How often each check of the kernel is made: at one question in so many."""
MOST: Final = 4000
"""A match takes about 300 answers; more than this would be endless."""


def demand_sound(match: Match[State]) -> None:
    """Check the invariants where the match stands."""
    wrong = match.rulebook.audit(match.state)
    assert not wrong, f"{match.label}, after {len(match.answers)} answers: {wrong}"


def demand_accepted(match: Match[State]) -> None:
    """Check that whatever is suggested to those who are asked may be answered."""
    for seat, ask in match.asking.items():
        if isinstance(ask.chooser, Space):
            refused = {option: why for option in ask.options if (why := ask.chooser.refusal(option)) is not None}
            assert not refused, f"{match.label}, after {len(match.answers)} answers: seat {seat}: {refused}"


def fierce(match: Match[State], ask: Ask, stream: Stream) -> Action:
    """Answer as one who seeks battle: nearer, into charges and attacks, with Orders and cards; else at random."""
    options: list[Action] = list(ask.options)
    if ask.kind in ("maneuver", "march") and stream.below(4):
        return min(options, key=lambda move: _nearest(match.state, ask, move))
    for wanted in (Charge, UseOrder, PlayCard):
        found = [option for option in options if isinstance(option, wanted)]
        if found and stream.below(4):
            return stream.choice(found)
    attacks = [one for one in options if isinstance(one, TakeAction) and one.action in ("melee", "ranged")]
    drawn: Action = stream.choice(attacks) if attacks else ask.chooser.draw(ask.options, stream)
    return drawn


def _nearest(state: State, ask: Ask, move: Action) -> int:
    """Return the square of how far the nearest enemy is after a move."""
    unit: int = ask.chooser.unit  # type: ignore[attr-defined]  # of the questions for moves
    at = state.pose[unit]
    assert at is not None
    assert isinstance(move, Maneuver | March)
    end = (at.facing(move.heading) if isinstance(move, Maneuver) else at).moved(move.distance)
    enemies = [state.pose[enemy] for enemy in enemies_on_table(state, state.seat[unit])]
    return min((_square(end, pose) for pose in enemies if pose is not None), default=0)


def _square(one: Pose, other: Pose) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def fought(
    edition: Edition, seed: int, options: dict[str, Any] | None = None, seats: int = 2
) -> tuple[Match[State], Counter[str]]:
    """Play a match of those who seek battle, sound after every answer, with no suggestion that is refused."""
    match: Match[Any] = new_match(edition, seats=seats, seed=seed, options=options, events=seed % 2 == 0)
    stream = Stream(derive_key("fierce", seed))
    kinds: Counter[str] = Counter()
    while match.asking:
        seat = min(match.asking)
        ask = match.asking[seat]
        kinds[ask.kind] += 1
        demand_accepted(match)
        match.play(seat, fierce(match, ask, stream))
        demand_sound(match)
        assert len(match.answers) < MOST
    return match, kinds


@pytest.mark.slow
@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
def test_battles_that_are_sought_end_and_keep_every_invariant(edition: Edition) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(4):
        match, met = fought(edition, seed)
        kinds += met
        assert match.outcome is not None
        assert sorted(seat for place in match.outcome.places for seat in place) == [0, 1]
    assert {"pivot", "align", "reroll", "zone", "activation", "discard"} <= set(kinds)


@pytest.mark.slow
@pytest.mark.parametrize("mode", dict.fromkeys((*modes(SEASON_6), *modes(EDITION_2021))))
def test_every_mode_is_played_to_its_end(mode: str) -> None:
    for number, edition in enumerate(EDITIONS):
        if mode not in modes(edition):
            continue
        match, _ = fought(edition, 100 + number, {"mode": mode})
        assert match.outcome is not None


@pytest.mark.slow
def test_every_checkpoint_begins_anew_from_its_json_form() -> None:
    mark = -1

    def look(match: Match[State]) -> None:
        nonlocal mark
        if match.mark == mark:
            return
        mark = match.mark
        state = match.position()["state"]
        again = from_position(SEASON_6, msgspec.json.decode(msgspec.json.encode(state)), events=False)
        assert again.position()["state"] == state
        if len(match.asking) == 1 and not match.answers[match.mark :]:
            assert same_questions(match, again), match.label

    random_match(SEASON_6, 2, 5, {}, on_question=look, events=False, most=MOST)
