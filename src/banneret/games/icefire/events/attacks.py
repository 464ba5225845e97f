"""Events of attacks and tests, roll by roll."""

from __future__ import annotations

from banneret.kernel.events import Event


class AttackBegan(Event, frozen=True, tag="attack"):
    """A unit attacks another."""

    attacker: str
    defender: str
    kind: str
    arc: str
    rule: str = "icefire:resolve.1"


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """Attack dice are rolled."""

    attacker: str
    dice: tuple[int, ...]
    hits_on: int
    rule: str = "icefire:resolve.3"


class DefenseRolled(Event, frozen=True, tag="defense-rolled"):
    """Defense dice are rolled."""

    defender: str
    dice: tuple[int, ...]
    saves_on: int
    rule: str = "icefire:resolve.8"


class DiceRerolled(Event, frozen=True, tag="rerolled"):
    """Dice are re-rolled; `dice` are the new results of the entire roll."""

    player: str
    number: int
    dice: tuple[int, ...]
    rule: str = "icefire:reroll.1"


class TestRolled(Event, frozen=True, tag="test"):
    """A unit takes a Morale or Panic Test."""

    __test__ = False  # not a test class
    unit: str
    kind: str
    dice: tuple[int, ...]
    modifier: int
    needed: int
    passed: bool
    rule: str = "icefire:morale.2"


class TestPassed(Event, frozen=True, tag="test-passed"):
    """A defender without a Wound passes its Panic Test without a roll."""

    __test__ = False
    unit: str
    rule: str = "icefire:resolve.16"


class AttackEnded(Event, frozen=True, tag="attack-ended"):
    """An attack is completed."""

    attacker: str
    defender: str
    wounds: int
    rule: str = "icefire:resolve.18"
