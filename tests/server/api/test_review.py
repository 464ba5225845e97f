"""Reviews of finished matches: computed on request, for everybody who may see the table."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from banneret.server.people.accounts import Person
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.tables.table import NewTable, Place, Table, TableSettings
from tests.commands import PATIENCE
from tests.server.api.test_live import token
from tests.server.playing import ended, guests, play_on, table_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return msgspec.structs.replace(settings, review_answers=1500)


async def client_of(services: Services, server: str, table: Table, person: Person | None) -> httpx.AsyncClient:
    headers = {} if person is None else {"authorization": f"Bearer {await token(services, person)}"}
    return httpx.AsyncClient(
        base_url=f"{server}/api/v1/tables/{table.id}", headers=headers, trust_env=False, timeout=PATIENCE
    )


async def made(client: httpx.AsyncClient, language: str = "en") -> dict[str, Any]:
    """Ask for the review until it is ready."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await client.post("/review", params={"lang": language})
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            if found["state"] == "ready":
                return found
            assert found["state"] == "working"
            await asyncio.sleep(0.1)


async def test_a_review_is_made_on_request_and_kept(services: Services, server: str) -> None:
    people = await guests(services, 3)
    table = await table_of(services, list(people), settings=TableSettings(stand_in="random"))
    await play_on(services, table.id, Random(6), answers=12)
    async with (
        await client_of(services, server, table, people[1]) as player,
        await client_of(services, server, table, None) as nobody,
    ):
        assert (await player.post("/review")).status_code == 403
        assert (await nobody.get("/review")).status_code == 403
        await ended(services, table.id, Random(3), answers=20)
        assert (await nobody.post("/review")).status_code == 401
        assert (await nobody.get("/review")).json() == {"state": "none", "seats": []}
        found = await made(player)
        assert (await nobody.get("/review")).json() == found
        steps = (await nobody.get("/replay")).json()
        costly = [one for seat in found["seats"] for one in seat["costliest"]]
        assert len(found["seats"]) == 3
        assert costly
        hosted = await services.host.hosted(table.id)
        for seat, one in enumerate(found["seats"]):
            for decision in one["costliest"]:
                assert 0 < decision["step"] <= steps["last"]
                assert hosted.entries[decision["step"] - 1]["seat"] == seat
                assert decision["chance"] < decision["best"]
                assert decision["done"] != decision["better"]
                assert decision["asked"]
        german = await made(player, "de")
        assert german["seats"][0]["cost"] == found["seats"][0]["cost"]
        assert german != found


async def test_strangers_learn_nothing_of_a_private_table(services: Services, server: str) -> None:
    owner, stranger = await guests(services, 2)
    places = (Place(me=True), Place(bot="random"), Place(bot="random"))
    new = NewTable(rulebook="thrones", seats=3, places=places, settings=TableSettings(), visibility="private")
    table = await services.tables.create(owner, new, services.now())
    await ended(services, table.id, Random(3), answers=10)
    async with await client_of(services, server, table, stranger) as client:
        assert (await client.get("/review")).status_code == 404
        assert (await client.post("/review")).status_code == 404


async def test_a_review_that_fails_says_so_and_can_be_asked_for_again(
    services: Services, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await guests(services, 3)
    table = await table_of(services, list(people), settings=TableSettings(stand_in="random"))
    await ended(services, table.id, Random(3), answers=10)

    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("no evaluation today")

    async with await client_of(services, server, table, people[0]) as client:
        with monkeypatch.context() as patch:
            patch.setattr(services.reviews._replays, "run", broken)
            async with asyncio.timeout(PATIENCE):
                while (answer := await client.post("/review")).status_code == 200:
                    await asyncio.sleep(0.05)
            assert answer.status_code == 409
            assert "cannot be reviewed" in answer.json()["detail"]
        assert (await client.post("/review")).json()["state"] == "working"
