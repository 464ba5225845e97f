"""What an army list consists of, its cost, and its faults."""

from typing import Annotated

from msgspec import Meta, Struct

from banneret.games.icefire.content.components import Faction
from banneret.text.message import Message


class Company(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A combat unit and its attachments, by card id."""

    unit: str
    attachments: tuple[str, ...] = ()


class ArmyList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army: its faction, the agreed points, the card id of the Commander (who is also listed below), and its cards.

    `enemy` are attachments that join enemy units.
    """

    faction: Faction
    points: Annotated[int, Meta(ge=1, le=200)]
    commander: str
    companies: tuple[Company, ...] = ()
    ncus: tuple[str, ...] = ()
    enemy: tuple[str, ...] = ()
    name: str = ""


class Fault(Struct, frozen=True, kw_only=True):
    """A rule that a list violates; `card` is the id of the card at fault, empty for the list as a whole."""

    rule: str
    message: Message
    card: str = ""


class Bill(Struct, frozen=True, kw_only=True):
    """The cost of each combat unit with its attachments, of the non-combat units, and of attachments for enemy units.

    Unknown cards cost nothing.
    """

    companies: tuple[tuple[int, tuple[int, ...]], ...]
    ncus: tuple[int, ...]
    enemy: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum([unit + sum(inside) for unit, inside in self.companies]) + sum(self.ncus) + sum(self.enemy)
