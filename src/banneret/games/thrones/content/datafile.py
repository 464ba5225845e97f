"""The TOML data files of A Game of Thrones."""

from banneret.content import datafile
from banneret.content.datafile import DataError

__all__ = ["DataError", "DataFile"]


class DataFile(datafile.DataFile):
    """A file in the folder `data` of this package."""

    package = "banneret.games.thrones"
