"""Outcome of a combat after the house cards: Tides of Battle, the blade, the winner and the casualties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from banneret.dice import Distribution, certain
from banneret.games.thrones.content.components import TIDES, TIDES_DECK
from banneret.games.thrones.rules.combat.casualties import fighting_units, takes_no_losses
from banneret.games.thrones.rules.combat.combat import winner_of
from banneret.games.thrones.rules.combat.strength import swords, towers
from banneret.games.thrones.rules.combat.tides import blade_side
from banneret.games.thrones.state import ATTACKER, DEFENDER, NO_SIDE, Combat, State

_KINDS: Final = Counter(TIDES_DECK)


class Result(NamedTuple):
    """The outcome of a combat: the winning side and the number of units each side loses to swords and skulls."""

    winner: int
    attacker_lost: int
    defender_lost: int


class Battle:
    """A combat whose house cards are known. `seen` is the side whose drawn Tides card is known, if any."""

    __slots__ = ("_known", "fight", "holder", "seen", "state")

    def __init__(self, state: State, fight: Combat, seen: int = NO_SIDE) -> None:
        self.state = state
        self.fight = copied(fight)
        self.seen = seen
        self.holder = blade_side(state, fight)
        self._known: dict[tuple[str | None, str | None, int], Result] = {}

    def result(self, attacking: str | None, defending: str | None, blade: int) -> Result:
        """Return the outcome with these Tides cards and with the blade on a side: thrones:result.2, thrones:tides.5."""
        key = attacking, defending, blade
        if key not in self._known:
            self._known[key] = self._result(attacking, defending, blade)
        return self._known[key]

    def _result(self, attacking: str | None, defending: str | None, blade: int) -> Result:
        """Compute winner and losses with the rules' functions: thrones:casualties.4, thrones:tides.7."""
        state, fight = self.state, self.fight
        fight.tides[:] = attacking, defending
        fight.tides_shown = attacking is not None
        fight.blade = [blade == ATTACKER or fight.blade[0], blade == DEFENDER or fight.blade[1]]
        winner = winner_of(state, fight)
        lost = [0, 0]
        lost[1 - winner] = max(0, swords(state, fight, winner) - towers(state, fight, 1 - winner))
        for side in (ATTACKER, DEFENDER):
            drawn = fight.tides[side]
            lost[1 - side] += TIDES[drawn].skulls if drawn is not None else 0
        for side in (ATTACKER, DEFENDER):
            units = sum(fighting_units(state, fight, side))
            lost[side] = 0 if takes_no_losses(fight, side) else min(lost[side], units)
        if blade != NO_SIDE:
            fight.blade[blade] = False
        return Result(winner, lost[ATTACKER], lost[DEFENDER])

    def with_blade(self, attacking: str | None, defending: str | None) -> Result:
        """Return the outcome if the holder of the blade uses it only when it wins the combat: thrones:blade-use.1."""
        plain = self.result(attacking, defending, NO_SIDE)
        if self.holder in (NO_SIDE, plain.winner):
            return plain
        better = self.result(attacking, defending, self.holder)
        return better if better.winner == self.holder else plain

    def results(self, *, redraw: bool | None = None) -> Distribution[Result]:
        """Return the outcomes, with the blade used for the better of +1 and a new Tides card: thrones:tides.4.

        `redraw` is whether the blade replaces the holder's card, or None to use the better choice.
        """
        if not self.state.tides or self.fight.tides_shown:
            return certain(self.with_blade(*self.fight.tides))
        found: list[tuple[Result, int]] = []
        for own in self._drawn_by_holder():
            kept = list(self._kept(own))
            if self.holder != NO_SIDE and redraw is not False:
                other = list(self._redrawn(own))
                if redraw or self._wins(other) > self._wins(kept):
                    kept = other
            scale = _DEALS // sum(weight for _, weight in kept)
            found += [(result, weight * scale * _KINDS[own]) for result, weight in kept]
        return Distribution(found)

    def _drawn_by_holder(self) -> Iterator[str]:
        known = self.fight.tides[self.seen] if self.seen != NO_SIDE else None
        return iter(_KINDS) if known is None else iter((known,))

    def _wins(self, results: list[tuple[Result, int]]) -> Fraction:
        whole = sum(weight for _, weight in results)
        return Fraction(sum(weight for result, weight in results if result.winner == self.holder), whole)

    def _kept(self, own: str) -> Iterator[tuple[Result, int]]:
        """Yield the weighted outcomes if the holder keeps its card; the opponent's is any other card of the deck."""
        for other, number in _KINDS.items():
            left = number - (other == own)
            if left:
                yield self.with_blade(*self._pair(own, other)), left

    def _redrawn(self, own: str) -> Iterator[tuple[Result, int]]:
        """Yield the weighted outcomes if the holder replaces its card: thrones:ruling.68."""
        for other, number in _KINDS.items():
            left = number - (other == own)
            for new, more in _KINDS.items():
                weight = left * (more - (new == own) - (new == other))
                if weight > 0:
                    yield self.result(*self._pair(new, other), NO_SIDE), weight

    def _pair(self, own: str, other: str) -> tuple[str, str]:
        """Return the cards as (attacker, defender); `own` is the holder's, or the attacker's without a holder."""
        side = self.holder if self.holder != NO_SIDE else self.seen
        return (other, own) if side == DEFENDER else (own, other)


_DEALS: Final = (len(TIDES_DECK) - 1) * (len(TIDES_DECK) - 2)
"""Number of ways to deal the opponent's card and a replacement."""


def copied(fight: Combat) -> Combat:
    """Return an independent copy of a combat."""
    attacker, defender = fight.seats
    new = Combat(attacker, defender, fight.origin, fight.target, fight.march, fight.army[:])
    new.supports = dict(fight.supports)
    new.cards = fight.cards[:]
    new.blade = fight.blade[:]
    new.tides = fight.tides[:]
    new.tides_shown = fight.tides_shown
    new.winner = fight.winner
    return new
