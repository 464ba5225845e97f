"""What follows from where everything is on the table, kept until something there changes."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from banneret.games.runewars.units.movement import Halt, Obstacle, Shifted
from banneret.plane import Pose
from banneret.plane.memo import Memo

There: TypeAlias = tuple[Any, ...]
"""Everything that measurements depend on: columns of a state."""


class Ground:
    """Results for one arrangement of the table. Copies of a state share it as long as they have the same arrangement.

    `there` are the columns of the state that the results follow from; their owner compares them before each use.
    """

    __slots__ = ("ends", "engaged", "halts", "obstacles", "places", "sights", "squared", "there", "worths")

    def __init__(self, there: There) -> None:
        self.there: Final = there
        self.obstacles: Final[Memo[list[Obstacle]]] = Memo()
        """What a unit can collide with."""
        self.engaged: Final[Memo[list[int]]] = Memo()
        """The enemies that a unit is engaged with."""
        self.ends: Final[Memo[tuple[Halt, Shifted]]] = Memo()
        """Where a unit ends its move, and the engagements it keeps and leaves."""
        self.halts: Final[Memo[Halt]] = Memo()
        """Where a unit ends a move along a template, engaged or not."""
        self.worths: Final[Memo[float]] = Memo()
        """What it is worth for a unit to be somewhere."""
        self.sights: Final[Memo[bool]] = Memo()
        """Whether a unit sees another in range."""
        self.places: Final[Memo[bool]] = Memo()
        """Whether there is a place for something."""
        self.squared: Final[Memo[tuple[Pose, ...]]] = Memo()
        """Where a unit may square up with an enemy."""
