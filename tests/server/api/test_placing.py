"""Where things are put: the nearest answer, why it is not allowed, what is known of it, and the ruler."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.server.conftest import Client

pytestmark = pytest.mark.anyio

OPTIONS = {"points": 20, "terrain": "none"}


class Player:
    """Somebody with a session."""

    def __init__(self, client: Client, token: str) -> None:
        self.client = client
        self.headers = {"Authorization": f"Bearer {token}"}

    @classmethod
    async def come(cls, client: Client, name: str) -> Player:
        """Come in as a guest."""
        answer = await client.post("/api/v1/guests?token=true", json={"name": name})
        return cls(client, answer.json()["token"])

    async def post(self, path: str, **body: Any) -> httpx.Response:
        """Ask or tell the server something."""
        return await self.client.post(f"/api/v1{path}", json=body, headers=self.headers)

    async def asked(self, table: str, seats: str) -> Any:
        """Return the first question that stands."""
        answer = await self.client.get(f"/api/v1/tables/{table}/view?seats={seats}", headers=self.headers)
        return answer.json()["state"]["asks"][0]


async def at_deployment(player: Player) -> tuple[str, Any]:
    """Make a table and answer until a unit is deployed; return its id and the question."""
    made = await player.post("/tables", rulebook="icefire-s6", seats=2, options=OPTIONS, places=[{"me": True}] * 2)
    table = made.json()["id"]
    while (ask := await player.asked(table, "0,1"))["kind"] != "deploy":
        do = ask["options"][0]["do"]
        assert (
            await player.post(f"/tables/{table}/answers", seat=ask["seat"], ask=ask["id"], do=do)
        ).status_code == 200
    return table, ask


async def test_options_say_where_they_put_what(client: Client) -> None:
    table, ask = await at_deployment(await Player.come(client, "Ann"))
    assert ask["space"]
    for option in ask["options"]:
        assert option["at"]["thing"] == option["refers"][0]
        assert option["said"]["id"] == "said.place"
    assert table


async def test_the_answer_nearest_to_a_place_is_told_and_judged(client: Client) -> None:
    ann = await Player.come(client, "Ann")
    table, ask = await at_deployment(ann)
    first = ask["options"][0]
    asked = {"seat": ask["seat"], "ask": ask["id"]}
    good = (await ann.post(f"/tables/{table}/aim", **asked, at=first["at"])).json()
    assert (good["do"], good["allowed"], good["refusal"]) == (first["do"], True, None)
    assert good["at"] == first["at"]
    assert "preview" in good["drawing"]
    off = (await ann.post(f"/tables/{table}/aim", **asked, at={**first["at"], "x": 0, "y": 0})).json()
    assert (off["allowed"], off["refusal"]["rule"]) == (False, "icefire:deployment.5")
    assert "preview" in off["drawing"]  # a ghost is drawn where it may not lie, too
    assert off["facts"] == []
    strange = (await ann.post(f"/tables/{table}/aim", **asked, at={"x": 1, "y": 1, "thing": "unit:a b"})).json()
    assert (strange["allowed"], strange["refusal"]["rule"]) == (False, "kernel:notation")
    answer = await ann.post(f"/tables/{table}/answers", **asked, do=good["do"])
    assert answer.status_code == 200
    stale = await ann.post(f"/tables/{table}/aim", **asked, at=first["at"])
    assert (stale.status_code, stale.json()["title"]) == (409, "stale-ask")


async def test_only_who_is_asked_may_aim_and_what_is_no_place_is_refused(client: Client) -> None:
    ann, bea = await Player.come(client, "Ann"), await Player.come(client, "Bea")
    table, ask = await at_deployment(ann)
    body = {"seat": ask["seat"], "ask": ask["id"], "at": {"x": 1.0, "y": 2.0}}
    assert (await bea.post(f"/tables/{table}/aim", **body)).status_code in (403, 404)
    for at in ({"x": 1e9, "y": 0}, {"x": 0}, {"x": 0, "y": 0, "thing": "t" * 81}, {"x": 0, "y": 0, "turn": "left"}):
        assert (await ann.post(f"/tables/{table}/aim", **{**body, "at": at})).status_code in (400, 422), at


async def test_a_question_without_places_has_no_nearest_answer(client: Client) -> None:
    ann = await Player.come(client, "Ann")
    made = await ann.post(
        "/tables", rulebook="thrones", seats=3, places=[{"me": True}, {"bot": "easy"}, {"bot": "easy"}]
    )
    table = made.json()["id"]
    ask = await ann.asked(table, "0")
    assert "at" not in ask["options"][0]
    aimed = (await ann.post(f"/tables/{table}/aim", seat=0, ask=ask["id"], at={"x": 1, "y": 1})).json()
    assert (aimed["do"], aimed["allowed"], aimed["at"]) == ("", False, None)
    ruled = await ann.post(f"/tables/{table}/measure", one={"x": 1, "y": 1}, other={"x": 2, "y": 2}, seats="0")
    assert ruled.json() == {"facts": []}


async def test_the_ruler_measures_for_everybody_who_looks(client: Client) -> None:
    ann, bea = await Player.come(client, "Ann"), await Player.come(client, "Bea")
    table, ask = await at_deployment(ann)
    inch = 30.0
    ends: dict[str, Any] = {"one": {"x": 100.0, "y": 100.0}, "other": {"x": 100.0 + inch, "y": 100.0}}
    told = (await ann.post(f"/tables/{table}/measure", **ends, seats=str(ask["seat"]))).json()
    assert told["facts"][0]["id"] == "fact.apart"
    assert (await ann.post(f"/tables/{table}/measure", **ends)).json() == told
    assert (await bea.post(f"/tables/{table}/measure", **ends)).status_code == 404  # a private table
    assert (await bea.post(f"/tables/{table}/measure", **ends, seats="0")).status_code in (403, 404)
