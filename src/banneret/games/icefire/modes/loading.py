"""Importing this module registers every game mode."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from banneret.games.icefire import modes

LOADED: Final = tuple(
    import_module(f"{modes.__name__}.{one.name}")
    for one in iter_modules(modes.__path__)
    if f"{modes.__name__}.{one.name}" != __name__
)
"""Every other module of this folder, in the order of their names."""
