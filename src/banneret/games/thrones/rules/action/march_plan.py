"""The plan of a march order: groups of units and their targets, chosen one at a time until `done`."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from itertools import product
from typing import Final

from banneret.games.thrones.actions import March
from banneret.games.thrones.content.board import ADJACENT_SETS, AREA, AREAS, KIND, LAND, PORT
from banneret.games.thrones.content.components import PORT_LIMIT, UNIT, UNITS
from banneret.games.thrones.rules.action.neutral import within_reach
from banneret.games.thrones.rules.control import stacks_of, units_at
from banneret.games.thrones.rules.supply import fits
from banneret.games.thrones.rules.transport import reachable
from banneret.games.thrones.state import BLOCKED, NOBODY, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.questions import Done
from banneret.text.message import Message, msg

PEACE: Final = 0
COMBAT: Final = 1
NEUTRAL: Final = 2

_DONE = Done()


def encounter(state: State, seat: int, target: int) -> int:
    """Return what a house encounters in an area: nothing to fight, a combat, or a neutral force.

    Enemy units cause a combat (thrones:march.7), and so does a garrison without units (thrones:garrison.3); a power
    token or crest does not (thrones:secure.6, thrones:home.1).
    """
    if state.neutral[target]:
        return NEUTRAL
    owner = state.owner[target]
    if owner == NOBODY:
        return COMBAT if state.garrison[target] and state.home_seat[target] != seat else PEACE
    return PEACE if owner == seat else COMBAT


@cache
def groups(area: int, target: int, left: tuple[int, ...]) -> tuple[tuple[March, tuple[int, ...], int], ...]:
    """List every group of the remaining units that can march: the action, its units by kind, and its size.

    Smaller groups come first, then those with fewer footmen, knights, siege engines.
    """
    here, there = AREAS[area], AREAS[target]
    return tuple([(March(here, ids, there), counts, size) for ids, counts, size in _parts(left)])


@cache
def _parts(left: tuple[int, ...]) -> tuple[tuple[tuple[str, ...], tuple[int, ...], int], ...]:
    """List all groups of the remaining units, in the order of `groups`: ids, numbers by kind, and size."""
    counts = [c for c in product(*(range(n + 1) for n in left)) if any(c)]
    counts.sort(key=lambda c: (sum(c), c))
    return tuple([(unit_ids(c), c, sum(c)) for c in counts])


@cache
def _marches(area: int, target: int, left: tuple[int, ...]) -> tuple[March, ...]:
    return tuple(action for action, _, _ in groups(area, target, left))


def unit_ids(counts: Collection[int]) -> tuple[str, ...]:
    """Return unit counts as unit ids: `("footman", "footman", "knight")`."""
    return tuple(UNITS[kind] for kind, n in enumerate(counts) for _ in range(n))


class MarchPlan:
    """Groups chosen so far, before anything moves on the board. An incomplete plan can always be carried out.

    Any number of units may march, together or apart: thrones:march.2, thrones:march.3. Routed units stay:
    thrones:routed.5.
    """

    __slots__ = (
        "area",
        "barred",
        "fight",
        "groups",
        "left",
        "seat",
        "stacks",
        "state",
        "targets",
    )

    def __init__(self, state: State, seat: int, area: int, barred: Collection[int]) -> None:
        self.state = state
        self.seat = seat
        self.area = area
        self.barred = barred
        """Areas whose neutral force has withstood an attack for lack of support in this order."""
        self.left = tuple(units_at(state, area))
        """Units by kind that are in no group and not routed."""
        self.targets = reachable(state, seat, area, KIND[area] != LAND)
        self.groups: dict[int, tuple[int, ...]] = {}
        """Area number -> units by kind that march there, in the order chosen."""
        self.fight = NOBODY
        """Area number of the only group that has to fight."""
        self.stacks = stacks_of(state, seat)
        """Sizes of the house's stacks after the peaceful groups have moved, with the attackers still at home."""

    def add(self, counts: tuple[int, ...], target: int) -> None:
        """Add a group."""
        self.left = tuple([n - m for n, m in zip(self.left, counts, strict=True)])
        self.groups[target] = counts
        if encounter(self.state, self.seat, target) == PEACE:
            self._shift(self.stacks, target, sum(counts))
        else:
            self.fight = target

    def _shift(self, stacks: dict[int, int], target: int, n: int) -> None:
        stacks[self.area] -= n
        stacks[target] = stacks.get(target, 0) + n

    def closed(self, target: int) -> tuple[str, str] | None:
        """Return rule and reason why no group can march to a target in reach, or None.

        One group per target, one combat per march: thrones:march.6, thrones:neutral.10, thrones:transport.6.
        """
        if target in self.groups:
            return "thrones:march.3", "second-group"
        kind = encounter(self.state, self.seat, target)
        if kind != PEACE and self.fight != NOBODY:
            return ("thrones:march.6" if kind == COMBAT else "thrones:neutral.10"), "second-fight"
        if target in self.barred:
            return "thrones:ruling.29", "support-short"
        return None

    def too_many(self, target: int, size: int) -> tuple[str, str] | None:
        """Return rule and reason why a group is too large for a target, or None: thrones:ports.4, thrones:supply.7.

        Peaceful groups must be within supply both with the attackers at home and after they win, an attack as if it
        were won: thrones:ruling.27. A single unit that enters an empty area, or a whole stack that moves there, makes
        no larger army.
        """
        there = self.stacks.get(target, 0)
        if KIND[target] == PORT and there + size > PORT_LIMIT:
            return "thrones:ports.4", "port-full"
        if there == 0 and size == 1:
            return None
        after = self.stacks.copy()
        self._shift(after, target, size)
        fits_now = self._fits(after)
        if fits_now and self.fight != NOBODY:
            self._shift(after, self.fight, sum(self.groups[self.fight]))
            fits_now = self._fits(after)
        return None if fits_now else ("thrones:supply.7", "supply")

    def _fits(self, stacks: dict[int, int]) -> bool:
        sizes = sorted([n for n in stacks.values() if n > 1], reverse=True)
        return fits(tuple(sizes), self.state.supply[self.seat])

    def too_weak(self, target: int, counts: tuple[int, ...]) -> tuple[str, str] | None:
        """Return rule and reason why units have no chance against a neutral force, or None: thrones:neutral.2."""
        if not self.state.neutral[target]:
            return None
        order = self.state.orders[self.area]
        if within_reach(self.state, self.seat, self.area, order, target, counts, self.groups):
            return None
        return "thrones:neutral.2", "too-weak"

    def options(self) -> list[March]:
        """List every group that can be added, in order of target number."""
        found: list[March] = []
        left, total = self.left, sum(self.left)
        if not total:
            return found
        for target in self.targets:
            if self.closed(target) is not None:
                continue
            sizes = [self.too_many(target, size) is None for size in range(1, total + 1)]
            if all(sizes) and not self.state.neutral[target]:
                found += _marches(self.area, target, left)
                continue
            found += [
                action
                for action, counts, size in groups(self.area, target, left)
                if sizes[size - 1] and self.too_weak(target, counts) is None
            ]
        return found

    def refusal(self, action: March) -> tuple[str, str] | None:
        """Return rule and reason why a group cannot be added, or None."""
        counts = counts_of(action.units)
        target = AREA[action.target]
        if AREA[action.area] != self.area:
            return "thrones:march.2", "other-area"
        if not action.units or unit_ids(counts) != action.units:
            return "thrones:march.2", "no-units" if not action.units else "order-of-units"
        if any(n > m for n, m in zip(counts, self.left, strict=True)):
            return self._why_not_there(counts)
        if target not in self.targets:
            return self._why_out_of_reach(target)
        return self.closed(target) or self.too_many(target, sum(counts)) or self.too_weak(target, counts)

    def _why_not_there(self, counts: tuple[int, ...]) -> tuple[str, str]:
        routed = [column[self.area] for column in self.state.routed]
        if all(n <= m + r for n, m, r in zip(counts, self.left, routed, strict=True)):
            return "thrones:routed.5", "routed"
        return "thrones:march.2", "not-there"

    def _why_out_of_reach(self, target: int) -> tuple[str, str]:
        if self.state.neutral[target] == BLOCKED:
            return "thrones:neutral.11", "blocked"
        if KIND[self.area] == LAND and KIND[target] != LAND:
            return "thrones:march.5", "land-units-to-sea"
        if KIND[self.area] != LAND and KIND[target] == LAND:
            return "thrones:march.5", "ships-to-land"
        if KIND[target] == PORT and target in ADJACENT_SETS[self.area]:
            return "thrones:ports.7", "enemy-port"
        return "thrones:march.4", "out-of-reach"


