"""Odds of making contact in a charge, and of the attack that follows (icefire:charge.12, icefire:charge.23)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from banneret.dice import Distribution, certain, mixture
from banneret.games.icefire.odds.attack import Prospect, Result, prospect
from banneret.games.icefire.rules.actions.charge import (
    ALL_SIXES,
    ChargePivotSpace,
    alignments,
    chargeable_arcs,
    charged_through,
)
from banneret.games.icefire.rules.actions.charge_headings import BEST_ROLL, contact_at
from banneret.games.icefire.rules.table.engagement import found_contacts
from banneret.games.icefire.rules.table.ground import INCH, pose_of
from banneret.games.icefire.rules.table.lasting_effects import has_effect
from banneret.games.icefire.rules.table.paths import speed_of
from banneret.games.icefire.state import State
from banneret.plane import Pose, Side

ROLLS = range(1, BEST_ROLL + 1)
DISORDERLY = 1
"""Highest roll for which a charge is disorderly: icefire:charge.17."""


class Charged(NamedTuple):
    """Odds of a charge, with the lowest roll that makes contact and the side that is attacked."""

    roll: int
    side: Side
    attack: Prospect
    """The attack of an orderly charge."""
    contact: Fraction
    results: Distribution[Result]
    """Results including those of a charge without contact, which causes no Wounds."""


def least_roll(state: State, unit: int, target: int, pose: Pose) -> int | None:
    """Return the lowest roll with which a charge straight ahead makes contact, or None if even a 6 is too low."""
    return next((roll for roll in ROLLS if _contact(state, unit, target, pose, roll) is not None), None)


def _contact(state: State, unit: int, target: int, pose: Pose, roll: int) -> int | None:
    return contact_at(state, unit, target, pose, speed_of(state, unit) + roll * INCH)


def headings(state: State, unit: int, target: int) -> list[Pose]:
    """Return the suggested poses of the charger after its pivot."""
    at = pose_of(state, unit)
    return [at.facing(turn.heading) for turn in ChargePivotSpace(state, unit, target).suggest()]


def charged(state: State, unit: int, target: int, pose: Pose, sides: list[Side] | None = None) -> Charged | None:
    """Return the odds of a charge straight ahead from a pose; None if it cannot reach its target.

    If the charger may choose the side or the alignment, it chooses the one with the highest mean Wounds.
    """
    least = least_roll(state, unit, target, pose)
    if least is None:
        return None
    open_ = chargeable_arcs(state, unit, target) if sides is None else sides
    found = [one for side in open_ for one in _on_side(state, unit, target, pose, side, least)]
    return max(found, key=lambda one: one.results.mean(lambda result: result.wounds + result.panic), default=None)


def _on_side(state: State, unit: int, target: int, pose: Pose, side: Side, least: int) -> list[Charged]:
    way = _contact(state, unit, target, pose, BEST_ROLL)
    rolls = [BEST_ROLL] if has_effect(state, ALL_SIXES, unit) else list(ROLLS)
    orderly = [roll for roll in rolls if roll >= max(least, DISORDERLY + 1)]
    found: dict[frozenset[str], Charged] = {}
    for place in alignments(state, unit, target, side) if way is not None else ():
        through = charged_through(state, unit, pose, way or 0, place.pose)
        if through in found:
            continue
        there = _aligned(state, unit, place.pose)
        attacks = [
            prospect(there, unit, target, "melee", side, charge=True, bonus=bonus, through=sorted(through))
            for bonus in (True, False)
        ]
        full, plain = attacks
        if full is None or plain is None:
            return []
        missed = certain(Result(0, 0, failed=False))
        parts = [
            (full.results, len(orderly)),
            (plain.results, sum(least <= roll <= DISORDERLY for roll in rolls)),
            (missed, sum(roll < least for roll in rolls)),
        ]
        contact = Fraction(sum(roll >= least for roll in rolls), len(rolls))
        found[through] = Charged(
            least, side, full, contact, mixture((part, weight) for part, weight in parts if weight)
        )
    return list(found.values())


def _aligned(state: State, unit: int, pose: Pose) -> State:
    """Return a copy of the state in which the charger is in contact with its target."""
    there = state.copy()
    there.turn = state.turn
    there.pose[unit] = pose
    others = [one for one in there.contacts if unit not in (one.one, one.other)]
    there.contacts = sorted({*others, *found_contacts(there, unit)})
    return there
