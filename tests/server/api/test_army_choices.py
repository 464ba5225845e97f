"""Which armies can be brought to a match, and bringing them over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.client import ME, Refused
from banneret.client import Client as ProgramClient
from banneret.server.services import Services
from tests.armies.builders import GAMES, built
from tests.server.conftest import Client
from tests.server.playing import guests
from tests.server.tables.test_brought_lists import codes, illegal, size_of

pytestmark = pytest.mark.anyio


async def choices(client: Client, game: str, headers: dict[str, str], **body: Any) -> Any:
    answer = await client.post(f"/api/v1/rulebooks/{game}/armies/choices", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", GAMES)
async def test_saved_lists_and_starter_armies_are_offered(client: Client, game: str) -> None:
    services: Services = client.app.state.services
    (ann,) = await guests(services, 1)
    headers = {"authorization": f"Bearer {await services.people.open_session(ann, '', services.now())}"}
    builder = built(game)
    size = size_of(game)
    for number, points in ((0, size), (1, min(builder.maker.sizes))):
        army = builder.maker.random(number, builder.maker.factions[0], points)
        draft = {**msgspec.to_builtins(builder.building.draft(army)), "name": f"List {points}"}
        saved = {"rulebook": game, "draft": draft, "folder": "Club"}
        assert (await client.post("/api/v1/lists", json=saved, headers=headers)).status_code == 201
    found = await choices(client, game, headers)
    refused = {one["name"]: one.get("refused", "") for one in found["saved"]}
    assert refused[f"List {size}"] == ""
    assert f"the match is of {size}" in refused[f"List {min(builder.maker.sizes)}"]
    assert found["seats"] == [0, 1]
    assert {one["points"] for one in found["starters"]} == {size}
    (code,) = codes(game, size, 1)
    assert (await choices(client, game, {}, text=code))["given"]["code"] == code


async def test_a_pasted_list_that_does_not_fit_says_why(client: Client) -> None:
    (runewars,) = codes("runewars", 200, 1)
    for text, problem, rule in (
        (runewars, "This is a list for Runewars Miniatures Game.", ""),
        ("House Stark\n40/40\nStark Sworn Swords\nStark Bowmn", "not understood: Stark Bowmn", ""),
        ("House Stark\n40/40\nStark Sworn Swords", "no Commander", "icefire:commander.1"),
        (illegal(), "The army costs 45 points; the limit is 40", "icefire:army.2"),
    ):
        given = (await choices(client, "icefire-s6", {}, text=text))["given"]
        assert problem in given["refused"]
        assert given.get("rule", "") == rule
        assert ("reason" in given) == bool(rule)
    for body, problem in (
        ({"options": {"points": 7}}, "points"),
        ({"options": {"armies": 5, "more_armies": "ab"}}, "more_armies"),
        ({"seats": 9}, "seats: 9 is not a number of seats"),
    ):
        answer = await client.post("/api/v1/rulebooks/icefire-s6/armies/choices", json=body)
        assert answer.status_code == 422
        assert problem in answer.json()["detail"]
    assert (await client.post("/api/v1/rulebooks/thrones/armies/choices", json={})).status_code == 404


@pytest.mark.slow
async def test_the_python_client_brings_and_chooses_lists(server: str) -> None:
    a, b, c, d = codes("icefire-s6", 40, 4)
    async with ProgramClient(server) as ann, ProgramClient(server) as bea:
        await ann.enter("Ann")
        await bea.enter("Bea")
        table = await ann.make_table("icefire-s6", [ME, None], settings={"lists": 2})
        with pytest.raises(Refused, match="lists: 1; each player brings 2"):
            await ann.bring_lists(table.id, 0, [a])
        await ann.bring_lists(table.id, 0, [a, b])
        seen = await bea.join(table.id, 1, table.invite, lists=[c, d])
        assert [one.lists for one in seen.lists] == [(a, b), (c, d)]
        await bea.choose_list(table.id, 1, 1)
        begun = await ann.choose_list(table.id, 0, 0)
        assert (begun.status, begun.options["armies"], begun.lists) == ("running", [a, d], ())
        await ann.forfeit(table.id, 0)
        (result,) = await bea.list_results()
        assert (result.code, result.won, result.list) == (d, 1, None)


async def test_a_list_has_a_picture(client: Client) -> None:
    (code,) = codes("icefire-s6", 40, 1)
    path = f"/api/v1/rulebooks/icefire-s6/armies/{code}/picture"
    answer = await client.get(path, params={"lang": "de", "name": "Ours"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "Ours" in answer.text
    assert code in answer.text
    assert (await client.get(path.replace(code, "stark40-xx"), params={"lang": "en"})).status_code == 422
