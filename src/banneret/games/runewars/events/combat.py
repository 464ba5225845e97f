"""Attacks, wounds and morale tests, step by step."""

from __future__ import annotations

from banneret.kernel.events import Event


class AttackBegan(Event, frozen=True, tag="attack"):
    """A unit attacks another; `edge` is its contacted edge in a melee attack."""

    attacker: str
    defender: str
    kind: str
    edge: str | None
    flanking: bool
    rule: str = "rw:7.2"


class AttackCanceled(Event, frozen=True, tag="attack-canceled"):
    """An attack has no dice left."""

    attacker: str
    defender: str
    rule: str = "rw:7.3a"


class DieAdded(Event, frozen=True, tag="die-added"):
    """A die is added to an attack."""

    unit: str
    die: str
    rule: str


class DieRemoved(Event, frozen=True, tag="die-removed"):
    """A die is removed from an attack."""

    unit: str
    die: str
    rule: str


class DiceRolled(Event, frozen=True, tag="rolled"):
    """The dice of an attack are rolled; the faces they show."""

    unit: str
    dice: tuple[str, ...]
    rule: str = "rw:7.3"


class DiceRerolled(Event, frozen=True, tag="rerolled"):
    """Some dice are re-rolled: the faces they showed, and all faces of the attack now."""

    unit: str
    again: tuple[str, ...]
    dice: tuple[str, ...]
    rule: str


class IconsAdded(Event, frozen=True, tag="icons-added"):
    """Icons are added to a roll."""

    unit: str
    icons: tuple[str, ...]
    rule: str


class IconsRemoved(Event, frozen=True, tag="icons-removed"):
    """Icons are removed from a roll."""

    unit: str
    icons: tuple[str, ...]
    rule: str


class IconsCounted(Event, frozen=True, tag="icons"):
    """The icons that an attack can spend after all dice are modified."""

    unit: str
    icons: dict[str, int]
    rule: str = "rw:7.5"


class AccuracyAssigned(Event, frozen=True, tag="accuracy"):
    """An accuracy is assigned to a figure upgrade."""

    unit: str
    upgrade: str
    rule: str = "rw:7.7"


class HitsSpent(Event, frozen=True, tag="hits"):
    """Hits are turned into damage with the threat of the attacker."""

    unit: str
    hits: int
    threat: int
    damage: int
    rule: str = "rw:7.9"


class FigureWounded(Event, frozen=True, tag="wounded"):
    """A figure takes a wound and may fall; `upgrade` is set for a figure upgrade."""

    unit: str
    tray: str
    upgrade: str | None
    falls: bool
    rule: str = "rw:87.1"


class WoundIgnored(Event, frozen=True, tag="wound-ignored"):
    """A unit spends vitality to ignore a wound."""

    unit: str
    rule: str = "rw:ruling.40"


class DamageLost(Event, frozen=True, tag="damage-lost"):
    """Damage is left that cannot wound any figure."""

    unit: str
    damage: int
    rule: str = "rw:66.6"


class TraysLost(Event, frozen=True, tag="trays-lost"):
    """Empty trays are removed from a unit."""

    unit: str
    trays: tuple[str, ...]
    rule: str = "rw:7.10"


class SlotFilled(Event, frozen=True, tag="slot-filled"):
    """A figure, or a whole tray, takes the place of a fallen figure upgrade."""

    unit: str
    tray: str
    taken: str
    rule: str = "rw:38.7"


class UnitDestroyed(Event, frozen=True, tag="destroyed"):
    """A unit has lost its last tray."""

    unit: str
    rule: str = "rw:88.0"


class UnitClosedIn(Event, frozen=True, tag="closed-in"):
    """A unit closes in on an enemy that has lost trays."""

    unit: str
    enemy: str
    x: int
    y: int
    heading: int
    rule: str = "rw:12.1"


class BaneSpent(Event, frozen=True, tag="bane-spent"):
    """Banes of a unit are spent against it."""

    unit: str
    bane: str
    number: int
    rule: str = "rw:82.1"


class BoonGained(Event, frozen=True, tag="boon"):
    """A unit gains boons of a kind."""

    unit: str
    boon: str
    number: int
    rule: str


class BoonsDiscarded(Event, frozen=True, tag="boons-discarded"):
    """A unit loses all its boons."""

    unit: str
    number: int
    rule: str


class MoraleTested(Event, frozen=True, tag="morale-test"):
    """A unit takes a morale test."""

    unit: str
    severity: int
    rule: str = "rw:58.1"


class MoraleShuffled(Event, frozen=True, tag="morale-shuffled"):
    """The discarded morale cards are shuffled into the empty deck."""

    rule: str = "rw:ruling.38"


class MoraleDrawn(Event, frozen=True, tag="morale-drawn"):
    """Morale cards are drawn for a test."""

    unit: str
    cards: tuple[str, ...]
    rule: str = "rw:58.1"


class MoraleResolved(Event, frozen=True, tag="morale"):
    """A morale card is resolved; None: no drawn card can be resolved."""

    unit: str
    card: str | None
    rule: str = "rw:58.3"


class AttackEnded(Event, frozen=True, tag="attack-ended"):
    """An attack is over: the wounds that the defender took, and the trays it lost."""

    attacker: str
    defender: str
    wounds: int
    trays: int
    rule: str = "rw:7.0"
