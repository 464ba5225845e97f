"""The moves and actions of units in their activations."""

from __future__ import annotations

from banneret.kernel.events import Event


class UnitMoved(Event, frozen=True, tag="moved"):
    """A unit marches or shifts to a place."""

    unit: str
    x: int
    y: int
    heading: int
    rule: str


class UnitReformed(Event, frozen=True, tag="reformed"):
    """A unit turns in place."""

    unit: str
    x: int
    y: int
    heading: int
    rule: str = "rw:61.0"


class UnitsCollided(Event, frozen=True, tag="collided"):
    """A unit collides with an enemy."""

    unit: str
    enemy: str
    rule: str = "rw:91.0"


class UnitSquaredUp(Event, frozen=True, tag="squared-up"):
    """A unit squares up with an enemy."""

    unit: str
    x: int
    y: int
    heading: int
    rule: str = "rw:19.0"


class BaneGained(Event, frozen=True, tag="bane"):
    """A unit gains banes of a kind."""

    unit: str
    bane: str
    number: int
    rule: str


class UnitRallied(Event, frozen=True, tag="rallied"):
    """A unit rallies: the number of banes it removes; without any it gains inspiration."""

    unit: str
    banes: int
    rule: str = "rw:65.0"


class ActionCanceled(Event, frozen=True, tag="canceled"):
    """The action of a unit is canceled, or the unit cannot carry it out."""

    unit: str
    rule: str


class TerrainEntered(Event, frozen=True, tag="entered"):
    """A unit enters terrain and occupies it from now on."""

    unit: str
    piece: str
    rule: str = "rw:41.2"


class TerrainLeft(Event, frozen=True, tag="left"):
    """A unit leaves terrain."""

    unit: str
    piece: str
    x: int
    y: int
    heading: int
    rule: str = "rw:41.4"


class TerrainMet(Event, frozen=True, tag="terrain-met"):
    """A unit collides with terrain."""

    unit: str
    piece: str
    rule: str = "rw:91.0"


class ModifierCanceled(Event, frozen=True, tag="modifier-canceled"):
    """The modifier of a unit is canceled."""

    unit: str
    rule: str


class InspirationSpent(Event, frozen=True, tag="inspiration-spent"):
    """A unit spends inspiration to remove a bane or to ready an upgrade."""

    unit: str
    thing: str
    rule: str = "rw:44.1a"
