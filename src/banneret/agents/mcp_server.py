"""MCP server that lets an agent play a seat of a match."""

from __future__ import annotations

from mcp.server.mcpserver import MCPServer

from banneret.agents.player import Player
from banneret.agents.text_match import TextMatch


def server_of(table: TextMatch, seat: int, language: str = "en") -> MCPServer:
    """Return a server whose tools are the methods of one seat's `Player`. Raises ValueError for the seat of a bot."""
    player = Player(table, seat, language)
    title = table.book.title
    server = MCPServer(
        "banneret",
        instructions=(
            f"You play {player.name()} (seat {seat}) in a match of {title}. Call `question` to see what you are asked"
            " and `answer` to answer it, until the match is over. Refused answers say why and cite the rule; try again."
        ),
    )
    for tool in (
        player.look,
        player.news,
        player.question,
        player.answer,
        player.explain,
        player.odds,
        player.rules,
        player.say,
        player.note,
        player.notes,
    ):
        server.tool(structured_output=False)(tool)
    return server
