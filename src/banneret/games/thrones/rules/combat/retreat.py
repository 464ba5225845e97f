"""Combat, step 6.3: the loser retreats and is routed."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.thrones.actions import Retreat
from banneret.games.thrones.content.board import ADJACENT_SETS, AREA, AREAS, KIND, LAND, PORT, SEA
from banneret.games.thrones.content.components import PORT_LIMIT, SIEGE_ENGINE, UNIT, UNITS
from banneret.games.thrones.events.combat import Retreated
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.casualties import (
    CasualtyChooser,
    fighting_units,
    lose_all,
    lose_unit,
    place_of,
)
from banneret.games.thrones.rules.control import add_units, count_units, remove_units
from banneret.games.thrones.rules.supply import fits_after
from banneret.games.thrones.rules.transport import reachable
from banneret.games.thrones.state import ATTACKER, BLOCKED, DEFENDER, NOBODY, Combat, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, about, ask
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg

_PASS = Pass()
_RETREAT = tuple(Retreat(area) for area in AREAS)


def retreat(game: Thrones, fight: Combat) -> Flow[int]:
    """Let the loser's units leave the contested area; return the area they retreat to, or NOBODY.

    thrones:retreat.1, thrones:retreat.4; without a legal area all are destroyed (thrones:retreat.8). The loser picks
    the units lost to supply on the way, regardless of who chose the area (thrones:retreat.7, thrones:ruling.77).
    """
    state = game.state
    side = 1 - fight.winner
    _lose_what_cannot_retreat(game, fight, side)
    if not any(fighting_units(state, fight, side)):
        return NOBODY
    ways = _ways_home(state, fight) if side == ATTACKER else ways_out(state, fight)
    area = yield from _choose_area(game, fight, side, ways)
    if area == NOBODY:
        lose_all(game, fight, side, "thrones:home.4" if side == ATTACKER else "thrones:retreat.8")
        return NOBODY
    while losses_in(state, fight, side, area):
        answer = yield from ask(fight.seats[side], RetreatLossChooser(state, fight, side))
        lose_unit(game, fight, side, UNIT[answer.unit], "thrones:retreat.7")
    _rout(game, fight, side, area)
    return area


def _lose_what_cannot_retreat(game: Thrones, fight: Combat, side: int) -> None:
    """Destroy siege engines and units that were already routed: thrones:retreat.11, thrones:routed.3.

    No card prevents this: thrones:ruling.48.
    """
    state = game.state
    for _ in range(fighting_units(state, fight, side)[SIEGE_ENGINE]):
        lose_unit(game, fight, side, SIEGE_ENGINE, "thrones:retreat.11")
    if side == DEFENDER:
        for kind, column in enumerate(state.routed):
            for _ in range(column[fight.target]):
                lose_unit(game, fight, side, kind, "thrones:routed.3", routed=True)


def _choose_area(game: Thrones, fight: Combat, side: int, ways: list[int]) -> Flow[int]:
    """Return the area to which all units retreat, chosen by Robb Stark's side or the loser, or NOBODY.

    Robb Stark's side may choose among the areas with the fewest losses: thrones:card.robb-stark, thrones:ruling.61.
    """
    state = game.state
    if fight.cards[fight.winner] == "robb-stark":
        best = _fewest_losses(state, fight, side)
        if best and not (len(ways) <= 1 and best == ways):
            chooser = RobbChooser(state, fight, side, best)
            choice = yield from about("robb-stark", ask(fight.seats[fight.winner], chooser))
            if isinstance(choice, Retreat):
                return AREA[choice.area]
    if not ways:
        return NOBODY
    answer = yield from ask(fight.seats[side], RetreatChooser(state, fight, side, ways))
    return AREA[answer.area]


def _rout(game: Thrones, fight: Combat, side: int, area: int) -> None:
    """Move the retreating units and rout them: thrones:retreat.4, thrones:routed.1."""
    state = game.state
    seat, source = fight.seats[side], place_of(fight, side)
    units: list[str] = []
    for kind, count in enumerate(fighting_units(state, fight, side)):
        if count:
            remove_units(state, source, kind, count)
            add_units(state, area, seat, kind, count, routed=True)
            units += [UNITS[kind]] * count
    rule = "thrones:retreat.3"
    if side == ATTACKER:
        rule = "thrones:retreat.2" if area == fight.origin else "thrones:card.robb-stark"
        fight.army = [0, 0, 0, 0]
    house = state.houses[seat]
    game.emit(Retreated(house=house, origin=AREAS[fight.target], area=AREAS[area], units=tuple(units), rule=rule))


# Retreat areas


def _ways_home(state: State, fight: Combat) -> list[int]:
    """Return the area a beaten attacker came from, unless an enemy controls it again: thrones:retreat.2.

    An enemy home area left without unit and token has reverted to its house: thrones:ruling.58, thrones:home.4.
    """
    seat, origin = fight.seats[ATTACKER], fight.origin
    stayed = count_units(state, origin) - sum(fight.army)
    fallen_back = stayed == 0 and state.power[origin] != seat and state.home_seat[origin] not in (NOBODY, seat)
    return [] if fallen_back else [origin]


def ways_out(state: State, fight: Combat) -> list[int]:
    """List the areas a beaten defender may choose; those that break supply only if there is no other.

    thrones:retreat.3, thrones:retreat.6, thrones:ruling.59; an area that no unit would survive to reach is left out.
    """
    losses = [(a, losses_in(state, fight, DEFENDER, a)) for a in legal_areas(state, fight, DEFENDER)]
    without = [a for a, lost in losses if lost == 0]
    units = sum(fighting_units(state, fight, DEFENDER))
    return without or [a for a, lost in losses if lost < units]


def _fewest_losses(state: State, fight: Combat, side: int) -> list[int]:
    """List the areas Robb Stark's side can choose from: thrones:card.robb-stark, thrones:ruling.61."""
    areas = legal_areas(state, fight, side)
    if side == ATTACKER:
        areas = sorted({*areas, *_ways_home(state, fight)})
    losses = [(a, losses_in(state, fight, side, a)) for a in areas]
    fewest = min((lost for _, lost in losses), default=0)
    return [a for a, lost in losses if lost == fewest < sum(fighting_units(state, fight, side))]


