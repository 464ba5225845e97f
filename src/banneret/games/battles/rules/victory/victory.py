"""Victory: immediate, or after the last round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.games.battles.content.components import HOUSES
from banneret.games.battles.content.scenario import Immediate
from banneret.games.battles.events.round import BattleEnded
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.field.units import units_of
from banneret.games.battles.rules.victory.morale import better
from banneret.games.battles.rules.victory.scoring import seat_of
from banneret.games.battles.state import NOBODY, State
from banneret.kernel.flow import MatchOver
from banneret.kernel.rulebook import Outcome


def win(game: Battle, seat: int, reason: str, rule: str) -> None:
    """End the battle with a winner; nothing happens afterwards: battles:c12.17."""
    state = game.state
    state.winner = seat
    state.reason = reason
    points = dict(zip(state.houses, state.points, strict=True))
    game.emit(BattleEnded(winner=state.houses[seat], reason=reason, points=points, rule=rule))
    raise MatchOver


def controls(state: State, seat: int, objectives: tuple[str, ...]) -> int:
    """Return how many of the named objectives, or of all, a House controls: battles:pieces.13."""
    return sum(
        state.control[number] == seat
        for number, objective in enumerate(state.scenario.objectives)
        if not objectives or objective.id in objectives
    )


def _control(state: State, wanted: Immediate, seat: int) -> bool:
    return controls(state, seat, wanted.objectives) >= max(wanted.least, 1)


def _points(state: State, wanted: Immediate, seat: int) -> bool:
    """Return whether a House has enough points, and more than its enemy: both may reach the number in the same round.

    battles:plan.waystone, battles:plan.harassment-to-harrenhal, battles:plan.burning-harvest-points,
    battles:plan.crossing-of-the-trident,
    battles:plan.millers-fords
    """
    return state.points[seat] >= wanted.least and state.points[seat] > state.points[1 - seat]


def _commanders(state: State, wanted: Immediate, seat: int) -> bool:
    enemies = sum(state.box.commanders[number].house != HOUSES[seat] for number in state.captured)
    return enemies >= max(wanted.least, 1)


def _person(state: State, wanted: Immediate, _seat: int) -> bool:
    fate = wanted.kind.removeprefix("person-")
    plans = state.scenario.persons
    return any(plan.id == wanted.person and fate == is_ for plan, is_ in zip(plans, state.persons, strict=True))


IMMEDIATE: Final[dict[str, Callable[[State, Immediate, int], bool]]] = {
    "control": _control,
    "points": _points,
    "commanders": _commanders,
    "person-safe": _person,
    "person-taken": _person,
}
"""The kinds of immediate victory that a plan can name."""


def check_immediate(game: Battle) -> None:
    """End the battle if an immediate victory of the plan is reached: battles:regroup.10, battles:regroup.14.

    Called whenever a relevant value has changed, even during a turn: a unit destroyed, a commander captured,
    points scored, control, the fate of a person (battles:plan.immediate-victory). It takes precedence over a normal
    victory; a rout, checked the moment it happens, takes precedence over it: battles:regroup.15.
    """
    state = game.state
    for wanted in state.scenario.immediate:
        seat = seat_of(wanted.house)
        if IMMEDIATE[wanted.kind](state, wanted, seat):
            win(game, seat, wanted.kind, "battles:regroup.14")


def check_wiped_out(game: Battle, seat: int) -> None:
    """End the battle if a House has no units left: battles:c12.16."""
    if not units_of(game.state, seat):
        win(game, 1 - seat, "destruction", "battles:c12.16")


def check_last_round(game: Battle) -> None:
    """End the battle after its last round: battles:regroup.8, battles:regroup.9, battles:round.1, battles:setup.16.

    Points decide, or the plan (battles:aim.5): only then, never earlier (battles:ruling.75).
    """
    state = game.state
    if state.round < state.scenario.rounds:
        return
    seat, reason = standing(state)
    win(game, seat, reason, "battles:regroup.8")


def standing(state: State) -> tuple[int, str]:
    """Return the seat that would win now and the reason, according to the plan's victory.

    battles:plan.control-victory, battles:plan.clash-on-the-kingsroad, battles:plan.millers-fords. If points are equal,
    the higher morale wins (battles:regroup.11), then the holder of Momentum (battles:regroup.12, battles:ruling.80).
    """
    victory = state.scenario.victory
    if victory.kind == "control" and victory.house is not None:
        seat = seat_of(victory.house)
        has = controls(state, seat, victory.objectives) >= victory.least
        return (seat if has else 1 - seat), "control"
    a, b = state.points
    if a != b:
        return (0 if a > b else 1), "points"
    if (seat := better(state)) != NOBODY:
        return seat, "morale"
    return state.momentum, "momentum"


def outcome(state: State) -> Outcome:
    """Return places, victory points and the reason; after forfeits, for the seat that would win now."""
    if state.winner == NOBODY:
        seat, reason = standing(state)
    else:
        seat, reason = state.winner, state.reason
    return Outcome(((seat,), (1 - seat,)), tuple(state.points), reason)
