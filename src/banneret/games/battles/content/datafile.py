"""The TOML data files of Battles of Westeros."""

from banneret.content import datafile
from banneret.content.datafile import DataError

__all__ = ["DataError", "DataFile"]


class DataFile(datafile.DataFile):
    """A file in the folder `data` of this package."""

    package = "banneret.games.battles"
