"""Victory points: what the battle plan counts, when, and for which House."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.games.battles.content.scenario import Scoring
from banneret.games.battles.events.round import PointsScored
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.field.units import units_of
from banneret.games.battles.state import NOBODY, STARK, State


def seat_of(house: str) -> int:
    """Return the seat of a House: battles:aim.3."""
    return 0 if house == "stark" else 1


def score(game: Battle, seat: int, points: int, reason: str, rule: str) -> None:
    """Give points to a House: battles:pieces.15."""
    if points:
        state = game.state
        state.points[seat] += points
        house, total = state.houses[seat], state.points[seat]
        game.emit(PointsScored(house=house, points=points, total=total, reason=reason, rule=rule))


def score_destroyed(game: Battle, unit: int, *, captured: bool) -> None:
    """Score a destroyed unit and a captured commander for the enemy, at once: battles:c12.14, battles:c12.15."""
    state = game.state
    enemy = 1 - state.seat[unit]
    if captured:
        state.captured.append(state.commander[unit])
    for scoring in state.scenario.scoring:
        counts = scoring.kind == "destroyed" or (captured and scoring.kind == "captured")
        if counts and scoring.when == "immediate" and scores(state, scoring, enemy):
            score(game, enemy, scoring.points, scoring.kind, "battles:c12.14")


def score_event(game: Battle, kind: str, seat: int, hex: int, token: str = "") -> None:
    """Score an event in a hex for a House, if the plan counts it at once: battles:c12.14.

    battles:plan.ambush-in-the-wolfswood, battles:plan.siege-of-the-holdfast, battles:plan.breaking-the-siege-points.
    Events that no House caused, such as spreading fire, score for the House named by the plan, or else for the first
    player (battles:ruling.81).
    """
    state = game.state
    for scoring in state.scenario.scoring:
        if scoring.kind != kind or scoring.when != "immediate":
            continue
        to = seat
        if seat == NOBODY:
            to = state.first if scoring.house is None else seat_of(scoring.house)
        if not scores(state, scoring, to):
            continue
        if scoring.token is not None:
            if scoring.token != token:
                continue
        elif (scoring.objectives or scoring.hexes) and hex not in state.scenario.places_of(scoring):
            continue
        score(game, to, scoring.points, kind, "battles:c12.14")


def scores(state: State, scoring: Scoring, seat: int) -> bool:
    """Return whether a House can score these points."""
    return scoring.house is None or scoring.house == state.houses[seat]


def _controlled(state: State, scoring: Scoring, seat: int) -> int:
    """Return how many objectives a House controls: battles:pieces.13. Devastated objectives no longer count."""
    plan = state.scenario
    return sum(
        state.control[number] == seat and not state.devastated[plan.objective_places[number]]
        for number, objective in enumerate(plan.objectives)
        if not scoring.objectives or objective.id in scoring.objectives
    )


def _fire(state: State, scoring: Scoring, _seat: int) -> int:
    """Return the sum of the fire levels: battles:plan.razing-the-red-fork-points."""
    return sum(state.fire[hex] for hex in state.scenario.places_of(scoring))


def _devastated(state: State, scoring: Scoring, _seat: int) -> int:
    """Return how many hexes have burnt down: battles:plan.razing-the-red-fork-points."""
    return sum(state.devastated[hex] or hex in state.burnt for hex in state.scenario.places_of(scoring))


def _intact(state: State, scoring: Scoring, _seat: int) -> int:
    """Return how many have not burnt down, or 1 if a required number is left: battles:plan.burning-harvest-points."""
    left = sum(not state.devastated[hex] and hex not in state.burnt for hex in state.scenario.places_of(scoring))
    return int(left >= scoring.least) if scoring.least else left


def _remaining(state: State, scoring: Scoring, _seat: int) -> int:
    """Return how many tokens are still there: battles:plan.wolf-raiders-points."""
    return sum(state.overlay[hex] == scoring.token for hex in state.scenario.places_of(scoring))


def _units_in(state: State, scoring: Scoring, seat: int) -> int:
    """Return the number of own units in some hexes, divided by `per`: battles:plan.wolf-raiders-points."""
    hexes = state.scenario.places_of(scoring)
    return sum(state.hex[unit] in hexes for unit in units_of(state, seat)) // scoring.per


def _ground(state: State, scoring: Scoring, seat: int) -> int:
    """Return the value of the furthest row that enough own units have reached.

    battles:plan.rallying-the-remnant-ground. Rows are counted from the own edge.
    """
    edges = state.scenario.edges
    edge = edges.stark if seat == STARK else edges.lannister
    last = len(state.scenario.rows)
    reached = []
    for unit in units_of(state, seat):
        row = state.field.row(state.hex[unit])
        reached.append(row + 1 if edge == "north" else last - row)
    return max((worth for row, worth in scoring.rows if sum(r >= row for r in reached) >= scoring.least), default=0)


COUNTED: Final[dict[str, Callable[[State, Scoring, int], int]]] = {
    "control": _controlled,
    "fire": _fire,
    "devastated": _devastated,
    "intact": _intact,
    "remaining": _remaining,
    "units-in": _units_in,
    "ground": _ground,
}
"""The scores counted at the end of a round or of the battle, one handler per kind; events score at once."""


def count_points(game: Battle) -> None:
    """Count the points of the round, and in the last round also those of the end.

    battles:plan.waystone, battles:plan.harassment-to-harrenhal, battles:plan.crossing-of-the-trident.
    battles:regroup.5, battles:regroup.6, battles:regroup.7, battles:ruling.76. The first player comes first
    (battles:ruling.81, battles:regroup.2).
    """
    state = game.state
    moments = ("round", "end") if state.round == state.scenario.rounds else ("round",)
    for seat in (state.first, 1 - state.first):
        for scoring in state.scenario.scoring:
            if scoring.when in moments and scores(state, scoring, seat):
                points = scoring.points * COUNTED[scoring.kind](state, scoring, seat)
                rule = "battles:regroup.7" if scoring.when == "end" else "battles:regroup.6"
                score(game, seat, points, scoring.kind, rule)
