"""Matches in words, for agents that read and write text: a plain interface in Python, and an MCP server."""

from banneret.agents.player import Player
from banneret.agents.text_match import TextMatch

__all__ = ["Player", "TextMatch"]
