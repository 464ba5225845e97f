"""Moves of trays."""

from __future__ import annotations

from banneret.kernel.events import Event


class UnitMoved(Event, frozen=True, tag="moved"):
    """A tray has moved; `how` is the kind of move."""

    unit: str
    how: str
    x: int
    y: int
    heading: int
    rule: str = "icefire:terms.19"


class ChargeDeclared(Event, frozen=True, tag="charge-declared"):
    """A unit declares a charge."""

    unit: str
    target: str
    arc: str
    rule: str = "icefire:charge.2"


class DistanceRolled(Event, frozen=True, tag="distance-rolled"):
    """The die of a charge or a retreat is rolled."""

    unit: str
    roll: int
    distance: int
    rule: str = "icefire:charge.12"


class ChargeEnded(Event, frozen=True, tag="charge-ended"):
    """A charge makes contact, or fails."""

    unit: str
    target: str
    success: bool
    rule: str = "icefire:charge.15"


class TerrainRemoved(Event, frozen=True, tag="terrain-removed"):
    """A piece of terrain is removed."""

    piece: str
    number: int
    rule: str = "icefire:keyword.destructible"
