"""What cards do."""

from __future__ import annotations

from typing import ClassVar

from banneret.kernel.events import Event


class SurgesSpent(Event, frozen=True, tag="surges"):
    """A unit spends surges on an ability."""

    unit: str
    ability: str
    surges: int
    rule: str = "rw:31.1"


class SkillUsed(Event, frozen=True, tag="skill"):
    """A unit resolves a skill."""

    unit: str
    ability: str
    rule: str = "rw:34.4"


class CardExhausted(Event, frozen=True, tag="exhausted"):
    """An upgrade is exhausted for its effect."""

    unit: str
    card: str
    rule: str = "rw:32.0"


class CardReadied(Event, frozen=True, tag="readied"):
    """An upgrade is readied."""

    unit: str
    card: str
    rule: str = "rw:15.5"


class CardDiscarded(Event, frozen=True, tag="discarded"):
    """An upgrade is discarded."""

    unit: str
    card: str
    rule: str = "rw:15.3"


class ConditionTaken(Event, frozen=True, tag="condition"):
    """A unit gets a condition card."""

    unit: str
    condition: str
    rule: str = "rw:golden.2"


class MarksPut(Event, frozen=True, tag="marks"):
    """The number of tokens on a card of a unit changes."""

    unit: str
    card: str
    number: int
    rule: str = "rw:golden.2"


class ManaRecast(Event, frozen=True, tag="mana-recast"):
    """A mana token is cast again: the number of active runes of each kind after that."""

    token: str
    runes: dict[str, int]
    rule: str = "rw:51.1"


class WoundsRemoved(Event, frozen=True, tag="wounds-removed"):
    """Wounds are removed from a unit."""

    unit: str
    wounds: int
    rule: str = "rw:golden.2"


class BaneShed(Event, frozen=True, tag="bane-shed"):
    """A bane is removed from a unit without its effect."""

    unit: str
    bane: str
    rule: str = "rw:82.3"


class CardDiceRolled(Event, frozen=True, tag="card-dice"):
    """Dice are rolled for a card; the faces they show."""

    unit: str
    card: str
    dice: tuple[str, ...]
    rule: str = "rw:golden.2"


class TrayAdded(Event, frozen=True, tag="tray-added"):
    """A unit gains a tray; its new centre."""

    unit: str
    x: int
    y: int
    heading: int
    rule: str = "rw:ruling.66"


class UnitPlaced(Event, frozen=True, tag="placed"):
    """A unit is picked up and placed."""

    unit: str
    x: int
    y: int
    heading: int
    rule: str = "rw:golden.2"


class UnitRearranged(Event, frozen=True, tag="rearranged"):
    """The trays of a unit are rearranged."""

    unit: str
    formation: str
    rule: str = "rw:golden.2"


class MoraleOpened(Event, frozen=True, tag="morale-opened"):
    """The top card of the morale deck is face up."""

    card: str
    rule: str = "rw:golden.2"


class MoraleSeen(Event, frozen=True, tag="morale-seen"):
    """A player looks at the top cards of the morale deck."""

    PRIVATE: ClassVar[tuple[str, ...]] = ("cards",)
    unit: str
    number: int
    cards: tuple[str, ...] | None
    rule: str = "rw:golden.2"


class ToolSeen(Event, frozen=True, tag="tool-seen"):
    """A player looks at the command tool of an enemy: what its dials show."""

    PRIVATE: ClassVar[tuple[str, ...]] = ("action", "modifier")
    unit: str
    enemy: str
    action: str | None
    modifier: str | None
    rule: str = "rw:golden.2"


class DialsAmended(Event, frozen=True, tag="dials-amended"):
    """A unit has set its dials again, or kept them, after the command phase."""

    unit: str
    rule: str = "rw:golden.2"


class MoraleDiscarded(Event, frozen=True, tag="morale-discarded"):
    """A card of the morale deck is discarded."""

    card: str
    rule: str = "rw:golden.2"
