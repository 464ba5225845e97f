"""The public HTTP and WebSocket interface: one module for each part, listed here."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler


def routes() -> list[ControllerRouterHandler]:
    """Return everything that answers."""
    return []
