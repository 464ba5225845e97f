"""What happens on the field: moves, attacks, retreats, losses, morale, fire."""

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
    """An engagement token of a House lies between two hexes."""

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
    """A unit attacks; `kind` is attack, bonus, extra, counter or parting."""

    house: str
    kind: str
    hex: str
    target: str
    flanking: bool
    dice: int
    rule: str = "battles:attack.2"


class DiceRolled(Event, frozen=True, tag="dice-rolled"):
    """What the dice of a House show; `again` if some of them were rolled once more."""

    house: str
    faces: tuple[str, ...]
    again: bool
    rule: str = "battles:dice.4"


class HitsScored(Event, frozen=True, tag="hits-scored"):
    """How many hits and morale results an attack has, and how many hits are ignored."""

    target: str
    hits: int
    ignored: int
    morale: int
    rule: str = "battles:result.1"


class HitsIgnored(Event, frozen=True, tag="hits-ignored"):
    """Hits of a blocked retreat are ignored by what of Cover and Toughness ignored nothing of the roll."""

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
    """Too few hits to capture a commander who stands alone."""

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
    """A unit retreats; `blocked` hexes of it could not be made and become hits."""

    house: str
    unit: str
    origin: str
    target: str
    hexes: int
    blocked: int
    rule: str = "battles:c4.1"


class MoraleMoved(Event, frozen=True, tag="morale-moved"):
    """The morale of a House rises or falls; `marker` counts from the middle, above 0 on Stark's side."""

    house: str
    by: int
    marker: int
    rule: str


class Routed(Event, frozen=True, tag="routed"):
    """The morale marker stands on the Rout space of a House, which has lost."""

    house: str
    rule: str = "battles:regroup.13"


class BearersSwapped(Event, frozen=True, tag="bearers-swapped"):
    """A commander changes places with the banner bearer of another unit."""

    commander: str
    hex: str
    other: str
    rule: str = "battles:commander-card.robb-stark-king-in-the-north-commit"


class FireLit(Event, frozen=True, tag="fire-lit"):
    """A fire in a hex burns at this level now."""

    hex: str
    level: int
    rule: str = "battles:c12.2"


class Devastated(Event, frozen=True, tag="devastated"):
    """What stood in a hex has burnt down."""

    hex: str
    what: str
    rule: str = "battles:c12.5"
