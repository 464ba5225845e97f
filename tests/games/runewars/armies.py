"""Army lists for tests."""

from banneret.games.runewars.army.lists import ArmyList, FieldedUnit
from banneret.games.runewars.content.components import Faction


def army(*units: str, faction: Faction = "daqan-lords", points: int = 200) -> ArmyList:
    """Return an army of units written `spearmen 3x2 shield-wall trumpets`."""
    fielded = []
    for written in units:
        unit, formation, *upgrades = written.split()
        fielded.append(FieldedUnit(unit=unit, formation=formation, upgrades=tuple(upgrades)))
    return ArmyList(faction=faction, points=points, units=tuple(fielded))
