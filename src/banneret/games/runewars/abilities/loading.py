"""Importing this module registers what every card does."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from banneret.games.runewars import abilities

LOADED: Final = tuple(
    import_module(f"{abilities.__name__}.{one.name}")
    for one in iter_modules(abilities.__path__)
    if f"{abilities.__name__}.{one.name}" != __name__
)
"""Every other module of this folder, in the order of their names."""
