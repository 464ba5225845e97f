"""Optimal re-rolls of single dice by players with opposed interests: icefire:reroll.1, icefire:reroll.2."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Final

from banneret.dice import Distribution, certain, uniform
from banneret.games.icefire.rules.combat.rerolls import may_expend
from banneret.games.icefire.rules.moments import in_order
from banneret.games.icefire.rules.table.sides import allied, hostile
from banneret.games.icefire.state import State

FACES: Final = range(1, 7)


def rerollers(state: State, unit: int, condition: str, free: Collection[int], attacker: int) -> list[bool]:
    """Return, for each player who may re-roll dice of a unit, in order, whether they are on the attacker's side.

    `free` are the seats with a free re-roll; in addition one enemy of the unit may expend its Condition token.
    """
    found, token = [], may_expend(state, unit, condition)
    for seat in in_order(state):
        expends = token and hostile(state, seat, state.seat[unit])
        if seat in free or expends:
            found.append(allied(state, seat, attacker))
        token = token and not expends
    return found


def settled(worth: Callable[[int], Fraction], wanting: Sequence[bool]) -> list[Distribution[int]]:
    """Return the distribution of a die's final face for each first face (from 1), after these players' re-rolls.

    Each re-rolls if that raises (or, for the defender, lowers) the mean worth, taking later re-rolls into account.
    """
    after: list[Distribution[int]] = [certain(face) for face in FACES]
    for wants in reversed(wanting):
        again = uniform(FACES).then(lambda face, later=after: later[face - 1])  # type: ignore[misc]  # bound now
        mean, sign = again.mean(worth), 1 if wants else -1
        after = [again if sign * (mean - one.mean(worth)) > 0 else one for one in after]
    return after
