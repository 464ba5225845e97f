"""Units that a house loses by a wildling card or by lack of supply: anywhere it likes, or where a rule says."""

from __future__ import annotations

from collections.abc import Collection

from banneret.games.thrones.actions import LoseUnit
from banneret.games.thrones.board import AREA, AREAS
from banneret.games.thrones.components import UNIT, UNITS
from banneret.games.thrones.events.westeros import UnitLost
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import areas_with_units, count_units, remove_units
from banneret.games.thrones.state import State
from banneret.kernel.choosing import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.message import Message, say

LOSE = tuple(tuple(LoseUnit(area, unit) for unit in UNITS) for area in AREAS)
"""The action of losing a unit: `LOSE[area][kind]`."""


def kinds_at(state: State, area: int) -> list[int]:
    """List the kinds of units in an area, routed ones too."""
    return [kind for kind in range(len(UNITS)) if state.units[kind][area] or state.routed[kind][area]]


def lose_unit(game: Thrones, area: int, kind: int, rule: str) -> None:
    """Destroy one unit, a routed one first; it goes back to its pool: thrones:terms.10, thrones:limits.2."""
    state = game.state
    house = state.houses[state.owner[area]]
    remove_units(state, area, kind, routed=state.routed[kind][area] > 0)
    game.tell(UnitLost(house=house, area=AREAS[area], unit=UNITS[kind], rule=rule))


def lose_units(game: Thrones, seat: int, number: int, rule: str, areas: Collection[int] | None = None) -> Flow[None]:
    """Let a house destroy so many units, one at a time, anywhere or in `areas`; all if it has no more.

    Control changes only when all are gone, so the caller settles the areas: thrones:ruling.24.
    """
    state = game.state
    for _ in range(number):
        places = [a for a in areas_with_units(state, seat) if areas is None or a in areas]
        if not places:
            return
        answer = yield from ask(seat, LossChooser(state, seat, places, rule))
        lose_unit(game, AREA[answer.area], UNIT[answer.unit], rule)


def total_units(state: State, seat: int) -> int:
    """Count all units of a house on the board."""
    return sum(count_units(state, area) for area in areas_with_units(state, seat))


class LossChooser(Chooser[LoseUnit]):
    """Which unit is destroyed? Options: by area number, then by kind of unit."""

    __slots__ = ("areas", "by", "seat", "state")
    kind = "loss"
    rule = "thrones:wildling-results.3"
    answers = (LoseUnit,)

    def __init__(self, state: State, seat: int, areas: list[int], by: str) -> None:
        self.state = state
        self.seat = seat
        self.areas = areas
        self.by = by

    def prompt(self) -> Message:
        """Name the card."""
        return say("ask.loss", card=self.by.rpartition(".")[2])

    def options(self) -> list[LoseUnit]:
        """List a unit of each kind in each area concerned."""
        return [LOSE[area][kind] for area in self.areas for kind in kinds_at(self.state, area)]

    def refusal(self, action: LoseUnit) -> Refusal | None:
        """Refuse units that are not there, and areas that the card does not allow."""
        area, kind = AREA[action.area], UNIT[action.unit]
        if self.state.owner[area] != self.seat or kind not in kinds_at(self.state, area):
            return Refusal(self.rule, say("refuse.loss.no-such-unit", unit=action.unit, area=action.area))
        if area not in self.areas:
            return Refusal(self.by, say("refuse.loss.other-area", area=action.area))
        return None
