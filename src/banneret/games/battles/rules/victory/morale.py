"""Morale: the one marker, its zones, and the rout."""

from __future__ import annotations

from banneret.games.battles.content.components import ZONES
from banneret.games.battles.events.battle import MoraleMoved, Routed
from banneret.games.battles.game import Battle
from banneret.games.battles.state import LANNISTER, NOBODY, STARK, State
from banneret.kernel.flow import MatchOver


def trouble(state: State, seat: int) -> int:
    """Return how many spaces the marker stands on a House's side; 0 or less on the other (battles:pieces.18)."""
    return state.morale if seat == STARK else -state.morale


def has_rout(state: State, seat: int) -> bool:
    """Tell whether the segment of a House ends in Rout: battles:setup.18, battles:pieces.19."""
    sides = state.scenario.morale
    return (sides.stark if seat == STARK else sides.lannister) == "rout"


def zone(state: State, seat: int) -> int:
    """Return the colour in which a House stands, 0 for grey; also where the marker is on the enemy's side.

    battles:c10.4, battles:c10.6, battles:c10.7, battles:c10.8.
    """
    return state.box.zone_at[max(trouble(state, seat), 0)]


def is_at_least(state: State, seat: int, colour: str) -> bool:
    """Tell whether a House's morale is of a colour or better: battles:tactic.6, battles:tactic.7, battles:ruling.72."""
    return zone(state, seat) <= ZONES.index(colour)


def is_at_most(state: State, seat: int, colour: str) -> bool:
    """Tell whether a House's morale is of a colour or worse: battles:tactic.6, battles:tactic.8.

    Grey or worse would be anything on its own side of the middle.
    """
    return trouble(state, seat) > 0 and zone(state, seat) >= ZONES.index(colour)


def change_morale(game: Battle, seat: int, by: int, rule: str) -> None:
    """Let the morale of a House rise or fall; what one loses the other gains (battles:tactic.10).

    Where there is no Rout the marker stops at the end (battles:c10.5); on Rout the House has lost at once
    (battles:regroup.13, battles:regroup.15, battles:ruling.70).
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
    """Return what a destroyed unit of a rank costs its House: battles:c10.1, battles:c14.2."""
    return 1 if state.settings.flat_morale_loss else state.box.loss[rank]


def break_point(state: State, seat: int) -> int:
    """Return the break point to which a House may recover, or 0 if there is nothing to recover.

    In a coloured zone and beyond its break point (battles:regroup.17), never on one or in grey (battles:regroup.18);
    only for the House on whose side the marker lies (battles:ruling.67, battles:ruling.68).
    """
    spaces = trouble(state, seat)
    if spaces <= 0:
        return 0
    point = state.box.zones[zone(state, seat)].break_point
    return point if point is not None and spaces > point else 0


def better(state: State) -> int:
    """Return the House of higher morale, or NOBODY with the marker in the middle: battles:regroup.11."""
    if state.morale == 0:
        return NOBODY
    return LANNISTER if state.morale > 0 else STARK