def legal_areas(state: State, fight: Combat, side: int) -> list[int]:
    """List the areas open to a beaten side around the contested one, by area number, ignoring supply.

    They are reached as by a march, also across own ships: thrones:retreat.10, thrones:transport.1.
    """
    return sorted(a for a in _around(state, fight, side) if _closed(state, fight, side, a) is None)


def _around(state: State, fight: Combat, side: int) -> Sequence[int]:
    """List what units can reach from the contested area: land units land, ships never land: thrones:retreat.9."""
    return reachable(state, fight.seats[side], fight.target, KIND[fight.target] == SEA)


def _closed(state: State, fight: Combat, side: int, area: int) -> tuple[str, str] | None:
    """Return rule and reason why no beaten unit of a side may retreat to an area in reach, or None."""
    seat = fight.seats[side]
    if area == fight.origin:
        return ("thrones:retreat.5", "attackers-origin") if side == DEFENDER else ("thrones:ruling.58", "fallen-back")
    owner = state.owner[area]
    if owner not in (NOBODY, seat):
        return "thrones:retreat.3", "enemy-units"
    if state.power[area] not in (NOBODY, seat):
        return "thrones:retreat.3", "enemy-token"
    if state.neutral[area]:
        return "thrones:neutral.2", "neutral"
    own = owner == seat or state.power[area] == seat
    if not own and state.home_seat[area] not in (NOBODY, seat):
        return "thrones:home.4", "enemy-home"
    return None


