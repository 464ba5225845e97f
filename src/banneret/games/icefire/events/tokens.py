"""Events of tokens, Wounds and cards: what units gain and lose."""

from __future__ import annotations

from banneret.kernel.events import Event


class ConditionGained(Event, frozen=True, tag="condition-gained"):
    """A unit gets a Condition token."""

    unit: str
    condition: str
    rule: str = "icefire:condition.1"


class ConditionLost(Event, frozen=True, tag="condition-lost"):
    """A unit loses a Condition token."""

    unit: str
    condition: str
    expended: bool
    rule: str = "icefire:condition.2"


class WoundsSuffered(Event, frozen=True, tag="wounds"):
    """A unit suffers Wounds."""

    unit: str
    wounds: int
    left: int
    rule: str = "icefire:terms.32"


class SiegeCardPlayed(Event, frozen=True, tag="siege-card"):
    """A player plays a Siege Strategy card."""

    player: str
    card: str
    rule: str


class WallDestroyed(Event, frozen=True, tag="wall-destroyed"):
    """A castle wall is destroyed; it remains on the table."""

    wall: str
    rule: str = "icefire:castle-wall.7"


class WoundsRestored(Event, frozen=True, tag="restored"):
    """Wounds are restored to a unit."""

    unit: str
    wounds: int
    left: int
    rule: str = "icefire:wounds.3"


class UnitDestroyed(Event, frozen=True, tag="destroyed"):
    """A combat unit is destroyed."""

    unit: str
    card: str
    rule: str = "icefire:units.12"


class AttachmentDestroyed(Event, frozen=True, tag="attachment-destroyed"):
    """An attachment is destroyed by an effect."""

    unit: str
    card: str
    rule: str = "icefire:ruling.46"


class PointsScored(Event, frozen=True, tag="points"):
    """A player gains Victory Points."""

    player: str
    points: int
    total: int
    rule: str = "icefire:victory.1"


class CardPlayed(Event, frozen=True, tag="card-played"):
    """A Tactics card is played."""

    player: str
    card: str
    rule: str = "icefire:deck.5"


class CardsDiscarded(Event, frozen=True, tag="cards-discarded"):
    """Tactics cards are discarded face up."""

    player: str
    cards: tuple[str, ...]
    rule: str = "icefire:cleanup.8"


class CardsDrawn(Event, frozen=True, tag="cards-drawn"):
    """Tactics cards are drawn; only their player sees which."""

    PRIVATE = ("cards",)
    player: str
    number: int
    cards: tuple[str, ...] | None
    rule: str = "icefire:cleanup.9"


class CardTaken(Event, frozen=True, tag="card-taken"):
    """A Tactics card is taken from deck or discard pile into the hand and shown to all."""

    player: str
    card: str
    rule: str = "icefire:card.8"


class OrderUsed(Event, frozen=True, tag="order-used"):
    """A unit uses an Order."""

    unit: str
    order: str
    rule: str = "icefire:orders.2"


class UnitInfluenced(Event, frozen=True, tag="influenced"):
    """A non-combat unit influences a combat unit."""

    unit: str
    ncu: str
    rule: str = "icefire:influence.1"
