"""Dice that have been rolled and may be re-rolled."""

from __future__ import annotations

FACES = ("1", "2", "3", "4", "5", "6", "d3-1", "d3-2", "d3-3")
"""Names of the faces of a die, and of those of a D3."""


class Roll:
    """Rolled dice: their results, the index of the D3 (or -1), and the indexes each seat has re-rolled."""

    __slots__ = ("d3", "dice", "done")

    def __init__(self, dice: list[int], d3: int = -1) -> None:
        self.dice = dice
        self.d3 = d3
        self.done: dict[int, set[int]] = {}

    def face(self, place: int) -> str:
        """Return the face of the die at an index, as named in actions."""
        return f"d3-{self.dice[place]}" if place == self.d3 else str(self.dice[place])

    def open_to(self, seat: int) -> list[int]:
        """List the indexes of the dice that a player has not yet re-rolled: icefire:reroll.1."""
        return [place for place in range(len(self.dice)) if place not in self.done.get(seat, set())]
