"""Readable pieces of a board for scenes."""

from __future__ import annotations

from typing import Any


def stack(house: str, order: str | None = None, **units: int) -> dict[str, Any]:
    """Units of a house in an area, with an order: `stack("stark", "march-zero", footman=2)`."""
    return {"house": house, "units": {kind.replace("_", "-"): n for kind, n in units.items()}, "order": order}


def ship(house: str, order: str | None = None) -> dict[str, Any]:
    """One ship."""
    return stack(house, order, ship=1)
