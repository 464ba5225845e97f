"""Guided rounds and advice over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.bots.advice import advise
from banneret.bots.player import Player as Thinker
from banneret.server.matches.bots import Thinking
from tests.server.api.test_placing import Player
from tests.server.conftest import Client

pytestmark = pytest.mark.anyio


BOTS = ({"bot": "easy"}, {"bot": "easy"})


async def begun(player: Player, *others: dict[str, Any], **options: Any) -> str:
    """Make a table with the player in the first seat; return its id."""
    made = await player.post("/tables", rulebook="thrones", seats=3, places=[{"me": True}, *others], **options)
    table: str = made.json()["id"]
    return table


async def test_a_guide_begins_and_points_at_what_it_speaks_of(client: Client) -> None:
    ann = await Player.come(client, "Ann")
    table = await begun(ann, *BOTS)
    ask = await ann.asked(table, "0")
    told = (await ann.post(f"/tables/{table}/guide", seat=0, ask=ask["id"])).json()
    assert [one["id"] for one in told["words"]] == ["guide.thrones.begin", "guide.thrones.order-1"]
    assert told["points"] == ["area:dragonstone"]
    assert told["do"] == "order dragonstone march-plus-one"
    assert not told["over"]


@pytest.mark.slow
async def test_advice_is_what_a_bot_would_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def here(_self: Thinking, _work: Any, seed: int, player: Thinker) -> Any:
        return advise(player, seed), 0.1

    monkeypatch.setattr(Thinking, "_in_process", here)
    ann = await Player.come(client, "Ann")
    table = await begun(ann, *BOTS)
    ask = await ann.asked(table, "0")
    advice = (await ann.post(f"/tables/{table}/advice", seat=0, ask=ask["id"])).json()
    assert advice["do"] in [one["do"] for one in ask["options"]]


async def test_nobody_is_advised_against_other_people(client: Client) -> None:
    ann, bea = await Player.come(client, "Ann"), await Player.come(client, "Bea")
    table = await begun(ann, {}, BOTS[0], visibility="open")
    await bea.post(f"/tables/{table}/join", seat=1)
    ask = await ann.asked(table, "0")
    found = await ann.post(f"/tables/{table}/advice", seat=0, ask=ask["id"])
    assert found.status_code == 403
    assert "without other people" in found.json()["detail"]
