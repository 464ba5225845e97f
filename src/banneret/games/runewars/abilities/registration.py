"""Importing this module registers the effects of all cards."""

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Final

from banneret.games.runewars import abilities

LOADED: Final[tuple[ModuleType, ...]] = tuple(
    import_module(module.name)
    for module in walk_packages(abilities.__path__, f"{abilities.__name__}.")
    if module.name != __name__
)
"""All other modules of this folder and its subfolders, sorted by name."""
