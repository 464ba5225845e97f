"""An attack in progress: attacker, defender, profile, the roll, and the icons left to spend.

It lasts for the eleven steps of an attack and is not part of the state. Effects change it at its moments.
"""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Final

from banneret.games.runewars.content.components import AttackProfile, DieId, Icon
from banneret.games.runewars.units.combat import AttackKind, Face, Rerolls
from banneret.plane import Side

_CONSTANT: Final = ("attacker", "defender", "kind", "profile")
"""The attributes of an attack that never change."""


class Attack:
    """An attack and its results so far."""

    __slots__: ClassVar[tuple[str, ...]] = (
        "accuracy",
        "added",
        "attacker",
        "canceled",
        "damage",
        "defender",
        "dice",
        "edge",
        "enhancement",
        "faces",
        "flanked",
        "flanking",
        "gains",
        "guards",
        "icons",
        "kind",
        "notes",
        "profile",
        "removed",
        "rerolls",
        "strength",
        "surges",
        "trays",
        "used",
        "wounds",
    )

    def __init__(self, attacker: int, defender: int, kind: AttackKind, profile: AttackProfile) -> None:
        # rule rw:76.6: what an effect grants while the unit attacks or defends lasts as long as this object
        self.attacker: Final = attacker
        self.defender: Final = defender
        self.kind: Final[AttackKind] = kind
        self.profile: Final = profile
        self.edge: Side | None = None
        """The contacted edge of the attacker; None in a ranged attack."""
        self.enhancement: tuple[Icon, ...] = ()
        """The icons that the enhancement of the attacker adds to the roll."""
        self.strength: int | None = None
        """The threat without brutal that a card sets; None if it is the number of trays along the attacker's edge."""
        self.flanking = False
        self.flanked = False
        self.dice: list[DieId] = []
        self.rerolls = Rerolls(0, 0)
        self.faces: list[Face] = []
        """The faces rolled, in the order of the dice."""
        self.added: list[Icon] = []
        self.removed: list[Icon] = []
        self.icons: Counter[Icon] = Counter()
        """The icons still to be spent, from the surge step on."""
        self.used: Counter[str] = Counter()
        """How often each surge ability was used."""
        self.surges = 0
        """The number of surges spent."""
        self.accuracy: dict[str, int] = {}
        self.gains: Counter[str] = Counter()
        """What effects of this attack add to the attacker's values, such as brutal; `guards` adds to the defender's."""
        self.guards: Counter[str] = Counter()
        self.damage = 0
        """The damage dealt by the hits."""
        self.wounds = 0
        """The number of wounds the defender has suffered."""
        self.trays = 0
        """The number of trays the defender has lost."""
        self.canceled = False
        """Whether the attack ended before its last step."""
        self.notes: dict[str, int] = {}
        """Values that effects store for the length of the attack."""

    def copy(self) -> Attack:
        """Return an independent copy of the attack."""
        new = Attack(self.attacker, self.defender, self.kind, self.profile)
        for name in Attack.__slots__:
            if name not in _CONSTANT:
                value = getattr(self, name)
                setattr(new, name, value.copy() if isinstance(value, list | dict) else value)
        return new
