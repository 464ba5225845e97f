"""Combat, step 1: calling for support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise

from banneret.games.thrones.actions import RefuseSupport, Support
from banneret.games.thrones.content.board import ADJACENT, AREA, AREAS, KIND, LAND, PORT, SEA
from banneret.games.thrones.content.components import ORDER_MODIFIER, ORDER_TYPE, TYPE_SUPPORT
from banneret.games.thrones.events.combat import SupportGiven, SupportRefused, SupportWithheld
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.strength import area_strength, plain_values, supporting_strength
from banneret.games.thrones.state import (
    ATTACKER,
    DEFENDER,
    IRON_THRONE,
    NO_ORDER,
    NO_SIDE,
    NOBODY,
    Combat,
    State,
)
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg

SIDES: tuple[str, str] = ("attacker", "defender")
"""Ids of the sides of a combat."""

_PASS = Pass()
_SUPPORT = tuple(tuple(Support(area, side) for side in SIDES) for area in AREAS)


def _reaches(area: int, target: int) -> bool:
    """Return whether units of `area` may support a combat in the adjacent area `target`; a port is never contested."""
    if KIND[target] == PORT:
        return False
    if KIND[target] == SEA:
        return KIND[area] != LAND
    return KIND[area] != PORT


SUPPORTERS: tuple[tuple[int, ...], ...] = tuple(
    tuple(area for area in ADJACENT[target] if _reaches(area, target)) for target in range(len(AREAS))
)
"""For each area the areas whose support orders can support a combat there, by area number."""


def supporting_areas(state: State, target: int) -> list[int]:
    """List the areas with a support order adjacent to the contested area: thrones:support.1, thrones:support.14.

    Ships at sea reach land and sea, land units only land (thrones:support.10), ships in a port only its sea
    (thrones:ports.8, thrones:ports.9). Their units support; they neither attack nor defend (thrones:combat.5).
    Adjacency to the area the march started from, or across ships, does not count (thrones:transport.8).
    """
    orders = state.orders
    return [a for a in SUPPORTERS[target] if orders[a] != NO_ORDER and ORDER_TYPE[orders[a]] == TYPE_SUPPORT]


def possible_support(
    state: State, seat: int, origin: int, target: int, arriving: Mapping[int, Sequence[int]] | None = None
) -> int:
    """Return the greatest support that all houses could give an attack on a neutral force.

    `arriving` are units by kind that the same order marches into areas of `seat`; they count in the areas from which
    they will support (thrones:ruling.30).
    """
    values = plain_values(target, ATTACKER)
    total = 0
    for area in supporting_areas(state, target):
        if area == origin:
            continue
        total += area_strength(state, area, values) + ORDER_MODIFIER[state.orders[area]]
        if arriving is not None and area in arriving and state.owner[area] == seat:
            total += sum(n * value for n, value in zip(arriving[area], values, strict=True))
    return total


def call_for_support(game: Thrones, fight: Combat) -> Flow[None]:
    """Let support orders be given or withheld in turn order, then let both sides refuse support.

    thrones:orders.5, thrones:support.1, thrones:support.4, thrones:support.5, thrones:terms.12; a house decides its
    orders one at a time (thrones:ruling.34). The orders stay on the board (thrones:support.7).
    """
    state = game.state
    areas = supporting_areas(state, fight.target)
    if not areas:
        return
    for seat in state.tracks[IRON_THRONE][:]:
        for area in areas:
            if state.owner[area] == seat:
                yield from _give_support(game, fight, seat, area)
    if fight.seats[DEFENDER] != NOBODY:
        for seat in state.tracks[IRON_THRONE][:]:
            if seat in fight.seats:
                yield from _refuse_support(game, fight, seat)


def _give_support(game: Thrones, fight: Combat, seat: int, area: int) -> Flow[None]:
    """Ask which side a support order supports, with all its units: thrones:support.2, thrones:support.12.

    Against a neutral force a house's own orders count automatically: thrones:ruling.30.
    """
    state = game.state
    house = state.houses[seat]
    if fight.seats[DEFENDER] == NOBODY and seat == fight.seats[ATTACKER]:
        answer: Pass | Support = _SUPPORT[area][ATTACKER]
    else:
        answer = yield from ask(seat, SupportChooser(fight, seat, area))
    if isinstance(answer, Pass):
        fight.supports[area] = NO_SIDE
        game.emit(SupportWithheld(house=house, area=AREAS[area]))
        return
    side = SIDES.index(answer.side)
    fight.supports[area] = side
    worth = supporting_strength(state, fight, area, side)
    game.emit(SupportGiven(house=house, area=AREAS[area], side=answer.side, strength=worth))


def _refuse_support(game: Thrones, fight: Combat, seat: int) -> Flow[None]:
    """Ask a side once whether it refuses support from other houses: thrones:support.9, thrones:ruling.36."""
    state = game.state
    side = fight.seats.index(seat)
    granted = [a for a, given in sorted(fight.supports.items()) if given == side and state.owner[a] != seat]
    if not granted:
        return
    answer = yield from ask(seat, RefuseSupportChooser(granted))
    if isinstance(answer, Pass):
        return
    for area in answer.areas:
        fight.supports[AREA[area]] = NO_SIDE
        game.emit(SupportRefused(house=state.houses[seat], area=area))


def _sides_open_to(fight: Combat, seat: int) -> tuple[int, ...]:
    """Return the sides a house may support.

    A fighting house can support only its own side (thrones:support.6, thrones:support.13, thrones:ruling.35), a third
    house either (thrones:support.4). Nobody can support a neutral force (thrones:neutral.6, thrones:neutral.7).
    """
    if seat in fight.seats:
        return (fight.seats.index(seat),)
    return (ATTACKER,) if fight.seats[DEFENDER] == NOBODY else (ATTACKER, DEFENDER)


class SupportChooser(Chooser[Pass | Support]):
    """Which side does a support order support? Options: nobody, attacker, defender."""

    __slots__ = ("area", "fight", "seat")
    kind = "support"
    rule = "thrones:support.2"
    answers = (Pass, Support)

    def __init__(self, fight: Combat, seat: int, area: int) -> None:
        self.fight = fight
        self.seat = seat
        self.area = area

    def prompt(self) -> Message:
        """Name the supporting and the contested area."""
        return msg("ask.support", area=AREAS[self.area], contested=AREAS[self.fight.target])

    def options(self) -> list[Pass | Support]:
        """List `pass` and the open sides, the attacker first."""
        return [_PASS, *(_SUPPORT[self.area][side] for side in _sides_open_to(self.fight, self.seat))]

    def refusal(self, action: Pass | Support) -> Refusal | None:
        """Refuse other areas, and sides that are not open to the house."""
        if isinstance(action, Pass):
            return None
        if action.area != AREAS[self.area]:
            return Refusal("thrones:support.5", msg("refuse.support.other-area", area=AREAS[self.area]))
        if SIDES.index(action.side) in _sides_open_to(self.fight, self.seat):
            return None
        if self.seat in self.fight.seats:
            return Refusal("thrones:support.13", msg("refuse.support.own-units", area=AREAS[self.fight.target]))
        return Refusal("thrones:neutral.6", msg("refuse.support.neutral", area=AREAS[self.fight.target]))


class RefuseSupportChooser(Chooser[Pass | RefuseSupport]):
    """Which support from other houses is refused? Options: `pass`, then every choice of areas, the fewest first."""

    __slots__ = ("granted",)
    kind = "refuse-support"
    rule = "thrones:support.9"
    answers = (Pass, RefuseSupport)

    def __init__(self, granted: Sequence[int]) -> None:
        self.granted = granted

    def options(self) -> list[Pass | RefuseSupport]:
        """List `pass` and every non-empty choice."""
        return [_PASS, *_refusals(tuple(self.granted))]

    def refusal(self, action: Pass | RefuseSupport) -> Refusal | None:
        """Refuse areas that did not grant this side support, and lists that are not in map order."""
        if isinstance(action, Pass):
            return None
        for area in action.areas:
            if AREA[area] not in self.granted:
                return Refusal("thrones:support.9", msg("refuse.support.not-granted", area=area))
        if not action.areas or any(AREA[a] >= AREA[b] for a, b in pairwise(action.areas)):
            return Refusal("thrones:support.9", msg("refuse.support.order-of-areas"))
        return None


@cache
def _refusals(granted: tuple[int, ...]) -> tuple[RefuseSupport, ...]:
    return tuple(
        RefuseSupport(tuple(AREAS[a] for a in chosen))
        for n in range(1, len(granted) + 1)
        for chosen in combinations(granted, n)
    )
