"""Units that a house loses to a wildling card or for lack of supply: anywhere, or where a rule says."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from banneret.games.thrones.actions import LoseUnit
from banneret.games.thrones.content.board import AREA, AREAS
from banneret.games.thrones.content.components import UNIT, UNITS
from banneret.games.thrones.events.westeros import UnitLost
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.control import areas_with_units, remove_units
from banneret.games.thrones.state import State
from banneret.kernel.choosers import Chooser, Part, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import Message, msg

LOSE = tuple(tuple(LoseUnit(area, unit) for unit in UNITS) for area in AREAS)
"""The action of losing a unit: `LOSE[area][kind]`."""
ALL_KINDS = tuple(range(len(UNITS)))


def has_kind(state: State, area: int, kind: int) -> bool:
    """Return whether an area has a unit of a kind, routed or not."""
    return state.units[kind][area] > 0 or state.routed[kind][area] > 0


def kinds_at(state: State, area: int) -> list[int]:
    """List the kinds of units in an area, including routed ones."""
    return [kind for kind in ALL_KINDS if has_kind(state, area, kind)]


def lose_unit(game: Thrones, area: int, kind: int, rule: str) -> None:
    """Destroy one unit, a routed one first, and return it to its pool: thrones:ruling.79, thrones:terms.10."""
    state = game.state
    house = state.houses[state.owner[area]]
    remove_units(state, area, kind, routed=state.routed[kind][area] > 0)
    game.emit(UnitLost(house=house, area=AREAS[area], unit=UNITS[kind], rule=rule))


def lose_units(
    game: Thrones,
    seat: int,
    number: int,
    rule: str,
    areas: Collection[int] | None = None,
    kinds: Sequence[int] = ALL_KINDS,
) -> Flow[list[int]]:
    """Let a house destroy `number` units, one at a time, anywhere or in `areas`; all if it has fewer.

    Return the areas of the losses; the caller settles them once all units are gone: thrones:ruling.81. No power token
    is left in an emptied area: thrones:secure.10.
    """
    state = game.state
    lost: list[int] = []
    for done in range(number):
        places = [
            area
            for area in areas_with_units(state, seat)
            if (areas is None or area in areas) and any(has_kind(state, area, kind) for kind in kinds)
        ]
        if not places:
            break
        answer = yield from ask(seat, LossChooser(state, seat, places, kinds, rule, (done, number)))
        lost.append(AREA[answer.area])
        lose_unit(game, lost[-1], UNIT[answer.unit], rule)
    return lost


class LossChooser(Chooser[LoseUnit]):
    """Which unit is destroyed? Options: by area number, then by kind of unit."""

    __slots__ = ("areas", "by", "done", "kinds", "number", "seat", "state")
    kind = "loss"
    rule = "thrones:wildling-results.3"
    answers = (LoseUnit,)

    def __init__(
        self,
        state: State,
        seat: int,
        areas: list[int],
        kinds: Sequence[int],
        by: str,
        progress: tuple[int, int] = (0, 1),
    ) -> None:
        self.state = state
        self.seat = seat
        self.areas = areas
        self.kinds = kinds
        self.by = by
        self.done, self.number = progress

    def prompt(self) -> Message:
        """Name the card."""
        return msg("ask.loss", card=self.by.rpartition(".")[2])

    def part(self) -> Part | None:
        """Return how many losses are missing, if the card takes several units."""
        return Part("losses", self.number - self.done) if self.number > 1 else None

    def options(self) -> list[LoseUnit]:
        """List a unit of each kind in each area that the card allows."""
        state = self.state
        return [LOSE[area][kind] for area in self.areas for kind in self.kinds if has_kind(state, area, kind)]

    def refusal(self, action: LoseUnit) -> Refusal | None:
        """Refuse units that are not in the area, and areas or kinds that the card does not allow."""
        area, kind = AREA[action.area], UNIT[action.unit]
        if self.state.owner[area] != self.seat or not has_kind(self.state, area, kind):
            return Refusal(self.rule, msg("refuse.loss.no-such-unit", unit=action.unit, area=action.area))
        if kind not in self.kinds:
            return Refusal(self.by, msg("refuse.loss.other-kind", unit=action.unit))
        if area not in self.areas:
            return Refusal(self.by, msg("refuse.loss.other-area", area=action.area))
        return None
