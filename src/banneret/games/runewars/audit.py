"""Invariants: what holds in every sound state, checked after every answer in the tests."""

from __future__ import annotations

from banneret.games.runewars.engagement import GIVE
from banneret.games.runewars.match_state import NO_DIALS, PLAYERS, ROUNDS, MatchState, label
from banneret.games.runewars.rules.areas import table_of_match
from banneret.games.runewars.rules.turns import hidden, initiative
from banneret.games.runewars.state import placed_of
from banneret.plane import overlaps


def audit(state: MatchState) -> list[str]:
    """Return every broken invariant, each as a sentence that begins with its topic."""
    return [*_course(state), *_places(state), *_dials(state)]


def _course(state: MatchState) -> list[str]:
    return [] if 1 <= state.round <= ROUNDS else [f"round: it is round {state.round} of {ROUNDS}"]


def _places(state: MatchState) -> list[str]:
    wrong = []
    placed = [(unit, there) for unit in range(len(state.unit)) if (there := placed_of(state, unit)) is not None]
    table = table_of_match(state)
    for place, (unit, there) in enumerate(placed):
        if not table.holds(there, 2 * GIVE):
            wrong.append(f"places: {label(state, unit)} stands beyond the table edge")
        for other, beside in placed[place + 1 :]:
            if overlaps(there, beside, 2 * GIVE):
                wrong.append(f"places: {label(state, unit)} and {label(state, other)} overlap")
    return wrong


def _dials(state: MatchState) -> list[str]:
    wrong = []
    turned = hidden(state)
    for unit in turned:
        called = state.called + state.spent[state.seat[unit]]
        if initiative(state, unit, state.dials[unit]) < called:
            wrong.append(f"dials: {label(state, unit)} was to be activated before initiative {called}")
    if turned and state.step == "command":
        wrong.append("dials: some are turned before the command phase")
    if state.step == "choose" and not any(
        state.seat[unit] == state.turn and initiative(state, unit, state.dials[unit]) == state.called for unit in turned
    ):
        wrong.append(f"dials: {PLAYERS[state.turn]} has no unit of initiative {state.called}")
    for unit, shown in enumerate(state.shown):
        if shown and state.dials[unit] == NO_DIALS:
            wrong.append(f"dials: {label(state, unit)} shows a command tool that it has not")
    return wrong
