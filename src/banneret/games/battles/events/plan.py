"""Events of a battle plan: setup before the battle, strategy tokens, persons and catapults."""

from __future__ import annotations

from banneret.kernel.events import Event


class CommandersChosen(Event, frozen=True, tag="commanders-chosen"):
    """A House reveals the commanders it has chosen."""

    house: str
    commanders: tuple[str, ...]
    rule: str = "battles:c15.3"


class MomentumDrawn(Event, frozen=True, tag="momentum-drawn"):
    """Momentum goes to a random House."""

    house: str
    rule: str = "battles:c15.6"


class UnitRaised(Event, frozen=True, tag="unit-raised"):
    """A unit joins the force of a House."""

    house: str
    unit: str
    rank: str
    rule: str = "battles:c15.7"


class PiecesDrawn(Event, frozen=True, tag="pieces-drawn"):
    """A House draws terrain pieces."""

    house: str
    pieces: tuple[str, ...]
    rule: str = "battles:c15.8"


class TerrainLaid(Event, frozen=True, tag="terrain-laid"):
    """A House places a terrain piece."""

    house: str
    terrain: str
    hex: str
    rule: str = "battles:c15.9"


class UnitPlaced(Event, frozen=True, tag="unit-placed"):
    """A House places a unit."""

    house: str
    unit: str
    rank: str
    hex: str
    rule: str = "battles:c15.14"


class PalisadeHeld(Event, frozen=True, tag="palisade-held"):
    """The number of order tokens of each colour on a palisade."""

    house: str
    hex: str
    other: str
    green: int
    blue: int
    red: int
    rule: str = "battles:plan.wolf-raiders-palisades"


class TokenBroken(Event, frozen=True, tag="token-broken"):
    """Dice remove an order token from a palisade."""

    house: str
    token: str
    hex: str
    other: str
    dice: tuple[str, ...]
    rule: str = "battles:plan.wolf-raiders-palisades"


class PalisadeRemoved(Event, frozen=True, tag="palisade-removed"):
    """A palisade without tokens is removed."""

    hex: str
    other: str
    rule: str = "battles:plan.wolf-raiders-palisades"


class TargetsLaid(Event, frozen=True, tag="targets-laid"):
    """Catapult targets are placed in these hexes."""

    house: str
    targets: dict[str, str]
    rule: str = "battles:plan.wolf-raiders-targets"


class StrategyLaid(Event, frozen=True, tag="strategy-laid"):
    """Strategy tokens are placed face down in these hexes."""

    house: str
    hexes: tuple[str, ...]
    rule: str = "battles:plan.breaking-the-siege-edmure"


class StrategyRevealed(Event, frozen=True, tag="strategy-revealed"):
    """A strategy token is revealed as real or a decoy."""

    house: str
    hex: str
    face: str
    rule: str = "battles:pieces.27"


class PersonCarried(Event, frozen=True, tag="person-carried"):
    """A person moves with a unit."""

    person: str
    origin: str
    target: str
    rule: str = "battles:plan.breaking-the-siege-edmure"


class PersonSettled(Event, frozen=True, tag="person-settled"):
    """A person reaches safety, or is taken by the enemy."""

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