def _out_of_reach(state: State, target: int, area: int) -> str:
    """Return the rule that puts an area out of reach of the contested one."""
    if state.neutral[area] == BLOCKED:
        return "thrones:ruling.31"
    if (KIND[target] == SEA) == (KIND[area] == LAND):
        return "thrones:retreat.9"
    if KIND[area] == PORT and area in ADJACENT_SETS[target]:
        return "thrones:ports.1"
    return "thrones:retreat.3"


def losses_in(state: State, fight: Combat, side: int, area: int) -> int:
    """Count the units that must be destroyed before the rest can retreat to an area: thrones:retreat.7.

    A port holds three ships: thrones:ports.4, thrones:ruling.60. Returning home costs nothing.
    """
    if area == fight.origin:
        return 0
    seat, source = fight.seats[side], place_of(fight, side)
    units = sum(fighting_units(state, fight, side))
    stay, there = count_units(state, source) - units, count_units(state, area)
    for lost in range(units):
        after = there + units - lost
        if KIND[area] == PORT and after > PORT_LIMIT:
            continue
        if fits_after(state, seat, {source: stay, area: after}):
            return lost
    return units


class RetreatChooser(Chooser[Retreat]):
    """Where do the units retreat? Options: areas by number."""

    __slots__ = ("areas", "fight", "side", "state")
    kind = "retreat"
    rule = "thrones:retreat.3"
    answers = (Retreat,)

    def __init__(self, state: State, fight: Combat, side: int, areas: list[int]) -> None:
        self.state = state
        self.fight = fight
        self.side = side
        self.areas = areas

    def prompt(self) -> Message:
        """Name the contested area."""
        return msg(f"ask.{self.kind}", area=AREAS[self.fight.target])

    def options(self) -> list[Retreat]:
        """List the areas open to the units."""
        return [_RETREAT[area] for area in self.areas]

    def refusal(self, action: Retreat) -> Refusal | None:
        """Refuse all other areas, citing the rule that closes them."""
        area = AREA[action.area]
        return None if area in self.areas else self.why_not(area)

    def why_not(self, area: int) -> Refusal:
        """Return the rule that closes an area to the units."""
        if area not in _around(self.state, self.fight, self.side):
            rule = _out_of_reach(self.state, self.fight.target, area)
            return Refusal(rule, msg("refuse.retreat.out-of-reach", area=AREAS[area]))
        rule, reason = _closed(self.state, self.fight, self.side, area) or ("thrones:retreat.6", "supply")
        return Refusal(rule, msg(f"refuse.retreat.{reason}", area=AREAS[area]))


class RobbChooser(Chooser[Pass | Retreat]):
    """Robb Stark: where does the loser retreat? Options: the loser's choice, then areas by number."""

    __slots__ = ("loser",)
    kind = "robb-stark"
    rule = "thrones:card.robb-stark"
    answers = (Pass, Retreat)

    def __init__(self, state: State, fight: Combat, side: int, areas: list[int]) -> None:
        self.loser = RetreatChooser(state, fight, side, areas)

    def prompt(self) -> Message:
        """Name the contested area."""
        return msg("ask.robb-stark", area=AREAS[self.loser.fight.target])

    def options(self) -> list[Pass | Retreat]:
        """List `pass` and the areas with the fewest losses."""
        return [_PASS, *self.loser.options()]

    def refusal(self, action: Pass | Retreat) -> Refusal | None:
        """Refuse areas that are closed or would cost more units than others."""
        if isinstance(action, Pass) or AREA[action.area] in self.loser.areas:
            return None
        loser, area = self.loser, AREA[action.area]
        if area in legal_areas(loser.state, loser.fight, loser.side):
            return Refusal(self.rule, msg("refuse.robb-stark.more-losses", area=action.area))
        return loser.why_not(area)


class RetreatLossChooser(CasualtyChooser):
    """Which unit is destroyed so that supply allows the retreat? Options: as for casualties."""

    __slots__ = ()
    kind = "retreat-loss"
    rule = "thrones:retreat.7"
