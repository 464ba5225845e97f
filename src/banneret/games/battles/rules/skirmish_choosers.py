"""The questions of a skirmish's setup: commanders, purchases, and the placement of terrain and units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import asdict

from banneret.games.battles.actions import BuyUnit, LayTerrain, LeadCommander, PlaceCommander, PlaceUnit
from banneret.games.battles.content.components import HOUSES, RANKS, Rank, Unit
from banneret.games.battles.content.skirmish import ANY, COST, PIECES, SUMMARIES, Summary, cost, least_cost
from banneret.games.battles.state import NO_UNIT, Muster, State
from banneret.kernel.choosers import Chooser, Part, Refusal
from banneret.kernel.questions import Done
from banneret.text.message import Message, msg


def summary_of(state: State) -> Summary:
    """Return the summary of a skirmish: battles:c15.1."""
    return SUMMARIES[state.scenario.id]


def muster_of(state: State) -> Muster:
    """Return the remaining setup of the skirmish. Raises RuntimeError in a step without any."""
    if state.muster is None:
        raise RuntimeError(f"step {state.step}: nothing is left to choose or place")
    return state.muster


def own_types(state: State, seat: int) -> list[Unit]:
    """Return the unit types of a House."""
    return [unit for unit in state.box.units if unit.house == state.houses[seat]]


def used_figures(state: State, force: Sequence[tuple[str, Rank, str]]) -> Counter[str]:
    """Return the number of figures that a force uses, by type; commanders are not counted."""
    used: Counter[str] = Counter()
    for unit, _, leader in force:
        used[unit] += state.box.units[state.box.unit_number[unit]].strength - bool(leader)
    return used


def fits(state: State, force: Sequence[tuple[str, Rank, str]], unit: str) -> bool:
    """Return whether the box has the figures for another unit of a type."""
    kind = state.box.units[state.box.unit_number[unit]]
    return used_figures(state, force)[unit] + kind.strength <= kind.figures


class LeadChooser(Chooser[Done | LeadCommander]):
    """Which further commander leads? Options: no more, once there is one; then the own commanders that fit.

    They must be different persons, within the combined command limit: battles:c15.3, battles:c15.11.
    """

    __slots__ = ("leaders", "seat", "state")
    kind = "lead"
    rule = "battles:c15.3"
    answers = (Done, LeadCommander)

    def __init__(self, state: State, seat: int, leaders: list[str]) -> None:
        self.state = state
        self.seat = seat
        self.leaders = leaders

    def part(self) -> Part:
        """Return whether a commander is missing, and those who can be added."""
        if not self.leaders:
            return Part("commanders")
        more = tuple(f"commander:{one.commander}" for one in self.options() if isinstance(one, LeadCommander))
        return Part("commanders", 0, more, closing=Done())

    def options(self) -> list[Done | LeadCommander]:
        """Return an action to stop, then the other commanders that fit, in the order of the box."""
        every = [LeadCommander(commander.id) for commander in self.state.box.commanders]
        can = [answer for answer in every if self.refusal(answer) is None]
        return [Done(), *can] if self.leaders else [*can]

    def refusal(self, action: Done | LeadCommander) -> Refusal | None:
        """Refuse having no commander, the enemy's, the same person twice, and more than the summary allows.

        battles:c15.3, battles:c15.11
        """
        if isinstance(action, Done):
            return None if self.leaders else Refusal(self.rule, msg("refuse.lead.nobody"))
        box = self.state.box
        new, led = box.commander[action.commander], [box.commander[leader] for leader in self.leaders]
        if new.house != self.state.houses[self.seat]:
            return Refusal(self.rule, msg("refuse.lead.other-house", commander=new.id))
        if any(one.person == new.person for one in led):
            return Refusal("battles:c15.11", msg("refuse.lead.same-person", commander=new.id))
        limit = summary_of(self.state).command_limit
        if new.command_limit + sum(one.command_limit for one in led) > limit:
            return Refusal(self.rule, msg("refuse.lead.too-many", commander=new.id, limit=limit))
        return None


class BuyChooser(Chooser[BuyUnit]):
    """Which unit is bought? Options: by type, then by rank: battles:c15.12.

    The points left must suffice for the remaining purchases, and the box must have the figures.
    """

    __slots__ = ("bought", "seat", "state")
    kind = "buy"
    rule = "battles:c15.12"
    answers = (BuyUnit,)

    def __init__(self, state: State, seat: int, bought: list[tuple[str, Rank]]) -> None:
        self.state = state
        self.seat = seat
        self.bought = bought

    def points_left(self) -> int:
        """Return the unspent points."""
        box = self.state.box
        spent = sum(cost(box.units[box.unit_number[unit]], rank) for unit, rank in self.bought)
        return summary_of(self.state).unit_points - spent

    def units_left(self) -> int:
        """Return how many units are still to be bought."""
        return summary_of(self.state).units - len(self.bought)

    def prompt(self) -> Message:
        """Return the question with the costs of units and what is left."""
        return msg("ask.buy", points=self.points_left(), units=self.units_left(), **asdict(COST))

    def part(self) -> Part:
        """Return the number of units still to be bought."""
        return Part("forces", self.units_left())

    def options(self) -> list[BuyUnit]:
        """Return the units that can be bought."""
        every = [BuyUnit(kind.id, rank) for kind in own_types(self.state, self.seat) for rank in RANKS]
        return [answer for answer in every if self.refusal(answer) is None]

    def refusal(self, action: BuyUnit) -> Refusal | None:
        """Refuse the enemy's units, units without figures in the box, and units that are too expensive."""
        state, box = self.state, self.state.box
        kind = box.units[box.unit_number[action.unit]]
        if kind.house != state.houses[self.seat]:
            return Refusal(self.rule, msg("refuse.buy.other-house", unit=action.unit))
        leaders = muster_of(state).leaders[self.seat]
        force: list[tuple[str, Rank, str]] = [(box.commander[leader].unit, "blue", leader) for leader in leaders]
        force += [(unit, rank, "") for unit, rank in self.bought]
        if not fits(state, force, action.unit):
            return Refusal(self.rule, msg("refuse.buy.no-figures", unit=action.unit))
        left = self.points_left() - cost(kind, action.rank)
        if left < self._least([*force, (action.unit, RANKS[RANKS.index(action.rank)], "")]):
            return Refusal(self.rule, msg("refuse.buy.too-dear", unit=action.unit, rank=action.rank))
        return None

    def _least(self, force: list[tuple[str, Rank, str]]) -> int:
        """Return the minimum cost of the units still to be bought."""
        used = used_figures(self.state, force)
        missing = self.units_left() - 1
        prices = sorted(
            price
            for kind in own_types(self.state, self.seat)
            for price in [least_cost(kind)] * ((kind.figures - used[kind.id]) // kind.strength)
        )
        return sum(prices[:missing]) if len(prices) >= missing else summary_of(self.state).unit_points + 1


def is_own_row(state: State, seat: int, hex: int) -> bool:
    """Return whether a hex is in the strip in which a House sets up: battles:c15.14."""
    deep, row = summary_of(state).own_rows, state.field.row(hex)
    edges = state.scenario.edges
    edge = edges.stark if seat == HOUSES.index("stark") else edges.lannister
    return row < deep if edge == "north" else row >= summary_of(state).rows - deep


class TerrainChooser(Chooser[LayTerrain]):
    """Which piece of terrain is placed where? Options: by kind, then by hex: battles:c15.9, battles:c15.13.

    Not where the Houses set up, one piece per hex, and no two adjacent pieces that block sight.
    """

    __slots__ = ("seat", "state")
    kind = "lay"
    rule = "battles:c15.9"
    answers = (LayTerrain,)

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    def _kinds(self) -> list[str]:
        """Return the kinds of pieces that the House has, or may choose from."""
        pieces = muster_of(self.state).pieces[self.seat]
        return list(PIECES) if ANY in pieces else sorted(set(pieces))

    def options(self) -> list[LayTerrain]:
        """Return every piece in every hex where it may be placed."""
        labels = self.state.field.labels
        free = [hex for hex in range(len(labels)) if self._why_none(hex) is None]
        apart = [hex for hex in free if not self._is_beside_wall(hex)]
        return [
            LayTerrain(kind, labels[hex]) for kind in self._kinds() for hex in (apart if self._is_wall(kind) else free)
        ]

    def refusal(self, action: LayTerrain) -> Refusal | None:
        """Refuse pieces that the House does not have, and hexes where they may not be placed."""
        if action.terrain not in self._kinds():
            return Refusal(self.rule, msg("refuse.lay.no-piece", terrain=action.terrain))
        try:
            hex = self.state.field.place(action.hex)
        except ValueError:
            return Refusal(self.rule, msg("refuse.lay.off-board", hex=action.hex))
        why = self._why_not(action.terrain, hex)
        return None if why is None else Refusal("battles:c15.13", msg(f"refuse.lay.{why}", hex=action.hex))

    def _why_not(self, kind: str, hex: int) -> str | None:
        why = self._why_none(hex)
        if why is None and self._is_wall(kind) and self._is_beside_wall(hex):
            return "wall"
        return why

    def _why_none(self, hex: int) -> str | None:
        """Return why no piece at all may be placed in a hex, or None."""
        state = self.state
        if any(is_own_row(state, seat, hex) for seat in range(state.seats)):
            return "own-rows"
        return "taken" if state.terrain[hex] else None

    def _is_wall(self, kind: str) -> bool:
        return self.state.box.terrain[kind].blocks_sight

    def _is_beside_wall(self, hex: int) -> bool:
        state = self.state
        return any(state.box.terrains[state.terrain[to]].blocks_sight for to in state.field.neighbours[hex])


class LineUpChooser(Chooser[PlaceUnit | PlaceCommander]):
    """Which unit is placed where? Options: by unit, then by hex of the own strip: battles:c15.9, battles:c15.14."""

    __slots__ = ("seat", "state")
    kind = "line-up"
    rule = "battles:c15.14"
    answers = (PlaceUnit, PlaceCommander)

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    def part(self) -> Part:
        """Return the unit placed in this turn; if only this House has units left, all of them: battles:c15.14."""
        force = muster_of(self.state).force
        return Part("deployment", 1 if force[1 - self.seat] else len(force[self.seat]))

    def _left(self) -> list[tuple[str, Rank, str]]:
        return sorted(set(muster_of(self.state).force[self.seat]))

    def options(self) -> list[PlaceUnit | PlaceCommander]:
        """Return every remaining unit in every hex where it may be placed."""
        labels = self.state.field.labels
        free = [labels[hex] for hex in range(len(labels)) if self._why_not(hex) is None]
        return [
            PlaceCommander(leader, hex) if leader else PlaceUnit(unit, rank, hex)
            for unit, rank, leader in self._left()
            for hex in free
        ]

    def refusal(self, action: PlaceUnit | PlaceCommander) -> Refusal | None:
        """Refuse units that are no longer in the force, and hexes outside the own strip or occupied."""
        if isinstance(action, PlaceCommander):
            if all(leader != action.commander for _, _, leader in self._left()):
                return Refusal(self.rule, msg("refuse.line-up.no-commander", commander=action.commander))
        elif (action.unit, action.rank, "") not in self._left():
            return Refusal(self.rule, msg("refuse.line-up.no-unit", unit=action.unit, rank=action.rank))
        try:
            hex = self.state.field.place(action.hex)
        except ValueError:
            return Refusal(self.rule, msg("refuse.line-up.off-board", hex=action.hex))
        why = self._why_not(hex)
        return None if why is None else Refusal(self.rule, msg(f"refuse.line-up.{why}", hex=action.hex))

    def _why_not(self, hex: int) -> str | None:
        if not is_own_row(self.state, self.seat, hex):
            return "not-own-rows"
        return "taken" if self.state.at[hex] != NO_UNIT else None
