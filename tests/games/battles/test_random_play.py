"""Battles of Westeros on random play: battles end, keep every invariant, and are the same however they are reached."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from banneret.games.battles.content.scenario_file import SCENARIOS
from banneret.games.battles.content.skirmish import SUMMARIES
from banneret.games.battles.state import State
from banneret.kernel.creation import from_position
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import (
    check_clone,
    check_events_off,
    check_match,
    check_options,
    check_record,
    check_undo,
    random_match,
)
from tests.games.battles.scene import BY_PLAN, same_questions

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

MOST: Final = 3000
"""A battle takes about 200 answers; more than this would be endless."""
OPTIONAL: Final[dict[str, Any]] = {
    "retreat_rule": "original-2010",
    "flat_morale_loss": True,
    "capture_excess": False,
    "retreat_hits_capture": False,
    "parting_blow_morale": True,
    "no_least_die": True,
    "archers_hit_with_valor": True,
    "fire_hits_one": True,
    "tokens_account_once_a_card": True,
    "coordinated_attacks": True,
    "any_card_orders_one": True,
    "reduced_strength": True,
}
"""Every option at its other value."""
SETTINGS: Final[dict[str, dict[str, Any]]] = {
    **{id: {"scenario": id} for id in (*SCENARIOS, *SUMMARIES)},
    "drawn-setup": {"scenario": "open-field", "drawn_setup": True},
    "drawn": {},
    "optional": OPTIONAL,
}


class Restarts:
    """Restarts from the JSON form of each checkpoint and checks that the questions are the same."""

    def __init__(self) -> None:
        self.mark = -1
        self.made = 0

    def __call__(self, match: Match[State]) -> None:
        """Compare, if a checkpoint was passed since the last call."""
        if match.mark == self.mark:
            return
        self.mark = match.mark
        self.made += 1
        state = match.position()["state"]
        again = from_position("battles", msgspec.json.decode(msgspec.json.encode(state)), events=False)
        assert same_questions(match, again), match.label
        assert again.position()["state"] == state


def demand_sound(match: Match[State]) -> None:
    """Check the invariants where the match stands."""
    wrong = match.rulebook.audit(match.state)
    assert not wrong, f"{match.label}, after {len(match.answers)} answers: {wrong}"


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_random_battles_keep_every_invariant(setting: str) -> None:
    """No error, no dead end, no endless battle; after every answer the state is sound."""
    for seed in range(12):
        restarts = Restarts()

        def look(match: Match[State], restarts: Restarts = restarts, seed: int = seed) -> None:
            demand_sound(match)
            if seed == 0:
                restarts(match)

        match = random_match("battles", 2, seed, SETTINGS[setting], on_question=look, events=seed % 2 == 0, most=MOST)
        demand_sound(match)
        assert match.outcome is not None
        assert sorted(seat for place in match.outcome.places for seat in place) == [0, 1]
        assert match.state.round == match.state.scenario.rounds or match.outcome.reason in (
            "rout", "destruction", *BY_PLAN
        )  # fmt: skip  # several to a line
        assert seed or restarts.made > 10


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["drawn", "optional", "open-field", "wolf-raiders"])
def test_what_is_listed_is_what_is_allowed(setting: str) -> None:
    """A sample of questions: options are unique and taken, all else in the domains of the answers is refused."""
    kinds: dict[str, int] = {}
    for seed in range(4):
        stream = Stream(derive_key("sample", setting, seed))

        def look(match: Match[State], stream: Stream = stream) -> None:
            for seat, ask in match.asking.items():
                kinds[ask.kind] = kinds.get(ask.kind, 0) + 1
                if kinds[ask.kind] <= 4 or stream.below(30) == 0:
                    check_options(match, stream=stream, candidates=200, seats=[seat])

        random_match("battles", 2, f"options-{seed}", SETTINGS[setting], on_question=look, events=False, most=MOST)
    assert len(kinds) > 8


@pytest.mark.slow
def test_copies_and_replays_are_the_same_battle() -> None:
    match = check_match("battles", 2, "copies", {}, checks={"clone": 30, "undo": 60, "restart": 30})
    check_events_off(match)
    stream = Stream(derive_key("copies"))
    check_clone(match, stream=stream)
    check_record(match)
    check_undo(match, stream=stream)
