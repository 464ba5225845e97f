"""Morale: the single marker, its zones, and the rout."""

from __future__ import annotations

from banneret.games.battles.content.components import ZONES
from banneret.games.battles.events.battle import MoraleMoved, Routed
from banneret.games.battles.game import Battle
from banneret.games.battles.state import LANNISTER, NOBODY, STARK, State
from banneret.kernel.flow import MatchOver


def trouble(state: State, seat: int) -> int:
    """Return the marker's distance from the middle on a House's side; negative on the enemy's (battles:pieces.18)."""
    return state.morale if seat == STARK else -state.morale


def has_rout(state: State, seat: int) -> bool:
    """Return whether the segment of a House ends in Rout: battles:setup.18, battles:pieces.19."""
    sides = state.scenario.morale
    return (sides.stark if seat == STARK else sides.lannister) == "rout"


def zone(state: State, seat: int) -> int:
    """Return the number of a House's zone; 0, grey, also if the marker is on the enemy's side.

    battles:c10.4, battles:c10.6, battles:c10.7, battles:c10.8.
    """
    return state.box.zone_at[max(trouble(state, seat), 0)]


def is_at_least(state: State, seat: int, colour: str) -> bool:
    """Return whether a House's morale is in a zone or better: battles:tactic.6, battles:tactic.7, battles:ruling.72."""
    return zone(state, seat) <= ZONES.index(colour)


def is_at_most(state: State, seat: int, colour: str) -> bool:
    """Return whether a House's morale is in a zone or worse: battles:tactic.6, battles:tactic.8.

    "Grey or worse" means anything on its own side of the middle.
    """
    return trouble(state, seat) > 0 and zone(state, seat) >= ZONES.index(colour)


def change_morale(game: Battle, seat: int, by: int, rule: str) -> None:
    """Raise or lower the morale of a House; the other House gains what it loses (battles:tactic.10).

    Without Rout, the marker stops at the end (battles:c10.5); on Rout, the House loses at once (battles:regroup.13,
    battles:regroup.15, battles:ruling.70).
    """
    state = game.state
    before = state.morale
    moved = before - by if seat == STARK else before + by
    low, high = (-_end(state, LANNISTER), _end(state, STARK))
    state.morale = min(max(moved, low), high)
    if state.morale != before:
        game.emit(MoraleMoved(house=state.houses[seat], by=by, marker=state.morale, rule=rule))
    for loser in (STARK, LANNISTER):
        if has_rout(state, loser) and trouble(state, loser) >= state.box.track.rout:
            state.winner = 1 - loser
            state.reason = "rout"
            game.emit(Routed(house=state.houses[loser]))
            raise MatchOver


def _end(state: State, seat: int) -> int:
    return state.box.track.rout if has_rout(state, seat) else state.box.track.end


def loss_of(state: State, rank: int) -> int:
    """Return the morale that a destroyed unit of a rank costs its House: battles:c10.1, battles:c14.2."""
    return 1 if state.settings.flat_morale_loss else state.box.loss[rank]


def break_point(state: State, seat: int) -> int:
    """Return the break point to which a House may recover, or 0 if it cannot.

    Only in a coloured zone, beyond its break point (battles:regroup.17), never on one or in grey (battles:regroup.18),
    and only for the House on whose side the marker is (battles:ruling.67, battles:ruling.68).
    """
    point = state.box.zones[zone(state, seat)].break_point
    return point if point is not None and trouble(state, seat) > point else 0


def better(state: State) -> int:
    """Return the House with higher morale, or NOBODY if the marker is in the middle: battles:regroup.11."""
    if state.morale == 0:
        return NOBODY
    return LANNISTER if state.morale > 0 else STARK
