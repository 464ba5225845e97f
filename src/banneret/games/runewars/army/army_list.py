"""What an army list consists of, its cost, and its faults. Messages are not compiled: see `tools/compiling.py`."""

from typing import Annotated

from msgspec import Meta, Struct

from banneret.games.runewars.content.components import Faction
from banneret.text.message import Message


class FieldedUnit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit in an army list, with its formation in trays (width by depth, such as "3x2") and its upgrades."""

    unit: str
    formation: str
    upgrades: tuple[str, ...] = ()


class ArmyList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army: its faction, the agreed points, and its units. `assumed` allows cards with values of this project."""

    faction: Faction
    points: Annotated[int, Meta(ge=1, le=1000)]
    units: tuple[FieldedUnit, ...] = ()
    name: str = ""
    assumed: bool = False


class Fault(Struct, frozen=True, kw_only=True):
    """A violation of a rule; `place` is the unit's place in the list from 1, or 0 for the list as a whole.

    `card` is the id of the card at fault, if it is a card.
    """

    rule: str
    message: Message
    place: int = 0
    card: str = ""


class Bill(Struct, frozen=True, kw_only=True):
    """Itemized cost of an army, by unit and upgrade. Unknown prices count as 0."""

    units: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def total(self) -> int:
        return sum([unit + sum(upgrades) for unit, upgrades in self.units])
