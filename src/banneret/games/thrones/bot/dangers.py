"""Safety of a guarded castle or stronghold, and the threat of an army, for evaluating options at first sight.

The calculation is that of the evaluation, for one area at a time and for hypothetical guards.
"""

from __future__ import annotations

from banneret.games.thrones.bot.evaluation import Judge
from banneret.games.thrones.bot.landings import landings
from banneret.games.thrones.bot.lay import Lay
from banneret.games.thrones.content.board import COASTS, KIND, LAND, LAND_NEIGHBOURS, MUSTER_POINTS
from banneret.games.thrones.content.components import ORDER_MODIFIER, TYPE_MARCH
from banneret.games.thrones.rules.turns import TYPE_IN
from banneret.games.thrones.state import BLOCKED, NOBODY, State


class Dangers:
    """Threats and opportunities of a house on the current board, computed once per area."""

    __slots__ = ("_attackers", "_fears", "_hopes", "_judge", "_landing", "_later", "_lay", "_now", "_seat", "_state")

    def __init__(self, judge: Judge, state: State, lay: Lay, seat: int) -> None:
        self._judge = judge
        self._state = state
        self._lay = lay
        self._seat = seat
        self._now, self._later = judge.urgency(state)
        self._attackers: dict[int, list[tuple[int, float]]] = {}
        self._landing: list[list[tuple[int, bool]]] | None = None
        self._fears: dict[tuple[int, int], float] = {}
        self._hopes: dict[tuple[int, int], float] = {}

    def fear(self, area: int, guard: int) -> float:
        """Return the value a house expects to lose because others could take a castle or stronghold."""
        if not MUSTER_POINTS[area]:
            return 0.0
        known = self._fears.get((area, guard))
        if known is None:
            known = self._fears[area, guard] = self._fear(area, guard)
        return known

    def _fear(self, area: int, guard: int) -> float:
        found = self._attackers.get(area)
        if found is None:
            found = self._attackers[area] = self._attackers_of(area)
        worst = max([self._judge.risk(strength, guard) * part for strength, part in found], default=0.0)
        loss = worst * self._judge.worth[area]
        if guard <= self._state.garrison[area] and self._judge.weights.exposed:
            loss = max(loss, self._later * self._judge.exposure(self._state, self._seat, area))
        return loss

    def hope(self, area: int, strength: int) -> float:
        """Return the expected value of other houses' castles for an army of the house placed next to them."""
        if not strength or KIND[area] != LAND:
            return 0.0
        known = self._hopes.get((area, strength))
        if known is None:
            known = self._hopes[area, strength] = self._hope(area, strength)
        return known

    def _hope(self, area: int, strength: int) -> float:
        lay, seat, neutral = self._lay, self._seat, self._state.neutral
        found = 0.0
        for other in LAND_NEIGHBOURS[area]:
            if MUSTER_POINTS[other] and lay.holder[other] != seat and neutral[other] != BLOCKED:
                found += self._judge.chance(strength, lay.guard[other]) * self._judge.worth[other]
        return found * self._judge.weights.threatening * self._later

    def _attackers_of(self, area: int) -> list[tuple[int, float]]:
        """Return the strength of each possible attack, and the fraction of the area's value at stake."""
        state, lay, seat, weights = self._state, self._lay, self._seat, self._judge.weights
        owner, orders = state.owner, state.orders
        danger, idle = self._now * weights.march_danger, self._later * weights.threatened
        found = []
        for other in LAND_NEIGHBOURS[area]:
            enemy = owner[other]
            if enemy not in (NOBODY, seat):
                strength = lay.strength[other] + lay.siege[other]
                if not strength:
                    continue
                if TYPE_IN[orders[other]] == TYPE_MARCH:
                    strength += ORDER_MODIFIER[orders[other]] + lay.support.get((area, enemy), 0)
                    found.append((strength, danger))
                else:
                    found.append((strength, idle))
        if self._landing is None:
            self._landing = landings(state, lay.strength, legacy=self._judge.legacy)
        for sea in COASTS[area]:
            enemy = owner[sea]
            if enemy not in (NOBODY, seat):
                found += [(army, danger if marches else idle) for army, marches in self._landing[enemy]]
        return found
