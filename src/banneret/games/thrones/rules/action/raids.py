"""Action phase, step 1: raid orders."""

from __future__ import annotations

from banneret.games.thrones.actions import DropRaid, Raid
from banneret.games.thrones.content.board import ADJACENT, ADJACENT_SETS, AREA, AREAS, KIND, LAND, PORT, SEA
from banneret.games.thrones.content.components import (
    ORDERS,
    SPECIAL_RAID,
    TYPE_DEFENSE,
    TYPE_MARCH,
    TYPE_POWER,
    TYPE_RAID,
)
from banneret.games.thrones.events.action import Pillaged, RaidDropped, Raided
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import gain_power, lose_power, remove_order
from banneret.games.thrones.rules.turns import TYPE_IN, go_on_to, next_turn
from banneret.games.thrones.state import NO_ORDER, NOBODY, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import msg


def _barred(area: int, target: int) -> str | None:
    """Return the rule that keeps raids in one area from reaching an adjacent one, or None.

    Raids on land reach land (thrones:raid.5), raids at sea reach land, sea and ports (thrones:raid.6,
    thrones:ports.11), raids in a port reach its sea (thrones:ports.10).
    """
    if KIND[area] == SEA or KIND[area] == KIND[target] == LAND:
        return None
    if KIND[area] == PORT:
        return None if KIND[target] == SEA else "thrones:ports.10"
    return "thrones:ports.11" if KIND[target] == PORT else "thrones:raid.5"


REACH: tuple[tuple[int, ...], ...] = tuple(
    tuple(target for target in ADJACENT[area] if _barred(area, target) is None) for area in range(len(AREAS))
)
"""For each area the areas that a raid there reaches; ships make no other area adjacent (thrones:transport.8)."""

_RAID = tuple({target: Raid(AREAS[area], AREAS[target]) for target in REACH[area]} for area in range(len(AREAS)))
_DROP = tuple(DropRaid(area) for area in AREAS)


def raid(game: Thrones) -> Flow[None]:
    """Carry out the next house's raid order, or proceed to the marches: thrones:raid.1, thrones:orders.1.

    The house chooses which order, even among raids without a target, which are removed without effect (thrones:raid.9).
    The marches follow when no raid is left: thrones:action.1.
    """
    state = game.state
    seat, areas = next_turn(state, TYPE_RAID)
    if seat == NOBODY:
        go_on_to(state, "march")
        return
    answer = yield from ask(seat, RaidChooser(state, seat, areas))
    if isinstance(answer, DropRaid):
        area = AREA[answer.area]
        _drop(game, seat, area, "thrones:raid.10" if raids_from(state, seat, area) else "thrones:raid.9")
    else:
        _carry_out(game, seat, AREA[answer.area], AREA[answer.target])


def _drop(game: Thrones, seat: int, area: int, rule: str) -> None:
    """Remove a raid order without effect: thrones:raid.9, thrones:raid.10."""
    remove_order(game.state, area)
    game.emit(RaidDropped(house=game.state.houses[seat], area=AREAS[area], rule=rule))


def _carry_out(game: Thrones, seat: int, area: int, target: int) -> None:
    """Remove the raid order and its target: thrones:raid.2."""
    state = game.state
    victim, order = state.owner[target], state.orders[target]
    remove_order(state, area)
    remove_order(state, target)
    house, loser = state.houses[seat], state.houses[victim]
    rule = "thrones:special.5" if TYPE_IN[order] == TYPE_DEFENSE else "thrones:raid.2"
    order_id = ORDERS[order].id
    game.emit(Raided(house=house, area=AREAS[area], victim=loser, target=AREAS[target], order=order_id, rule=rule))
    if TYPE_IN[order] == TYPE_POWER:
        _pillage(game, seat, victim)


def _pillage(game: Thrones, seat: int, victim: int) -> None:
    """Gain a power token, and take one from the victim if it has any: thrones:raid.3, thrones:raid.4."""
    houses = game.state.houses
    gained, lost = gain_power(game.state, seat, 1), lose_power(game.state, victim, 1)
    game.emit(Pillaged(house=houses[seat], gained=gained, victim=houses[victim], lost=lost))


def raids_from(state: State, seat: int, area: int) -> list[int]:
    """List the areas whose order a raid order can remove, by area number.

    Land: thrones:raid.5; sea: thrones:raid.6; ports: thrones:ports.10, thrones:ports.11; never across ships:
    thrones:transport.8.
    """
    return [target for target in REACH[area] if immune(state, seat, area, target) is None]


def immune(state: State, seat: int, area: int, target: int) -> tuple[str, str] | None:
    """Return rule and reason why a raid cannot remove an order in reach, or None.

    Support, raid and Consolidate Power orders can be removed, also special ones and those at sea (thrones:raid.7,
    thrones:raid.8); a special raid can remove a defense order instead (thrones:special.5).
    """
    order = state.orders[target]
    if order == NO_ORDER:
        return "thrones:raid.2", "no-order"
    if state.owner[target] == seat:
        return "thrones:raid.2", "own-order"
    kind = TYPE_IN[order]
    if kind == TYPE_MARCH:
        return "thrones:raid.2", "march"
    if kind == TYPE_DEFENSE and state.orders[area] != SPECIAL_RAID:
        return "thrones:special.5", "defense"
    return None


class RaidChooser(Chooser[DropRaid | Raid]):
    """Which raid order is carried out, against which order? Options: dropping a raid, then raids, by area number."""

    __slots__ = ("areas", "seat", "state")
    kind = "raid"
    rule = "thrones:raid.1"
    answers = (DropRaid, Raid)

    def __init__(self, state: State, seat: int, areas: list[int]) -> None:
        self.state = state
        self.seat = seat
        self.areas = areas

    def options(self) -> list[DropRaid | Raid]:
        """List dropping each of the house's raid orders, then every raid."""
        raids = [_RAID[area][target] for area in self.areas for target in raids_from(self.state, self.seat, area)]
        return [*(_DROP[area] for area in self.areas), *raids]

    def refusal(self, action: DropRaid | Raid) -> Refusal | None:
        """Refuse areas without a raid order of the house, and targets that are out of reach or immune."""
        area = AREA[action.area]
        if area not in self.areas:
            return Refusal("thrones:raid.1", msg("refuse.raid.no-raid-order", area=action.area))
        if isinstance(action, DropRaid):
            return None
        target = AREA[action.target]
        if target not in REACH[area]:
            return _out_of_reach(area, target)
        why = immune(self.state, self.seat, area, target)
        if why is None:
            return None
        return Refusal(why[0], msg(f"refuse.raid.{why[1]}", area=action.area, target=action.target))


_REASONS = {"thrones:raid.5": "land-to-sea", "thrones:ports.10": "port-to-land", "thrones:ports.11": "land-to-port"}


def _out_of_reach(area: int, target: int) -> Refusal:
    rule = _barred(area, target) if target in ADJACENT_SETS[area] else None
    reason = "not-adjacent" if rule is None else _REASONS[rule]
    return Refusal(rule or "thrones:raid.2", msg(f"refuse.raid.{reason}", area=AREAS[area], target=AREAS[target]))
