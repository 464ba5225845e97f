"""Action phase, step 2: march orders."""

from __future__ import annotations

from banneret.games.thrones.actions import LeavePower, StartMarch
from banneret.games.thrones.content.board import AREA, AREAS, KIND, LAND
from banneret.games.thrones.content.components import TYPE_MARCH
from banneret.games.thrones.events.action import ControlSecured, HomeRegained, Marched, MarchStayed
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.action.march_plan import MarchChooser, MarchPlan, counts_of, unit_ids
from banneret.games.thrones.rules.action.neutral import attack_neutral
from banneret.games.thrones.rules.combat.combat import combat
from banneret.games.thrones.rules.control import (
    add_units,
    count_units,
    holder_without_units,
    remove_order,
    remove_units,
)
from banneret.games.thrones.rules.ports import clear_orders, return_power, settle
from banneret.games.thrones.rules.turns import go_on_to, next_turn
from banneret.games.thrones.state import NOBODY, Combat, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Done, Pass
from banneret.text.message import Message, msg

_PASS = Pass()
_START = tuple(StartMarch(area) for area in AREAS)
_SECURE = tuple(LeavePower(area) for area in AREAS)


def march(game: Thrones) -> Flow[None]:
    """Carry out the next house's march order, or proceed to Consolidate Power: thrones:march.1, thrones:orders.2."""
    state = game.state
    seat, areas = next_turn(state, TYPE_MARCH)
    if seat == NOBODY:
        go_on_to(state, "power")
        return
    area = AREA[(yield from ask(seat, StartChooser(areas))).area]
    yield from _carry_out(game, seat, area)
    clear_orders(game)


def _carry_out(game: Thrones, seat: int, area: int) -> Flow[None]:
    """Plan and move until the order is completed; the combat comes last (thrones:march.8).

    Units that get too little support against a neutral force have not marched: the order continues without that area
    (thrones:ruling.29).
    """
    state = game.state
    barred: list[int] = []
    moved = False
    while True:
        plan = yield from _make_plan(state, seat, area, barred)
        force = plan.fight if plan.fight != NOBODY and state.neutral[plan.fight] else NOBODY
        if plan.fight != force:
            yield from _march_and_fight(game, plan)
            return
        peaceful = [target for target in plan.groups if target != force]
        moved = moved or bool(peaceful)
        if force == NOBODY:
            if not moved:
                game.emit(MarchStayed(house=state.houses[seat], area=AREAS[area]))
            yield from _march_off(game, plan, peaceful)
            return
        yield from _march_some(game, plan, peaceful)
        if (yield from attack_neutral(game, seat, area, force, plan.groups[force])):
            yield from _march_off(game, plan, [force])
            return
        barred.append(force)


def _make_plan(state: State, seat: int, area: int, barred: list[int]) -> Flow[MarchPlan]:
    """Ask for groups one at a time until the house is done: thrones:march.2, thrones:march.3."""
    plan = MarchPlan(state, seat, area, barred)
    while True:
        answer = yield from ask(seat, MarchChooser(plan))
        if isinstance(answer, Done):
            return plan
        plan.add(counts_of(answer.units), AREA[answer.target])


def _march_some(game: Thrones, plan: MarchPlan, targets: list[int]) -> Flow[None]:
    """March some groups while other units wait to attack a neutral force."""
    _move(game, plan, targets)
    if targets:
        yield from settle(game, targets)


def _march_off(game: Thrones, plan: MarchPlan, targets: list[int]) -> Flow[None]:
    """March the last groups of an order without a combat, remove the order and settle control."""
    state, area = game.state, plan.area
    if targets and _leaves(plan, targets):
        yield from _secure(game, plan.seat, area)
    remove_order(state, area)
    _move(game, plan, targets)
    if targets:
        _emit_fallen_back(game, plan.seat, area, NOBODY if count_units(state, area) else area)
        yield from settle(game, [*targets, area])


