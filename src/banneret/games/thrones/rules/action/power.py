"""Action phase, step 3: Consolidate Power orders."""

from __future__ import annotations

from banneret.games.thrones.actions import GainPower, MusterOrder
from banneret.games.thrones.content.board import AREA, AREAS, KIND, LAND, MUSTER_POINTS, PORT, POWER, SEA, SEA_OF
from banneret.games.thrones.content.components import SPECIAL_CONSOLIDATE_POWER, TYPE_POWER
from banneret.games.thrones.events.action import MusteredByOrder, PowerConsolidated
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import gain_power, remove_order
from banneret.games.thrones.rules.mustering import muster_in
from banneret.games.thrones.rules.turns import go_on_to, next_turn
from banneret.games.thrones.state import NOBODY, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import msg

_GAIN = tuple(GainPower(area) for area in AREAS)
_MUSTER = tuple(MusterOrder(area) for area in AREAS)


def consolidate_power(game: Thrones) -> Flow[None]:
    """Carry out the next house's Consolidate Power order, or proceed to the clean up: thrones:power.1.

    thrones:orders.6, thrones:action.1
    """
    state = game.state
    seat, areas = next_turn(state, TYPE_POWER)
    if seat == NOBODY:
        go_on_to(state, "clean-up")
        return
    answer = yield from ask(seat, PowerChooser(state, areas))
    area = AREA[answer.area]
    if isinstance(answer, MusterOrder):
        yield from _muster(game, seat, area)
    else:
        _gain(game, seat, area)


def _gain(game: Thrones, seat: int, area: int) -> None:
    """Remove the order and gain its power tokens: thrones:power.2."""
    state = game.state
    rule = _source(area)
    gained = gain_power(state, seat, tokens_of(state, seat, area))
    remove_order(state, area)
    game.emit(PowerConsolidated(house=state.houses[seat], area=AREAS[area], gained=gained, rule=rule))


def _muster(game: Thrones, seat: int, area: int) -> Flow[None]:
    """Muster in the area of the order: thrones:special.6; gain tokens if nothing is mustered: thrones:ruling.67."""
    items = yield from muster_in(game, seat, [area])
    if not items:
        _gain(game, seat, area)
        return
    remove_order(game.state, area)
    game.emit(MusteredByOrder(house=game.state.houses[seat], area=AREAS[area], items=items))


def tokens_of(state: State, seat: int, area: int) -> int:
    """Return the yield of an order, one token plus one for each power icon of its area: thrones:power.2.

    Power tokens on the board are not icons (thrones:secure.7). The order yields nothing at sea (thrones:orders.7), and
    one token in a port if no enemy ship is in its sea (thrones:port-orders.3).
    """
    if KIND[area] == LAND:
        return 1 + POWER[area]
    if KIND[area] == SEA:
        return 0
    return 1 if state.owner[SEA_OF[area]] in (NOBODY, seat) else 0


def _source(area: int) -> str:
    """Return the rule that determines the yield of an order."""
    return ("thrones:power.2", "thrones:orders.7", "thrones:port-orders.3")[KIND[area]]


def cannot_muster(state: State, area: int) -> tuple[str, str] | None:
    """Return rule and reason why the order in an area cannot muster, or None: thrones:special.7, thrones:special.8."""
    if state.orders[area] != SPECIAL_CONSOLIDATE_POWER:
        return "thrones:special.6", "not-special"
    if KIND[area] == PORT:
        return "thrones:port-orders.4", "port"
    return None if MUSTER_POINTS[area] else ("thrones:special.8", "no-castle")


class PowerChooser(Chooser[GainPower | MusterOrder]):
    """Which order is carried out, and how? Options: gain tokens, then muster, each by area number."""

    __slots__ = ("areas", "state")
    kind = "power"
    rule = "thrones:power.1"
    answers = (GainPower, MusterOrder)

    def __init__(self, state: State, areas: list[int]) -> None:
        self.state = state
        self.areas = areas

    def options(self) -> list[GainPower | MusterOrder]:
        """List the house's orders, then those that can muster."""
        musters = [_MUSTER[area] for area in self.areas if cannot_muster(self.state, area) is None]
        return [*(_GAIN[area] for area in self.areas), *musters]

    def refusal(self, action: GainPower | MusterOrder) -> Refusal | None:
        """Refuse areas without an order of the house, and mustering if the order does not allow it."""
        area = AREA[action.area]
        if area not in self.areas:
            return Refusal("thrones:power.1", msg("refuse.power.no-order", area=action.area))
        why = cannot_muster(self.state, area) if isinstance(action, MusterOrder) else None
        return None if why is None else Refusal(why[0], msg(f"refuse.power.{why[1]}", area=action.area))
