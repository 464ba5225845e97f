"""Events of deployment, rounds, turns, activations, zones and the end of the match."""

from __future__ import annotations

from banneret.kernel.events import Event


class TerrainLaid(Event, frozen=True, tag="terrain"):
    """A piece of terrain is placed on the table."""

    piece: str
    x: int
    y: int
    heading: int
    rule: str = "icefire:setup.6"


class ZoneTaken(Event, frozen=True, tag="zone-taken"):
    """A player deploys at an edge."""

    player: str
    edge: str
    rule: str = "icefire:deployment.1"


class UnitDeployed(Event, frozen=True, tag="deployed"):
    """A unit is deployed."""

    unit: str
    x: int
    y: int
    heading: int
    rule: str = "icefire:deployment.4"


class FirstPlayerNamed(Event, frozen=True, tag="first-player"):
    """A player becomes First Player."""

    player: str
    rule: str = "icefire:deployment.9"


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins."""

    round: int
    rule: str = "icefire:round.1"


class TurnBegan(Event, frozen=True, tag="turn"):
    """A player's turn begins."""

    player: str
    rule: str = "icefire:round.2"


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """A player passes a turn."""

    player: str
    left: int
    rule: str = "icefire:passing.4"


class UnitActivated(Event, frozen=True, tag="activated"):
    """A combat unit is activated."""

    unit: str
    rule: str = "icefire:round.5"


class ActionTaken(Event, frozen=True, tag="action"):
    """A unit chooses an action, or forgoes it."""

    unit: str
    action: str
    free: bool = False
    rule: str = "icefire:round.6"


class NcuActivated(Event, frozen=True, tag="ncu-activated"):
    """A non-combat unit is activated."""

    ncu: str
    card: str
    rule: str = "icefire:round.5"


class ZoneClaimed(Event, frozen=True, tag="zone-claimed"):
    """A non-combat unit moves onto a zone of the Tactics Board."""

    ncu: str
    zone: str
    rule: str = "icefire:board.3"


class ObjectiveClaimed(Event, frozen=True, tag="objective-claimed"):
    """A unit claims an objective, by its number from 1."""

    unit: str
    objective: int
    rule: str = "icefire:game-of-thrones.4"


class ObjectiveLaid(Event, frozen=True, tag="objective-laid"):
    """An objective token is placed on the table again, by its number from 1."""

    objective: int
    x: int
    y: int
    rule: str


class ObjectiveDestroyed(Event, frozen=True, tag="objective-destroyed"):
    """A unit destroys an objective token, by its number from 1."""

    unit: str
    objective: int
    rule: str = "icefire:banners-and-butchery.13"


class MissionLaid(Event, frozen=True, tag="mission-laid"):
    """A mission is revealed: among the active ones or the reserve (`place`)."""

    mission: str
    place: str
    rule: str


class MissionDiscarded(Event, frozen=True, tag="mission-discarded"):
    """A mission is discarded."""

    mission: str
    rule: str


class PlayerEliminated(Event, frozen=True, tag="eliminated"):
    """A player has no combat units left and is out; the others continue."""

    player: str
    rule: str = "icefire:free-for-all.7"


class MatchDrawn(Event, frozen=True, tag="drawn"):
    """The match ends without a winner."""

    reason: str
    rule: str = "icefire:victory.7"


class MatchWon(Event, frozen=True, tag="won"):
    """The match is over."""

    player: str
    reason: str
    rule: str = "icefire:victory.2"
