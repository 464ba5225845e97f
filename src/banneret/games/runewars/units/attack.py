"""An attack while it is carried out: who, with what, what was rolled, and what is left to spend.

It lives for its eleven steps and is no part of the state. What has an effect on it changes it at its moments.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from banneret.games.runewars.content.components import AttackProfile, DieId, Icon
from banneret.games.runewars.units.combat import AttackKind, Face, Rerolls
from banneret.plane import Side


class Attack:
    """An attack and what has come of it so far."""

    __slots__ = (
        "accuracy",
        "added",
        "attacker",
        "canceled",
        "damage",
        "defender",
        "dice",
        "edge",
        "faces",
        "flanked",
        "flanking",
        "gains",
        "guards",
        "icons",
        "kind",
        "notes",
        "profile",
        "removals",
        "removed",
        "rerolls",
        "strength",
        "surges",
        "trays",
        "used",
        "wounds",
    )

    def __init__(self, attacker: int, defender: int, kind: AttackKind, profile: AttackProfile) -> None:
        # rule rw:76.6: what an effect gives while the unit attacks or defends lasts as long as this does
        self.attacker: Final = attacker
        self.defender: Final = defender
        self.kind: Final[AttackKind] = kind
        self.profile: Final = profile
        self.edge: Side | None = None
        """The contacted edge of the attacker; None in a ranged attack."""
        self.strength = 0
        """How many trays the attacker's edge has: the threat without brutal."""
        self.flanking = False
        self.flanked = False
        self.dice: list[DieId] = []
        self.removals = 0
        """How many dice of its choice the attacker removes before it rolls."""
        self.rerolls = Rerolls(0, 0)
        self.faces: list[Face] = []
        """What the dice show, in their order."""
        self.added: list[Icon] = []
        self.removed: list[Icon] = []
        self.icons: Counter[Icon] = Counter()
        """The icons that are still to be spent, from the surges on."""
        self.used: Counter[str] = Counter()
        """How often each surge ability was used."""
        self.surges = 0
        """How many surges were spent."""
        self.accuracy: dict[str, int] = {}
        self.gains: Counter[str] = Counter()
        """What effects of this attack add to numbers of the attacker, such as brutal; `guards`: of the defender."""
        self.guards: Counter[str] = Counter()
        self.damage = 0
        """The damage of the hits."""
        self.wounds = 0
        """How many wounds the defender has taken."""
        self.trays = 0
        """How many trays the defender has lost."""
        self.canceled = False
        """Whether the attack has ended before its last step."""
        self.notes: dict[str, int] = {}
        """What effects want to remember for the length of the attack."""
