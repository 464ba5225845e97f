"""Whom a unit may attack: enemies it is engaged with, or those it sees at range 1-5."""

from __future__ import annotations

from banneret.games.runewars.abilities.numbers import has_flag
from banneret.games.runewars.combat import AttackKind, forbids_melee, forbids_shot
from banneret.games.runewars.engagement import Contact, contacts
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.ranges import line_of_sight, range_between
from banneret.games.runewars.rules.surroundings import is_enemy, split
from banneret.games.runewars.state import NO_PIECE, other_units, placed_of
from banneret.plane import Side, SightLine

PROTECTED_TO = 2
"""Up to which range a protector draws attacks away from its allies."""


def targets_of(state: MatchState, unit: int, kind: AttackKind) -> list[int]:
    """The enemies that a unit may attack, by their numbers."""
    # rules rw:7.2, rw:7.2a, rw:7.2b, rw:36.0, rw:36.2, rw:60.0
    engaged = [enemy.number for enemy in split(state, unit)[0]]
    if kind == "melee":
        found = [enemy for enemy in engaged if forbids_melee(contacts_of(state, unit, enemy)) is None]
    else:
        held = bool(engaged) and not has_flag(state, unit, "shoots-while-engaged")
        found = [
            enemy
            for enemy, seat in enumerate(state.seat)
            if seat != state.seat[unit]
            and state.figures[enemy]
            and not held
            and not has_flag(state, enemy, "no-ranged-target")
            and forbids_shot(sight_of(state, unit, enemy), engaged=held) is None
        ]
    return [enemy for enemy in sorted(found) if not _is_covered(state, enemy, found)]


def contacts_of(state: MatchState, unit: int, enemy: int) -> tuple[Contact, ...]:
    """The edges by which two units are engaged; none if they are not."""
    # rules rw:41.8, rw:59.0, rw:59.1, rw:59.3, rw:59.5
    own, there = placed_of(state, unit), placed_of(state, enemy)
    if own is None or there is None or all(one.number != enemy for one in split(state, unit)[0]):
        return ()
    found = contacts(own, there)
    if state.inside[enemy] != NO_PIECE:  # all that touches its terrain touches its front edge
        found = tuple(one._replace(other=Side.FRONT) for one in found)
    if state.inside[unit] != NO_PIECE:
        found = tuple(one._replace(own=Side.FRONT) for one in found)
    return found


def sight_of(state: MatchState, unit: int, enemy: int) -> SightLine | None:
    """The shortest line of sight from a unit to an enemy past all that is in the way, or None."""
    # rules rw:45.2, rw:69.3, rw:70.0, rw:70.1
    own, there = placed_of(state, unit), placed_of(state, enemy)
    if own is None or there is None:
        return None
    free = has_flag(state, unit, "ignores-sight")
    others = [] if free else [one.placed for one in other_units(state, unit) if one.number != enemy]
    return line_of_sight(own, there, others)


def _is_covered(state: MatchState, enemy: int, others: list[int]) -> bool:
    """Whether another enemy that may be attacked protects this one: near to it, or engaged with the same unit."""
    # rule rw:ruling.41
    if has_flag(state, enemy, "protector"):
        return False
    placed = placed_of(state, enemy)
    for one in others:
        if one == enemy or not has_flag(state, one, "protector"):
            continue
        beside = placed_of(state, one)
        if placed is not None and beside is not None:
            band = range_between(placed, beside)
            if band is not None and band <= PROTECTED_TO:
                return True
        shared = {foe.number for foe in split(state, one)[0]} & {foe.number for foe in split(state, enemy)[0]}
        if any(is_enemy(state, enemy, foe) for foe in shared):
            return True
    return False
