"""Events on the field: moves, attacks, retreats, losses, morale and fire."""

from __future__ import annotations

from banneret.kernel.events import Event


class UnitMoved(Event, frozen=True, tag="unit-moved"):
    """A unit moves."""

    house: str
    unit: str
    origin: str
    target: str
    rule: str = "battles:move.1"


class Engaged(Event, frozen=True, tag="engaged"):
    """An engagement token of a House is placed between two hexes."""

    house: str
    hex: str
    other: str
    rule: str = "battles:engage.1"


class Disengaged(Event, frozen=True, tag="disengaged"):
    """The engagement token between two hexes is removed."""

    hex: str
    other: str
    rule: str = "battles:c5.6"


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """A unit attacks an enemy unit at `target`; `kind` is attack, bonus, extra, counter or parting."""

    house: str
    kind: str
    unit: str
    hex: str
    enemy: str
    target: str
    flanking: bool
    dice: int
    rule: str = "battles:attack.2"


class DiceRolled(Event, frozen=True, tag="dice-rolled"):
    """A House rolls dice; `again` marks a reroll of some of them."""

    house: str
    faces: tuple[str, ...]
    again: bool
    rule: str = "battles:dice.4"
    hits: int = 0
    """The hits of an attack that these faces score, before any are ignored."""
    hits_of_sides: int = 0
    """The hits on all sides of these dice: the mean, if divided by the number of sides of a die."""


class HitsScored(Event, frozen=True, tag="hits-scored"):
    """The hits and morale results of an attack, and the number of hits ignored."""

    target: str
    hits: int
    ignored: int
    morale: int
    rule: str = "battles:result.1"


class HitsIgnored(Event, frozen=True, tag="hits-ignored"):
    """A unit ignores hits of a blocked retreat with the Cover and Toughness that the roll did not use."""

    target: str
    number: int
    rule: str = "battles:c3.8"


class FiguresLost(Event, frozen=True, tag="figures-lost"):
    """A unit loses figures."""

    house: str
    unit: str
    hex: str
    lost: int
    left: int
    rule: str = "battles:result.7"


class CommanderUnhurt(Event, frozen=True, tag="commander-unhurt"):
    """An attack scores too few hits to capture a commander without other figures."""

    commander: str
    hits: int
    rating: int
    rule: str = "battles:c9.2"


class UnitDestroyed(Event, frozen=True, tag="unit-destroyed"):
    """A unit is destroyed."""

    house: str
    unit: str
    rank: str
    hex: str
    rule: str = "battles:result.9"


class CommanderCaptured(Event, frozen=True, tag="commander-captured"):
    """A commander is captured."""

    house: str
    commander: str
    hex: str
    rule: str = "battles:c9.4"


class MoraleIgnored(Event, frozen=True, tag="morale-ignored"):
    """A unit ignores morale results."""

    hex: str
    number: int
    rule: str = "battles:c4.2"


class UnitRetreated(Event, frozen=True, tag="unit-retreated"):
    """A unit retreats; `blocked` is the number of hexes it could not retreat, which become hits."""

    house: str
    unit: str
    origin: str
    target: str
    hexes: int
    blocked: int
    rule: str = "battles:c4.1"


class MoraleMoved(Event, frozen=True, tag="morale-moved"):
    """The morale of a House rises or falls; `marker` counts from the middle, positive on Stark's side."""

    house: str
    by: int
    marker: int
    rule: str


class Routed(Event, frozen=True, tag="routed"):
    """The morale marker reaches the Rout space of a House, which loses."""

    house: str
    rule: str = "battles:regroup.13"


class BearersSwapped(Event, frozen=True, tag="bearers-swapped"):
    """A commander changes places with the banner bearer of another unit."""

    commander: str
    hex: str
    other: str
    rule: str = "battles:commander-card.robb-stark-king-in-the-north-commit"


class FireLit(Event, frozen=True, tag="fire-lit"):
    """A fire burns in a hex; `level` is its new level."""

    hex: str
    level: int
    rule: str = "battles:c12.2"


class Devastated(Event, frozen=True, tag="devastated"):
    """The terrain or token in a hex has burnt down."""

    hex: str
    what: str
    rule: str = "battles:c12.5"
