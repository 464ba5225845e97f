"""Armies for people who start with the game."""

from banneret.games.runewars.army.lists import ArmyList
from banneret.games.runewars.content.datafile import DataFile


def starter_lists() -> tuple[ArmyList, ...]:
    """Return the armies offered to beginners. Raises `DataError` for a mistake in the data."""
    file = DataFile.read("starters.toml")
    file.keys("lists")
    return file.entries("lists", ArmyList, by="name")