def counts_of(units: Collection[str]) -> tuple[int, ...]:
    """Count units by kind."""
    counts = [0] * len(UNITS)
    for unit in units:
        counts[UNIT[unit]] += 1
    return tuple(counts)


class MarchChooser(Chooser[Done | March]):
    """Which group marches where? Options: done, then groups in order of target number, the smallest first."""

    __slots__ = ("plan",)
    kind = "march"
    rule = "thrones:march.2"
    answers = (Done, March)

    def __init__(self, plan: MarchPlan) -> None:
        self.plan = plan

    def prompt(self) -> Message:
        """Name the area of the order."""
        return msg("ask.march", area=AREAS[self.plan.area])

    def staged(self) -> tuple[March, ...]:
        """Return the groups chosen so far, in the order chosen."""
        area = AREAS[self.plan.area]
        return tuple(March(area, unit_ids(counts), AREAS[target]) for target, counts in self.plan.groups.items())

    def options(self) -> list[Done | March]:
        """List `done` and every group that can be added."""
        return [_DONE, *self.plan.options()]

    def refusal(self, action: Done | March) -> Refusal | None:
        """Refuse groups that the rules on marching, supply, ports or neutral forces forbid."""
        if isinstance(action, Done):
            return None
        why = self.plan.refusal(action)
        if why is None:
            return None
        return Refusal(why[0], msg(f"refuse.march.{why[1]}", area=action.area, target=action.target))
