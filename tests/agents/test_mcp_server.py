"""The MCP server: its tools are what a player can do."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("mcp")

from mcp import Client

from banneret.agents import TextMatch
from banneret.agents.mcp_server import server_of


def test_an_agent_plays_through_the_tools() -> None:
    async def play() -> list[str]:
        async with Client(server_of(TextMatch("battles", seed=1), 0)) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {
                "look", "news", "question", "answer", "explain", "odds", "rules", "say", "note", "notes",
            }  # fmt: skip  # several to a line

            async def call(name: str, **arguments: Any) -> str:
                result = await client.call_tool(name, arguments)
                (content,) = result.content
                return str(content.text)  # type: ignore[union-attr]

            found = [await call("question"), await call("answer", answer="nothing of the kind")]
            for _ in range(5):
                found.append(await call("answer", answer="1"))
            return found

    question, refused, *news = asyncio.run(play())
    assert "1. " in question
    assert refused.startswith("Refused: ")
    assert all(news)
    assert not any(line.startswith("Refused") for line in news)
