"""Odds of an attack and of the Panic Test that follows it (icefire:resolve.1)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from banneret.dice import Distribution, certain, repeated, successes, uniform
from banneret.games.icefire.content.components import Attack
from banneret.games.icefire.odds.panic import panic_wounds
from banneret.games.icefire.odds.rerolls import FACES, rerollers, settled
from banneret.games.icefire.rules.combat.attack import (
    attack_of,
    count_blocked,
    count_hits,
    dice_of,
    has_charge_bonus,
    hits_on,
    panic_modifier,
    saves_on,
)
from banneret.games.icefire.rules.table.conditions import BITS, gains_condition
from banneret.games.icefire.rules.table.sources import number_of, shape_fight
from banneret.games.icefire.rules.table.units import is_wall
from banneret.games.icefire.state import Fight, State
from banneret.plane import Side

Struck = tuple[int, int]
"""Number of Hits that defense dice may block, and of Hits that are Wounds without a defense roll."""


class Result(NamedTuple):
    """Wounds from the attack itself, Wounds from the Panic Test, and whether that test fails."""

    wounds: int
    panic: int
    failed: bool


class Prospect(NamedTuple):
    """Odds of an attack: number of dice, rolls needed to hit and block, and the exact distribution of outcomes."""

    dice: int
    hits_on: int
    saves_on: int
    left: int
    """Wounds that the defender can still suffer."""
    results: Distribution[Result]

    @property
    def wounds(self) -> Distribution[int]:
        """The Wounds of the attack itself, without the Panic Test."""
        return self.results.map(lambda one: one.wounds)

    @property
    def total(self) -> Distribution[int]:
        """The Wounds including those of a failed Panic Test."""
        return self.results.map(lambda one: one.wounds + one.panic)

    @property
    def expected(self) -> Fraction:
        """The mean number of Wounds of the attack itself."""
        return self.wounds.mean(lambda number: number)

    @property
    def failed(self) -> Fraction:
        """Probability that the defender fails its Panic Test."""
        return self.results.chance(lambda one: one.failed)

    @property
    def destroyed(self) -> Fraction:
        """Probability that the defender is destroyed."""
        return self.results.chance(lambda one: one.wounds + one.panic >= self.left)


class Strike:
    """An attack before the roll, with all automatic modifiers applied on a copy of the state."""

    __slots__ = ("blocked", "fight", "modifier", "state", "weapon")

    def __init__(self, state: State, fight: Fight, side: Side, weapon: Attack) -> None:
        self.state = seen = state.copy()
        seen.turn = state.turn
        self.fight = fight
        self.weapon = weapon
        fight.arc = int(side)
        shape_fight(seen, fight)
        for condition in fight.gives:
            if gains_condition(seen, fight.defender, condition):
                seen.conditions[fight.defender] |= BITS[condition]
        self.modifier = fight.hit_modifier + number_of(seen, "hit", fight.attacker)
        self.blocked = self._blocked()

    def _blocked(self) -> Fraction:
        """Return the probability that a defense die blocks, after re-rolls: icefire:resolve.8, icefire:resolve.11."""
        fight, state = self.fight, self.state
        if fight.no_defense:
            return Fraction(0)
        needed = saves_on(state, fight)

        def worth(face: int) -> Fraction:
            return Fraction(-count_blocked([face], needed, 0))

        free = {seat for seat, what in fight.rerolls if what == "defense"}
        wanting = rerollers(state, fight.defender, "vulnerable", free, state.seat[fight.attacker])
        rolled = settled(worth, wanting)
        return -sum((one.mean(worth) for one in rolled), Fraction(0)) / len(FACES)

    def hits_of(self, face: int) -> Struck:
        """Return the Hits of a face: icefire:resolve.3, with Critical Blow and Precision for a 6.

        icefire:attack-ability.critical-blow, icefire:attack-ability.precision.
        """
        hits, sure = count_hits([face], self.weapon, self.modifier), 0
        if face == 6 and "critical-blow" in self.fight.keywords:
            hits += 1
        if face == 6 and "precision" in self.fight.keywords:
            hits, sure = hits - 1, 1
        return hits, sure

    def rerollers(self) -> list[bool]:
        """List who may re-roll attack dice: icefire:resolve.5, icefire:bonus.1, icefire:condition.6."""
        fight, state = self.fight, self.state
        seat = state.seat[fight.attacker]
        free = {one for one, what in fight.rerolls if what in ("attack", "misses")}  # hits are never worth it
        if has_charge_bonus(fight):
            free.add(seat)
        return rerollers(state, fight.attacker, "weakened", free, seat)

    def die(self) -> Distribution[Struck]:
        """Return the Hits of one attack die after re-rolls."""

        def worth(face: int) -> Fraction:
            hits, sure = self.hits_of(face)
            return hits * (1 - self.blocked) + sure

        faces = settled(worth, self.rerollers())
        return uniform(FACES).then(lambda face: faces[face - 1]).map(self.hits_of)

    def wounds(self, dice: int) -> Distribution[int]:
        """Return the Wounds of the attack itself: icefire:resolve.7, icefire:resolve.12, icefire:terms.14."""
        fight = self.fight
        hits = repeated(self.die(), dice, (fight.extra_hits, 0), _added)
        through = [successes(number, 1 - self.blocked) for number in range(max(one for one, _ in hits) + 1)]
        left = self.state.health[fight.defender]

        def suffered(struck: Struck) -> Distribution[int]:
            number, sure = struck
            more = sure + fight.extra_wounds
            return through[number].map(lambda wounds: min(left, max(0, wounds - fight.blocked) + more))

        return hits.then(suffered)


def _added(one: Struck, other: Struck) -> Struck:
    return one[0] + other[0], one[1] + other[1]


def prospect(  # what determines an attack
    state: State,
    unit: int,
    target: int,
    kind: str,
    side: Side,
    *,
    charge: bool = False,
    bonus: bool = True,
    through: Sequence[str] = (),
) -> Prospect | None:
    """Return the odds of an attack on one side of a target; None if the unit has no such attack.

    `bonus` is whether a charge gets its re-roll; `through` are the keywords of the terrain it moves through.
    """
    weapon = attack_of(state, unit, kind)
    if weapon is None or is_wall(state, target):
        return None
    fight = Fight(unit, target, weapon.kind, charge=charge)
    fight.charge_bonus = charge and bonus
    fight.charge_through = frozenset(through)
    strike = Strike(state, fight, side, weapon)
    seen, left = strike.state, state.health[target]
    dice = dice_of(seen, fight, weapon)
    wounds = strike.wounds(dice)

    def panic(number: int) -> Distribution[Result]:
        if not 0 < number < left:  # icefire:resolve.15, icefire:resolve.16
            return certain(Result(number, 0, failed=False))
        seen.health[target] = left - number
        found = panic_wounds(
            seen,
            target,
            seen.seat[unit],
            modifier=panic_modifier(fight),
            extra_wounds=fight.extra_panic_wounds,
            fight=fight,
        )
        return found.map(lambda one: Result(number, one.wounds, one.failed))

    results = wounds.then(panic)
    return Prospect(dice, _within(hits_on(weapon, strike.modifier)), saves_on(seen, fight), left, results)


def _within(roll: int) -> int:
    return min(6, max(2, roll))
