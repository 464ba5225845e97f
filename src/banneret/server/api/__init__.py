"""The public HTTP and WebSocket interface: one module for each part, listed here."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from banneret.server.api.people import PeopleController


def routes() -> list[ControllerRouterHandler]:
    """Return everything that answers."""
    return [PeopleController]
