"""Odds over HTTP: of an answer in a match, and of a constructed case."""

from __future__ import annotations

from typing import Any

import pytest

from banneret import odds
from banneret.games.icefire.rulebook import IcefireRulebook
from banneret.odds import Odds, OddsSource
from banneret.text.message import msg
from tests.server.api.test_placing import Player, at_deployment
from tests.server.conftest import Client

pytestmark = pytest.mark.anyio
CASES = "/api/v1/rulebooks/icefire-s6/odds"


class Certain(OddsSource[Any]):
    """Whatever is deployed destroys everything."""

    kinds = frozenset(("deploy",))

    def of(self, state: Any, ask: Any, action: Any) -> tuple[Odds, ...]:
        if action.unit == "a1":
            return (Odds(title=msg("odds.title", unit=action.unit), destroys=1.0),)
        raise RuntimeError("this unit has no odds")


async def test_an_answer_has_odds_and_a_failure_of_the_game_stops_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await Player.come(client, "Ann")
    table, ask = await at_deployment(ann)
    assert ask["odds"] is False
    do, seat = ask["options"][0]["do"], ask["seat"]
    body: dict[str, Any] = {"seat": seat, "ask": ask["id"], "do": do}
    assert (await ann.post(f"/tables/{table}/odds", **body)).json() == []
    monkeypatch.setattr(IcefireRulebook, "odds", Certain())
    found = (await ann.post(f"/tables/{table}/odds", **body)).json()
    assert found == [] or found[0]["destroys"] == 1.0
    assert (await ann.post(f"/tables/{table}/odds", **(body | {"do": "pass"}))).json() == []
    assert (await ann.post(f"/tables/{table}/odds", **(body | {"ask": "0-0-0-order"}))).status_code == 409
    bea = await Player.come(client, "Bea")
    assert (await bea.post(f"/tables/{table}/odds", **body)).status_code in (403, 404)


async def test_a_case_needs_no_match(client: Client) -> None:
    answer = await client.get(CASES, params={"case": "attacker:10101,defender:10201,side:rear"})
    assert answer.status_code == 200
    known = odds.case("icefire-s6", {"attacker": "10101", "defender": "10201", "side": "rear"})
    assert answer.json()["destroys"] == known.destroys
    assert answer.json()["spreads"][0]["mean"] == known.spreads[0].mean
    fields = (await client.get(f"{CASES}/fields")).json()
    assert [one["id"] for one in fields] == [one.id for one in odds.fields("icefire-s6")]


@pytest.mark.parametrize(
    ("line", "words"),
    [("side:top", "choose from front, flank, rear"), ("side", "write field:value"), ("x:1", "there is no field 'x'")],
)
async def test_a_case_that_is_impossible_is_refused(client: Client, line: str, words: str) -> None:
    answer = await client.get(CASES, params={"case": line})
    assert answer.status_code == 400
    assert words in answer.json()["detail"]


@pytest.mark.slow
async def test_a_unit_is_compared_with_every_other(client: Client) -> None:
    answer = await client.get(f"{CASES}/matrix", params={"case": "attacker:10101,side:rear"})
    assert answer.status_code == 200
    known = odds.matrix("icefire-s6", {"attacker": "10101", "side": "rear"})
    assert answer.json()["means"] == [list(known.means[0])]
    assert answer.json()["defenders"] == list(known.defenders)
    column = await client.get("/api/v1/rulebooks/runewars/odds/matrix", params={"case": "defender:spearmen"})
    assert column.json()["defenders"] == ["spearmen"]
    fields = (await client.get(f"{CASES}/fields")).json()
    assert [one["id"] for one in fields if one["compared"]] == ["attacker", "defender"]


@pytest.mark.parametrize(
    ("game", "line", "words"),
    [
        ("icefire-s6", "side:rear", "Give one of attacker, defender"),
        ("icefire-s6", "attacker:10101,kind:ranged", "no unit can attack in this case"),
        ("thrones", "", "thrones has no units to compare"),
    ],
)
async def test_a_comparison_that_is_impossible_is_refused(client: Client, game: str, line: str, words: str) -> None:
    answer = await client.get(f"/api/v1/rulebooks/{game}/odds/matrix", params={"case": line})
    assert answer.status_code == 400
    assert words in answer.json()["detail"]
