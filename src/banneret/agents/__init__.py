"""Text interface to matches, for agents such as language models: a Python API and an MCP server."""

from banneret.agents.player import Player
from banneret.agents.text_match import TextMatch

__all__ = ["Player", "TextMatch"]
