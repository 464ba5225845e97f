"""What happens by a battle plan: strategy tokens, persons, catapults."""

from __future__ import annotations

from banneret.kernel.events import Event


class StrategyRevealed(Event, frozen=True, tag="strategy-revealed"):
    """A strategy token is turned up: it is real, or a decoy."""

    house: str
    hex: str
    face: str
    rule: str = "battles:pieces.27"


class PersonCarried(Event, frozen=True, tag="person-carried"):
    """A person goes with a unit."""

    person: str
    origin: str
    target: str
    rule: str = "battles:plan.breaking-the-siege-edmure"


class PersonSettled(Event, frozen=True, tag="person-settled"):
    """A person is safe, or taken by the enemy."""

    person: str
    fate: str
    hex: str
    rule: str = "battles:pieces.29"


class CatapultShot(Event, frozen=True, tag="catapult-shot"):
    """A catapult shoots at a unit."""

    house: str
    unit: str
    hex: str
    face: str
    hit: bool
    rule: str = "battles:plan.wolf-raiders-catapults"
