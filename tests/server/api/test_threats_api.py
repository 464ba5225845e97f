"""Threat ranges over HTTP: what a thing on the board can do, for those who may look."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel.registry import rulebook
from banneret.show.threats import Reach, ThreatSource
from tests.server.api.test_placing import Player, at_deployment
from tests.server.conftest import Client

pytestmark = pytest.mark.anyio


class Broken(ThreatSource[Any]):
    """Threat ranges of a game that cannot compute them."""

    kinds = frozenset(("unit",))

    def of(self, state: Any, thing: str) -> tuple[Reach, ...]:
        raise RuntimeError("this unit has no threat ranges")


@pytest.mark.slow
async def test_a_unit_on_the_table_has_threat_ranges(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await Player.come(client, "Ann")
    table, ask = await at_deployment(ann)
    option = ask["options"][0]
    url = f"/api/v1/tables/{table}/threats"
    thing = {"thing": option["refers"][0]}
    assert (await client.get(url, params=thing, headers=ann.headers)).json() == []
    await ann.post(f"/tables/{table}/answers", seat=ask["seat"], ask=ask["id"], do=option["do"])
    found = (await client.get(url, params=thing, headers=ann.headers)).json()
    assert {"charge", "move"} <= {one["way"] for one in found}
    assert all(one["area"].startswith("M") and one["what"]["id"].startswith("threat.") for one in found)
    bea = await Player.come(client, "Bea")
    assert (await client.get(url, params=thing, headers=bea.headers)).status_code in (403, 404)
    assert (await client.get(url, params=thing | {"seats": "0"}, headers=ann.headers)).json() == found
    monkeypatch.setitem(vars(rulebook("icefire-s6")), "threats", Broken())
    assert (await client.get(url, params=thing, headers=ann.headers)).json() == []


async def test_games_say_which_things_have_threat_ranges(client: Client) -> None:
    found = {one["id"]: one["threats"] for one in (await client.get("/api/v1/rulebooks")).json()}
    assert found["runewars"] == ["unit"]
    assert found["battles"] == ["hex"]
