"""What is left of a unit is worth, for the score at the end."""

from banneret.games.runewars.content.components import Unit


def worth(unit: Unit, trays: int) -> int:
    """The points of a unit that has so many trays left, without its upgrades."""
    # rules rw:86.4, rw:86.4a, rw:86.4b
    return max((row.cost for row in unit.rows if row.trays <= trays), default=0)
