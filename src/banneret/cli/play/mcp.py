"""`banneret mcp`: a match played by a language model."""

from __future__ import annotations

from typing import Any

from banneret.agents import TextMatch
from banneret.cli.consoles import fail, reported


def serve_mcp(table: dict[str, Any], seat: int, http: int | None, language: str) -> None:
    """Serve a seat of a new match over standard input and output, or over HTTP on a port of this machine."""
    try:
        from banneret.agents.mcp_server import server_of
    except ModuleNotFoundError as error:
        fail(f"{error.name} is not installed: pip install 'banneret[mcp]'")
    with reported():
        try:
            server = server_of(TextMatch(agents=(seat,), **table), seat, language)
        except (LookupError, ValueError) as error:
            fail(str(error))
        if http is None:
            server.run("stdio")
        else:
            server.run("streamable-http", port=http)
