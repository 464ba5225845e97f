"""The value of what is left of a unit, for the final score."""

from banneret.games.runewars.content.components import Unit


def worth(unit: Unit, trays: int) -> int:
    """Return the points of a unit with this number of trays left, without its upgrades."""
    # rules rw:86.4, rw:86.4a, rw:86.4b
    return max((row.cost for row in unit.rows if row.trays <= trays), default=0)
