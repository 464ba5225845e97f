"""The TOML data files of A Game of Thrones."""

from banneret.content import datafile
from banneret.content.datafile import DataError

__all__ = ["DataError", "DataFile"]


class DataFile(datafile.DataFile):
    """A data file in this game's `data` folder."""

    package = "banneret.games.thrones"
