"""Supply: the number and size of armies a house may have, and reducing them to a new limit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import product

from banneret.games.thrones.actions import LoseUnit
from banneret.games.thrones.content.board import AREA
from banneret.games.thrones.content.components import SUPPLY_LIMITS, UNIT
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import count_units, stacks_of
from banneret.games.thrones.rules.losses import LOSE, has_kind, kinds_at, lose_unit
from banneret.games.thrones.state import State
from banneret.kernel.choosers import Chooser, Part, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import Message, msg

MAX_SUPPLY = len(SUPPLY_LIMITS) - 1
"""The last place of the supply track: thrones:ruling.74."""


def army_sizes(state: State, seat: int) -> list[int]:
    """Return the sizes of a house's armies, the largest first.

    An army is two or more units in one land area, sea or port (thrones:terms.1, thrones:ports.3,
    thrones:muster-ships.4); each unit counts as one, even if routed (thrones:supply.5, thrones:routed.2).
    """
    sizes = [n for n in stacks_of(state, seat).values() if n > 1]
    sizes.sort(reverse=True)
    return sizes


@cache
def fits(sizes: tuple[int, ...], supply: int) -> bool:
    """Return whether stacks of these sizes, the largest first, are within the limits of a supply value."""
    limits = SUPPLY_LIMITS[supply]
    armies = [size for size in sizes if size > 1]
    return len(armies) <= len(limits) and all(size <= limit for size, limit in zip(armies, limits, strict=False))


def fits_after(state: State, seat: int, changes: Mapping[int, int]) -> bool:
    """Return whether a house is within its limits with these unit counts in these areas: thrones:supply.7.

    The supply token sets the limits (thrones:supply.2), whatever the house now controls (thrones:supply.6). Fewer and
    smaller armies are always allowed (thrones:supply.4); single units are not armies (thrones:terms.1).
    """
    sizes = sorted({**stacks_of(state, seat), **changes}.values(), reverse=True)
    return fits(tuple(sizes), state.supply[seat])


@cache
def growth(sizes: tuple[int, ...], supply: int) -> tuple[bool, ...]:
    """Return for stacks of 0, 1, 2 ... units whether they may grow by one; `sizes` are the armies, largest first."""
    may = [True]
    for size in range(1, max(sizes, default=1) + 1):
        others = list(sizes)
        if size in others:
            others.remove(size)
        may.append(fits(tuple(sorted([*others, size + 1], reverse=True)), supply))
    return tuple(may)


def reconcile(game: Thrones, seat: int) -> Flow[None]:
    """Let a house over its limits destroy units, one at a time, until its armies fit: thrones:supply.3.

    It chooses the units, but loses none needlessly (thrones:ruling.8). This never empties an area, because a single
    unit is not an army, so nothing changes hands.
    """
    state = game.state
    before = {area: n for area, n in stacks_of(state, seat).items() if n > 1}
    while not fits_after(state, seat, {}):
        answer = yield from ask(seat, SupplyLossChooser(state, seat, too_large(state, seat, before), before))
        lose_unit(game, AREA[answer.area], UNIT[answer.unit], "thrones:supply.3")


def too_large(state: State, seat: int, before: Mapping[int, int]) -> list[int]:
    """List the areas, by number, of armies from which a needed loss can be taken: thrones:ruling.8.

    `before` maps areas to the sizes of armies before the first loss.
    """
    areas, now, left = _remains(state, seat, before)
    return sorted(area for at, area in enumerate(areas) if any(after[at] < now[at] for after in left))


def fewest_losses(state: State, seat: int, before: Mapping[int, int]) -> int:
    """Return the number of units that a house must still lose at least: thrones:ruling.8."""
    _, now, left = _remains(state, seat, before)
    return sum(now) - max(map(sum, left))


def _remains(state: State, seat: int, before: Mapping[int, int]) -> tuple[list[int], list[int], list[tuple[int, ...]]]:
    """Return the areas of armies, their sizes now, and the sizes with which no more losses are needed."""
    areas = sorted(before, key=lambda area: (-before[area], area))
    now = [count_units(state, area) for area in areas]
    left = [
        after
        for after in largest_remains(tuple(before[area] for area in areas), state.supply[seat])
        if all(n <= m for n, m in zip(after, now, strict=True))
    ]
    return areas, now, left


@lru_cache(maxsize=4096)
def largest_remains(sizes: tuple[int, ...], supply: int) -> tuple[tuple[int, ...], ...]:
    """Return the maximal remainders of armies of these sizes: each fits, and one more unit in any army would not."""
    remains = [
        after
        for after in product(*(range(1, size + 1) for size in sizes))
        if fits(tuple(sorted(after, reverse=True)), supply)
    ]
    fitting = frozenset(remains)
    return tuple(
        after
        for after in remains
        if not any((*after[:i], n + 1, *after[i + 1 :]) in fitting for i, n in enumerate(after) if n < sizes[i])
    )


class SupplyLossChooser(Chooser[LoseUnit]):
    """Which unit is lost for lack of supply? Options: by area number, then by kind of unit."""

    __slots__ = ("areas", "before", "seat", "state")
    kind = "supply-loss"
    rule = "thrones:supply.3"
    answers = (LoseUnit,)

    def __init__(self, state: State, seat: int, areas: list[int], before: Mapping[int, int]) -> None:
        self.state = state
        self.seat = seat
        self.areas = areas
        self.before = before

    def prompt(self) -> Message:
        """Name the limits that are exceeded."""
        limits = tuple(map(str, SUPPLY_LIMITS[self.state.supply[self.seat]]))
        return msg("ask.supply-loss", limits=limits)

    def part(self) -> Part:
        """Return the number of units that must still be lost."""
        return Part("losses", fewest_losses(self.state, self.seat, self.before))

    def options(self) -> list[LoseUnit]:
        """List a unit of each kind in each army that is too large."""
        return [LOSE[area][kind] for area in self.areas for kind in kinds_at(self.state, area)]

    def refusal(self, action: LoseUnit) -> Refusal | None:
        """Refuse units that are not in the area, and unnecessary losses."""
        area, kind = AREA[action.area], UNIT[action.unit]
        if self.state.owner[area] != self.seat or not has_kind(self.state, area, kind):
            return Refusal("thrones:supply.3", msg("refuse.loss.no-such-unit", unit=action.unit, area=action.area))
        if area not in self.areas:
            return Refusal("thrones:ruling.8", msg("refuse.supply.needless", area=action.area))
        return None
