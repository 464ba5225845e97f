"""The TOML data files of Runewars."""

from banneret.content import datafile
from banneret.content.datafile import DataError

__all__ = ["DataError", "DataFile"]


class DataFile(datafile.DataFile):
    """A file in the `data` folder of this package."""

    package = "banneret.games.runewars"
