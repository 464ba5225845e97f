"""What only explains stops no answer: a drawing, a fact or a preview that fails is left out, and the failure logged."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest
from structlog.testing import capture_logs

from banneret.games.icefire.rules.deployment import DeploySpace
from banneret.kernel.registry import rulebook
from banneret.show.showing import Showing, showing_of
from tests.server.api.test_placing import Player, at_deployment
from tests.server.conftest import Client

pytestmark = pytest.mark.anyio

SHOWN = [name for name, found in vars(Showing).items() if callable(found) and not name.startswith("_")]


def failing(*_: Any, **__: Any) -> NoReturn:
    raise LookupError("a fault of the game")


@pytest.mark.slow
async def test_a_match_goes_on_whatever_fails_in_showing_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    showing = showing_of(rulebook("icefire-s6"))
    for name in SHOWN:
        monkeypatch.setattr(type(showing), name, failing)
    with capture_logs() as logs:
        ann = await Player.come(client, "Ann")
        table, ask = await at_deployment(ann)
        do = ask["options"][0]["do"]
        asked = {"seat": ask["seat"], "ask": ask["id"]}
        seen = await client.get(f"/api/v1/tables/{table}/view?seats=0,1", headers=ann.headers)
        assert seen.json()["state"]["asks"][0]["options"][0] == {"do": do, "refers": ask["options"][0]["refers"]}
        assert (await client.get(f"/api/v1/tables/{table}/ground", headers=ann.headers)).status_code == 200
        drawn = await client.get(f"/api/v1/tables/{table}/replay/1?seats=0,1", headers=ann.headers)
        assert 'id="things"' in drawn.json()["drawing"]
        shown = await ann.post(f"/tables/{table}/preview", **asked, do=do)
        assert (shown.status_code, shown.json()) == (200, {"drawing": "", "facts": []})
        aimed = await ann.post(f"/tables/{table}/aim", **asked, at={"x": 1, "y": 1})
        assert (aimed.status_code, aimed.json()["do"]) == (200, "")
        ends = {"one": {"x": 1, "y": 1}, "other": {"x": 2, "y": 2}}
        measured = await ann.post(f"/tables/{table}/measure", **ends, seats="0")
        assert measured.json() == {"facts": []}
        assert (await ann.post(f"/tables/{table}/answers", **asked, do=do)).status_code == 200
    failed = {one["what"] for one in logs if one["event"] == "showing failed"}
    assert {"facts", "ground", "measured", "placed", "placing", "label", "preview", "things"} <= failed
    assert {one["rulebook"] for one in logs if one["event"] == "showing failed"} == {"icefire-s6"}


@pytest.mark.slow
async def test_what_cannot_be_said_of_a_legal_answer_is_left_out(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await Player.come(client, "Ann")
    table, ask = await at_deployment(ann)
    asked = {"seat": ask["seat"], "ask": ask["id"], "do": ask["options"][0]["do"]}
    checked = (await ann.post(f"/tables/{table}/check", **asked)).json()
    assert checked["allowed"]
    assert checked["effect"]
    monkeypatch.setattr(DeploySpace, "check", failing)
    checked = (await ann.post(f"/tables/{table}/check", **asked)).json()
    assert (checked["allowed"], checked["effect"], checked["refusal"]) == (True, None, None)