def _march_and_fight(game: Thrones, plan: MarchPlan) -> Flow[None]:
    """Finish all other moves, decide whether to leave a power token, then fight: thrones:march.8, thrones:secure.4.

    The attackers remain in their starting area until they have won (thrones:ruling.28). If all of its units attack,
    they no longer hold it: a home area reverts to its house, a port changes hands (thrones:ruling.58,
    thrones:ruling.65).
    """
    state, seat, area = game.state, plan.seat, plan.area
    army = list(plan.groups[plan.fight])
    peaceful = [target for target in plan.groups if target != plan.fight]
    left = area if _leaves(plan, list(plan.groups)) else NOBODY
    if left != NOBODY:
        yield from _secure(game, seat, area)
    _move(game, plan, peaceful)
    _emit_fallen_back(game, seat, area, left)
    if peaceful or left != NOBODY:
        yield from settle(game, [*peaceful, area], left)
    owner = state.owner[plan.fight]
    defender = owner if owner != NOBODY else state.home_seat[plan.fight]
    yield from combat(game, Combat(seat, defender, area, plan.fight, state.orders[area], army))


def _leaves(plan: MarchPlan, targets: list[int]) -> bool:
    """Return whether these groups leave no unit, upright or routed, in the area of the order."""
    return count_units(plan.state, plan.area) == sum([sum(plan.groups[target]) for target in targets])


def _move(game: Thrones, plan: MarchPlan, targets: list[int]) -> None:
    """Move groups to their areas and return enemy tokens there: thrones:march.2, thrones:march.4, thrones:secure.6."""
    state, seat, area = game.state, plan.seat, plan.area
    for target in targets:
        counts = plan.groups[target]
        for kind, count in enumerate(counts):
            if count:
                remove_units(state, area, kind, count)
                add_units(state, target, seat, kind, count)
        game.emit(Marched(house=state.houses[seat], origin=AREAS[area], units=unit_ids(counts), area=AREAS[target]))
        return_power(game, target)


def _secure(game: Thrones, seat: int, area: int) -> Flow[None]:
    """Ask whether to secure an area that all units are leaving: thrones:secure.1, thrones:march.10.

    Does not ask if no token can be placed.
    """
    state = game.state
    if not may_secure(state, seat, area):
        return
    answer = yield from ask(seat, SecureChooser(area))
    if isinstance(answer, LeavePower):
        state.available[seat] -= 1
        state.power[area] = seat
        game.emit(ControlSecured(house=state.houses[seat], area=AREAS[area]))


def _emit_fallen_back(game: Thrones, seat: int, area: int, left: int) -> None:
    """Report a home area that reverts to its house because no token was left in it: thrones:home.3."""
    state = game.state
    if left == NOBODY or KIND[area] != LAND:
        return
    holder = holder_without_units(state, area)
    if holder not in (NOBODY, seat):
        game.emit(HomeRegained(house=state.houses[holder], area=AREAS[area]))


def may_secure(state: State, seat: int, area: int) -> bool:
    """Return whether a house can leave a power token in an area it marches out of.

    Only on land (thrones:secure.2), with an available token (thrones:secure.9), if the area has no token
    (thrones:secure.8) and is not held by the house's own crest anyway (thrones:home.1).
    """
    if KIND[area] != LAND or not state.available[seat]:
        return False
    return state.power[area] == NOBODY and state.home_seat[area] != seat


class StartChooser(Chooser[StartMarch]):
    """Which march order is carried out? Options by area number."""

    __slots__ = ("areas",)
    kind = "start-march"
    rule = "thrones:march.1"
    answers = (StartMarch,)

    def __init__(self, areas: list[int]) -> None:
        self.areas = areas

    def options(self) -> list[StartMarch]:
        """List the house's march orders."""
        return [_START[area] for area in self.areas]

    def refusal(self, action: StartMarch) -> Refusal | None:
        """Refuse areas without a march order of the house."""
        if AREA[action.area] in self.areas:
            return None
        return Refusal("thrones:march.1", msg("refuse.march.no-march-order", area=action.area))


class SecureChooser(Chooser[Pass | LeavePower]):
    """Is a power token left in the area? Options: no, yes."""

    __slots__ = ("area",)
    kind = "secure"
    rule = "thrones:secure.1"
    answers = (Pass, LeavePower)

    def __init__(self, area: int) -> None:
        self.area = area

    def prompt(self) -> Message:
        """Name the area."""
        return msg("ask.secure", area=AREAS[self.area])

    def options(self) -> list[Pass | LeavePower]:
        """List `pass` and leaving the token."""
        return [_PASS, _SECURE[self.area]]

    def refusal(self, action: Pass | LeavePower) -> Refusal | None:
        """Refuse tokens for other areas; a token is placed only when marching out (thrones:secure.10)."""
        if isinstance(action, Pass) or action.area == AREAS[self.area]:
            return None
        return Refusal("thrones:secure.10", msg("refuse.march.not-left", area=action.area))
