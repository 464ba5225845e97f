"""Armies for people who start with the game."""

from banneret.games.icefire.army.army_list import ArmyList
from banneret.games.icefire.content.datafile import DataFile
from banneret.games.icefire.content.editions import EDITIONS, Edition


class StarterList(ArmyList, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army and the editions in which it is offered."""

    editions: tuple[Edition, ...] = EDITIONS


def starter_lists(edition: Edition) -> tuple[ArmyList, ...]:
    """Return the armies offered to beginners of an edition. Raises `DataError` for a mistake in the data."""
    file = DataFile.read("starters.toml")
    file.keys("lists")
    return tuple(
        ArmyList(**{name: getattr(one, name) for name in ArmyList.__struct_fields__})
        for one in file.entries("lists", StarterList, by="name")
        if edition in one.editions
    )
