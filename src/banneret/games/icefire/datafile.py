"""The TOML data files of A Song of Ice & Fire."""

from banneret.kernel import datafile
from banneret.kernel.datafile import DataError

__all__ = ["DataError", "DataFile"]


class DataFile(datafile.DataFile):
    """A file in the folder `data` of this package."""

    package = __package__
