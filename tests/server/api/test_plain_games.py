"""A game that offers nothing but its rules is served: with a plain drawing, its questions and what happens."""

from __future__ import annotations

from random import Random

import httpx
import pytest

from banneret.kernel import registry
from banneret.server.services import Services
from tests.kernel.test_offers import Bare
from tests.server.api.test_live import looking, receive, token
from tests.server.playing import guests, play_on, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_a_game_without_a_drawing_is_sent_as_a_table_and_played(
    services: Services, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.REGISTRY.books, "skirl", Bare())
    (ann,) = await guests(services, 1)
    bearer = await token(services, ann)
    table = await table_of(services, [ann, ann], rulebook="skirl", options={"rounds": 1})
    async with httpx.AsyncClient(base_url=f"{server}/api/v1", headers={"authorization": f"Bearer {bearer}"}) as client:
        ground = await client.get(f"/tables/{table.id}/ground")
        assert ground.text.startswith("<svg")
        async with looking(server, table.id, bearer, "seats=0,1&drawing=true") as socket:
            state = await receive(socket, "state")
            assert {ask["kind"] for ask in state["state"]["asks"]} == {"bid"}
            assert 'id="view-coins"' in state["drawing"]
            random = Random(1)
            while (await services.host.hosted(table.id)).match.outcome is None:
                assert await play_on(services, table.id, random, answers=1) == 1
            update = await receive(socket, "update")
            assert all(patch[1].startswith("view-") for patch in update["drawing"])
        view = await client.get(f"/tables/{table.id}/view", params={"seats": "0"})
        assert view.status_code == 200
        assert (await client.get(f"/tables/{table.id}/events")).json()
