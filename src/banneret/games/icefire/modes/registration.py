"""Importing this module registers every game mode."""

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Final

from banneret.games.icefire import modes

LOADED: Final[tuple[ModuleType, ...]] = tuple(
    import_module(module.name)
    for module in walk_packages(modes.__path__, f"{modes.__name__}.")
    if module.name != __name__
)
"""All other modules of this package and its subpackages, in alphabetical order."""
